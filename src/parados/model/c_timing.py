"""Write a C program that measures the time of every exported function, for the manifest.

A time is the processor time of many calls, over their number; the smallest of several such times leaves out interruptions. The
program prints the largest over all states: `name nanoseconds`, one function a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from parados.model.c_calls import Calls
from parados.model.c_test_states import regular_states
from parados.model.c_unit import CUnit

__all__ = ["timing_program"]

Array = NDArray[np.float64]

CALLS, REPEATS = 1000, 7

_PROGRAM = """#include "{name}.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

static double worst[{count}];
static int failed;

{functions}

int main(void)
{{
{calls}
{prints}
  return failed;
}}
"""

_FUNCTION = """static void state_{index}(void)
{{
{arguments}
  double best = 1e300;
  int k, j;
  for (k = 0; k < {repeats}; ++k) {{
    clock_t start = clock();
    double time;
    for (j = 0; j < {calls}; ++j) {{
{resets}      failed |= {call} != {name}_OK;
    }}
    time = (double)(clock() - start) / CLOCKS_PER_SEC / {calls};
    if (time < best) best = time;
  }}
  if (best > worst[{place}]) worst[{place}] = best;
}}
"""

Timed = tuple[str, dict[str, Array], dict[str, int], tuple[str, ...]]
"""Name of a function, its inputs, the sizes of its outputs, and the inputs that it overwrites."""


def timing_program(unit: CUnit) -> str:
    """Write the program."""
    calls = Calls(unit)
    timed = [one for known in regular_states(unit.model, unit.struct) for one in _calls(calls, known)]
    names = list(dict.fromkeys(one[0] for one in timed))
    functions = [_function(calls, index, names.index(one[0]), one) for index, one in enumerate(timed)]
    prints = [f'  printf("{key} %.9g\\n", 1e9 * worst[{place}]);' for place, key in enumerate(names)]
    called = [f"  state_{index}();" for index in range(len(timed))]
    parts = {"functions": "\n".join(functions), "calls": "\n".join(called), "prints": "\n".join(prints)}
    return _PROGRAM.format(name=unit.name, count=len(names), **parts)


def _calls(calls: Calls, known: Mapping[str, Array]) -> Iterator[Timed]:
    """Yield the calls at one regular state."""
    for key, graph in calls.graphs.items():
        f = graph.function
        yield key, calls.values(graph, known), {f.name_out(k): f.numel_out(k) for k in range(f.n_out() - 1)}, ()
    if "unknowns" in known:
        mode = calls.mode_of(known)
        given = {key: known[key] for key in ("parameters", "x") if key in known} | ({"mode": mode} if len(mode) else {})
        yield "close", {**given, "unknowns": known["unknowns"] + 1e-3}, {}, ("unknowns",)
    for values, _, status in calls.forward_calls(known):
        if status == "OK":
            yield "forward_kinematics", values, {}, tuple(key for key in ("x", "unknowns") if key in values)


def _function(calls: Calls, index: int, place: int, timed: Timed) -> str:
    """Write the function that measures one call; what the call overwrites is set again before each."""
    key, values, outputs, changed = timed
    lines, resets = [], []
    for name, value in values.items():
        lines.append("  " + calls.argument(f"{name}_start" if name in changed else name, value))
        if name in changed:
            lines.append(f"  double {name}[{len(value)}];")
            resets.append(f"      memcpy({name}, {name}_start, sizeof {name});\n")
    lines += [f"  double {name}[{size}];" for name, size in outputs.items()]
    call = f"{calls.name}_{key}({', '.join([*calls.passed(values), *outputs])})"
    return _FUNCTION.format(
        name=calls.name, index=index, place=place, arguments="\n".join(lines), resets="".join(resets), call=call,
        calls=CALLS, repeats=REPEATS,
    )  # fmt: skip
