"""Components in another frame.

A frame is a rotation R whose columns are its axes, by their components in the base frame. A vector
that is known by its components in R is R @ column(x, y, z), which may be given as the value of a
symbol; `frame(v, R)` is what has, in the base frame, the components that v has in R.
"""

from __future__ import annotations

from typing import Any

from ..errors import SortError
from ..normalform.walk import normal
from ..operators import label
from ..sorts import Matrix, Quaternion, Scalar, Vector
from ..terms import Term
from ..theory.matrices import matmul, trans
from ..theory.quaternions import quat, scalar_part, vector_part


def frame(t: Any, R: Any) -> Any:
    """A term whose components are those of `t` in the frame R.

    Vectors become Rᵀ v, 3×3 matrices Rᵀ A R, pure parts of quaternions turn as vectors do, and
    scalars stay. What cancels, such as RᵀR, is cancelled.

    >>> from rewrite import column, rotations, scalars, vector
    >>> (R, S), (x, y, z), v = rotations("R S"), scalars("x y z"), vector("v")
    >>> frame(R @ column(x, y, z), R), frame(R @ S @ v, R)
    (column(x, y, z), S @ v)
    """
    if not isinstance(R, Term) or R.sort is not Matrix or R.shape != (3, 3):
        raise SortError(f"a frame is a 3×3 rotation, not {label(R)}")
    if not isinstance(t, Term):
        raise SortError(f"frame takes a term, not {label(t)}")
    back = trans.build((R,))
    if t.sort is Scalar:
        return t
    if t.sort is Vector:
        return normal(matmul.build((back, t)))
    if t.sort is Matrix and t.shape == (3, 3):
        return normal(matmul.build((back, t, R)))
    if t.sort is Quaternion:
        turned = matmul.build((back, vector_part.build((t,))))
        return normal(quat.build((scalar_part.build((t,)), turned)))
    raise SortError(f"frame: {label(t)} has no components in a frame")
