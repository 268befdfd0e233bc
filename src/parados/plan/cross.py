"""Motions that cross singularities with finite efforts (Briot & Khalil 9.3).

The singular pose is found (or given), velocity and acceleration there are chosen so that the criterion (9.11), or
(9.15) in the joints of a leg, holds, and the motion is checked: reach, other singularities, demands, and efforts that
come to one value from both sides.
"""

from __future__ import annotations

from dataclasses import replace

from numpy.typing import ArrayLike

from parados.errors import InputError, ParadosError
from parados.model.arguments import one_of
from parados.model.model import Model
from parados.plan.candidates import candidates
from parados.plan.crossing_motion import CrossingMotion
from parados.plan.demands import Demands, checked_demands
from parados.plan.mode_change import leg_coordinates
from parados.plan.request import Request, checked_duration, checked_pose, request

__all__ = ["cross"]

Mode = tuple[int, ...]


def cross(
    model: Model,
    start: ArrayLike,
    end: ArrayLike,
    duration: float,
    through: ArrayLike | None = None,
    order: int | None = None,
    mode: ArrayLike | None = None,
    demands: Demands | None = None,
    minimise: str | None = None,
    end_mode: ArrayLike | None = None,
) -> CrossingMotion:
    """A motion from rest at `start` to rest at `end`, (n_x,) each, through the singularities between them.

    Parameters
    ----------
    duration : [s]
    through : (n_x,) or (k, n_x) singular poses to go through; by default those of the straight way
    order : degree of the polynomials, at least 5 + 3 for each crossing; what it leaves free makes the jerk small. By default
        the smallest, and a short correction about the singular instant where that does not do
    demands : speeds and efforts to stay within
    minimise : "peak" or "rms": choose velocities, accelerations and what the order leaves free so that efforts are small
    end_mode : working mode at the end, where a leg is to change it on the way, through an LPJTS or Type 1 singularity of its
        own; the motion is then planned in joints of that leg (`through` too is given in them)

    Raises
    ------
    InputError, UnreachableError : a request that cannot be met; the message says why
    """
    if minimise is not None:
        one_of("minimise", minimise, ("peak", "rms"))
    seconds, bounds = checked_duration(duration), checked_demands(demands, model)
    before = model.evaluator.mode(mode)
    after = before if end_mode is None else _end_mode(model, end_mode)
    ends = checked_pose(model, "start", start, before), checked_pose(model, "end", end, after)
    if before is None or after is None or before == after:
        return _answer(request(model, ends, seconds, through, order, before, bounds), order is None, minimise)
    failures: list[ParadosError] = []
    for leg in leg_coordinates(model, ends, (before, after)):
        try:
            asked = request(leg.chart, (leg.start, leg.end), seconds, through, order, leg.mode, bounds, crosses=False)
            return replace(_answer(asked, order is None, minimise), original=model, modes=(before, after))
        except ParadosError as error:
            failures.append(error)
    raise failures[0]


def _end_mode(model: Model, end_mode: ArrayLike) -> Mode | None:
    """A working mode; refusals name it."""
    try:
        return model.evaluator.mode(end_mode)
    except InputError as error:
        raise InputError(f"end_{error}") from None


def _answer(asked: Request, bumps: bool, minimise: str | None) -> CrossingMotion:
    """The first motion that meets every demand, or the best one near it."""
    reasons = []
    for times, trajectory in candidates(asked, bumps):
        reason = asked.why_not(trajectory, times)
        planned = asked.motion(trajectory, times)
        reason = reason or planned.why_not_finite() or asked.why_not_between(planned)
        if reason is None and minimise is None:
            return planned
        if reason is None:
            from parados.plan.optimal import optimal_crossing

            return optimal_crossing(asked, planned, str(minimise))
        reasons.append(reason)
    raise InputError(f"no crossing motion was found: {reasons[0]}; another duration, through or end may do")
