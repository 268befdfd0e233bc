"""A chart of the closed configurations: coordinates y in the tangent space at one of them.

The closures g(z) = 0 leave a surface of closed configurations. At a point z0 of it, V (n_z, d) is an orthonormal basis of its
tangent space, the null space of G = dg/dz. Near z0 the surface is the graph of a function over this tangent space,

    y = V^T (z - z0),    g(z) = 0,                                                              (1)

and Newton's method finds z from y. With A = [G; V^T], velocities and accelerations follow from

    zd = B yd,    A B = [0; 1],        zdd = B ydd + a,    A a = [-dG/dt zd; 0].                (2)

The chart is regular where A is, whatever the platform's own coordinates do there: Type 1 and Type 2 singularities of x are
ordinary points of it. No closure drifts, because z is computed from (1) at every instant.

Some joints may be held: dry friction or a stop keeps them at rest. A held joint adds the row z_k - z0_k = 0 to the closures.

References
----------
F. A. Potra, W. C. Rheinboldt, On the numerical solution of Euler-Lagrange equations, Mechanics of Structures and Machines 19
(1991); J. Yen, Constrained equations of motion in multibody dynamics as ODEs on manifolds, SIAM J. Numerical Analysis 30 (1993).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr

from parados.errors import SingularConfigurationError
from parados.model.cut_model import CutModel, CutPose

__all__ = ["LostChartError", "TangentChart", "tangent_space"]

Array = NDArray[np.float64]

CLOSED = 1e-9
"""Newton step [rad, m] after which z is exact: the next step would be its square."""

ROUND_OFF = 1e-15
"""Newton step [rad, m] below which z is left as it is."""

MOST_ITERATIONS = 8
FARTHEST = 0.5
"""Largest distance [rad, m] of the solution of (1) from its prediction; another branch is farther."""

RANK = 1e-9
"""Rows that keep less than this part of the largest row, when the rows before them are removed, count as dependent."""


class LostChartError(Exception):
    """Newton's method does not find z, or the chart has become singular; a shorter step may help."""


def tangent_space(G: Array, rank: int) -> tuple[list[int], Array, float]:
    """Choose `rank` independent rows of G (m, n); return them, an orthonormal basis (n, n - rank) of their null space, and
    the ratio of the last pivot of the choice to the first, which is zero if G has a smaller rank."""
    if rank == 0:
        return [], np.eye(G.shape[1]), 1.0
    Q, R, order = qr(G.T, pivoting=True)
    pivots = np.abs(np.diag(R))
    return [int(k) for k in order[:rank]], Q[:, rank:], float(pivots[rank - 1] / pivots[0]) if len(pivots) >= rank else 0.0


class TangentChart:
    """Chart of the closed configurations around a pose, with held joints."""

    def __init__(self, cut: CutModel, pose: CutPose, held: Sequence[int] = ()) -> None:
        self.cut, self.pose = cut, pose
        rank = cut.n_z - cut.mechanism.n_dof
        _, G = cut.closing(pose)
        self.rows, V, self.quality = tangent_space(G, rank)
        if self.quality < RANK:
            raise SingularConfigurationError("the closures lose rank")
        self.held = np.zeros(0, dtype=int)
        if len(held):
            own = np.array(held, dtype=int)
            _, R, order = qr(V[own].T, pivoting=True)
            pivots = np.abs(np.diag(R))
            free = int((pivots > RANK).sum())
            self.held = np.sort(own[order[:free]])
            V = V @ tangent_space(V[self.held], free)[1]
        self.V = V
        self.rows_of_held = np.eye(cut.n_z)[self.held]

    @property
    def size(self) -> int:
        """Number d of degrees of freedom that are left."""
        return int(self.V.shape[1])

    def y(self, z: Array) -> Array:
        """(d,) coordinates of a configuration near the origin of the chart."""
        return np.asarray(self.V.T @ (z - self.pose.z))

    def matrix(self, G: Array) -> Array:
        """(n_z, n_z) matrix A of equation (2)."""
        return np.vstack([G[self.rows], self.rows_of_held, self.V.T])

    def configuration(self, y: Array, near: Array) -> tuple[CutPose, Array]:
        """Return the closed configuration with coordinates y (d,), and G there; Newton's method starts at `near` (n_z,)."""
        z0, reference = self.pose
        z = near + self.V @ (y - self.y(near))
        z[self.held] = z0[self.held]
        start = z
        for _ in range(MOST_ITERATIONS):
            g, G = self.cut.closing(CutPose(z, reference))
            open_by = np.concatenate([g[self.rows], (z - z0)[self.held], self.y(z) - y])
            try:
                step = np.linalg.solve(self.matrix(G), open_by)
            except np.linalg.LinAlgError:
                raise LostChartError from None
            size = np.abs(step).max(initial=0.0)
            if size > ROUND_OFF:  # a robot at rest stays exactly where it is
                z = z - step
            if not size < FARTHEST:
                raise LostChartError
            if size < CLOSED:
                if np.abs(z - start).max(initial=0.0) > FARTHEST:
                    raise LostChartError
                z[self.held] = z0[self.held]
                pose = CutPose(z, reference)
                return pose, self.cut.closing(pose)[1]
        raise LostChartError

    def inverse(self, G: Array) -> Array:
        """(n_z, n_z) inverse of A; its last d columns are B of equation (2)."""
        try:
            return np.asarray(np.linalg.inv(self.matrix(G)))
        except np.linalg.LinAlgError:
            raise LostChartError from None

    def parts(self, inverse: Array, gamma: Array) -> tuple[Array, Array]:
        """Return B (n_z, d) and a (n_z,) of equation (2); gamma = dG/dt zd (m,)."""
        fixed = len(self.rows) + len(self.held)
        return inverse[:, fixed:], -inverse[:, : len(self.rows)] @ gamma[self.rows]
