"""The text of y' = f(t, y, p) in C, NumPy and Python."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping

from .gauss import solved
from .kernel import CKernel, Kernel, NumpyKernel, PythonKernel
from .rhs_terms import Pieces
from .written_solution import Steps

C_SOLVE = """\
/* A x = b by Gaussian elimination with the largest pivot of each column; x is left in b. */
static void solve(int n, double *A, double *b)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i*n + k]) > fabs(A[best*n + k])) best = i;
        if (best != k) {
            for (int j = k; j < n; j++) {
                const double kept = A[k*n + j];
                A[k*n + j] = A[best*n + j];
                A[best*n + j] = kept;
            }
            const double kept = b[k];
            b[k] = b[best];
            b[best] = kept;
        }
        for (int i = k + 1; i < n; i++) {
            const double e = A[i*n + k]/A[k*n + k];
            if (e == 0) continue;
            for (int j = k + 1; j < n; j++) A[i*n + j] -= e*A[k*n + j];
            b[i] -= e*b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] -= A[k*n + j]*b[j];
        b[k] /= A[k*n + k];
    }
}
"""
ROWS = '''\
def rows(batch, entries):
    """An array with a row for each entry; a number is repeated for all states of a batch."""
    found = np.empty((len(entries), *batch))
    for k, entry in enumerate(entries):
        found[k] = entry
    return found
'''


def written_c(kernel: Kernel) -> str:
    """A C file with `f`, and with `f_at`, which takes values that depend only on p from c."""
    program = kernel.code.program
    once = [*kernel.loads(True), *program.once]
    kept = program.kept
    loop = not (kernel.pieces.solved or kernel.is_written_out)
    lines = ["/* y' = f(t, y, p).", "", *kernel.pieces.description().splitlines(), "*/", ""]
    lines += ["#include <math.h>", "", *([C_SOLVE] if loop else [])]
    lines += [f"enum {{ CONSTANTS = {max(len(kept), 1)} }};", ""]
    lines += ["/* Values that depend only on p. */", "void f_constants(const double *p, double *c)"]
    lines += ["{"]
    lines += [*_c(once), *[f"    c[{i}] = {name};" for i, name in enumerate(kept)], "}", ""]
    head = "double t, const double *y, const double *p"
    lines += [f"void f_at({head}, const double *c, double *dy)", "{"]
    steps: Steps = [*kernel.norms, *kernel.loads(False)]
    steps += [(name, f"c[{i}]") for i, name in enumerate(kept)]
    lines += _c([*steps, *program.body])
    lines += _c_solved(kernel)
    lines += ["}", "", f"void f({head}, double *dy)", "{", "    double c[CONSTANTS];"]
    return "\n".join([*lines, "    f_constants(p, c);", "    f_at(t, y, p, c, dy);", "}", ""])


def _c(steps: Steps) -> list[str]:
    return [f"    const double {name} = {text};" for name, text in steps]


def _c_solved(kernel: Kernel) -> list[str]:
    """The lines of C that compute the rates of all states from M and f, or from other terms."""
    rates, at = kernel.rates(), len(kernel.rates())
    lines = [f"    dy[{i}] = {text};" for i, text in enumerate(rates)]
    steps: Steps = []
    if kernel.pieces.solved or kernel.is_written_out:
        found = kernel.finished(steps)
        lines += _c(steps)
    else:
        matrix, right = kernel.system(steps)
        lines += [*_c(steps), f"    double A[] = {{{_broken(matrix)}}};"]
        lines += [f"    double b[] = {{{_broken(right)}}};", f"    solve({len(right)}, A, b);"]
        more: Steps = []
        found = kernel.completed([f"b[{i}]" for i in range(kernel.width)], more)
        lines += _c(more)
    return lines + [f"    dy[{at + i}] = {text};" for i, text in enumerate(found)]


def written_python(kernel: Kernel) -> str:
    """A module of Python that needs nothing but `math`."""
    loop = not (kernel.pieces.solved or kernel.is_written_out)
    helper = [inspect.getsource(solved).replace("  # type: ignore[no-untyped-def]", ""), ""]
    parts = [*_about(kernel.pieces), "import math", "", ""]
    parts += [*(helper if loop else []), *_constants(kernel), ""]
    parts += _python_at(kernel, "f_at", "solved(A, b)", "[{}]")
    parts += ["", "def f(t, y, p):", '    """The rates of the state y at a time t, as a list."""']
    return "\n".join([*parts, "    return f_at(t, y, p, f_constants(p))", ""])


def written_numpy(kernel: Kernel, batch: Kernel) -> str:
    """A module that needs NumPy: `f` takes one state, or many in the columns of y."""
    parts = [*_about(kernel.pieces), "import math", "", "import numpy as np", "", "", ROWS, ""]
    parts += [*_constants(kernel), ""]
    single = "np.linalg.solve(np.array(A), np.array(b)).tolist()"
    parts += [*_python_at(kernel, "f_at", single, "[{}]"), ""]
    many = "np.moveaxis(np.linalg.solve(*stacked(A, b, y.shape[1:]))[..., 0], -1, 0)"
    loop = not (batch.pieces.solved or batch.is_written_out)
    parts += [STACKED, ""] if loop else []
    parts += [*_python_at(batch, "f_batch", many, "rows(y.shape[1:], [{}])"), ""]
    parts += ["", "def f(t, y, p):", '    """The rates of the state y, or of all columns of y."""']
    parts += ["    y = np.asarray(y, dtype=float)", "    c = f_constants(p)", "    if y.ndim > 1:"]
    parts += ["        return f_batch(t, y, p, c)"]
    return "\n".join([*parts, "    return np.array(f_at(t, y.tolist(), p, c))", ""])


STACKED = '''\
def stacked(A, b, batch):
    """Matrices and right sides for each state of a batch, from entries that may be arrays."""
    n = len(b)
    matrix = np.empty((*batch, n, n))
    for i in range(n):
        for k in range(n):
            matrix[..., i, k] = A[i][k]
    right = np.empty((*batch, n, 1))
    for i in range(n):
        right[..., i, 0] = b[i]
    return matrix, right
'''


def _about(pieces: Pieces) -> list[str]:
    return ['"""y\' = f(t, y, p).', "", *pieces.description().splitlines(), '"""', ""]


