"""Fewer coordinates: the beams deform only as they do in the lowest modes of the robot at one configuration.

    z = B y,   y = [coordinates that are not elastic, eta],   z_e = Phi_e eta

Joints and platform keep their own coordinates, so that large motions stay exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.flexible.structure import FlexibleStructure

__all__ = ["ModalBasis", "modal_basis"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ModalBasis:
    """B (n, n_y), and `rigid`, which coordinates of the tree are the first ones of y."""

    B: Array
    rigid: tuple[int, ...]

    def place(self, joint: int) -> int:
        """Where a joint that is not elastic stands in y."""
        return self.rigid.index(joint)

    def reduced(self, z: Array) -> Array:
        """(n_y,) nearest to z (n,)."""
        return np.asarray(np.linalg.lstsq(self.B, z, rcond=None)[0])


def modal_basis(structure: FlexibleStructure, shapes: Array) -> ModalBasis:
    """From the lowest modes, (n, k) columns."""
    elastic = list(structure.elastic)
    n, k = shapes.shape
    if not 1 <= k <= len(elastic):
        raise InputError(f"modes: {k} modes cannot be kept; the beams have {len(elastic)} coordinates")
    rigid = tuple(j for j in range(n) if j not in elastic)
    B = np.zeros((n, len(rigid) + k))
    B[list(rigid), np.arange(len(rigid))] = 1.0
    B[elastic, len(rigid) :] = np.linalg.qr(shapes[elastic])[0]
    return ModalBasis(B, rigid)
