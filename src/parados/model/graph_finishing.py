"""Finish a graph: merge equal nodes, share common sub-expressions, and keep the pivots that detect singular configurations.

Merging takes what is equal at the samples for equal everywhere. If a working mode was missed, the merged graph would give wrong
numbers there without a word. So it is compared with the graph before merging, at configurations that merging has not seen. The
comparison costs some evaluations when a graph is built; calls cost nothing more.

If a leg does not reach a pose, a root of the inverse geometry is NaN, and so is every result that contains this root. Other
results stay finite: the sliders of a Tripteron depend on x only, even where its arms are too short. Such a graph is called
blind; its results are checked by the discriminants.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.dynamic_parameters import parameter_sizes, parameter_values, standard_parameters
from parados.geometry.inverse import Samples
from parados.geometry.survey import Survey
from parados.graph.divisors import divided_by
from parados.graph.finished_graph import FinishedGraph
from parados.graph.merge import merge
from parados.graph.virtual_machine import run_rows
from parados.kinematics.structured_solve import Pivots
from parados.model.graphs import Graphs
from parados.spatial.live_numbers import nominal
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["contradicting", "finish", "finished_graph", "have_equal_values"]

Array = NDArray[np.float64]

SINGULAR = {"J_td": 1e-7, "A_r": 1e-9, "A_r^2": 1e-14, "D": 1e-9, "G": 1e-7}
"""Ratio of a pivot to its usual size below which a configuration is singular. The ratios differ because round-off differs:
at a stretched leg it enters as its square root, since the discriminant is a difference; in a normal matrix as itself."""


CAREFUL = {"A_r": 1e-4}
"""Ratio of a pivot to its usual size below which solving with pivoting is more accurate: orthogonalisation in a graph loses
accuracy with the square of the condition number."""


EFFORTS = ("tau", "wrench", "links", "overconstraint")
EFFORT_SIZES = np.array([1.0, 1e8, 1.0, 1e16, 1.0, 1e24])
"""Sizes of the random efforts in successive sampled states, over those of the inertia forces of slow motions."""

RATES = {"xd": 1, "xdd": 2, "xddd": 3}
"""Inputs that grow with the speed of a motion -> power of the speed."""

SPEEDS = (1.0, 1e6)
"""Speeds of the motions at which merged graphs are checked: next to stiff springs, inertia forces of slow motions seem to have
no effect."""

POSES = 8
"""Number of poses that are tried around each sampled state, at small and large distances."""

DIFFERENT = 1e-9
"""Difference over the usual size of an entry above which two graphs contradict each other."""

CANCELLED = 1e-11
"""Difference over the largest entry of a state that may be round-off, in an entry that is usually zero."""

REGULAR = 1e-3
"""Ratio of a pivot to its usual size above which a state is far enough from singularities for a comparison."""


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
    states = _states(graphs, inputs, graphs.survey.samples)
    unseen = [_states(graphs, inputs, graphs.witnesses, speed) for speed in SPEEDS]
    finished = finished_graph(name, inputs, outputs, pivots, states, merging, unseen)
    return replace(finished, blind=_is_blind(finished.function, graphs.survey, states))


def finished_graph(
    name: str,
    inputs: dict[str, SX],
    outputs: dict[str, SX],
    pivots: Pivots,
    states: Array,
    merging: bool,
    unseen: Sequence[Array] = (),
) -> FinishedGraph:
    """Merge equal nodes, share common sub-expressions, and find the usual sizes of the pivots, at closed states.

    states : (n, total size of the inputs) sampled states with closed loops
    unseen : stacks (k, total size of the inputs) of other states with closed loops, at which the merged graph is checked
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


def _merged(symbols: list[SX], values: list[SX], pivots: Pivots, states: Array, unseen: Sequence[Array]) -> list[SX]:
    """Merge equal nodes; states that contradict the merged graph are added to the samples, and it is merged again.

    If states contradict it after that, merging itself is wrong for this graph, which then stays as it is.
    """
    whole = [*values, *pivots.values]
    for _ in range(2):
        merged = merge(symbols, whole, states)
        missed = [contradicting(symbols, whole, merged, len(pivots.values), others) for others in unseen]
        if not any(map(len, missed)):
            return merged
        states = np.vstack([states, *missed])
    return whole


def _cuts(inputs: dict[str, SX]) -> list[int]:
    return [int(c) for c in np.cumsum([s.numel() for s in inputs.values()])[:-1]]


def _states(graphs: Graphs, inputs: dict[str, SX], samples: Samples, speed: float = 1.0) -> Array:
    """(n, total size of the inputs) closed configurations with random rates, times a speed, and efforts.

    Some efforts are very large: next to the inertia forces of a heavy robot, small ones would seem to have no effect.
    """
    rng = np.random.default_rng(1)
    known = samples.named(graphs.survey.geometry)
    count = len(known["x"])
    sizes = _sizes(graphs.mechanism)
    drawn = {key: rng.normal(size=(count, s.numel())) * sizes.get(key, 1.0) for key, s in inputs.items() if key not in known}
    columns = [{**known, **drawn}[key] for key in inputs]
    factors = {key: np.full((count, 1), speed**power) for key, power in RATES.items()}
    factors |= {key: np.resize(EFFORT_SIZES, (count, 1)) for key in EFFORTS}
    return np.hstack([part * factors[key] if key in factors else part for key, part in zip(inputs, columns, strict=True)])


