"""Gaussian elimination, for generated code that runs without NumPy."""


def solved(A, b):  # type: ignore[no-untyped-def]
    """The solution of A x = b, for lists of floats, with the largest pivot of each column."""
    n = len(b)
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[best], b[k], b[best] = A[best], A[k], b[best], b[k]
        for i in range(k + 1, n):
            e = A[i][k] / A[k][k]
            if e:
                A[i] = [x - e * z for x, z in zip(A[i], A[k], strict=True)]
                b[i] -= e * b[k]
    for k in reversed(range(n)):
        b[k] = (b[k] - sum(A[k][j] * b[j] for j in range(k + 1, n))) / A[k][k]
    return b
