"""Evaluate a model at the many poses of a map, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from parados.geometry.working_modes import Mode
from parados.model.joint_limits import limit_margin, limited_joints
from parados.model.model import Model
from parados.singularity.determinants import determinants, twist_jacobians
from parados.singularity.leg_scales import Structure, structure_of
from parados.singularity.maps.map_fields import PoseFields, classified, joined
from parados.singularity.measures import distances
from parados.singularity.singularity_kinds import BY_LEG, KINDS

__all__ = ["Probe"]

Array = NDArray[np.float64]
Result = TypeVar("Result")

CHUNK = 4000
"""Number of poses that a thread evaluates at a time."""

SHARE = 200
"""Smallest number of poses for which a thread is worth its start."""

EDGE = 1e-12
"""Round-off of a discriminant at the border of the reach, as a fraction of its usual size."""


@dataclass(frozen=True)
class Probe:
    """Evaluation of a model at poses (N, n_x) in one working mode; joint limits are checked if `limits` is True."""

    model: Model
    mode: Mode
    structure: Structure
    limits: bool = True

    @staticmethod
    def of(model: Model, mode: Mode, length: float | None, limits: bool = True) -> Probe:
        return Probe(model, mode, structure_of(model, length), limits)

    @property
    def signed(self) -> bool:
        """True if the robot has as many actuators as degrees of freedom, so that J_inv has a determinant."""
        return len(self.model.mechanism.actuated) == self.model.mechanism.n_dof

    def reach(self, x: Array) -> Array:
        """Return (N,) the smallest discriminant divided by its usual size, negative out of reach.

        If the inverse geometry is numeric, the values are +1 within reach and -1 out of reach.
        """
        if not len(x):
            return np.zeros(0)
        out = self.model.quietly("leg_screws", x, mode=self.mode, clamped=True)
        finite = np.isfinite(out["screws"]).all(axis=(1, 2))
        if not self.model.survey.geometry.discriminant:
            return np.where(finite, 1.0, -1.0)
        with np.errstate(invalid="ignore"):
            smallest = (out["reach"] / np.maximum(self.structure.usual_reach, 1e-300)).min(axis=1) + EDGE
        return np.where(finite & np.isfinite(smallest), smallest, -1.0)

    def determinant(self, x: Array) -> Array:
        """Return (N,) the determinant of the unit rows of J_inv."""
        return determinants(self.model, x, self.mode, self.structure.length) if len(x) else np.zeros(0)

    def fastest(self, x: Array) -> Array:
        """Return (N,) the largest entry of the dimensionless inverse Jacobian."""
        with np.errstate(all="ignore"):
            return np.abs(twist_jacobians(self.model, x, self.mode, self.structure.length)).max(axis=(1, 2))

    def distances(self, x: Array) -> dict[str, Array]:
        """Return for each kind (N,) the distance from it, the smallest over the legs."""
        if not len(x):
            return {kind: np.zeros(0) for kind in KINDS}
        share = max(-(-len(x) // self.model.threads), SHARE)
        chunks = [x[k : k + share] for k in range(0, len(x), share)]
        parts = [self._distances(x)] if len(chunks) == 1 else list(self._on_all_cores(self._distances, chunks))
        return {kind: np.concatenate([part[kind] for part in parts]) for kind in KINDS}

    def _distances(self, x: Array) -> dict[str, Array]:
        found = distances(self.model, x, mode=self.mode, length=self.structure.length)
        return {kind: getattr(found, kind).min(axis=1) if kind in BY_LEG else getattr(found, kind) for kind in KINDS}

    def margin(self, x: Array) -> Array:
        """Return (N,) the margin to the joint limits, infinite if there are none or they are ignored."""
        if not self.limits or not limited_joints(self.model.mechanism):
            return np.full(len(x), np.inf)
        return limit_margin(self.model.mechanism, self.model.quietly("joints", x, mode=self.mode)["joints"])

    def fields(self, x: Array) -> PoseFields:
        """Return all fields at one chunk of poses, except the nearest kind and its distance."""
        reach = self.reach(x)
        reached = reach >= 0
        inside, count = np.ascontiguousarray(x[reached]), len(x)
        unknown, none = np.full(count, np.nan), np.full(count, -1, dtype=np.int8)
        values = {kind: unknown.copy() for kind in KINDS}
        legs = {kind: none.copy() for kind in BY_LEG}
        signed, condition, limits = unknown.copy(), unknown.copy(), unknown.copy()
        if len(inside):
            found = distances(self.model, inside, mode=self.mode, length=self.structure.length)
            for kind in KINDS:
                table = getattr(found, kind)
                values[kind][reached] = table.min(axis=1) if kind in BY_LEG else table
                if kind in BY_LEG:
                    legs[kind][reached] = np.where(np.isfinite(table).any(axis=1), table.argmin(axis=1), -1)
            signed[reached], condition[reached] = self.determinant(inside), found.condition
            limits[reached] = self.margin(inside)
        # `classified` finds the nearest kind and its distance when all poses are known
        return PoseFields(reach, reached, values, legs, none, unknown, signed, condition, limits)

    def all_fields(self, x: Array, done: Callable[[int], object]) -> PoseFields:
        """Return all fields at many poses, on all cores; `done` is called with the number of poses of each finished chunk."""
        self.fields(self.model.survey.home[None])  # builds the kernels once, before the threads need them
        chunks, parts = [np.ascontiguousarray(x[k : k + CHUNK]) for k in range(0, len(x), CHUNK)], []
        for part in self._on_all_cores(self.fields, chunks):
            done(len(part.reach))
            parts.append(part)
        return classified(joined(parts))

    def _on_all_cores(self, evaluate: Callable[[Array], Result], chunks: list[Array]) -> Iterator[Result]:
        pool = ThreadPoolExecutor(self.model.threads)
        try:
            yield from pool.map(evaluate, chunks)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
