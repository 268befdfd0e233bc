"""Exciting motions for identification: finite Fourier series that let all base parameters be told apart.

The series is written in the coordinates x of the platform: there the workspace is a box, closed loops stay closed, and the
motion is band-limited. The actuators follow from the inverse geometry; the file for the controller has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, file_path, flag, instance, positive, report_progress, shown, whole, word
from parados.arguments import real_array as numbers
from parados.errors import InputError
from parados.identify.base_parameters import BaseParameters
from parados.identify.excitation_display import excitation_display, excitation_figure, save_excitation
from parados.identify.excitation_limits import MotionLimits, motion_limits
from parados.identify.excitation_measure import CRITERIA, condition_number, log_det
from parados.identify.excitation_search import ExcitationSearch
from parados.identify.given_base import given_base
from parados.identify.random_excitations import FeasibleMotions
from parados.model.model import COMPILED, Model
from parados.text.result_display import Display
from parados.trajectory.fourier_series import FourierSeries

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Excitation", "excitation"]

Array = NDArray[np.float64]

RANDOM = 100
"""Number of random feasible motions that are compared."""

DEFICIENT = 1e7
"""Condition number above which a motion does not determine all base parameters."""

SAMPLES = 14
"""Number of samples of the search for each harmonic."""


class Excitation(FourierSeries):
    """An exciting motion, a `Trajectory`, with its measure and those of the motions that it is compared with.

    Attributes
    ----------
    base : the base parameters that it excites
    bounds : the limits that it keeps
    condition : condition number of the base regressor with columns of unit length along one period
    information : (n_b, n_b) mean information matrix of one sample
    random_conditions : (100,) condition numbers of random feasible motions, sorted
    circle_condition : condition number of a circle in the first two coordinates; infinite if it determines not all parameters
    """

    def __init__(
        self,
        coefficients: Array,
        period: float,
        periods: int,
        *,
        base: BaseParameters,
        bounds: MotionLimits,
        criterion: str,
        information: Array,
        random_conditions: Array,
        circle_condition: float,
    ) -> None:
        super().__init__(coefficients, period, periods)
        self.base, self.bounds, self.criterion = base, bounds, criterion
        self.information, self.random_conditions, self.circle_condition = information, random_conditions, circle_condition
        self.condition = condition_number(information)

    @property
    def gain(self) -> float:
        """Condition number of the best random motion, divided by that of this motion."""
        return float(self.random_conditions[0] / self.condition)

    def save(self, path: str | Path, count: int = 1001, labels: Sequence[str] | None = None) -> None:
        """Write `count` samples for the controller to a CSV file: t, x, xd, xdd, and q, qd, qdd, tau of the actuators."""
        save_excitation(self, file_path("path", path), count, labels)

    def _display(self) -> Display:
        return excitation_display(self)

    def plot(self, labels: Sequence[str] | None = None, title: str = "") -> Figure:
        """Plot the motion of the platform and of the actuators and the predicted efforts over one period."""
        return excitation_figure(self, labels, title)


def excitation(
    model: Model,
    *,
    period: float,
    harmonics: int = 5,
    base: BaseParameters | None = None,
    workspace: Any = None,
    joints: bool = True,
    speed: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    effort: ArrayLike | None = None,
    clearance: float | None = None,
    noise: ArrayLike | None = None,
    rest: bool = False,
    criterion: str = "condition",
    periods: int = 1,
    tries: int = 8,
    iterations: int = 100,
    seed: int = 0,
    mode: ArrayLike | None = None,
    progress: Progress | None = None,
) -> Excitation:
    """Find a periodic motion that excites the base parameters of a robot well, within limits.

    Parameters
    ----------
    period : [s];  harmonics : number K of harmonics; the highest frequency is K / period [Hz]
    base : base parameters to excite; by default `base_parameters(model)`
    workspace : bounds of coordinates that replace those of the robot file, {"px": (lower, upper)} [m, rad]
    joints : True to keep the joint limits of the robot file
    speed, acceleration, effort : largest values of the actuators, one number or (n_a,) [rad or m, s, N m or N]
    clearance : smallest distance from singularities (`parados.singularity.distances`); by default a third of that at the centre
        of the workspace; 0 for none
    noise : standard deviation of the measured efforts, one number or (n_a,) [N m or N]; equal for all by default
    rest : True for zero velocity and acceleration at the start and the end of each period
    criterion : "condition" for the least condition number; "log-det" for the largest determinant of the information matrix
    periods : number of repetitions
    tries : number of random starts of the search;  iterations : of each of its four stages
    progress : function progress(done, total), called with the number of finished tries

    Raises InputError if no motion is within the limits, or if none of so few harmonics determines all parameters.
    """
    own = _checked(model, base, period, harmonics, criterion, progress)
    limits = motion_limits(own.model, mode, workspace, flag("joints", joints), speed, acceleration, effort, clearance)
    free = _ends(harmonics, flag("rest", rest))
    search = ExcitationSearch(own, limits, _noise(own, noise), float(period), harmonics, free, criterion, SAMPLES * harmonics)
    for name, value, most in (("tries", tries, 10_000), ("iterations", iterations, 100_000), ("periods", periods, 100_000)):
        whole(name, value, 1, most)
    return _best(search, whole("seed", seed, 0), tries, iterations, periods, progress)


def _checked(model: Any, base: Any, period: Any, harmonics: Any, criterion: Any, progress: Any) -> BaseParameters:
    """Check the arguments that say what to excite, and return the base parameters."""
    own = given_base(base, instance("model", model, Model, COMPILED))
    if model.mechanism.platform.is_quaternion:
        raise InputError("model: x holds a quaternion; give the platform three angles (orientation: ZYX), then x is a box")
    word("criterion", criterion, CRITERIA)
    check_progress(progress)
    positive("period", period)
    whole("harmonics", harmonics, 2, 100)
    return own


def _noise(base: BaseParameters, noise: ArrayLike | None) -> Array:
    """(rows,) noise of the rows of the base regressor."""
    rows = len(base.model.actuated_names) if base.side == "efforts" else base.model.mechanism.n_dof
    values = numbers("noise", 1.0 if noise is None else noise)
    if values.shape not in ((), (rows,)) or not (values > 0).all():
        what = "actuator" if base.side == "efforts" else "row of J_inv^T tau, since the actuators are redundant"
        raise InputError(f"noise: one positive number, or {rows} (one for each {what}), is expected, not {shown(noise)}")
    return np.broadcast_to(values, (rows,)).astype(float)


def _ends(harmonics: int, rest: bool) -> Array:
    """(2 K + 1, r) basis of the coefficients; with rest, those with xd = xdd = 0 at t = 0: sum k a_k = 0, sum k^2 b_k = 0."""
    from scipy.linalg import null_space

    k = np.arange(1, harmonics + 1)
    conditions = np.zeros((2, 2 * harmonics + 1))
    conditions[0, 1 : harmonics + 1], conditions[1, harmonics + 1 :] = k, k**2
    return np.asarray(null_space(conditions)) if rest else np.eye(2 * harmonics + 1)


def _best(
    search: ExcitationSearch, seed: int, tries: int, iterations: int, periods: int, progress: Progress | None
) -> Excitation:
    """Improve the best random motions, and return the best of all."""
    motions = FeasibleMotions.of(search)
    starts = motions.random(np.random.default_rng(seed), max(RANDOM, tries))
    if not starts:
        raise InputError("excitation: no random motion is within the limits; widen them, or give a longer period")
    infos = [motions.information(y) for y in starts]
    conditions = np.array([condition_number(G) for G in infos])
    if conditions.min() > DEFICIENT:
        raise InputError(
            f"harmonics: no random motion of {search.harmonics} harmonics determines the {search.base.count} base parameters; "
            "use more harmonics, a larger workspace, or a smaller set of parameters"
        )
    value = condition_number if search.criterion == "condition" else (lambda G: -log_det(G))
    ranked = sorted(range(len(starts)), key=lambda k: value(infos[k]))
    best, found = starts[ranked[0]], infos[ranked[0]]
    for done, k in enumerate(ranked[:tries]):
        for y in motions.fitted(search.improve(starts[k], iterations)[None]):
            G = motions.information(y)
            best, found = (y, G) if value(G) < value(found) else (best, found)
        report_progress(progress, done + 1, tries)
    circle = min((condition_number(motions.information(y)) for y in motions.circle()), default=float("inf"))
    return Excitation(
        search.coefficients(best), search.period, periods, base=search.base, bounds=search.limits, criterion=search.criterion,
        information=found, random_conditions=np.sort(conditions[:RANDOM]), circle_condition=circle,
    )  # fmt: skip
