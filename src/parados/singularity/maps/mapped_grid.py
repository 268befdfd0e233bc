"""The grid of a map: coordinates with given ranges, or with the whole reach of the robot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from parados.errors import InputError
from parados.model.model import Model
from parados.singularity.maps.grids import MOST_POSES, Grid, Over, fixed_pose, read_axis, running_names
from parados.singularity.maps.probe import Probe
from parados.singularity.maps.ranges import whole_reach

__all__ = ["mapped_grid"]


def mapped_grid(
    model: Model,
    over: Over,
    at: Mapping[str, float] | ArrayLike | None,
    counts: Mapping[int, int],
    probes: Callable[[], Sequence[Probe]],
) -> tuple[Sequence[Probe], Grid]:
    """Return the probes of all working modes, and the grid over two or three coordinates; `over` and `at` as in a map.

    counts : number of coordinates -> default number of values of each
    probes : makes the probes, after the names and ranges have been checked
    """
    wanted = running_names(model, over)
    fixed, count = fixed_pose(model, at, list(wanted)), counts[len(wanted)]
    for name, given in wanted.items():
        read_axis(model, name, given, (0.0, 1.0), count)  # raises errors before the search for the reach
    made = probes()
    known = all(given is not None and not isinstance(given, int | np.integer) for given in wanted.values())
    reach = {} if known else whole_reach(made, list(wanted), fixed)
    grid = Grid(tuple(read_axis(model, n, given, reach.get(n, (0.0, 0.0)), count) for n, given in wanted.items()), fixed)
    if grid.size > MOST_POSES:
        raise InputError(f"over: {grid.size:,} poses are too many for a map; at most {MOST_POSES:,} are accepted")
    return made, grid
