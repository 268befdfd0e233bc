"""Elastic bodies from a finite-element program in a robot file: matrices condensed to interface nodes (Craig and Bampton)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from parados.robot.fields import Number, Spec, Triple, Whole

__all__ = ["SuperelementSpec", "why_not_semidefinite"]

Array = NDArray[np.float64]

SYMMETRIC = 1e-8
"""Largest difference of a matrix from its transpose, relative to its largest entry: programs write at least eight digits."""


def why_not_semidefinite(matrix: Array) -> str | None:
    """Say why a matrix (n, n) cannot be a mass or stiffness matrix; None if it can."""
    if np.abs(matrix - matrix.T).max() > SYMMETRIC * np.abs(matrix).max():
        return "the matrix is not symmetric"
    if np.linalg.eigvalsh(matrix).min() < -SYMMETRIC * np.abs(matrix).max():
        return "the matrix has a negative eigenvalue"
    return None


class SuperelementSpec(Spec):
    """An elastic body that is clamped at its link's frame and condensed to `nodes`, given in that frame [m].

    The coordinates are, for each node, the displacement and the rotation (dx, dy, dz, rx, ry, rz) along the link's axes relative
    to the link's frame, followed by `modes` internal coordinates. `stiffness` is a square matrix in these coordinates. `mass`
    has six more rows and columns at the beginning, for the velocity of the origin and the angular velocity of the frame, as in
    Briot & Khalil, F.10.
    """

    nodes: tuple[Triple, ...] = Field(min_length=1)
    modes: Whole = Field(default=0, ge=0)
    mass: tuple[tuple[Number, ...], ...]
    stiffness: tuple[tuple[Number, ...], ...]

    @property
    def size(self) -> int:
        """Number of elastic coordinates."""
        return 6 * len(self.nodes) + self.modes

    @model_validator(mode="after")
    def _check_matrices(self) -> SuperelementSpec:
        for name, size in (("mass", 6 + self.size), ("stiffness", self.size)):
            rows = getattr(self, name)
            if len(rows) != size or any(len(row) != size for row in rows):
                nodes = f"{len(self.nodes)} node(s) and {self.modes} internal mode(s)"
                raise ValueError(f"{name}: {size} rows of {size} numbers are expected for {nodes}")
            reason = why_not_semidefinite(np.array(rows))
            if reason:
                raise ValueError(f"{name}: {reason}")
        return self

    def semidefinite(self) -> dict[str, Array]:
        """Return both matrices."""
        return {"mass": np.array(self.mass), "stiffness": np.array(self.stiffness)}

    def matrices(self) -> tuple[Array, Array]:
        """Return the mass matrix (6 + n, 6 + n) and the stiffness matrix (n, n) for n elastic coordinates."""
        return np.array(self.mass), np.array(self.stiffness)

    def standard(self) -> Array:
        """(10,) inertial parameters of the undeformed body in the link's frame."""
        M = np.array(self.mass)
        J, m = M[3:6, 3:6], M[0, 0]
        first = np.array([M[5, 1], M[3, 2], M[4, 0]])  # m c, from the block that couples rotation and translation
        return np.concatenate([J[np.triu_indices(3)], first, [m]])
