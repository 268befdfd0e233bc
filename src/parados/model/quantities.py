"""Table of all quantities of a robot, and the function that builds their graphs.

To add a quantity, write a builder with the decorator `quantity` in the file of its subject, and a method of `Model` that
evaluates it.
"""

from __future__ import annotations

from dataclasses import replace

from parados.arguments import shown
from parados.errors import UnknownNameError
from parados.graph.clamped_roots import with_clamped_roots
from parados.graph.finished_graph import FinishedGraph
from parados.model.dynamic_quantities import DYNAMICS
from parados.model.elastic_quantities import ELASTIC
from parados.model.fewest_operations import fewest_operations
from parados.model.forward_quantities import FORWARD
from parados.model.geometry_quantities import GEOMETRY
from parados.model.graph_finishing import finish
from parados.model.graphs import Graphs
from parados.model.kinematic_quantities import KINEMATICS
from parados.model.load_quantities import LOADS
from parados.model.options import Options
from parados.model.platform_quantities import PLATFORM_QUANTITIES
from parados.model.quantity import Quantity

__all__ = ["QUANTITIES", "build_quantity", "known_quantity"]

QUANTITIES: dict[str, Quantity] = {**GEOMETRY, **KINEMATICS, **FORWARD, **PLATFORM_QUANTITIES, **DYNAMICS, **LOADS, **ELASTIC}


def known_quantity(place: str, name: str, *, hidden: bool = False) -> str:
    """Check that a quantity of this name exists; `hidden` also accepts quantities that are not public."""
    public = [key for key, entry in QUANTITIES.items() if entry.public]
    if not isinstance(name, str) or name not in (QUANTITIES if hidden else public):
        raise UnknownNameError(f"{place}: {shown(name)} is not a quantity; use one of {', '.join(public)}")
    return name


def build_quantity(graphs: Graphs, name: str, options: Options) -> FinishedGraph:
    """Build the finished graph of a quantity."""
    entry = QUANTITIES[name]
    graphs, outputs, pivots = fewest_operations(graphs, entry, options)
    if options.derivative:
        for _ in range(options.order):
            outputs = {key: graphs.derivative(value, options.derivative) for key, value in outputs.items()}
        outputs = {f"d_{key}": value for key, value in outputs.items()}
    finished = finish(graphs, name + options.suffix(), outputs, pivots, not entry.rare, graphs.always_used(options))
    return replace(finished, function=with_clamped_roots(finished.function)) if options.clamped else finished
