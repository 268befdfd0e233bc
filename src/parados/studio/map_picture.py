"""A map over angles as a picture in the panel, with the pose that is shown marked on it."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from parados.singularity.maps.grids import Grid
    from parados.singularity.maps.map_result import SingularityMap
    from parados.study.index_map import IndexMap

__all__ = ["MapPicture"]

Array = NDArray[np.float64]

DOTS = 110
"""Resolution [dots per inch]."""


class MapPicture:
    """Figure of a map over two coordinates, and a mark over it. The mark alone is sent again when the robot moves."""

    def __init__(self, gui: Any) -> None:
        self._picture, self._mark = gui.add_html(""), gui.add_html("")
        self._grid: Grid | None = None

    def show(self, made: SingularityMap | IndexMap) -> None:
        """Draw the figure of a map."""
        figure = made.plot()
        drawn = io.BytesIO()
        figure.savefig(drawn, format="png", dpi=DOTS)
        axes = figure.axes[0]
        self._grid = made.grid
        self._to_figure = axes.transData + figure.transFigure.inverted()
        width, height = figure.get_size_inches()
        self._ratio = float(width / height)
        data = base64.b64encode(drawn.getvalue()).decode()
        self._picture.content = f'<img style="width:100%;display:block;background:white" src="data:image/png;base64,{data}">'

    def show_pose(self, x: Array) -> None:
        """Mark a pose x (n_x,) on the figure."""
        if self._grid is None:
            return
        across, up = self._to_figure.transform(x[[axis.column for axis in self._grid.axes]])
        place = f"left:{100 * across:.2f}%;bottom:{100 * up:.2f}%"
        ring = "width:12px;height:12px;margin:0 0 -6px -6px;border-radius:50%;border:3px solid #c1121f;box-shadow:0 0 0 1px white"
        frame = f"position:absolute;left:0;bottom:0;width:100%;aspect-ratio:{self._ratio:.5f};pointer-events:none"
        text = f'<div style="position:relative;height:0"><div style="{frame}"><div style="position:absolute;{place};{ring}">'
        self._mark.content = text + "</div></div></div>"

    def clear(self) -> None:
        """Remove the figure."""
        if self._grid is not None:
            self._grid = None
            self._picture.content = self._mark.content = ""
