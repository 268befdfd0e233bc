"""Graphs of the closures of a numeric geometry, as functions of (x, live parameters, unknowns), for Newton's method in C.

Their equal nodes are not merged, since they may be equal at closed configurations only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca

from parados.geometry.inverse import InverseGeometry
from parados.geometry.placements import Placements
from parados.kinematics.first_order import determining_rows
from parados.kinematics.structured_solve import Factorised, Pivots
from parados.model.graphs import Graphs
from parados.spatial.vectors import SX

__all__ = ["ClosureFunctions", "Store", "closure_inputs"]

Store = Callable[[str, Callable[[], ca.Function]], ca.Function]
"""Function from the name of a graph and its builder to the graph: from a cache, or built."""


@dataclass(frozen=True)
class ClosureFunctions:
    """The functions with which Newton's method closes the loops.

    step : Newton's step of the unknowns, and the residual of all closures
    check : residual of all closures, and the cosines that tell frames that are turned over
    sides : sides of the joints with two positions (n_choices,); None if there are none
    """

    step: ca.Function
    check: ca.Function
    sides: ca.Function | None

    @classmethod
    def of(cls, graphs: Graphs, store: Store = lambda _, build: build()) -> ClosureFunctions:
        """Build the functions of a robot, or take them from a store."""
        geometry = graphs.survey.geometry
        placements = graphs.survey.placements or Placements(geometry)
        sides = store("closure_sides", lambda: placements.sides_function) if geometry.choices else None
        return cls(
            store("closure_step", lambda: _closure_step(graphs)), store("closure_check", lambda: _closure_check(graphs)), sides
        )


def closure_inputs(geometry: InverseGeometry) -> dict[str, SX]:
    """Return the inputs of the functions that close the loops, by name."""
    inputs = {"x": geometry.x, "parameters": geometry.live, "unknowns": geometry.unknowns}
    return {name: symbol for name, symbol in inputs.items() if symbol.numel()}


def _closure_check(graphs: Graphs) -> ca.Function:
    """Build the function to the residual of all closures and their alignment cosines."""
    geometry = graphs.survey.geometry
    outputs = ca.cse([ca.densify(geometry.residual()), ca.densify(geometry.alignment())])
    inputs = closure_inputs(geometry)
    return ca.Function("closure_check", list(inputs.values()), outputs, list(inputs), ["residual", "alignment"])


def factorised_closures(graphs: Graphs) -> tuple[Factorised, list[int], SX]:
    """Factorise the derivatives of the determining closure rows by the unknowns; also return their indices and all rows."""
    geometry = graphs.survey.geometry
    rows = geometry.residual()
    J = ca.jacobian(rows, geometry.unknowns)
    chosen = determining_rows(graphs.survey.samples.values(geometry, J), graphs.mechanism)
    return Factorised(J[chosen, :], "closures", Pivots()), chosen, rows


def _closure_step(graphs: Graphs) -> ca.Function:
    """Build the function to Newton's step of the unknowns and the residual of all closures."""
    inputs = closure_inputs(graphs.survey.geometry)
    system, chosen, rows = factorised_closures(graphs)
    outputs = ca.cse([ca.densify(system.solve(-rows[chosen])), ca.densify(rows)])
    return ca.Function("closure_step", list(inputs.values()), outputs, list(inputs), ["step", "residual"])
