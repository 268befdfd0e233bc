"""Motions that cross singularities with finite efforts (Briot & Khalil 9.3).

The singular pose is found (or given), velocity and acceleration there are chosen so that the criterion (9.11), or
(9.15) in the joints of a leg, holds, and the motion is checked: reach, other singularities, demands, and efforts that
come to one value from both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from parados.plan.request import Request, checked_pose, request
from parados.trajectory.base import Trajectory
from parados.trajectory.polynomials import Polynomials

__all__ = ["cross"]

Array = NDArray[np.float64]

QUICK = 2.0
"""Seconds of processor time that IPOPT may take where it was not asked for."""

WORTH = 1.25
"""How much smaller the efforts of a corrected motion must be to take it instead of a plain polynomial."""


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
    instance("model", model, Model, COMPILED)
    if minimise is not None:
        word("minimise", minimise, ("peak", "rms"))
    seconds, bounds, optimal = positive("duration", duration), checked_demands(demands, model), minimise is not None
    before = model.working_mode(mode)
    after = before if end_mode is None else _end_mode(model, end_mode)
    ends = checked_pose(model, "start", start, before), checked_pose(model, "end", end, after)
    if before == after:
        return _answer(request(model, ends, seconds, through, order, before, bounds, optimal=optimal), order is None, minimise)
    failures: list[ParadosError] = []
    for leg in leg_coordinates(model, ends, (before, after)):
        try:
            asked = request(leg.chart, (leg.start, leg.end), seconds, through, order, leg.mode, bounds, False, optimal)
            return replace(_answer(asked, order is None, minimise), original=model, modes=(before, after))
        except ParadosError as error:
            failures.append(error)
    told = [str(error) for error in failures]
    raise InputError("; in other joints of the leg: ".join(dict.fromkeys(told))) from failures[0]


def _end_mode(model: Model, end_mode: ArrayLike) -> Mode:
    """A working mode; refusals name it."""
    try:
        return model.working_mode(end_mode)
    except InputError as error:
        raise InputError(f"end_{error}") from None


def _answer(asked: Request, bumps: bool, minimise: str | None) -> CrossingMotion:
    """The motion with the smallest efforts of the first group of candidates in which one meets every demand.

    Where only demands are in the way, an optimal motion may meet them.
    """
    plainest = ""  # why the plainest candidate is no answer
    first: list[Candidate] = []  # the best of the first group in which some only exceed demands
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
    raise InputError(f"no crossing motion was found: {plainest}; another duration, through or end may do")


def _within_demands(asked: Request, times: Array, trajectory: Trajectory, objective: str) -> CrossingMotion | str | None:
    """An optimal motion near one that only exceeds demands, or why there is none."""
    planned = asked.motion(trajectory, times)
    if not asked.model.survey.geometry.is_closed_form or planned.why_not_finite() is not None:
        return None
    best = optimal_crossing(asked, planned, objective, seconds=QUICK)
    return asked.why_not(best.trajectory, times) or best.why_not_finite() or asked.why_not_between(best) or best


def _smallest_first(asked: Request, group: Sequence[Candidate], looks: Sequence[tuple[str | None, Array]]) -> list[int]:
    """Those that meet the demands at a coarse look, by their largest efforts (of turning and of sliding actuators)."""
    good = [k for k, (reason, _) in enumerate(looks) if reason is None]
    if not good:
        return []
    sliding = np.array([asked.model.mechanism.joints[k].unit == "m" for k in asked.model.mechanism.actuated])
    sizes = np.array([[looks[k][1][sliding == kind].max() for kind in set(sliding.tolist())] for k in good])
    worst = (sizes / np.maximum(sizes.min(axis=0), 1e-300)).max(axis=1)
    worst = worst * [1.0 if isinstance(group[k][1], Polynomials) else WORTH for k in good]
    return [good[k] for k in np.argsort(worst, kind="stable")]
