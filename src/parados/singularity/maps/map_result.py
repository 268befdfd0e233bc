"""Singularity maps: their data, slices, figures and files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import file_path, shown, vector, whole, writing
from parados.errors import InputError
from parados.geometry.working_modes import Mode, mode_name
from parados.model.model import Model
from parados.singularity.maps.aspects import Aspects
from parados.singularity.maps.grids import MOST_COUNT, Grid
from parados.singularity.maps.isosurface import Surface
from parados.singularity.maps.map_display import map_display
from parados.singularity.maps.map_fields import PoseFields
from parados.singularity.maps.singular_curves import Curve
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.singularity.maps.cuspidality import CuspidalPair

__all__ = ["ModeMap", "SingularityMap"]

COUNT = 200
"""Default number of values of each coordinate in a map over two coordinates."""

FINER = 120
"""Number of values of each coordinate in the planes that figures of volumes show."""


@dataclass(frozen=True)
class ModeMap:
    """Map of one working mode.

    Attributes
    ----------
    mode : an entry for each leg
    fields : values at the nodes of the grid
    aspects : numbered from 0, the largest first
    crossed : for a map over two coordinates, kind or "border" -> (n - 1, m - 1) cells that its curves pass through
    curves : for a map over two coordinates, the singularities and the border of the reach
    surfaces : for a map over three coordinates, "type2" (determinant zero) and "border" (border of the reach) -> surfaces
    """

    mode: Mode
    fields: PoseFields
    aspects: Aspects
    crossed: dict[str, NDArray[np.bool_]] = field(default_factory=dict)
    curves: tuple[Curve, ...] = ()
    surfaces: dict[str, Surface] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return mode_name(self.mode)


@dataclass(frozen=True)
class SingularityMap(Shown):
    """Maps of one robot in some of its working modes over one grid; `singularity_map` makes them.

    Attributes
    ----------
    grid : the poses; arrays of `modes[k].fields` have the shape (grid.size,), and `array` reshapes them to the grid
    length : the characteristic length of the distances [m]
    legs : names of the legs
    limits : True if joint limits were checked
    """

    model: Model
    grid: Grid
    length: float
    legs: tuple[str, ...]
    modes: tuple[ModeMap, ...]
    limits: bool = True

    @property
    def is_volume(self) -> bool:
        return len(self.grid.axes) == 3

    def of(self, mode: ArrayLike | None = None) -> ModeMap:
        """Return the map of a working mode; by default the robot's default mode, or the first mode of the map."""
        known = [one.mode for one in self.modes]
        if mode is None:
            own = self.model.working_mode()
            return self.modes[known.index(own) if own in known else 0]
        wanted = self.model.working_mode(mode)
        if wanted not in known:
            raise InputError(f"mode: {list(wanted)} is not in this map; use {', '.join(str(list(m)) for m in known)}")
        return self.modes[known.index(wanted)]

    def array(self, values: NDArray[Any]) -> NDArray[Any]:
        """Reshape values (size,) of a field to the shape of the grid, first coordinate first."""
        if not isinstance(values, np.ndarray) or values.size != self.grid.size:
            raise InputError(f"values: an array of shape ({self.grid.size},) is expected, not {shown(values)}")
        return values.reshape(self.grid.shape)

    def slices(self, name: str, values: Sequence[float], count: int | None = None) -> list[SingularityMap]:
        """Compute maps over the two other coordinates of a volume, at some values of the coordinate `name`.

        count : number of values of the other two coordinates; by default 200
        """
        names = [axis.name for axis in self.grid.axes]
        if not self.is_volume or not isinstance(name, str) or name not in names:
            raise InputError(f"slices: {shown(name)} is not one of the three coordinates of this map ({', '.join(names)})")
        fine = COUNT if count is None else whole("count", count, 2, MOST_COUNT)
        return [self._slice(names.index(name), float(value), fine, self.modes) for value in vector("values", values)]

    def _slice(self, number: int, value: float, count: int, modes: Sequence[ModeMap]) -> SingularityMap:
        others = {a.name: (a.lower, a.upper, count) for k, a in enumerate(self.grid.axes) if k != number}
        at = self.grid.at.copy()
        at[self.grid.axes[number].column] = value
        from parados.singularity.maps.mapping import singularity_map

        wanted: Any = [one.mode for one in modes]
        return singularity_map(self.model, others, at=at, mode=wanted, length=self.length, limits=self.limits)

    @property
    def planes(self) -> list[int]:
        """Numbers of the planes, along a volume's third coordinate, that figures show."""
        count = self.grid.axes[2].count
        return sorted({round(part * (count - 1)) for part in (0.25, 0.5, 0.75)})

    @cached_property
    def _slices(self) -> dict[tuple[int, Mode], SingularityMap]:
        return {}

    def slice_at(self, plane: int, mode: Mode) -> SingularityMap:
        """Return the map of one mode in a plane of a volume, on a finer grid; it is computed once."""
        if not self.is_volume:
            raise InputError("slice_at: only a map over three coordinates has planes")
        whole("plane", plane, 0, self.grid.axes[2].count - 1, "the number of a plane")
        mode = self.of(mode).mode
        if (plane, mode) not in self._slices:
            chosen = [one for one in self.modes if one.mode == mode]
            self._slices[plane, mode] = self._slice(2, float(self.grid.axes[2].values[plane]), FINER, chosen)
        return self._slices[plane, mode]

    def cuspidal_pair(self, mode: ArrayLike | None = None) -> CuspidalPair | None:
        """Return two assembly modes in one aspect, with a path between them; None if none is found. Needs a map over all of x."""
        from parados.singularity.maps.cuspidality import cuspidal_pair

        return cuspidal_pair(self, mode)

    def _display(self) -> Display:
        return map_display(self)

    def plot(self, kind: str = "aspects", mode: ArrayLike | str | None = None) -> Figure:
        """Draw "aspects", "distance", "classes" or "condition", for one working mode, or for all with mode="all"."""
        from parados.singularity.maps.map_figures import map_figure

        every = isinstance(mode, str) and mode == "all"
        chosen = self.modes if every else (self.of(mode),)
        return map_figure(self, kind, chosen)

    def save(self, folder: str | Path) -> list[Path]:
        """Write arrays (map.npz), curves (curves.csv), figures (PNG and SVG), surfaces (STL) and a page (map.html) to a folder.

        If writing fails, no file is written. Files with other names stay in the folder. The paths are returned.
        """
        from parados.singularity.maps.files import save_map

        target = file_path("folder", folder, "the path of a folder")
        with writing("folder", target):
            return save_map(self, target)
