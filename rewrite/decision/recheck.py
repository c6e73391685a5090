"""Check a verdict of `equal` again, from its JSON alone: python recheck.py VERDICT.json

Standard library only; nothing is shared with the package that gave the verdict, nothing is trusted. Proved: both sides are evaluated modulo
random primes at random points of the symbols' kinds, with random numbers for what is known by name alone. What must be zero is a rational
function whose size is bounded here: a false claim is confirmed with a probability below 2^-100 (Schwartz and Zippel), or below the bound that
a probable verdict claims. Of a root only the square is known, so what is zero is zero for all signs of roots, at every point; where signs
matter, a sum of squares and products of roots must be given as its value. Equations of a context must, with the multipliers given, add up to
the difference; multipliers may divide only by what divides a divisor of the sides, or what a fact says is not zero; equations linear in a
scalar may instead give its value. Both sides must have a value at the point given. Refuted: the sides differ at the point modulo a prime, for
all signs of irrational roots; random numbers stand for π or e^i, which are transcendental. Exit: 0 confirmed, 1 wrong, 2 not readable, 3 not checked."""
import itertools, json, math, operator, random, sys, time
from collections import namedtuple
from fractions import Fraction
from functools import lru_cache, reduce
ERROR_BITS, MOST_BITS, HEIGHT, MOST_ROOTS, MOST_SIGNS = 128, 6000, 64, 9, 10
dice, EXITS = random.SystemRandom(), {"proved": 0, "refuted": 1, "undecided": 3, "probable": 4}
class WrongError(Exception): """The verdict claims what is not so."""
class UnsureError(ArithmeticError): """Another point, or another prime, may tell."""
def demand(true, why, error=ValueError):  # None, or raise
    if not true: raise error(why)
def wrong(true, why): demand(true, why, WrongError)
def unsupported(true, why): demand(true, why, NotImplementedError)
def fields(data, names, refuse=demand): return refuse(data.keys() == {*names.split()}, f"not the fields {names}") or [data[name] for name in names.split()]
# -- formulas: m rows, n columns, coordinates row by row; quaternions and other sorts have n = 0 ---
class Value(namedtuple("Value", "m n c")):
    def of(self, m, n=1): return demand(self[:2] == (m, n), "an operand has the wrong shape") or self.c
def one(x): return Value(1, 1, [x])
def only(x): return x.of(1)[0]
def rational(x): return demand(type(x) in (int, str) and not {*"eE._"} & {*str(x)} and str(Fraction(x)) == str(x), "not a fraction") or Fraction(x)  # written in one way, and no short text for a huge number
def size(x): return len(x.of(x.m, x.m)) // x.m
def table(n, entry): return Value(n, n, [entry(i, j) for i in range(n) for j in range(n)])
def eye(n): return table(n, lambda i, j: int(i == j))
def scale(k, x): return Value(x.m, x.n, [k * c for c in x.c])
def minus(x, y): return plus(x, scale(-1, y))
def plus(x, *ys): return Value(x.m, x.n, [*map(sum, zip(x.c, *(y.of(x.m, x.n) for y in ys)))])
def dot(x, y): return sum(a * b for a, b in zip(x.c, y.of(x.m, x.n)))
def inner(x, y): return dot(Value(3, 1, x.of(3)), y)
def square(x): return dot(*[x if x[:2] == (4, 0) else Value(3, 1, x.of(3))] * 2)
def trans(x): return demand(x.n > 0, "no transpose") or Value(x.n, x.m, [c for j in range(x.n) for c in x.c[j::x.n]])
def mat(x, y):
    demand(x.n > 0 < y.n and (x.n == y.m or (1, 1) in (x[:2], y[:2])), "a product of matrices that do not fit")
    if (1, 1) in (x[:2], y[:2]): return scale(only(x), y) if x[:2] == (1, 1) else scale(only(y), x)
    return Value(x.m, y.n, [sum(map(operator.mul, r, y.c[j::y.n])) for r in (x.c[i:i + x.n] for i in range(0, len(x.c), x.n)) for j in range(y.n)])
def outer(x, y): return Value(3, 3, [a * b for a in x.of(3) for b in y.of(3)])
def tilde(v): return (lambda x, y, z: Value(3, 3, [0, -z, y, z, 0, -x, -y, x, 0]))(*v.of(3))
def cross(x, y): return mat(tilde(x), Value(3, 1, y.of(3)))
def turned(u, c, s, k): return plus(scale(c, eye(3)), scale(s, tilde(u)), scale(k, outer(u, u)))
def quat(s, v): return Value(4, 0, [s, *v.of(3)])
def split(q): return q.of(4, 0)[0], Value(3, 1, q.c[1:])
def conj(q): return quat(q.c[0], scale(-1, split(q)[1]))
def ham(p, q): return (lambda s, u, t, v: quat(s * t - dot(u, v), plus(scale(s, v), scale(t, u), cross(u, v))))(*split(p), *split(q))
def turn(q): return (lambda s, v: turned(v, s * s - dot(v, v), 2 * s, 2))(*split(q))
def orthonormal(x): return minus(mat(x, trans(x)), eye(size(x))).c
def triad(*e):
    return [dot(e[i], e[i - 1]) for i in (1, 2, 0)] + [dot(x, x) - 1 for x in e] + [c for i in (2, 0, 1) for c in minus(cross(e[i - 2], e[i - 1]), e[i]).c]
