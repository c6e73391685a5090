"""The reference for operations: code that an expert writes by hand, counted while it runs.

These are straight-line recursions in ordinary Python over numbers that count (see `tally`). Sines
and cosines are those of the given angles. The reference is not proved to be a minimum.
"""

from __future__ import annotations

from typing import Any

from .tally import Names


def cross(a: list[Any], b: list[Any]) -> list[Any]:
    return [a[i] * b[j] - a[j] * b[i] for i, j in ((1, 2), (2, 0), (0, 1))]


def dot(a: list[Any], b: list[Any]) -> Any:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def plus(*vectors: list[Any]) -> list[Any]:
    return [sum(entries[1:], entries[0]) for entries in zip(*vectors, strict=True)]


def turned(axis: int, c: Any, s: Any, x: list[Any]) -> list[Any]:
    """A vector turned about an axis: four multiplications, two additions."""
    i, j, found = (axis + 1) % 3, (axis + 2) % 3, list(x)
    found[i], found[j] = c * x[i] - s * x[j], s * x[i] + c * x[j]
    return found


# -- a chain of frames ----------------------------------------------------------------------------


def frames(n: int, of: Names) -> list[Any]:
    """From the tip inwards with position, velocity and acceleration, 18 + 16 per frame.

    The position is turned before it is transported, except in the last frame, where it is not
    needed. Additions along the axis of a turn are combined with the next ones: parameters only.
    """
    p, v, a = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    waiting = [0, 0, 0]
    for k in reversed(range(n)):
        axis, i, j = k % 3, (k + 1) % 3, (k + 2) % 3
        waiting = plus(waiting, of.vector(f"r{k}_"))
        for m in (i, j):
            p[m], waiting[m] = p[m] + waiting[m], 0
        (c, s), u, du = of(f"q{k}").turn(), of(f"dq{k}"), of(f"ddq{k}")
        if k == 0 and n > 1:
            v, a = _transported(axis, u, du, p, v, a)
            return [*turned(axis, c, s, v), *turned(axis, c, s, a)]
        p, v, a = (turned(axis, c, s, x) for x in (p, v, a))
        v, a = _transported(axis, u, du, p, v, a)
    return [*v, *a]


def _transported(axis: int, u: Any, du: Any, p: Any, v: Any, a: Any) -> tuple[Any, Any]:
    """V = v + u e × p and A = a + du e × p + u e × (v + V)."""
    i, j = (axis + 1) % 3, (axis + 2) % 3
    V, A = list(v), list(a)
    V[i], V[j] = v[i] - u * p[j], v[j] + u * p[i]
    A[i] = a[i] - du * p[j] - u * (v[j] + V[j])
    A[j] = a[j] + du * p[i] + u * (v[i] + V[i])
    return V, A


# -- the inertia of bodies ------------------------------------------------------------------------


def inertia(n: int, of: Names) -> list[Any]:
    """R (J - J3 Id) Rᵀ by three turns in planes, 16 + 8 per body, and m c cᵀ, 9; sums by entries.

    The three diagonal entries are made of six sums over the bodies; their trace is known.
    """
    sums: list[Any] = [0] * 9
    for k in range(n):
        sums = plus(sums, _turned_inertia(k, of), _mass(k, of))
    A, C, G, Sx, Sy, Sz, xy, xz, yz = sums
    third = sum((of(f"J{k}_2") for k in range(1, n)), of("J0_2"))
    first = sum((of(f"J{k}_0") + of(f"J{k}_1") for k in range(1, n)), of("J0_0") + of("J0_1"))
    Sz3 = Sz + third
    xx, yy, zz = A - C + Sy + Sz3, C + G + Sx + Sz3, Sx + Sy - A - G + (first - third)
    return [xx, xy, xz, xy, yy, yz, xz, yz, zz]


def _turned_inertia(k: int, of: Names) -> list[Any]:
    """Rx Ry Rz diag(a, b, 0): the parts of the diagonal, zeros for masses, the other entries."""
    (c0, s0), (c1, s1), (c2, s2) = (of(f"q{k}_{i}").turn() for i in range(3))
    J1, J2, J3 = (of(f"J{k}_{i}") for i in range(3))
    dc = (J1 - J2) * c2
    dcc, H = dc * c2, dc * s2
    A, B = (J2 - J3) + dcc, (J1 - J3) - dcc
    As, t = A * s1, H * s1
    C, xz, xy = As * s1, As * c1, H * c1
    g = (B - C) * c0 + (t + t) * s0
    return [A, C, c0 * g, 0, 0, 0, c0 * xy + s0 * xz, s0 * xy - c0 * xz, s0 * g - t]


def _mass(k: int, of: Names) -> list[Any]:
    m, (x, y, z) = of(f"m{k}"), of.vector(f"c{k}_")
    mx, my, mz = m * x, m * y, m * z
    return [0, 0, 0, mx * x, my * y, mz * z, -(mx * y), -(mx * z), -(my * z)]


