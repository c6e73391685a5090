"""Check a verdict of `equal` again, from its JSON alone: python recheck.py VERDICT.json

Standard library only; nothing is shared with the package that gave the verdict, nothing is trusted.
Proved: both sides are evaluated modulo random primes at random points of the symbols' kinds, with
random numbers for what is known by name alone. What must be zero is a rational function whose size
is bounded here: a false claim is confirmed with a probability below 2^-100 (Schwartz and Zippel;
Weil for the signs of roots). Equations of a context must, with the multipliers given, add up to the
difference; multipliers may divide only by what divides a divisor of the sides. Both sides must have
a value at the point given. Refuted: the sides differ at the point modulo a prime, for all signs of
irrational roots; random numbers stand for π and e^i, which are transcendental.
Exit status: 0 confirmed, 1 wrong, 2 not readable, 3 not checked."""

import json
import math
import random
import sys
from fractions import Fraction
from functools import reduce
from itertools import chain
from typing import NamedTuple

ERROR_BITS, MOST_BITS, HEIGHT, MOST_SIGNS = 128, 6000, 64, 6
dice = random.SystemRandom()


# fmt: off
class WrongError(Exception): """The verdict claims what is not so."""
class UnsureError(ArithmeticError): """Another point, or another prime, may tell."""

def demand(true, why, error=ValueError):
    if not true:
        raise error(why)

# -- formulas: matrices row by row; quaternions, and values of other sorts, have no columns --------

class Value(NamedTuple):
    rows: int
    columns: int
    numbers: list

    def of(self, rows, columns=1):
        demand(self[:2] == (rows, columns), "an operand has the wrong shape")
        return self.numbers

def one(x): return Value(1, 1, [x])
def only(x): return x.of(1)[0]
def size(x): return len(x.of(x.rows, x.rows)) // x.rows
def table(n, entry): return Value(n, n, [entry(i, j) for i in range(n) for j in range(n)])
def eye(n): return table(n, lambda i, j: int(i == j))
def scale(k, x): return Value(*x[:2], [k * c for c in x.numbers])
def minus(x, y): return plus(x, scale(-1, y))
def plus(*xs):
    return Value(*xs[0][:2], [sum(cs) for cs in zip(*(x.of(*xs[0][:2]) for x in xs), strict=True)])
def dot(x, y):
    return sum(a * b for a, b in zip(x.numbers, y.of(*x[:2]), strict=True))
def trans(x):
    return Value(x.columns, x.rows, [c for j in range(x.columns) for c in x.numbers[j::x.columns]])
def mat(x, y):
    if (1, 1) in (x[:2], y[:2]):
        return scale(only(x), y) if x[:2] == (1, 1) else scale(only(y), x)
    demand(x.columns == y.rows > 0 < y.columns, "a product of matrices that do not fit")
    rows = [Value(y.rows, 1, x.numbers[i * y.rows:][:y.rows]) for i in range(x.rows)]
    columns = [Value(y.rows, 1, y.numbers[j::y.columns]) for j in range(y.columns)]
    return Value(x.rows, y.columns, [dot(row, column) for row in rows for column in columns])
def outer(x, y): return mat(x, trans(y))
def tilde(v):
    x, y, z = v.of(3)
    return Value(3, 3, [0, -z, y, z, 0, -x, -y, x, 0])
def cross(x, y): return mat(tilde(x), Value(3, 1, y.of(3)))
def turned(u, c, s, k): return plus(scale(c, eye(3)), scale(s, tilde(u)), scale(k, outer(u, u)))
def quat(s, v): return Value(4, 0, [s, *v.of(3)])
def split(q): return q.of(4, 0)[0], Value(3, 1, q.numbers[1:])
def conj(q): return quat(q.numbers[0], scale(-1, split(q)[1]))
def ham(p, q):
    (s, u), (t, v) = split(p), split(q)
    return quat(s * t - dot(u, v), plus(scale(s, v), scale(t, u), cross(u, v)))
def turn(q):
    s, v = split(q)
    return turned(v, s * s - dot(v, v), 2 * s, 2)
