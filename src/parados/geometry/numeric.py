"""Inverse geometry by Newton's method, for legs that have no closed form.

The method starts from a closed configuration (from the home and guess of the file) and moves the pose to the wanted one
in steps. After each step a few damped Gauss-Newton iterations close the loops again. All rows of a stack move together.
A row is accepted if the iterations contract, so that they continue the configuration (`contraction`); otherwise it is tried again
with smaller steps. Only the last, very short step to a pose at the border of the reach need not contract.

The live parameters of a family of robots follow the pose in every x of this file: for Newton's method they are coordinates
that are given, like the pose.

Steps and distances are measured by `Motions`: if the joints after a screw turn back by its angle, only its slide counts.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.contraction import FARTHEST, contracts
from parados.geometry.inverse import InverseGeometry
from parados.geometry.orientation_steps import OrientationSteps
from parados.graph.virtual_machine import run_rows
from parados.topology.axis_motions import Motions
from parados.topology.mechanism import Mechanism

__all__ = ["ALIGNED", "NumericInverse", "allowed_residual", "least_squares_steps", "periodic_unknowns"]

Array = NDArray[np.float64]

CLOSED = 1e-12
"""Largest residual of a closed configuration [m, -]."""

ROUND_OFF = 4 * np.finfo(float).eps
"""Allowed residual for each unit of the largest unknown: round-off of an angle of 1e4 rad already exceeds 1e-12."""

ALIGNED = 0.5
"""Cosine above which the two frames of a closure count as aligned, not turned over."""

LONGEST_STEP = 0.3
"""Largest motion [rad, m] in one iteration."""

ITERATIONS = 12
"""Largest number of Gauss-Newton iterations from one pose to the next."""

SHORTEST = 2.0**-24
"""Smallest part of the path to a pose in one step."""

STEPS = 512
"""Largest number of steps that are tried on the path to a pose."""

AT_BORDER = 1e-2
"""Largest motion [rad, m] of the last step if it need not contract: at a border of the reach Newton's method converges slowly."""

DAMPING = 1e-15
"""Fraction of the largest diagonal entry of J^T J that is added to its diagonal; undetermined directions then do not move."""


def least_squares_steps(J: Array, rows: Array, damping: Array | float = DAMPING) -> Array:
    """(N, n) least squares solutions u of J u = rows.

    The normal equations lose some accuracy; the next Newton iteration corrects it.
    """
    normal = np.einsum("nki,nkj->nij", J, J)
    diagonal = np.einsum("nii->ni", normal)
    diagonal += damping * np.maximum(diagonal.max(axis=1, keepdims=True), 1e-300)
    right = np.einsum("nki,nk->ni", J, rows)
    return np.linalg.solve(normal, right[:, :, None])[:, :, 0]


def allowed_residual(u: Array) -> Array:
    """(...) largest residual that a closed configuration with unknowns (..., n_u) may have."""
    return np.asarray(np.maximum(CLOSED, ROUND_OFF * np.abs(u).max(axis=-1)))


def periodic_unknowns(mechanism: Mechanism) -> NDArray[np.bool_]:
    """(n_u,) True for unknowns that describe the same configuration after a whole turn; joints in x keep their given turns."""
    return np.array([*mechanism.turning, *[k > 2 for k in mechanism.platform.dependent]], dtype=bool)


