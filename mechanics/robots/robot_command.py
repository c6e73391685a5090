"""`penelope robot FILE --inverse --as c`: the dynamics of a robot on the command line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rewrite import CODE_LANGUAGES

from ..errors import ModelError
from ..imports import Robot, par, urdf
from ..results.results import Result
from .base_parameters import base_parameters
from .dynamics import bias, forward_dynamics, inverse_dynamics, mass_matrix
from .identification import energies, momenta, regressor

SHOWN = ("terms", "steps")
RESULTS: dict[str, tuple[Callable[[Robot, bool], Result], str]] = {
    "inverse": (inverse_dynamics, "the efforts that a motion needs"),
    "bias": (bias, "the efforts that are needed at constant speeds"),
    "mass": (mass_matrix, "the upper triangle of the mass matrix"),
    "forward": (lambda robot, base: forward_dynamics(robot), "accelerations from efforts"),
    "regressor": (regressor, "the matrix that gives the efforts from the inertial parameters"),
    "energies": (lambda robot, base: energies(robot), "kinetic and potential energy"),
    "momenta": (lambda robot, base: momenta(robot), "momenta along the speeds, and the total ones"),
}


def add_command(commands: Any) -> None:
    """Add `robot` to the commands of `penelope`."""
    about = "print the dynamics of a robot from a URDF or OpenSYMORO (.par) file"
    command = commands.command("robot", about, _run)
    command.add_argument("file", help="a .urdf or .par file")
    what = command.add_mutually_exclusive_group()
    for name, (_, reported) in RESULTS.items():
        what.add_argument(f"--{name}", dest="what", action="store_const", const=name, help=reported)
    what.add_argument("--jacobian", metavar="LINK", help="the Jacobian of the origin of a link")
    what.add_argument("--base-parameters", action="store_true", help="print the base parameters")
    command.add_argument("--base", action="store_true", help="in terms of base parameters")
    command.add_argument("--as", dest="language", type=str.lower, choices=(*CODE_LANGUAGES, *SHOWN))
    command.add_argument("--name", default="calculate", help="the name of the function")
    command.add_argument("--ops", action="store_true", help="print the operations, not the code")
    command.add_argument("--free", action="store_true", help="the base is free (URDF)")
    command.add_argument("--named", action="store_true", help="numbers as parameters (URDF)")
    command.add_argument(
        "--rounded-angles", action="store_true", help="1.57 is a quarter turn (URDF)"
    )


def _run(options: argparse.Namespace) -> str:
    text = _answer(options)
    if options.style != "json":
        return text
    return json.dumps({"output": text, "status": "done", "exit": 0})


def _answer(options: argparse.Namespace) -> str:
    _must_fit(options)
    robot = _read(options)
    if options.base_parameters:
        return str(base_parameters(robot))
    if options.jacobian:
        result: Result = robot.jacobian(robot.link(options.jacobian).point)
    elif options.what:
        result = RESULTS[options.what][0](robot, options.base)
    else:
        return _summary(robot)
    return _shown(result, options)


def _must_fit(options: argparse.Namespace) -> None:
    """Refuse options that would have no effect."""
    if options.base and options.what not in ("inverse", "bias", "mass", "regressor"):
        raise ModelError("--base is for --inverse, --bias, --mass and --regressor")
    if (options.language or options.ops) and not (options.what or options.jacobian):
        raise ModelError("--as and --ops need a result: add --inverse, --mass, --jacobian LINK, …")
    if Path(options.file).suffix.lower() == ".par":
        for name in ("free", "named", "rounded_angles"):
            if getattr(options, name):
                raise ModelError(f"--{name.replace('_', '-')} is for URDF files")


def _read(options: argparse.Namespace) -> Robot:
    path = Path(options.file)
    if path.suffix.lower() == ".par":
        return par(path)
    if path.suffix.lower() not in (".urdf", ".xml"):
        raise ModelError(f"{path}: a robot is read from a .urdf or a .par file")
    how = {"free": options.free, "named": options.named}
    return urdf(path, rounded_angles=options.rounded_angles, **how)


def _shown(result: Result, options: argparse.Namespace) -> str:
    if options.ops:
        return f"{result.operations()} (by {result.method})"
    if options.language == "steps":
        return result.written()
    if options.language == "terms":
        return str(result)
    made = result.code(options.language or "python", name=options.name)
    return made.text.rstrip("\n")


def _summary(robot: Robot) -> str:
    """A summary of the robot that was read and of its dynamics."""
    lines = [f"{robot.name}: {len(robot.joints)} joints, {len(robot.bodies)} bodies"]
    for joint in robot.joints:
        coordinates = ", ".join(map(str, joint.coordinates))
        lines.append(f"  {joint.name} ({type(joint.type).__name__.lower()}): {coordinates}")
    lines.append(f"inverse dynamics: {inverse_dynamics(robot).operations()}")
    return "\n".join(lines)
