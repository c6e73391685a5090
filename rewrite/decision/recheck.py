"""Check a verdict of `equal` again, from its JSON alone: python recheck.py VERDICT.json

Standard library only; nothing is shared with the package that gave the verdict, nothing is trusted.
Proved: both sides are evaluated modulo random primes at random points of the symbols' kinds, with
random numbers for what is known by name alone. What must be zero is a rational function whose size
is bounded here: a false claim is confirmed with a probability below 2^-100 (Schwartz and Zippel;
Weil for the signs of roots). Equations of a context must, with the multipliers given, add up to the
difference; multipliers may divide only by what divides a divisor of the sides. Both sides must have
a value at the point given. Refuted: the sides differ at the point modulo a prime, for all signs of
irrational roots; random numbers stand for π or for e^i, which are transcendental.
Exit status: 0 confirmed, 1 wrong, 2 not readable, 3 not checked."""

import json, math, random, sys
from collections import namedtuple
from fractions import Fraction
from functools import reduce

ERROR_BITS, MOST_BITS, HEIGHT, MOST_ROOTS, MOST_SIGNS = 128, 6000, 64, 6, 10
dice = random.SystemRandom()
class WrongError(Exception): """The verdict claims what is not so."""
class UnsureError(ArithmeticError): """Another point, or another prime, may tell."""

def demand(true, why, error=ValueError):
    if not true:
        raise error(why)
def fields(data, names):
    demand(data.keys() == {*names.split()}, f"not the fields {names}")
    return [data[name] for name in names.split()]
def unsupported(true, why): demand(true, why, NotImplementedError)
def wrong(true, why): demand(true, why, WrongError)

# -- formulas: m rows, n columns, coordinates row by row; quaternions and other sorts have n = 0 ---

class Value(namedtuple("Value", "m n c")):
    def of(self, m, n=1):
        demand(self[:2] == (m, n), "an operand has the wrong shape")
        return self.c
def one(x): return Value(1, 1, [x])
def only(x): return x.of(1)[0]
def size(x): return len(x.of(x.m, x.m)) // x.m
def table(n, entry): return Value(n, n, [entry(i, j) for i in range(n) for j in range(n)])
def eye(n): return table(n, lambda i, j: int(i == j))
def scale(k, x): return Value(x.m, x.n, [k * c for c in x.c])
def minus(x, y): return plus(x, scale(-1, y))
def plus(x, *ys): return Value(x.m, x.n, [sum(cs) for cs in zip(x.c, *(y.of(x.m, x.n) for y in ys))])
def dot(x, y): return sum(a * b for a, b in zip(x.c, y.of(x.m, x.n)))
def trans(x): return Value(x.n, x.m, [c for j in range(x.n) for c in x.c[j::x.n]])
def mat(x, y):
    if (1, 1) in (x[:2], y[:2]):
        return scale(only(x), y) if x[:2] == (1, 1) else scale(only(y), x)
    demand(x.n == y.m > 0 < y.n, "a product of matrices that do not fit")
    rows, columns = [x.c[i:i + x.n] for i in range(0, len(x.c), x.n)], [y.c[j::y.n] for j in range(y.n)]
    return Value(x.m, y.n, [sum(a * b for a, b in zip(r, c)) for r in rows for c in columns])
def outer(x, y): return mat(x, trans(y))
def axial(x, y, z): return Value(3, 3, [0, -z, y, z, 0, -x, -y, x, 0])
def tilde(v): return axial(*v.of(3))
def cross(x, y): return mat(tilde(x), Value(3, 1, y.of(3)))
def turned(u, c, s, k): return plus(scale(c, eye(3)), scale(s, tilde(u)), scale(k, outer(u, u)))
def quat(s, v): return Value(4, 0, [s, *v.of(3)])
def split(q): return q.of(4, 0)[0], Value(3, 1, q.c[1:])
def conj(q): return quat(q.c[0], scale(-1, split(q)[1]))
def hamilton(s, u, t, v): return quat(s * t - dot(u, v), plus(scale(s, v), scale(t, u), cross(u, v)))
def ham(p, q): return hamilton(*split(p), *split(q))
def turning(s, v): return turned(v, s * s - dot(v, v), 2 * s, 2)
def turn(q): return turning(*split(q))
def orthonormal(x): return minus(outer(x, x), eye(size(x))).c
def triad(*axes):
    turns = [(axes[i], axes[(i + 1) % 3], axes[i - 1]) for i in range(3)]
    zeros = [dot(x, y) for x, y, _ in turns] + [dot(x, x) - 1 for x in axes]
    return zeros + [c for x, y, z in turns for c in minus(cross(x, y), z).c]

