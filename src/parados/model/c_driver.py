"""Write the test driver of exported C: it checks numbers at a few states, and the status of states that must be rejected.

The expected numbers come from the same graphs, evaluated by CasADi.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from parados.graph.finished_graph import FinishedGraph
from parados.model.c_calls import Calls, array
from parados.model.c_pieces import DRIVER
from parados.model.c_status import constant, smallest_pivots
from parados.model.c_test_states import regular_states, wrong_arguments
from parados.model.c_text import literal
from parados.model.c_unit import CUnit
from parados.model.failing_pose_search import singular_poses, unreachable_pose

__all__ = ["driver"]

Array = NDArray[np.float64]


def driver(unit: CUnit) -> str:
    """Write the C program that tests the functions of a robot."""
    return DRIVER.format(name=unit.name, body="\n".join(_Checks(unit).lines()))


class _Checks(Calls):
    """Writer of the checks: one block of C for each call."""

    def lines(self) -> Iterator[str]:
        states = list(regular_states(self.model, self.struct))
        for known in states:
            for quantity, graph in self.graphs.items():
                values = self.values(graph, known)
                yield from self._call(quantity, values, self._expected(graph, values))
            if "unknowns" in known:
                yield from self._closing(known)
            yield from self._forward(known)
        for change, status in wrong_arguments(self.model, states[0]):
            for quantity, graph in self.graphs.items():
                values = self.values(graph, change)
                if any(not np.array_equal(values[key], self.values(graph, states[0])[key], equal_nan=True) for key in values):
                    yield from self._call(quantity, values, (status, status))
        yield from self._poses(states[0])

    def _poses(self, state: Mapping[str, Array]) -> Iterator[str]:
        """Check poses out of reach and singular poses, for the functions whose graphs give no result there."""
        evaluator = self.model._evaluator
        far = unreachable_pose(evaluator)
        places = [] if far is None else [({"x": far}, ("UNREACHABLE", "UNREACHABLE"))]
        places += [(pose._asdict(), ("SINGULAR", "UNREACHABLE")) for pose in singular_poses(evaluator)]
        usual = {"mode": evaluator.signs(None)} if "mode" in state else {}
        usual |= {"parameters": self.struct.values}
        for place, statuses in places:
            for quantity, graph in self.graphs.items():
                values = self.values(graph, {**place, **usual})
                if not self._is_served(quantity, graph, values):
                    yield from self._call(quantity, values, statuses)

    def _is_served(self, quantity: str, graph: FinishedGraph, values: Mapping[str, Array]) -> bool:
        """Tell whether a graph gives a valid result: finite, with large enough pivots."""
        *results, pivots = self.evaluated(graph, values)
        finite = all(np.isfinite(part).all() for part in results)
        return finite and bool((np.abs(pivots) >= smallest_pivots(quantity, graph)).all())

    def _expected(self, graph: FinishedGraph, values: Mapping[str, Array]) -> list[Array]:
        return self.evaluated(graph, values)[:-1]

    def _call(self, quantity: str, values: Mapping[str, Array], expected: list[Array] | tuple[str, str]) -> Iterator[str]:
        """Write a call and the comparison of its results, or of its status."""
        f, what = self.graphs[quantity].function, literal(quantity)
        outputs = {f.name_out(k): f.numel_out(k) for k in range(f.n_out() - 1)}
        yield "  {"
        yield from (f"    {self.argument(key, value)}" for key, value in values.items())
        yield from (f"    double {key}[{n}];" for key, n in outputs.items())
        if not isinstance(expected, tuple):
            yield from (f"    {constant(f'expected_{key}', r)}" for key, r in zip(outputs, expected, strict=True))
        yield f"    const {self.name}_status status = {self.name}_{quantity}({', '.join([*self.passed(values), *outputs])});"
        for key, n in outputs.items():
            if isinstance(expected, tuple):
                yield f"    fails({what}, status, {self.name}_{expected[0]}, {self.name}_{expected[1]}, {n}, {key});"
            else:
                yield f"    compare({what}, status, {n}, {key}, expected_{key});"
        yield "  }"

    def _closing(self, known: Mapping[str, Array]) -> Iterator[str]:
        """Check NAME_close: it closes the loops from nearby unknowns, and does not change the unknowns if it fails."""
        name, n, mode = self.name, len(known["unknowns"]), self.mode_of(known)
        modes = [f"    {array('mode', mode)}"] if len(mode) else []
        near, live = known["unknowns"] + 1e-3, {key: known[key] for key in ("parameters",) if key in known}
        for values, expected, status in (
            ({**live, "x": known["x"]}, known["unknowns"], "OK"),
            ({**live, "x": np.nan * known["x"]}, near, "NOT_FINITE"),
            *(({key: np.nan * value, "x": known["x"]}, near, "NOT_FINITE") for key, value in live.items()),
            ({**live, "x": 1e3 + known["x"]}, near, ""),
        ):
            arguments = [f"    {self.argument(key, value)}" for key, value in values.items()]
            yield from ("  {", *arguments, *modes, f"    {constant('expected', expected)}")
            yield f"    {array('unknowns', near).removeprefix('const ')}"
            passed = ", ".join([*self.passed(values), *(["mode"] if modes else []), "unknowns"])
            yield f"    const {name}_status status = {name}_close({passed});"
            wanted = f"status == {name}_{status}" if status else f"status == {name}_NOT_CLOSED || status == {name}_SINGULAR"
            yield f'    compare("close", {wanted} ? {name}_OK : {name}_NOT_CLOSED, {n}, unknowns, expected);'
            yield "  }"

    def _forward(self, known: Mapping[str, Array]) -> Iterator[str]:
        """Check NAME_forward_kinematics: it finds the pose from a nearby guess, and does not change x if it fails."""
        for values, expected, status in self.forward_calls(known):
            yield "  {"
            for key, value in values.items():
                argument = f"    {self.argument(key, value)}"
                yield argument.replace("const ", "") if key in expected else argument
            yield from (f"    {constant(f'expected_{key}', value)}" for key, value in expected.items())
            yield f"    const {self.name}_status status = {self.name}_forward_kinematics({', '.join(self.passed(values))});"
            same = f"status == {self.name}_{status} ? {self.name}_OK : {self.name}_NOT_CLOSED"
            for key, value in expected.items():
                yield f'    compare("forward_kinematics", {same}, {len(value)}, {key}, expected_{key});'
            yield "  }"