def _constants(kernel: Kernel) -> list[str]:
    program = kernel.code.program
    lines = ["def f_constants(p):", '    """Values that depend only on p."""']
    lines += _python([*kernel.loads(True), *program.once])
    return [*lines, f"    return ({''.join(f'{name}, ' for name in program.kept)})", ""]


def _python(steps: Steps) -> list[str]:
    return [f"    {name} = {text}" for name, text in steps]


def _python_at(kernel: Kernel, name: str, solving: str, ending: str) -> list[str]:
    program = kernel.code.program
    lines = [f"def {name}(t, y, p, c):", '    """The rates; c has values that depend only on p."""']
    lines += _python([*kernel.norms, *kernel.loads(False)])
    lines += [f"    {''.join(f'{n}, ' for n in program.kept)}= c"] if program.kept else []
    lines += _python(program.body)
    steps: Steps = []
    if kernel.pieces.solved or kernel.is_written_out:
        found = kernel.finished(steps)
        lines += _python(steps)
    else:
        found = _by_loop(kernel, lines, solving)
    entries = ", ".join([*kernel.rates(), *found])
    return [*lines, f"    return {ending.format(entries)}", ""]


def _by_loop(kernel: Kernel, lines: list[str], solving: str) -> list[str]:
    """The unknowns, after adding the lines that call a solver for them."""
    steps: Steps = []
    matrix, right = kernel.system(steps)
    lines += _python(steps)
    n = len(right)
    rows = [f"[{', '.join(matrix[i * n : (i + 1) * n])}]" for i in range(n)]
    lines += [f"    A = [{', '.join(rows)}]", f"    b = [{', '.join(right)}]"]
    lines += [f"    b = {solving}"]
    more: Steps = []
    found = kernel.completed([f"b[{i}]" for i in range(kernel.width)], more)
    lines += _python(more)
    return found


def _broken(texts: list[str]) -> str:
    """Entries broken into lines that are not too long."""
    rows = [", ".join(texts[i : i + 8]) for i in range(0, len(texts), 8)]
    return ",\n        ".join(rows)


def sources(pieces: Pieces, kernel: Callable[[CKernel], Kernel]) -> Mapping[str, Callable[[], str]]:
    """Functions that write the text, by language."""
    return {
        "c": lambda: written_c(kernel(CKernel())),
        "numpy": lambda: written_numpy(kernel(PythonKernel()), kernel(NumpyKernel())),
        "python": lambda: written_python(kernel(PythonKernel())),
    }


LANGUAGES = ("c", "numpy", "python")
"""The languages of right-hand sides."""
