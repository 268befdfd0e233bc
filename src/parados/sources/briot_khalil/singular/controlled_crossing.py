"""Sections 9.4.2 and 9.5.5 with a controller: the motion with the criterion crosses, the naive motion does not.

The controllers have encoders at the motors only and 1000 updates in a second, and their model is some percent wrong. The computed
torque needs the pose, which the joints do not determine in a singularity: along the naive motion, and along the planned one, it
loses the pose there. The crossing law follows the planned efforts near the singularity (`parados.control.CrossingLaw`).

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, sections 9.4.2, 9.5.5.
"""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from parados.api import Robot, load
from parados.control.computed_torque import ComputedTorque
from parados.control.crossing_law import CrossingLaw
from parados.control.law import Law
from parados.control.sampled_loop import Sampling
from parados.errors import SimulationError
from parados.model.model import Model
from parados.plan.cross import cross
from parados.plan.crossing_motion import CrossingMotion
from parados.plots.panels import Panel, curves_figure
from parados.simulate.simulated_run import Run
from parados.simulate.simulation import simulate
from parados.sources.briot_khalil.singular.five_bar_motions import corrected_motion
from parados.sources.entry import Line, Reproduction, holds, unprinted
from parados.trajectory.base import Trajectory

__all__ = ["five_bar", "tripteron"]

RATE, STEP = 1000.0, 1e-4
KP, KD = 400.0, 40.0
RESOLUTION = 1e-6
"""Step of the encoders [rad, m]."""

HEAVIER = 1.03
"""Mass of the five-bar's platform over that of the controller's model."""

PAYLOAD = 0.02
"""Mass on the platform of the Tripteron that the controller does not know [kg]."""


def five_bar() -> Reproduction:
    """Compute the entry 003/control-9.4: the five-bar mechanism through its Type 2 singularity."""
    motion = corrected_motion()
    spec = motion.model.spec
    link = spec.platform.link.model_copy(update={"m": HEAVIER * spec.platform.link.m})
    plant = Robot(spec.model_copy(update={"platform": spec.platform.model_copy(update={"link": link})})).compile()
    law = CrossingLaw(motion, KP, KD, 5.0, 0.5, window=0.15)
    choice = f"The mass at P is {HEAVIER:g} times that of the controller's model."
    return _compared(plant, motion, law, 30.0, choice, "the robot can cross the singularity", "it stays blocked in it")


def tripteron() -> Reproduction:
    """Compute the entry 003/control-9.5: a leg of the Tripteron through its stretched configuration."""
    robot = load("tripteron")
    motion = cross(robot.compile(), [0.4, 0.35, 0.4], [0.35, 0.42, 0.45], 1.0, mode=(1, 1, 1), end_mode=(-1, 1, 1))
    plant = robot.with_payload(PAYLOAD).in_coordinates(list(motion.model.labels["x"])).compile()
    law = CrossingLaw(motion, KP, KD, 1000.0, 50.0, window=0.1)
    choice = (
        f"The Tripteron of the catalog with {PAYLOAD:g} kg on its platform, which the controller does not know, moves from "
        "(0.4, 0.35, 0.4) to (0.35, 0.42, 0.45) m while leg 1 changes its working mode; the massless links of (9.104) cannot be "
        "simulated."
    )
    return _compared(plant, motion, law, 110.0, choice, "the robot leg can cross the singularity", "it stays blocked in it")


def _compared(
    plant: Model, motion: CrossingMotion, law: CrossingLaw, most: float, choice: str, crosses: str, blocked: str
) -> Reproduction:
    model, planned, naive = motion.model, motion.trajectory, motion.naive
    right = _run(plant, law, planned, most)
    computed = _run(plant, ComputedTorque(model, planned, KP, KD, friction="reference"), planned, most)
    wrong = _run(plant, ComputedTorque(model, naive, KP, KD, friction="reference"), naive, most)
    off = np.abs(right.x - planned(right.t).x).max(axis=0)
    peak, allowed = float(np.abs(right.efforts).max()), float(motion.peak.max())
    told = f"crosses, errors up to {', '.join(f'{value:.2g}' for value in off)} in {', '.join(model.labels['x'])}"
    lines: list[Line] = [
        holds("planned motion under the crossing law", crosses, told, right.complete),
        holds("its largest effort over the planned one", "finite torques", f"{peak / allowed:.3f}", peak < 1.05 * allowed),
        holds("naive motion under computed torque", blocked, f"ends at {wrong.t[-1]:.3f} s", not wrong.complete),
        unprinted(
            "planned motion under computed torque", f"ends at {computed.t[-1]:.3f} s" if not computed.complete else "crosses"
        ),
    ]
    choices = [
        choice,
        f"Encoders with steps of {RESOLUTION:g} rad or m, {RATE:g} updates in a second, efforts up to {most:g} N or N m.",
    ]
    return Reproduction(lines, {"efforts": _figure(right, wrong)}, {"run": right.columns()}, choices)


def _run(plant: Model, law: Law, motion: Trajectory, most: float) -> Run:
    """Simulate a law with encoders; the run may end where the controller loses the pose."""
    sampling = Sampling(rate=RATE, effort_limit=most, measured="joints", resolution=RESOLUTION, rates="difference")
    at = motion(motion.start)
    try:
        return simulate(
            plant,
            at.x,
            at.xd,
            motion.duration,
            control=law,
            method="rk4",
            step=STEP,
            sampling=sampling,
            times=1001,
            limits="ignore",
        )
    except SimulationError as error:
        if not isinstance(error.run, Run):
            raise
        return error.run


def _figure(right: Run, wrong: Run) -> Figure:
    panels = []
    for k, name in enumerate(right.model.actuated_names):
        cut = np.full(len(right.t), np.nan)
        cut[: len(wrong.t)] = wrong.efforts[:, k]
        panels.append(
            Panel(f"effort of {name}\n[N, N m]", {"planned, crossing law": right.efforts[:, k], "naive, computed torque": cut})
        )
    return curves_figure(right.t, panels)
