"""Running the code: velocities and accelerations along a chain of frames, over a batch of points.

Generated C and NumPy are compared with handwritten code and with sympy's `lambdify(cse=True)`.
"""

from __future__ import annotations

import ctypes
import pathlib
import random
import shutil
import subprocess
import tempfile
from typing import Any

import numpy
import sympy

import rewrite as rw

from .components import AXES, Components, rounded
from .harness import Contender

BATCH = 1000


def transport(n: int) -> Any:
    """Velocity and acceleration from frame to frame, each by its components in the frame itself."""
    w, dw, v, a = (rw.vector(name) for name in ("w", "dw", "v", "a"))
    for k in range(n):
        e = rw.column(*AXES[k % 3])
        q, u, du = (rw.scalar(f"{c}{k}") for c in ("q", "u", "du"))
        back, r = rw.rot(e, q).T, rw.vector(f"r{k}")
        v, a = (
            back @ (v + rw.cross(w, r)),
            back @ (a + rw.cross(dw, r) + rw.cross(w, rw.cross(w, r))),
        )
        turned = back @ w
        dw = back @ dw + du * e + rw.cross(turned, u * e)
        w = turned + u * e
    return {"vel": v, "acc": a, "spin": w, "turn": dw}


def _order(n: int) -> list[Any]:
    first: list[Any] = [rw.vector(name) for name in ("w", "dw", "v", "a")]
    for k in range(n):
        first += [rw.scalar(f"{c}{k}") for c in ("q", "u", "du")] + [rw.vector(f"r{k}")]
    return first


HAND = r"""
#include <math.h>
static void cross(const double *a, const double *b, double *c)
{ c[0] = a[1]*b[2] - a[2]*b[1]; c[1] = a[2]*b[0] - a[0]*b[2]; c[2] = a[0]*b[1] - a[1]*b[0]; }
static void back(int axis, double c, double s, double *x)
{ int i = (axis + 1) % 3, j = (axis + 2) % 3; double p = x[i], q = x[j];
  x[i] = c*p + s*q; x[j] = c*q - s*p; }
void hand(const double *in, double *out)
{
    double w[3], dw[3], v[3], a[3], x[3], y[3], z[3];
    for (int i = 0; i < 3; i++) { w[i] = in[i]; dw[i] = in[3+i]; v[i] = in[6+i]; a[i] = in[9+i]; }
    for (int k = 0; k < N; k++) {
        const double *p = in + 12 + 6*k, *r = p + 3;
        double c = cos(p[0]), s = sin(p[0]), u = p[1], du = p[2];
        int e = k % 3, i = (e + 1) % 3, j = (e + 2) % 3;
        cross(w, r, x); cross(dw, r, y); cross(w, x, z);
        for (int m = 0; m < 3; m++) { v[m] += x[m]; a[m] += y[m] + z[m]; }
        back(e, c, s, v); back(e, c, s, a); back(e, c, s, w); back(e, c, s, dw);
        dw[e] += du; dw[i] += u*w[j]; dw[j] -= u*w[i]; w[e] += u;
    }
    for (int i = 0; i < 3; i++)
    { out[i] = v[i]; out[3+i] = a[i]; out[6+i] = w[i]; out[9+i] = dw[i]; }
}
"""


def _points(n: int) -> numpy.ndarray[Any, Any]:
    draw = random.Random(n)
    return numpy.array([[draw.uniform(-1, 1) for _ in range(12 + 6 * n)] for _ in range(BATCH)])


def _columns(n: int, points: Any) -> list[Any]:
    """The arguments of generated code, over the batch."""
    found = [points[:, 3 * i : 3 * i + 3] for i in range(4)]
    for k in range(n):
        at = 12 + 6 * k
        found += [points[:, at], points[:, at + 1], points[:, at + 2], points[:, at + 3 : at + 6]]
    return found


def _library(text: str, call: str) -> Any:
    """C compiled with a loop over the batch."""
    loop = (
        "\nvoid run(int count, int size, const double *in, double *out)\n"
        f"{{ for (int b = 0; b < count; b++, in += size, out += 12) {{ {call} }} }}\n"
    )
    command = ["cc", "-std=c99", "-O2", "-shared", "-fPIC", "code.c", "-o", "code.so", "-lm"]
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "code.c").write_text(text + loop)
        subprocess.run(command, cwd=folder, check=True)
        return ctypes.CDLL(f"{folder}/code.so").run


