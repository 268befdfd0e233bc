"""Evaluate the graphs of the robot with all loops cut."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.dynamics.cut_robot import moving_coordinates, turns_freely
from parados.graph.kernel import Kernel
from parados.model.cut_graphs import cut_graph

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["CutModel", "CutPose"]

Array = NDArray[np.float64]


class CutPose(NamedTuple):
    """Coordinates z (n_z,) of the cut robot, and the reference (9,) of the platform's turn."""

    z: Array
    reference: Array


class CutModel:
    """The graphs `cut_closing`, `cut_motion` and `cut_report` of a model, compiled, with the live parameters of the model."""

    def __init__(self, model: Model) -> None:
        model.check_one_robot()
        self.model = model
        self.mechanism = model.mechanism
        self.n_t = len(self.mechanism.joints)
        self.moving = moving_coordinates(self.mechanism.platform)
        self.n_z = self.n_t + len(self.moving)
        self.turns_freely = turns_freely(self.mechanism.platform)
        self._live = model._evaluator.live_argument

    def kernel(self, name: str) -> Kernel:
        """Return the kernel of a graph, which is built at its first use."""
        evaluator = self.model._evaluator
        if name not in evaluator.tree_kernels:
            graphs = evaluator.graphs
            graph = evaluator._stored(name, lambda: cut_graph(graphs.mechanism, graphs.survey.home_joints, name))
            evaluator.tree_kernels[name] = Kernel(graph, evaluator.backend)
        return evaluator.tree_kernels[name]

    @cached_property
    def _closing(self) -> Kernel:
        return self.kernel("cut_closing")

    @cached_property
    def _motion(self) -> Kernel:
        return self.kernel("cut_motion")

    def closing(self, at: CutPose) -> tuple[Array, Array]:
        """Return the closures g (m,) and their derivatives G (m, n_z)."""
        out = self._closing.one({"z": at.z, "reference": at.reference, **self._live})
        return out["g"][0, :, 0], out["G"][0]

    def motion(self, at: CutPose, zd: Array, direction: Array, wrench: Array) -> dict[str, Array]:
        """Return M, h, viscous, dry, G, gamma, damped and pushed of one state, see `cut_graphs`."""
        given = {"z": at.z, "zd": zd, "reference": at.reference, "direction": direction, "wrench": wrench, **self._live}
        out = self._motion.one(given)
        return {key: value[0] if key in ("M", "G") else value[0, :, 0] for key, value in out.items()}

    def report(self, z: Array, zd: Array, reference: Array, zdd: Array | None = None) -> dict[str, Array]:
        """Return frame, twist, by_rates, acceleration and energies at states (N, n_z); the first axis is the state."""
        given = {"z": z, "zd": zd, "zdd": np.zeros_like(z) if zdd is None else zdd, "reference": reference, **self._live}
        out = self.kernel("cut_report")(len(z), given)
        return {key: value if key in ("frame", "by_rates") else value[:, :, 0] for key, value in out.items()}

    def renewed(self, at: CutPose, zd: Array) -> tuple[CutPose, Array]:
        """Return the same pose and rates with the platform's present turn as reference."""
        if not self.turns_freely:
            return at, zd
        now = self.report(at.z[None], zd[None], at.reference)
        z, rates = at.z.copy(), zd.copy()
        z[-3:], rates[-3:] = 0.0, now["twist"][0, 3:]
        return CutPose(z, np.ascontiguousarray(now["frame"][0, :3, :3]).ravel()), rates