class NumericInverse:
    """Solver that closes the loops of a mechanism whose geometry is numeric."""

    def __init__(self, geometry: InverseGeometry) -> None:
        self.geometry = geometry
        rows = geometry.residual()
        self.steps = OrientationSteps(geometry)
        jacobian = self.steps.jacobian(geometry, rows)
        self.closure = ca.Function("closure", [geometry.given, geometry.unknowns], [ca.densify(rows), jacobian])
        plain = ca.densify(ca.jacobian(rows, geometry.unknowns))
        self.by_unknowns = ca.Function("by_unknowns", [geometry.given, geometry.unknowns], [plain])
        self.alignment = ca.Function("alignment", [geometry.given, geometry.unknowns], [ca.densify(geometry.alignment())])
        self.n_rows, self.n_unknowns = jacobian.shape
        mechanism = geometry.mechanism
        #: (n_u,) True for the angles that describe the same configuration after a whole turn
        self.periodic = periodic_unknowns(mechanism)
        #: indices of the given entries that are angles of the pose
        self.turning = np.flatnonzero(mechanism.periodic_coordinates)
        self.motions = Motions.of(mechanism)
        #: (n_u,) largest distance of random starts from their centre [rad, m], as motions
        turning = np.array([*self.motions.turning, *[k > 2 for k in mechanism.platform.dependent]])
        self.largest_change = np.append(self.motions.largest_change, np.full(len(mechanism.platform.dependent), np.inf))
        self.spread = np.minimum(np.where(turning, np.pi, mechanism.size), self.largest_change)

    def evaluate(self, x: Array, u: Array, function: ca.Function | None = None) -> tuple[Array, Array]:
        """Return the residuals (N, m) and their derivatives with respect to the motions (N, m, n_u).

        function : residuals and derivatives with respect to the unknowns; by default those of the closures
        """
        rows, J = run_rows(function or self.closure, [x, u], len(x))
        J = np.ascontiguousarray(J.transpose(1, 0, 2)).transpose(1, 0, 2)  # the place in memory decides the round-off of products
        return np.asfortranarray(rows[:, :, 0]), self.motions.columns(J)

    def residual(self, x: Array, u: Array) -> Array:
        """(N,) largest residual of each row of a stack."""
        return np.abs(self.evaluate(x, u)[0]).max(axis=1)

    def _aligned(self, x: Array, u: Array) -> NDArray[np.bool_]:
        """(N,) True for the configurations in which no closure has its frames turned over."""
        return np.asarray((run_rows(self.alignment, [x, u], len(x))[0][:, :, 0] > ALIGNED).all(axis=1))

    def close(self, x: Array, u: Array, careful: bool = False) -> tuple[Array, NDArray[np.bool_]]:
        """Close the loops by Gauss-Newton iterations with a bounded step.

        Returns the unknowns (N, n_u) and (N,) True for the rows that are closed.

        careful : accept only rows whose steps contract; the steps are then not bounded
        """
        worst, before, sure = np.full(len(x), np.inf), np.full(len(x), np.inf), np.ones(len(x), dtype=bool)
        v = self.motions.measured(u)
        for k in range(ITERATIONS):
            rows, J = self.evaluate(x, self.motions.unknowns(v))
            worst = np.abs(rows).max(axis=1)
            step = -least_squares_steps(J, rows)
            size = np.abs(step).max(axis=1)
            sure &= (not careful) | contracts(k, size, before)
            part = np.where(sure, 1.0, 0.0) if careful else np.minimum(1.0, LONGEST_STEP / np.maximum(size, 1e-300))
            v = self.steps.moved(v, step * part[:, None])
            before = size
            if (~sure | (worst < allowed_residual(self.motions.unknowns(v)))).all():  # the last step leaves round-off only
                break
        u = self.motions.unknowns(v)
        return u, sure & (worst < 10 * allowed_residual(u)) & self._aligned(x, u)

    def apart(self, u: Array, other: Array) -> Array:
        """(N,) largest motion between two configurations [rad, m]."""
        return self.steps.apart(self.motions.measured(u), self.motions.measured(other))

    def scattered(self, u: Array, count: int, rng: np.random.Generator) -> Array:
        """(count, n_u) random unknowns around given ones (n_u,), within half a turn or the size of the mechanism."""
        return self.motions.unknowns(self.motions.measured(u) + rng.uniform(-1, 1, (count, len(u))) * self.spread)

    def between(self, start: Array, target: Array, part: Array | float) -> Array:
        """Return poses between `start` (part = 0) and `target` (part = 1); quaternions keep unit length.

        target : (N, n_given);  part : a number, or one for each row (N,)
        """
        part = np.asarray(part)[..., None]
        x = np.where(part < 1, start + (target - start) * part, target)
        if self.geometry.mechanism.platform.is_quaternion:
            x[:, 3:7] /= np.linalg.norm(x[:, 3:7], axis=1, keepdims=True)
        return x

    def track(self, x: Array, x_start: Array, u_start: Array) -> Array:
        """(N, n_u) unknowns at the poses x, followed from a closed configuration; NaN where this fails.

        The path is straight in x. Each row has steps of its own: longer after one that contracts, shorter after one that does
        not. So a row is not followed past a fold of the configurations, to another one behind it, and no turn of an angle in x
        is missed.
        """
        turned = np.abs(x - x_start)[:, self.turning].max(axis=1, initial=0.0)
        longest = FARTHEST / np.maximum(turned, FARTHEST)
        u, done, part = np.tile(u_start, (len(x), 1)), np.zeros(len(x)), longest.copy()
        rows = np.arange(len(x))
        for _ in range(STEPS):
            ahead = np.minimum(done[rows] + part[rows], 1.0)
            u[rows], moved = self._step(self.between(x_start, x[rows], ahead), u[rows], done[rows], ahead)
            part[rows] = np.where(moved, np.minimum(2 * part[rows], longest[rows]), (ahead - done[rows]) / 4)
            done[rows] = np.where(moved, ahead, done[rows])
            rows = rows[(done[rows] < 1) & (part[rows] >= SHORTEST)]
            if len(rows) == 0:
                break
        u[done < 1] = np.nan
        return u

    def _step(self, x: Array, u: Array, done: Array, ahead: Array) -> tuple[Array, NDArray[np.bool_]]:
        """Close the loops at poses x from unknowns u (N, n_u) nearby; return the unknowns and (N,) True where this succeeds.

        done, ahead : (N,) parts of the paths at u and at x
        """
        u = u.copy()
        found, closed = self.close(x, u, careful=True)
        moved = closed & (self.apart(found, u) < FARTHEST)
        last = np.flatnonzero(~moved & (ahead >= 1) & (ahead - done < 4 * SHORTEST))
        if len(last):
            found[last], closed[last] = self.close(x[last], u[last])
            moved[last] = closed[last] & (self.apart(found[last], u[last]) < AT_BORDER)
        u[moved] = found[moved]
        return u, moved