LINEAR = {  # in each operand
    "add": plus, "neg": lambda x: scale(-1, x), "scale": lambda k, x: demand(x[:2] != (1, 1), "a scaled scalar") or scale(only(k), x), "trans": trans, "outer": outer, "cross": cross,
    "times": lambda *xs: one(math.prod(map(only, xs))), "matmul": lambda *xs: reduce(mat, xs), "qmul": lambda *xs: reduce(ham, xs),
    "trace": lambda x: one(sum(x.c[:: size(x) + 1])), "dot": lambda x, y: one(inner(x, y)), "tilde": tilde, "conj": conj,
    "triple": lambda x, y, z: one(dot(cross(x, y), z)), "quat": lambda s, v: quat(only(s), v), "vector_part": lambda q: split(q)[1],
    "column": lambda *xs: Value(3, 1, [*map(only, xs)]), "scalar_part": lambda q: one(split(q)[0]),
    **{f"{axis}_of": lambda v, i=i: one(v.of(3)[i]) for i, axis in enumerate("xyz")},
    "vee": lambda x: Value(3, 1, [Fraction(1, 2) * (x.of(3, 3)[i] - x.c[j]) for i, j in ((7, 5), (2, 6), (3, 1))])}
OPERATORS = {**LINEAR, "norm2": lambda x: one(square(x)), "rotation_matrix": turn, "rotate": lambda q, v: mat(turn(q), Value(3, 1, v.of(3)))}
VANISHES = {  # what is zero if a fact is true; with -1, for a rotation, the determinant
    "symmetric1": lambda x: minus(x, trans(x)).c, "antisymmetric1": lambda x: plus(x, trans(x)).c, "triad3": triad,
    "diagonal1": lambda x: [c for i, c in enumerate(x.c) if i % (size(x) + 1)], "pure1": lambda q: q.of(4, 0)[:1],
    "rotation1": orthonormal, "orthogonal1": orthonormal, "unit1": lambda x: [square(x) - 1], "orthogonal2": lambda x, y: [inner(x, y)],
    "collinear2": lambda x, y: cross(x, y).c, "equals2": lambda x, y: minus(x, y).c, **dict.fromkeys(("constant1", "nonzero1", "invertible1"), lambda x: [])}
