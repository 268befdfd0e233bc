"""Equilibrium of a flexible robot under its weight and its springs, and small motions about it, with locked motors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.arguments import whole
from parados.errors import InputError, ParadosError
from parados.flexible.flexible_structure import FlexibleStructure
from parados.flexible.modes import LOOSE, VibrationModes, solve_modes
from parados.flexible.static_equilibrium import Equilibrium, static_equilibrium
from parados.graph.kernel import Kernel
from parados.model.elastic_equations import LinearMatrices
from parados.model.elastic_evaluation import ElasticEvaluation
from parados.model.failed_rows import report_failed
from parados.model.state_arguments import Stack
from parados.spatial.rotations import rate_matrix

__all__ = ["LoadedModes"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LoadedModes:
    """Solver of the equilibria of one flexible robot and of its modes about them."""

    evaluation: ElasticEvaluation

    @property
    def _structure(self) -> FlexibleStructure:
        return self.evaluation.graphs.structure

    @cached_property
    def _kernels(self) -> dict[str, Kernel]:
        """Functions of the full model at rest; friction does not act there."""
        full = replace(self.evaluation.graphs.equations.full, friction=None)
        graphs = {"residual": full.residual(), "jacobians": full.jacobians(), "closing": full.closing()}
        return {name: Kernel(graph, "vm") for name, graph in graphs.items()}

    def equilibria(self, stack: Stack, undeformed: Array) -> Array:
        """(N, n) coordinates of the equilibria near undeformed ones (N, n); the motors stay where they are there."""
        found = self._each(stack, undeformed, lambda z: {"z": self._equilibrium(z).z})
        return np.array([one["z"] if one else np.full(undeformed.shape[1], np.nan) for one in found])

    def matrices(self, stack: Stack, undeformed: Array) -> LinearMatrices:
        """Mass and stiffness over the independent coordinates without the actuators, and V, at all equilibria."""
        found = self._each(stack, undeformed, self._linearised)
        M_cc, K_cc, V = (stack.unstack(_stacked(found, name)) for name in ("M", "K", "V"))
        return LinearMatrices(M_cc, K_cc, V, self.evaluation.labels["z"], self.evaluation.labels["qd"][self._n_a :])

    def modes(self, stack: Stack, undeformed: Array, count: int | None) -> VibrationModes:
        """Natural frequencies and shapes about all equilibria."""
        wanted = None if count is None else whole("count", count, 1, expected="a number of modes")
        found = self._each(stack, undeformed, lambda z: self._modes(self._linearised(z), wanted))
        parts = {name: stack.unstack(_stacked(found, name)) for name in ("frequencies", "shapes", "bodies", "platform")}
        return VibrationModes(**parts, names=self.evaluation.labels["z"], body_names=tuple(self._elastic_parts))

    @property
    def _n_a(self) -> int:
        return len(self._structure.mechanism.actuated)

    def _each(self, stack: Stack, undeformed: Array, solve: Callable[[Array], dict[str, Array]]) -> list[dict[str, Array]]:
        """Solve at every row; a row without a result is empty, and is reported."""
        found: list[dict[str, Array]] = []
        failed, reason = [], None
        for row, z in enumerate(np.atleast_2d(undeformed)):
            try:
                found.append(solve(z) if np.isfinite(z).all() else {})
            except ParadosError as error:
                found.append({})
                failed.append(row)
                reason = reason or error
        if reason is not None:
            report_failed(stack, np.array(failed), reason)
        return found

    def _equilibrium(self, z: Array) -> Equilibrium:
        return static_equilibrium(self._kernels, self._structure.mechanism.actuated, z)

    def _linearised(self, z: Array) -> dict[str, Array]:
        """Return M_cc and K_cc with V at the equilibrium near z, and its coordinates."""
        at = self._equilibrium(z)
        kernel, _ = self.evaluation.ready("elastic_kinematics")
        V = kernel(1, {"z": at.z, "zd": np.zeros_like(at.z)})["J"][0][:, self._n_a :]
        K = V.T @ at.stiffness @ V
        return {"M": V.T @ at.mass @ V, "K": (K + K.T) / 2, "V": V, "z": at.z}

    def _modes(self, linear: dict[str, Array], count: int | None) -> dict[str, Array]:
        M, K = linear["M"], linear["K"]
        if not len(M):
            raise InputError("nothing can move when the actuators are locked")
        L = np.linalg.cholesky(M)
        lowest = float(np.linalg.eigvalsh(np.linalg.solve(L, np.linalg.solve(L, K).T))[0])
        if lowest < LOOSE * float(np.max(np.abs(np.diag(K) / np.diag(M)))):
            raise InputError(
                "the equilibrium is not stable: with locked motors, the robot can move without gaining potential energy"
            )
        frequencies, vectors = solve_modes(M, K, count)
        shapes = (linear["V"] @ vectors).T
        parts = self._elastic_parts.values()
        energies = np.stack([np.einsum("ki,ij,kj->k", shapes[:, own], k, shapes[:, own]) for own, k in parts], -1)
        shares = energies / np.maximum(energies.sum(axis=-1, keepdims=True), 1e-300)
        return {"frequencies": frequencies, "shapes": shapes, "bodies": shares, "platform": self._platform(shapes, linear["z"])}

    @cached_property
    def _elastic_parts(self) -> dict[str, tuple[list[int], Array]]:
        """Return the coordinates and the stiffness of each element and each joint with a stiffness, by name."""
        parts = {one.name: (list(one.joints), np.asarray(one.integrals.Kee, dtype=float)) for one in self._structure.elements}
        joints = enumerate(self._structure.mechanism.joints)
        return parts | {joint.name: ([k], np.array([[joint.stiffness]])) for k, joint in joints if joint.stiffness}

    def _platform(self, shapes: Array, z: Array) -> Array:
        """(k, 6) displacement and rotation of the platform in base axes."""
        own = list(self._structure.platform)
        moved = shapes[:, own]
        if len(own) == 3:
            return np.insert(moved, [2, 2, 2], 0.0, axis=-1)
        return np.hstack([moved[:, :3], moved[:, 3:] @ rate_matrix("XYZ", z[own[3:]]).T])


def _stacked(found: list[dict[str, Array]], name: str) -> Array:
    """(N, ...) one result of all rows; NaN for rows that have none."""
    like = next((one[name] for one in found if one), np.zeros(0))
    return np.array([one[name] if one else np.full_like(like, np.nan) for one in found])
