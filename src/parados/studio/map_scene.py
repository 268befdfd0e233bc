"""A map in the scene: a picture on its plane with singular curves, or surfaces in space; and the pose on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.spatial.rotations import quaternion
from parados.studio.map_colours import CURVES, SURFACES, Picture

if TYPE_CHECKING:
    from viser import SceneApi

    from parados.singularity.maps.isosurface import Surface
    from parados.singularity.maps.singular_curves import Curve
    from parados.studio.map_slices import MapPlace

__all__ = ["MapScene"]

Array = NDArray[np.float64]

LIFT = 0.002
"""Distance of the curves from the picture, over the size of the robot."""

FINER = 4
"""Pixels along each side of one pose, so that the browser does not blur poses."""

MARK = 0.018
"""Radius of the mark of the pose, over the size of the robot."""


class MapScene:
    """Nodes of the map that is shown. `clicked(point)` is called with a point (3,) of the plane that a user clicks."""

    def __init__(self, scene: SceneApi, size: float, clicked: Callable[[Array], None]) -> None:
        self.scene, self.size, self.clicked = scene, size, clicked
        self.place: MapPlace | None = None
        self._nodes: list[Any] = []
        self._mark: Any = None

    def show_plane(self, place: MapPlace, picture: Picture, curves: Sequence[Curve] = ()) -> None:
        """Show a map over two coordinates: its picture (n, m, 4), first coordinate first, and its curves."""
        self.clear()
        self.place = place
        wide, high = ((axis.upper - axis.lower) * axis.count / (axis.count - 1) for axis in place.grid.axes)
        image = self.scene.add_image(
            "/map/plane", _upright(picture), wide, high, format="png", cast_shadow=False, receive_shadow=False,
            wxyz=quaternion(place.turn), position=place.centre,
        )  # fmt: skip
        image.on_click(self._clicked)
        self._nodes.append(image)
        for k, curve in enumerate(one for one in curves if len(one.points) > 1):
            points = place.points(curve.points)
            beside = LIFT * self.size * place.turn[:, 2]  # on both sides of the picture, which would hide parts of the line
            wire = np.concatenate([np.stack([points[:-1], points[1:]], axis=1) + side for side in (beside, -beside)])
            look: dict[str, Any] = {"thickness": 2.0 if curve.border else 4.0, "thickness_units": "screen"}
            node = self.scene.add_line_segments(f"/map/curve{k}", wire.astype(np.float32), CURVES[curve.kind], **look)
            self._nodes.append(node)
        self._add_mark()

    def show_surfaces(self, place: MapPlace, surfaces: Mapping[str, Surface]) -> None:
        """Show the surfaces of a map over three coordinates."""
        self.clear()
        self.place = place
        for name, surface in surfaces.items():
            shade, opacity = SURFACES[name]
            self._nodes.append(
                self.scene.add_mesh_simple(
                    f"/map/{name}",
                    place.points(surface.vertices),
                    surface.triangles,
                    color=shade,
                    opacity=None if opacity >= 1 else opacity,
                    side="double",
                    cast_shadow=False,
                    receive_shadow=False,
                )
            )

    def show_pose(self, x: Array) -> None:
        """Mark a pose x (n_x,) on the plane."""
        if self.place is not None and self._mark is not None:
            self._mark.position = self.place.shadow(x)

    def clear(self) -> None:
        """Remove the map from the scene."""
        for node in self._nodes:
            node.remove()
        self._nodes, self._mark, self.place = [], None, None

    def _add_mark(self) -> None:
        self._mark = self.scene.add_icosphere("/map/pose", MARK * self.size, color=(255, 255, 255), cast_shadow=False)
        self._nodes.append(self._mark)

    def _clicked(self, event: Any) -> None:
        point = None if self.place is None else self.place.met(np.array(event.ray_origin), np.array(event.ray_direction))
        if point is not None:
            self.clicked(point)


def _upright(picture: Picture) -> Picture:
    """Return the pixels as viser places them in a plane: the first row is at the lowest y.

    Pixels out of reach get the colour of the nearest pose within reach, so that the browser shows no dark rim there.
    """
    from scipy.ndimage import distance_transform_edt

    found, known = picture.copy(), picture[..., 3] > 0
    if known.any() and not known.all():
        _, (i, j) = distance_transform_edt(~known, return_indices=True)
        found[..., :3] = picture[i, j, :3]
    return np.ascontiguousarray(np.swapaxes(found, 0, 1).repeat(FINER, axis=0).repeat(FINER, axis=1))
