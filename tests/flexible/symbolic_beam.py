"""Constants of the clamped-free element by symbolic integration over its volume, from F.1 and F.2 as printed."""

from functools import cache

import sympy as sp

x, y, z = sp.symbols("x y z")
L, b, h, rho, E, G = sp.symbols("L b h rho E G", positive=True)
"""Length, width along y, height along z, density, moduli."""

A, Iy, Iz = b * h, b * h**3 / 12, h * b**3 / 12
Ip, m = Iy + Iz, rho * b * h * L

R0 = sp.Matrix([x, y, z])


def integral(expression, rotary=True):
    """Integrate rho times the expression over the volume; without rotary inertia the mass is on the centre line."""
    total = sp.Integer(0)
    for (i, j, k), factor in sp.Poly(expression, x, y, z).terms():
        if j % 2 == 0 and k % 2 == 0 and (rotary or j == k == 0):
            total += factor * L ** (i + 1) / (i + 1) * 2 * (b / 2) ** (j + 1) / (j + 1) * 2 * (h / 2) ** (k + 1) / (k + 1)
    return sp.expand(rho * total)


@cache
def fields():
    """(3, 6) Phi_d of (F.2)."""
    xi = x / L
    bow, turned = 3 * xi**2 - 2 * xi**3, L * (xi**3 - xi**2)
    slope, bend = 6 * (xi - xi**2) / L, 3 * xi**2 - 2 * xi
    dx, dy, dz = sp.Matrix([[xi, 0, 0, 0, 0, 0]]), sp.Matrix([[0, bow, 0, 0, 0, turned]]), sp.Matrix([[0, 0, bow, 0, -turned, 0]])
    rx, ry, rz = sp.Matrix([[0, 0, 0, xi, 0, 0]]), sp.Matrix([[0, 0, -slope, 0, bend, 0]]), sp.Matrix([[0, slope, 0, 0, 0, bend]])
    return sp.Matrix.vstack(dx - y * rz + z * ry, dy - z * rx, dz + y * rx)


def integrated(matrix, rotary=True):
    return matrix.applyfunc(lambda entry: integral(entry, rotary))


@cache
def constants(rotary=True):
    """S (3, 6), P0 (3, 3), N0 6 x (3, 3) and C 6 x 6 x (3, 3)."""
    Phi = fields()
    S, P0 = integrated(Phi, rotary), integrated(R0 * R0.T, rotary)
    N0 = [integrated(Phi[:, k] * R0.T, rotary) for k in range(6)]
    C = [[integrated(Phi[:, k] * Phi[:, n].T, rotary) for n in range(6)] for k in range(6)]
    return S, P0, N0, C


def longitudinal_stiffness():
    """(6, 6) stiffness (10.35) of the normal strain only; F.2 has no warping, so its shear would give Ip instead of I0."""
    strain = fields()[0, :].diff(x)
    return integrated(strain.T * strain * E / rho)
