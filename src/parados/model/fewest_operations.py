"""Choose the parameters with which a quantity needs the fewest operations: those of the file, or regrouped ones."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import casadi as ca

from parados.kinematics.structured_solve import Pivots
from parados.model.graphs import Graphs
from parados.model.options import Options
from parados.model.quantity import Quantity
from parados.model.regrouped_parameters import regrouped_mechanisms
from parados.model.surveyed_robot import SurveyedRobot
from parados.spatial.vectors import SX

__all__ = ["Built", "fewest_operations"]

WORTH = 0.995
"""Regrouped parameters are taken if they need less than this part of the operations."""


class Built(NamedTuple):
    """Outputs of a quantity, the graphs that they were built from, and their pivots."""

    graphs: Graphs
    outputs: dict[str, SX]
    pivots: Pivots


def fewest_operations(graphs: Graphs, entry: Quantity, options: Options) -> Built:
    """Build a quantity with the parameters of the file and, if it allows it, with regrouped ones; return the shortest.

    The particular solution (8.148) depends on the efforts of the legs alone, and live parameters stay inputs; both keep the
    parameters of the file.
    """
    own = _built(graphs, entry, options)
    if not entry.regrouped or options.book or graphs.mechanism.family.symbol.numel():
        return own
    others = [_built(other, entry, options) for other in regrouped_graphs(graphs)]
    limit = WORTH * _length(own)
    lengths = [_length(other) for other in others]
    shortest = min(range(len(others)), key=lengths.__getitem__, default=None)
    return others[shortest] if shortest is not None and lengths[shortest] < limit else own


def _built(graphs: Graphs, entry: Quantity, options: Options) -> Built:
    pivots = Pivots()
    if entry.solves:
        pivots.extend(graphs.kinematics.pivots)
    return Built(graphs, entry.build(graphs, options, pivots), pivots)


def _length(built: Built) -> int:
    """Count the instructions of a quantity after its common expressions are shared."""
    outputs = ca.cse(list(built.outputs.values()))
    symbols = ca.symvar(ca.vertcat(*[ca.vec(output) for output in outputs]))
    return int(ca.Function("length", [ca.vertcat(*symbols)] if symbols else [], outputs).n_instructions())


def regrouped_graphs(graphs: Graphs) -> list[Graphs]:
    """Return the graphs of the same robot with regrouped parameters; they are made at the first call."""
    kept = vars(graphs).get("_regrouped")
    if kept is None:
        survey = graphs.survey
        kept = [
            Graphs(SurveyedRobot(graphs.robot.spec, replace(survey, geometry=replace(survey.geometry, mechanism=mechanism))))
            for mechanism in regrouped_mechanisms(graphs)
        ]
        vars(graphs)["_regrouped"] = kept
    return kept