def orthonormal(x): return minus(outer(x, x), eye(size(x))).numbers
def triad(*axes):
    turns = [(axes[i], axes[(i + 1) % 3], axes[i - 1]) for i in range(3)]
    zeros = [dot(x, y) for x, y, _ in turns] + [dot(x, x) - 1 for x in axes]
    return zeros + [c for x, y, z in turns for c in minus(cross(x, y), z).numbers]

OPERATORS = {
    "add": plus, "neg": lambda x: scale(-1, x), "scale": lambda k, x: scale(only(k), x),
    "times": lambda *xs: one(math.prod(map(only, xs))), "matmul": lambda *xs: reduce(mat, xs),
    "trans": trans, "trace": lambda x: one(sum(x.numbers[:: size(x) + 1])), "outer": outer,
    "dot": lambda x, y: one(dot(x, y)), "norm2": lambda x: one(dot(x, x)), "cross": cross,
    "triple": lambda x, y, z: one(dot(cross(x, y), z)), "tilde": tilde, "conj": conj,
    "qmul": lambda *xs: reduce(ham, xs), "rotate": lambda q, v: mat(turn(q), Value(3, 1, v.of(3))),
    "quat": lambda s, v: quat(only(s), v), "rotation_matrix": turn,
    "scalar_part": lambda q: one(split(q)[0]), "vector_part": lambda q: split(q)[1],
    "column": lambda *xs: Value(3, 1, [only(x) for x in xs]), "x_of": lambda v: one(v.of(3)[0]),
    "y_of": lambda v: one(v.of(3)[1]), "z_of": lambda v: one(v.of(3)[2]),
    "vee": lambda x: Value(3, 1, [
        Fraction(1, 2) * (x.of(3, 3)[i] - x.numbers[j]) for i, j in ((7, 5), (2, 6), (3, 1))]),
}
VANISHES = {  # what is zero if a fact is true; with -1, for a rotation, the determinant
    "symmetric1": lambda x: minus(x, trans(x)).numbers, "orthogonal1": orthonormal,
    "antisymmetric1": lambda x: plus(x, trans(x)).numbers, "pure1": lambda q: q.of(4, 0)[:1],
    "diagonal1": lambda x: [c for i, c in enumerate(x.numbers) if i % (size(x) + 1)],
    "rotation1": orthonormal, "unit1": lambda x: [dot(x, x) - 1], "triad3": triad,
    "orthogonal2": lambda x, y: [dot(x, y)], "collinear2": lambda x, y: cross(x, y).numbers,
    "equals2": lambda x, y: minus(x, y).numbers,
}
SILENT = {"constant1", "nonzero1", "invertible1"}  # nothing is zero for these

# -- values modulo a prime, at a point that is given, or drawn as the symbols' kinds want it -------

SMALL = [q for q in range(2, 400) if all(q % r for r in range(2, q))]
def is_prime(n):  # by Miller and Rabin: each time, three of four composite numbers are found out
    twos, rounds = ((n - 1) & (1 - n)).bit_length() - 1, 60 if n >> 128 else 9
    if n < 400 or math.gcd(n, math.prod(SMALL)) > 1:
        return n in SMALL
    for x in (pow(dice.randrange(2, n - 1), (n - 1) >> twos, n) for _ in range(rounds)):
        if x not in (1, n - 1) and all((x := x * x % n) != n - 1 for _ in range(twos - 1)):
            return False
    return True

