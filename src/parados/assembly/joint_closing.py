"""Close the loops at a given pose of the platform and given actuated joints: search the passive joints, leg by leg.

This decides whether a pose that satisfies the forms is a pose of a robot whose inverse geometry is numeric. At a given pose the
legs do not depend on each other, so that each has few unknowns.
"""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from parados.geometry.inverse import InverseGeometry

__all__ = ["JointClosing"]

Array = NDArray[np.float64]

STARTS, SLOW_STARTS = 30, 12
"""Number of starts of each leg by Newton's method, then by least squares: the known joints or those at home, then random ones."""

ITERATIONS = 20
"""Largest number of Newton steps."""

CLOSED = 1e-9
"""Largest residual of closed loops [m over the size of the robot, -]."""


class JointClosing:
    """The loops of a robot with numeric geometry."""

    def __init__(self, geometry: InverseGeometry, home_unknowns: Array) -> None:
        mechanism, u = geometry.mechanism, geometry.unknowns
        self.n_joints, self.home, self.size = len(mechanism.joints), home_unknowns, mechanism.size
        self.actuated = list(mechanism.actuated)
        free = np.array([k for k in range(self.n_joints) if k not in self.actuated], dtype=np.intp)
        rows, aligned = ca.densify(geometry.residual()), ca.densify(geometry.alignment())
        J = ca.jacobian(rows, u)
        self.f = ca.Function("loops", [geometry.given, u], [rows, ca.densify(J), aligned])
        self.scale = np.array([mechanism.size if joint.unit == "m" else 1.0 for joint in mechanism.joints])
        turned = np.array(ca.jacobian(aligned, u).sparsity().get_triplet(), dtype=int).reshape(2, -1)
        self.legs = [(r, np.unique(turned[0, np.isin(turned[1], j)]), j) for r, j in _groups(J, free)]

    def unknowns(self, given: Array, dependent: Array, joints: Array) -> Array | None:
        """(n_u,) joints and dependent coordinates that close the loops; None if none are found.

        given : pose x, then the live parameters;  dependent : (n_d,) dependent coordinates
        joints : (n_t,) actuated joints, and others near which the search starts; NaN for those that are not known
        """
        u = np.concatenate([np.where(np.isfinite(joints), joints, self.home[: self.n_joints]), dependent])
        if not all(self._close(given, u, leg) for leg in self.legs):
            return None
        left, _, aligned = self.f(given, u)
        closed = np.abs(left.full()).max(initial=0.0) < self._tolerance and not (aligned.full() < 0.5).any()
        return u if closed else None

    @property
    def _tolerance(self) -> float:
        return CLOSED * max(1.0, self.size)

    def _close(self, given: Array, u: Array, leg: tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]) -> bool:
        """Write joints that close the rows of a leg into the unknowns u (n_u,), and tell whether they were found.

        leg : indices of its rows, of its alignment cosines, and of its joints
        """
        rows, cosines, joints = leg
        rng = np.random.default_rng(3)
        start, scale = u[joints].copy(), self.scale[joints]

        def at(values: Array) -> Array:
            u[joints] = values
            return u

        def closes(values: Array) -> bool:
            left, _, aligned = self.f(given, at(values))
            closed = np.abs(left.full().ravel()[rows]).max(initial=0.0) < self._tolerance
            return bool(closed) and not (aligned.full().ravel()[cosines] < 0.5).any()

        def parts(values: Array) -> tuple[Array, Array]:
            left, J, _ = self.f(given, at(values))
            return left.full().ravel()[rows], J.full()[np.ix_(rows, joints)]

        for trial in range(STARTS):
            drawn = start + (trial > 0) * scale * rng.uniform(-np.pi, np.pi, len(start))
            if closes(_newton(parts, drawn, scale, self._tolerance)):
                return True
        for trial in range(SLOW_STARTS):
            drawn = start + (trial > 0) * scale * rng.uniform(-np.pi, np.pi, len(start))
            fit = least_squares(
                lambda v: parts(v)[0], drawn, jac=lambda v: parts(v)[1],
                x_scale=scale, max_nfev=50, xtol=1e-15, ftol=1e-15, gtol=1e-15,
            )  # fmt: skip
            if closes(fit.x):
                return True
        return False


def _newton(parts: Callable[[Array], tuple[Array, Array]], y: Array, scale: Array, closed: float) -> Array:
    """Return y (n,) after steps of Newton's method with least squares, each at most a radian or a size of the robot.

    parts : function from y (n,) to residuals (m,) and their Jacobian (m, n);  closed : residual of a closed loop
    """
    for _ in range(ITERATIONS):
        left, J = parts(y)
        step = np.linalg.lstsq(J * scale, left, rcond=1e-12)[0]
        y = y - scale * step / max(1.0, np.abs(step).max(initial=0.0))
        if np.abs(left).max(initial=0.0) < 1e-3 * closed:
            break
    return y


def _groups(J: ca.SX, free: NDArray[np.intp]) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Split the rows and the free joints into groups that do not depend on each other."""
    places = {int(joint): k for k, joint in enumerate(free)}
    rows, columns = (np.array(part) for part in J.sparsity().get_triplet())
    own = np.isin(columns, free)
    rows, columns = rows[own], np.array([places[int(c)] for c in columns[own]], dtype=int)
    m, n = J.shape[0], len(free)
    links = coo_array((np.ones(len(rows)), (rows, m + columns)), shape=(m + n, m + n))
    _, label = connected_components(links, directed=False)
    groups = [(np.flatnonzero(label[:m] == one), free[label[m:] == one]) for one in np.unique(label)]
    return [(r, j) for r, j in groups if len(r) and len(j)]
