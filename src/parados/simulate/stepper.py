"""One step of an implicit Runge-Kutta method for a robot with closures.

The stages satisfy the equations of motion and the closures at acceleration level. At the end of the step, coordinates and
rates are projected on the closures, orthogonally in the metric of the mass matrix. Accelerations and multipliers are then as
accurate as the coordinates. The Newton iteration keeps its matrix as long as it converges fast.

References
----------
E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, sections IV.8, VII.1 and VII.2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.errors import TimeStepError
from parados.simulate.collocation import Collocation
from parados.simulate.elastic_system import ElasticSystem, State

__all__ = ["Stage", "Stepper"]

Array = NDArray[np.float64]

CONVERGED = 1e-12
"""Size of the last Newton correction of the rates at which the iteration ends, divided by 1 + the largest rate."""

MOST_ITERATIONS = 12
SLOW = 0.05
"""Contraction of the Newton iteration above which its matrix is computed again for the next step."""

PROJECTED = 1e-11
"""Error of the closures before a correction below which no further correction is needed."""

CLOSED = 1e-9
"""Largest accepted error of the closures after all iterations [m, -]."""


@dataclass(frozen=True)
class Stage:
    """Held coordinates in a step: positions, velocities, accelerations (s + 1, n_h); the last row is at the end of the step."""

    q: Array
    qd: Array
    qdd: Array


@dataclass(eq=False)
class Stepper:
    """Integrator that advances a state by steps of constant size h [s]."""

    system: ElasticSystem
    formula: Collocation
    h: float

    def __post_init__(self) -> None:
        self.stages = len(self.formula.c)
        self.inverse: Array | None = None
        self.unknowns: Array | None = None  # (s, N) accelerations and multipliers of the last step
        self.a2 = self.formula.a @ self.formula.a

    def advance(self, t: float, z: Array, zd: Array, stage: Stage) -> tuple[Array, Array, float, float]:
        """Return z and zd (n,) after a step, the work of the actuators and the dissipated energy [J]."""
        if self.inverse is None:
            self.renew(t, z, zd)
        start = self._predicted(t, z, zd)
        outcome = self._newton(t, z, zd, stage, start)
        if outcome is None:
            self.renew(t, z, zd)
            outcome = self._newton(t, z, zd, stage, self._repeated(t, z, zd))
        if outcome is None:
            raise TimeStepError(
                f"simulation: at t = {t:.6g} s the Newton iteration of a step of {self.h:g} s does not converge; use a smaller "
                "step, or a spectral radius below 1 if modes faster than the step are not important"
            )
        unknowns, power, loss, contraction = outcome
        self.unknowns = unknowns
        n, b = len(self.system.free), self.formula.b
        zdd = unknowns[:, :n]
        z1, zd1 = z.copy(), zd.copy()
        free, held = self.system.free, self.system.held
        z1[free] += self.h * zd[free] + self.h**2 * (b @ self.formula.a) @ zdd
        zd1[free] += self.h * b @ zdd
        z1[held], zd1[held] = stage.q[-1], stage.qd[-1]
        z1, zd1 = self.closed(z1, zd1)
        if contraction > SLOW:
            self.renew(t + self.h, z1, zd1)
        return z1, zd1, float(self.h * b @ power), float(self.h * b @ loss)

    def renew(self, t: float, z: Array, zd: Array) -> None:
        """Compute the matrix of the Newton iteration at a state, and the projection on the closures."""
        at = State(np.array([t]), z[None], zd[None])
        zdd, multipliers, _ = self.system.accelerations(at)
        E, by_zd, by_z = self.system.linearised(at, zdd, multipliers)
        a, h, one = self.formula.a, self.h, np.eye(self.stages)
        self.inverse = np.linalg.inv(np.kron(one, E) + np.kron(h * a, by_zd) + np.kron(h**2 * self.a2, by_z))
        n = len(self.system.free)
        self.to_closures = np.linalg.inv(E)[:n, n:]

    def closed(self, z: Array, zd: Array) -> tuple[Array, Array]:
        """Project a state on the closures."""
        for _ in range(MOST_ITERATIONS):
            out = self.system.kernels["closing"].one({"z": z, "zd": zd})
            g, gd = out["g"][0, :, 0], out["gd"][0, :, 0]
            z, zd = z.copy(), zd.copy()
            z[self.system.free] -= self.to_closures @ g
            zd[self.system.free] -= self.to_closures @ gd
            open_by = max(np.abs(g).max(initial=0.0), np.abs(gd).max(initial=0.0) * self.h)
            if open_by < PROJECTED:
                return z, zd
        if open_by > CLOSED:
            raise TimeStepError(
                f"simulation: the closures keep an error of {open_by:.1e}; start from a closed pose, or use a smaller step"
            )
        return z, zd

    def _repeated(self, t: float, z: Array, zd: Array) -> Array:
        zdd, multipliers, _ = self.system.accelerations(State(np.array([t]), z[None], zd[None]))
        return np.tile(np.concatenate([zdd[0, self.system.free], multipliers[0]]), (self.stages, 1))

    def _predicted(self, t: float, z: Array, zd: Array) -> Array:
        return self._repeated(t, z, zd) if self.unknowns is None else self.formula.ahead @ self.unknowns

    def _newton(self, t: float, z: Array, zd: Array, stage: Stage, unknowns: Array) -> tuple[Array, Array, Array, float] | None:
        """Return the unknowns of the stages, the powers of actuators and dissipation, and the contraction.

        Return None if the iteration does not converge.
        """
        assert self.inverse is not None
        system, h, s = self.system, self.h, self.stages
        free, held, n = system.free, system.held, len(system.free)
        times, zdd = t + h * self.formula.c, np.empty((s, len(z)))
        at = State(times, np.empty_like(zdd), np.empty_like(zdd))
        at.z[:, held], at.zd[:, held], zdd[:, held] = stage.q[:-1], stage.qd[:-1], stage.qdd[:-1]
        base = z[free] + h * self.formula.c[:, None] * zd[free]
        before, contraction = np.inf, 0.0
        for iteration in range(MOST_ITERATIONS):
            zdd[:, free] = unknowns[:, :n]
            at.z[:, free] = base + h**2 * self.a2 @ zdd[:, free]
            at.zd[:, free] = zd[free] + h * self.formula.a @ zdd[:, free]
            rows, power, loss = system.residual(at, zdd, unknowns[:, n:])
            change = (self.inverse @ rows.ravel()).reshape(rows.shape)
            unknowns = unknowns - change
            size = h * np.abs(change[:, :n]).max() / (1 + np.abs(at.zd).max())
            if not np.isfinite(size):
                return None
            if iteration:
                contraction = size / before
                if contraction > 1 and size > 1e3 * CONVERGED:
                    return None
            if size * min(1.0, contraction or 1.0) < CONVERGED:
                return unknowns, power, loss, contraction
            before = size
        return None
