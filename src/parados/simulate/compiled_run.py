"""Run a compiled loop block by block, and keep what was computed when it stops."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import Progress, report_progress
from parados.control.law import Law
from parados.simulate.collocation import Collocation
from parados.simulate.law_text import Controller
from parados.simulate.loop_inputs import LoopInputs
from parados.simulate.loop_library import ASK, Call, LoopLibrary, Plant, loop_library
from parados.simulate.loop_stops import Stop, stop_reason

__all__ = ["CompiledRun", "run_compiled"]

Array = NDArray[np.float64]

BLOCK = 4096
"""Number of steps between two chances to interrupt a run."""


@dataclass(frozen=True)
class CompiledRun:
    """Rows of a run: t (k,) [s], and by name x, xd, q, qd, efforts, work, dissipated, outside, plant, law and outputs of the law.

    stop : why the run ended early; None if it is complete
    """

    t: Array
    rows: dict[str, Array]
    stop: Stop | None


@dataclass(eq=False)
class _Loop:
    """A loop in progress."""

    library: LoopLibrary
    plant: Plant
    inputs: LoopInputs
    controller: Controller | None
    nodes: Array
    formula: Collocation | None
    h: float
    every: int
    late: int
    keep: int

    def __post_init__(self) -> None:
        n_a = len(self.plant.model.labels["q"])
        sampling, written = self.inputs.sampling, self.controller.law if self.controller is not None else None
        self.error: BaseException | None = None
        self.memory = np.zeros(self.library.memory_size)
        fixed: dict[str, Array] = {
            "own": self.memory,
            "parameters": self.plant.model.live_vector,
            "commands": np.zeros((self.late // self.every + 2, n_a)),
            "most": sampling.each("effort_limit", n_a),
            "fastest": sampling.each("slew_limit", n_a),
            "resolution": sampling.each("resolution", n_a),
        }
        if self.formula is not None:
            fixed |= {name: np.ascontiguousarray(getattr(self.formula, name)) for name in ("a", "b", "c", "ahead")}
        if sampling.time_constant > 0:
            fixed["decay"] = np.exp(-np.append(self.nodes, 1.0) * self.h / sampling.time_constant)
        if self.controller is not None:
            fixed["law_parameters"] = self.controller.model.live_vector
        if written is not None:
            fixed["gains"] = written.gain_vector if isinstance(written, Law) else np.zeros(0)
            self.put("law", written.start())
        self.fixed = {name: np.ascontiguousarray(value, dtype=float) for name, value in fixed.items()}
        self.written, self.n_a = written, n_a
        self.noise = np.random.default_rng(sampling.seed)
        self.ask = ASK(self._asked) if self.controller is not None and written is None else ASK()

    def put(self, name: str, value: Array) -> None:
        """Write a part of the memory."""
        self.memory[self.library.memory[name]][: len(value)] = value

    def begin(self, x: Array, own: dict[str, Array]) -> None:
        """Write the start of a run: the pose x (n_x,), and the plant's own memory."""
        for name, value in own.items():
            self.put(name, value)
        self.put("guess", x)
        if self.controller is not None:
            self.put("unknowns", self.controller.model.unknowns(x, mode=self.controller.mode))

    def _asked(self, t: float, measured: Any, efforts: Any) -> int:
        """Call a law in Python; an exception stops the loop and is raised again after it."""
        labels = self.plant.model.labels
        sizes = [len(labels[name]) for name in ("x", "xd", "q", "qd")]
        known = np.ctypeslib.as_array(measured, (sum(sizes) + 6,)).copy()
        x, xd, q, qd, _ = np.split(known, np.cumsum(sizes))
        law = self.inputs.law
        assert callable(law)
        try:
            tau = np.asarray(law(t, q, qd, x, xd), dtype=float)
            np.ctypeslib.as_array(efforts, (self.n_a,))[:] = tau
        except BaseException as error:
            self.error = error
            return 1
        return 0

    def tables(self, first: int, steps: int) -> dict[str, Array]:
        """Return the tables of a block: reference and noise of its updates, efforts and wrenches of its steps."""
        count = -(-max(steps, 1) // self.every)
        found: dict[str, Array] = {}
        if self.written is not None and self.written.wanted:
            times = np.asarray(self.h * (first + self.every * np.arange(count)), dtype=np.float64)
            near = self.memory[self.library.memory["q"]][: self.n_a]
            parts = self.written.reference.table(times, self.written.wanted, near)
            found["reference"] = np.hstack(list(parts.values()))
        deviation = self.inputs.sampling.each("noise", self.n_a)
        if deviation.any():
            found["noise"] = self.noise.normal(size=(count, self.n_a)) * deviation
        begins = self.h * (first + np.arange(max(steps, 1)))[:, None]
        for name, over_time in (("feed", self.inputs.efforts), ("wrench", self.inputs.wrench)):
            if over_time is not None:
                found[name] = over_time((begins + self.h * np.append(self.nodes, 0.0)).ravel())
        return {name: np.ascontiguousarray(value, dtype=float) for name, value in found.items()}

    def block(self, first: int, steps: int) -> tuple[Array, int, int]:
        """Run some steps; return the kept rows, the status, and the step at which the block ended."""
        rows = np.empty((-(-max(steps, 1) // self.keep) + 1, self.library.row_size))
        arrays = {**self.fixed, **self.tables(first, steps), "rows": rows}
        call = Call(first=first, steps=steps, every=self.every, keep=self.keep, late=self.late, h=self.h, ask=self.ask)
        call.ring = len(self.fixed["commands"])
        for name, array in arrays.items():
            setattr(call, name, array.ctypes.data)
        status = self.library.run(ctypes.addressof(call))
        return rows[: call.kept], int(status), int(call.stopped)


def run_compiled(
    plant: Plant,
    x: Array,
    xd: Array,
    duration: float,
    step: float,
    *,
    inputs: LoopInputs,
    keep: int = 1,
    formula: Collocation | None = None,
    progress: Progress | None = None,
) -> CompiledRun:
    """Integrate a plant from x (n_x,), xd (n,) with steps of constant size, by Runge-Kutta or, with a formula, by collocation.

    keep : number of steps per kept row
    """
    nodes = np.array([0.0, 0.5, 1.0]) if formula is None else formula.c
    method = "runge_kutta" if formula is None else "collocation"
    every, late = inputs.sampling.steps(step) if inputs.law is not None else (1, 0)
    controller = inputs.controller(plant)
    library = loop_library(plant, controller, inputs.sampling, len(nodes), method)
    loop = _Loop(library, plant, inputs, controller, nodes, formula, step, every, late, keep)
    loop.begin(x, plant.start(x, xd))
    total, size = round(duration / step), max(BLOCK // every, 1) * every
    parts: list[Array] = []
    stop: Stop | None = None
    first = 0
    while stop is None:
        steps = min(size, total - first)
        try:
            rows, status, ended = loop.block(first, steps)
            parts.append(rows)
            if status:
                stop = stop_reason(status, ended * step, loop.error, plant, inputs.law)
            elif steps == 0:
                break
            first += steps
            report_progress(progress, min(first, total), total)
        except KeyboardInterrupt as error:
            stop = Stop(first * step, error)
            if not parts:
                raise
    rows = np.vstack(parts)
    values = {name: rows[:, place] for name, place in library.row.items()}
    t = step * np.minimum(keep * np.arange(len(rows)), total)
    return CompiledRun(t, values, stop)
