"""Default ranges of a map: the workspace of the robot file, enlarged until it contains the whole reach."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.singularity.maps.grids import Axis, Grid, unit_of
from parados.singularity.maps.probe import Probe

__all__ = ["whole_reach"]

Array = NDArray[np.float64]

COARSE = {2: 61, 3: 25}
"""Number of coordinates -> number of values of each in the search for the reach."""

ROUNDS = 12
"""Number of enlargements by half after which the reach counts as unbounded."""

ENDLESS = 3.0
"""Range of a map if the reach is unbounded, as a multiple of the workspace in the robot file."""

MARGIN = 0.04
"""Free space around the reach, as a fraction of its width."""


def whole_reach(probes: Sequence[Probe], names: Sequence[str], at: Array) -> dict[str, tuple[float, float]]:
    """Return name -> (lower, upper) that contains the whole reach in the working modes of all probes.

    Angles stay within -pi to pi.
    """
    model = probes[0].model
    labels = list(model.labels["x"])
    columns = [labels.index(name) for name in names]
    angles = np.array([unit_of(model, name) == "rad" for name in names])
    rates = [column - (model.mechanism.platform.is_quaternion and column > 3) for column in columns]
    own = np.array([model.survey.lower[rates], model.survey.upper[rates]]).T
    bounds = own.copy()
    for _ in range(ROUNDS):
        points, reached = _reached(probes, names, columns, at, bounds)
        if not reached.any():
            _raise_unreached(probes, at)
        cells = (bounds[:, 1] - bounds[:, 0]) / (COARSE[len(names)] - 1)
        low, high = points[reached].min(axis=0), points[reached].max(axis=0)
        short = np.stack([low - bounds[:, 0] < cells / 2, bounds[:, 1] - high < cells / 2], axis=1)
        short[angles] &= np.abs(bounds[angles]) < np.pi - 1e-12
        if not short.any():
            room = cells[:, None] * [-1.0, 1.0] + MARGIN * (high - low)[:, None] * [-1.0, 1.0]
            return _named(names, np.stack([low, high], axis=1) + room, angles)
        width = (bounds[:, 1] - bounds[:, 0])[:, None]
        bounds = _clipped(bounds + 0.5 * width * short * [-1.0, 1.0], angles)
    centre, half = own.mean(axis=1), ENDLESS / 2 * (own[:, 1] - own[:, 0])
    return _named(names, np.stack([centre - half, centre + half], axis=1), angles)


def _named(names: Sequence[str], bounds: Array, angles: NDArray[np.bool_]) -> dict[str, tuple[float, float]]:
    """Return name -> (lower, upper), rounded outwards to three digits of the width; angles stay within -pi to pi."""
    digits = np.ceil(2 - np.log10(bounds[:, 1] - bounds[:, 0])).astype(int)
    named = {}
    for name, (low, high), digit, angle in zip(names, bounds, digits.tolist(), angles, strict=True):
        ends = np.floor(low * 10.0**digit) / 10.0**digit, np.ceil(high * 10.0**digit) / 10.0**digit
        lower, upper = np.clip(ends, -np.pi, np.pi) if angle else ends
        named[name] = float(lower), float(upper)
    return named


def _clipped(bounds: Array, angles: NDArray[np.bool_]) -> Array:
    return np.where(angles[:, None], np.clip(bounds, -np.pi, np.pi), bounds)


def _reached(
    probes: Sequence[Probe], names: Sequence[str], columns: list[int], at: Array, bounds: Array
) -> tuple[Array, NDArray[np.bool_]]:
    count = COARSE[len(names)]
    axes = [Axis(n, c, low, high, count, "") for n, c, (low, high) in zip(names, columns, bounds.tolist(), strict=True)]
    grid = Grid(tuple(axes), at)
    x = grid.poses(grid.nodes)
    return grid.nodes, np.logical_or.reduce([probe.reach(x) >= 0 for probe in probes])


def _raise_unreached(probes: Sequence[Probe], at: Array) -> None:
    model = probes[0].model
    raise InputError(
        f"over: {model.spec.name} reaches no pose around {np.round(at, 4).tolist()} in this working mode; "
        "give other values in at, or ranges in over"
    )
