"""Simulate with fixed steps in compiled C, and build the result that all simulations have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress
from parados.errors import SimulationError
from parados.model.cut_model import CutModel
from parados.model.model import Model
from parados.simulate.compiled_run import CompiledRun
from parados.simulate.fixed_steps import FixedSteps
from parados.simulate.joint_stops import AT_LIMIT
from parados.simulate.loop_inputs import LoopInputs
from parados.simulate.loop_library import Plant
from parados.simulate.platform_plant import PlatformPlant
from parados.simulate.rigid_result import result_of_states
from parados.simulate.rigid_start import check_inertia, check_limits, starting_pose
from parados.simulate.run_events import RunEvent
from parados.simulate.simulated_run import Run
from parados.simulate.stepped_states import states_of

__all__ = ["simulate_stepped"]

Array = NDArray[np.float64]

OFF_BALANCE = 0.02
"""Error of the energy balance, over the largest energy, above which the step is too large for the result to be of use."""

SMALL = 0.01
"""Part of the median over the run of the largest energy so far; smaller energies are not compared with."""


def simulate_stepped(
    model: Model,
    x: Array,
    xd: Array,
    duration: float,
    settings: FixedSteps,
    inputs: LoopInputs,
    *,
    bounds: Array,
    friction: bool,
    mode: ArrayLike | None,
    progress: Progress | None,
) -> Run:
    """Run a robot with checked arguments; the run ends where a joint is beyond its limits `bounds` (n_t, 2).

    Raises SimulationError with the time at which a run cannot be continued; its attribute `run` has what was computed so far.
    """
    plant, cut = settings.plant(model, mode, friction, inputs), CutModel(model)
    begin = starting_pose(cut, x, mode, None, bounds)
    check_limits(cut, begin, bounds)
    check_inertia(cut, begin)
    found = settings.run(plant, x, xd, duration, inputs, progress=progress)
    if found.stop is not None and not len(found.t) and not isinstance(found.stop.error, Exception):
        raise found.stop.error
    if not len(found.t):
        raise SimulationError(str(found.stop.error if found.stop else "simulation: nothing was computed"))
    whole = _result(plant, found, x, settings)
    run = _within(whole, bounds)
    wrong = _off_balance(run)
    if wrong is not None:
        told = f"simulation: at t = {run.t[wrong]:.6g} s the energy balance is wrong by more than {OFF_BALANCE:.0%}"
        other = ', or coordinates="joints"' if isinstance(plant, PlatformPlant) else ""
        raise _failure(f"{told}; use a smaller step{other}", _cut(run, wrong) if wrong else None)
    if found.stop is None or found.stop.interrupted or len(run.t) < len(whole.t):
        return run
    raise _failure(str(found.stop.error), run) from found.stop.error


def _failure(told: str, run: Run | None) -> SimulationError:
    failure = SimulationError(told)
    failure.run = run
    return failure


def _result(plant: Plant, found: CompiledRun, first: Array, settings: FixedSteps) -> Run:
    known = {"x", "xd", "q", "qd", "efforts", "second", "work", "dissipated", "outside", "plant", "law"}
    law = {name: values for name, values in found.rows.items() if name not in known}
    if found.rows["law"].shape[1]:
        law["state"] = found.rows["law"]
    told = f"{settings.method}, fixed steps of {settings.step:g} s in C"
    return result_of_states(
        CutModel(plant.model), states_of(plant, found), first, complete=found.stop is None, method=told, law=law
    )


def _cut(run: Run, count: int, events: tuple[RunEvent, ...] = ()) -> Run:
    """Return the first `count` states of a run."""
    names = ("t", "x", "xd", "xdd", "joints", "joint_rates", "joint_accelerations", "frames", "efforts", "closure")
    parts: dict[str, Any] = {name: getattr(run, name) for name in names}
    parts = {name: value if value is None else value[:count] for name, value in parts.items()}
    energy = type(run.energy)(*[np.broadcast_to(part, run.t.shape)[:count] for part in vars(run.energy).values()])
    law = {name: values[:count] for name, values in run.law.items()}
    return replace(run, **parts, energy=energy, law=law, complete=False, events=(*run.events, *events))


def _within(run: Run, bounds: Array) -> Run:
    """End a run at the first kept state in which a joint is beyond its limits."""
    beyond = (run.joints < bounds[:, 0] - AT_LIMIT) | (run.joints > bounds[:, 1] + AT_LIMIT)
    if not beyond.any():
        return run
    row = int(np.argmax(beyond.any(axis=1)))
    joint = int(np.argmax(beyond[row]))
    event = RunEvent(float(run.t[row]), "limit", run.model.joint_names[joint], float(run.joint_rates[row, joint]))
    return _cut(run, row + 1, (event,))


def _off_balance(run: Run) -> int | None:
    """Return the first kept state at which the energy balance is wrong; None if it holds."""
    energy = run.energy
    parts = (
        energy.kinetic + energy.elastic,
        energy.work,
        np.broadcast_to(energy.loads, run.t.shape),
        energy.total - energy.total[0],
    )
    size = np.maximum.accumulate(np.max(np.abs(parts), axis=0))
    size = np.maximum(size, SMALL * float(np.median(size)))  # at the start from rest all energies are near zero
    wrong = ~(np.abs(energy.balance) <= OFF_BALANCE * size + 1e-12)
    return int(np.argmax(wrong)) if wrong.any() else None
