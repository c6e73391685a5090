"""Run code for robots in compiled loops: ours, CasADi's and Pinocchio's, on the same states."""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import pathlib
import shutil
import subprocess
import tempfile
from fractions import Fraction
from typing import Any

import numpy

import mechanics
from mechanics.results.results import put_in
from rewrite import code, evaluate, number

from .harness import GaveUp
from .robot_tree import GRAVITY, Hinge, robot_of, states, urdf_of

BATCH, FEW = 2000, 200
"""The number of states, and the number for more than ten joints; runs of a few milliseconds are
rarely interrupted."""
FLAGS = ("-O3", "-march=native")
"""The same for all."""
BOOST = (
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
)
POINTER = ctypes.POINTER(ctypes.c_double)
WHAT = ("inverse dynamics", "mass matrix", "forward dynamics")
Job = tuple[Any, list[Any], Any]
"""A function of the number of states and the arrays, these, and the array that it writes to."""


def run(job: Job) -> Any:
    """Calculate all states once."""
    function, given, out = job
    function(
        len(given[0]), *(x.ctypes.data_as(POINTER) for x in given), out.ctypes.data_as(POINTER)
    )
    return out


def answer(out: Any) -> Any:
    """Some of the numbers, to seven digits of the largest: those of other programs must agree."""
    some = out[:: len(out) // 10]
    return (numpy.round(some / numpy.max(numpy.abs(some)), 7) + 0.0).tolist()


def _job(function: Any, n: int, what: int) -> Job:
    width = n * (n + 1) // 2 if what == 1 else n
    count = batch(n)
    return function, states(n, count), numpy.zeros((count, width))


def batch(n: int) -> int:
    """How many states a run has."""
    return BATCH if n <= 10 else FEW


def _compiled(text: str, *flags: str) -> Any:
    """C as a library that is loaded."""
    if shutil.which("cc") is None:
        raise GaveUp("no C compiler is installed")
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "code.c").write_text(text)
        command = [
            "cc",
            "-std=gnu99",
            *FLAGS,
            *flags,
            "-shared",
            "-fPIC",
            "code.c",
            "-o",
            "code.so",
        ]
        subprocess.run([*command, "-lm"], cwd=folder, check=True)
        return ctypes.CDLL(f"{folder}/code.so")


# -- ours -----------------------------------------------------------------------------------------


def generated(n: int, what: int, base: bool = False) -> Any:
    """From URDF to C: the code of one result; with base parameters, for M and inverse dynamics."""
    robot = mechanics.urdf(urdf_of(robot_of(n)), gravity=number(GRAVITY))
    makers: Any = (mechanics.inverse_dynamics, mechanics.mass_matrix, mechanics.forward_dynamics)
    if not base:
        return code(makers[what](robot).graph, "c")
    found = makers[what](robot, base=True)
    values = {s: Fraction(float(evaluate(t, {}, "float"))) for s, t in found.definitions.items()}
    return code(put_in(found, {s: number(x) for s, x in values.items()}).graph, "c")


def ours(n: int, what: int, base: bool = False) -> Job:
    """Our code in a loop."""
    made = generated(n, what, base)
    names = list(made.arguments)
    given = [_place(name) for name in names]
    outputs = [f"out + {k}" for k in range(len(made.outputs))]
    loop = (
        "\nvoid run(int count, const double *q, const double *v, const double *a, double *out)\n"
        f"{{ for (int i = 0; i < count; i++, q += {n}, v += {n}, a += {n}, "
        f"out += {len(outputs)}) {{ calculate({', '.join([*given, *outputs])}); }} }}\n"
    )
    return _job(_compiled(made.text + loop).run, n, what)


def _place(name: str) -> str:
    """The array entry of an argument: q1, its rates, or the effort tau_1."""
    if name.startswith("tau_"):
        return f"a[{int(name.removeprefix('tau_')) - 1}]"
    stem, _, rate = name.partition("_")
    return f"{({'': 'q', 'd': 'v', 'dd': 'a'})[rate]}[{int(stem.removeprefix('q')) - 1}]"


# -- CasADi ---------------------------------------------------------------------------------------