def _run_c(job: Any) -> Any:
    run, points, out = job
    pointer = ctypes.POINTER(ctypes.c_double)
    run(len(points), points.shape[1], points.ctypes.data_as(pointer), out.ctypes.data_as(pointer))
    return out


def _ours_c(n: int) -> Any:
    text = rw.code(transport(n), "c", name="calculate", arguments=_order(n)).text
    args = ["in", "in+3", "in+6", "in+9"]
    for k in range(n):
        at = 12 + 6 * k
        args += [f"in[{at}]", f"in[{at + 1}]", f"in[{at + 2}]", f"in+{at + 3}"]
    call = f"calculate({', '.join([*args, 'out', 'out+3', 'out+6', 'out+9'])});"
    return _library(text, call), _points(n), numpy.empty((BATCH, 12))


def _hand_c(n: int) -> Any:
    run = _library(f"#define N {n}\n{HAND}", "hand(in, out);")
    return run, _points(n), numpy.empty((BATCH, 12))


def _hand_numpy(job: Any) -> Any:
    n, points = job
    w, dw, v, a = (points[:, 3 * i : 3 * i + 3] for i in range(4))
    for k in range(n):
        q, u, du = (points[:, 12 + 6 * k + i] for i in range(3))
        r = points[:, 15 + 6 * k : 18 + 6 * k]
        e, c, s = k % 3, numpy.cos(q), numpy.sin(q)
        i, j = (e + 1) % 3, (e + 2) % 3

        def back(x: Any, c: Any = c, s: Any = s, i: int = i, j: int = j) -> Any:
            y = x.copy()
            y[:, i], y[:, j] = c * x[:, i] + s * x[:, j], c * x[:, j] - s * x[:, i]
            return y

        x = numpy.cross(w, r)
        v, a = back(v + x), back(a + numpy.cross(dw, r) + numpy.cross(w, x))
        w, dw = back(w), back(dw)
        dw[:, e] += du
        dw[:, i] += u * w[:, j]
        dw[:, j] -= u * w[:, i]
        w[:, e] += u
    return numpy.concatenate([v, a, w, dw], axis=1)


def _lambdified(n: int) -> Any:
    c = Components(sympy)
    w, dw, v, a = (c.symbols(name) for name in ("w", "dw", "v", "a"))
    flat = [*w, *dw, *v, *a]
    for k in range(n):
        q, u, du = (sympy.Symbol(f"{x}{k}") for x in ("q", "u", "du"))
        r, e = c.symbols(f"r{k}"), sympy.Matrix(AXES[k % 3])
        flat += [q, u, du, *r]
        back = c.turn(k % 3, q).T
        v, a = back * (v + c.cross(w, r)), back * (a + c.cross(dw, r) + c.cross(w, c.cross(w, r)))
        turned = back * w
        dw = back * dw + du * e + c.cross(turned, u * e)
        w = turned + u * e
    run = sympy.lambdify(flat, [*v, *a, *w, *dw], modules="numpy", cse=True)
    return run, list(_points(n).T)


def contenders() -> list[Contender]:
    """The contenders that can run here; C needs a compiler."""
    ours_numpy = Contender(
        "penelope (NumPy)",
        lambda n: (
            rw.code(transport(n), "numpy", arguments=_order(n)).function,
            _columns(n, _points(n)),
        ),
        lambda job: job[0](*job[1]),
        lambda found: rounded(numpy.concatenate(found, axis=1)),
    )
    lambdify = Contender(
        "sympy lambdify(cse=True)",
        _lambdified,
        lambda job: job[0](*job[1]),
        lambda found: rounded(numpy.array(found).T),
        most=5,
    )
    numpy_hand = Contender(
        "NumPy by hand", lambda n: (n, _points(n)), _hand_numpy, lambda found: rounded(found)
    )
    in_c = [
        Contender("C by hand", _hand_c, _run_c, rounded),
        Contender("penelope (C)", _ours_c, _run_c, rounded),
    ]
    return [*(in_c if shutil.which("cc") else []), ours_numpy, numpy_hand, lambdify]
