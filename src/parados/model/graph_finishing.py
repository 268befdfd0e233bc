"""Finish a graph: merge equal nodes, share common sub-expressions, and keep the pivots that detect singular configurations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.closed_samples import Samples
from parados.graph.divisors import divided_by
from parados.graph.finished_graph import FinishedGraph
from parados.graph.merge import merge
from parados.graph.virtual_machine import run_rows
from parados.kinematics.structured_solve import Pivots
from parados.model.blind_graphs import is_blind
from parados.model.graphs import Graphs
from parados.model.merge_check import contradicting
from parados.spatial.vectors import SX

__all__ = ["finish", "finished_graph"]

Array = NDArray[np.float64]

SINGULAR = {"J_td": 1e-7, "A_r": 1e-9, "A_r^2": 1e-14, "D": 1e-9, "G": 1e-7}
"""Ratio of a pivot to its usual size below which a configuration is singular. The ratios differ because round-off differs:
at a stretched leg it enters as its square root, since the discriminant is a difference; in a normal matrix as itself."""


CAREFUL = {"A_r": 1e-4}
"""Ratio of a pivot to its usual size below which solving with pivoting is more accurate: orthogonalisation in a graph loses
accuracy with the square of the condition number."""


EFFORTS = ("tau", "wrench", "links", "overconstraint")
EFFORT_SIZES = np.array([1.0, 1e8, 1.0, 1e16, 1.0, 1e24])
"""Sizes [N, N m] of the random efforts in successive sampled states."""


def finish(
    graphs: Graphs, name: str, outputs: dict[str, SX], pivots: Pivots, merging: bool = True, given: Sequence[str] = ()
) -> FinishedGraph:
    """Merge equal nodes (if `merging`), share common sub-expressions, and build a function of named inputs and dense outputs.

    given : inputs that the function has even if no output depends on them
    """
    used = ca.symvar(ca.vertcat(*[ca.vec(ca.densify(v)) for v in outputs.values()], *pivots.values))
    names = {symbol.name() for symbol in used}
    inputs = {key: s for key, s in graphs.symbols.items() if key in given or any(e.name() in names for e in ca.symvar(s))}
    always = ("x",) if graphs.survey.geometry.is_closed_form else ("x", "unknowns")  # needed to check the reach
    inputs = {**{key: graphs.symbols[key] for key in always}, **inputs}
    states, unseen = (_states(graphs, inputs, samples) for samples in (graphs.survey.samples, graphs.witnesses))
    finished = finished_graph(name, inputs, outputs, pivots, states, merging, unseen)
    return replace(finished, blind=is_blind(finished.function, graphs.survey, states))


def finished_graph(
    name: str,
    inputs: dict[str, SX],
    outputs: dict[str, SX],
    pivots: Pivots,
    states: Array,
    merging: bool,
    unseen: Array | None = None,
) -> FinishedGraph:
    """Merge equal nodes, share common sub-expressions, and find the usual sizes of the pivots, at closed states.

    states : (n, total size of the inputs) sampled states with closed loops
    unseen : (k, total size of the inputs) other states with closed loops, at which the merged graph is checked
    """
    values, symbols = [ca.densify(v) for v in outputs.values()], list(inputs.values())
    merged = _merged(symbols, values, pivots, states, unseen) if merging else [*values, *pivots.values]
    used = divided_by(symbols, merged[: len(values)], merged[len(values) :], states)
    pivots = Pivots.chosen(merged[len(values) :], pivots.names, used)
    shared = ca.cse([ca.densify(m) for m in [*merged[: len(values)], *pivots.values]])
    kept = [*shared[: len(values)], ca.densify(ca.vertcat(*shared[len(values) :])) if pivots.values else SX(0, 1)]
    function = ca.Function(name, list(inputs.values()), kept, list(inputs), [*outputs, "pivots"])
    with np.errstate(all="ignore"):
        sizes = np.abs(run_rows(function, np.split(states, _cuts(inputs), axis=1), len(states))[-1][:, :, 0])
    scale = np.nanmedian(np.where(np.isfinite(sizes), sizes, np.nan), axis=0) if sizes.size else np.zeros(0)
    smallest = scale * np.array([SINGULAR[name] for name in pivots.names])
    careful = scale * np.array([CAREFUL.get(name, SINGULAR[name]) for name in pivots.names])
    return FinishedGraph(function, tuple(pivots.names), smallest, careful)


def _merged(symbols: list[SX], values: list[SX], pivots: Pivots, states: Array, unseen: Array | None) -> list[SX]:
    """Merge equal nodes; states that contradict the merged graph are added to the samples, and it is merged again.

    If states contradict it after that, merging itself is wrong for this graph, which then stays as it is.
    """
    whole = [*values, *pivots.values]
    for _ in range(2):
        merged = merge(symbols, whole, states)
        missed = states[:0] if unseen is None else contradicting(symbols, whole, merged, len(pivots.values), unseen)
        if not len(missed):
            return merged
        states = np.vstack([states, missed])
    return whole


def _cuts(inputs: dict[str, SX]) -> list[int]:
    return [int(c) for c in np.cumsum([s.numel() for s in inputs.values()])[:-1]]


def _states(graphs: Graphs, inputs: dict[str, SX], samples: Samples) -> Array:
    """(n, total size of the inputs) closed configurations with random rates and efforts.

    Some efforts are very large: next to the inertia forces of a heavy robot, small ones would seem to have no effect.
    """
    rng = np.random.default_rng(1)
    known = samples.named(graphs.survey.geometry)
    count = len(known["x"])
    columns = [known[key] if key in known else rng.normal(size=(count, s.numel())) for key, s in inputs.items()]
    sizes = np.resize(EFFORT_SIZES, (count, 1))
    return np.hstack([part * sizes if key in EFFORTS else part for key, part in zip(inputs, columns, strict=True)])
