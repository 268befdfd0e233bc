"""Plan motions that cross singularities with finite efforts (Briot & Khalil 9.3).

The planner finds the singular pose, unless it is given. There it chooses a velocity and acceleration that meet the
criterion (9.11), or (9.15) in the joints of a leg. Then it checks the motion: reach, other singularities, demands, and
efforts that converge to the same limit before and after the singular instant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, positive, word
from parados.errors import InputError, ParadosError
from parados.geometry.working_modes import Mode
from parados.model.model import COMPILED, Model
from parados.plan.candidates import Candidate, candidates
from parados.plan.crossing_motion import CrossingMotion
from parados.plan.demands import Demands, checked_demands
from parados.plan.mode_change import leg_coordinates
from parados.plan.optimal import optimal_crossing
from parados.plan.quaternion_crossing import InAngles
from parados.plan.request import Request, checked_pose, request
from parados.trajectory.base import Trajectory
from parados.trajectory.polynomials import Polynomials

__all__ = ["cross"]

Array = NDArray[np.float64]

QUICK = 2.0
"""Processor time of IPOPT if the caller did not ask for an optimal motion [s]."""

WORTH = 1.25
"""Factor by which the efforts of a corrected motion must be smaller than those of a plain polynomial to be preferred."""


def cross(
    model: Model,
    start: ArrayLike,
    end: ArrayLike,
    duration: float,
    *,
    through: ArrayLike | None = None,
    degree: int | None = None,
    mode: ArrayLike | None = None,
    demands: Demands | None = None,
    minimise: str | None = None,
    end_mode: ArrayLike | None = None,
) -> CrossingMotion:
    """Plan a motion from rest at `start` to rest at `end`, (n_x,) each, through the singularities between them.

    Redundant actuators have the smallest efforts. With a quaternion, the motion is planned in angles, see `CrossingMotion`.

    Parameters
    ----------
    duration : duration of the motion [s]
    through : (n_x,) or (k, n_x) singular poses to cross; by default those on the straight way
    degree : degree of the polynomials, at least 5 plus 3 for each crossing; free coefficients are used to reduce the jerk. By
        default the smallest degree, with a short correction around the singular instant if needed
    mode : working mode at the start; by default the mode of the robot file
    demands : largest speeds and efforts of the actuators
    minimise : "peak" or "rms": choose velocities, accelerations and free coefficients so that these efforts are small
    end_mode : working mode at the end, if one leg shall change its mode by crossing its LPJTS or Type 1 singularity. The
        motion is then planned in joint coordinates of that leg, and `through` is given in these coordinates

    Raises
    ------
    InputError, UnreachableError : the request cannot be met; the message gives the reason
    """
    instance("model", model, Model, COMPILED)
    if minimise is not None:
        word("minimise", minimise, ("peak", "rms"))
    if model.mechanism.platform.is_quaternion:
        return _with_quaternion(model, start, end, duration, through, degree, mode, demands, minimise, end_mode)
    seconds, bounds, optimal = positive("duration", duration), checked_demands(demands, model), minimise is not None
    before = model.working_mode(mode)
    after = before if end_mode is None else _end_mode(model, end_mode)
    ends = checked_pose(model, "start", start, before), checked_pose(model, "end", end, after)
    if before == after:
        return _answer(request(model, ends, seconds, through, degree, before, bounds, optimal=optimal), degree is None, minimise)
    failures: dict[str, ParadosError] = {}  # by the coordinates of the attempt
    for leg in leg_coordinates(model, ends, (before, after)):
        try:
            asked = request(leg.chart, (leg.start, leg.end), seconds, through, degree, leg.mode, bounds, False, optimal)
            return replace(_answer(asked, degree is None, minimise), original=model, modes=(before, after))
        except ParadosError as error:
            failures[", ".join(leg.chart.labels["x"])] = error
    raise InputError(_reasons(failures)) from next(iter(failures.values()))


def _with_quaternion(
    model: Model,
    start: ArrayLike,
    end: ArrayLike,
    duration: float,
    through: ArrayLike | None,
    degree: int | None,
    mode: ArrayLike | None,
    demands: Demands | None,
    minimise: str | None,
    end_mode: ArrayLike | None,
) -> CrossingMotion:
    """Plan in angles for a robot whose orientation is a quaternion."""
    if end_mode is not None:
        raise InputError("end_mode: describe the platform by angles instead of a quaternion to change a working mode")
    own = InAngles(model, start, end, through)
    asked = {"through": own.through, "degree": degree, "mode": mode, "demands": demands, "minimise": minimise}
    return replace(cross(own.model, own.start, own.end, duration, **asked), original=model)  # type: ignore[arg-type]


def _reasons(failures: Mapping[str, ParadosError]) -> str:
    """Write why each choice of coordinates failed; only the reason if it is the same for all."""
    messages = {str(error) for error in failures.values()}
    if len(messages) == 1:
        return messages.pop()
    return "in the coordinates " + ". In the coordinates ".join(f"{names}: {error}" for names, error in failures.items())


def _end_mode(model: Model, end_mode: ArrayLike) -> Mode:
    """Check the working mode at the end; error messages begin with its name."""
    try:
        return model.working_mode(end_mode)
    except InputError as error:
        raise InputError(f"end_{error}") from None


def _answer(asked: Request, bumps: bool, minimise: str | None) -> CrossingMotion:
    """Return the motion with the smallest efforts from the first group of candidates in which one meets every demand.

    If all candidates fail and one of them only exceeds the demands, try an optimal motion near it.
    """
    plainest = ""  # reason why the plainest candidate is rejected
    first: list[Candidate] = []  # the best candidate of the first group in which some only exceed the demands
    for group in candidates(asked, bumps):
        looks = [asked.look(trajectory, times) for times, trajectory in group]
        plainest = plainest or looks[0][0] or ""
        first = first or [group[k] for k in _smallest_first(asked, group, [(None if p.size else r, p) for r, p in looks])[:1]]
        for k in _smallest_first(asked, group, looks):
            planned = asked.motion(group[k][1], group[k][0])
            reason = planned.why_not_finite() or asked.why_not_between(planned)
            if reason is None:
                return planned if minimise is None else optimal_crossing(asked, planned, minimise)
            plainest = plainest or reason
    for objective in dict.fromkeys([minimise or "peak", "peak"]) if first else []:
        best = _within_demands(asked, *first[0], objective)
        if isinstance(best, CrossingMotion):
            return best
        plainest = best or plainest
    raise InputError(f"no crossing motion was found: {plainest}; try another duration, through or end")


def _within_demands(asked: Request, times: Array, trajectory: Trajectory, objective: str) -> CrossingMotion | str | None:
    """Return an optimal motion near one that only exceeds the demands, or the reason why there is none."""
    planned = asked.motion(trajectory, times)
    if asked.is_redundant or not asked.model.survey.geometry.is_closed_form or planned.why_not_finite() is not None:
        return None
    best = optimal_crossing(asked, planned, objective, seconds=QUICK)
    return asked.why_not(best.trajectory, times) or best.why_not_finite() or asked.why_not_between(best) or best


def _smallest_first(asked: Request, group: Sequence[Candidate], looks: Sequence[tuple[str | None, Array]]) -> list[int]:
    """Return the numbers of the candidates that passed the coarse check, the smallest peak efforts first.

    Efforts of turning and of sliding actuators are compared separately; the larger of the two ratios counts.
    """
    good = [k for k, (reason, _) in enumerate(looks) if reason is None]
    if not good:
        return []
    sliding = np.array([asked.model.mechanism.joints[k].unit == "m" for k in asked.model.mechanism.actuated])
    sizes = np.array([[looks[k][1][sliding == kind].max() for kind in set(sliding.tolist())] for k in good])
    worst = (sizes / np.maximum(sizes.min(axis=0), 1e-300)).max(axis=1)
    worst = worst * [1.0 if isinstance(group[k][1], Polynomials) else WORTH for k in good]
    return [good[k] for k in np.argsort(worst, kind="stable")]
