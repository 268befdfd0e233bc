"""Surfaces of a map over three coordinates: zero determinant, and the border of the reach."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from parados.singularity.maps.grids import Grid
from parados.singularity.maps.isosurface import Surface, clipped, isosurface
from parados.singularity.maps.map_fields import PoseFields
from parados.singularity.maps.probe import Probe

__all__ = ["surfaces"]

Array = NDArray[np.float64]

NEARLY = 0.02
"""Largest |determinant| of unit rows (at most 1) at a vertex on the border, where it is only extrapolated."""


def surfaces(probe: Probe, grid: Grid, fields: PoseFields) -> dict[str, Surface]:
    """Build the surfaces "type2" and "border", as far as they exist.

    The determinant is extrapolated by one node beyond the border and its surface is cut there, so that the surfaces meet.
    """
    border = isosurface(grid, fields.reach, lambda p: probe.reach(grid.poses(p)))
    continued = _continued(fields.determinant.reshape(grid.shape)).ravel()
    zero = isosurface(grid, continued, lambda p: probe.determinant(grid.poses(p)), fields.reached)
    zero = _true(clipped(zero, lambda p: probe.reach(grid.poses(p))), lambda p: probe.determinant(grid.poses(p)))
    return {name: surface for name, surface in (("type2", zero), ("border", border)) if len(surface.triangles)}


def _true(surface: Surface, f: Callable[[Array], Array]) -> Surface:
    """Remove triangles near the border on which only the extrapolated determinant is zero, not the determinant itself."""
    value = np.abs(np.nan_to_num(f(surface.vertices), nan=0.0))
    found = surface.triangles[(value[surface.triangles] < NEARLY).all(axis=1)]
    used, compact = np.unique(found, return_inverse=True)
    return Surface(surface.vertices[used], compact.reshape(-1, 3))


def _continued(values: Array) -> Array:
    """Extrapolate linearly along the coordinates to unknown values next to known ones; take the mean of all directions."""
    total, ways = np.zeros_like(values), np.zeros(values.shape)
    for axis in range(values.ndim):
        for flip in (False, True):
            v = np.moveaxis(np.flip(values, axis) if flip else values, axis, 0)
            guess = np.full_like(v, np.nan)
            guess[2:] = 2 * v[1:-1] - v[:-2]
            guess = np.moveaxis(guess, 0, axis)
            guess = np.flip(guess, axis) if flip else guess
            good = np.isfinite(guess)
            total, ways = total + np.where(good, guess, 0.0), ways + good
    return np.where(np.isfinite(values), values, np.where(ways > 0, total / np.maximum(ways, 1), np.nan))