def _sizes(mechanism: Mechanism) -> dict[str, Array]:
    """Return the sizes of random rates, efforts and dynamic parameters, name of the input -> (n,), in the units of one second.

    A small robot is sampled as its larger copy is. With rates of 1 m/s and 1 rad/s, the rotations of a robot of one millimetre
    move its points a thousand times less than its translations do, and terms of second order in them vanish among round-off.
    The sizes are powers of two, so that copies of a robot in other units are sampled at the same states to the last bit.
    """
    length, mass = _power_of_two(mechanism.size), _power_of_two(_mass(mechanism))
    force, moment = mass * length, mass * length**2
    efforts = np.array([moment if mechanism.joints[k].unit == "rad" else force for k in mechanism.actuated])
    wrench = np.repeat([force, moment], 3)
    return {
        **dict.fromkeys(RATES, mechanism.coordinate_scales(length)),
        **dict.fromkeys(("tau", "overconstraint"), efforts),
        "wrench": wrench,
        "links": np.tile(wrench, len(mechanism.joints)),
        "standard": mass * parameter_sizes(mechanism, standard_parameters(mechanism), length, 1.0),
    }


def _mass(mechanism: Mechanism) -> float:
    """Return the mass of the robot [kg]; 1 kg if it has none."""
    values = np.asarray(nominal(parameter_values(mechanism)), dtype=float)
    masses = [values[one.place] for one in standard_parameters(mechanism) if one.kind == "m"]
    return float(np.sum(np.abs(masses))) or 1.0


def _power_of_two(value: float) -> float:
    """Return the nearest power of two."""
    return float(2.0 ** np.round(np.log2(value)))


def _is_blind(function: ca.Function, survey: Survey, states: Array) -> bool:
    """Tell whether a graph gives finite results at a pose that a leg does not reach.

    states : (n, total size of the inputs) inputs of the function, x first, one row for each sample of the survey
    """
    geometry = survey.geometry
    if not geometry.discriminant:
        return False
    n_x, count = geometry.x.numel(), POSES * len(states)
    rng = np.random.default_rng(2)
    away = rng.normal(size=(count, n_x)) * (survey.upper - survey.lower).max() * 10 ** rng.uniform(-1, 1.5, (count, 1))
    if geometry.mechanism.platform.is_quaternion:
        away[:, 3:7] = 0.0
    far = np.repeat(states, POSES, axis=0)
    far[:, :n_x] += away
    known = survey.samples.named(geometry)
    rest = [np.repeat(known[name], POSES, axis=0) for name in ("parameters", "mode")]
    cuts = np.cumsum([function.numel_in(k) for k in range(function.n_in())])[:-1]
    with np.errstate(all="ignore"):
        reach = Samples(np.hstack([far[:, :n_x], *rest])).values(geometry, geometry.discriminants())[:, :, 0]
        far = far[(reach < 0).any(axis=1)]
        if not len(far):
            return False
        results = run_rows(function, np.split(far, cuts, axis=1), len(far))[:-1]
    return bool(np.logical_and.reduce([np.isfinite(result).all(axis=(1, 2)) for result in results]).any())


@np.errstate(all="ignore")
def contradicting(inputs: Sequence[SX], outputs: Sequence[SX], merged: Sequence[SX], n_pivots: int, states: Array) -> Array:
    """(k, total size of the inputs) states at which the outputs differ before and after merging.

    outputs, merged : expressions before and after merging; the last `n_pivots` are pivots
    states : (n, total size of the inputs) states with closed loops
    """
    if not len(states):
        return states
    n_values = len(outputs) - n_pivots
    full, short = _values(inputs, outputs, states), _values(inputs, merged[:n_values], states)
    wanted, pivots = np.split(full, [short.shape[1]], axis=1)
    regular = (np.abs(pivots) > REGULAR * np.nanmedian(np.abs(pivots), axis=0)).all(axis=1) & np.isfinite(wanted).all(axis=1)
    if not regular.any():
        return states[:0]
    size, largest = np.abs(wanted[regular]).max(axis=0), np.abs(wanted).max(axis=1, keepdims=True)
    apart = np.abs(short - wanted)
    apart = np.minimum(apart, np.abs(apart - 2 * np.pi))  # an angle of half a turn may have either sign
    return states[regular & ~(apart <= DIFFERENT * size + CANCELLED * largest).all(axis=1)]


def have_equal_values(graphs: Graphs, outputs: dict[str, SX], pivots: Pivots, other: Graphs, others: dict[str, SX]) -> bool:
    """Tell whether a quantity has the same values in two graphs of one robot, at configurations that no search has seen.

    outputs, pivots : of the quantity in `graphs`;  others : its outputs in `other`, which has its own symbols
    """
    pairs = [(own, renamed) for own, renamed in zip(graphs.symbols.values(), other.symbols.values(), strict=True) if own.numel()]
    symbols = [own for own, _ in pairs]
    renamed = ca.substitute(list(others.values()), [symbol for _, symbol in pairs], symbols)
    inputs = {key: symbol for key, symbol in graphs.symbols.items() if symbol.numel()}
    whole = [*outputs.values(), *pivots.values]
    states = (_states(graphs, inputs, graphs.witnesses, speed) for speed in SPEEDS)
    return not any(len(contradicting(symbols, whole, renamed, len(pivots.values), rows)) for rows in states)


def _values(inputs: Sequence[SX], outputs: Sequence[SX], states: Array) -> Array:
    """(n, total size of the outputs) values of expressions, in CasADi's virtual machine."""
    everything = ca.vertcat(*[ca.vec(ca.densify(output)) for output in outputs])
    function = ca.Function("values", [ca.vertcat(*[ca.vec(symbol) for symbol in inputs])], [everything])
    return run_rows(function, [states], len(states))[0][:, :, 0]
