"""Table 7: evaluations per second of each model."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from parados.graph.kernel import Kernel
from parados.sources.entry import Reproduction, at_least, unprinted
from parados.sources.falezza_delta.cycle import LONG, SHORT
from parados.sources.falezza_delta.models import COMPLETE, SIMPLIFIED, functions, joint_motion
from parados.trajectory.motion_table import MotionTable

__all__ = ["TABLE_7", "many_cycles", "table_7"]

Array = NDArray[np.float64]

TABLE_7 = {SIMPLIFIED: (32.10, 35.97), COMPLETE: (4.65, 5.02)}
"""Printed average and maximum rate [kHz], on one core of 2.5 GHz."""

SPEED_UP = 0.1449
"""Printed ratio of the rates of M_f and M_s, section 5.2."""

RUNS = 60


def many_cycles() -> MotionTable:
    """Return both cycles in twelve directions at two heights, one after the other."""
    motions = [
        replace(cycle, direction=direction, height=height).motion()
        for cycle in (SHORT, LONG)
        for direction in np.linspace(0, 2 * np.pi, 12, endpoint=False)
        for height in (-0.85, -0.75)
    ]
    x, xd, xdd = (np.concatenate(parts) for parts in zip(*(motion.states for motion in motions), strict=True))
    return MotionTable(np.arange(1.0, len(x) + 1), x, xd, xdd, timed=False)  # the rates do not need the time


def table_7() -> Reproduction:
    """Measure the rates of the compiled functions on many cycles, on one core."""
    states = joint_motion(many_cycles())
    kernels = {SIMPLIFIED: Kernel(functions()["simplified"]), COMPLETE: Kernel(functions()["complete"])}
    seconds = _measure(kernels, states)
    count = len(states["x"])
    lines = []
    average = {}
    for name, (printed_average, printed_best) in TABLE_7.items():
        average[name] = 1e-3 * count * RUNS / seconds[name].sum()
        other = "printed: {:g} kHz, on another machine, one call for each state".format
        lines.append(unprinted(f"{name}, average rate", average[name], "kHz", other(printed_average)))
        lines.append(unprinted(f"{name}, largest rate", 1e-3 * count / seconds[name].min(), "kHz", other(printed_best)))
    ratio = round(float(np.median(seconds[SIMPLIFIED] / seconds[COMPLETE])), 1)
    lines.append(at_least("rate of M_f over that of M_s", SPEED_UP, ratio, note="median of the runs, to one digit"))
    for name, kernel in kernels.items():
        lines.append(unprinted(f"{name}, state by state from Python", _one_by_one(kernel, states), "kHz"))
    language = "compiled C" if kernels[COMPLETE].backend == "c" else "CasADi's virtual machine"
    return Reproduction(
        lines,
        data={"runs": {name: 1e-3 * count / values for name, values in seconds.items()}},
        choices=[
            f"The set of trajectories is not printed: {count} states of both pick-and-place cycles, twelve directions, "
            f"two heights; {RUNS} runs over all of them.",
            f"Our rates are those of {language} on one core of the machine that made this report, not on the paper's; the "
            "ratio of the two models says more than the rates.",
        ],
    )


def _measure(kernels: dict[str, Kernel], states: dict[str, Array]) -> dict[str, Array]:
    """Return the times (RUNS,) of each kernel on all states [s]; the kernels take turns, so that other load affects both."""
    count = len(states["x"])
    results = {name: kernel(count, states) for name, kernel in kernels.items()}
    seconds = {name: np.empty(RUNS) for name in kernels}
    for run in range(RUNS):
        for name, kernel in kernels.items():
            start = perf_counter()
            kernel(count, states, results[name])
            seconds[name][run] = perf_counter() - start
    return seconds


def _one_by_one(kernel: Kernel, states: dict[str, Array], count: int = 2000) -> float:
    """Return the rate of single calls [kHz]."""
    singles = [{name: v if v.ndim == 1 else v[k] for name, v in states.items()} for k in range(count)]
    kernel.one(singles[0])
    start = perf_counter()
    for state in singles:
        kernel.one(state)
    return 1e-3 * count / (perf_counter() - start)
