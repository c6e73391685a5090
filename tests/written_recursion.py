"""Newton–Euler recursions as somebody writes them down: vectors, crosses, J ω˙ + ω × J ω."""

from __future__ import annotations

from typing import Any

from mechanics import X, Z
from rewrite import Vector as Vec
from rewrite import cross, dot, identity, matrix, number, parse, pi, rot, scalar, vector, zero

PARAMETERS = ("D3", "D4", "R3", "R4", "RL2", "RL4")


def entry(x: Any) -> Any:
    known = {name: scalar(name, constant=True) for name in PARAMETERS} | {"pi": pi}
    return parse(x, known) if isinstance(x, str) else number(x)


def efforts(table: Any, about_centres: bool = False) -> dict[str, Any]:
    """The efforts of a chain by its table, about origins or about mass centres."""
    w = dw = zero(Vec)
    a = scalar("g", constant=True) * Z
    links = []
    for j, row in enumerate(table, 1):
        R, P, w, dw, a = _moved(j, row, w, dw, a)
        J, m = matrix(f"J{j}", symmetric=True, constant=True), scalar(f"M{j}", constant=True)
        c = vector(f"c{j}", constant=True)
        if about_centres:
            f = m * (a + cross(dw, c) + cross(w, cross(w, c)))
            n = J @ dw + cross(w, J @ w) + cross(c, f)
        else:
            f = m * a + cross(dw, c) + cross(w, cross(w, c))
            n = J @ dw + cross(w, J @ w) + cross(c, a)
        links.append((row[0], R, P, f, n))
    return _inwards(links)


def _moved(j: int, row: Any, w: Any, dw: Any, a: Any) -> tuple[Any, ...]:
    sigma, alpha, d, _, r = row
    q, u, du = (scalar(f"{name}{j}", time=True) for name in ("q", "u", "du"))
    tilt = identity() if alpha == 0 else rot(X, entry(alpha))
    R = tilt if sigma else tilt @ rot(Z, q)
    P = entry(d) * X + tilt @ ((q if sigma else entry(r)) * Z)
    before, a = R.T @ w, R.T @ (a + cross(dw, P) + cross(w, cross(w, P)))
    if sigma:
        return R, P, before, R.T @ dw, a + du * Z + 2 * u * cross(before, Z)
    return R, P, before + u * Z, R.T @ dw + du * Z + cross(before, u * Z), a


def _inwards(links: list[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    beyond: Any = None
    for j in reversed(range(len(links))):
        sigma, R, P, f, n = links[j]
        if beyond is not None:
            turned, lever, force, moment = beyond
            f, n = f + turned @ force, n + turned @ moment + cross(lever, turned @ force)
        found[f"tau_{j + 1}"] = dot(Z, f if sigma else n)
        beyond = R, P, f, n
    return found
