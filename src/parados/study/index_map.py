"""Maps of indices of one robot: their values over two or three coordinates of the platform."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, instance, name_list, report_progress, word
from parados.cluster.dask_cluster import Cluster
from parados.cluster.running_blocks import Crew, Threads
from parados.errors import InputError, UnknownNameError
from parados.geometry.working_modes import Mode
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.singularity.maps.cluster_probe import probe_maker
from parados.singularity.maps.grids import Grid, Over
from parados.singularity.maps.mapped_grid import mapped_grid
from parados.study.index_table import known_index
from parados.study.index_terms import index_terms
from parados.study.index_units import unit_of_index
from parados.study.mode_words import mode_facts
from parados.study.study_parts import ChosenIndex
from parados.study.study_states import StudyStates
from parados.text.numbers import number
from parados.text.result_display import Display, Shown, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["IndexMap", "index_map"]

Array = NDArray[np.float64]

COUNTS = {2: 41, 3: 21}
"""Number of coordinates -> default number of values of each."""


@dataclass(frozen=True)
class IndexMap(Shown):
    """Values of indices at the nodes of a grid of poses.

    Attributes
    ----------
    model : the robot
    mode : its working mode
    grid : the poses
    fields : name of an index -> (N,) its value at each pose; NaN out of reach
    totals : name of an index -> its value over the whole grid: the largest, smallest, ... as the index takes it
    units : name of an index -> its unit
    reach, margin : (N,) negative out of reach, and beyond joint limits; infinite if there are none
    """

    model: Model
    mode: Mode
    grid: Grid
    fields: Mapping[str, Array]
    totals: Mapping[str, float]
    units: Mapping[str, str]
    reach: Array
    margin: Array

    @property
    def reached(self) -> NDArray[np.bool_]:
        """(N,) True for the poses that are reached."""
        return np.asarray(self.reach >= 0)

    def columns(self) -> dict[str, Array]:
        """Return the coordinates and all values as named columns (N,)."""
        named = {axis.name: self.grid.nodes[:, k] for k, axis in enumerate(self.grid.axes)}
        limits = {"limit_margin": self.margin} if np.isfinite(self.margin).any() else {}
        return {**named, "reached": self.reached.astype(float), **limits, **self.fields}

    def plot(self, name: str | None = None) -> Figure:
        """Draw an index over the grid, by default the first; a grid over three coordinates is cut into planes."""
        from parados.study.index_map_figure import index_map_figure

        first = next(iter(self.fields))
        return index_map_figure(self, first if name is None else word("name", name, list(self.fields), UnknownNameError))

    def save(self, folder: str | Path) -> list[Path]:
        """Write map.csv, map.xlsx, a figure of each index and report.html; return their paths."""
        from parados.study.index_map_files import write_index_map

        return write_index_map(self, folder)

    def rows(self) -> list[list[str]]:
        """Return name, total, unit, smallest and largest value of each index."""
        found = []
        for name, total in self.totals.items():
            known = self.fields[name][np.isfinite(self.fields[name])] if name in self.fields else np.zeros(0)
            ends = [number(float(known.min())), number(float(known.max()))] if len(known) else ["", ""]
            found.append([name, self.units[name], number(total), *ends])
        return found

    def _display(self) -> Display:
        poses = f"{self.grid.size}, {self.reached.mean():.1%} of them reached"
        standing = [
            f"{n} = {self.grid.at[k]:g}"
            for k, n in enumerate(self.model.labels["x"])
            if k not in [a.column for a in self.grid.axes]
        ]
        facts = {"over": ", ".join(f"{a.name} {a.lower:g} to {a.upper:g} {a.unit}" for a in self.grid.axes), "poses": poses}
        facts |= {"fixed": ", ".join(standing)} if standing else {}
        facts |= mode_facts(self.mode, self.model.working_mode())
        table = Table(("index", "unit", "over the map", "smallest", "largest"), self.rows())
        return Display(f"Map of {self.model.spec.name}", facts, [table], picture=self.plot)


@live_one
def index_map(
    model: Model,
    indices: Sequence[str] | Mapping[str, Mapping[str, Any]],
    over: Over = None,
    *,
    at: Mapping[str, float] | ArrayLike | None = None,
    mode: ArrayLike | None = None,
    cluster: Cluster | None = None,
    progress: Progress | None = None,
    parameters: Parameters = None,
) -> IndexMap:
    """Map indices of a robot over two or three coordinates of x.

    indices : names of indices that are taken over poses or regions, or each with its options
    over, at : as in `singularity_map`; the default count is 41, or 21 for three coordinates
    mode : working mode, with one entry for each leg; by default that of the file
    cluster : processes that evaluate indices at single poses instead of this one; volumes and areas need all poses together
    progress : function progress(done, total), called with the numbers of poses done and in total
    """
    instance("model", model, Model, COMPILED)
    check_progress(progress)
    chosen, make, own_mode = _chosen(indices), probe_maker(model, None, True, cluster), model.working_mode(mode)
    _try_at_home(model, chosen, own_mode)
    probes, grid = mapped_grid(model, over, at, COUNTS, lambda: [make(own_mode)])
    whole = StudyStates.of_grid("map", grid, len(model.labels["xd"]), whole=False)
    reach, margin = probes[0].reach(whole.x), np.full(grid.size, np.nan)
    reached = np.flatnonzero(reach >= 0)
    if not len(reached):
        raise InputError(f"over: {model.spec.name} reaches no pose of this map; give other ranges, or other values in at")
    margin[reached] = probes[0].margin(whole.x[reached])
    fields: dict[str, Array] = {}
    totals: dict[str, float] = {}
    done = 0

    def advance(poses: int) -> None:
        nonlocal done
        done += poses
        report_progress(progress, done, len(chosen) * grid.size)

    crew: Crew = Threads(1) if cluster is None else cluster
    for one in chosen:
        terms = index_terms(model if cluster is None else model.with_threads(1), one, whole, own_mode, crew, advance)
        totals[one.name] = float(one.index.taken(terms[None], whole=False)[0])
        if len(terms) == grid.size and one.index.take in ("smallest", "largest"):
            fields[one.name] = np.where(reach >= 0, terms, np.nan)
    if not fields:
        raise InputError("indices: give at least one index that has a value at each pose, e.g. dexterity")
    units = {one.name: unit_of_index(model, one, whole) for one in chosen}
    return IndexMap(model, own_mode, grid, fields, totals, units, reach, margin)


def _try_at_home(model: Model, chosen: list[ChosenIndex], mode: Mode) -> None:
    """Evaluate each index of single poses at home, so that a robot without it (a rigid one) is rejected before a long search."""
    still = np.zeros((1, len(model.labels["xd"])))
    home = StudyStates("home", model.survey.home[None], still, still, whole=False)
    for one in chosen:
        if one.index.take in ("smallest", "largest"):
            index_terms(model, one, home, mode, Threads(1), lambda poses: None)


def _chosen(indices: Any) -> list[ChosenIndex]:
    given = indices if isinstance(indices, Mapping) else {name: {} for name in name_list("indices", indices)}
    found = []
    for name, options in given.items():
        index = known_index("indices", name)
        if index.over not in ("poses", "region"):
            raise InputError(f"indices: {name} is taken over a {index.over}; a map takes indices of poses")
        index.check_options(f"indices[{name}]", instance(f"indices[{name}]", options, Mapping, "a mapping of options"))
        found.append(ChosenIndex(name, index, "map", options))
    return found
