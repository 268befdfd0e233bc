"""Graphs of the full model of a flexible robot in its independent coordinates, finished and kept in the cache."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.flexible.closed_equations import ClosedEquations
from parados.flexible.closed_states import closed_states
from parados.flexible.flexible_structure import FlexibleStructure
from parados.flexible.independent_closures import independent_closures
from parados.flexible.losses import JointFriction
from parados.flexible.nonlinear import NonlinearModel
from parados.flexible.undeformed import undeformed_coordinates
from parados.geometry.inverse import ENOUGH
from parados.graph.finished_graph import FinishedGraph
from parados.graph.stored_graphs import stored_graph
from parados.kinematics.structured_solve import Pivots
from parados.model.evaluation import Evaluator
from parados.model.graph_finishing import finished_graph
from parados.model.quantity import Options
from parados.model.source_hash import SOURCE_HASH
from parados.spatial.vectors import SX

__all__ = ["ElasticGraphs"]

Array = NDArray[np.float64]

OUTPUTS = {
    "elastic_model": ("M", "c"),
    "elastic_kinematics": ("J", "b"),
    "elastic_tree": ("M_tot", "c_tot"),
}
"""Name of each graph -> the matrices that it returns, as functions of z and zd."""

MERGED = "elastic_model"
"""The graph whose equal nodes are merged; the others are evaluated at a few states only."""


@dataclass(frozen=True, eq=False)
class ElasticGraphs:
    """Graphs of one flexible robot.

    Attributes
    ----------
    evaluator : the rigid models of the robot, without live parameters
    structure : tree of the flexible robot with its motors
    rest : (n,) undeformed configuration with closed loops, in which the springs of passive joints have no force
    friction : friction of the joints, or None
    """

    evaluator: Evaluator
    structure: FlexibleStructure
    rest: Array
    friction: JointFriction | None

    @cached_property
    def equations(self) -> ClosedEquations:
        """Equations of motion in the independent coordinates."""
        rows = independent_closures(self.structure, self.rest)
        return ClosedEquations(NonlinearModel(self.structure, rows, None, self.friction, self.rest), self.rest)

    @cached_property
    def states(self) -> Array:
        """(k, 2 n) sampled closed states [z, zd] in all working modes."""
        joints = self.evaluator.at_samples("joints", Options())["joints"]
        absent = self.evaluator.robot.mechanism.platform.is_absent
        frames = None if absent else self.evaluator.at_samples("pose", Options())["frame"]
        return closed_states(self.equations, undeformed_coordinates(self.structure, joints, frames))

    def graph(self, name: str) -> FinishedGraph:
        """Return a finished graph of `OUTPUTS`, from the cache if it is there."""
        parts = [*self.evaluator._description, name, repr(self.rest.tolist()), repr(self.friction), SOURCE_HASH]
        return stored_graph(parts, lambda: self._built(name))

    def _built(self, name: str) -> FinishedGraph:
        equations = self.equations
        outputs: dict[str, SX] = {key: getattr(equations, key) for key in OUTPUTS[name]}
        pivots = Pivots() if name == "elastic_tree" else equations.pivots
        merging = name == MERGED and len(self.states) >= ENOUGH
        inputs = dict(zip(("z", "zd"), equations.full.symbols[:2], strict=True))
        return finished_graph(name, inputs, outputs, pivots, self.states, merging)
