"""Put finished graphs into larger graphs, and watch their pivots there."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca

from parados.graph.finished_graph import FinishedGraph
from parados.spatial.vectors import SX

__all__ = ["c_call", "named_function", "pivot_margin", "quantity_value"]


def quantity_value(finished: FinishedGraph, given: Mapping[str, SX], margins: list[SX]) -> SX:
    """Return the first output of a quantity at given inputs; inputs that are not given are zero.

    margins : gets the size of each pivot over the size below which it is too small
    """
    f = finished.function
    outputs = f(**{key: given.get(key, ca.DM.zeros(f.numel_in(key))) for key in f.name_in()})
    pivots = outputs[f.name_out()[-1]]
    margins += [ca.fabs(pivots[k]) / float(size) for k, size in enumerate(finished.smallest_pivots)]
    return outputs[f.name_out()[0]]


def pivot_margin(margins: list[SX]) -> SX:
    """(1, 1) the smallest margin; below 1 the configuration is singular."""
    least = SX(1e300)
    for margin in margins:
        least = -ca.fmax(-least, -margin)
    return least


def named_function(name: str, inputs: Mapping[str, SX], outputs: Mapping[str, SX]) -> ca.Function:
    """Return a function of named inputs and outputs, without empty inputs."""
    used = {key: symbol for key, symbol in inputs.items() if symbol.numel()}
    return ca.Function(name, list(used.values()), list(outputs.values()), list(used), list(outputs))


def c_call(name: str, f: ca.Function, places: Mapping[str, str]) -> str:
    """Write the call of the C function NAME of a graph (`named_source`).

    places : name of an input or output -> its C expression, if it differs from the name
    """
    names = [*f.name_in(), *[f.name_out(k) for k in range(f.n_out()) if f.numel_out(k)]]
    return f"{name}({', '.join(places.get(key, key) for key in names)})"
