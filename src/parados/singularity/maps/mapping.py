"""Workspace and singularity maps: reach, singularities and aspects over two or three coordinates, for every working mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, flag, instance, items, report_progress, shown
from parados.cluster.dask_cluster import Cluster
from parados.errors import InputError
from parados.geometry.working_modes import Mode
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.singularity.maps.aspects import aspects
from parados.singularity.maps.cluster_probe import probe_maker
from parados.singularity.maps.crossings import border_crossings, sign_crossings, touching
from parados.singularity.maps.edges import Edges
from parados.singularity.maps.grids import Grid, Over
from parados.singularity.maps.loci import Locus, loci, locus_curves
from parados.singularity.maps.map_result import COUNT, ModeMap, SingularityMap
from parados.singularity.maps.mapped_grid import mapped_grid
from parados.singularity.maps.probe import Probe
from parados.singularity.maps.surfaces import surfaces

__all__ = ["ModeMap", "SingularityMap", "singularity_map"]

MOST_MODES = 4096
"""Largest number of working modes in a list."""

COUNTS = {2: COUNT, 3: 48}
"""Number of coordinates -> default number of values of each."""


@live_one
def singularity_map(
    model: Model,
    over: Over = None,
    *,
    at: Mapping[str, float] | ArrayLike | None = None,
    mode: ArrayLike | str | None = None,
    length: float | None = None,
    progress: Progress | None = None,
    limits: bool = True,
    cluster: Cluster | None = None,
    parameters: Parameters = None,
) -> SingularityMap:
    """Map a robot's reach, singularities and aspects over two or three coordinates of x.

    Parameters
    ----------
    over : name -> (lower, upper, count), (lower, upper), a count, or None; or names alone. The default range is the whole
        reach, or three times the file's workspace if the reach is not bounded. The default count is 200, or 48 for three
        coordinates
    at : the fixed coordinates, by name, or a complete x (n_x,); by default those of home
    mode : a working mode, a list of them, or "all"; by default the mode of the robot file
    length : characteristic length of the distances [m]; by default `characteristic_length`
    progress : function progress(done, total), called with the numbers of poses done and in total
    limits : True marks poses at which a joint is beyond the limits of the robot file
    cluster : processes that evaluate the poses instead of threads
    """
    instance("model", model, Model, COMPILED)
    check_progress(progress)
    limited = flag("limits", limits)
    make = probe_maker(model, length, limited, cluster)
    probes, grid = mapped_grid(model, over, at, COUNTS, lambda: [make(one) for one in _modes(model, mode)])
    done = 0

    def advance(poses: int) -> None:
        nonlocal done
        done += poses
        report_progress(progress, done, grid.size * len(probes))

    maps = tuple(_mode_map(probe, grid, advance) for probe in probes)
    if not any(one.fields.reached.any() for one in maps):
        ranges = ", ".join(f"{axis.name} from {axis.lower:g} to {axis.upper:g}" for axis in grid.axes)
        none = f"over: {model.spec.name} reaches no pose with {ranges} in this working mode"
        raise InputError(f"{none}; give other ranges, or other values in at")
    structure = probes[0].structure
    return SingularityMap(model, grid, structure.length, tuple(block.name for block in structure.blocks), maps, limited)


def _modes(model: Model, mode: ArrayLike | str | None) -> list[Mode]:
    """Return the requested working modes, each once."""
    if mode is None:
        return [model.working_mode()]
    if isinstance(mode, str):
        if mode != "all":
            raise InputError(f"mode: a working mode, a list of them or 'all' is expected, not {shown(mode)}")
        return list(model.working_modes())
    given = items("mode", mode, "a working mode, a list of them or 'all'")
    try:
        return [model.working_mode(given)]
    except InputError:
        if not any(isinstance(one, list | tuple | np.ndarray) for one in given):
            raise
    if len(given) > MOST_MODES:
        raise InputError(f"mode: from one to {MOST_MODES} working modes are expected, not {len(given)}")
    return list(dict.fromkeys(model.working_mode(one) for one in given))


def _mode_map(probe: Probe, grid: Grid, done: Callable[[int], object]) -> ModeMap:
    fields = probe.all_fields(grid.poses(grid.nodes), done)
    edges = Edges(grid)
    border = border_crossings(probe, edges, fields.reach)
    changes = sign_crossings(probe, edges, fields, border)
    met = np.concatenate([border.edge, changes.edge])
    touched = touching(probe, edges, fields, met)
    parts = aspects(edges, fields, np.concatenate([met, *[crossing.edge for crossing in touched.values()]]))
    if len(grid.axes) == 3:
        return ModeMap(probe.mode, fields, parts, surfaces=surfaces(probe, grid, fields))
    found: list[Locus] = loci(probe, edges, border, changes, touched)
    crossed: dict[str, NDArray[np.bool_]] = {}
    for locus in found:
        for name, cells in locus.cells(edges).items():
            crossed[name] = crossed[name] | cells if name in crossed else cells
    return ModeMap(probe.mode, fields, parts, crossed, tuple(locus_curves(probe, edges, found)))
