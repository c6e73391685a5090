"""A program in C for positions and velocities that satisfy the constraints.

The generated functions of `motion_code` are called by a driver that is the same for all mechanisms.
It takes damped Gauss-Newton steps of least size, so that equations may depend on each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rewrite import Code, code

Entry = tuple[str, tuple[int, ...]]
"""A name and its shape: () number, (3,) vector, (4,) quaternion, (3, 3) rotation."""


@dataclass(frozen=True)
class CLayout:
    """The entries of y (configuration, then speeds), of the steps, and of p."""

    configuration: Sequence[Entry]
    speeds: Sequence[Entry]
    own: Sequence[str]
    parameters: Sequence[Entry]
    closures: int
    rows: int

    @property
    def size(self) -> int:
        return sum(_length(s) for _, s in self.configuration)

    @property
    def width(self) -> int:
        return sum(_length(s) for _, s in self.speeds)


def _length(shape: tuple[int, ...]) -> int:
    total = 1
    for n in shape:
        total *= n
    return total


def newton_source(layout: CLayout, terms: Mapping[str, Mapping[str, Any]]) -> str:
    """The C file: `positions`, `velocities` and `gaps`, with the generated functions."""
    made = {name: code(_lists(name, dict(t)), "c", name=name) for name, t in terms.items()}
    texts = [c.text.replace("#include <math.h>\n\n", "").rstrip() for c in made.values()]
    texts = [t.replace("\nvoid ", "\nstatic void ") for t in texts]
    n, u = layout.size, layout.width
    sizes = {
        "N": n, "U": u, "V": u + len(layout.own), "G": layout.closures, "R": layout.rows,
        "P": sum(_length(s) for _, s in layout.parameters),
    }  # fmt: skip
    head = [_about(layout), "#include <math.h>", "#include <string.h>", ""]
    head += [f"enum {{ {', '.join(f'{k} = {v}' for k, v in sizes.items())} }};", ""]
    calls = [_caller(name, made.get(name), layout) for name in _OUTPUTS]
    return "\n\n".join(["\n".join(head), *texts, *calls, _proper(layout), DRIVER]) + "\n"


def _lists(name: str, terms: dict[str, Any]) -> dict[str, Any]:
    """The scalars of a function as arrays."""
    if name == "rates":
        return terms
    return {
        out: [t for k, t in terms.items() if k.split("_")[0] == out]
        for out in dict.fromkeys(k.split("_")[0] for k in terms)
    }


def _about(layout: CLayout) -> str:
    def listed(entries: Sequence[Entry]) -> str:
        return ", ".join(f"{n}[{_length(s)}]" if s else n for n, s in entries) or "nothing"

    return (
        "/* Positions and velocities of a mechanism by Newton's iteration: generated code.\n *\n"
        f" * y: {listed([*layout.configuration, *layout.speeds])}\n"
        f" * p: {listed(layout.parameters)}\n"
        f" * fixed: for each of the speeds {listed(layout.speeds)}\n"
        " *        whether it and its coordinate are kept; NULL if none is\n *\n"
        " * positions(y, p, fixed) and velocities(y, p, fixed) change y and return the number of\n"
        " * steps, or -1 if no state was found. gaps(y, p, g) writes the residuals to g.\n */"
    )


_OUTPUTS = {"closure": ("g", "J"), "rates": (), "constraints": ("Delta", "tau", "gap")}


def _caller(name: str, made: Code | None, layout: CLayout) -> str:
    """A function with arrays around a generated one with names."""
    if name == "rates":
        lines = _rates_call(made, layout)
        head = "static void rates_at(const double *y, const double *s, const double *p, double *r)"
    else:
        outputs = {"closure": "g, J", "constraints": "Delta, tau, gap"}[name]
        arguments = ", ".join(f"double *{x}" for x in outputs.split(", "))
        head = f"static void {name}_at(const double *y, const double *p, {arguments})"
        lines = []
        if made is not None:
            given = ", ".join([*_arguments(made, layout, "y + N"), *_outputs(made)])
            lines.append(f"{name}({given});")
        unused = "(void)y; (void)p; " + " ".join(f"(void){x};" for x in outputs.split(", "))
        lines.insert(0, unused)
    return "\n".join([head, "{", *(f"    {line}" for line in lines), "}"])


def _outputs(made: Code) -> list[str]:
    return [str(name) for name in made.outputs]


def _rates_call(made: Code | None, layout: CLayout) -> list[str]:
    lines = ["(void)y; (void)s; (void)p; (void)r;"]
    if made is None:
        return lines
    places, at = [], 0
    for _, shape in layout.configuration:
        places.append(f"r + {at}")
        at += _length(shape)
    lines.append(f"rates({', '.join([*_arguments(made, layout, 's'), *places])});")
    return lines


def _arguments(made: Code, layout: CLayout, speeds: str) -> list[str]:
    """Where each argument of a generated function is among y, the speeds and p."""
    where: dict[str, str] = {}
    for base, entries in (("y", layout.configuration), (speeds, layout.speeds),
                          ("p", layout.parameters)):  # fmt: skip
        at = 0
        for name, shape in entries:
            where[name] = f"{base} + {at}" if shape else f"({base})[{at}]"
            at += _length(shape)
    for k, name in enumerate(layout.own):
        where[name] = f"({speeds})[U + {k}]" if speeds == "s" else "0.0"
    return [where[str(a.symbol)] for a in made.program.arguments]


def _proper(layout: CLayout) -> str:
    """Quaternions of length one, and orthogonal matrices."""
    lines, at = ["    (void)y;"], 0
    for _, shape in layout.configuration:
        if shape == (4,):
            lines.append(f"    unit(y + {at});")
        if shape == (3, 3):
            lines.append(f"    orthogonal(y + {at});")
        at += _length(shape)
    return "\n".join([HELPERS, "static void proper(double *y)", "{", *lines, "}"])


HELPERS = """\
static void unit(double *q)
{
    double s = sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3]);
    for (int i = 0; i < 4; i++) q[i] /= s;
}

