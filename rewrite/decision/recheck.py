"""Check a verdict of `equal` again, from its JSON alone: python recheck.py VERDICT.json

Standard library only, nothing shared with the package that gave the verdict. Sides claimed to be
equal are evaluated with 120 digits at random points of the symbols' kinds, and must agree in 60. A
counterexample is evaluated where it says. Equations of a context must, with the multipliers given,
add up to the difference. Exit status: 0 confirmed, 1 wrong, 2 not readable, 3 not checked."""
import fractions, functools, json, math, random, sys
from decimal import Decimal as D, getcontext
getcontext().prec, getcontext().Emax, POINTS, FLAT = 120, 10**17, 16, {"unit", "nonzero", ""}
Fraction, reduce, prod, SMALL = fractions.Fraction, functools.reduce, math.prod, D(10) ** -60
number = lambda x: D(Fraction(x).numerator) / Fraction(x).denominator
root = lambda x, n=2: D(0) if abs(x) < SMALL else x.sqrt() if n == 2 else x ** (D(1) / n)
over = lambda x: 1 / (D(0) if abs(x) < SMALL else x)
# -- formulas: a value is (rows, columns, numbers), a quaternion (4, 0, numbers) -------------------
one = lambda x: (1, 1, [x])
eye = lambda n: (n, n, [D(i == j) for i in range(n) for j in range(n)])
trans = lambda x: (x[1], x[0], [c for j in range(x[1]) for c in x[2][j :: x[1]]])
plus = lambda *xs: (*xs[0][:2], [sum(cs) for cs in zip(*(x[2] for x in xs), strict=True)])
scale = lambda k, x: (*x[:2], [k * c for c in x[2]])
minus = lambda x, y: plus(x, scale(-1, y))
dot = lambda x, y: sum(map(prod, zip(x[2], y[2], strict=True)))
conj = lambda x: (4, 0, [x[2][0], *(-c for c in x[2][1:])])
vector = lambda q: (3, 1, q[2][1:])
pair = lambda s, v: (4, 0, [s, *v[2]])
axial = lambda a, b, c: (3, 3, [D(0), -c, b, c, D(0), -a, -b, a, D(0)])
tilde = lambda v: axial(*v[2])
cross = lambda x, y: mat(tilde(x), y)
turned = lambda q, v: vector(ham(ham(q, pair(0, v)), conj(q)))
inv = lambda x: scale(over(det(x)), trans(cof(x))) if x[1] else scale(over(dot(x, x)), conj(x))
rot = lambda u, c, s: plus(scale(c, eye(3)), scale(s, tilde(u)), scale(1 - c, mat(u, trans(u))))
turn = lambda q: trans((3, 3, [c for i in range(3) for c in turned(q, (3, 1, eye(3)[2][i::3]))[2]]))

def ham(p, q):
    s, t, u, v = p[2][0], q[2][0], vector(p), vector(q)
    return pair(s * t - dot(u, v), plus(scale(s, v), scale(t, u), cross(u, v)))

def mat(x, y):
    if (1, 1) in (x[:2], y[:2]):
        return scale(x[2][0], y) if x[:2] == (1, 1) else scale(y[2][0], x)
    rows, columns = [x[2][i : i + x[1]] for i in range(0, len(x[2]), x[1])], range(y[1])
    return x[0], y[1], [dot((0, 0, r), (0, 0, y[2][j :: y[1]])) for r in rows for j in columns]

def det(x):
    n, _, a = x
    minor = lambda j: (n - 1, n - 1, [c for k, c in enumerate(a) if k >= n and k % n != j])
    return sum((-1) ** j * a[j] * det(minor(j)) for j in range(n)) if n else D(1)