# -- the moment balance ---------------------------------------------------------------------------


def balance(n: int, of: Names) -> list[Any]:
    """J w' + w × J w + Σ m r × (r'' + 2 w × r' + w' × r + (w·r) w), the cheapest of three ways."""
    w, dw = of.vector("w"), of.vector("dw")
    way = one_by_one if n == 1 else by_matrix if n <= 4 else gathered
    return way(n, of, w, dw)


def one_by_one(n: int, of: Names, w: list[Any], dw: list[Any]) -> list[Any]:
    """Every arm separately."""
    moment, twice = _spin(of, w, dw, _products(w)), plus(w, w)
    for k in range(n):
        r, f = _arm(k, of, twice)
        along = dot(w, r)
        f = plus(f, cross(dw, r), [along * x for x in w])
        moment = plus(moment, cross(_heavy(k, of, r), f))
    return moment


def by_matrix(n: int, of: Names, w: list[Any], dw: list[Any]) -> list[Any]:
    """w' × r + (w·r) w = N r for all arms; since r × r = 0, N is known up to a multiple of Id."""
    products = _products(w)
    moment, twice, N = _spin(of, w, dw, products), plus(w, w), _matrix(w, dw, products)
    for k in range(n):
        r, f = _arm(k, of, twice)
        f = plus(f, [dot(row, r) for row in N])
        moment = plus(moment, cross(_heavy(k, of, r), f))
    return moment


def gathered(n: int, of: Names, w: list[Any], dw: list[Any]) -> list[Any]:
    """Compute Σ m r rᵀ = S first; the moment is the axial vector of N S, with half of J added."""
    twice, moment, sums = plus(w, w), [0, 0, 0], [0] * 6
    for k in range(n):
        r, f = _arm(k, of, twice)
        x, y, z = heavy = _heavy(k, of, r)
        moment = plus(moment, cross(heavy, f))
        squares = [x * r[0], y * r[1], z * r[2], y * r[2], z * r[0], x * r[1]]
        sums = plus(sums, squares)
    J = [of(f"J{i}") for i in range(3)]
    S = [sums[i] + 0.5 * (J[i - 1] + J[i - 2] - J[i]) for i in range(3)]
    off, N = sums[3:], _matrix(w, dw, _products(w))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        between = N[k][k] - N[j][j]
        moment[i] = moment[i] + N[k][i] * off[k] - N[j][i] * off[j] + between * off[i]
        moment[i] = moment[i] + N[k][j] * S[j] - N[j][k] * S[k]
    return moment


def _products(w: list[Any]) -> list[Any]:
    return [w[1] * w[2], w[2] * w[0], w[0] * w[1]]


def _spin(of: Names, w: list[Any], dw: list[Any], products: list[Any]) -> list[Any]:
    """J w' + w × J w, J diagonal."""
    J = [of(f"J{i}") for i in range(3)]
    return [J[i] * dw[i] + (J[i - 1] - J[i - 2]) * products[i] for i in range(3)]


def _matrix(w: list[Any], dw: list[Any], products: list[Any]) -> list[list[Any]]:
    """The matrix of r -> w' × r + (w·r) w - w1² r."""
    first = w[0] * w[0]
    N: list[list[Any]] = [[0] * 3 for _ in range(3)]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        N[j][k], N[k][j] = products[i] - dw[i], products[i] + dw[i]
        N[i][i] = w[i] * w[i] - first if i else 0
    return N


def _heavy(k: int, of: Names, r: list[Any]) -> list[Any]:
    m = of(f"m_{k}")
    return [m * x for x in r]


def _arm(k: int, of: Names, twice: list[Any]) -> tuple[list[Any], list[Any]]:
    """r and f = r'' + 2 w × r' of an arm, in the axes of the body: 31 + 22.

    Both are found in axes that turn with the arm, where the mass is at y = (l sin, b, l cos) and
    2 w has the components P - 2 u, Q and R.
    """
    (c, s), u, du = of(f"a_{k}").turn(), of(f"da_{k}"), of(f"dda_{k}")
    (c9, s9), u9, du9 = of(f"c_{k}").turn(), of(f"dc_{k}"), of(f"ddc_{k}")
    b, db, ddb = of(f"b_{k}"), of(f"db_{k}"), of(f"ddb_{k}")
    x, z = of(f"l_{k}") * s9, of(f"l_{k}") * c9
    X, Q, R = turned(0, c, -s, twice)
    X = X + u
    P, kappa, rho = X + u, u * X, u9 * (Q + u9)
    f = [
        (du9 + u * R) * z + (u * Q) * b - R * db - rho * x,
        (P * u9) * x + (R * u9 - du) * z - kappa * b + ddb,
        du * b - du9 * x - (rho + kappa) * z + P * db,
    ]
    r = turned(0, c, s, [x, b, z])
    r[2] = r[2] + of(f"h_{k}")
    return r, turned(0, c, s, f)
