"""Describe lines, flat pencils, bundles and planes of lines in words, including those at infinity.

The arguments are spans of scaled lines [f, m / length] as orthonormal rows, on which the Klein form is zero.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.singularity.line_geometry.lines import KLEIN, TOLERANCE, common_point, moved
from parados.singularity.screw_words import tell_direction, tell_point, wrench_geometry

__all__ = ["Teller"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Teller:
    """Describe scaled lines in words.

    Attributes
    ----------
    at : (3,) point of the moments [m];  length : length that scaled the moments [m]
    near : (3,) the words for a line or plane give its point nearest to this one [m]
    tolerance : tolerance of ranks, dimensionless
    """

    at: Array
    near: Array
    length: float = 1.0
    tolerance: float = TOLERANCE

    def _rank(self, basis: Array) -> int:
        """Count the independent force directions in a span; zero if all its lines are at infinity."""
        return int((np.linalg.svd(basis[:, :3], compute_uv=False) > self.tolerance).sum())

    def _point(self, basis: Array) -> str:
        """Describe the common point of a span with two or more directions."""
        return tell_point(self.at + self.length * common_point(basis, cut=self.tolerance), self.length)

    def about_near(self, row: Array) -> Array:
        """Return (6,) a scaled screw in SI units, with its moment about `near`."""
        return moved(row[None], (self.near - self.at) / self.length)[0] * np.repeat([1.0, self.length], 3)

    def line(self, row: Array) -> str:
        """Describe a line, for example "the line along x through (0.00, 0.00, 1.00) m"."""
        screw = wrench_geometry(self.about_near(row), self.near, self.length)
        if screw.point is None:
            return f"the line at infinity of the planes normal to {tell_direction(screw.direction)}"
        return f"the line along {tell_direction(screw.direction)} through {tell_point(screw.point, self.length)}"

    def pencil(self, basis: Array) -> str:
        """Describe the lines of a flat pencil (2, 6) by a verb phrase, for example "go through the point ..."."""
        f, m = basis[:, :3], basis[:, 3:]
        rank = self._rank(basis)
        if rank == 2:
            normal = tell_direction(np.cross(f[0], f[1]))
            return f"go through the point {self._point(basis)} in the plane normal to {normal}"
        if rank == 0:
            return f"are moments, normal to the direction {tell_direction(np.cross(m[0], m[1]))}"
        _, _, directions = np.linalg.svd(f)
        moments = m - np.outer(f @ directions[0], f @ directions[0] @ m) / ((f @ directions[0]) @ (f @ directions[0]))
        normal = np.linalg.svd(moments)[2][0]
        return f"are parallel to {tell_direction(directions[0])} in one plane normal to {tell_direction(normal)}"

    def bundle(self, basis: Array) -> tuple[str, str]:
        """Return kind and description of three independent lines (3, 6) that meet each other: in one point or one plane."""
        rank = self._rank(basis)
        if rank == 3:
            return "3c", f"all lines go through the point {self._point(basis)}"
        directions = np.linalg.svd(basis[:, :3])[2]
        if rank == 1:
            return "3c", f"all lines are parallel to {tell_direction(directions[0])}: they meet in one point at infinity"
        if rank == 0:
            return "3d", "all lines are moments, in the plane at infinity"
        point = tell_point(self._plane_point(basis, directions[2]), self.length)
        return "3d", f"all lines are in the plane normal to {tell_direction(directions[2])} through {point}"

    def _plane_point(self, basis: Array, normal: Array) -> Array:
        """Return (3,) the point nearest to `near` in the plane of a span [m]; its lines have m . (n x f) = h f . f."""
        f, m = basis[:, :3], basis[:, 3:]
        height = self.length * float(np.sum(m * np.cross(normal, f)) / np.sum(f * f))
        return np.asarray(self.near + (height - normal @ (self.near - self.at)) * normal)

    def two_pencils(self, basis: Array) -> str:
        """Describe the two flat pencils of a span (3, 6) on which the Klein form has one eigenvalue of each sign and a zero."""
        values, vectors = np.linalg.eigh(basis @ KLEIN @ basis.T)
        low, common, high = vectors.T @ basis
        sides = [high / np.sqrt(values[2]) + sign * low / np.sqrt(-values[0]) for sign in (1, -1)]
        first, second = (self.pencil(np.linalg.qr(np.array([common, side]).T)[0].T) for side in sides)
        return f"two flat pencils that share {self.line(common)}: all lines {first}, or {second}"
