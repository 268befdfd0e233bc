"""Candidate motions for a request, in groups, the simplest first.

At a singular pose a candidate has the velocity of the naive motion times a factor. Its acceleration is the one nearest to
that of the naive motion that meets the criterion. The first candidates are polynomials with these velocities and
accelerations, as in (9.53) and (9.117). The next ones are polynomials with the naive acceleration, corrected only around
the singular instant (`bump`).
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
from parados.singularity.leg_scales import structure_of
from parados.trajectory.base import Trajectory
from parados.trajectory.point_to_point import point_to_point

__all__ = ["Candidate", "candidates"]

Array = NDArray[np.float64]

SPEEDS = (1.0, 0.75, 1.3, 0.5, 1.7, 2.2)
"""Factors of the naive velocity, tried in this order."""

SHIFTS = (0.0, -0.1, 0.1)
"""Shifts of the singular instants, as fractions of the duration."""

TILTS = (0.1, -0.1)
"""Changes of the direction of motion, for robots with a dry-friction joint that would stand still at the singular instant."""

WIDTHS = (0.9, 0.5, 0.25, 0.12, 0.06, 0.03)
"""Half widths of the corrections, as fractions of the time to the nearest end or crossing."""

WIDE = 2
"""Number of widths, from the first on, that are in the same group as the polynomials."""

MARGIN = 0.05
"""Smallest time between a singular instant and the ends of the motion, as a fraction of the duration."""


@dataclass(frozen=True)
class _Choice:
    """Motion at the k singular places.

    times : (k,) [s];  velocities : (k, n)
    wished : (k, n) naive accelerations;  accelerations : (k, n) the nearest ones that meet the criteria
    """

    times: Array
    velocities: Array
    wished: Array
    accelerations: Array


Candidate = tuple[Array, Trajectory]
"""Singular instants (k,) [s] and a trajectory."""


def candidates(request: Request, bumps: bool) -> Iterator[list[Candidate]]:
    """Yield groups of candidate motions: polynomials, and corrected polynomials if `bumps` is True."""
    choices = list(_choices(request))
    plain: list[Candidate] = [(c.times, request.trajectory(c.times, c.velocities, c.accelerations)) for c in choices]
    widths = WIDTHS if bumps and request.places else ()
    yield plain + [(c.times, _corrected(request, c, part)) for part in widths[:WIDE] for c in choices]
    for part in widths[WIDE:]:
        yield [(c.times, _corrected(request, c, part)) for c in choices]


def _corrected(request: Request, choice: _Choice, part: float) -> Corrected:
    """Return the motion with naive accelerations, corrected around the singular instants.

    part : half width of a correction, as a fraction of the time to the nearest end or crossing
    """
    base = request.trajectory(choice.times, choice.velocities, choice.wished)
    gaps = np.diff([0.0, *choice.times, request.duration])
    widths = part * np.minimum(gaps[:-1], gaps[1:]) / (1 if len(gaps) == 2 else 2)
    return Corrected(base, choice.times, choice.accelerations - choice.wished, widths)


def _choices(request: Request) -> Iterator[_Choice]:
    """Yield choices of times, velocities and accelerations, the most likely to succeed first."""
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
    """Return the time at which the motion law from 0 to 1 has the value `part`."""
    return float(brentq(lambda t: float(law(t).x[0]) - part, *law.times, xtol=1e-15 * law.duration))
