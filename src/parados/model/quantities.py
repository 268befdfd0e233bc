"""Table of all quantities of a robot, and the function that builds their graphs.

Quantities that allow it are built with the parameters of the file and with regrouped ones; the shortest graph is kept, if both
have the same values at configurations in every working mode.

To add a quantity, write a builder with the decorator `quantity` in the file of its subject, and a method of `Model` that
evaluates it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import casadi as ca

from parados.arguments import shown
from parados.errors import UnknownNameError
from parados.graph.clamped_roots import with_clamped_roots
from parados.graph.finished_graph import FinishedGraph
from parados.kinematics.structured_solve import Pivots
from parados.model.dynamic_quantities import DYNAMICS
from parados.model.elastic_quantities import ELASTIC
from parados.model.forward_quantities import FORWARD
from parados.model.geometry_quantities import GEOMETRY
from parados.model.graph_finishing import finish, have_equal_values
from parados.model.graphs import Graphs
from parados.model.kinematic_quantities import KINEMATICS
from parados.model.load_quantities import LOADS
from parados.model.platform_quantities import PLATFORM_QUANTITIES
from parados.model.quantity import Options, Quantity
from parados.model.regrouped_parameters import regrouped_mechanisms
from parados.model.surveyed_robot import SurveyedRobot
from parados.spatial.vectors import SX

__all__ = ["QUANTITIES", "build_quantity", "known_quantity", "regrouped_graphs"]

QUANTITIES: dict[str, Quantity] = {**GEOMETRY, **KINEMATICS, **FORWARD, **PLATFORM_QUANTITIES, **DYNAMICS, **LOADS, **ELASTIC}

WORTH = 0.995
"""Regrouped parameters are taken if they need less than this part of the operations."""


def known_quantity(place: str, name: str, *, hidden: bool = False) -> str:
    """Check that a quantity of this name exists; `hidden` also accepts quantities that are not public."""
    public = [key for key, entry in QUANTITIES.items() if entry.public]
    if not isinstance(name, str) or name not in (QUANTITIES if hidden else public):
        raise UnknownNameError(f"{place}: {shown(name)} is not a quantity; use one of {', '.join(public)}")
    return name


def build_quantity(graphs: Graphs, name: str, options: Options) -> FinishedGraph:
    """Build the finished graph of a quantity."""
    entry = QUANTITIES[name]
    graphs, outputs, pivots = _fewest_operations(graphs, entry, options)
    if options.derivative:
        for _ in range(options.order):
            outputs = {key: graphs.derivative(value, options.derivative) for key, value in outputs.items()}
        outputs = {f"d_{key}": value for key, value in outputs.items()}
    finished = finish(graphs, name + options.suffix(), outputs, pivots, not entry.rare, graphs.always_used(options))
    return replace(finished, function=with_clamped_roots(finished.function)) if options.clamped else finished


class _Built(NamedTuple):
    """Outputs of a quantity, the graphs that they were built from, and their pivots."""

    graphs: Graphs
    outputs: dict[str, SX]
    pivots: Pivots


def _fewest_operations(graphs: Graphs, entry: Quantity, options: Options) -> _Built:
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
    if shortest is None or lengths[shortest] >= limit:
        return own
    other = others[shortest]
    return other if have_equal_values(graphs, own.outputs, own.pivots, other.graphs, other.outputs) else own


def _built(graphs: Graphs, entry: Quantity, options: Options) -> _Built:
    pivots = Pivots()
    if entry.solves:
        pivots.extend(graphs.kinematics.pivots)
    return _Built(graphs, entry.build(graphs, options, pivots), pivots)


def _length(built: _Built) -> int:
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
