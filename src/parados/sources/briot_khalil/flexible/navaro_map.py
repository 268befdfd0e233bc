"""Map of the first frequency of the NaVARo over its workspace, at the orientation of poses 2 to 8.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 11.6.2.
"""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.model.model import Model
from parados.sources.briot_khalil.flexible.map_figure import Field, map_figure
from parados.sources.briot_khalil.flexible.navaro_frequencies import POSES, TABLE, TURN
from parados.sources.briot_khalil.flexible.printed import half_digit
from parados.sources.entry import Reproduction, equal, holds, unprinted

__all__ = ["frequency_map", "lattice", "thirds"]

Array = NDArray[np.float64]

SPACING = 0.0125
"""Distance between neighbouring poses [m]."""

REACH = 0.36
"""Radius of the map, larger than the reach of the platform [m]."""

OPENING = np.radians(4.0)
"""Least angle of a parallelogram and of a leg's elbow from flat [rad]: flat ones are singular."""


def frequency_map() -> Reproduction:
    """Compute the entry 003/map-navaro: frequencies of the NaVARo, a map."""
    model = load("navaro").compile("vm")
    x = _reached(model, lattice(SPACING))
    found = model.natural_frequencies(x, count=2)
    at = model.natural_frequencies(POSES[[1, 2, 3]], count=2)
    places = np.vstack([np.zeros((1, 2)), *[x[:, :2] @ turn.T for turn in thirds()]])
    first, second = (np.concatenate([at[:1, k], np.tile(found[:, k], 3)]) for k in (0, 1))
    lines = [
        equal(f"f1 in pose {p}", float(TABLE[0][p - 1]), float(f), half_digit(TABLE[0][p - 1]), "Hz")
        for p, f in zip((2, 3, 4), at[:, 0], strict=True)
    ]
    gap = _symmetry(model, x)
    lines += [
        holds("a third of a turn about the centre", "same frequencies", f"differ by {gap:.0e} at 12 poses", gap < 1e-9),
        unprinted("lowest first frequency", float(first.min()), "Hz", note=_distance(places[first.argmin()])),
        unprinted("highest first frequency", float(first.max()), "Hz", note=_distance(places[first.argmax()])),
        unprinted("poses in the map", len(places), note="computed on one third of the map and rotated"),
    ]
    marks = [(*POSES[p, :2], f"{p + 1}") for p in range(1, 8)]
    fields = [Field("first frequency", first, marks), Field("second frequency", second, marks)]
    title = "NaVARo at -60 degrees, actuators locked; poses 2 to 8"
    choices = [f"parallelograms and elbows are at least {np.degrees(OPENING):.0f} degrees from flat; the book gives no limits."]
    data = {"x [m]": places[:, 0], "y [m]": places[:, 1], "f1 [Hz]": first, "f2 [Hz]": second}
    return Reproduction(lines, {"map": map_figure(places, fields, SPACING, title)}, {"map": data}, choices)


def thirds() -> list[Array]:
    """Return the rotation matrices (2, 2) by 0, 120 and 240 degrees."""
    return [np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) for a in 2 * np.pi / 3 * np.arange(3)]


def lattice(spacing: float) -> Array:
    """Return poses (N, 3) of a triangular lattice in a third of the circle.

    Together with the same poses turned by 120 and 240 degrees and the centre they fill the circle.
    """
    n = int(REACH / spacing) + 2
    i, j = (part.ravel() for part in np.meshgrid(np.arange(0, n), np.arange(1, n)))
    across = np.array([[np.cos(a), np.sin(a)] for a in (0.0, 2 * np.pi / 3)])  # borders of the sector
    places = spacing * (i[:, None] * across[0] + j[:, None] * across[1])
    places = places[np.hypot(*places.T) < REACH]
    return np.column_stack([places, np.full(len(places), TURN)])


def _reached(model: Model, x: Array) -> Array:
    """Return the poses that all legs reach with their parallelograms and elbows open."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # poses out of reach are expected
        q = model.joints(x)
    elbows = [model.joint_names.index(f"q{leg}4") for leg in (1, 2, 3)]
    with np.errstate(invalid="ignore"):
        return x[(np.abs(np.sin(q[:, elbows])) > np.sin(OPENING)).all(axis=1)]


def _symmetry(model: Model, x: Array) -> float:
    """Return the largest relative difference of f1 between some poses and the same poses turned by 120 degrees."""
    some = x[:: max(1, len(x) // 12)][:12]
    turned = np.column_stack([some[:, :2] @ thirds()[1].T, some[:, 2]])
    both = [model.natural_frequencies(poses, count=1)[:, 0] for poses in (some, turned)]
    return float(np.abs(both[1] / both[0] - 1).max())


def _distance(place: Array) -> str:
    return f"{np.hypot(*place):.3f} m from the centre"