LINEAR = {  # in each operand
    "add": plus, "neg": lambda x: scale(-1, x), "scale": lambda k, x: scale(only(k), x),
    "times": lambda *xs: one(math.prod(map(only, xs))), "matmul": lambda *xs: reduce(mat, xs),
    "trans": trans, "trace": lambda x: one(sum(x.c[:: size(x) + 1])), "outer": outer,
    "dot": lambda x, y: one(dot(x, y)), "cross": cross, "tilde": tilde, "conj": conj,
    "triple": lambda x, y, z: one(dot(cross(x, y), z)), "qmul": lambda *xs: reduce(ham, xs),
    "quat": lambda s, v: quat(only(s), v), "column": lambda *xs: Value(3, 1, [*map(only, xs)]),
    "scalar_part": lambda q: one(split(q)[0]), "vector_part": lambda q: split(q)[1],
    "x_of": lambda v: one(v.of(3)[0]), "y_of": lambda v: one(v.of(3)[1]),
    "z_of": lambda v: one(v.of(3)[2]), "vee": lambda x: Value(3, 1, [
        Fraction(1, 2) * (x.of(3, 3)[i] - x.c[j]) for i, j in ((7, 5), (2, 6), (3, 1))])}
OPERATORS = {**LINEAR, "norm2": lambda x: one(dot(x, x)), "rotation_matrix": turn,
             "rotate": lambda q, v: mat(turn(q), Value(3, 1, v.of(3)))}
VANISHES = {  # what is zero if a fact is true; with -1, for a rotation, the determinant
    "symmetric1": lambda x: minus(x, trans(x)).c, "orthogonal1": orthonormal, "triad3": triad,
    "antisymmetric1": lambda x: plus(x, trans(x)).c, "pure1": lambda q: q.of(4, 0)[:1],
    "diagonal1": lambda x: [c for i, c in enumerate(x.c) if i % (size(x) + 1)],
    "rotation1": orthonormal, "unit1": lambda x: [dot(x, x) - 1],
    "orthogonal2": lambda x, y: [dot(x, y)], "collinear2": lambda x, y: cross(x, y).c,
    "equals2": lambda x, y: minus(x, y).c,
    **{silent: lambda x: [] for silent in ("constant1", "nonzero1", "invertible1")}}

# -- values modulo a prime, at a point that is given, or drawn as the symbols' kinds want it -------

SMALL = math.prod(range(3, 400, 2))
def prime(bits, order):
    """A random prime; of numbers that are none, Miller and Rabin find three of four each time."""
    while True:
        p = dice.randrange(1 << (bits - 1), 1 << bits) // order * order - 1
        if math.gcd(p, SMALL) == 1 and pow(2, p - 1, p) == 1:
            if all(pow(dice.randrange(2, p - 1), p >> 1, p) in (1, p - 1) for _ in range(55)):
                return p

