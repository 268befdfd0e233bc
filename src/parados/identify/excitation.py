"""Exciting motions for identification: finite Fourier series that let all base parameters be told apart.

The series is written in the coordinates x of the platform: there the workspace is a box, closed loops stay closed, and the
motion is band-limited. The actuators follow from the inverse geometry; the file for the controller has them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import SMALLEST, Progress, check_progress, flag, instance, positive, report_progress, shown, whole, word
from parados.arguments import real_array as numbers
from parados.errors import InputError
from parados.identify.base_parameters import BaseParameters
from parados.identify.excitation_limits import MotionLimits, motion_limits
from parados.identify.excitation_measure import CRITERIA, condition_number, log_det
from parados.identify.excitation_search import ExcitationSearch
from parados.identify.exciting_motion import Excitation
from parados.identify.given_base import given_base
from parados.identify.random_excitations import KINDS, FeasibleMotions
from parados.model.model import COMPILED, Model

__all__ = ["excitation"]

Array = NDArray[np.float64]

Found = tuple[Array, Array]
"""Unknowns (r n,) of a motion within the limits, and its information matrix (n_b, n_b)."""

RANDOM = 100
"""Number of random feasible motions of each kind that are compared."""

DEFICIENT = 1e7
"""Condition number above which a motion does not determine all base parameters."""

FIRST, SHORTER = 2, 4
"""The search tries `FIRST` times as many starts as asked for first, with iterations that are `SHORTER` times fewer."""

SHAKEN, SHAKE = 2, 0.1
"""One more search in `SHAKEN` starts from the best motion, changed at random by this part of its largest coefficient."""

AGAIN, LONGER = 4, 2
"""One of `AGAIN` motions of the search is improved at the end, with `LONGER` times as many iterations."""

SAMPLES = 14
"""Number of samples of the search for each harmonic."""


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
    tries : number of random starts that the search improves in full;  iterations : of each of its stages
    progress : function progress(done, total), called with the number of finished searches

    Raises InputError if no motion is within the limits, or if none of so few harmonics determines all parameters.
    """
    own, limits = _robot(model, base), {"workspace": workspace, "joints": joints, "speed": speed, "acceleration": acceleration}
    bounds = motion_limits(own.model, mode, **limits, effort=effort, clearance=clearance)
    search = _search(own, bounds, noise, period, harmonics, rest, criterion)
    check_progress(progress)
    whole("tries", tries, 1, 10_000), whole("iterations", iterations, 1, 100_000), whole("periods", periods, 1, 100_000)
    return _best(search, whole("seed", seed, 0), tries, iterations, periods, progress)


def _robot(model: Model, base: BaseParameters | None) -> BaseParameters:
    """Return the base parameters of a robot whose x is a box."""
    instance("model", model, Model, COMPILED)
    if model.mechanism.platform.is_quaternion:
        raise InputError("model: x holds a quaternion; give the platform three angles (orientation: ZYX), then x is a box")
    return given_base(base, model)


def _search(
    base: BaseParameters, limits: MotionLimits, noise: Any, period: Any, harmonics: Any, rest: Any, criterion: str
) -> ExcitationSearch:
    word("criterion", criterion, CRITERIA)
    K = whole("harmonics", harmonics, 2, 100)
    T, free = float(positive("period", period)), _ends(K, flag("rest", rest))
    return ExcitationSearch(base, limits, _noise(base, noise), T, K, free, SAMPLES * K, criterion)


def _noise(base: BaseParameters, noise: ArrayLike | None) -> Array:
    """(rows,) noise of the rows of the base regressor."""
    rows = len(base.model.actuated_names) if base.side == "efforts" else base.model.mechanism.n_dof
    values = numbers("noise", 1.0 if noise is None else noise)
    if values.shape not in ((), (rows,)) or not (values >= SMALLEST).all():
        what = "actuator" if base.side == "efforts" else "row of J_inv^T tau, since the actuators are redundant"
        expected = f"one number of at least {SMALLEST:g}, or {rows} (one for each {what}), is expected"
        raise InputError(f"noise: {expected}, not {shown(noise)}")
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
    rng = np.random.default_rng(seed)
    kinds = {kind: motions.random(kind, rng, max(RANDOM, tries)) for kind in KINDS}
    if not any(kinds.values()):
        raise InputError("excitation: no random motion is within the limits; widen them, or give a longer period")
    measured = {kind: [(y, motions.information(y)) for y in found] for kind, found in kinds.items()}
    conditions = {kind: np.array([condition_number(G) for _, G in found]) for kind, found in measured.items()}
    if min(values.min(initial=np.inf) for values in conditions.values()) > DEFICIENT:
        raise InputError(
            f"harmonics: no random motion of {search.harmonics} harmonics determines the {search.base.count} base parameters; "
            "use more harmonics, a larger workspace, or a smaller set of parameters"
        )
    starts = [pair for found in measured.values() for pair in found]
    best, information = _improved(motions, starts, tries, iterations, rng, progress)
    circle = min((condition_number(motions.information(y)) for y in motions.circle()), default=float("inf"))
    compared = {kind: np.sort(values[:RANDOM]) for kind, values in conditions.items() if len(values)}
    return Excitation(
        search.coefficients(best), search.period, periods, base=search.base, bounds=search.limits, criterion=search.criterion,
        information=information, random_conditions=compared, circle_condition=circle,
    )  # fmt: skip


def _improved(
    motions: FeasibleMotions, starts: list[Found], tries: int, iterations: int, rng: np.random.Generator,
    progress: Progress | None,
) -> Found:  # fmt: skip
    """Improve the best of the starts in stages; return the best motion of all.

    Many starts are improved a little, then the best of these, then random changes of the best one: local minima lie close
    together, and a change leads from one to a better one. The best motions of all are then improved once more.
    """
    search = motions.search
    value = condition_number if search.criterion == "condition" else (lambda G: -log_det(G))
    first, shaken, again = FIRST * tries, max(1, tries // SHAKEN), max(1, tries // AGAIN)
    found, total = sorted(starts, key=lambda one: value(one[1])), first + tries + shaken + again
    done = 0

    def improve(chosen: list[Array], steps: int, last: bool = False) -> None:
        nonlocal found, done
        for start in chosen:
            better = motions.fitted(search.improve(start, steps, last=last)[None])
            found += [(y, motions.information(y)) for y in better]
            done += 1
            report_progress(progress, done, total)
        found = sorted(found, key=lambda one: value(one[1]))

    improve([y for y, _ in found[:first]], max(1, iterations // SHORTER))
    improve([y for y, _ in found[:tries]], iterations)
    for _ in range(shaken):
        best = found[0][0]
        improve([best + SHAKE * np.abs(best).max() * rng.standard_normal(len(best))], iterations)
    improve([y for y, _ in found[:again]], LONGER * iterations, last=True)
    if done < total:  # there were fewer starts
        report_progress(progress, total, total)
    return found[0]
