"""Simulations of the DualEMPS at the start of its recorded motion, and that motion."""

from dataclasses import replace
from functools import cache

import numpy as np

import parados
from parados.flexible.flexible_structure import flexible_structure
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.simulate.start import undeformed
from parados.topology.building import build_links
from parados.trajectory import point_by_point

START = [0.28, 0.791959594929006]
MODE = [[-1, -1]]  # both legs above their sliders: q11 = q21 = 0, q12 = acos(1/3), q22 = pi - q12

RECORDED = point_by_point([[0.0, 0.0], [0.2, -0.05]], travel=0.5, stop=0.3)
SQUARE = point_by_point([[0, 0], [0.2, 0], [0.2, 0.2], [0, 0.2], [0, 0]], travel=1.8, stop=0.7)  # section 10.7


@cache
def model():
    return parados.load("dualemps").compile("vm")


@cache
def simulation(**options):
    return ElasticSimulation.at(model(), START, mode=MODE, **{"friction": False, **options})


def stiffer(factor, **options):
    """Return a simulation of the robot with Young's modulus multiplied by a factor."""
    structure = flexible_structure(build_links(model().spec))
    bodies = [replace(e, integrals=replace(e.integrals, Kee=factor * e.integrals.Kee)) for e in structure.elements]
    start = undeformed(model(), structure, START, MODE)
    return ElasticSimulation(replace(structure, elements=tuple(bodies)), start, friction=False, **options)


def rigid(times):
    """Return positions of P (k, 2) and efforts (k, 2) of the rigid robot along the recorded motion."""
    q, qd, qdd = RECORDED(times)
    x, guess = [], np.array(START)
    for row in q:
        guess = model().forward_kinematics(row, guess=guess, mode=MODE)
        x.append(guess)
    x = np.array(x)
    J = model().jacobian(x, mode=MODE)
    xd = np.einsum("kij,kj->ki", J, qd)
    free = model().joint_accelerations(x, xd, np.zeros_like(xd), mode=MODE)
    xdd = np.einsum("kij,kj->ki", J, qdd - free)
    return x, model().inverse_dynamics(x, xd, xdd, mode=MODE, friction=False)
