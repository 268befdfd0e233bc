"""Quantities of flexible robots: mass, stiffness and shapes about the undeformed robot."""

from __future__ import annotations

from parados.kinematics.structured_solve import Pivots
from parados.model.graphs import Graphs
from parados.model.quantity import Options, Quantity, entering, matrix
from parados.spatial.vectors import SX

__all__ = ["ELASTIC"]

ELASTIC: dict[str, Quantity] = {}
quantity = entering(ELASTIC)


@quantity({"mass": matrix, "stiffness": matrix}, solves=False, public=False)
def elastic_matrices(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Mass and stiffness matrices over the independent coordinates about the undeformed robot, (11.33)-(11.34)."""
    elastic = graphs.elastic
    outputs = {"mass": elastic.mass_matrix, "stiffness": elastic.stiffness}
    pivots.extend(elastic.pivots)
    return outputs


@quantity({"shapes": matrix}, solves=False, public=False)
def elastic_shapes(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Matrix V that maps the independent coordinates to all coordinates of the tree."""
    return {"shapes": graphs.elastic.V}
