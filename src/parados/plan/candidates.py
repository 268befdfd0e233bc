"""Motions that may answer a request, in groups, the plainest first.

The velocity at a singular pose is that of the naive motion there, times a factor; the acceleration the one nearest to
its own that fulfils the criterion. A polynomial through all of that comes first, as in (9.53) and (9.117); then the
motion with the naive acceleration, corrected only about the singular instant (`bump`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from parados.plan.bump import Corrected
from parados.plan.request import Request
from parados.singularity.structure import structure_of
from parados.trajectory.base import Trajectory
from parados.trajectory.point_to_point import point_to_point

__all__ = ["Candidate", "candidates"]

Array = NDArray[np.float64]

SPEEDS = (1.0, 0.75, 1.3, 0.5, 1.7, 2.2)
"""Factors of the naive velocity that are tried, until a motion meets every demand."""

SHIFTS = (0.0, -0.1, 0.1)
"""Parts of the duration by which the singular instants are shifted."""

TILTS = (0.1, -0.1)
"""Changes of the direction, for joints with dry friction that would stand still just when the singularity is crossed."""

WIDTHS = (0.9, 0.5, 0.25, 0.12, 0.06, 0.03)
"""Half widths of the corrections that are tried, as parts of the time to the nearest end or crossing."""

WIDE = 2
"""The first so many widths compete with the polynomials."""

MARGIN = 0.05
"""Part of the duration that a singular instant keeps from both ends."""


@dataclass(frozen=True)
class _Choice:
    """Times (k,), velocities, naive accelerations and those that fulfil the criteria (k, n) at the places."""

    times: Array
    velocities: Array
    wished: Array
    accelerations: Array


Candidate = tuple[Array, Trajectory]
"""Singular instants (k,) [s] and a trajectory."""


def candidates(request: Request, bumps: bool) -> Iterator[list[Candidate]]:
    """Groups of motions; with `bumps`, not only polynomials."""
    choices = list(_choices(request))
    plain: list[Candidate] = [(c.times, request.trajectory(c.times, c.velocities, c.accelerations)) for c in choices]
    widths = WIDTHS if bumps and request.places else ()
    yield plain + [(c.times, _corrected(request, c, part)) for part in widths[:WIDE] for c in choices]
    for part in widths[WIDE:]:
        yield [(c.times, _corrected(request, c, part)) for c in choices]


def _corrected(request: Request, choice: _Choice, part: float) -> Corrected:
    """The motion with the naive accelerations, corrected over a part of the time to the nearest end or crossing."""
    base = request.trajectory(choice.times, choice.velocities, choice.wished)
    gaps = np.diff([0.0, *choice.times, request.duration])
    widths = part * np.minimum(gaps[:-1], gaps[1:]) / (1 if len(gaps) == 2 else 2)
    return Corrected(base, choice.times, choice.accelerations - choice.wished, widths)


def _choices(request: Request) -> Iterator[_Choice]:
    """The likeliest first."""
    scale = structure_of(request.model).coordinate_scales
    stops = np.array([request.start, *[place.x for place in request.places], request.end]) / scale
    legs = np.diff(stops, axis=0)
    units = legs / np.linalg.norm(legs, axis=1, keepdims=True)
    directions = units[:-1] + units[1:]
    directions = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    length = float(np.linalg.norm(legs, axis=1).sum())
    law = point_to_point([0.0], [1.0], request.duration)
    times = np.array([_instant(law, place.part) for place in request.places])
    rates = law(times)
    aside = np.sin(1.0 + np.arange(len(scale)))
    for speed, shift, tilt in [*[(*both, 0.0) for both in product(SPEEDS, SHIFTS)], *[(1.0, 0.0, tilt) for tilt in TILTS]]:
        shifted = times + shift * request.duration
        if ((shifted < MARGIN * request.duration) | (shifted > (1 - MARGIN) * request.duration)).any():
            continue
        velocities = speed * length * rates.xd * (directions + tilt * aside) * scale
        wished = speed**2 * length * rates.xdd * directions * scale
        changed = [c.least_change(v, a) for c, v, a in zip(request.criteria, velocities, wished, strict=True)]
        yield _Choice(shifted, velocities, wished, np.array(changed).reshape(velocities.shape))


def _instant(law: Trajectory, part: float) -> float:
    """When the law from 0 to 1 has done a part."""
    return float(brentq(lambda t: float(law(t).x[0]) - part, *law.times, xtol=1e-15 * law.duration))
