"""Right-hand sides as an engineer writes them by hand, in NumPy and in C.

A plane chain of links by its textbook formulas, with loops over the links; the satellite with its
arm by vectors: partial velocities in a 3×9 matrix J, M = … + μ4 Jᵀ J, and a linear solver.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

C_CHAIN = """
#include <math.h>
enum { N = %d };
/* p: g, l1 … lN, m1 … mN */
void f(double t, const double *y, const double *p, double *dy)
{
    const double g = p[0], *l = p + 1, *m = p + 1 + N;
    double mu[N], M[N][N], b[N], total = 0;
    for (int i = N - 1; i >= 0; i--) mu[i] = total += m[i];
    for (int i = 0; i < N; i++) {
        b[i] = -mu[i]*g*l[i]*sin(y[i]);
        for (int j = 0; j < N; j++) {
            const double w = mu[i > j ? i : j]*l[i]*l[j], d = y[i] - y[j];
            M[i][j] = w*cos(d);
            b[i] -= w*sin(d)*y[N + j]*y[N + j];
        }
    }
    for (int k = 0; k < N; k++) {
        for (int j = 0; j < k; j++) {
            double s = M[k][j];
            for (int i = 0; i < j; i++) s -= M[k][i]*M[j][i];
            M[k][j] = s/M[j][j];
        }
        double s = M[k][k];
        for (int i = 0; i < k; i++) s -= M[k][i]*M[k][i];
        M[k][k] = sqrt(s);
    }
    for (int k = 0; k < N; k++) {
        for (int i = 0; i < k; i++) b[k] -= M[k][i]*b[i];
        b[k] /= M[k][k];
    }
    for (int k = N - 1; k >= 0; k--) {
        for (int i = k + 1; i < N; i++) b[k] -= M[i][k]*b[i];
        b[k] /= M[k][k];
        dy[k] = y[N + k];
        dy[N + k] = b[k];
    }
}
"""

C_SATELLITE = """
#include <math.h>
static void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1]*b[2] - a[2]*b[1]; c[1] = a[2]*b[0] - a[0]*b[2]; c[2] = a[0]*b[1] - a[1]*b[0];
}
/* p: I1x I1y I1z mu1 mu4 z12 z34, then C1[3], C12, C34, F1[3], F4[3], F23 */
void f(double t, const double *y, const double *p, double *dy)
{
    const double *I = p, mu1 = p[3], mu4 = p[4], z12 = p[5], z34 = p[6];
    const double *C1 = p + 7, *F1 = p + 12, *F4 = p + 15, along[3] = {p[10], p[18], p[11]};
    const double *v = y + 9, *w = y + 12, d7 = y[15], d8 = y[16], d9 = y[17], q8 = y[7];
    const double c7 = cos(y[6]), s7 = sin(y[6]), c9 = cos(y[8]), s9 = sin(y[8]);
    const double Y2[3] = {0, c7, s7}, Z2[3] = {0, -s7, c7};
    double arm[3], from[3], r[3], J[3][9] = {{0}}, e7[3], e9[3], x1[3] = {1, 0, 0};
    for (int k = 0; k < 3; k++) {
        arm[k] = z34*(c9*Z2[k] + (k == 0 ? s9 : 0));
        from[k] = q8*Y2[k] + arm[k];
        r[k] = from[k] + (k == 2 ? z12 : 0);
    }
    cross(x1, from, e7);
    cross(Y2, arm, e9);
    for (int k = 0; k < 3; k++) { J[k][k] = 1; J[k][6] = e7[k]; J[k][7] = Y2[k]; J[k][8] = e9[k]; }
    J[0][4] = r[2]; J[0][5] = -r[1]; J[1][3] = -r[2];
    J[1][5] = r[0]; J[2][3] = r[1]; J[2][4] = -r[0];
    double rel[3], turn[3], inner[3], bias[3], spin2[3] = {d7, 0, 0}, a1[3], a2[3], a3[3], w4[3];
    for (int k = 0; k < 3; k++) rel[k] = d7*e7[k] + d8*Y2[k] + d9*e9[k];
    cross(w, r, turn);
    for (int k = 0; k < 3; k++) inner[k] = v[k] + turn[k] + 2*rel[k];
    cross(w, inner, bias);
    for (int k = 0; k < 3; k++) w4[k] = spin2[k] + d9*Y2[k];
    /* what the joints do by themselves: X×(X×·) and so on */
    double t2[3], tip[3];
    cross(spin2, Y2, a1);
    for (int k = 0; k < 3; k++) t2[k] = 2*d8*a1[k];
    double mid[3] = {q8*Y2[0], q8*Y2[1], q8*Y2[2]};
    cross(spin2, mid, a2); cross(spin2, a2, a3);
    for (int k = 0; k < 3; k++) t2[k] += a3[k];
    cross(w4, arm, a2); cross(w4, a2, tip);
    double gyr[3], n[3] = {d9*Y2[0], d9*Y2[1], d9*Y2[2]};
    cross(spin2, n, gyr); cross(gyr, arm, a3);
    for (int k = 0; k < 3; k++) bias[k] += t2[k] + tip[k] + a3[k];
    double M[9][9], b[9], Iw[3] = {I[0]*w[0], I[1]*w[1], I[2]*w[2]}, wv[3], wIw[3];
    cross(w, v, wv); cross(w, Iw, wIw);
    for (int i = 0; i < 9; i++) {
        for (int j = 0; j <= i; j++)
            M[i][j] = mu4*(J[0][i]*J[0][j] + J[1][i]*J[1][j] + J[2][i]*J[2][j]);
        b[i] = 0;
        for (int k = 0; k < 3; k++) b[i] += J[k][i]*(F4[k] - mu4*bias[k]);
    }
    for (int k = 0; k < 3; k++) {
        M[k][k] += mu1; M[3 + k][3 + k] += I[k];
        b[k] += F1[k] - mu1*wv[k]; b[3 + k] += C1[k] - wIw[k]; b[6 + k] += along[k];
    }
    for (int k = 0; k < 9; k++) {
        for (int j = 0; j < k; j++) {
            double s = M[k][j];
            for (int i = 0; i < j; i++) s -= M[k][i]*M[j][i];
            M[k][j] = s/M[j][j];
        }
        double s = M[k][k];
        for (int i = 0; i < k; i++) s -= M[k][i]*M[k][i];
        M[k][k] = sqrt(s);
    }
    for (int k = 0; k < 9; k++) {
        for (int i = 0; i < k; i++) b[k] -= M[k][i]*b[i];
        b[k] /= M[k][k];
    }
    for (int k = 8; k >= 0; k--) {
        for (int i = k + 1; i < 9; i++) b[k] -= M[i][k]*b[i];
        b[k] /= M[k][k];
        dy[9 + k] = b[k];
    }
    const double c1 = cos(y[0]), s1 = sin(y[0]), c2 = cos(y[1]), s2 = sin(y[1]);
    const double c3 = cos(y[2]), s3 = sin(y[2]), u = w[0]*c3 - w[1]*s3;
    dy[0] = u/c2; dy[1] = w[0]*s3 + w[1]*c3; dy[2] = w[2] - u*s2/c2;
    const double a = c3*v[0] - s3*v[1], q = s3*v[0] + c3*v[1], h = -s2*a + c2*v[2];
    dy[3] = c2*a + s2*v[2]; dy[4] = c1*q - s1*h; dy[5] = s1*q + c1*h;
    dy[6] = d7; dy[7] = d8; dy[8] = d9;
}
"""


def c_text(case: int) -> str:
    """The C of a case by hand."""
    return C_SATELLITE if case == 2 else C_CHAIN % {1: 2, 3: 6}[case]


def chain(n: int) -> Callable[..., Any]:
    """A plane chain of n links with point masses, with arrays of NumPy."""

    def f(t: float, y: Any, p: Any) -> Any:
        g, lengths, masses = p[0], p[1 : n + 1], p[n + 1 :]
        q, u = y[:n], y[n:]
        below = np.cumsum(masses[::-1])[::-1]
        weight = np.minimum.outer(below, below) * np.outer(lengths, lengths)
        apart = q[:, None] - q[None, :]
        right = -(weight * np.sin(apart)) @ u**2 - below * g * lengths * np.sin(q)
        return np.concatenate([u, np.linalg.solve(weight * np.cos(apart), right)])

    return f


def satellite(t: float, y: Any, p: Any) -> Any:
    """The satellite with its arm, with arrays of NumPy."""
    moments, (mu1, mu4, z12, z34), efforts = p[:3], p[3:7], p[[10, 18, 11]]
    C1, F1, F4 = p[7:10], p[12:15], p[15:18]
    (q1, q2, q3), (q7, q8, q9), v, w, d = y[:3], y[6:9], y[9:12], y[12:15], y[15:18]
    X, Z = np.array([1.0, 0, 0]), np.array([0, 0, 1.0])
    Y2, Z2 = np.array([0, np.cos(q7), np.sin(q7)]), np.array([0, -np.sin(q7), np.cos(q7)])
    arm = z34 * (np.cos(q9) * Z2 + np.sin(q9) * X)
    reach = q8 * Y2 + arm
    r = z12 * Z + reach
    J = np.zeros((3, 9))
    J[:, :3] = np.eye(3)
    J[:, 3:6] = -_tilde(r)
    J[:, 6], J[:, 7], J[:, 8] = np.cross(X, reach), Y2, np.cross(Y2, arm)
    s2 = d[0] * X
    s4 = s2 + d[2] * Y2
    own = 2 * d[1] * np.cross(s2, Y2) + np.cross(s2, np.cross(s2, q8 * Y2))
    own += np.cross(s4, np.cross(s4, arm)) + np.cross(np.cross(s2, d[2] * Y2), arm)
    bias = np.cross(w, v + np.cross(w, r) + 2 * (J[:, 6:] @ d)) + own
    M = mu4 * J.T @ J
    M[:3, :3] += mu1 * np.eye(3)
    M[3:6, 3:6] += np.diag(moments)
    b = J.T @ (F4 - mu4 * bias)
    b[:3] += F1 - mu1 * np.cross(w, v)
    b[3:6] += C1 - np.cross(w, moments * w)
    b[6:] += efforts
    return np.concatenate([rates(q1, q2, q3, v, w), d, np.linalg.solve(M, b)])


def _tilde(a: Any) -> Any:
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def rates(q1: float, q2: float, q3: float, v: Any, w: Any) -> Any:
    c1, s1, c2, s2 = np.cos(q1), np.sin(q1), np.cos(q2), np.sin(q2)
    c3, s3 = np.cos(q3), np.sin(q3)
    u = w[0] * c3 - w[1] * s3
    turned = np.array([
        [c2 * c3, -c2 * s3, s2],
        [c1 * s3 + s1 * s2 * c3, c1 * c3 - s1 * s2 * s3, -s1 * c2],
        [s1 * s3 - c1 * s2 * c3, s1 * c3 + c1 * s2 * s3, c1 * c2],
    ])  # fmt: skip
    angles = np.array([u / c2, w[0] * s3 + w[1] * c3, w[2] - u * s2 / c2])
    return np.concatenate([angles, turned @ v])
