"""Motions of section 9.5.5 through the singularity of leg 1 of the Tripteron, as printed and corrected.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (9.106)-(9.117).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from parados.plan.crossing_motion import CrossingMotion, Passage
from parados.singularity.criteria import crossing_criterion
from parados.singularity.path_crossings import Crossing, crossings
from parados.sources.briot_khalil.singular.approach import Approach
from parados.sources.briot_khalil.singular.rounded import Conditions, PrintedPolynomial, as_motion
from parados.sources.briot_khalil.singular.tripteron_leg import A_12, D_13, HALF, RADIUS, Y_S, ElbowMotion, leg_model
from parados.trajectory.base import Trajectory
from parados.trajectory.conditions import Condition, polynomials_from_conditions
from parados.trajectory.point_to_point import point_to_point
from parados.trajectory.polynomials import Polynomials

__all__ = [
    "CHOICES", "END", "NAIVE", "PRINTED", "START", "T_F", "T_S", "VELOCITY", "approach", "corrected_motion", "crossing",
    "naive_motion", "printed_conditions", "printed_motion", "wanted_acceleration",
]  # fmt: skip

T_F, T_S = 1.0, 0.5
START, END = 0.338175, 0.338175 - 2 * HALF
VELOCITY = -0.693
"""Velocity of A_13 in (9.115), printed as the acceleration [m/s]."""

NAIVE = PrintedPolynomial("(9.112)", "y_A13", ("0.33818", "0", "0", "-2.50350", "3.75525", "-1.50210"))
PRINTED = PrintedPolynomial(
    "(9.117)", "y_A13", ("0.33818", "0", "0", "3.05172", "-23.59052", "43.55897", "-26.66084", "-0.25459", "3.64490")
)

CHOICES = [
    f"A_13 starts at y = {START} m, as in (9.46), and ends at {END:.6f} m: 0.338 and 0.0878 in the text, more digits in (9.112).",
    f"A_12 is ({A_12[0]:.5f}, {A_12[1]}) m: both ends of A_13 have x = 0 and are d_13 = {D_13} m from it. This is the five-bar "
    f"mechanism braked at q_11 = {np.degrees(np.arctan2(A_12[1], A_12[0] + 0.14)):.2f} degrees.",
    f"A_14 moves on a circle of radius {RADIUS:.5f} m about A_21 = (0.14, 0), not 0.213 m, so that the leg is stretched at "
    f"y = {Y_S} m as printed; with 0.213 m it would be at 0.2019 m.",
    "legs 2 and 3, which have no mass, have the catalog's lengths; the platform stays at z = 0.2 m. Efforts are forces: the "
    "actuators slide.",
]


def naive_motion() -> ElbowMotion:
    """Return the motion of (9.109)-(9.112)."""
    law = point_to_point([START], [END], T_F)
    assert isinstance(law, Polynomials)
    return ElbowMotion(law)


def printed_motion() -> ElbowMotion:
    """Return the motion of (9.117) as printed."""
    return ElbowMotion(as_motion((PRINTED,), T_F))


def printed_conditions() -> Conditions:
    """Return the conditions (9.113)-(9.115), with the two numbers of (9.115) exchanged."""
    rest = {(t, order): "0" for t in (0.0, T_F) for order in (1, 2)}
    ends = {(0.0, 0): f"{START:.6f}", (T_F, 0): f"{END:.6f}"}
    return Conditions(T_F, ends | rest | {(T_S, 0): "0.2021", (T_S, 1): "-0.693", (T_S, 2): "0.147"})


def wanted_acceleration(velocity: float = VELOCITY) -> float:
    """Return ydd of A_13 in the singularity that gives qdd_12 = 0, (9.108) [m/s^2]; A_13 then moves evenly on its circle."""
    drop = Y_S - A_12[1]
    return float(-drop * velocity**2 / (D_13**2 - drop**2))


@cache
def corrected_motion() -> CrossingMotion:
    """Return the motion of (9.113)-(9.115), exchanged, with the exact acceleration of (9.108)."""
    values = {(0.0, 0): START, (T_F, 0): END, (T_S, 0): Y_S, (T_S, 1): VELOCITY, (T_S, 2): wanted_acceleration()}
    values |= {(t, order): 0.0 for t in (0.0, T_F) for order in (1, 2)}
    conditions = [Condition(t, order, [value]) for (t, order), value in values.items()]
    motion = ElbowMotion(polynomials_from_conditions(conditions, T_F, about=T_S))
    at = motion(T_S)
    passage = Passage(T_S, at.x, at.xd, at.xdd, crossing_criterion(leg_model(), at.x))
    return CrossingMotion(leg_model(), None, motion, naive_motion(), (passage,))


def crossing(motion: Trajectory) -> Crossing:
    """Return the only singular instant of a motion."""
    (found,) = crossings(leg_model(), motion)
    return found


def approach(motion: Trajectory, at: float) -> Approach:
    """Return the motion near an instant, for actuators 2 and 3."""
    return Approach(leg_model(), motion, at, (1, 2), "N")
