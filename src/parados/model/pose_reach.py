"""The graph that tells whether every leg reaches a pose: the roots of the discriminants of the inverse geometry.

A root is not a number where its discriminant is negative, so that compiled functions reject the pose as they reject other results
that are not finite.
"""

from __future__ import annotations

import casadi as ca

from parados.geometry.inverse import InverseGeometry
from parados.spatial.vectors import SX

__all__ = ["discriminant_graph", "root_graph"]


def _inputs(geometry: InverseGeometry) -> dict[str, SX]:
    inputs = {"x": geometry.x, "parameters": geometry.live, "mode": geometry.signs}
    return {key: symbol for key, symbol in inputs.items() if key != "parameters" or symbol.numel()}


def discriminant_graph(geometry: InverseGeometry) -> ca.Function:
    """Build the graph from (x, live parameters, signs of the mode) to the discriminants, negative out of reach."""
    used = _inputs(geometry)
    return ca.Function("reach", list(used.values()), [ca.densify(geometry.discriminants())], list(used), ["reach"])


def root_graph(geometry: InverseGeometry) -> ca.Function:
    """Build the graph from the same inputs to the roots of the discriminants; its last output holds no pivots."""
    used = _inputs(geometry)
    outputs = [*ca.cse([ca.densify(ca.sqrt(geometry.discriminants()))]), SX(0, 1)]
    return ca.Function("reach_roots", list(used.values()), outputs, list(used), ["roots", "pivots"])
