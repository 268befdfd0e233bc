"""Equations of motion of a flexible robot with its drive, evaluated with the graphs of the full model.

With prescribed actuators, their coordinates are known functions of time, the others are free, and the efforts are results. With
given efforts, all coordinates are free. In both cases the unknowns at an instant are the free accelerations and the multipliers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.errors import SingularConfigurationError
from parados.flexible.nonlinear import NonlinearModel
from parados.graph.kernel import Kernel
from parados.simulate.drives import ActuatorEfforts, ActuatorMotion, efforts_at, law_slopes, motion_at

__all__ = ["ElasticSystem", "State"]

Array = NDArray[np.float64]

LARGE = 15_000
"""Number of instructions above which compiling (10 s and more) costs more time than it saves in a run."""


@dataclass(frozen=True)
class State:
    """Coordinates and rates (k, n) of the tree at times (k,)."""

    t: Array
    z: Array
    zd: Array


@dataclass(frozen=True, eq=False)
class ElasticSystem:
    """Model of a flexible robot, its kernels and its drive. A driven system has either `motion` or `efforts`."""

    model: NonlinearModel
    backend: str = "auto"
    motion: ActuatorMotion | None = None
    efforts: ActuatorEfforts | None = None

    def driven(self, motion: ActuatorMotion | None = None, efforts: ActuatorEfforts | None = None) -> ElasticSystem:
        """Return the system with a drive and the same kernels."""
        system = replace(self, motion=motion, efforts=efforts)
        system.__dict__["kernels"] = self.kernels
        return system

    @cached_property
    def actuated(self) -> Array:
        return np.array(self.model.actuated)

    @cached_property
    def held(self) -> Array:
        """(n_h,) numbers of the coordinates that are known functions of time."""
        return self.actuated if self.motion is not None else np.zeros(0, dtype=int)

    @cached_property
    def free(self) -> Array:
        return np.setdiff1d(np.arange(self.model.size), self.held)

    @cached_property
    def kernels(self) -> dict[str, Kernel]:
        graphs = {name: getattr(self.model, name)() for name in ("residual", "jacobians", "balance", "closing", "report")}
        large = {name: self.backend == "auto" and graph.n_instructions() > LARGE for name, graph in graphs.items()}
        return {name: Kernel(graph, "vm" if large[name] else self.backend) for name, graph in graphs.items()}

    def given(self, times: Array) -> tuple[Array, Array, Array]:
        """Return positions, velocities and accelerations (k, n_h) of the held coordinates."""
        if self.motion is None:
            none = np.zeros((len(times), 0))
            return none, none, none
        return motion_at(self.motion, times, len(self.held))

    def applied(self, at: State) -> Array:
        """Return the efforts (k, n_a) of the law."""
        assert self.efforts is not None
        q, qd = at.z[:, self.actuated], at.zd[:, self.actuated]
        return np.array([efforts_at(self.efforts, t, *state) for t, *state in zip(at.t, q, qd, strict=True)])

    def residual(self, at: State, zdd: Array, multipliers: Array) -> tuple[Array, Array, Array]:
        """Return the residual (k, n_f + m), the power of the actuators (k,) and the dissipated power (k,) [W]."""
        out = self.kernels["residual"](len(at.t), {"z": at.z, "zd": at.zd, "zdd": zdd, "multipliers": multipliers})
        r, a = out["r"][:, :, 0], self.actuated
        tau = r[:, a]
        if self.efforts is not None:
            tau = self.applied(at)
            r[:, a] -= tau
        rows = np.concatenate([r[:, self.free], out["w"][:, :, 0]], axis=1)
        return rows, np.einsum("ka,ka->k", tau, at.zd[:, a]), out["loss"][:, 0, 0]

    def linearised(self, at: State, zdd: Array, multipliers: Array) -> tuple[Array, Array, Array]:
        """Return the derivatives (N, N) of the residual by [zdd, multipliers], zd and z, with N = n_f + m.

        The last m columns of the derivatives by zd and z are zero.
        """
        out = self.kernels["jacobians"](1, {"z": at.z, "zd": at.zd, "zdd": zdd, "multipliers": multipliers})
        by_z, by_zd = out["by_z"][0], out["by_zd"][0]
        if self.efforts is not None:
            a = self.actuated
            by_q, by_qd = law_slopes(self.efforts, float(at.t[0]), at.z[0, a], at.zd[0, a])
            by_z[np.ix_(a, a)] -= by_q
            by_zd[np.ix_(a, a)] -= by_qd
        n, m = len(self.free), len(self.model.rows)
        kept = np.concatenate([self.free, self.model.size + np.arange(m)])
        wide = np.zeros((2, n + m, n + m))
        wide[0, :, :n], wide[1, :, :n] = by_zd[np.ix_(kept, self.free)], by_z[np.ix_(kept, self.free)]
        return _bordered(out["M"], out["G"], self.free)[0], wide[0], wide[1]

    def accelerations(self, at: State) -> tuple[Array, Array, Array]:
        """Return zdd (k, n), multipliers (k, m) and efforts of the actuators (k, n_a), from (10.123) and the closures."""
        out = self.kernels["balance"](len(at.t), {"z": at.z, "zd": at.zd})
        M, G, c, gamma = out["M"], out["G"], out["c"][:, :, 0], out["gamma"][:, :, 0]
        zdd = np.zeros_like(at.z)
        zdd[:, self.held] = self.given(at.t)[2]
        pushed = c + (M @ zdd[:, :, None])[:, :, 0]
        if self.efforts is not None:
            pushed[:, self.actuated] -= self.applied(at)
        rest = np.concatenate([pushed[:, self.free], gamma + (G @ zdd[:, :, None])[:, :, 0]], axis=1)
        try:
            solved = np.linalg.solve(_bordered(M, G, self.free), -rest[:, :, None])[:, :, 0]
        except np.linalg.LinAlgError as error:
            raise SingularConfigurationError(
                "simulation: the mass matrix with the closures is singular; a part without inertia is free to move"
            ) from error
        n = len(self.free)
        zdd[:, self.free] = solved[:, :n]
        r = c + (M @ zdd[:, :, None])[:, :, 0] + (np.swapaxes(G, 1, 2) @ solved[:, n:, None])[:, :, 0]
        return zdd, solved[:, n:], r[:, self.actuated]


def _bordered(M: Array, G: Array, free: Array) -> Array:
    """Return the matrices [[M, G^T], [G, 0]] (k, N, N) of the free coordinates."""
    M, G = M[:, free][:, :, free], G[:, :, free]
    m = G.shape[1]
    return np.block([[M, np.swapaxes(G, 1, 2)], [G, np.zeros((len(G), m, m))]])
