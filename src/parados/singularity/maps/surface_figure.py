"""Draw the surfaces of a map over three coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parados.text.figure_text import figure_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.singularity.maps.map_result import ModeMap, SingularityMap

__all__ = ["surface_figure"]

LOOKS = {"border": ("#9FB4C4", 0.16, "border of the reach"), "type2": ("#D55E00", 0.95, "det = 0, Type 2")}


def surface_figure(made: SingularityMap, one: ModeMap) -> Figure:
    """Draw the surface of zero determinant and the border of the reach in one working mode."""
    from matplotlib.patches import Patch
    from matplotlib.ticker import MaxNLocator
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    from parados.plots.style import new_figure, style

    with style():
        figure = new_figure(6.2, 5.6)
        axes: Any = figure.add_subplot(projection="3d", computed_zorder=False)
        for order, (name, (colour, opacity, _)) in enumerate(sorted(LOOKS.items(), reverse=True)):
            if name in one.surfaces:
                corners = one.surfaces[name].vertices[one.surfaces[name].triangles]
                shades = _shaded(corners, colour, opacity)
                edges = {"edgecolor": shades, "linewidth": 0.3} if opacity > 0.5 else {"edgecolor": "none"}
                axes.add_collection3d(Poly3DCollection(corners, facecolor=shades, zorder=order, rasterized=True, **edges))
        low, high = (np.array([getattr(axis, end) for axis in made.grid.axes]) for end in ("lower", "upper"))
        axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
        axes.set(**{f"{k}label": figure_text(axis.label) for k, axis in zip("xyz", made.grid.axes, strict=True)})
        if len({axis.unit for axis in made.grid.axes}) == 1:
            axes.set_box_aspect(high - low)
        axes.view_init(elev=22, azim=-55)
        for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
            axis.set_major_locator(MaxNLocator(nbins=4, steps=[1, 2, 5, 10]))
        shown = [
            Patch(facecolor=c, alpha=max(a, 0.4), label=text) for name, (c, a, text) in LOOKS.items() if name in one.surfaces
        ]
        if shown:
            figure.legend(handles=shown, loc="outside lower center", ncols=2)
        mode = f", mode {one.name}" if len(made.model.working_modes()) > 1 else ""
        figure.suptitle(f"{figure_text(made.model.spec.name)}: singularity surface{mode}", fontsize=10)
    return figure


def _shaded(corners: Any, colour: str, opacity: float) -> Any:
    """Return (m, 4) colours, darker for triangles at an angle to the light; both sides of a triangle look the same."""
    from matplotlib.colors import to_rgb

    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
    light = np.array([0.35, -0.6, 0.72])
    bright = 0.45 + 0.55 * np.abs(normal @ light)
    return np.column_stack([np.clip(np.outer(bright, to_rgb(colour)), 0, 1), np.full(len(bright), opacity)])