SMALL, FINE, legendre = math.prod(range(3, 400, 2)), math.lcm(*range(1, 30)), lambda k, q: (pow(k, q // 2, q) + 1) % q - 1  # the symbol (k/q)
def is_prime(p): return math.gcd(p, SMALL) == 1 and all(pow(dice.randrange(2, p - 1), p >> 1, p) in (1, p - 1) for _ in range(55))  # Miller and Rabin
prime = lru_cache(9999)(lambda n, order, i: next(filter(is_prime, iter(lambda: dice.randrange(2**(n - 1), 2**n) // order * order - 1, 0))))  # drawn once for all claims
class Mixed(namedtuple("Mixed", "at c")):  # numbers times products of roots with open signs, r_i for bit i of a key; at knows r_i². Never a number
    def made(self, c): return (lambda c: Mixed(self.at, (*c,)) if c and c[-1][0] else sum(k for _, k in c))(sorted((m, k) for m, x in c.items() if (k := x % self.at.p)))
    def of(self, y): return dict(y.c if type(y) is Mixed else [(0, self.at.clean(y))])
    def __add__(self, y): return (lambda a, b: self.made({m: a.get(m, 0) + b.get(m, 0) for m in {*a, *b}}))(self.of(self), self.of(y))
    def __mul__(self, y):
        c, rest = {}, 0
        for (m, a), (n, b) in itertools.product(self.c, self.of(y).items()):
            squares = math.prod(x for i, x in enumerate(self.at.squares) if (m & n) >> i & 1)
            if type(squares) is Mixed: rest += squares * self.made({m ^ n: a * b})
            else: c[m ^ n] = c.get(m ^ n, 0) + a * b * squares
        return self.made(c) + rest
    def __pow__(self, n, p):
        if n >= 0: return math.prod([pow(self * self, n // 2, p), *[self] * (n % 2)]) if n else 1
        top = self.c[-1][0].bit_length() - 1
        other = self.made({m: (-1) ** (m >> top) * k for m, k in self.c})
        unsupported(below := self * other, "division by what is zero for some signs of roots")
        return pow(other * pow(below, -1, p), -n, p)
    __radd__, __rmul__, __mod__, __sub__, __rsub__, numerator, denominator = __add__, __mul__, lambda x, p: x, lambda x, y: x + -1 * y, lambda x, y: -1 * x + y, property(lambda x: x), 1
class At:  # values modulo a prime, at a point that is given, or drawn as the symbols' kinds want it
    """A point modulo a prime p, -1 modulo a multiple of 8. Roots of odd degrees are unique. Of the two roots of a rational number the
    one that is a square stands for the positive one. Other roots are `Mixed`, unless a value that is never negative is given."""
    def __init__(self, claim, p, point, pattern, known=None):
        self.claim, self.p, self.point, self.pattern, given = claim, p, point, pattern, claim.given[:known]
        self.drawn, self.generators, self.signs, self.angles, self.met = {}, {}, {}, {}, []
        self.squares, self.roots, self.known, self.used, self.turns = [], {}, {}, set(), claim.turns if known is None else []
        self.values, self.met = {name: self.symbol(name, node) for name, node in claim.symbols.items() if [node] not in [step[0] for step in given]}, []
        for (s,), value, *_ in reversed(given): self.values[name_of(s)] = self(value)
        unsupported({kind for kind, _ in self.met} <= {"divisor"}, "a value with a root")
        for name, k, parts in claim.positive if point is known is None else []:  # its root of degree k, which is never negative, has this name
            demand(count(k) and type(name) is str and name not in {*self.generators, *claim.atoms, *self.known}, "a name or a degree")
            x, early = self.sum_of(parts), [*self.met]
            self.known[name], self.met, _ = self.root(x, k), early, self.roots.setdefault(self.clean(x * x), x)
        for k, (s, value, i, times) in enumerate(given if known is None else []):  # the equation is linear in it, with those before put in
            f, at = claim.said[demand(type(i) is int and i >= 0, "a place") or i], At(claim, p, None, pattern, k)
            wrong(f[0] == "equals2" and claim.symbols.get(name_of(*s)) in s and s not in [step[0] for step in given[:k]] and rational(times) and at.clean(only(minus(*map(at, f[1]))) - rational(times) * only(minus(at(s), at(value)))) == 0, "another value")
        self.turn()
    def turn(self):  # the angles, when the first of them is needed
        turns, self.turns = self.turns, []
        for nodes, parts in turns:
            x, each = only(self(nodes)), [(only(self(angle)), angle, n, k) for angle, n, k in parts]
            wrong(self.clean(x - sum(v * Fraction(k, n) for v, _, n, k in each)) == 0, "no sum of parts")
            self.angles[x] = each
    def __call__(self, nodes):
        known = []
        for node in nodes: known.append(self.all(self.found(nodes, node, *(known[a] for a in node.get("args", ())))))
        return known[-1]
    def all(self, x): return unsupported(time.process_time() < self.claim.until, "more than a minute") or Value(x.m, x.n, [*map(self.clean, x.c)])
    def clean(self, x): return x.numerator * pow(x.denominator, -1, self.p) % self.p
    def over(self, x): return self.met.append(("divisor", x := self.clean(x))) or demand(x, "division by zero", ZeroDivisionError) or pow(x, -1, self.p)
    def number(self, x): return self.clean(x if type(x) is Fraction else sum(c * self.root(self.clean(d), 2) for c, d in x))
    def divisors(self): return [x for kind, x in self.met if kind == "divisor"]
    def fraction(self, x):  # the fraction of small numbers that is x modulo p, if there is one
        a, b, u, v = self.p, x, 0, 1
        while b >> self.claim.height: a, b, u, v = b, a % b, v, u - a // b * v
        return Fraction(b, v) if abs(v) >> self.claim.height == 0 else None
    def sign(self, key): return self.signs.setdefault(key, 1 - 2 * (self.pattern >> len(self.signs) & 1))
    def draw(self, key, count, sphere=False):
        first, *xs = (dice.randrange(self.p) for _ in range(count))
        down = 2 * pow(1 + sum(x * x for x in xs), -1, self.p)
        return self.drawn.setdefault(key, [down - 1, *(down * x for x in xs)] if sphere else [first, *xs])
    def found(self, nodes, node, *xs):
        op, (m, n) = node["op"], node.get("shape") or own_shape(node)
        if "module" in node:  # known by name alone: the same for the same arguments
            key = op, node["module"], *(x[:2] for x in xs), *(c for x in xs for c in x.c)
            return Value(m, n, [c % (9973 if self.point else self.p) for c in self.draw(key, m * max(n, 1))])
        if op in ("sin", "cos", "rot"):
            self.met.append(("angle", x := self.turn() or only(xs[-1])))
            c, _, s, _ = reduce(mat, (self.arc(*part) for part in self.angles[x]), eye(2)).c
            return turned(xs[0], c, s, 1 - c) if op == "rot" else one(c if op == "cos" else s)
        if op in ("power", "sqrt", "norm"):
            q, x = exponent(nodes, node), one(square(xs[0])) if op == "norm" else xs[0]
            x = one(self.root(self.clean(only(x)), q.denominator)) if q.denominator > 1 else x
            return self.power(x, q.numerator)
        if op in ("symbol", "opaque"): return self.values[name_of(node)]
        if op in ("zero", "one"): return (lambda zero: zero if op == "zero" else self.power(zero, 0))(Value(m, n, [0] * m * max(n, 1)))
        if op in ("number", "pi"): return one(self.draw("pi", 1)[0] if op == "pi" else rational(node["value"]))
        if op in ("div", "inv"): return scale(self.over(only(xs[1])), xs[0]) if op == "div" else self.power(*xs, -1)
        if op in ("det", "cof"): return one(self.inverted(*xs)[0]) if op == "det" else trans(self.inverted(*xs)[1])
        return OPERATORS[op](*xs)
    def root(self, x, n):  # at a given point the sign of a fraction must be known; an irrational root has both
        even = n & -n if self.point is None else n
        x, n = x if even == n else unsupported(type(x) is int, "a root of odd degree of a root") or pow(x, pow(n // even, -1, self.p - 1), self.p), even
        while n % 2 == 0:
            self.met.append(("root", x))
            n, known = n // 2, self.fraction(x) if type(x) is int else None
            if known is None: x = unsupported(self.point is None, "the root of what is irrational") or self.roots.get(x) or self.free(x)
            else:
                exact = demand(known >= 0 or self.point is None, "the root of a negative number", ZeroDivisionError) or Fraction(*map(math.isqrt, abs(known).as_integer_ratio()))
                x = self.clean(exact) if exact * exact == known else self.square_root(x) * (self.point is None or self.sign(x))
        return pow(x, pow(n, -1, self.p - 1), self.p)
    def free(self, x): return unsupported(len(self.squares) < MOST_ROOTS, "many roots") or self.squares.append(x) or self.roots.setdefault(x, Mixed(self, ((1 << len(self.squares) - 1, 1),)))
    def square_root(self, x): return demand(pow(x, (self.p + 1) // 2, self.p) == x, "no root here", UnsureError) or pow(x, (self.p + 1) // 4, self.p)
    def part(self, g): return self.known[g] if g in self.known else self.known.setdefault(g, only(self(self.claim.atoms[g])) if g in self.claim.atoms else unsupported(g in self.generators, "a generator") or self.generators[g])
    def poly(self, p):
        unsupported(all(count(k) and self.used.add(g) is None for m, _ in p for g, k in m), "an exponent")
        return self.clean(sum(rational(c) * math.prod(pow(self.part(g), k, self.p) for g, k in m) for m, c in p))
    def sum_of(self, parts):  # squares times positive numbers and products of roots: it is never negative
        even = [g in [name for name, *_ in self.claim.positive] or exponent(t := self.claim.atoms[g], t[-1]).denominator % 2 == 0 for _, m, _ in parts for g, _ in m]
        wrong(all(even) and all(rational(w) > 0 for w, _, _ in parts), "not a sum of squares")
        return self.clean(sum(self.poly([[m, w]]) * pow(self.poly(p), 2, self.p) for w, m, p in parts))
    def power(self, x, n):
        below, above = (1, x) if n >= 0 else self.inverted(x) if x.n else (dot(x, x), conj(x))
        x = self.all(scale(self.over(below), above)) if n < 0 else x
        unit, join = (eye(size(x)), mat) if x.n else (Value(4, 0, [1, 0, 0, 0]), ham)
        for bit in f"{abs(n):b}": unit = self.all(join(join(unit, unit), x) if bit == "1" else join(unit, unit))
        return unit
    def characteristic(self, x):  # the coefficients of its polynomial, and the adjugate but for its sign (Faddeev, LeVerrier)
        n, cs, m = size(x), [1], scale(0, x)
        for k in range(1, n + 1):
            m = self.all(plus(mat(x, m), scale(cs[-1], eye(n))))
            cs.append(self.clean(Fraction(-1, k) * sum(mat(x, m).c[:: n + 1])))
        return cs[1:], m
    def inverted(self, x):  # the determinant and the adjugate
        return (lambda cs, m: (self.clean((-1) ** size(x) * cs[-1]), scale((-1) ** (size(x) - 1), m)))(*self.characteristic(x))
    def spun(self, c, s, n): return self.power(Value(2, 2, [c, -s, s, c] if n > 0 else [c, s, -s, c]), abs(n))
    def arc(self, value, angle, parts, times):  # the turn by so many parts of an angle, as a matrix
        given = (self.point or {}).get(name_of(angle[0])) if len(angle) == 1 else None
        if angle[-1]["op"] == "pi": return self.spun(*self.unity(), times * self.claim.fineness // (2 * parts))
        if self.point is None: return self.spun(*self.draw(("circle", value, parts), 2, True), times)
        if isinstance(given, list):
            unsupported(given[2] % parts == 0, "an angle is not divided enough")
            return self.spun(*map(self.number, given[:2]), times * given[2] // parts)
        unsupported((x := self.fraction(value)) is not None, "the sine of an irrational number")
        unsupported((x := x * Fraction(times, parts) * FINE).denominator == 1, "the sine of a fraction")
        return self.spun(*self.draw("e^i", 2, True), x.numerator) if x else eye(2)
    def unity(self):  # the point of the circle at 2π/n, true to i, √2 and, by Gauss' sums of (k/q) e^(2πik/q), to √q for odd primes q
        n, p = self.claim.fineness, self.p
        while "unity" not in self.drawn:
            x = self.spun(*self.draw(object(), 2, True), (p + 1) // n).c[::2]
            at = [tuple(self.spun(*x, k).c[::2]) for k in range(n)]
            sums = [(q, sum(legendre(k, q) * at[n // q * k][q // 2 % 2] for k in range(q)), self.square_root(q)) for q in range(3, n, 2) if n % q == 0 and all(q % k for k in range(3, q, 2))]
            ways = [j for j in range(n) if math.gcd(j, n) == 1 and at[n // 4 * j % n] == (0, 1) and (
                2 * at[n // 8 * j % n][0] - self.square_root(2)) % p == 0 and all((legendre(j, q) * g - r) % p == 0 for q, g, r in sums)]
            self.drawn |= {"unity": at[dice.choice(ways)]} if ways and len({*at}) == n else {}
        return self.drawn["unity"]
    def symbol(self, name, node):  # a value as it is given, or one of its kind; three symbols may be the axes of a frame
        if self.point is not None:
            wrong(name in self.point, f"no value of {name} is given")
            return one(*self.draw((name,), 1)) if type(x := self.point[name]) is list else Value(x.m, x.n, [*map(self.number, x.c)])
        if name not in self.claim.frames: return self.kind(name, *(node["shape"] or own_shape(node)), self.claim.facts[name])
        return Value(3, 1, self.kind(self.claim.frames[name][0], 3, 3, {"rotation"}).c[self.claim.frames[name][1]::3])
    def kind(self, name, m, n, facts):  # any value with these facts. Its generators are coordinates, the quaternion of a rotation of size 3, signs
        proper, odd, diagonal = (fact in facts for fact in ("rotation", "antisymmetric", "diagonal"))
        straight, pure, extra = diagonal or "symmetric" in facts, [0] * ("pure" in facts), []
        unsupported("unit" not in facts or (m, n) in ((3, 1), (4, 0)), "a length of 1 of what has none")
        x = self.all(Value(m, n, pure + self.draw((name,), m * max(n, 1) - len(pure), "unit" in facts)))
        if facts & {"orthogonal", "rotation"}:
            K, extra = minus(x, trans(x)), [*self.draw((name, "turn"), 4, True)]
            cayley = mat(minus(eye(n), K), self.power(plus(eye(n), K), -1))
            R = self.all(turn(Value(4, 0, extra)) if n == 3 else cayley)
            extra += [self.sign((name, i)) for i in range(n - proper if straight else not proper or odd)]
            signs = extra[4:] + [math.prod(extra[4:])] * (straight and proper)
            x = table(n, lambda i, j: [*[1] * (n - len(signs)), *signs][i] * (i == j))
            x = x if diagonal else mat(mat(R, x), trans(R)) if straight else mat(R, x)
            x = mat(mat(x, table(n, lambda i, j: (j == i ^ 1) * (2 * (i % 2) - 1))), trans(x)) if odd else x
        elif diagonal or straight or odd:
            x = (lambda whole: table(n, lambda i, j: whole[i * n + j] * (i == j or not diagonal)))(plus(x, scale(-1 if odd else 1, trans(x))).c)
        x = self.all(x)
        self.generators |= {f"{name}{part}{i}": c for part, cs in ((".", x.c), ("~", extra)) for i, c in enumerate(cs)}
        return x
ATOMS = {"symbol": "op sort shape name facts time", "opaque": "op sort shape value", "number": "op value", **dict.fromkeys(("pi", "zero", "one"), "op sort shape")}
SHAPES, ARITY = {"Scalar": [1, 1], "Vector": [3, 1]}, dict.fromkeys(("sqrt", "norm", "sin", "cos"), 1) | {"power": 2, "div": 2, "rot": 2, "column": 3}
FIELDS = "format version status left right context functions how method angles " + (CERTIFICATE := "nonzero atoms factors steps positive cofactors cleared ")
SUITS = {"Vector": {"unit"}, "Quaternion": {"unit", "pure"}, "Matrix": {"symmetric", "antisymmetric", "diagonal", "rotation", "orthogonal", "invertible"}}
OWN, METHODS = {"proved": "defined_at", "refuted": "counterexample", "probable": "points error_bound", "undecided": ""}, ("laws", "components", "derivation")
def own_shape(node): return 4, 0 if node.get("sort", "Quaternion") == "Quaternion" else -int.from_bytes(node["sort"].encode(), "big")  # another sort has a number of its own
def name_of(node): return node.get("name", f"opaque {node.get('value')}")
def flat(x): return [c for part in x for c in flat(part)] if isinstance(x, list) and x else [surd(x) if isinstance(x, dict) else rational(x)]
def surd(x):  # a sum of multiples of square roots
    parts, ds = [(rational(c), d) for c, d in fields(x, "surd")[0]], [d for _, d in x["surd"]]
    return demand(all(type(d) is int and d > 0 for d in ds) and ds == sorted({*ds}) not in ([], [1]), "not a sum of roots") or tuple(parts)
def suits(node, facts): return {*facts} <= {"nonzero", "constant"} | ({*SUITS.get(node.get("sort"), ())} if len({*node.get("shape", ())}) < 2 or node.get("sort") == "Vector" else set())
def count(k): return type(k) is int and 0 < k < 9999
def exponent(nodes, node):
    if node["op"] != "power": return Fraction(1, 2 if node["op"] in ("sqrt", "norm") else 1)
    return demand((n := nodes[node["args"][1]])["op"] == "number", "an exponent that is no number") or rational(n["value"])
def size_of(nodes):  # a bound for degrees and bits of numerators and common denominators of a term, whose nodes are checked as well
    known, used = [], {a for node in nodes for a in node.get("args", ())}
    for node in nodes:
        op, args, shape = node["op"], node.get("args", ()), node.get("shape", [])
        fields(node, ATOMS.get(op, "op args" + " module shape" * ("module" in node)) + " velocity" * (op == "symbol" and "velocity" in node))
        texts = all(type(node.get(k, "x")) is str and node.get(k, "x") for k in ("op", "name", "module", "value", "sort", "velocity"))
        named = texts and type(node.get("time", True)) is bool and ("module" not in node or (op.isidentifier() and op not in (*OPERATORS, *ARITY, "det", "cof", "inv"))) and node.get("name", "x").rstrip("'").isidentifier()
        found = all(type(a) is int and 0 <= a < len(known) for a in args) and len(args) == ARITY.get(op, len(args)) and bool(args) != (op in ATOMS) and (len(args) != 1 or op not in ("add", "times", "matmul", "qmul"))
        listed = {type(args), type(shape), type(node.get("facts", []))} <= {list, tuple}
        shaped = all(type(n) is int and n > 0 for n in shape) and shape == SHAPES.get(node.get("sort"), shape if "sort" not in node or (node["sort"] == "Matrix" and shape not in SHAPES.values()) else [])
        demand(named and found and listed and shaped and sum(shape) < 400 and suits(node, node.get("facts", ())), "a node says two things")
        k = 1 if op in LINEAR else 130 + 2 * abs(exponent(nodes, node).numerator)
        known.append(k * sum(known[a] for a in args) + 9 + 4 * len(node.get("value", "")) + 4 * sum(shape) + len(args))
        unsupported(known[-1].bit_length() < MOST_BITS, "a large term")
    return demand(nodes and used == {*range(len(nodes) - 1)}, "a node is not used") or known[-1]
class Claim:
    def __init__(self, data):
        vars(self).update(data, height=HEIGHT, error_bits=ERROR_BITS, until=time.process_time() + 60)
        self.frames, self.equations, self.sides = {}, [], [self.left, self.right]
        self.given, self.steps = [fields(s, "symbol value fact times") for s in self.steps if "value" in s], [s for s in self.steps if "value" not in s]
        self.said = [(f"{fact}{len(ts)}", ts) for fact, ts in (fields(f, "fact terms") for f in self.context)]
        terms = [*self.sides, *(t for _, ts in self.said for t in ts)]
        self.turns = [(of, [fields(p, "angle parts times") for p in parts]) for of, parts in (fields(angle, "of parts") for angle in self.angles)]
        parts = [part for of, parts in self.turns for part in [(of, 1, 1), *parts]]
        demand(all(count(n) and type(k) is int for _, n, k in parts), "parts of an angle")
        others = [*self.nonzero, *self.atoms.values(), *(p[0] for p in parts)] + [s[k] for s in self.steps for k in ("left", "right", "nilpotent") if k in s] + [t for step in self.given for t in step[:2]] + [f["divisor"] for f in self.factors]
        self.bits = sum(map(size_of, terms + others)) * (sum(abs(p[2]) for p in parts) + 64) * math.prod(size_of(step[1]) for step in self.given)
        listed = [(name_of(node), node) for t in terms + others for node in t if node["op"] in ("symbol", "opaque")]
        self.symbols, same = dict(listed), all(dict(listed)[name] == node for name, node in listed)
        demand(same and {*self.symbols} <= {name_of(node) for t in terms for node in t}, "other symbols")
        self.facts = {name: {*node.get("facts", ())} for name, node in self.symbols.items()}
        self.all_facts = [(f"{f}1", [[node]]) for node in self.symbols.values() for f in node.get("facts", ())] + self.said
        for i, (kind, ts) in enumerate(self.said):
            names = [name_of(t[0]) if len(t) == 1 else "" for t in ts]
            bare = [name in self.facts and not self.symbols[name].get("facts") and self.symbols[name].get("sort") == "Vector" for name in names]
            own, frame = kind[-1] == "1" and names[0] in self.facts, kind == "triad3" and all(bare) and len({*names} - {*self.frames}) == 3
            demand(not own or suits(self.symbols[names[0]], [kind[:-1]]), "a fact about another sort")
            self.frames |= {name: (names[0], i) for i, name in enumerate(names)} if frame else {}
            self.facts |= {names[0]: self.facts[names[0]] | {kind[:-1]}} if own else {}
            self.equations += [] if own or frame or i in [step[2] for step in self.given] else [(kind, ts)]
        roots = [exponent(t, node).denominator for t in terms + others for node in t] + [k for _, k, _ in self.positive if demand(count(k), "a degree") is None]
        self.rooted, self.fineness = any(n % 2 == 0 for n in roots), math.lcm(8, *(2 * n for angle, n, _ in parts if angle[-1]["op"] == "pi"))
        self.order = unsupported(self.fineness < 9999, "a small part of a turn") or math.lcm(840, self.fineness, *(n // (n & -n) for n in roots))
        self.size = self.bits.bit_length() + len(json.dumps(data)).bit_length() * (1 + len(self.positive)) + 14 * len(self.positive) + 2 * self.order.bit_length() + 8
    def rows(self, at, facts):  # what is zero where they are true
        wrong({kind for kind, _ in facts} <= {*VANISHES}, "an unknown fact")
        given = [(kind, [at(t) for t in ts]) for kind, ts in facts]
        demand(all(xs[0].m == xs[0].n > 1 for kind, xs in given if kind[:-1] in SUITS["Matrix"] and kind[-1] == "1"), "a fact about another sort")
        return [at.clean(x) for k, xs in given for x in [*VANISHES[k](*xs), *[at.inverted(*xs)[0] - 1 for _ in range(k == "rotation1")]]]
    def zeros(self, at):  # what must be zero if the claim is true. What is given must be used, and bring no new divisors or roots
        early, at.met, used, added, factors, poly = at.met, [], at.used, [], [], at.poly
        left, right = (at(side) for side in self.sides)
        divisors, rows, _ = {*at.divisors()}, self.rows(at, self.equations), [at(t) for *_, i, _ in self.given for t in self.said[i][1]]
        allowed, nonzero = {*at.met}, at.divisors() + (self.nonzeros(at) if self.factors else [])
        def rest(x, by): return used.update(i for i, c in enumerate(by) if c) or x - sum(poly(c) * row for c, row in zip(by, rows, strict=True))
        def product(powers): return demand(all(count(k) and i >= 0 and not used.add(("factor", i)) for i, k in powers), "an exponent") or math.prod(pow(factors[i], k, at.p) for i, k in powers)
        for step, before in ((step, len(rows)) for step in self.steps):
            if "zero" in step:  # a power of it, and squares, are a combination of what is zero
                zero, k, others, by = fields(step, "zero power squares cofactors")
                wrong(count(k) and (k % 2 == 0 or not others), "an odd power")
                yield rest(pow(poly(zero), k, at.p) + at.sum_of(others), by)
                rows.append(poly(zero))
            elif "nilpotent" in step:  # if a power is zero, so is the characteristic polynomial, but for its first coefficient
                x, (_, k, by) = at(step["nilpotent"]), fields(step, "nilpotent power cofactors")
                yield from map(rest, demand(count(k), "a power") or at.power(x, k).c, by)
                rows += at.characteristic(x)[0] if len(by) == len(x.c) else []
            else:  # what is inverse on one side is inverse on the other
                x, y, unit = at(step["left"]), at(step["right"]), eye(size(at(step["left"])))
                yield from map(rest, minus(mat(x, y), unit).c, fields(step, "left right cofactors")[2])
                rows += minus(mat(y, x), unit).c if len(step["cofactors"]) == len(unit.c) else []
            added.append({*range(before, len(rows))})
        for f in self.factors:  # each divides a divisor, or a term that a fact says is not zero
            factor, times, divisor, below = fields(f, "factor times divisor below")
            wrong((x := only(at(divisor))) in nonzero, "no divisor")
            yield poly(factor) * poly(times) - x * product(below)
            factors.append(poly(factor))
        demand(bool(self.cofactors) == bool(self.cleared) == bool(rows), "multipliers of no equation, or none", NotImplementedError if rows else ValueError)
        by, clear = (k if rows else [[]] * len(left.c) for k in (self.cofactors, self.cleared))
        if not rows and {"left", "right"} <= {name for name, *_ in self.positive}:  # neither side is ever negative, and their squares are the same
            yield from (lambda x, y: (only(left) - x, only(right) - y, x * x - y * y))(*(at.known[side] for side in ("left", "right")))
        else: yield from (rest(x * product(k), c) for x, c, k in zip(minus(left, right).c, by, clear, strict=True))
        same = {only(at(t)) for t in self.nonzero} == divisors or self.status != "proved"
        wrong(same and {k for k in at.met + early if k[0] != "angle"} <= allowed, "something else is divided by, or under a root")
        asked = {x for kind, x in at.met + early if kind == "angle"} == {*at.angles}
        wrong(asked and {*self.atoms, *(("factor", i) for i in range(len(factors)))} <= used and all(x & used for x in added), "something is not used")
    def nonzeros(self, at): return [at.inverted(x)[0] if kind == "invertible1" else x.c[0] if len(x.c) == 1 else any(x.c) for kind, ts in self.all_facts if kind in ("nonzero1", "invertible1") for x in map(at, ts)]
    def proves(self, at): return (true := not any([at.clean(z) for z in self.zeros(at)])) or unsupported(not at.squares, "it depends on signs of roots") or true
    def draws(self, judge, point=None):  # what points say, as many as it takes to meet all signs; None where there is no value
        said, p, most, tries, bits = [], 0, 1, 0, (self.size + self.error_bits + 2 * self.height * (self.rooted or point is not None) | 31) + 1
        unsupported(bits < MOST_BITS, "a large term")
        while len(said) < most:
            p, tries = unsupported(tries < 99 * most + 999, "no point is found") or p or prime(bits, self.order, tries), tries + 1
            try:
                said.append(judge(at := At(self, p, point, len(said))))
                most = unsupported(len(at.signs) <= MOST_SIGNS, "many signs") or 1 << len(at.signs)
            except ZeroDivisionError as error: said.append(wrong(point is None, f"no value at the point: {error}"))
            except UnsureError: p = 0
        return said
    def at_point(self, listed, values=()):  # whether the sides agree at a point at which all facts are true; they have these values
        point, numbers = {}, []
        for (node,), v in (fields(given, "term value") for given in listed):
            name, (m, n) = name_of(node), node["shape"] or (0, own_shape(node)[1])
            demand(self.symbols.get(name) == node and name not in point and [node] not in [step[0] for step in self.given], "no symbol, or given twice")
            own = flat(fields(v, "cos sin parts") if (angle := isinstance(v, dict) and "surd" not in v) else v)
            numbers += [k for c in own for k in ([c] if type(c) is Fraction else sum(c, ()))]
            wrong(count(v["parts"]) and m * n == 1 and len(own) == 3 if angle else m * n in (0, len(own)), "not an angle, or not of its shape")
            point[name] = [*own[:2], v["parts"]] if angle else Value(m or len(own), n, own)
        self.height = HEIGHT + 4 * max((len(f"{x.numerator}{x.denominator}") for x in numbers), default=0)
        def judge(at):
            circles = [at.number(x[0]) ** 2 + at.number(x[1]) ** 2 - 1 for x in point.values() if type(x) is list]
            if not all(self.nonzeros(at)) or any(self.rows(at, self.all_facts)) or any(map(at.clean, circles)): return None
            left, right = (at(side) for side in self.sides)
            if wrong(left[:2] == right[:2], "sides of two sorts") or [*map(at.number, values)] not in ([], left.c + right.c): return None
            known = all(at.fraction(x) for x in at.divisors()) and (left == right or self.status == "proved")
            return unsupported(known or not {"pi", "e^i"} <= {*at.drawn}, "nobody knows how π and e^i are related") or left == right
        wrong({*(said := self.draws(judge, point))} != {None}, "at the point a fact is not true, or a side has another value")
        return unsupported(None not in said, "a fact or a value depends on signs of roots") or said
def check(data):  # what is wrong with a verdict; None if nothing is
    data, status = dict(data), data["status"]
    unsupported(status != "proved" or "defined_at" in data, "no point where both sides are defined")
    try:
        told = data.pop("output", status), repr(data.pop("exit", EXITS[status]))
        wrong(told[0].startswith(status) and told[1] == repr(EXITS[status]), "another status is printed or returned")
        fields(data, FIELDS + OWN[status], wrong)
        judge(Claim(data), status == "proved")
    except WrongError as error: return str(error)
def judge(claim, proved):
    demand((claim.format, claim.version, type(claim.version)) == ("penelope-verdict", 2, int), "not a verdict")
    unsupported(not claim.functions, f"{claim.functions}: programs or laws of the user's decide")
    wrong(claim.method in (METHODS if proved else ("",)) and claim.how and type(claim.how) is str, "no reason is given")
    wrong([*map(type, extra := [vars(claim)[k] for k in CERTIFICATE.split()])] == [list, dict, *[list] * 5] and (proved or not any(extra)), "a certificate of no proof")
    if claim.status == "refuted":
        point, exact, left, right = fields(claim.counterexample, "point exact left right")
        wrong((exact is True and not any("module" in node for t in claim.sides for node in t)) or (exact is False and left is right is None), "values, or none")
        wrong(False in (said := claim.at_point(point, flat(left) + flat(right) if exact else [])), "the sides agree there")
        unsupported(True not in said, "whether the sides agree depends on signs of roots")
    wrong(not proved or any(claim.at_point(claim.defined_at)), "the sides differ where both are defined")
    if proved or claim.status == "probable":
        if not proved:  # a point modulo a prime of 61 bits says no more; here, too, the error is below what is claimed
            wrong(count(claim.points) and type(claim.error_bound) is float and not claim.rooted, "no points, or no bound")
            wrong(0.5 ** min(61 * claim.points, 1074) <= claim.error_bound < 1, "a bound that so few points do not give")
            claim.error_bits += max(0, -math.frexp(claim.error_bound)[1] - 99)
        wrong({True} <= {*claim.draws(claim.proves)} <= {True, None}, "the sides differ at a random point")
def once(pairs): return demand(len(dict(pairs)) == len(pairs), "a field is given twice") or dict(pairs)
if __name__ == "__main__":
    try:
        why = check(data := json.load(open(sys.argv[1], encoding="utf-8"), object_pairs_hook=once))
        status = 1 if why else 3 if data["status"] == "undecided" else 0
        print(f"wrong: {why}" if why else f"{'not ' * (status > 0)}confirmed: {data['status']}")
    except Exception as error:
        status = print(f"not confirmed: {type(error).__name__}: {error!s:.170}") or 2 + isinstance(error, NotImplementedError)
    sys.exit(status)
