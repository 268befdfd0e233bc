"""Steps of Newton's method for an unknown orientation of the platform, without gimbal lock.

If all three angles of a sequence are unknowns, steps of these angles fail near gimbal lock: there two of the angles turn the
platform about the same axis, and a step past it needs half a turn of both. A step is therefore a small rotation of the
platform, and the angles are computed from the platform's frame after the step.
"""

from __future__ import annotations

import warnings
from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.inverse import InverseGeometry
from parados.geometry.residual import closure_frames, residual, still_frames
from parados.spatial.turns import nearest_turn
from parados.spatial.vectors import SX, Frame

__all__ = ["OrientationSteps"]

Array = NDArray[np.float64]

ANGLES = (3, 4, 5)


class OrientationSteps:
    """Steps of the unknowns (N, n_u) of a numeric geometry.

    If the three angles of the platform are unknowns, the last three entries of a step are a rotation vector [rad] in base
    axes. Otherwise a step is added to the unknowns.
    """

    def __init__(self, geometry: InverseGeometry) -> None:
        platform = geometry.mechanism.platform
        self.sequence = platform.orientation
        self.turns = platform.dependent[-3:] == ANGLES and platform.orientation not in ("tilt-torsion", "quaternion")

    def jacobian(self, geometry: InverseGeometry, rows: SX) -> SX:
        """(m, n_u) derivatives of the rows with respect to the steps."""
        J = ca.densify(ca.jacobian(rows, geometry.unknowns))
        if not self.turns:
            return J
        w = SX.sym("w", 3)
        pose = geometry.pose
        turned = Frame(pose.R + ca.skew(w) @ pose.R, pose.p)
        tree = replace(geometry.tree, pose=turned)
        frames = closure_frames(geometry.mechanism, tree, turned)
        closures = residual(still_frames(geometry.mechanism, frames))
        by_turn = ca.substitute(ca.jacobian(closures, w), w, SX.zeros(3, 1))
        J[:, -3:] = ca.vertcat(by_turn, SX(rows.numel() - closures.numel(), 3))
        return ca.densify(J)

    def moved(self, u: Array, step: Array) -> Array:
        """(N, n_u) unknowns after a step.

        Two sets of angles describe the new orientation; the one nearer to the old angles is returned.
        """
        new = u + step
        if self.turns and len(u):
            from scipy.spatial.transform import Rotation

            after = Rotation.from_rotvec(step[:, -3:]) * Rotation.from_euler(self.sequence, u[:, -3:])
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # in gimbal lock any set of angles for this orientation is right
                first = after.as_euler(self.sequence)
            new[:, -3:] = _nearer(self.sequence, first, u[:, -3:])
        return new

    def apart(self, u: Array, other: Array) -> Array:
        """(N,) largest difference between two configurations [rad, m]; orientations differ by one angle of rotation."""
        gap = np.abs(u - other)
        if not self.turns or not len(u):
            return np.asarray(gap.max(axis=1))
        from scipy.spatial.transform import Rotation

        between = Rotation.from_euler(self.sequence, u[:, -3:]) * Rotation.from_euler(self.sequence, other[:, -3:]).inv()
        return np.maximum(gap[:, :-3].max(axis=1, initial=0.0), between.magnitude())


def _nearer(sequence: str, angles: Array, before: Array) -> Array:
    """(N, 3) the set of angles nearer to those before, of the two sets that describe an orientation."""
    middle = -angles[:, 1] if sequence[0].lower() == sequence[2].lower() else np.pi - angles[:, 1]
    sets = [angles, np.stack([angles[:, 0] + np.pi, middle, angles[:, 2] + np.pi], axis=1)]
    first, second = (nearest_turn(values, before) for values in sets)
    far = [np.abs(values - before).max(axis=1) for values in (first, second)]
    return np.asarray(np.where((far[0] <= far[1])[:, None], first, second))
