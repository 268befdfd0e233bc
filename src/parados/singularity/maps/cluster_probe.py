"""Evaluate a model at the many poses of a map on a cluster: each worker computes some of the distances from singularities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import instance
from parados.cluster.dask_cluster import Cluster
from parados.cluster.running_blocks import in_order
from parados.geometry.working_modes import Mode
from parados.model.model import Model
from parados.singularity.leg_scales import Structure, structure_of
from parados.singularity.maps.map_fields import PoseFields, classified, joined
from parados.singularity.maps.probe import Probe
from parados.singularity.singularity_kinds import KINDS
from parados.storage.travel import WithoutDerived

__all__ = ["ClusterProbe", "probe_maker"]

Array = NDArray[np.float64]

SHARE = 2048
"""Number of poses that a worker evaluates at a time, a multiple of the lanes of compiled code; fewer are evaluated here."""


class ProbeTask(WithoutDerived):
    """What travels to the workers: a model, as its description, and the scales of its legs."""

    def __init__(self, model: Model, structure: Structure, limits: bool) -> None:
        self._model, self._structure, self._limits = model, structure, limits

    @cached_property
    def _own(self) -> Model:
        return self._model.with_threads(1)

    def __call__(self, block: tuple[str, Mode, Array]) -> Any:
        """Evaluate a method of `Probe` at some poses."""
        method, mode, x = block
        return getattr(Probe(self._own, mode, self._structure, self._limits), method)(x)


@dataclass(frozen=True)
class ClusterProbe(Probe):
    """A probe whose distances run on a cluster; the other quantities take less time than the way to a worker and back."""

    cluster: Cluster | None = None
    task: ProbeTask | None = None

    def _shared(self, method: str, x: Array, done: Callable[[Any], object] = lambda _: None) -> list[Any]:
        """Return the results of a method of `Probe` at the poses, chunk by chunk."""
        assert self.cluster is not None and self.task is not None
        blocks = ((method, self.mode, np.ascontiguousarray(x[k : k + SHARE])) for k in range(0, len(x), SHARE))
        return in_order(self.cluster, self.task, blocks, done)

    def distances(self, x: Array) -> dict[str, Array]:
        if len(x) <= SHARE:
            return super().distances(x)
        parts = self._shared("distances", x)
        return {kind: np.concatenate([part[kind] for part in parts]) for kind in KINDS}

    def all_fields(self, x: Array, done: Callable[[int], object]) -> PoseFields:
        return classified(joined(self._shared("fields", x, lambda part: done(len(part.reach)))))


def probe_maker(model: Model, length: float | None, limits: bool, cluster: Any) -> Callable[[Mode], Probe]:
    """Return the function that makes the probe of a working mode; with a cluster, its distances are computed there."""
    if cluster is None:
        return lambda mode: Probe.of(model, mode, length, limits)
    own = instance("cluster", cluster, Cluster, "a cluster (parados.cluster.Cluster)")
    structure = structure_of(model, length)
    task = ProbeTask(model, structure, limits)
    return lambda mode: ClusterProbe(model, mode, structure, limits, own, task)
