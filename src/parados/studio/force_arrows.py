"""Arrows of forces and rings of moments in a scene. They are added when they are first shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.studio.solid_shapes import quaternions_of, ring_arrow

if TYPE_CHECKING:
    from viser import SceneApi

    from parados.studio.force_scale import ForceScale
    from parados.studio.scene_colours import Colour

__all__ = ["ForceArrows", "MomentRings"]

Array = NDArray[np.float64]

LONGEST = 5.0
"""Longest arrow, over that of the reference force."""

SHORTEST = 1e-3
"""Arrows shorter than this, over that of the reference force, are not drawn."""

THICK = 0.035
"""Radius of an arrow, over the length of the arrow of the reference force."""


def _drawn(vectors: Array, reference: float) -> Array:
    """Return vectors (n, 3) over their reference, at most LONGEST; those below SHORTEST or without a value are zero."""
    with np.errstate(invalid="ignore"):
        sizes = np.linalg.norm(vectors, axis=1) / reference
        kept = sizes > SHORTEST
    factors = np.where(kept, np.minimum(sizes, LONGEST) / np.where(kept, sizes, 1.0), 0.0)
    return np.where(kept[:, None], vectors / reference * factors[:, None], 0.0)


class ForceArrows:
    """Arrows of one colour below the node `name`.

    towards : True if arrows end at their points;  thick : radius over the length of the arrow of the reference force
    """

    def __init__(self, scene: SceneApi, name: str, colour: Colour, *, towards: bool = False, thick: float = THICK) -> None:
        self._scene, self._name, self._colour, self._towards = scene, name, colour, towards
        self._thick = thick
        self._handle: Any = None
        self._shape: tuple[float, int] | None = None

    def show(self, points: Array, forces: Array, scale: ForceScale) -> None:
        """Draw forces (n, 3) [N] that begin, or end, at points (n, 3) [m]."""
        arrows = _drawn(forces, scale.force) * scale.length
        seen = arrows.any(axis=1)
        starts = points[seen] - arrows[seen] if self._towards else points[seen]
        ends = np.stack([starts, starts + arrows[seen]], axis=1).astype(np.float32)
        if not len(ends):
            self.remove()
            return
        shape = (scale.length, len(ends))
        if self._handle is None or self._shape != shape:
            self.remove()
            thick = self._thick * scale.length
            self._handle = self._scene.add_arrows(
                self._name, ends, self._colour, shaft_radius=thick, head_radius=2.0 * thick, head_length=4 * thick
            )
            self._shape = shape
        else:
            self._handle.points = ends

    def remove(self) -> None:
        """Remove all arrows."""
        if self._handle is not None:
            self._handle.remove()
            self._handle = None


class MomentRings:
    """Arrows that turn about an axis, below the node `name`; their size grows with the moment."""

    def __init__(self, scene: SceneApi, name: str, colour: Colour) -> None:
        self._scene, self._name, self._colour = scene, name, colour
        self._handle: Any = None
        self._count = 0

    def show(self, points: Array, moments: Array, scale: ForceScale) -> None:
        """Draw moments (n, 3) [N m] about axes through points (n, 3) [m]; the radius is that of an arrow of the same part."""
        turned = _drawn(moments, scale.moment) * scale.length
        sizes = np.repeat(np.linalg.norm(turned, axis=1)[:, None], 3, axis=1)
        if not sizes.any():
            self.remove()
            return
        if self._handle is None or self._count != len(points):
            self.remove()
            self._handle = self._scene.add_batched_meshes_simple(
                self._name, *ring_arrow(), quaternions_of(turned), points, batched_scales=np.maximum(sizes, 1e-9),
                batched_colors=np.tile(np.array(self._colour, dtype=np.uint8), (len(points), 1)), lod="off", cast_shadow=False,
            )  # fmt: skip
            self._count = len(points)
        else:
            self._handle.batched_positions, self._handle.batched_wxyzs = points, quaternions_of(turned)
            self._handle.batched_scales = np.maximum(sizes, 1e-9)

    def remove(self) -> None:
        """Remove all rings."""
        if self._handle is not None:
            self._handle.remove()
            self._handle = None