class At:
    """A point modulo a prime p, -1 modulo a multiple of 8. Half of all numbers are squares, as half
    of the real ones are positive; of two square roots the one that is a square stands for the
    positive one. Roots of an odd degree that divides p + 1 are unique."""

    def __init__(self, claim, p, point):
        self.claim, self.p, self.point, self.drawn = claim, p, point, {}
        self.generators, self.divisors, self.signs, self.angles = {}, [], {}, {}
        shapes = {name: node["shape"] or (4, 0) for name, node in claim.symbols.items()}
        self.values = {name: self.symbol(name, *shape) for name, shape in shapes.items()}
        for angle in claim.data["angles"]:
            x, parts = only(self(angle["of"])), angle["parts"]
            total = sum(Fraction(k["times"], k["parts"]) * only(self(k["angle"])) for k in parts)
            demand(self.clean(x - total) == 0, "an angle is not the sum of its parts", WrongError)
            self.angles[x] = parts
    def __call__(self, nodes):
        known = []
        for node in nodes:
            x = self.found(nodes, node, *(known[a] for a in node.get("args", ())))
            known.append(Value(x.rows, x.columns, [self.clean(c) for c in x.numbers]))
        return known[-1]
    def clean(self, x):
        below = 1 if isinstance(x, int) else pow(x.denominator, -1, self.p)
        return x.numerator * below % self.p
    def over(self, x):
        self.divisors.append(self.clean(x))
        demand(self.divisors[-1], "division by zero", ZeroDivisionError)
        return pow(self.divisors[-1], -1, self.p)
    def fraction(self, x):
        """The fraction of small numbers that is x modulo p, if there is one."""
        a, b, u, v = self.p, x, 0, 1
        while b >> HEIGHT:
            a, b, u, v = b, a % b, v, u - a // b * v
        return Fraction(b, v) if abs(v) >> HEIGHT == 0 else None
    def sign(self, key): return self.signs.setdefault(key, dice.choice((1, -1)))
    def draw(self, key, count, sphere=False):
        if key not in self.drawn:
            xs = [dice.randrange(self.p) for _ in range(count)]
            down = 2 * pow(1 + sum(x * x for x in xs[1:]), -1, self.p)
            on_sphere = [(down - 1) % self.p, *(down * x % self.p for x in xs[1:])]
            self.drawn[key] = on_sphere if sphere else xs
        return self.drawn[key]
    def found(self, nodes, node, *xs):
        op, (rows, columns) = node["op"], node.get("shape") or (4, 0)
        if "module" in node:  # known by name alone: the same for the same arguments
            key = op, node["module"], *(x[:2] for x in xs), *(c for x in xs for c in x.numbers)
            drawn = self.draw(key, rows * max(columns, 1))
            return Value(rows, columns, [c % 9973 for c in drawn] if self.point else drawn)
        if op in ("zero", "one"):
            return self.power(Value(rows, columns, [0] * rows * max(columns, 1)), int(op == "zero"))
        if op in ("sin", "cos", "rot"):
            c, _, s, _ = reduce(mat, map(self.arc, self.angles[only(xs[-1])]), eye(2)).numbers
            return turned(xs[0], c, s, 1 - c) if op == "rot" else one(c if op == "cos" else s)
        if op in ("power", "sqrt", "norm"):
            n = exponent(nodes, node)
            x = one(self.clean(dot(xs[0], xs[0]))) if op == "norm" else xs[0]
            return self.power(one(self.root(x, n.denominator)) if n.denominator > 1 else x, n.numerator)
        if op in ("div", "inv"):
            return scale(self.over(only(xs[1])), xs[0]) if op == "div" else self.power(*xs, -1)
        if op in ("number", "pi", "det"):
            found = self.draw("pi", 1)[0] if op == "pi" else Fraction(node.get("value", 0))
            return one(self.inverted(*xs)[0] if op == "det" else found)
        return self.values[name_of(node)] if op in ("symbol", "opaque") else OPERATORS[op](*xs)
    def root(self, x, n):
        """Of a fraction, at a given point: its sign must be known; an irrational root has both."""
        x, known = only(x), self.point is not None
        while n % 2 == 0:
            number, square, n = self.fraction(x) if known else Fraction(0), x, n // 2
            demand(number is not None, "the root of what is irrational", NotImplementedError)
            demand(number >= 0, "the root of a negative number", ZeroDivisionError)
            x, exact = self.square_root(x), Fraction(*map(math.isqrt, number.as_integer_ratio()))
            if known:
                rational = exact * exact == number
                x = self.clean(exact) if rational else x * self.sign(square) % self.p
        return pow(x, pow(n, -1, self.p - 1), self.p)
    def square_root(self, x):
        demand(pow(x, (self.p + 1) // 2, self.p) == x, "no root here", UnsureError)
        return pow(x, (self.p + 1) // 4, self.p)
    def power(self, x, n):
        if n < 0:
            below, above = self.inverted(x) if x.columns else (dot(x, x), conj(x))
            x = scale(self.over(below), above)
        unit, join = (eye(size(x)), mat) if x.columns else (Value(4, 0, [1, 0, 0, 0]), ham)
        for bit in f"{abs(n):b}":
            unit = join(join(unit, unit), x) if bit == "1" else join(unit, unit)
            unit = Value(unit.rows, unit.columns, [self.clean(c) for c in unit.numbers])
        return unit
    def inverted(self, x):
        """The determinant and the adjugate (Faddeev, LeVerrier)."""
        n, c, m = size(x), 1, scale(0, x)
        for k in range(1, n + 1):
            m = plus(mat(x, m), scale(c, eye(n)))
            m = Value(n, n, [self.clean(entry) for entry in m.numbers])
            c = self.clean(sum(mat(x, m).numbers[:: n + 1]) * Fraction(-1, k))
        return self.clean((-1) ** n * c), scale((-1) ** (n - 1), m)
    def spun(self, c, s, n): return self.power(Value(2, 2, [c, -s, s, c] if n > 0 else [c, s, -s, c]), abs(n))
    def arc(self, part):
        """The turn by so many parts of an angle, as a matrix."""
        angle, parts, times = part["angle"], part["parts"], part["times"]
        kind, given = angle[0]["op"] if len(angle) == 1 else "", (self.point or {}).get(name_of(angle[0]))
        if kind == "pi":
            return self.spun(*self.unity(), times * self.claim.turns // (2 * parts))
        if kind == "symbol" and isinstance(given, list):
            demand(given[2] % parts == 0, "an angle is not divided enough", NotImplementedError)
            return self.spun(*given[:2], times * given[2] // parts)
        if self.point is None:
            return self.spun(*self.draw(("circle", only(self(angle)), parts), 2, True), times)
        number = self.fraction(only(self(angle)))
        demand(number is not None, "the sine of an irrational number", NotImplementedError)
        number *= Fraction(times * math.lcm(*range(1, 30)), parts)
        demand(number.denominator == 1, "the sine of a fraction", NotImplementedError)
        return self.spun(*self.draw("e^i", 2, True), number.numerator)
    def unity(self):
        """The point of the circle at 2π/turns, true to √2, √3 and √5."""
        n, known = self.claim.turns, self.drawn
        primes = [q for q in range(2, n + 1) if n % q == 0 and is_prime(q)]
        while "unity" not in known:
            x = self.spun(*self.draw(object(), 2, True), (self.p + 1) // n).numbers[::2]
            at = {k: self.spun(*x, n // k).numbers[::2] for k in (4, 8, 10, 12, *primes) if n % k == 0}
            signs = [s for s in ((2, 0, 8, 2), (2, 0, 12, 3), (4, -1, 10, 5)) if s[2] in at]
            true = all(self.clean(k * at[m][0] + c) == self.square_root(r) for k, c, m, r in signs)
            if true and at[4] == [0, 1] and all(at[q][0] != 1 for q in primes):
                known["unity"] = x
        return known["unity"]
    def symbol(self, name, rows, n):
        if self.point is not None:
            demand(name in self.point, f"no value of {name} is given", WrongError)
            given = self.point[name]
            return one(*self.draw(name, 1)) if isinstance(given, list) else given
        first, place = self.claim.frames.get(name, (name, None))
        if place is not None:
            return Value(3, 1, self.kind(first, 3, 3, {"rotation"}).numbers[place::3])
        return self.kind(name, rows, n, self.claim.facts[name])
    def kind(self, name, rows, n, facts):
        """A value with these facts, that may be any of them. The generators are its coordinates,
        of a rotation of size 3 those of its quaternion too, of an orthogonal matrix the signs."""
        proper, odd, pure = "rotation" in facts, "antisymmetric" in facts, [0] * ("pure" in facts)
        straight, extra = facts & {"symmetric", "diagonal"}, []
        x = Value(rows, n, pure + self.draw(name, rows * max(n, 1) - len(pure), "unit" in facts))
        if facts & {"orthogonal", "rotation"}:
            K, extra = minus(x, trans(x)), [*self.draw((name, "turn"), 4, True)]
            below, above = self.inverted(plus(eye(n), K))
            cayley = scale(pow(below, -1, self.p), mat(minus(eye(n), K), above))
            R = turn(Value(4, 0, extra)) if n == 3 else cayley
            signs = [self.sign((name, i)) for i in range(n - proper if straight else not proper or odd)]
            extra += signs
            signs += [math.prod(signs)] * bool(straight and proper)
            x = table(n, lambda i, j: [*[1] * (n - len(signs)), *signs][i] * (i == j))
            x = x if "diagonal" in facts else mat(mat(R, x), trans(R)) if straight else mat(R, x)
            quarters = table(n, lambda i, j: (j == i ^ 1) * (2 * (i % 2) - 1))
            x = mat(mat(x, quarters), trans(x)) if odd else x
        elif "diagonal" in facts:
            x = table(n, lambda i, j, d=x: d.numbers[i * n + i] * (i == j))
        elif straight or odd:
            x = plus(x, scale(-1 if odd else 1, trans(x)))
        x = Value(rows, n, [self.clean(c) for c in x.numbers])
        self.generators |= {f"{name}.{i}": c for i, c in enumerate(x.numbers)}
        self.generators |= {f"{name}~{i}": c for i, c in enumerate(extra)}
        return x

# -- the claim -------------------------------------------------------------------------------------

PLAIN = {"add", "neg", "times", "scale", "trans", "dot", "cross", "triple", "matmul", "qmul", "outer"}
SIZES = {"symbol": 6, "number": 2, "opaque": 4, "pi": 3, "zero": 3, "one": 3}  # fields of atoms
FIELDS = {*"""format version status left right context functions how method angles nonzero atoms
    factors steps positive cofactors cleared""".split()}
OWN = {"proved": {"defined_at"}, "refuted": {"counterexample"}, "probable": {"points", "error_bound"}}

def name_of(node): return node.get("name", f"opaque {node.get('value')}")
def flat(x): return [c for part in x for c in flat(part)] if isinstance(x, list) else [Fraction(x)]
def exponent(nodes, node):
    power = Fraction(nodes[node["args"][1]]["value"]) if node["op"] == "power" else Fraction(1)
    return Fraction(1, 2) if node["op"] in ("sqrt", "norm") else power
def size_of(nodes):
    """A bound for degrees, and for bits of coefficients, of what is above a line and below it in
    the coordinates of a term; nodes are checked on the way."""
    known, used = [], {a for node in nodes for a in node.get("args", ())}
    for node in nodes:
        op, args = node["op"], node.get("args", ())
        demand(len(node) == SIZES.get(op, 4 if "module" in node else 2), "too many fields of a node")
        demand(all(type(a) is int and 0 <= a < len(known) for a in args), "no such operand")
        above, below = (sum(known[a][i] for a in args) for i in (0, 1))
        n = exponent(nodes, node).numerator if op == "power" else -16 if op in ("div", "inv") else 16
        k = 1 if op in PLAIN else 2 * abs(n) + 2
        own = 9 + 4 * len(node.get("value", "")) + 4 * sum(node.get("shape", ())) + len(args)
        known.append((k * above + 64 * k * below + own, 64 * k * (below + above * (n < 0))))
    demand(nodes and used == {*range(len(nodes) - 1)}, "a node is not used")
    return sum(known[-1])

class Claim:
    def __init__(self, data):
        self.data, self.sides, self.frames, self.equations = data, [data["left"], data["right"]], {}, []
        self.context = [(f"{f['fact']}{len(f['terms'])}", f["terms"]) for f in data["context"]]
        terms = [*self.sides, *chain(*(ts for _, ts in self.context))]
        parts = [part for angle in data["angles"] for part in angle["parts"]]
        others = [*data["nonzero"], *data["atoms"].values(), *(part["angle"] for part in parts)]
        others += [angle["of"] for angle in data["angles"]]
        turned = sum(abs(part["times"]) for part in parts)
        self.bits = (sum(map(size_of, terms + others)) * (turned + 64)).bit_length()
        listed = [node for t in terms for node in t if node["op"] in ("symbol", "opaque")]
        self.symbols = {name_of(node): node for node in listed}
        demand(all(self.symbols[name_of(node)] == node for node in listed), "two symbols of one name")
        self.facts = {name: {*node.get("facts", ())} for name, node in self.symbols.items()}
        for kind, ts in self.context:
            names = [name_of(t[0]) if len(t) == 1 else "" for t in ts]
            bare = [name in self.facts and not self.symbols[name].get("facts") for name in names]
            if kind[-1] == "1" and names[0] in self.facts:
                self.facts[names[0]].add(kind[:-1])
            elif kind == "triad3" and all(bare) and len({*names} - {*self.frames}) == 3:
                self.frames |= {name: (names[0], i) for i, name in enumerate(names)}
            else:
                self.equations.append((kind, ts))
        roots = {json.dumps(t[:i + 1]): exponent(t, t[i]).denominator for t in terms for i in range(len(t))}
        self.roots = sum((n & -n).bit_length() - 1 for n in roots.values()) + len(data["positive"])
        self.turns = math.lcm(8, *(2 * part["parts"] for part in parts if part["angle"][0]["op"] == "pi"))
        self.order = math.lcm(840, self.turns, *(n // (n & -n) for n in roots.values()))
    def rows(self, at, facts):
        """What is zero where facts are true."""
        found = []
        for kind, ts in facts:
            xs = [at(t) for t in ts]
            found += VANISHES[kind](*xs) if kind not in SILENT else []
            found += [at.inverted(*xs)[0] - 1] if kind == "rotation1" else []
        return [at.clean(x) for x in found]
    def zeros(self, at):
        """What must be zero if the claim is true."""
        data, known = self.data, at.generators
        at.divisors, known["1"] = [], 1
        left, right = (at(side) for side in self.sides)
        divisors, rows = {*at.divisors}, self.rows(at, self.equations)
        count, unasked = len(at.divisors), not rows and (data["cofactors"] or data["cleared"])
        demand(not unasked, "multipliers of no equation")
        known |= {name: only(at(t)) for name, t in data["atoms"].items()}
        def poly(p):
            demand(all(type(k) is int and 0 < k < 9999 for m, _ in p for _, k in m), "an exponent")
            demand(all(g in known for m, _ in p for g, _ in m), "a generator", NotImplementedError)
            powers = [math.prod(pow(known[g], k, at.p) for g, k in m) for m, _ in p]
            return at.clean(sum(Fraction(c) * x for (_, c), x in zip(p, powers, strict=True)))
        def rest(x, by): return x - sum(poly(c) * row for c, row in zip(by, rows, strict=True))
        def squares(parts):
            for weight, roots, _ in parts:
                terms = [data["atoms"][g] for g, _ in roots]
                positive = all(exponent(t, t[-1]).denominator % 2 == 0 for t in terms)
                demand(positive and Fraction(weight) > 0, "not a sum of squares", WrongError)
            return at.clean(sum(poly([[m, w]]) * poly(p) ** 2 for w, m, p in parts))
        for parts in data["positive"]:
            at.square_root(squares(parts))
        for step in data["steps"]:
            if "zero" in step:  # a power of it, and squares, are a combination of what is zero
                zero, k = poly(step["zero"]), step["power"]
                demand(k > 0 and (k % 2 == 0 or not step["squares"]), "an odd power", WrongError)
                yield rest(pow(zero, k, at.p) + squares(step["squares"]), step["cofactors"])
                rows.append(zero)
            else:  # what is inverse on one side is inverse on the other
                x, y = at(step["left"]), at(step["right"])
                unit = minus(mat(x, y), eye(size(x))).numbers
                yield from (rest(z, by) for z, by in zip(unit, step["cofactors"], strict=True))
                rows += minus(mat(y, x), eye(size(y))).numbers
        factors = []
        for f in data["factors"]:  # each divides a divisor
            below = math.prod(factors[i] ** k for i, k in f["below"])
            factors.append(poly(f["factor"]))
            yield factors[-1] * poly(f["times"]) - at.divisors[:count][f["divisor"]] * below
        differences = minus(left, right).numbers
        by, clear = (data[k] if rows else [[] for _ in differences] for k in ("cofactors", "cleared"))
        for x, multipliers, powers in zip(differences, by, clear, strict=True):
            yield rest(x * math.prod(factors[i] ** k for i, k in powers), multipliers)
        same = {only(at(t)) for t in data["nonzero"]} == divisors or data["status"] != "proved"
        demand(same, "the sides divide by something else", WrongError)
    def draws(self, judge, point=None):
        """What points say, one of them or as many as it takes to meet all signs; None: no value."""
        said, p, most, tries, length = [], 4, 1, 0, len(json.dumps(self.data)).bit_length()
        while len(said) < most:
            bits = self.bits + length + 2 * self.order.bit_length()
            bits += 2 * HEIGHT + ERROR_BITS if point else 40 if self.roots else ERROR_BITS
            demand(bits < MOST_BITS and tries < 99 * most + 999, "a large term", NotImplementedError)
            while not is_prime(p):
                p = dice.randrange(1 << (bits - 1), 1 << bits) // self.order * self.order - 1
            try:
                said.append(judge(at := At(self, p, point)))
            except ZeroDivisionError as error:
                demand(not point, f"no value at the point: {error}", WrongError)
                said.append(None)
            except UnsureError:
                tries, p = tries + 1, 4 if point or tries % 8 == 0 else p
                continue
            signs = len(at.signs) + (0 if point else self.roots)
            demand(signs <= MOST_SIGNS, "many roots or signs", NotImplementedError)
            most, p = 75 << signs if signs else 1, 4 if self.roots and not point else p
        return said
    def at_point(self, listed):
        """Whether the sides agree at a point at which all facts are true, and their values."""
        point, values = {}, []
        for given in listed:
            (node,), v = given["term"], given["value"]
            demand(self.symbols.get(name_of(node)) == node, "a value of what does not occur")
            if isinstance(v, dict):
                circle = point[name_of(node)] = [Fraction(v["cos"]), Fraction(v["sin"]), v["parts"]]
                on_it = dot(*[Value(2, 1, circle[:2])] * 2) == 1 and type(circle[2]) is int
                demand(on_it and circle[2] > 0, "not a point of the circle", WrongError)
            else:
                rows, columns = node["shape"] or (len(flat(v)), 0)
                demand(len(flat(v)) == rows * max(columns, 1), "a value of the wrong shape")
                point[name_of(node)] = Value(rows, columns, flat(v))
        named = [(f"{f}1", [[node]]) for node in self.symbols.values() for f in node.get("facts", ())]
        def judge(at):
            true = not any(self.rows(at, named + self.context))
            for kind, (t, *_) in named + self.context:
                true = true and (kind != "nonzero1" or any(at(t).numbers))
                true = true and (kind != "invertible1" or at.inverted(at(t))[0])
            demand(true, "a fact is not true at the counterexample", WrongError)
            left, right = (at(side) for side in self.sides)
            values[:] = [[at.fraction(c) for c in x.numbers] for x in (left, right)]
            return not any(map(at.clean, minus(left, right).numbers))
        return self.draws(judge, point), values

def check(data):
    """What is wrong with a verdict; None if nothing is."""
    demand((data["format"], data["version"]) == ("penelope-verdict", 2), "not a verdict")
    claim, status, example = Claim(data), data["status"], data.get("counterexample")
    known = {node["op"] for t in claim.sides for node in t} & {*data["functions"]}
    demand(not known, f"{known}: a program or laws of the user's decide", NotImplementedError)
    try:
        if status == "refuted":
            said, values = claim.at_point(example["point"])
            demand(not any(said), "the sides agree there", WrongError)
            given = [flat(example[side]) for side in ("left", "right") if example["exact"]]
            own = any("module" in node for t in claim.sides for node in t)
            demand(own or values == given or not given, "the values are others", WrongError)
        if status == "proved":
            demand("defined_at" in data, "no point where both sides are defined", NotImplementedError)
            said, _ = claim.at_point(data["defined_at"])
            demand(any(said), "the sides differ where both are defined", WrongError)
        if status in ("proved", "probable"):
            said = claim.draws(lambda at: not any([at.clean(z) for z in claim.zeros(at)]))
            mixed = claim.roots and True in said and False in said
            demand(not mixed, "it depends on the signs of roots", NotImplementedError)
            demand(True in said and False not in said, "the sides differ at a random point", WrongError)
        unused = data.keys() ^ (FIELDS | OWN[status]) - {"output", "exit"}
        demand(not unused, f"fields that are missing or not used: {unused}", WrongError)
    except WrongError as error:
        return str(error)

if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            why = check(data := json.load(file))
        status = 1 if why else 3 if data["status"] == "undecided" else 0
        print(f"wrong: {why}" if why else f"{'not ' * (status > 0)}confirmed: {data['status']}")
    except Exception as error:
        print(f"not confirmed: {error!r:.200}")
        status = 2 + isinstance(error, NotImplementedError)
    sys.exit(status)