class At:
    """A point modulo a prime p, -1 modulo a multiple of 8. Half of all numbers are squares, as half
    of the real ones are positive; of two square roots the one that is a square stands for the
    positive one. Roots of an odd degree that divides p + 1 are unique."""

    def __init__(self, claim, p, point, pattern):
        self.claim, self.p, self.point, self.pattern = claim, p, point, pattern
        self.drawn, self.generators, self.signs, self.angles, self.met = {}, {}, {}, {}, []
        self.values = {name: self.symbol(name, *shape) for name, shape in claim.shapes.items()}
        for nodes, parts in claim.turns:
            each = [(only(self(angle)), angle, n, k) for angle, n, k in parts]
            x, total = only(self(nodes)), sum(v * Fraction(k, n) for v, _, n, k in each)
            wrong(self.clean(x - total) == 0, "an angle is not the sum of its parts")
            self.angles[x] = each
    def __call__(self, nodes):
        known = []
        for node in nodes:
            known.append(self.all(self.found(nodes, node, *(known[a] for a in node.get("args", ())))))
        return known[-1]
    def all(self, x): return Value(x.m, x.n, [self.clean(c) for c in x.c])
    def clean(self, x):
        below = 1 if isinstance(x, int) else pow(x.denominator, -1, self.p)
        return x.numerator * below % self.p
    def over(self, x):
        self.met.append(("divisor", x := self.clean(x)))
        demand(x, "division by zero", ZeroDivisionError)
        return pow(x, -1, self.p)
    def divisors(self): return [x for kind, x in self.met if kind == "divisor"]
    def fraction(self, x):
        """The fraction of small numbers that is x modulo p, if there is one."""
        a, b, u, v = self.p, x, 0, 1
        while b >> self.claim.height:
            a, b, u, v = b, a % b, v, u - a // b * v
        return Fraction(b, v) if abs(v) >> self.claim.height == 0 else None
    def sign(self, key):
        return self.signs.setdefault(key, 1 - 2 * (self.pattern >> len(self.signs) & 1))
    def draw(self, key, count, sphere=False):
        if key not in self.drawn:
            xs = [dice.randrange(self.p) for _ in range(count)]
            down = 2 * pow(1 + sum(x * x for x in xs[1:]), -1, self.p)
            self.drawn[key] = xs if not sphere else [(down - 1) % self.p, *(down * x for x in xs[1:])]
        both = self.point is not None and {"pi", "e^i"} <= self.drawn.keys()
        unsupported(not both, "nobody knows how π and e^i are related")
        return self.drawn[key]
    def found(self, nodes, node, *xs):
        op, (m, n) = node["op"], node.get("shape") or (4, 0)
        if "module" in node:  # known by name alone: the same for the same arguments
            key = op, node["module"], *(x[:2] for x in xs), *(c for x in xs for c in x.c)
            drawn = self.draw(key, m * max(n, 1))
            return Value(m, n, [c % 9973 for c in drawn] if self.point else drawn)
        if op in ("zero", "one"):
            return self.power(Value(m, n, [0] * m * max(n, 1)), int(op == "zero"))
        if op in ("sin", "cos", "rot"):
            self.met.append(("angle", x := only(xs[-1])))
            c, _, s, _ = reduce(mat, (self.arc(*part) for part in self.angles[x]), eye(2)).c
            return turned(xs[0], c, s, 1 - c) if op == "rot" else one(c if op == "cos" else s)
        if op in ("power", "sqrt", "norm"):
            q, x = exponent(nodes, node), one(dot(xs[0], xs[0])) if op == "norm" else xs[0]
            x = one(self.root(self.clean(only(x)), q.denominator)) if q.denominator > 1 else x
            return self.power(x, q.numerator)
        if op in ("div", "inv"):
            return scale(self.over(only(xs[1])), xs[0]) if op == "div" else self.power(*xs, -1)
        if op in ("det", "cof"):
            return one(self.inverted(*xs)[0]) if op == "det" else trans(self.inverted(*xs)[1])
        if op in ("number", "pi"):
            return one(self.draw("pi", 1)[0] if op == "pi" else Fraction(node["value"]))
        return self.values[name_of(node)] if op in ("symbol", "opaque") else OPERATORS[op](*xs)
    def root(self, x, n):
        """Of a fraction, at a given point: its sign must be known; an irrational root has both."""
        while n % 2 == 0:
            self.met.append(("root", x))
            n, number = n // 2, Fraction(0) if self.point is None else self.fraction(x)
            unsupported(number is not None, "the root of what is irrational")
            demand(number >= 0, "the root of a negative number", ZeroDivisionError)
            exact = Fraction(*map(math.isqrt, number.as_integer_ratio()))
            rational, sign = self.point is not None and exact * exact == number, self.point is not None
            x = self.clean(exact) if rational else self.square_root(x) * (self.sign(x) if sign else 1)
        return pow(x, pow(n, -1, self.p - 1), self.p)
    def is_square(self, x): return pow(x, (self.p + 1) // 2, self.p) == x
    def square_root(self, x):
        demand(self.is_square(x), "no root here", UnsureError)
        return pow(x, (self.p + 1) // 4, self.p)
    def power(self, x, n):
        if n < 0:
            below, above = self.inverted(x) if x.n else (dot(x, x), conj(x))
            x = scale(self.over(below), above)
        unit, join = (eye(size(x)), mat) if x.n else (Value(4, 0, [1, 0, 0, 0]), ham)
        for bit in f"{abs(n):b}":
            unit = self.all(join(join(unit, unit), x) if bit == "1" else join(unit, unit))
        return unit
    def inverted(self, x):
        """The determinant and the adjugate (Faddeev, LeVerrier)."""
        n, c, m = size(x), 1, scale(0, x)
        for k in range(1, n + 1):
            m = self.all(plus(mat(x, m), scale(c, eye(n))))
            c = self.clean(sum(mat(x, m).c[:: n + 1]) * Fraction(-1, k))
        return self.clean((-1) ** n * c), scale((-1) ** (n - 1), m)
    def spun(self, c, s, n):
        return self.power(Value(2, 2, [c, -s, s, c] if n > 0 else [c, s, -s, c]), abs(n))
    def arc(self, value, angle, parts, times):
        """The turn by so many parts of an angle, as a matrix."""
        given = (self.point or {}).get(name_of(angle[0])) if len(angle) == 1 else None
        if angle[-1]["op"] == "pi":
            return self.spun(*self.unity(), times * self.claim.fineness // (2 * parts))
        if isinstance(given, list):
            unsupported(given[2] % parts == 0, "an angle is not divided enough")
            return self.spun(*given[:2], times * given[2] // parts)
        if self.point is None:
            return self.spun(*self.draw(("circle", value, parts), 2, True), times)
        unsupported((x := self.fraction(value)) is not None, "the sine of an irrational number")
        x *= Fraction(times * math.lcm(*range(1, 30)), parts)
        unsupported(x.denominator == 1, "the sine of a fraction")
        return self.spun(*self.draw("e^i", 2, True), x.numerator) if x else eye(2)
    def unity(self):
        """The point of the circle at 2π/n, true to i, √2, √3 and √5."""
        n, p = self.claim.fineness, self.p
        surds = [s for s in ((2, 0, 8, 2), (2, 0, 12, 3), (4, -1, 10, 5)) if n % s[2] == 0]
        surds = [(k, c, n // m, self.square_root(r)) for k, c, m, r in surds]
        while "unity" not in self.drawn:
            x, y = self.spun(*self.draw(object(), 2, True), (p + 1) // n).c[::2]
            at = [(1, 0)]
            for _ in range(n - 1):
                at.append(((at[-1][0] * x - at[-1][1] * y) % p, (at[-1][0] * y + at[-1][1] * x) % p))
            ways = [j for j in range(n) if math.gcd(j, n) == 1 and at[n // 4 * j % n] == (0, 1)]
            ways = [j for j in ways if all((k * at[i * j % n][0] + c - r) % p == 0 for k, c, i, r in surds)]
            if ways and len({*at}) == n:
                self.drawn["unity"] = at[dice.choice(ways)]
        return self.drawn["unity"]
    def symbol(self, name, m, n):
        if self.point is not None:
            wrong(name in self.point, f"no value of {name} is given")
            given = self.point[name]
            return one(*self.draw(name, 1)) if isinstance(given, list) else given
        first, place = self.claim.frames.get(name, (name, None))
        if place is not None:
            return Value(3, 1, self.kind(first, 3, 3, {"rotation"}).c[place::3])
        return self.kind(name, m, n, self.claim.facts[name])
    def kind(self, name, m, n, facts):
        """A value with these facts, that may be any of them. The generators are its coordinates,
        of a rotation of size 3 those of its quaternion too, of an orthogonal matrix the signs."""
        proper, odd, pure = "rotation" in facts, "antisymmetric" in facts, [0] * ("pure" in facts)
        straight, extra, count = facts & {"symmetric", "diagonal"}, [], m * max(n, 1) - len(pure)
        unsupported("unit" not in facts or count > 1, "a number of length 1")
        x = Value(m, n, pure + self.draw(name, count, "unit" in facts))
        if facts & {"orthogonal", "rotation"}:
            K, extra = minus(x, trans(x)), [*self.draw((name, "turn"), 4, True)]
            below, above = self.inverted(plus(eye(n), K))
            cayley = scale(pow(below, -1, self.p), mat(minus(eye(n), K), above))
            R = turn(Value(4, 0, extra)) if n == 3 else cayley
            free = n - proper if straight else not proper or odd
            extra += (signs := [self.sign((name, i)) for i in range(free)])
            signs = signs + [math.prod(signs)] * bool(straight and proper)
            x = table(n, lambda i, j: [*[1] * (n - len(signs)), *signs][i] * (i == j))
            x = x if "diagonal" in facts else mat(mat(R, x), trans(R)) if straight else mat(R, x)
            quarters = table(n, lambda i, j: (j == i ^ 1) * (2 * (i % 2) - 1))
            x = mat(mat(x, quarters), trans(x)) if odd else x
        elif "diagonal" in facts:
            x = table(n, lambda i, j, d=x: d.c[i * n + i] * (i == j))
        elif straight or odd:
            x = plus(x, scale(-1 if odd else 1, trans(x)))
        x = self.all(x)
        self.generators |= {f"{name}.{i}": c for i, c in enumerate(x.c)}
        self.generators |= {f"{name}~{i}": c for i, c in enumerate(extra)}
        return x

# -- the claim -------------------------------------------------------------------------------------

ATOMS = {"symbol": "op sort shape name facts time", "number": "op value", "pi": "op sort shape",
         "opaque": "op sort shape value", "zero": "op sort shape", "one": "op sort shape"}
SHAPES = {"Scalar": [1, 1], "Vector": [3, 1], "Quaternion": []}
FIELDS = "format version status left right context functions how method angles "
CERTIFICATE = "nonzero atoms factors steps positive cofactors cleared "
OWN = {"proved": "defined_at", "refuted": "counterexample", "probable": "points error_bound"}
EXITS = {"proved": 0, "refuted": 1, "undecided": 3, "probable": 4}

def name_of(node): return node.get("name", f"opaque {node.get('value')}")
def flat(x): return [c for part in x for c in flat(part)] if isinstance(x, list) else [Fraction(x)]
def count(k): return type(k) is int and 0 < k < 9999
def exponent(nodes, node):
    power = Fraction(nodes[node["args"][1]]["value"]) if node["op"] == "power" else Fraction(1)
    return Fraction(1, 2) if node["op"] in ("sqrt", "norm") else power
def size_of(nodes):
    """A bound for degrees, and for bits of coefficients, of what is above a line and below it in
    the coordinates of a term; nodes are checked on the way."""
    known, used = [], {a for node in nodes for a in node.get("args", ())}
    for node in nodes:
        op, args, shape = node["op"], node.get("args", ()), node.get("shape", [])
        fields(node, ATOMS.get(op, "op args" + " module shape" * ("module" in node)))
        named = node.get("name", "x") != "" and type(node.get("time", True)) is bool
        demand(named and shape == SHAPES.get(node.get("sort"), shape), "a node says two things")
        demand(all(type(a) is int and 0 <= a < len(known) for a in args), "no such operand")
        above, below = (sum(known[a][i] for a in args) for i in (0, 1))
        n = exponent(nodes, node).numerator if op == "power" else -64 if op in ("div", "inv") else 64
        k = 1 if op in LINEAR else 2 * abs(n) + 2
        own = 9 + 4 * len(node.get("value", "")) + 4 * sum(shape) + len(args)
        known.append((k * above + 64 * k * below + own, 64 * k * (below + above * (n < 0))))
    demand(nodes and used == {*range(len(nodes) - 1)}, "a node is not used")
    return sum(known[-1])

class Claim:
    def __init__(self, data):
        vars(self).update(data)
        self.frames, self.equations, self.needed, self.sides = {}, [], set(), [self.left, self.right]
        given = [fields(f, "fact terms") for f in self.context]
        self.said = [(f"{fact}{len(ts)}", ts) for fact, ts in given]
        terms = [*self.sides, *(t for _, ts in self.said for t in ts)]
        angles = [fields(angle, "of parts") for angle in self.angles]
        self.turns = [(of, [fields(p, "angle parts times") for p in parts]) for of, parts in angles]
        parts = [part for of, parts in self.turns for part in [(of, 1, 1), *parts]]
        others = [*self.nonzero, *self.atoms.values(), *(p[0] for p in parts)]
        others += [s[k] for s in self.steps for k in ("left", "right") if k in s]
        self.bits = sum(map(size_of, terms + others)) * (sum(abs(p[2]) for p in parts) + 64)
        listed = [node for t in terms + others for node in t if node["op"] in ("symbol", "opaque")]
        self.symbols = {name_of(node): node for node in listed}
        same = all(self.symbols[name_of(node)] == node for node in listed)
        demand(same and {*self.symbols} <= {name_of(node) for t in terms for node in t}, "other symbols")
        self.shapes = {name: node["shape"] or (4, 0) for name, node in self.symbols.items()}
        self.facts = {name: {*node.get("facts", ())} for name, node in self.symbols.items()}
        for kind, ts in self.said:
            names = [name_of(t[0]) if len(t) == 1 else "" for t in ts]
            bare = [name in self.facts and not self.symbols[name].get("facts") for name in names]
            if kind[-1] == "1" and names[0] in self.facts:
                self.facts[names[0]].add(kind[:-1])
            elif kind == "triad3" and all(bare) and len({*names} - {*self.frames}) == 3:
                self.frames |= {name: (names[0], i) for i, name in enumerate(names)}
            else:
                self.equations.append((kind, ts))
        nodes = {json.dumps(t[:i + 1]): (t, t[i]) for t in terms for i in range(len(t))}
        roots = [exponent(*node).denominator for node in nodes.values()]
        self.roots = sum((n & -n).bit_length() - 1 for n in roots) + len(self.positive)
        self.fineness = math.lcm(8, *(2 * n for angle, n, _ in parts if angle[-1]["op"] == "pi"))
        self.order = math.lcm(840, self.fineness, *(n // (n & -n) for n in roots))
        self.length = len(json.dumps(data)).bit_length() + 2 * self.order.bit_length()
    def rows(self, at, facts):
        """What is zero where facts are true."""
        each = [(kind, [at(t) for t in ts]) for kind, ts in facts]
        turns = [[at.inverted(*xs)[0] - 1] if kind == "rotation1" else [] for kind, xs in each]
        zeros = [VANISHES[kind](*xs) + more for (kind, xs), more in zip(each, turns)]
        return [at.clean(x) for found in zeros for x in found]
    def zeros(self, at):
        """What must be zero if the claim is true. All that is given must be of use; it may divide
        by nothing, and take no root of anything, but what the sides and equations do that to."""
        early, at.met, used, added, factors = at.met, [], set(), [], []
        left, right = (at(side) for side in self.sides)
        divisors, rows = {*at.divisors()}, self.rows(at, self.equations)
        allowed, below_all = {*at.met}, at.divisors()
        known = at.generators | {name: only(at(t)) for name, t in self.atoms.items()}
        def poly(p):
            demand(all(count(k) for m, _ in p for _, k in m), "an exponent")
            unsupported(all(g in known for m, _ in p for g, _ in m), "a generator")
            used.update(g for m, _ in p for g, _ in m)
            powers = [math.prod(pow(known[g], k, at.p) for g, k in m) for m, _ in p]
            return at.clean(sum(Fraction(c) * x for (_, c), x in zip(p, powers)))
        def rest(x, by):
            used.update(i for i, c in enumerate(by) if c)
            return x - sum(poly(c) * row for c, row in zip(by, rows, strict=True))
        def squares(parts):
            roots = [self.atoms[g] for _, m, _ in parts for g, _ in m]
            even = all(exponent(t, t[-1]).denominator % 2 == 0 for t in roots)
            wrong(even and all(Fraction(w) > 0 for w, _, _ in parts), "not a sum of squares")
            return at.clean(sum(poly([[m, w]]) * poly(p) ** 2 for w, m, p in parts))
        def product(powers):
            used.update(("factor", i) for i, _ in powers)
            demand(all(count(k) and i >= 0 for i, k in powers), "an exponent")
            return math.prod(pow(factors[i], k, at.p) for i, k in powers)
        at.negative = {i for i, s in enumerate(self.positive) if not at.is_square(squares(s))}
        for step in self.steps:
            before = len(rows)
            if "zero" in step:  # a power of it, and squares, are a combination of what is zero
                zero, k, others, by = fields(step, "zero power squares cofactors")
                wrong(count(k) and (k % 2 == 0 or not others), "an odd power")
                yield rest(pow(poly(zero), k, at.p) + squares(others), by)
                rows.append(poly(zero))
            else:  # what is inverse on one side is inverse on the other
                x, y, each = fields({**step, "left": at(step["left"]), "right": at(step["right"])}, "left right cofactors")
                unit = minus(mat(x, y), eye(size(x))).c
                yield from (rest(z, by) for z, by in zip(unit, each, strict=True))
                rows += minus(mat(y, x), eye(size(y))).c
            added.append({*range(before, len(rows))})
        for f in self.factors:  # each divides a divisor
            factor, times, divisor, below = fields(f, "factor times divisor below")
            yield poly(factor) * poly(times) - below_all[divisor] * product(below)
            factors.append(poly(factor))
        differences = minus(left, right).c
        demand(rows or not (self.cofactors or self.cleared), "multipliers of no equation")
        by, clear = (k if rows else [[]] * len(differences) for k in (self.cofactors, self.cleared))
        for x, multipliers, powers in zip(differences, by, clear, strict=True):
            yield rest(x * product(powers), multipliers)
        same = {only(at(t)) for t in self.nonzero} == divisors or self.status != "proved"
        wrong(same, "the sides divide by something else")
        more = {k for k in at.met + early if k[0] != "angle"} - allowed
        wrong(not more, "it divides by, or takes the root of, something else")
        asked = {x for kind, x in at.met + early if kind == "angle"} == {*at.angles}
        names = {*self.atoms, *(("factor", i) for i in range(len(factors)))}
        wrong(asked and names <= used and all(x & used for x in added), "something is not used")
    def proves(self, at):
        true = not any([at.clean(z) for z in self.zeros(at)])
        self.needed |= set() if true else at.negative
        demand(true or not at.negative, "here a sum of squares is negative", UnsureError)
        return true
    def draws(self, judge, point=None):
        """What points say, as many as it takes to meet all signs; None where there is no value."""
        said, p, most, tries, roots = [], 0, 1, 0, 0 if point is not None else self.roots
        bits = self.bits.bit_length() + self.length
        bits += 40 if roots else ERROR_BITS + (0 if point is None else 2 * self.height)
        unsupported(bits < MOST_BITS and roots <= MOST_ROOTS, "a large term, or many roots")
        while len(said) < most:
            unsupported(tries < 99 * most + 999, "no point is found")
            p, tries = p if p and tries % 16 else prime(bits, self.order), tries + 1
            try:
                at = At(self, p, point, len(said))
                said.append(judge(at))
                unsupported(len(at.signs) <= MOST_SIGNS, "many signs")
                p, most = 0 if roots else p, (75 << roots if roots else 1) << len(at.signs)
            except ZeroDivisionError as error:
                wrong(point is None, f"no value at the point: {error}")
                said.append(None)
            except UnsureError:
                p = p if point is None else 0
        return said
    def at_point(self, listed, values=()):
        """Whether the sides agree at a point at which all facts are true; they have these values."""
        point, self.height = {}, HEIGHT
        for (node,), v in (fields(given, "term value") for given in listed):
            name, (m, n) = name_of(node), node["shape"] or (4, 0)
            demand(self.symbols.get(name) == node and name not in point, "no symbol, or given twice")
            if isinstance(v, dict):
                c, s, parts = map(Fraction, fields(v, "cos sin parts"))
                on_it = c * c + s * s == 1 and count(v["parts"]) and (m, n) == (1, 1)
                wrong(on_it, "not a point of the circle")
                point[name] = [c, s, v["parts"]]
            else:
                point[name] = Value(m, n, flat(v)) if n or len(flat(v)) == 4 else Value(len(flat(v)), 0, flat(v))
                demand(len(flat(v)) == point[name].m * max(n, 1), "a value of the wrong shape")
        numbers = [c for v in point.values() for c in (v.c if isinstance(v, Value) else v)]
        self.height += 4 * max((len(f"{x.numerator}{x.denominator}") for x in numbers), default=0)
        named = [(f"{f}1", [[node]]) for node in self.symbols.values() for f in node.get("facts", ())]
        def judge(at):
            true = not any(self.rows(at, named + self.said))
            for kind, (t, *_) in named + self.said:
                true = true and (kind != "nonzero1" or any(at(t).c))
                true = true and (kind != "invertible1" or at.inverted(at(t))[0])
            wrong(true, "a fact is not true at the counterexample")
            left, right = (at(side) for side in self.sides)
            wrong([*map(at.clean, values)] in ([], left.c + right.c), "the values are others")
            return left == right
        return self.draws(judge, point)

def check(data):
    """What is wrong with a verdict; None if nothing is."""
    data, status = dict(data), data["status"]
    said, code = data.pop("output", status), data.pop("exit", EXITS[status])
    demand(said.startswith(status) and code == EXITS[status], "another status is printed")
    fields(data, FIELDS + CERTIFICATE + OWN.get(status, ""))
    demand((data["format"], data["version"]) == ("penelope-verdict", 2), "not a verdict")
    claim, proved = Claim(data), status == "proved"
    functions = {node["op"] for t in claim.sides for node in t if "module" in node}
    demand({*claim.functions} <= functions, "functions that do not occur")
    unsupported(not claim.functions, f"{claim.functions}: programs or laws of the user's decide")
    ways = ("laws", "components", "derivation") if proved else ("",)
    demand(claim.how and type(claim.how) is str and claim.method in ways, "no reason is given")
    demand(proved or not any(data[k] for k in CERTIFICATE.split()), "a certificate of no proof")
    try:
        if status == "refuted":
            point, exact, left, right = fields(claim.counterexample, "point exact left right")
            demand(exact is True or (exact, left, right) == (False, None, None), "values, or none")
            given = flat(left) + flat(right) if exact and not functions else []
            wrong(not any(claim.at_point(point, given)), "the sides agree there")
        elif proved:
            wrong(any(claim.at_point(claim.defined_at)), "the sides differ where both are defined")
        elif status == "probable":
            demand(count(claim.points) and 0 < claim.error_bound < 1, "no points, or no bound")
        if status in ("proved", "probable"):
            said = claim.draws(claim.proves)
            mixed = claim.roots and True in said and False in said
            unsupported(not mixed, "it depends on the signs of roots")
            wrong(True in said and False not in said, "the sides differ at a random point")
            wrong(len(claim.needed) == len(claim.positive), "sums of squares that are not needed")
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
