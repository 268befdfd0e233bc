"""Inverse geometry by Newton's method, for legs that have no closed form.

From a closed configuration (the file's home and guess), the pose is moved to the wanted one in steps; after each, a
few damped Gauss-Newton iterations close the loops again. Rows of a stack are treated together; one that fails is
tried again with smaller steps, then given up.

Steps and distances are those of `Motions`: a screw counts by how far it slides where its turn is taken back behind it.
"""

from __future__ import annotations

from collections.abc import Iterator

import casadi as ca
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from parados.geometry.inverse import InverseGeometry
from parados.geometry.orientation_steps import OrientationSteps
from parados.geometry.residual import closure_rows
from parados.topology.coaxial_joints import Motions

__all__ = ["NumericInverse"]

Array = NDArray[np.float64]

CLOSED = 1e-12
"""Largest residual of a closed configuration [m, -]."""

ROUND_OFF = 4 * np.finfo(float).eps
"""Residual that a unit of the largest unknown leaves: an angle of 1e4 rad is not known to 1e-12."""

ALIGNED = 0.5
"""Cosine above which a closure is closed with its frames the right way round."""

LONGEST_STEP = 0.3
"""Largest motion [rad, m] in one iteration."""

FARTHEST = 1.0
"""Motion [rad, m] from which on a configuration is not the one that was followed."""

ITERATIONS = 12
"""Of Gauss and Newton, from one pose to the next."""

ONE_BY_ONE = 20
"""Starts that are tried by themselves before all the others are together, which is quicker where none leads anywhere."""

ROUNDS = 60
"""Of Levenberg and Marquardt, for all starts together."""

NEARLY = 1e-3
"""Largest residual [m, -] from which a start is followed to the end."""

SUBDIVISIONS = (1, 4, 16, 64)
"""Steps in which the way to a pose is tried, one number after the other."""

MOST_STEPS = 4096
"""Steps that the way may need where screws turn what follows them: each turn is followed."""

DAMPING = 1e-15
"""Part of the largest diagonal entry of J^T J that is added to it, so that lost directions stand still."""


def _least_squares(J: Array, rows: Array, damping: Array | float = DAMPING) -> Array:
    """(N, n) u with J u = rows in the least squares sense, by the normal equations: Newton's method mends what they lose."""
    normal = np.einsum("nki,nkj->nij", J, J)
    diagonal = np.einsum("nii->ni", normal)
    diagonal += damping * np.maximum(diagonal.max(axis=1, keepdims=True), 1e-300)
    right = np.einsum("nki,nk->ni", J, rows)
    return np.linalg.solve(normal, right[:, :, None])[:, :, 0]


def _closed(u: Array) -> Array:
    """(...) largest residual of a closed configuration with unknowns (..., n_u)."""
    return np.asarray(np.maximum(CLOSED, ROUND_OFF * np.abs(u).max(axis=-1)))


def _subdivisions(turn: float) -> tuple[int, ...]:
    """Numbers of steps to try, up to those that follow a screw over a turn [rad]."""
    steps = list(SUBDIVISIONS)
    while steps[-1] < min(turn / LONGEST_STEP, MOST_STEPS):
        steps.append(4 * steps[-1])
    return tuple(steps)


