"""Reduced coordinates: the beams deform only in the shapes of the lowest vibration modes at one configuration.

    z = B y,   y = [coordinates that are not elastic, eta],   z_e = Phi_e eta

Joints and platform keep their coordinates, so large motions are still exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.flexible.flexible_structure import FlexibleStructure

__all__ = ["ModalBasis", "modal_basis"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ModalBasis:
    """Matrix B (n, n_y) of z = B y; `rigid` are the indices of the tree coordinates that come first in y."""

    B: Array
    rigid: tuple[int, ...]

    def place(self, joint: int) -> int:
        """Return the index in y of a joint that is not elastic."""
        return self.rigid.index(joint)

    def reduced(self, z: Array) -> Array:
        """Return the (n_y,) reduced coordinates y for which B y is nearest to z (n,)."""
        return np.asarray(np.linalg.lstsq(self.B, z, rcond=None)[0])


def modal_basis(structure: FlexibleStructure, shapes: Array) -> ModalBasis:
    """Build the basis from the shapes of the lowest modes, the columns of an (n, k) matrix."""
    elastic = list(structure.elastic)
    n, k = shapes.shape
    if not 1 <= k <= len(elastic):
        raise InputError(f"modes: {k} modes cannot be kept; use 1 to {len(elastic)}, the number of elastic coordinates")
    rigid = tuple(j for j in range(n) if j not in elastic)
    B = np.zeros((n, len(rigid) + k))
    B[list(rigid), np.arange(len(rigid))] = 1.0
    B[elastic, len(rigid) :] = np.linalg.qr(shapes[elastic])[0]
    return ModalBasis(B, rigid)
