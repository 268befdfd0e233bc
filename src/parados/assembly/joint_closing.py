"""Close the loops at a given pose of the platform and given actuated joints: search the passive joints.

This decides whether a pose that satisfies the forms is a pose of a robot whose inverse geometry is numeric.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from parados.geometry.inverse import InverseGeometry

__all__ = ["JointClosing"]

Array = NDArray[np.float64]

STARTS = 10
"""Number of starts: the joints at home, then random ones."""

CLOSED = 1e-9
"""Largest residual of closed loops [m over the size of the robot, -]."""


class JointClosing:
    """The loops of a robot with numeric geometry; given : pose x, then the live parameters."""

    def __init__(self, geometry: InverseGeometry, home_unknowns: Array) -> None:
        mechanism, u = geometry.mechanism, geometry.unknowns
        self.n_joints, self.home, self.size = len(mechanism.joints), home_unknowns, mechanism.size
        self.actuated = list(mechanism.actuated)
        self.free = [k for k in range(self.n_joints) if k not in self.actuated]
        rows, aligned = ca.densify(geometry.residual()), ca.densify(geometry.alignment())
        self.f = ca.Function("loops", [geometry.given, u], [rows, ca.jacobian(rows, u), aligned])
        self.scale = np.array([self.size if mechanism.joints[k].unit == "m" else 1.0 for k in self.free])

    def unknowns(self, given: Array, dependent: Array, q: Array) -> Array | None:
        """(n_u,) joints and dependent coordinates (n_d,) that close the loops; None if none are found."""
        rng = np.random.default_rng(3)
        u = np.concatenate([self.home[: self.n_joints], dependent])
        u[self.actuated] = q

        def whole(passive: Array) -> Array:
            u[self.free] = passive
            return u

        start = self.home[self.free]
        for trial in range(STARTS):
            drawn = start + (trial > 0) * self.scale * rng.uniform(-np.pi, np.pi, len(start))
            fit = least_squares(
                lambda v: self.f(given, whole(v))[0].full().ravel(), drawn,
                jac=lambda v: self.f(given, whole(v))[1].full()[:, self.free], x_scale=self.scale, max_nfev=60, xtol=1e-15, ftol=1e-15, gtol=1e-15,
            )  # fmt: skip
            rows, _, aligned = self.f(given, whole(fit.x))
            if np.abs(rows.full()).max() < CLOSED * max(1.0, self.size) and not (aligned.full() < 0.5).any():
                return whole(fit.x).copy()
        return None
