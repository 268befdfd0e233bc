"""Velocity and force ellipsoids at the platform, as translucent solids in the scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.spatial.rotations import quaternion
from parados.studio.solid_shapes import ball

if TYPE_CHECKING:
    from viser import SceneApi

    from parados.studio.scene_colours import Colour

__all__ = ["EllipsoidNode"]

Array = NDArray[np.float64]

THINNEST = 0.01
"""Smallest half axis that is drawn, over the largest: an ellipse is a thin ellipsoid."""


class EllipsoidNode:
    """One ellipsoid below the node `name`; its largest half axis always has the same length."""

    def __init__(self, scene: SceneApi, name: str, colour: Colour) -> None:
        self._scene, self._name, self._colour = scene, name, colour
        self._handle: Any = None

    def show(self, centre: Array, directions: Array, half: Array, length: float) -> None:
        """Draw half axes (3,) along directions (3, 3) at a centre (3,); the largest is `length` long [m]."""
        finite = np.isfinite(half)
        largest = float(half[finite].max(initial=0.0)) if finite.all() else 0.0
        drawn = np.where(finite, half / largest if largest > 0 else 0.0, 1.0)
        sizes = length * np.maximum(drawn, THINNEST)
        turn = directions if np.linalg.det(directions) > 0 else directions * [1.0, 1.0, -1.0]
        if self._handle is None:
            vertices, triangles = ball(24, 40)
            self._handle = self._scene.add_mesh_simple(
                self._name, vertices.astype(np.float32), triangles.astype(np.uint32), color=self._colour, opacity=0.35,
                cast_shadow=False, receive_shadow=False,
            )  # fmt: skip
        self._handle.position, self._handle.wxyz, self._handle.scale = centre, quaternion(turn), tuple(sizes.tolist())

    def remove(self) -> None:
        """Remove the ellipsoid."""
        if self._handle is not None:
            self._handle.remove()
            self._handle = None
