"""y' = f(t, y, p): a function of arrays that an integrator calls."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from ctypes import c_double, c_void_p
from functools import cached_property
from typing import Any

import numpy as np

from rewrite import Quaternion, Scalar, Term, Vector, time_limited

from ..errors import ModelError
from .c_compiler import NotCompiledError, library
from .kernel import CKernel, Kernel, graph_of
from .rhs_terms import Pieces
from .slots import Slots, shape_of
from .writing_rhs import LANGUAGES, sources

Rates = Callable[[float, Any], Any]
"""A function of a time and a state that gives the rates of the state."""


class RightHandSide:
    """y' = f(t, y, p), ready for `scipy.integrate.solve_ivp(f, span, y, args=(p,))`.

    - `state`: the names of the entries of y in order: the configuration, then the speeds. Entries
      of a vector or quaternion are w[0], w[1], …;
    - `parameters` and `inputs`: the names of the entries of p in order. Inputs change with time.
      p is an array in this order, or a mapping from names or symbols, in which a value may be a
      function of t, or of t and y;
    - `source`: the text, in C, NumPy or Python. `compiled` says whether C runs; if not, NumPy runs
      instead and `note` says why.

    A unit quaternion is normalised before use, so the drift of its norm does no harm.

    >>> from mechanics import kane
    >>> from mechanics.models import plane_pendulum
    >>> f = kane(plane_pendulum(1)).rhs("python")
    >>> f.state, f.parameters
    (['q1', "q1'"], ['g', 'l1', 'm1'])
    >>> f(0.0, [0.0, 2.0], {"g": 9.81, "l1": 1, "m1": 3})
    array([ 2., -0.])
    """

    def __init__(
        self,
        pieces: Pieces,
        language: str = "numpy",
        pull: tuple[float, float] | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        if not isinstance(language, str) or language.lower() not in LANGUAGES:
            listed = ", ".join(LANGUAGES)
            raise ModelError(f"rhs: there is no language {language!r}; use one of {listed}")
        self.pieces, self.language, self.pull = pieces, language.lower(), pull
        self.functions = dict(functions or {})
        self.note = ""
        self._given = Slots(
            (*pieces.parameters.symbols, *pieces.inputs.symbols), "parameters and inputs"
        )

    # -- names ------------------------------------------------------------------------------------

    @property
    def state(self) -> list[str]:
        return self.pieces.state.names

    @property
    def parameters(self) -> list[str]:
        return self.pieces.parameters.names

    @property
    def inputs(self) -> list[str]:
        return self.pieces.inputs.names

    def pack(self, given: Mapping[Any, Any]) -> Any:
        """The array y from values by name or symbol; missing values are 0, or the identity
        rotation.

        >>> from mechanics import kane
        >>> from mechanics.models import plane_pendulum
        >>> kane(plane_pendulum(2)).rhs().pack({"q2": 0.5, "q1'": 3})
        array([0. , 0.5, 3. , 0. ])
        """
        return self.pieces.state.packed(given, {s: at_rest(s) for s in self.pieces.state.symbols})

    def unpack(self, y: Any) -> dict[str, Any]:
        """Values by name from an array y, or from one with states in its columns."""
        return self.pieces.state.unpacked(y)

    # -- text -------------------------------------------------------------------------------------

    @cached_property
    def _graph(self) -> Any:
        return graph_of(self.pieces)

    def _kernel(self, language: CKernel) -> Kernel:
        return Kernel(self.pieces, self._graph, language, self.pull, self.functions)

    def written(self, language: str) -> str:
        """The text in a language."""
        return sources(self.pieces, self._kernel)[language]()

    @time_limited
    def made(self, *, time_limit: float | None = None) -> RightHandSide:
        """The same function, with its text made now instead of at the first call.
        After `time_limit` seconds it stops with a LimitError.
        """
        assert self.source
        return self

    @cached_property
    def source(self) -> str:
        """The text in the chosen language."""
        return self.written(self.language)

    @cached_property
    def compiled(self) -> bool:
        """Whether C runs: a compiler was found and accepted the text."""
        return self.language == "c" and self._library is not None

    @cached_property
    def _library(self) -> Any:
        if self._calls_functions:
            self.note = "functions that are only named have no C code: NumPy runs instead"
            return None
        try:
            found = library(self.source)
        except NotCompiledError as error:
            self.note = f"{error}; NumPy runs instead"
            return None
        found.f_at.argtypes = [c_double, c_void_p, c_void_p, c_void_p, c_void_p]
        found.f_at.restype = None
        found.f_constants.argtypes = [c_void_p, c_void_p]
        found.f_constants.restype = None
        return found

    @cached_property
    def _calls_functions(self) -> bool:
        return bool(self._kernel(CKernel()).code.program.functions)

    @cached_property
    def _module(self) -> dict[str, Any]:
        """The names that the Python or NumPy text defines; the text is generated, so it is safe to
        run.
        """
        language = "python" if self.language == "python" else "numpy"
        text = self.source if language == self.language else self.written(language)
        found: dict[str, Any] = {}
        exec(compile(text, f"<right-hand side of {self.pieces.name}>", "exec"), found)
        made = self._kernel(CKernel()).code
        for name, called in made.program.functions.items():
            own = self.functions.get(called.name) or called.op.evaluate
            if own is None:
                raise ModelError(
                    f"{called.name} is a function without a definition; give one with "
                    f"functions={{{called.name!r}: ...}}"
                )
            found[name] = own
        return found

    # -- numbers ----------------------------------------------------------------------------------

    def __call__(self, t: float, y: Any, p: Any = ()) -> Any:
        """The rates of a state, or, with NumPy, of all states in the columns of y."""
        return self.bind(p)(t, y)

    def bind(self, p: Any = ()) -> Rates:
        """A function of t and y for one p: it checks p once, so that calls are quick.

        With C it writes to its own memory: make another one for another thread.
        """
        flat, moving = self._values(p)
        function = self._compiled(flat) if self.compiled else self._interpreted(flat)
        if not moving:
            return function

        def with_inputs(t: float, y: Any) -> Any:
            for place, value in moving:
                flat[place] = np.ravel(value(t, y))
            return function(t, y)

        return with_inputs

    def _compiled(self, flat: Any) -> Rates:
        at, size = self._library.f_at, self.pieces.state.size
        y_at, dy, c = np.empty(size), np.empty(size), np.empty(self._constants)
        places = [a.ctypes.data for a in (y_at, flat, c, dy)]
        self._library.f_constants(places[1], places[2])

        def f(t: float, y: Any, kept: Any = (flat, c)) -> Any:
            if len(y) != size:
                self._refuse(y)
            y_at[:] = y
            at(t, *places)
            return dy.copy()

        return f

    @cached_property
    def _constants(self) -> int:
        return max(len(self._kernel(CKernel()).code.program.kept), 1)

    def _interpreted(self, flat: Any) -> Rates:
        module, size = self._module, self.pieces.state.size
        at, batch = module["f_at"], module.get("f_batch")
        c = module["f_constants"](flat.tolist())

        def f(t: float, y: Any) -> Any:
            y = np.asarray(y, dtype=float)
            if y.shape[:1] != (size,):
                self._refuse(y)
            if y.ndim > 1 and batch is not None:
                return batch(t, y, flat, c)
            try:
                return np.array(at(t, y.tolist(), flat.tolist(), c), dtype=float)
            except (np.linalg.LinAlgError, ZeroDivisionError):  # C gives NaN there as well
                return np.full(size, np.nan)

        return f

    def _refuse(self, y: Any) -> None:
        """Refuse a state of another size."""
        self.pieces.state.from_sequence(y)
        raise ModelError(f"the state has {self.pieces.state.size} entries, in the first axis of y")

    def _values(self, p: Any) -> tuple[Any, list[tuple[slice, Any]]]:
        """p as a flat array, and the entries of it that are functions."""
        if not isinstance(p, Mapping):
            return np.array(self._given.from_sequence(p)), []
        numbers: dict[Any, Any] = {}
        moving: list[tuple[slice, Any]] = []
        for key, value in self._given.sorted_out(p).items():
            if isinstance(value, Term):
                raise ModelError(
                    f"{key} is given as the term {value}: give terms for inputs when the function "
                    "is made, rhs(inputs={…}), or numbers and functions of time here"
                )
            if callable(value):
                moving.append((self._moving(key), _of_time_and_state(str(key), value)))
                value = 0.0 if isinstance(key, int) else at_rest(key)
            numbers[self._given.names[key] if isinstance(key, int) else key] = value
        return self._given.packed(numbers), moving

    def of_time_and_state(self, symbol: Any, value: Any) -> Any:
        """A number or an array after checks, or a function of t and y."""
        if callable(value):
            return _of_time_and_state(str(symbol), value)
        found = self._given.array(symbol, value)
        return found.reshape(shape_of(symbol)) if shape_of(symbol) else found

    def _moving(self, key: Any) -> slice:
        place = slice(key, key + 1) if isinstance(key, int) else self._given.place(key)
        if place.start < self.pieces.parameters.size:
            name = self._given.names[place.start]
            raise ModelError(
                f"{name} is a parameter, which stays constant, and cannot be a function of time; "
                "declare it with time=True"
            )
        return place

    def __repr__(self) -> str:
        return f"<y' = f(t, y, p) of {self.pieces.name} in {self.language}>"

    def __str__(self) -> str:
        return self.pieces.description()


def at_rest(symbol: Any) -> Any:
    """The value of a state that is not given: zero, or the identity rotation."""
    if isinstance(symbol, Quaternion):
        return np.eye(4)[0]
    if isinstance(symbol, Scalar | Vector):
        return np.zeros(shape_of(symbol))
    return np.eye(3)


def _of_time_and_state(name: str, value: Any) -> Callable[[float, Any], Any]:
    """A function of t, or of t and y, as a function of t and y."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return lambda t, y: value(t)
    for count in (1, 2):
        try:
            signature.bind(*[0.0] * count)
        except TypeError:
            continue
        return (lambda t, y: value(t)) if count == 1 else value
    raise ModelError(f"{name}: a function of t, or of t and y, is needed, not {value!r}")
