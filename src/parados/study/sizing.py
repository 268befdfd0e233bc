"""Do the motors suffice? Loads of the actuators along a motion beside the limit curves of their motors."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance
from parados.geometry.working_modes import Mode, other_mode
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.report.actuator_loads import Load, actuator_loads
from parados.report.motion_evaluation import evaluate_motion
from parados.study.design_states import DesignStates
from parados.study.index_table import INDICES
from parados.study.mode_words import mode_facts
from parados.study.motor_curve import MotorCurve, motors_of
from parados.study.study_states import StudyStates
from parados.text.result_display import Display, Shown, Table
from parados.trajectory.base import Trajectory
from parados.trajectory.motion_table import MotionTable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Sizing", "size_motors"]

Array = NDArray[np.float64]

STATES = 1001
"""Number of states of a trajectory that is given without a table."""


@dataclass(frozen=True)
class Sizing(Shown):
    """The motors of a robot along a motion.

    Attributes
    ----------
    robot : its name
    motion : the motion
    loads : peak and RMS loads of each actuator
    motors : the motor of each actuator
    tau, qd : (N, n_a) efforts and rates
    use : (N, n_a) used part of what the motor can do: 1 is on its limit curve
    thermal : (n_a,) RMS effort as a part of the continuous effort; NaN if that is not known
    mode : working mode of the robot;  default_mode : that of its file
    """

    robot: str
    motion: MotionTable
    loads: tuple[Load, ...]
    motors: tuple[MotorCurve, ...]
    tau: Array
    qd: Array
    use: Array
    thermal: Array
    mode: Mode
    default_mode: Mode

    @property
    def worst(self) -> Array:
        """(n_a,) largest used part of each motor along the motion."""
        return np.asarray(self.use.max(axis=0))

    @property
    def margins(self) -> Array:
        """(n_a,) what is left of each motor, 1 minus the larger of largest and thermal use; negative if it is too small."""
        return np.asarray(1 - np.fmax(self.worst, self.thermal))

    @property
    def instants(self) -> Array:
        """(n_a,) time [s] of the largest use of each motor, or the number of the row if the motion has no times."""
        return np.asarray(self.motion.t[self.use.argmax(axis=0)])

    @property
    def suffices(self) -> bool:
        """True if all motors suffice."""
        return bool((self.margins >= 0).all())

    def tables(self) -> list[Table]:
        """Return the table of the loads and margins, and that of the worst instants; one row for each actuator."""
        effort, speed = ("N", "m/s") if self.loads[0].prismatic else ("N m", "rad/s")
        loads, worst = [], []
        for k, load in enumerate(self.loads):
            thermal = "" if np.isnan(self.thermal[k]) else f"{self.thermal[k]:.1%}"
            needs = [f"{value:.4g}" for value in (load.peak_effort, load.rms_effort, load.peak_speed)]
            loads.append([load.name, *needs, f"{self.worst[k]:.1%}", thermal, f"{self.margins[k]:+.1%}"])
            at = int(self.use[:, k].argmax())
            then = (self.instants[k], self.tau[at, k], self.qd[at, k], float(self.motors[k].limit(self.qd[at, k])))
            worst.append([load.name, *[f"{value:.4g}" for value in then]])
        heads = (f"peak [{effort}]", f"RMS [{effort}]", f"speed [{speed}]", "use", "thermal", "margin")
        when = "t [s]" if self.motion.timed else "row"
        then_heads = (when, f"effort [{effort}]", f"speed [{speed}]", f"limit [{effort}]")
        return [
            Table(("actuator", *heads), loads, "Loads along the motion, and what is left of the motors"),
            Table(("actuator", *then_heads), worst, "Worst instant of each motor"),
        ]

    def sentence(self) -> str:
        """Return the answer in a sentence."""
        other = other_mode(self.mode, self.default_mode)
        where = f" in the {other}" if other else ""
        if self.suffices:
            k = int(self.margins.argmin())
            return f"The motors suffice{where}: {self.loads[k].name} has the smallest margin, {self.margins[k]:.1%}."
        short = [f"{load.name} ({margin:.1%})" for load, margin in zip(self.loads, self.margins, strict=True) if margin < 0]
        return f"THE MOTORS DO NOT SUFFICE{where}: {', '.join(short)}."

    def plot(self) -> Figure:
        """Draw effort over speed of each actuator, inside the limit curve of its motor."""
        from parados.study.sizing_files import sizing_figure

        return sizing_figure(self)

    def save(self, folder: str | Path) -> list[Path]:
        """Write sizing.csv, sizing.xlsx, sizing.png and report.html; return their paths."""
        from parados.study.sizing_files import write_sizing

        return write_sizing(self, folder)

    def _display(self) -> Display:
        facts = {"states": len(self.motion), **mode_facts(self.mode, self.default_mode)}
        return Display(f"Motors of {self.robot}", facts, self.tables(), self.sentence(), self.plot)


@live_one
def size_motors(
    model: Model,
    motion: Trajectory | MotionTable,
    motor: Any,
    *,
    mode: ArrayLike | None = None,
    parameters: Parameters = None,
) -> Sizing:
    """Compare the loads of the actuators along a motion with the limits of their motors.

    motor : a `MotorCurve`, a mapping with speed, effort, continuous and gear, one of these for each actuator, or a file
    mode : working mode, with one entry for each leg; by default that of the file
    """
    instance("model", model, Model, COMPILED)
    instance("motion", motion, (Trajectory, MotionTable), "a trajectory or a table of a motion")
    table = motion if isinstance(motion, MotionTable) else motion.table(np.linspace(*motion.times, STATES))
    motors = motors_of(motor, model.actuated_names)
    own_mode = model.working_mode(mode)
    results = evaluate_motion(model, table, mode=own_mode)
    at = DesignStates.of_robot(model, StudyStates.of_motion("motion", table), own_mode)
    own = dict(zip(model.actuated_names, motors, strict=True))
    use = INDICES["motor_use"].terms(at, motor=own)[0].reshape(len(table), -1)
    known = np.array([one.continuous is not None for one in motors])
    thermal = INDICES["motor_use_rms"].terms(at, motor=own)[0] if known.all() else _thermal(at, motors)
    loads = tuple(actuator_loads(model, table, results))
    modes = (own_mode, model.working_mode())
    return Sizing(model.spec.name, table, loads, tuple(motors), results.tau, results.qd, use, thermal, *modes)


def _thermal(at: DesignStates, motors: list[MotorCurve]) -> Array:
    """(n_a,) thermal use of the motors whose continuous effort is known; NaN for the others."""
    rms = [INDICES["rms_effort"].terms(at, actuators=[name])[0, 0] for name in at.family.actuated_names]
    return np.array([np.nan if m.continuous is None else r / m.continuous for m, r in zip(motors, rms, strict=True)])
