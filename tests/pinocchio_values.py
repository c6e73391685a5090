"""`python tests/pinocchio_values.py`: reference values by Pinocchio, written to a JSON file.

Each robot at random states: joint positions in the order of our coordinates, by joint names, and
what Pinocchio's rnea, crba and aba make of them, gravity 9.81 along -z.
"""

from __future__ import annotations

import json
import pathlib
from typing import Any

import numpy as np

FOLDER = pathlib.Path(__file__).parent / "robot_files"
FILES = ("six", "seven", "general", "tree", "mimic", "thirty")
FREE = ("seven", "tree")
STATES = 3


def values(name: str, free: bool = False) -> dict[str, Any]:
    """The values that Pinocchio calculates for one file."""
    import pinocchio as pin

    path = str(FOLDER / f"{name}.urdf")
    if free:
        model = pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer())
    else:
        model = pin.buildModelFromUrdf(path, mimic=True)
    names = list(model.names)[1:]
    draw = np.random.default_rng(7)
    states = [_state(pin, model, draw, names) for _ in range(STATES)]
    return {"file": name, "free": free, "states": states}


def _state(pin: Any, model: Any, draw: Any, names: list[str]) -> dict[str, Any]:
    v, a, tau = (draw.uniform(-2, 2, model.nv) for _ in range(3))
    q, data = pin.neutral(model), model.createData()  # crba adds to old data where joints mimic
    angles: dict[str, Any] = {}
    for joint, name in zip(list(model.joints)[1:], names, strict=True):
        start = joint.idx_q
        if joint.nq == 7:
            place, attitude = draw.uniform(-1, 1, 3), draw.normal(size=4)
            attitude /= np.linalg.norm(attitude)
            q[start : start + 7] = [*place, *attitude]
            angles["place"], angles["attitude"] = list(place), [attitude[3], *attitude[:3]]
            continue
        if joint.shortname() in ("JointModelMimic",) or "Mimic" in joint.shortname():
            continue
        x = draw.uniform(-2, 2)
        q[start : start + joint.nq] = [np.cos(x), np.sin(x)] if joint.nq == 2 else [x]
        angles[name] = x
    rates = {
        n: [float(v[j.idx_v]), float(a[j.idx_v])]
        for j, n in zip(list(model.joints)[1:], names, strict=True)
        if n in angles
    }
    tip = model.getFrameId([f.name for f in model.frames][-1])
    pin.computeJointJacobians(model, data, q)
    found = {
        "positions": angles,
        "rates": rates,
        "v": list(v),
        "a": list(a),
        "tau": list(tau),
        "inverse": list(pin.rnea(model, data, q, v, a)),
        "tip": model.frames[tip].name,
        "jacobian": pin.getFrameJacobian(
            model, data, tip, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        ).tolist(),
    }
    M = pin.crba(model, data, q)
    found["mass"] = (np.triu(M) + np.triu(M, 1).T).tolist()
    found["bias"] = list(pin.nonLinearEffects(model, data, q, v))
    found["kinetic"] = float(v @ np.array(found["mass"]) @ v) / 2
    found["forward"] = np.linalg.solve(
        np.array(found["mass"]), np.array(tau) - np.array(found["bias"])
    ).tolist()
    return found


def main() -> None:
    runs = [(name, False) for name in FILES] + [(name, True) for name in FREE]
    found = [values(name, free) for name, free in runs]
    (FOLDER / "pinocchio.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
