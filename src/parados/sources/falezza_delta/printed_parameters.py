"""Table 1, and the values of Table 2 that follow from a model of rigid bodies."""

from __future__ import annotations

import warnings

import numpy as np

from parados.api import load
from parados.model.model import Model
from parados.plots.robot_drawing import draw_robot
from parados.robot.description import RobotSpec
from parados.sources.entry import Reproduction, corrected, equal, holds
from parados.sources.falezza_delta.model import DeltaParameters
from parados.sources.falezza_delta.models import COMPLETE, ROBOTS, engine

__all__ = ["TABLE_1", "table_1", "working_range"]

TABLE_1 = {
    "r_f": (0.25, "m"), "r_e": (0.1, "m"), "l_1": (0.375, "m"), "l_2": (0.9, "m"), "a_1": (0.122, "m"), "a_2": (0.45, "m"),
    "m_0": (0.94, "kg"), "m_1": (1.40, "kg"), "m_2": (0.39, "kg"), "I_1": (0.035, "kg m^2"),
}  # fmt: skip
"""Symbol -> value and unit, as printed."""

SAME = 1e-12
"""Largest allowed difference of numbers that were typed, not computed."""


def table_1() -> Reproduction:
    """Compare Table 1 with the numbers in the robot file of the catalog."""
    robot = load(ROBOTS[COMPLETE])
    ours, p = _read_back(robot.spec), DeltaParameters()
    lines = [equal(name, printed, ours[name], SAME, unit) for name, (printed, unit) in TABLE_1.items()]
    typed = (p.r_f, p.r_e, p.l1, p.l2, p.a1, p.centre * p.l2, p.m0, p.m1, p.m2, p.I1, p.rod_inertia)
    apart = max(abs(a - b) for a, b in zip(typed, ours.values(), strict=True))
    reach = working_range(engine(COMPLETE))
    lines += [
        holds("formulation and robot file hold the same numbers", "", f"differ by {apart:.0e}", apart < SAME),
        corrected(
            "I2: of a rod", TABLE_1["m_2"][0] * TABLE_1["l_2"][0] ** 2 / 3, ours["I_2"],
            "with the velocity of the centre of mass in (9) it is m_2 l_2^2/12; printed m_2 l_2^2/3, about the rod's end",
            "kg m^2", SAME, proof=ours["I_2"] / (ours["m_2"] * ours["l_2"] ** 2 / 12) - 1,
        ),
        equal("degrees of freedom, Table 2", 3, robot.mobility().dof, 0, note="rank of the closures at random poses"),
        holds(
            "the printed working range is within reach, Table 2", "1200 mm", f"{1e3 * reach:.0f} mm", reach >= 1.2,
            "widest circle at one height that all legs reach; limits of the joints, which reduce it, are not printed",
        ),
    ]  # fmt: skip
    title = "D3-1200 at (0, 0, -0.8) m, each pair of rods drawn as one"
    return Reproduction(
        lines,
        figures={"robot": draw_robot(engine(COMPLETE), title=title)},
        choices=[
            "The direction of leg 1 is x and theta turns the arms down, as in (2).",
            "The rotors' inertia I_3 and the gear ratio k_r are in (9) but in no table: they are zero here.",
            "The inertia I_1 is taken about the arm's centre of mass, as (9) uses it.",
        ],
    )


def _read_back(spec: RobotSpec) -> dict[str, float]:
    """Return the symbols of Table 1, computed from the first leg and the platform of a robot file."""
    leg, platform = spec.legs[0], spec.platform.link.standard()
    arm, rod = (leg.joints[k].link.standard() for k in (0, 2))  # xx xy xz yy yz zz mx my mz m, at the frame's origin
    closure = leg.closure
    assert closure is not None, "the legs of a Delta robot are closed"
    a_1, a_2 = arm[6] / arm[9], rod[6] / rod[9]
    return {
        "r_f": leg.joints[0].d, "r_e": closure.platform.at[0], "l_1": leg.joints[1].d, "l_2": closure.frame.at[0],
        "a_1": float(a_1), "a_2": float(a_2), "m_0": float(platform[9]), "m_1": float(arm[9]), "m_2": float(rod[9]),
        "I_1": float(arm[5] - arm[9] * a_1**2), "I_2": float(rod[5] - rod[9] * a_2**2),
    }  # fmt: skip


def working_range(model: Model, step: float = 0.01) -> float:
    """Return the diameter of the widest horizontal circle in which the robot reaches every point, within two steps [m]."""
    z, r, angle = np.arange(-1.2, -0.3, 0.03), np.arange(0, 1.0, step), np.linspace(0, np.pi / 3, 5)
    Z, R, A = np.meshgrid(z, r, angle, indexing="ij")  # the robot is symmetric: 60 degrees are enough
    points = np.stack([R * np.cos(A), R * np.sin(A), Z], axis=-1).reshape(-1, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # points out of reach are expected here
        reached = np.isfinite(model.inverse_kinematics(points)).all(axis=1).reshape(Z.shape).all(axis=2)
    steps = np.logical_and.accumulate(reached, axis=1).sum(axis=1)
    return float(2 * step * max(steps.max() - 1, 0))
