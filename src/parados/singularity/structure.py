"""What does not change over a robot's workspace: its legs, their usual ranks, and the scales that take units away."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, positive
from parados.model.graphs import Options
from parados.model.length import characteristic_length
from parados.model.model import COMPILED, Model
from parados.singularity.leg_blocks import LegBlock, leg_blocks, scales
from parados.singularity.leg_wrenches import Ranks, ResistedWrenches, leg_ranks, resisted

__all__ = ["CLAMPED", "FAR", "Structure", "structure_of"]

Array = NDArray[np.float64]

CLAMPED = Options(clamped=True)

REACHED = 1e-9
"""Part of its usual size by which a discriminant may be below zero for a pose to count as on the border of the reach."""

FAR = np.inf
"""The distance from a singularity that a robot does not have."""


@dataclass(frozen=True)
class Structure:
    """What does not change over the workspace: legs, their usual ranks, scales."""

    model: Model
    length: float
    blocks: tuple[LegBlock, ...]
    ranks: tuple[Ranks, ...]
    lost: int  #: motions of the platform that the constraints forbid, 6 less its degrees of freedom
    usual_reach: Array

    @staticmethod
    def of(model: Model, length: float) -> Structure:
        """Ranks are those at the survey's samples."""
        blocks = tuple(leg_blocks(model.mechanism))
        graph = model.evaluator.finished("closure_rows", CLAMPED)[0]
        samples = model.survey.samples.inputs
        n_x, n_signs = model.mechanism.n_x, model.survey.geometry.signs.numel()
        inputs = {"x": samples[:, :n_x], "mode": samples[:, n_x : n_x + n_signs], "unknowns": samples[:, n_x + n_signs :]}
        out = graph(len(samples), inputs)
        rows, columns = scales(model.mechanism, length)
        J = out["rows"] * rows[:, None] * columns
        parts = [block.split(J) for block in blocks]
        ranks = tuple(leg_ranks(*part) for part in parts)
        legs = [resisted(*part, rank) for part, rank in zip(parts, ranks, strict=True)]
        lost = int(max(np.linalg.matrix_rank(C, tol=1e-6) for C in _stacked(legs))) if any(r.constraint for r in ranks) else 0
        return Structure(model, length, blocks, ranks, lost, np.median(np.abs(out["reach"][:, :, 0]), axis=0) + 1e-300)

    @cached_property
    def outputs(self) -> Array | None:
        """(n, 6) the coordinates of P, where they are what a robot with dependent coordinates is to move; None otherwise."""
        platform = self.model.mechanism.platform
        points = all(k < 3 for k in platform.coordinates) and not self.model.mechanism.redundant
        return np.eye(6)[list(platform.coordinates)] if points and platform.dependent else None

    def works(self, leg: ResistedWrenches) -> Array:
        """(N,) distance of a leg from Type 1."""
        own = leg.work.min(axis=1) if leg.work.shape[1] else np.full(len(leg.passive), FAR)
        return own if self.outputs is None else np.minimum(own, leg.output(self.outputs)[0])

    @cached_property
    def n_actuation(self) -> int:
        return sum(rank.actuation for rank in self.ranks)

    def rows(self, x: Array, mode: ArrayLike | None) -> tuple[Array, NDArray[np.bool_]]:
        """(N, m, n_t + 6) closure Jacobians without units, and whether each pose is reached."""
        out = self.model.evaluator.quietly("closure_rows", x, mode, CLAMPED)
        rows, columns = scales(self.model.mechanism, self.length)
        J = out["rows"] * rows[:, None] * columns
        reached = np.isfinite(J).all(axis=(1, 2)) & (self._margin(out["reach"]) >= -REACHED)
        return np.where(reached[:, None, None], J, 0.0), reached

    def margin(self, x: Array, mode: ArrayLike | None) -> Array:
        """(N,) smallest discriminant of the inverse geometry over its usual size: below zero a leg does not reach."""
        out = self.model.evaluator.quietly("closure_rows", x, mode, CLAMPED)
        return np.where(np.isfinite(out["rows"]).all(axis=(1, 2)), self._margin(out["reach"]), -1.0)

    def _margin(self, reach: Array) -> Array:
        return np.asarray((reach[:, :, 0] / self.usual_reach).min(axis=1))

    def legs(self, J: Array) -> list[ResistedWrenches]:
        return [resisted(*block.split(J), rank) for block, rank in zip(self.blocks, self.ranks, strict=True)]

    def platform_point(self, x: Array, mode: ArrayLike | None) -> Array:
        """(3,) where P is at a pose (n_x,) [m]."""
        return self.model.evaluator.quietly("pose", x[None], mode, CLAMPED)["frame"][0][:3, 3]

    def constraints(self, legs: list[ResistedWrenches]) -> Array:
        """(N, c, 6) constraint wrenches of all legs, at least one row."""
        return _stacked(legs)

    def platform(self, legs: list[ResistedWrenches]) -> tuple[Array, Array, Array]:
        """A_r (N, n_w, n), the motions Psi (N, 6, n) that the constraints leave, and the distance of the constraints."""
        count = len(legs[0].passive)
        A = np.concatenate([leg.actuation for leg in legs], axis=1)
        if self.lost == 0:
            Psi = np.broadcast_to(np.eye(6), (count, 6, 6))
            return A, Psi, np.full(count, FAR)
        _, sizes, rows = np.linalg.svd(_stacked(legs), full_matrices=True)
        Psi = rows[:, self.lost :].transpose(0, 2, 1)
        return A @ Psi, Psi, sizes[:, self.lost - 1]


def _stacked(legs: list[ResistedWrenches]) -> Array:
    """(N, c, 6) constraint wrenches of all legs, at least one row."""
    C = np.concatenate([leg.constraint for leg in legs], axis=1)
    return C if C.shape[1] else np.zeros((len(C), 1, 6))


_structures: WeakKeyDictionary[Model, dict[float, Structure]] = WeakKeyDictionary()


def structure_of(model: Model, length: float | None = None) -> Structure:
    """The structure of a model, kept; `length` is the characteristic length [m], by default `characteristic_length`."""
    known = _structures.setdefault(instance("model", model, Model, COMPILED), {})
    size = characteristic_length(model.evaluator) if length is None else positive("length", length, "m")
    if size not in known:
        known[size] = Structure.of(model, size)
    return known[size]