def cof(x):
    (n, _, a), places = x, range(len(x[2]))
    minor = lambda p: (n - 1, n - 1, [a[k] for k in places if k // n != p // n and k % n != p % n])
    return n, n, [(-1) ** (p // n + p % n) * det(minor(p)) for p in places]

def power(x, n):
    if n.denominator > 1:
        x = one(root(x[2][0], n.denominator))
    base, join = (pair(D(1), (3, 1, [D(0)] * 3)), ham) if x[1] == 0 else (eye(x[0]), mat)
    step = lambda y, bit: join(join(y, y), x if bit == "1" else base)
    result = reduce(step, f"{abs(n.numerator):b}", base)
    return inv(result) if n < 0 else result

def cis(x):  # cosine and sine, by their series at a small part of the angle
    x, c, s, term = x / 2**40, D(0), D(0), D(1)
    for k in range(1, 60, 2):
        c, s, term = c + term, s + term * x / k, -term * x * x / (k * (k + 1))
    return reduce(lambda p, _: (p[0] ** 2 - p[1] ** 2, 2 * p[0] * p[1]), range(40), (c, s))

def angle(c, s):  # of a point of the circle, by Newton's method from 16 digits
    x = D(math.atan2(s, c))
    for _ in range(4):
        cosine, sine = cis(x)
        x += s * cosine - c * sine
    return x

OPS = {
    "add": plus, "neg": lambda x: scale(-1, x), "trans": trans, "inv": inv, "conj": conj,
    "times": lambda *xs: one(prod(x[2][0] for x in xs)), "tilde": tilde, "rotate": turned,
    "scale": lambda k, x: scale(k[2][0], x), "div": lambda x, k: scale(over(k[2][0]), x),
    "matmul": lambda *xs: reduce(mat, xs), "qmul": lambda *xs: reduce(ham, xs), "cross": cross,
    "trace": lambda x: one(sum(x[2][:: x[0] + 1])), "det": lambda x: one(det(x)), "cof": cof,
    "dot": lambda x, y: one(dot(x, y)), "outer": lambda x, y: mat(x, trans(y)),
    "rot": lambda u, x: rot(u, *cis(x[2][0])), "rotation_matrix": turn,
    "triple": lambda x, y, z: one(dot(cross(x, y), z)), "sin": lambda x: one(cis(x[2][0])[1]),
    "vee": lambda x: (3, 1, [(x[2][i] - x[2][j]) / 2 for i, j in ((7, 5), (2, 6), (3, 1))]),
    "norm2": lambda x: one(dot(x, x)), "quat": lambda s, v: pair(s[2][0], v),
    "scalar_part": lambda q: one(q[2][0]), "vector_part": vector, "x_of": lambda v: one(v[2][0]),
    "y_of": lambda v: one(v[2][1]), "z_of": lambda v: one(v[2][2]),
    "cos": lambda x: one(cis(x[2][0])[0]), "sqrt": lambda x: one(root(x[2][0])),
    "norm": lambda x: one(root(dot(x, x))), "column": lambda *xs: (3, 1, [x[2][0] for x in xs]),
}
SAYS = {  # what is zero if a fact is true
    "symmetric1": lambda x: minus(x, trans(x))[2], "antisymmetric1": lambda x: plus(x, trans(x))[2],
    "diagonal1": lambda x: [c for i, c in enumerate(x[2]) if i % (x[0] + 1)],
    "orthogonal1": lambda x: minus(mat(x, trans(x)), eye(x[0]))[2], "pure1": lambda x: x[2][:1],
    "rotation1": lambda x: [*SAYS["orthogonal1"](x), det(x) - 1],
    "unit1": lambda x: [dot(x, x) - 1], "orthogonal2": lambda x, y: [dot(x, y)],
    "invertible1": lambda x: [D(abs(det(x)) < SMALL)], "nonzero1": lambda x: [D(not any(x[2]))],
    "collinear2": lambda x, y: cross(x, y)[2], "equals2": lambda x, y: minus(x, y)[2],
    "triad3": lambda x, y, z: [
        dot(x, y), dot(y, z), dot(z, x), *minus(cross(x, y), z)[2], *minus(cross(y, z), x)[2],
        *minus(cross(z, x), y)[2], dot(cross(x, y), z) - 1],
}

def drawn(node, facts):  # a random value of a symbol's kind
    m, n = node["shape"] or (4, 0)
    x = m, n, [D(random.randint(-9999, 9999)) / 1009 for _ in range(m * max(n, 1))]
    if facts & {"orthogonal", "rotation"}:
        R = mat(inv(plus(eye(n), minus(x, trans(x)))), plus(eye(n), minus(trans(x), x)))
        flip, odd = lambda: random.choice((1, -1)), "antisymmetric" in facts  # by quarter turns
        signs = [flip() if i and "symmetric" in facts else 1 for i in range(n)]
        signs[0] = prod(signs) * (1 if "rotation" in facts and not odd else flip())
        entry = lambda i, j: D((j == i ^ odd) * signs[min(i, j)] * (j - i or 1))
        E = n, n, [entry(i, j) for i in range(n) for j in range(n)]
        x = mat(R, mat(E, trans(R))) if odd or "symmetric" in facts else mat(R, E)
        return E if "diagonal" in facts else x
    x = minus(x, trans(x)) if "antisymmetric" in facts else x
    x = plus(x, trans(x)) if "symmetric" in facts else x
    off = lambda i: ("diagonal" in facts and i % (n + 1)) or ("pure" in facts and i == 0)
    x = m, n, [D(0) if off(i) else c for i, c in enumerate(x[2])]
    return scale(1 / root(dot(x, x)), x) if "unit" in facts else x

def value(nodes, at):
    values = []
    for node in nodes:
        op, args, (m, n) = node["op"], node.get("args", ()), node.get("shape") or (4, 0)
        if op == "symbol":
            values.append(at[node["name"]])
        elif op in ("number", "pi"):
            values.append(one(2 * angle(D(0), D(1)) if op == "pi" else number(node["value"])))
        elif op in ("zero", "one"):
            values.append(power((m, n, [D(0)] * (m * max(n, 1))), Fraction(op == "zero")))
        elif op == "power":
            values.append(power(values[args[0]], Fraction(nodes[args[1]]["value"])))
        elif op in OPS:
            values.append(OPS[op](*(values[i] for i in args)))
        else:  # known by name alone: the same for the same arguments
            key = op, node.get("value"), *(round(c, 50) for i in args for c in values[i][2])
            values.append(at.setdefault(key, drawn(node, set())))
    return values[-1]

def given(point):  # values from JSON; an angle from its point of the circle
    flat = lambda x: [c for y in x for c in flat(y)] if isinstance(x, list) else [number(x)]
    turns = lambda x: [int(x["parts"]) * angle(number(x["cos"]), number(x["sin"]))]
    read = lambda x: turns(x) if isinstance(x, dict) else flat(x)
    each = [(p["term"][0], read(p["value"])) for p in point if len(p["term"]) == 1]
    return {s.get("name", (s["op"], s.get("value"))): (*(s["shape"] or (4, 0)), x) for s, x in each}

def check(verdict):  # what is wrong with a verdict; None if nothing is
    context = [(f["fact"] + str(len(f["terms"])), f["terms"]) for f in verdict["context"]]
    context.sort(key=lambda f: f[0][-1] == "1")  # relations, then facts
    terms = [verdict["left"], verdict["right"], *(t for _, ts in context for t in ts)]
    symbols = {s["name"]: s for t in terms for s in t if s["op"] == "symbol"}
    facts = {name: {*s["facts"]} for name, s in symbols.items()}
    for fact, (term, *_) in context:
        facts.get(term[-1].get("name"), set()).add(fact[:-1] if fact[-1] == "1" else "")
    claims = [(f"{fact}1", [[symbols[name]]]) for name in symbols for fact in facts[name]]
    said = lambda at, c: sum((SAYS[k](*(value(t, at) for t in ts)) for k, ts in c if k in SAYS), [])
    sides = lambda at: zip(value(terms[0], at)[2], value(terms[1], at)[2], strict=True)
    near = lambda x, y: abs(x - y) <= SMALL * (1 + abs(x) + abs(y))
    own = {s["op"] for t in terms for s in t} & {*verdict["functions"]} - {*OPS}
    if own or (verdict["status"] == "proved" and "defined_at" not in verdict):
        raise NotImplementedError(f"{own or 'no point'}: programs or laws of the user's decide")
    if verdict["status"] == "refuted":
        at = given(verdict["counterexample"]["point"])
        if not all(near(x, D(0)) for x in said(at, claims + context)):
            return "a fact is not true at the counterexample"
        return "the sides agree there" if all(near(x, y) for x, y in sides(at)) else None
    by, used = verdict["cofactors"], verdict["status"] == "proved"
    proved = sides(given(verdict["defined_at"])) if verdict["status"] == "proved" else ()
    if not all(near(x, y) for x, y in proved):
        return "the sides differ where both are defined"
    for _ in range(POINTS * (verdict["status"] in ("proved", "probable"))):
        at = {name: drawn(s, facts[name]) for name, s in symbols.items()}
        for axes in [axes for fact, axes in context if fact == "triad3" and not by]:
            R = drawn({"shape": [3, 3]}, {"rotation"})[2]
            at |= {t[0]["name"]: (3, 1, R[i::3]) for i, t in enumerate(axes)}
        gens = {f"{n}.{i}": c for n in symbols if facts[n] <= FLAT for i, c in enumerate(at[n][2])}
        poly = lambda p: sum(number(c) * prod(gens[g] ** k for g, k in m) for m, c in p)
        try:
            zeros, pairs = [x for x in said(at, context) if abs(x) > SMALL], [*sides(at)]
            sums = [sum(poly(p) * z for p, z in zip(b, zeros, strict=True)) for b in by]
            dens = [poly(p) for p in verdict["cleared"]] if by else [1] * len(pairs)
            rows = zip(pairs, sums or [0] * len(pairs), dens, strict=True)
            if not all(near(x * d, y * d + z) for (x, y), z, d in rows):
                if zeros and not by:
                    raise NotImplementedError("equations of a context without multipliers")
                return "the sides differ at a random point"
            used += 1
        except (ArithmeticError, KeyError) as error:
            if isinstance(error, KeyError):
                raise NotImplementedError(f"multipliers made of {error}") from error
    return None if used or verdict["status"] != "probable" else "no point was found to check it at"

if __name__ == "__main__":
    try:
        why = check(data := json.load(open(sys.argv[1], encoding="utf-8")))
        sys.exit(print(f"wrong: {why}" if why else f"confirmed: {data['status']}") or bool(why))
    except Exception as e:
        sys.exit(print(f"not confirmed: {e!r:.200}") or 2 + isinstance(e, NotImplementedError))
