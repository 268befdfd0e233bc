"""States x, xd, xdd of a robot along a log of its joints.

xd = J qd,   xdd = J (qdd - J_inv_dot xd)      from qd = J_inv xd, Briot & Khalil (7.46), (7.118)

With redundant actuation J is the pseudo-inverse of J_inv: the rates that fit all measured joints best.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, whole, word
from parados.errors import InputError
from parados.geometry.working_modes import Mode
from parados.identify.derivatives_of_log import METHODS, Derivatives, SignalChoice, differentiated, evenly
from parados.identify.log import Log
from parados.identify.log_start import LogStart, first_pose, poses_along
from parados.identify.rests_of_log import joint_rests, rest_remark
from parados.model.compiled_robot import CompiledRobot
from parados.model.joint_turns import JointTurns
from parados.model.state_arguments import check_state
from parados.model.touched_singularities import TOUCHED, touched_singularities
from parados.spatial.turns import continuous
from parados.text.numbers import counted
from parados.text.result_display import Display, Shown, Table
from parados.trajectory.cut_off import CutOff

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["LogMotion", "log_motion", "platform_motion", "turns_of"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LogMotion(Shown):
    """Motion of a robot along a log, at evenly spaced instants.

    Attributes
    ----------
    time : (N,) [s]
    x, xd, xdd : (N, n_x), (N, n), (N, n) coordinates of the platform and their derivatives
    tau : (N, n_a) measured efforts, not filtered [N m, N]
    q, qd, qdd : (N, n_a) positions, rates and accelerations of the actuated joints that x, xd, xdd come from
    valid : (N,) False for rows near the ends, in gaps of the log, or with saturated efforts
    step : [s]
    method : of the derivatives: fourier, spline or filter
    cut_off : [Hz]; for a Fourier series twice its highest frequency
    mode : working mode
    spectrum : `CutOff`, the spectrum of the positions and the cut-off proposed from it
    remarks : how the states were found, one sentence each; those of the log come first
    names : of the robot's arguments, `model.labels`
    resting : (N, n_a) True where a joint rests; its rate and acceleration are zero there
    """

    time: Array
    x: Array
    xd: Array
    xdd: Array
    tau: Array
    q: Array
    qd: Array
    qdd: Array
    valid: NDArray[np.bool_]
    step: float
    method: str
    cut_off: float
    mode: Mode
    spectrum: CutOff
    remarks: tuple[str, ...]
    names: dict[str, Any]
    resting: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.time)

    def _display(self) -> Display:
        facts = {
            "rows": f"{len(self)}, {int(self.valid.sum())} of them used",
            "step": f"{self.step:.6g} s",
            "derivatives": f"{self.method}, cut-off {self.cut_off:.4g} Hz",
            "working mode": list(self.mode),
        }
        columns = [np.abs(values).max(axis=0) for values in (self.q, self.qd, self.qdd, self.tau)]
        sizes = [[name, *(f"{c[k]:.4g}" for c in columns)] for k, name in enumerate(self.names["q"])]
        table = Table(("joint", "position", "rate", "acceleration", "effort"), sizes, "largest sizes")
        return Display("motion along a log", facts, [table], "\n".join(self.remarks), self.plot)

    def plot(self) -> Any:
        """Plot the joints, their rates and accelerations over time."""
        from parados.identify.log_figures import motion_figure

        return motion_figure(self)


def log_motion(
    model: Model,
    log: Log,
    *,
    derivatives: str = "auto",
    cut_off: float | None = None,
    period: float | None = None,
    harmonics: int | None = None,
    mode: ArrayLike | None = None,
    start: ArrayLike | None = None,
    decimate: int | None = None,
) -> LogMotion:
    """Compute the states of a robot along a log of its actuated joints.

    Parameters
    ----------
    derivatives : "fourier": a Fourier series, for periodic motions. "spline": a regression spline of degree 7. "filter": a
        zero-phase Butterworth filter and central differences. "auto": a series if the log is periodic, else a spline
    cut_off : [Hz] of spline or filter; by default proposed from the spectrum. A warning tells if it lets noise dominate
    period, harmonics : [s] of the Fourier series and its number of harmonics; found by default
    mode : working mode; by default that of the file, or the one that the start or other measurements tell
    start : (n_x,) pose near the first row, which selects the assembly mode; `LogMotion.remarks` tells how it was found
    decimate : keep every `decimate`-th row
    """
    own = instance("model", model, CompiledRobot, "a model (robot.compile())")
    own.check_one_robot()
    rows = instance("log", log, Log, "a log (parados.identify.read_log)")
    missing = [name for name in own.actuated_names if name not in rows.joints or name not in rows.efforts]
    if missing:
        raise InputError(f"log: it has no positions or efforts of {', '.join(missing)}; it is a log of another robot")
    keep = 1 if decimate is None else whole("decimate", decimate, 1, len(rows))
    guess = None if start is None else check_state("start", start, {"start": own.labels["x"]})
    count = None if harmonics is None else whole("harmonics", harmonics, 1, 400)
    choice = SignalChoice(word("derivatives", derivatives, METHODS), cut_off, period, count)
    turning = [own.mechanism.joints[k].is_periodic for k in own.mechanism.actuated]
    q = continuous(np.column_stack([rows.joints[name] for name in own.actuated_names]), turning)
    signals = differentiated(rows.time, q, own.actuated_names, choice)
    begin = first_pose(model, rows, signals.q, guess, mode)
    return _states(model, rows, signals, begin, keep)


def _states(model: Model, log: Log, signals: Derivatives, begin: LogStart, keep: int) -> LogMotion:
    x = poses_along(model, signals.q, begin.x, begin.mode)
    if x is None:
        raise _lost(model, signals, begin)
    for k in touched_singularities(model, x, begin.mode)[:1]:
        raise InputError(f"the log cannot be used beyond row {k}, t = {signals.time[k]:.6g} s: the motion {TOUCHED}")
    step = float(signals.time[1] - signals.time[0])
    resting = joint_rests(signals.qd, signals.spectrum.noise, step, signals.cut_off)
    qd, qdd = (np.where(resting, 0.0, values) for values in (signals.qd, signals.qdd))
    xd, xdd = platform_motion(model, x, qd, qdd, begin.mode)
    tau = evenly(signals.time, log.time, np.column_stack([log.efforts[name] for name in model.actuated_names]))
    clipped = evenly(signals.time, log.time, np.asarray(log.doubtful, dtype=float)[:, None])[:, 0] > 0
    remarks = [*log.remarks, f"First pose: {begin.how}.", *signals.remarks, *_misfit(model, x, signals.q, begin.mode)]
    remarks += rest_remark(resting, model.actuated_names)
    cut = slice(None, None, keep)
    return LogMotion(
        signals.time[cut], x[cut], xd[cut], xdd[cut], tau[cut], signals.q[cut], qd[cut], qdd[cut],
        (signals.valid & ~clipped)[cut], keep * step, signals.method, signals.cut_off,
        begin.mode, signals.spectrum, tuple(remarks), dict(model.labels), resting[cut],
    )  # fmt: skip


def turns_of(model: Model, motion: LogMotion) -> Array:
    """(N, k) whole turns [rad] that joints have made in each row, if they matter; the actuators tell those of the first row."""
    return JointTurns(model, motion.mode).of_motion(motion.x, motion.q[0])


def platform_motion(model: Model, x: Array, qd: Array, qdd: Array, mode: Mode) -> tuple[Array, Array]:
    """Return xd, xdd (N, n) at poses (N, n_x), from rates and accelerations (N, n_a) of the actuated joints."""
    J = model.jacobian(x, mode=mode, motion=True)
    xd = np.einsum("nij,nj->ni", J, qd)
    turned = model.joint_accelerations(x, xd, np.zeros_like(xd), mode=mode, motion=True)  # J_inv_dot xd
    return xd, np.einsum("nij,nj->ni", J, qdd - turned)


def _misfit(model: Model, x: Array, q: Array, mode: Mode) -> list[str]:
    """Tell for redundant actuation how far measured joints are from those of the poses."""
    if q.shape[1] <= len(model.labels["xd"]):
        return []
    gap = JointTurns(model, mode).removed(q - model.inverse_kinematics(x, mode=mode, motion=True))
    off = np.sqrt((gap**2).mean(axis=0))
    sizes = ", ".join(f"{name} {size:.2g}" for name, size in zip(model.actuated_names, off, strict=True))
    return [f"Redundant actuation: the poses fit all measured joints by least squares, up to {sizes} (rms, rad or m)."]


def _lost(model: Model, signals: Derivatives, begin: LogStart) -> InputError:
    """Build the error for a log that cannot be followed to its end; the first row that fails is found by halving."""
    good, bad = 1, len(signals.q)
    while bad - good > 1:
        middle = (good + bad) // 2
        if poses_along(model, signals.q[:middle], begin.x, begin.mode) is None:
            bad = middle
        else:
            good = middle
    where = f"row {good} of {counted(len(signals.q), 'row')}, t = {signals.time[good]:.6g} s"
    return InputError(
        f"the log cannot be followed beyond {where}, from the first pose {np.round(begin.x, 6).tolist()} ({begin.how}): the "
        "motion passes a Type 2 singularity or leaves the workspace there; check units, signs and zeros, or give another start"
    )
