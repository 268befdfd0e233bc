"""The five-bar mechanism of section 9.4, and the motions of the book through its Type 2 singularity.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (9.36)-(9.54).
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from parados.api import Robot
from parados.model.model import Model
from parados.plan.crossing_motion import CrossingMotion, Passage
from parados.plan.places import given_places
from parados.singularity.criteria import crossing_criterion
from parados.singularity.path_crossings import Crossing, crossings
from parados.sources.briot_khalil.flexible.variants import with_links
from parados.sources.briot_khalil.singular.approach import Approach
from parados.sources.briot_khalil.singular.rounded import Conditions, PrintedPolynomial, as_motion
from parados.trajectory.base import Trajectory
from parados.trajectory.conditions import Condition, polynomials_from_conditions
from parados.trajectory.point_to_point import point_to_point
from parados.trajectory.polynomials import Polynomials

__all__ = [
    "ACTUATORS", "CHOICES", "END", "M_3", "NAIVE", "PRINTED", "START", "T_F", "T_S", "VELOCITY",
    "approach", "corrected_motion", "crossing", "five_bar", "naive_motion", "power_across", "printed_conditions",
    "printed_motion",
]  # fmt: skip

Array = NDArray[np.float64]

T_F, T_S = 1.5, 0.75
START, END = np.array([0.0, 0.338175]), np.array([0.1, 0.1])
"""Start pose [m]; (9.46) gives y = 0.338175 m, the text before it 0.338."""

M_3 = 0.40
"""Mass m_3 in (9.38) [kg]."""

VELOCITY = np.array([0.1671, -0.4813])
"""Velocities at t_s [m/s]; not printed, but those of (9.53), (9.54)."""

ACTUATORS = ("actuator 1", "actuator 2")

NAIVE = (
    PrintedPolynomial("(9.45)", "x", ("0", "0", "0", "0.296296", "-0.296296", "0.079012")),
    PrintedPolynomial("(9.46)", "y", ("0.338175", "0", "0", "-0.705704", "0.705704", "-0.188188")),
)
PRINTED = (
    PrintedPolynomial("(9.53)", "x", ("0", "0", "0", "0.03062", "0.36498", "-0.08964", "-0.63889", "0.55539", "-0.13198")),
    PrintedPolynomial("(9.54)", "y", ("0.33818", "0", "0", "0.40308", "-1.95392", "0.1490", "3.13259", "-2.56936", "0.60008")),
)

CHOICES = [
    f"m_3 of (9.38) is {M_3} kg, as in section 9.5.5 for the same prototype: the 0.272 kg of section 8.4.3.1 plus the masses "
    "mx_i2 / d_i3 at P for the first moments mx_i2 of the links. It changes the size of the torques, but not whether they "
    "are finite.",
    "zz_i1R, fv_i1 and fs_i1 are those of section 8.4.3.1.",
    "the start is (0, 0.338175) m as in (9.46); 0.338 in the text and 0.3381 in (9.48) are the same number cut off.",
]


@cache
def five_bar() -> Model:
    """Build the model of (9.36)-(9.38): inertia and friction of the arms, and one mass at P."""
    robot = with_links("five-bar", {name: {"zz": 0.0, "mx": 0.0} for name in ("q12", "q22")})
    link = robot.spec.platform.link.model_copy(update={"m": M_3})
    platform = robot.spec.platform.model_copy(update={"link": link})
    return Robot(robot.spec.model_copy(update={"platform": platform})).compile("vm")


def naive_motion() -> Polynomials:
    """Return the motion of (9.41)-(9.44)."""
    return point_to_point(START, END, T_F)  # type: ignore[return-value]


def printed_motion() -> Polynomials:
    """Return the motion of (9.53), (9.54) as printed."""
    return as_motion(PRINTED, T_F)


def printed_conditions() -> tuple[Conditions, Conditions]:
    """Return the conditions (9.47)-(9.52) for x and y, with velocities at t_s; 0.2 and -0.01 get the digits of the others."""
    x, y = (
        {(0.0, 0): start, (0.0, 1): "0", (0.0, 2): "0", (T_F, 0): "0.100000", (T_F, 1): "0", (T_F, 2): "0"}
        for start in ("0", "0.338175")
    )
    at_x = {(T_S, 0): "0.0543", (T_S, 1): f"{VELOCITY[0]}", (T_S, 2): "6.8e-4"}
    at_y = {(T_S, 0): "0.2000", (T_S, 1): f"{VELOCITY[1]}", (T_S, 2): "-0.0100"}
    return Conditions(T_F, x | at_x), Conditions(T_F, y | at_y)


@cache
def corrected_motion() -> CrossingMotion:
    """Return the motion with the pose at t_s moved onto the singular curve and accelerations that satisfy (9.40).

    xdd = -0.01 m/s^2, the number that is printed for ydd, and ydd = xdd tan(q_11 + q_12). All else is as printed.
    """
    model, none = five_bar(), np.zeros(2)
    pose = given_places(model, np.array([[0.0543, 0.2]]), START, END, None)[0].x
    q = model.joints(pose)
    acceleration = -0.01 * np.array([1.0, np.tan(q[0] + q[1])])  # (9.40)
    conditions = [Condition(t, order, none) for t in (0.0, T_F) for order in (1, 2)]
    conditions += [Condition(0.0, 0, START), Condition(T_F, 0, END)]
    conditions += [Condition(T_S, order, value) for order, value in enumerate((pose, VELOCITY, acceleration))]
    motion = polynomials_from_conditions(conditions, T_F, about=T_S)
    passage = Passage(T_S, pose, VELOCITY, acceleration, crossing_criterion(model, pose))
    return CrossingMotion(model, None, motion, naive_motion(), (passage,))


def crossing(motion: Trajectory) -> Crossing:
    """Return the only singular instant of a motion."""
    (found,) = crossings(five_bar(), motion)
    return found


def power_across(motion: Trajectory, at: float) -> float:
    """Return t_s^T w_d of (9.39) at a singular instant [N], t_s a unit vector: m_3 times the acceleration across the links."""
    sampled = motion(at)
    criterion = crossing_criterion(five_bar(), sampled.x)
    size = float(np.linalg.norm(criterion.motions[0]))
    return abs(float(criterion.value(sampled.xd, sampled.xdd)[0])) / size


def approach(motion: Trajectory, at: float) -> Approach:
    return Approach(five_bar(), motion, at, (0, 1), "N m")