def casadi_job(n: int, what: int) -> Job:
    """CasADi's generated code for the textbook's algorithms in spatial vectors."""
    if importlib.util.find_spec("casadi") is None:
        raise GaveUp("casadi is not installed")
    from .robot_casadi import c_text

    loop = (
        "\nvoid run(int count, const double *q, const double *v, const double *a, double *out)\n"
        "{ static casadi_int iw[1 + calculate_SZ_IW]; static double w[1 + calculate_SZ_W];\n"
        "  for (int i = 0; i < count; i++) {\n"
        f"    const double *arg[8] = {{q + i*{n}, v + i*{n}, a + i*{n}}};\n"
        "    double *res[4] = {out + i*(long)SIZE_OF_OUT};\n"
        "    calculate(arg, res, iw, w, 0); } }\n"
    )
    width = n * (n + 1) // 2 if what == 1 else n
    return _job(_compiled(c_text(n, what) + loop, f"-DSIZE_OF_OUT={width}").run, n, what)


# -- Pinocchio ------------------------------------------------------------------------------------


def pinocchio_job(n: int, what: int, world: bool = False) -> Job:
    """Pinocchio's rnea, crba or aba, compiled here with all their templates; crba and aba work in
    coordinates of the links, or of the world."""
    library = _pinocchio()
    library.robot_new.restype = ctypes.c_void_p
    robot = ctypes.c_void_p(library.robot_new())
    for hinge in robot_of(n):
        numbers = [_doubles(x) for x in _placed(hinge)]
        library.robot_add(robot, hinge.parent + 1, 2, *numbers)
    library.robot_ready(robot)

    def function(count: int, q: Any, v: Any, a: Any, out: Any) -> None:
        library.robot_run(robot, what, int(world), count, q, v, a, out)

    return _job(function, n, what)


def _placed(hinge: Hinge) -> list[list[float]]:
    body = [float(x) for x in (hinge.mass, *hinge.centre, *hinge.moments)]
    return [[0, 0, 1], list(hinge.turn.ravel()), [float(x) for x in hinge.place], body]


def _doubles(xs: list[float]) -> Any:
    return (ctypes.c_double * len(xs))(*xs)


def _pinocchio() -> Any:
    """The compiled loop. It takes minutes to compile, and is kept in the folder for caches."""
    prefix = _prefix("pinocchio")
    eigen = _eigen()
    source = pathlib.Path(__file__).with_name("pinocchio_loop.cpp")
    mark = hashlib.sha256(source.read_bytes() + str(prefix).encode()).hexdigest()[:16]
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
    made = cache / "penelope-bench" / f"pinocchio_{mark}.so"
    if not made.exists():
        if os.environ.get("PENELOPE_BENCH_COMPILE", "") != "1":
            raise GaveUp(
                "its loop in C++ is not compiled: set PENELOPE_BENCH_COMPILE=1, which takes minutes"
            )
        made.parent.mkdir(parents=True, exist_ok=True)
        command = ["g++", "-std=c++17", "-DNDEBUG", *FLAGS, *BOOST, f"-I{prefix}/include"]
        command += [f"-I{eigen}", "-shared", "-fPIC", str(source), "-o", str(made)]
        subprocess.run(command, check=True)
    return ctypes.CDLL(str(made))


def _prefix(package: str) -> pathlib.Path:
    """The folder of the headers in Pinocchio's wheel."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise GaveUp(f"{package} is not installed")
    for folder in pathlib.Path(found.origin).resolve().parents:
        if (folder / "include" / "pinocchio" / "multibody.hpp").exists():
            return folder
    raise GaveUp("the headers of Pinocchio are not installed")


def _eigen() -> pathlib.Path:
    """The headers of Eigen: of the system, or those that CasADi's wheel has."""
    places = [pathlib.Path("/usr/include/eigen3")]
    found = importlib.util.find_spec("casadi")
    if found is not None and found.origin is not None:
        places.append(pathlib.Path(found.origin).parent / "include" / "eigen3")
    for place in places:
        if (place / "Eigen" / "Core").exists():
            return place
    raise GaveUp("the headers of Eigen are not installed")
