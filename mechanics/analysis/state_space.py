"""The equations of small motions in the form x' = A x + B v, y = C x + D v."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from rewrite import interruptible

from .reducing import Reduced


@dataclass
class StateSpace:
    """mass, damping, stiffness, A, B, C and feedthrough as arrays, or as matrices of sympy."""

    mass: Any
    damping: Any
    stiffness: Any
    A: Any
    B: Any
    C: Any
    feedthrough: Any


@interruptible
def state_space(r: Reduced, kept: Sequence[int], k: Any) -> StateSpace:
    """x' = A x + B v and y = C x + D v, for the coordinates that are kept."""
    nq, nu = len(kept), r.mass.shape[0]
    ni = r.drive.shape[1]
    stiffness = k.part(r.stiffness, range(nu), kept)
    own = k.part(r.own, kept, kept)
    along = k.part(r.along, kept, range(nu))
    both = np.hstack if not k.exact else lambda parts: sympy.Matrix.hstack(*parts)
    solved = k.solve(r.mass, both([stiffness, r.damping, r.drive]))
    A, B = k.zeros(nq + nu, nq + nu), k.zeros(nq + nu, ni)
    _put(A, 0, 0, own)
    _put(A, 0, nq, along)
    _put(A, nq, 0, -k.part(solved, range(nu), range(nq)))
    _put(A, nq, nq, -k.part(solved, range(nu), range(nq, nq + nu)))
    _put(B, nq, 0, k.part(solved, range(nu), range(nq + nu, nq + nu + ni)))
    C, D = _measured(r, kept, k, A, B, nq, nu)
    return StateSpace(r.mass, r.damping, stiffness, A, B, C, D)


def _measured(r: Reduced, kept: Any, k: Any, A: Any, B: Any, nq: int, nu: int) -> tuple[Any, Any]:
    """C and the feedthrough: for all states, or for the outputs that were given."""
    if r.outputs is None:
        C = k.zeros(nq + nu, nq + nu)
        for i in range(nq + nu):
            C[i, i] = 1
        return C, k.zeros(nq + nu, B.shape[1])
    by_q, by_u, by_i, by_a = r.outputs
    n = by_q.shape[0]
    speeds = range(nq, nq + nu)
    fast = by_a @ k.part(A, speeds, range(nq + nu))
    C = k.zeros(n, nq + nu)
    _put(C, 0, 0, k.part(by_q, range(n), kept))
    _put(C, 0, nq, by_u)
    return k.tidy(C + fast), k.tidy(by_i + by_a @ k.part(B, speeds, range(B.shape[1])))


def _put(whole: Any, row: int, column: int, part: Any) -> None:
    for i in range(part.shape[0]):
        for j in range(part.shape[1]):
            whole[row + i, column + j] = part[i, j]
