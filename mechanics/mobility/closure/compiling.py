"""From a graph to a program: find which symbols are angles and which numbers are algebraic."""

from __future__ import annotations

from fractions import Fraction
from math import lcm, pi
from typing import Any

from rewrite import Graph, Matrix, Quaternion, Scalar, Term

from ...errors import ModelError
from .closure_terms import ClosureTerms, component_names
from .closures import Closure, ranges
from .coordinate_kinds import Attitude, Coordinate, Slide, Surd, Turn
from .sine_arguments import (
    PI,
    RADIAN,
    Atom,
    Form,
    atoms_outside_sines,
    finest_parts,
    sine_arguments,
)
from .square_roots import is_cosine, odd_primes, square_root
from .straight_line import INVERSE, NUMBER, PRODUCT, SCALE, SLOT, SUM, Program

Points = dict[Any, tuple[Fraction, ...]]
"""Angles that are given as points of the unit circle."""


class Compiler:
    """One compilation: the graph of the terms, and the coordinates of its inputs."""

    def __init__(
        self, graph: Graph, terms: ClosureTerms, unknowns: list[Term], points: Points
    ) -> None:
        self.graph, self.terms = graph, terms
        self.unknown_symbols, self.points = dict.fromkeys(unknowns), points
        self.forms = sine_arguments(graph)
        self.parts = finest_parts(self.forms)
        self.plain = atoms_outside_sines(graph)
        self.program = Program()
        self.given: Points = {}
        self.roots: list[tuple[Coordinate, int]] = []
        self.trivial: list[str] = []

    def closure(self) -> Closure:
        unknowns = [c for s in self.unknown_symbols for c in self._coordinates(s)]
        parameters = self._parameters()
        constants: list[Coordinate] = [*self.given, *self._numbers_under_sines()]
        parameters += [c for c in constants if c not in self.given and not _is_algebraic(c)]
        constants = [c for c in constants if c not in parameters] + self._surds(constants)
        of_unknowns, of_parameters = self._root_coordinates()
        unknowns, parameters = unknowns + of_unknowns, parameters + of_parameters
        everything = (*unknowns, *parameters, *constants)
        self.slots = ranges(everything, [c.slots for c in everything])
        self.places = {_atom_of(c): c for c in everything}
        names, relations, outputs = self._outputs(of_unknowns, of_parameters)
        self.program.outputs = tuple(outputs)
        return Closure(
            self.program, names, relations, tuple(unknowns), tuple(parameters), tuple(constants),
            self.given, (*of_unknowns, *of_parameters), len(of_unknowns), len(self.terms.traces),
            tuple(self.trivial),
        )  # fmt: skip

    # -- coordinates ------------------------------------------------------------------------------

    def _coordinates(self, s: Term) -> list[Coordinate]:
        """The coordinates of a symbol, in the order of its components."""
        name = s.value.name
        if isinstance(s, Quaternion) and "unit" in s.value.facts:
            return [Attitude(s, name)]
        if isinstance(s, Scalar):
            return [self._scalar((s, 0), name)]
        g = self.graph
        met = [g.values[n] for n in g.reachable() if g.kinds[n] == "input"]
        atoms = [a for a in met if a[0] is s]
        if not isinstance(s, Matrix):
            atoms = [(s, k) for k in range(s.sort.coordinates(s.shape))]
        return [self._scalar(a, f"{name}{a[1] + 1}") for a in atoms]

    def _scalar(self, atom: Atom, label: str) -> Coordinate:
        parts = self.parts.get(atom)
        if parts is None:
            return Slide(atom[0], label, atom[1])
        return Turn(atom[0], label, parts, atom in self.plain)

    def _parameters(self) -> list[Coordinate]:
        found: list[Coordinate] = []
        for s in [a.symbol for a in self.graph.arguments if a.symbol not in self.unknown_symbols]:
            if s.is_symbol and s.value.time:
                raise ModelError(
                    f"{s} depends on time and is not an unknown of the closure: "
                    "add it to the unknowns, or declare it constant"
                )
            for c in self._coordinates(s):
                if s not in self.points:
                    found.append(c)
                elif not isinstance(c, Turn) or c.plain or c.parts > 1:
                    raise ModelError(
                        f"{s} is given as an Angle, so it may occur only in sines and cosines of "
                        "whole multiples"
                    )
                else:
                    self.given[c] = self.points[s]
        return found

    def _numbers_under_sines(self) -> list[Turn]:
        """The numbers in arguments of sines, as angles: 2π/N, and rational numbers of radians."""
        found = []
        if PI in self.parts:
            n = lcm(4, 2 * self.parts[PI])
            found.append(Turn(None, f"2π/{n}", near=2 * pi / n, order=n))
        for kind, q in self.parts:
            if kind == RADIAN[0]:
                found.append(Turn(None, f"{q} rad", near=float(q), radians=q))
        return found

    def _surds(self, constants: list[Coordinate]) -> list[Coordinate]:
        """The square roots of primes, except those that are sums of the available cosines."""
        order = max([c.order for c in constants if isinstance(c, Turn)], default=0)
        primes: set[int] = set()
        g = self.graph
        for node in g.reachable():
            if self._is_number(node):
                inside = Fraction(g.values[g.args[node][0] >> 1])
                primes |= set(odd_primes(inside.numerator * inside.denominator))
        return [Surd(None, f"√{p}", p) for p in sorted(primes) if not is_cosine(p, order)]

    def _is_number(self, node: int) -> bool:
        """Whether a node is the square root of a rational number."""
        g = self.graph
        if g.kinds[node] != "power" or g.kinds[g.args[node][0] >> 1] != "const":
            return False
        return bool(g.values[node].denominator == 2)

    def _root_coordinates(self) -> tuple[list[Coordinate], list[Coordinate]]:
        """A coordinate for every root that is not a number: those that move, then the others."""
        g = self.graph
        moving: set[int] = set()
        unknown: list[Coordinate] = []
        constant: list[Coordinate] = []
        for node in g.reachable():
            is_input = g.kinds[node] == "input" and g.values[node][0] in self.unknown_symbols
            if is_input or any(a >> 1 in moving for a in g.args[node]):
                moving.add(node)
            if g.kinds[node] == "power" and not self._is_number(node):
                root = Slide(None, f"root {len(self.roots) + 1}", node)
                self.roots.append((root, node))
                (unknown if node in moving else constant).append(root)
        return unknown, constant

    # -- steps ------------------------------------------------------------------------------------

    def _outputs(
        self, of_unknowns: list[Coordinate], of_parameters: list[Coordinate]
    ) -> tuple[tuple[str, ...], tuple[str, ...], list[int]]:
        refs = self._registers()
        names: dict[str, list[str]] = {kind: [] for kind in self.terms.kinds}
        outputs: dict[str, list[int]] = {kind: [] for kind in self.terms.kinds}
        for output in self.graph.outputs:
            kind, _, name = output.name.partition(" ")
            labels = component_names(name, output.sort, len(output.refs))
            for label, ref in zip(labels, output.refs, strict=True):
                if kind in "er" and self._is_nothing(ref):
                    self.trivial += [label] if kind == "e" else []
                    continue
                outputs[kind].append(refs[ref >> 1] ^ (ref & 1))
                names[kind].append(label)
        for kind, roots in (("e", of_unknowns), ("r", of_parameters)):
            for root, node in self.roots:
                if root in roots:
                    names[kind].append(root.label)
                    outputs[kind].append(self._root_equation(root, node, refs))
        everything = [ref for refs in outputs.values() for ref in refs]
        return tuple(names["e"]), tuple(names["r"]), everything

    def _is_nothing(self, ref: int) -> bool:
        """Whether an output is zero for all values of the coordinates."""
        g = self.graph
        return g.kinds[ref >> 1] == "const" and not g.values[ref >> 1]

    def _root_equation(self, root: Coordinate, node: int, refs: dict[int, int]) -> int:
        """wⁿ - x, which vanishes for the n-th root w of x."""
        g, p = self.graph, self.program
        n = g.values[node].denominator
        w = p.step(SLOT, (), self.slots[root].start)
        inside = g.args[node][0]
        return p.step(SUM, (p.step(PRODUCT, (w,) * n), refs[inside >> 1] ^ (inside & 1) ^ 1))

    def _registers(self) -> dict[int, int]:
        """The reference to the register of every node that the outputs need."""
        g = self.graph
        refs: dict[int, int] = {}
        pairs: dict[int, tuple[int, int]] = {}
        for node in g.reachable():
            kind, args = g.kinds[node], g.args[node]
            if kind in ("sin", "cos"):
                inner = args[0] >> 1
                if inner not in pairs:
                    pairs[inner] = self._pair(self.forms[inner])
                c, s = pairs[inner]
                refs[node] = c if kind == "cos" else s ^ (args[0] & 1)
            elif all(a >> 1 in refs for a in args):
                found = self._register(node, tuple(refs[a >> 1] ^ (a & 1) for a in args))
                if found is not None:
                    refs[node] = found
        for ref in g.roots():
            if ref >> 1 not in refs:
                raise ModelError(
                    "closure equations must be polynomials in lengths, sines and cosines: they may "
                    "not contain π outside of sines and cosines, or other functions"
                )
        return refs

    def _register(self, node: int, operands: tuple[int, ...]) -> int | None:
        g, p = self.graph, self.program
        kind, value = g.kinds[node], g.values[node]
        if kind == "const":
            return p.step(NUMBER, (), Fraction(value))
        if kind == "input":
            slot = self._slot(value)
            return None if slot is None else p.step(SLOT, (), slot)
        if kind in ("sum", "product"):
            return p.step(SUM if kind == "sum" else PRODUCT, operands)
        if kind == "scale":
            return p.step(SCALE, operands, Fraction(value))
        if kind == "recip":
            return p.step(INVERSE, operands)
        if kind == "neg":
            return operands[0] ^ 1
        if kind == "power":
            return self._power(node, value)
        return None

    def _power(self, node: int, exponent: Fraction) -> int:
        p = self.program
        if self._is_number(node):
            inside = Fraction(self.graph.values[self.graph.args[node][0] >> 1])
            base = square_root(p, self.slots, inside)
        else:
            root = next(c for c, n in self.roots if n == node)
            base = p.step(SLOT, (), self.slots[root].start)
        whole = p.step(PRODUCT, (base,) * abs(exponent.numerator))
        return whole if exponent > 0 else p.step(INVERSE, (whole,))

    def _slot(self, atom: Atom) -> int | None:
        """The slot of an input that occurs outside of sines."""
        c = self.places.get(atom) or self.places.get((atom[0], 0))
        if isinstance(c, Attitude):
            return int(self.slots[c].start) + int(atom[1])
        if isinstance(c, Turn):
            return int(self.slots[c].start) + 2 if c.plain else None
        return None if c is None else int(self.slots[c].start)

    def _base(self, c: Turn) -> tuple[int, int]:
        start = self.slots[c].start
        return self.program.step(SLOT, (), start), self.program.step(SLOT, (), start + 1)

    def _pair(self, form: Form) -> tuple[int, int]:
        """The steps that make the cosine and sine of a sum of angles."""
        p = self.program
        result: tuple[int, int] | None = None
        for atom, q in form.items():
            c = self.places[atom]
            assert isinstance(c, Turn)
            n = q * c.order / 2 if c.order else q * self.parts[atom]
            found = p.multiple(self._base(c), int(n))
            result = found if result is None else p.turned(result, found)
        assert result is not None
        return result


def _is_algebraic(c: Coordinate) -> bool:
    return isinstance(c, Turn) and bool(c.order)


def _atom_of(c: Coordinate) -> Atom:
    if c.symbol is not None:
        return c.symbol, c.index if isinstance(c, Slide) else 0
    if isinstance(c, Turn):
        return PI if c.order else (RADIAN[0], c.radians)
    return c.label, 0