class NumericInverse:
    """Closes the loops of a mechanism whose geometry is numeric."""

    def __init__(self, geometry: InverseGeometry) -> None:
        self.geometry = geometry
        rows = geometry.residual()
        self.steps = OrientationSteps(geometry)
        jacobian = self.steps.jacobian(geometry, rows)
        self._f = ca.Function("closure", [geometry.x, geometry.unknowns], [ca.densify(rows), jacobian])
        plain = ca.densify(ca.jacobian(rows, geometry.unknowns))
        self._by_unknowns = ca.Function("by_unknowns", [geometry.x, geometry.unknowns], [plain])
        self._alignment = ca.Function("alignment", [geometry.x, geometry.unknowns], [ca.densify(geometry.alignment())])
        self.n_rows, self.n_unknowns = jacobian.shape
        mechanism = geometry.mechanism
        self.motions = Motions.of(mechanism)
        #: (n_u,) how far random starts are spread [rad, m], in motions
        turning = np.array([*self.motions.turning, *[k > 2 for k in mechanism.platform.dependent]])
        self.spread = np.where(turning, np.pi, mechanism.size)

    def _evaluate(self, x: Array, u: Array) -> tuple[Array, Array]:
        """(N, m) residuals and (N, m, n_u) their derivatives by the motions."""
        rows, jacobian = self._f(x.T, u.T)
        J = jacobian.full().reshape(self.n_rows, len(x), self.n_unknowns).transpose(1, 0, 2)
        return rows.full().T, self.motions.columns(J)

    def residual(self, x: Array, u: Array) -> Array:
        """(N,) largest residual of each row of a stack."""
        return np.abs(self._evaluate(x, u)[0]).max(axis=1)

    def _aligned(self, x: Array, u: Array) -> NDArray[np.bool_]:
        """(N,) whether no closure is closed with its frames turned over."""
        return np.asarray((self._alignment(x.T, u.T).full() > ALIGNED).all(axis=0))

    def from_nothing(self, x: Array, guess: Array, rng: np.random.Generator, tries: int = 200) -> tuple[Array | None, str]:
        """A closed configuration at one pose, from the guess and then from random starts, and "".

        Where none is found: None, and the name of the closure that stays open widest in the best try.
        """

        def rows(v: Array) -> Array:
            return np.asarray(self._f(x, self.motions.unknowns(v))[0]).ravel()

        def jacobian(v: Array) -> Array:
            return self.motions.columns(np.asarray(self._by_unknowns(x, self.motions.unknowns(v))))

        smallest, widest = np.inf, ""
        near = self.motions.measured(guess)
        starts = [near + (rng.normal(0, min(0.3 + 0.05 * k, 3.0), len(near)) if k else 0.0) for k in range(tries)]
        for start in [*starts[:ONE_BY_ONE], *self._promising(x, starts[ONE_BY_ONE:])]:
            fit = least_squares(rows, start, jac=jacobian, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=100)
            u, left = self.motions.unknowns(fit.x), np.abs(fit.fun).max()
            if left < _closed(u) and self._aligned(x[None], u[None]).all():
                return u, ""
            if left < smallest:
                smallest, widest = left, self._widest(fit.fun)
        return None, widest

    def _promising(self, x: Array, starts: list[Array]) -> Iterator[Array]:
        """Motions near closed configurations, or else the nearest to one: all starts at once, by Levenberg and Marquardt."""
        if not starts:
            return
        v, poses = np.array(starts), np.tile(x, (len(starts), 1))
        rows, J = self._evaluate(poses, self.motions.unknowns(v))
        damping = np.full((len(v), 1), 1e-3)
        for _ in range(ROUNDS):
            step = -_least_squares(J, rows, damping)
            there, slopes = self._evaluate(poses, self.motions.unknowns(v + step))
            better = np.sum(there**2, axis=1) < np.sum(rows**2, axis=1)
            v[better] += step[better]
            rows[better], J[better] = there[better], slopes[better]
            damping = np.clip(np.where(better[:, None], damping / 4, damping * 4), 1e-12, 1e6)
        left = np.abs(rows).max(axis=1)
        yield from v[left < NEARLY] if (left < NEARLY).any() else v[[int(np.argmin(left))]]

    def _widest(self, rows: Array) -> str:
        """The closure, or the joint that x gives, whose rows are the largest."""
        mechanism = self.geometry.mechanism
        owners = [c.name for c in mechanism.closures for _ in range(closure_rows(c))]
        owners += [f"joint {mechanism.joints[k].name}" for k in mechanism.redundant]
        return owners[int(np.argmax(np.abs(rows)))]

    def close(self, x: Array, u: Array) -> tuple[Array, NDArray[np.bool_]]:
        """Gauss-Newton with a bounded step; returns the unknowns and whether each row is closed."""
        worst = np.full(len(x), np.inf)
        v = self.motions.measured(u)
        for _ in range(ITERATIONS):
            rows, J = self._evaluate(x, self.motions.unknowns(v))
            worst = np.abs(rows).max(axis=1)
            step = -_least_squares(J, rows)
            size = np.abs(step).max(axis=1, keepdims=True)
            v = self.steps.moved(v, step * np.minimum(1.0, LONGEST_STEP / np.maximum(size, 1e-300)))
            if (worst < _closed(self.motions.unknowns(v))).all():  # the last step leaves round-off only
                break
        u = self.motions.unknowns(v)
        return u, (worst < 10 * _closed(u)) & self._aligned(x, u)

    def apart(self, u: Array, other: Array) -> Array:
        """(N,) the largest motion between two configurations [rad, m]."""
        return self.steps.apart(self.motions.measured(u), self.motions.measured(other))

    def scattered(self, u: Array, count: int, rng: np.random.Generator) -> Array:
        """(count, n_u) random unknowns around given ones (n_u,), as far as half a turn or the size of the mechanism."""
        return self.motions.unknowns(self.motions.measured(u) + rng.uniform(-1, 1, (count, len(u))) * self.spread)

    def between(self, start: Array, target: Array, part: float) -> Array:
        """Poses on the way from `start`; quaternions stay unit."""
        x = start + (target - start) * part
        if self.geometry.mechanism.platform.is_quaternion:
            x[:, 3:7] /= np.linalg.norm(x[:, 3:7], axis=1, keepdims=True)
        return x

    def track(self, x: Array, x_start: Array, u_start: Array) -> Array:
        """(N, n_u) unknowns at the poses x, continued from a closed configuration; NaN where the path cannot be
        followed."""
        result = np.full((len(x), self.n_unknowns), np.nan)
        open_rows = np.arange(len(x))
        travel = float(np.abs(x - x_start).max(initial=0.0))
        for steps in _subdivisions(travel / self.motions.finest_pitch):
            followed = open_rows
            u = np.tile(u_start, (len(followed), 1))
            for k in range(1, steps + 1):
                u_new, closed = self.close(self.between(x_start, x[followed], k / steps), u)
                good = closed & (self.apart(u_new, u) < FARTHEST)
                followed, u = followed[good], u_new[good]
                if len(followed) == 0:
                    break
            result[followed] = u
            open_rows = np.setdiff1d(open_rows, followed)
            if len(open_rows) == 0:
                break
        return result
