"""Write the test driver of exported C: it checks numbers at a few states, and the status of states that must be rejected.

The expected numbers come from the same graphs, evaluated by CasADi.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.graph.finished_graph import FinishedGraph
from parados.model.c_pieces import DRIVER
from parados.model.c_status import constant, smallest_pivots
from parados.model.c_text import literal
from parados.model.compiled_robot import CompiledRobot
from parados.model.failing_pose_search import singular_poses, unreachable_pose

__all__ = ["driver"]

Array = NDArray[np.float64]


def driver(model: CompiledRobot, name: str, graphs: Mapping[str, FinishedGraph]) -> str:
    """Write the C program that tests the functions of a robot."""
    return DRIVER.format(name=name, body="\n".join(_Checks(model, name, graphs).lines()))


@dataclass(frozen=True)
class _Checks:
    """Writer of the checks: one block of C for each call."""

    model: CompiledRobot
    name: str
    graphs: Mapping[str, FinishedGraph]

    def lines(self) -> Iterator[str]:
        states = list(self._states())
        for known in states:
            for quantity, graph in self.graphs.items():
                values = self._values(graph, known)
                yield from self._call(quantity, values, self._expected(graph, values))
            if "unknowns" in known:
                yield from self._closing(known)
        for change, status in self._with_wrong_argument(states[0]):
            for quantity, graph in self.graphs.items():
                values = self._values(graph, change)
                if any(not np.array_equal(values[key], self._values(graph, states[0])[key], equal_nan=True) for key in values):
                    yield from self._call(quantity, values, (status, status))
        yield from self._poses(states[0])

    def _states(self) -> Iterator[dict[str, Array]]:
        """Three regular configurations."""
        rows, n_x = self.model.survey.samples.inputs, len(self.model.labels["x"])
        cut = n_x + self.model.survey.geometry.signs.numel()
        for row in rows[:: max(1, len(rows) // 3)][:3]:
            parts = {"x": row[:n_x], "mode": row[n_x:cut], "unknowns": row[cut:]}
            yield {key: part for key, part in parts.items() if len(part)}

    def _values(self, graph: FinishedGraph, known: Mapping[str, Array]) -> dict[str, Array]:
        """Return the arguments of a graph: the known ones, and random values for the others, the same at every call."""
        rng, f = np.random.default_rng(3), graph.function
        drawn = {f.name_in(k): rng.normal(size=f.numel_in(k)) for k in range(f.n_in())}
        return {key: known.get(key, value) for key, value in drawn.items()}

    def _with_wrong_argument(self, state: Mapping[str, Array]) -> Iterator[tuple[dict[str, Array], str]]:
        """Return states with one argument that must be rejected, each with the expected status."""
        first = np.arange(len(state["x"])) == 0
        yield {**state, "x": np.where(first, np.nan, state["x"])}, "NOT_FINITE"
        yield {**state, "x": np.where(first, -np.inf, state["x"])}, "NOT_FINITE"
        rates = np.full(self.model.mechanism.n_dof, np.nan)
        yield {**state, "xd": rates, "xdd": rates}, "NOT_FINITE"
        if "mode" in state:
            yield {**state, "mode": 0.5 * state["mode"]}, "BAD_MODE"
            yield {**state, "mode": 7 * state["mode"]}, "BAD_MODE"
            yield {**state, "mode": np.nan * state["mode"]}, "BAD_MODE"
        if "unknowns" in state:
            yield {**state, "unknowns": state["unknowns"] + 1e-3}, "NOT_CLOSED"
            yield {**state, "unknowns": np.nan * state["unknowns"]}, "NOT_FINITE"
        if self.model.mechanism.platform.is_quaternion:
            quaternion = (np.arange(len(first)) >= 3) & (np.arange(len(first)) < 7)
            yield {**state, "x": np.where(quaternion, 1.01, 1.0) * state["x"]}, "NOT_UNIT"

    def _poses(self, state: Mapping[str, Array]) -> Iterator[str]:
        """Check poses out of reach and singular poses, for the functions whose graphs give no result there."""
        evaluator = self.model._evaluator
        far = unreachable_pose(evaluator)
        places = [] if far is None else [(far, ("UNREACHABLE", "UNREACHABLE"))]
        places += [(x, ("SINGULAR", "UNREACHABLE")) for x in singular_poses(evaluator)]
        usual = {"mode": evaluator.signs(None)} if "mode" in state else {}
        for x, statuses in places:
            for quantity, graph in self.graphs.items():
                values = self._values(graph, {"x": x, **usual})
                if not self._is_served(quantity, graph, values):
                    yield from self._call(quantity, values, statuses)

    def _is_served(self, quantity: str, graph: FinishedGraph, values: Mapping[str, Array]) -> bool:
        """Tell whether a graph gives a valid result: finite, with large enough pivots."""
        *results, pivots = [np.asarray(part).ravel() for part in graph.function.call([ca.DM(v) for v in values.values()])]
        finite = all(np.isfinite(part).all() for part in results)
        return finite and bool((np.abs(pivots) >= smallest_pivots(quantity, graph)).all())

    def _expected(self, graph: FinishedGraph, values: Mapping[str, Array]) -> list[Array]:
        return [np.asarray(part).reshape(-1) for part in graph.function.call([ca.DM(v) for v in values.values()])[:-1]]

    def _call(self, quantity: str, values: Mapping[str, Array], expected: list[Array] | tuple[str, str]) -> Iterator[str]:
        """Write a call and the comparison of its results, or of its status."""
        f, what = self.graphs[quantity].function, literal(quantity)
        outputs = {f.name_out(k): f.numel_out(k) for k in range(f.n_out() - 1)}
        yield "  {"
        yield from (f"    {_array(key, value)}" for key, value in values.items())
        yield from (f"    double {key}[{n}];" for key, n in outputs.items())
        if not isinstance(expected, tuple):
            yield from (f"    {constant(f'expected_{key}', r)}" for key, r in zip(outputs, expected, strict=True))
        yield f"    const {self.name}_status status = {self.name}_{quantity}({', '.join([*values, *outputs])});"
        for key, n in outputs.items():
            if isinstance(expected, tuple):
                yield f"    fails({what}, status, {self.name}_{expected[0]}, {self.name}_{expected[1]}, {n}, {key});"
            else:
                yield f"    compare({what}, status, {n}, {key}, expected_{key});"
        yield "  }"

    def _closing(self, known: Mapping[str, Array]) -> Iterator[str]:
        """Check NAME_close: it closes the loops from nearby unknowns, and does not change the unknowns if it fails."""
        name, n, mode = self.name, len(known["unknowns"]), self._mode_of(known)
        modes = [f"    {_array('mode', mode)}"] if len(mode) else []
        near, nan = known["unknowns"] + 1e-3, np.nan * known["x"]
        for x, expected, status in (
            (known["x"], known["unknowns"], "OK"),
            (nan, near, "NOT_FINITE"),
            (1e3 + known["x"], near, ""),
        ):
            yield from ("  {", f"    {_array('x', x)}", *modes, f"    {constant('expected', expected)}")
            yield f"    {_array('unknowns', near).removeprefix('const ')}"
            yield f"    const {name}_status status = {name}_close(x, {'mode, ' * bool(modes)}unknowns);"
            wanted = f"status == {name}_{status}" if status else f"status == {name}_NOT_CLOSED || status == {name}_SINGULAR"
            yield f'    compare("close", {wanted} ? {name}_OK : {name}_NOT_CLOSED, {n}, unknowns, expected);'
            yield "  }"

    def _mode_of(self, known: Mapping[str, Array]) -> Array:
        """Return the signs of the free choices at a closed configuration."""
        choices = self.model.survey.geometry.choices
        sides = self.model._evaluator.numeric.placements.sides(known["x"][None], known["unknowns"][None])[0]
        return np.array([1.0 if side > 0 else -1.0 for side, choice in zip(sides, choices, strict=True) if choice.fixed is None])


def _array(name: str, values: Array) -> str:
    """Define an argument in C; its entries may be NaN or infinite."""
    macros = {"nan": "NAN", "inf": "INFINITY", "-inf": "-INFINITY"}
    numbers = ", ".join(macros.get(repr(float(v)), repr(float(v))) for v in values)
    return f"const double {name}[{len(values)}] = {{{numbers}}};"
