"""Slider-crank of the IVP test set as a tree: crank, rod with special shape functions, slider.

The rod bends in two sine functions and stretches in two quadratic functions, of its middle and of its tip. Only the last one
moves the joint after the rod; the other coordinates are massless slides without successors. The reference multiplies the mass
in stretch by 15, gives the rod the moment of inertia J2, and rounds pi to 3.1415927, which changes the seventh digit.

References
----------
B. Simeon, in: Mazzia & Magherini, Test Set for Initial Value Problem Solvers, "Slider crank".
"""

from dataclasses import replace

import casadi as ca
import numpy as np

from parados.flexible.beam_integrals import Beam, beam_integrals
from parados.flexible.flexible_structure import Element, FlexibleStructure
from parados.flexible.shape_functions import bernoulli
from parados.robot.bodies import FrictionSpec
from parados.spatial.mdh import PRISMATIC, REVOLUTE, homogeneous
from parados.spatial.sections import Section
from parados.topology.mechanism import BASE, Closure, Joint, Mechanism, Platform
from scaled_mass import with_mass_scaled

CRANK, ROD, SIDE, RHO, YOUNG = 0.15, 0.3, 0.008, 7870.0, 2e11
SLIDER_MASS, J2, OMEGA, ROUNDED_PI = 0.075552, 0.0045339259, 150.0, 3.1415927

ALONG_X = np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
"""Axes of a joint that slides along x of the frame before it."""


def fields(x):
    s = x / ROD
    return [{"v": ca.sin(ca.pi * s)}, {"v": ca.sin(2 * ca.pi * s)}, {"u": 4 * s * (1 - s)}, {"u": s * (2 * s - 1)}]


def rod():
    beam = Beam(bernoulli(ROD, fields), Section.rectangle(SIDE, SIDE), YOUNG, YOUNG / 2.6, RHO, rotary_inertia=False)
    body = with_mass_scaled(beam_integrals(beam), [2, 3], 15.0)
    S, N0, C, Kee = (part.copy() for part in (body.S, body.N0, body.C, body.Kee))
    ratio, m = ROUNDED_PI / np.pi, body.m
    Kee[[0, 1], [0, 1]] *= ratio**4
    S[1, 0] /= ratio
    N0[:2, 1, 0] /= ratio
    mixed = m * np.array([[16 / ROUNDED_PI**3, 1 / ROUNDED_PI - 8 / ROUNDED_PI**3], [0, -1 / (2 * ROUNDED_PI)]])
    C[:2, 2:, 1, 0], C[2:, :2, 0, 1] = mixed, mixed.T
    return replace(body, P0=np.diag([J2, 0.0, 0.0]), S=S, N0=N0, C=C, Kee=Kee)


def joint(name, antecedent, fixed, prismatic, active=False, mass=0.0):
    standard = np.zeros(10)
    standard[9] = mass
    screw = PRISMATIC if prismatic else REVOLUTE
    return Joint(name, 0, antecedent, screw, fixed, active, standard, {}, 0.0, FrictionSpec(), None, None)


def slide(at=0.0):
    return homogeneous(ALONG_X, [at, 0, 0])


def slider_crank():
    """Build the structure with the coordinates phi1, phi2 - phi1, q1, q2, q3, q4 and x3."""
    joints = (
        joint("crank", BASE, np.eye(4), False, active=True),
        joint("rod", 0, homogeneous(np.eye(3), [CRANK, 0, 0]), False),
        *(joint(f"q{k}", 1, slide(), True) for k in (1, 2, 3)),
        joint("q4", 1, slide(ROD), True),
        joint("slider", BASE, slide(), True, mass=SLIDER_MASS),
    )
    upright = homogeneous(ALONG_X.T, [0, 0, 0])
    pin = Closure("pin", 0, 5, upright, 6, upright, ("Rz",), "a")
    platform = Platform((), (), np.zeros(6), "XYZ", np.zeros(10))
    mechanism = Mechanism("slider-crank", joints, (pin,), platform, np.zeros(3), ("leg",), (0,), ())
    return FlexibleStructure(mechanism, (Element("rod", 1, np.eye(4), (2, 3, 4, 5), rod()),), (0, 1, 6), (6,))


def crank_motion(times):
    """Return position, velocity and acceleration of the crank, phi1 = 150 t."""
    one = np.ones((len(times), 1))
    return OMEGA * times[:, None], OMEGA * one, 0 * one
