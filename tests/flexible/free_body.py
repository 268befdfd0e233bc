"""Equations of motion of a free beam from its kinetic energy, summed over particles."""

from dataclasses import dataclass

import casadi as ca
import numpy as np
from casadi import SX

from parados.flexible.beam_integrals import Beam, beam_integrals
from parados.flexible.elastic_wrench import ElasticMotion, elastic_wrench
from parados.spatial.sections import Section
from parados.spatial.vectors import tangent

L, WIDTH, HEIGHT, RHO = 0.4, 0.03, 0.05, 2800.0
SECTION = Section.rectangle(WIDTH, HEIGHT)
GRAVITY = np.array([0.7, -9.6, 1.9])


def made(make, rotary=True):
    return Beam(make(L), SECTION, 74e9, 28e9, RHO, rotary)


def rotation(a):
    """Rz(a0) Ry(a1) Rx(a2)."""
    c, s = ca.cos(a), ca.sin(a)
    Rz = ca.vertcat(ca.horzcat(c[0], -s[0], 0), ca.horzcat(s[0], c[0], 0), SX([[0, 0, 1]]))
    Ry = ca.vertcat(ca.horzcat(c[1], 0, s[1]), SX([[0, 1, 0]]), ca.horzcat(-s[1], 0, c[1]))
    Rx = ca.vertcat(SX([[1, 0, 0]]), ca.horzcat(0, c[2], -s[2]), ca.horzcat(0, s[2], c[2]))
    return Rz @ Ry @ Rx


@dataclass
class FreeBody:
    """A beam with six rigid coordinates, position and angles, and n elastic ones."""

    beam: Beam

    def __post_init__(self):
        n = 6 + self.beam.shapes.n
        self.z, self.zd, self.zdd = (SX.sym(name, n) for name in ("z", "zd", "zdd"))

    def rate(self, expression):
        """Total derivative with respect to time."""
        return ca.jtimes(expression, self.z, self.zd) + ca.jtimes(expression, self.zd, self.zdd)

    def particles(self):
        """Yield (mass, position in the world) of Gauss points in the volume, or on the centre line without rotary inertia."""
        nodes, weights = np.polynomial.legendre.leggauss(16)
        corners = [(s * WIDTH, t * HEIGHT) for s in (-1, 1) for t in (-1, 1)] if self.beam.rotary_inertia else [(0.0, 0.0)]
        R, p, q = rotation(self.z[3:6]), self.z[:3], self.z[6:]
        for node, weight in zip(nodes, weights, strict=True):
            x = L / 2 * (1 + node)
            d, r = self.beam.shapes.displacement(x), self.beam.shapes.rotation(x)
            for y, z in np.array(corners) / np.sqrt(12):
                Phi = np.array([d[0] - y * r[2] + z * r[1], d[1] - z * r[0], d[2] + y * r[0]])  # (F.2)
                yield RHO * SECTION.A * L / 2 * weight / len(corners), p + R @ (ca.DM([x, y, z]) + ca.DM(Phi) @ q)

    def lagrange(self):
        """Generalised forces by Lagrange, from the kinetic energy and the potential energy of gravity."""
        T, V = SX(0), SX(0)
        for mass, place in self.particles():
            velocity = ca.jtimes(place, self.z, self.zd)
            T += mass / 2 * ca.dot(velocity, velocity)
            V -= mass * ca.dot(ca.DM(GRAVITY), place)
        return self.rate(ca.gradient(T, self.zd)) - ca.gradient(T - V, self.z)

    def newton_euler(self):
        """Generalised forces by Newton-Euler: transposed Jacobian of the frame's twist times force, moment and elastic forces."""
        R = rotation(self.z[3:6])
        spin = R.T @ ca.reshape(ca.jtimes(ca.vec(R), self.z, self.zd), 3, 3)
        omega = ca.vertcat(spin[2, 1], spin[0, 2], spin[1, 0])
        elastic = ElasticMotion(self.z[6:], self.zd[6:], self.zdd[6:])
        U = tangent(omega, self.rate(omega))
        w = elastic_wrench(beam_integrals(self.beam), elastic, R.T @ (self.zdd[:3] - ca.DM(GRAVITY)), omega, U)
        twist = ca.vertcat(R.T @ self.zd[:3], omega, self.zd[6:])
        return ca.jacobian(twist, self.zd).T @ ca.vertcat(w.rigid.f, w.rigid.c, w.e)