/* The nearest orthogonal matrix, by Newton's iteration R <- (3 R - R R' R)/2. */
static void orthogonal(double *R)
{
    for (int turn = 0; turn < 8; turn++) {
        double S[9], T[9];
        for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) {
            S[3*i + j] = 0.0;
            for (int k = 0; k < 3; k++) S[3*i + j] += R[3*k + i]*R[3*k + j];
        }
        for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) {
            T[3*i + j] = 1.5*R[3*i + j];
            for (int k = 0; k < 3; k++) T[3*i + j] -= 0.5*R[3*i + k]*S[3*k + j];
        }
        memcpy(R, T, sizeof T);
    }
}
"""
DRIVER = """\
enum { STEPS = 100, HALVINGS = 20 };
#define SMALL 1e-12
#define AT_LEAST_ONE(n) ((n) > 0 ? (n) : 1)

/* The step of least size with A x = -b as nearly as possible: x = -A' (A A' + e)^-1 b, where e is
 * so small that it only matters for equations that depend on each other. */
static void least(int m, int n, const double *A, const double *b, double e, double *x)
{
    static _Thread_local double L[AT_LEAST_ONE(G > R ? G*G : R*R)];
    static _Thread_local double z[AT_LEAST_ONE(G > R ? G : R)];
    double largest = 0.0;
    for (int i = 0; i < m; i++) {
        double s = 0.0;
        for (int k = 0; k < n; k++) s += A[i*n + k]*A[i*n + k];
        if (s > largest) largest = s;
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++) {
            double s = i == j ? e*(largest + 1e-300) : 0.0;
            for (int k = 0; k < n; k++) s += A[i*n + k]*A[j*n + k];
            for (int k = 0; k < j; k++) s -= L[i*m + k]*L[j*m + k];
            L[i*m + j] = i == j ? sqrt(s > 0.0 ? s : e*(largest + 1e-300)) : s/L[j*m + j];
        }
    }
    for (int i = 0; i < m; i++) {
        z[i] = b[i];
        for (int k = 0; k < i; k++) z[i] -= L[i*m + k]*z[k];
        z[i] /= L[i*m + i];
    }
    for (int i = m - 1; i >= 0; i--) {
        for (int k = i + 1; k < m; k++) z[i] -= L[k*m + i]*z[k];
        z[i] /= L[i*m + i];
    }
    for (int k = 0; k < n; k++) {
        x[k] = 0.0;
        for (int i = 0; i < m; i++) x[k] -= A[i*n + k]*z[i];
    }
}

static double most(int m, const double *b)
{
    double found = 0.0;
    for (int i = 0; i < m; i++) if (!(fabs(b[i]) <= found)) found = fabs(b[i]);
    return found;
}

static double square(int m, const double *b)
{
    double s = 0.0;
    for (int i = 0; i < m; i++) s += b[i]*b[i];
    return s;
}

static void hold(int m, int n, double *A, const int *fixed)
{
    for (int k = 0; fixed && k < U; k++)
        if (fixed[k]) for (int i = 0; i < m; i++) A[i*n + k] = 0.0;
}

void gaps(const double *y, const double *p, double *g)
{
    static _Thread_local double J[AT_LEAST_ONE(G*V)];
    closure_at(y, p, g, J);
}

int positions(double *y, const double *p, const int *fixed)
{
    static _Thread_local double g[AT_LEAST_ONE(G)], J[AT_LEAST_ONE(G*V)], h[AT_LEAST_ONE(G)];
    static _Thread_local double s[AT_LEAST_ONE(V)], r[AT_LEAST_ONE(N)], t[N + U + 1];
    static _Thread_local double K[AT_LEAST_ONE(G*V)];
    proper(y);
    for (int step = 0; step < STEPS; step++) {
        closure_at(y, p, g, J);
        if (most(G, g) < SMALL) return step;
        hold(G, V, J, fixed);
        least(G, V, J, g, 1e-13, s);
        double before = square(G, g);
        int better = 0;
        for (int half = 0; half < HALVINGS && !better; half++) {
            rates_at(y, s, p, r);
            memcpy(t, y, (N + U)*sizeof *y);
            for (int i = 0; i < N; i++) t[i] += r[i];
            proper(t);
            closure_at(t, p, h, K);
            better = square(G, h) < before;
            for (int k = 0; k < V; k++) s[k] *= 0.5;
        }
        if (!better) return most(G, g) < 1e-9 ? step : -1;
        memcpy(y, t, N*sizeof *y);
    }
    return -1;
}

int velocities(double *y, const double *p, const int *fixed)
{
    static _Thread_local double D[AT_LEAST_ONE(R*U)], tau[AT_LEAST_ONE(R)], gap[AT_LEAST_ONE(R)];
    static _Thread_local double s[AT_LEAST_ONE(U)];
    for (int step = 0; step < 8; step++) {
        constraints_at(y, p, D, tau, gap);
        for (int i = 0; i < R; i++)
            for (int k = 0; k < U; k++) tau[i] += D[i*U + k]*y[N + k];
        if (most(R, tau) < SMALL*(1.0 + most(U, y + N))) return step;
        hold(R, U, D, fixed);
        least(R, U, D, tau, 1e-13, s);
        for (int k = 0; k < U; k++) y[N + k] += s[k];
    }
    return most(R, tau) < 1e-9*(1.0 + most(U, y + N)) ? 8 : -1;
}"""
