"""Simulations with steps of constant size in compiled C: the methods "rk4" and "collocation"."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, positive, whole, word
from parados.errors import InputError
from parados.model.joint_turns import JointTurns
from parados.model.model import Model
from parados.simulate.collocation import Collocation
from parados.simulate.compiled_run import CompiledRun, run_compiled
from parados.simulate.cut_plant import CutPlant
from parados.simulate.loop_inputs import LoopInputs
from parados.simulate.loop_library import Plant
from parados.simulate.platform_plant import PlatformPlant
from parados.simulate.rubbing_joints import passive_friction, rubbing_joints

__all__ = ["COORDINATES", "FIXED_METHODS", "FixedSteps"]

Array = NDArray[np.float64]

FIXED_METHODS = ("rk4", "collocation")
COORDINATES = ("auto", "platform", "joints")

MOST_STEPS = 100_000_000
"""Largest number of steps of one run, which then takes some minutes."""


@dataclass(frozen=True)
class FixedSteps:
    """Settings of a simulation with steps of constant size.

    Attributes
    ----------
    step : [s]; a run has at most 100 million steps
    method : "rk4", the classical Runge-Kutta method; or "collocation", implicit, of order 2 `stages`
    coordinates : "platform" integrates x in one working mode, which is fastest; "joints" integrates the joints of the tree on
        local charts, which passes singularities; "auto" chooses "platform" for a robot with a closed-form inverse geometry
        under a law, unless a coupling or the spring of a passive joint counts whole turns, which x does not tell
    keep : number of steps per kept state
    stages : of the collocation
    """

    step: float
    method: str = "rk4"
    coordinates: str = "auto"
    keep: int = 1
    stages: int = 3

    def __post_init__(self) -> None:
        positive("step", self.step)
        word("method", self.method, FIXED_METHODS)
        word("coordinates", self.coordinates, COORDINATES)
        whole("keep", self.keep, 1)
        whole("stages", self.stages, 1, 6)

    def plant(self, model: Model, mode: ArrayLike | None, friction: bool, inputs: LoopInputs) -> Plant:
        """Return the plant that is integrated."""
        model.check_one_robot()
        closed_form, loaded = model.survey.geometry.is_closed_form, inputs.wrench is not None
        if loaded and model.mechanism.platform.is_absent:
            raise InputError("wrench: this robot has no platform on which a wrench could act")
        if self.coordinates == "platform" and not closed_form:
            raise InputError('coordinates: "platform" needs a closed-form inverse geometry; use "joints"')
        own = model.mechanism
        slips = friction and bool(rubbing_joints(own)) and passive_friction(own)
        follows = slips or JointTurns(model, mode).matter  # x alone does not tell how often a joint has turned
        if self.coordinates == "platform" and slips:
            raise InputError('coordinates: dry friction of passive joints needs "joints", where each joint can stick')
        if self.coordinates == "platform" or (
            self.coordinates == "auto" and closed_form and inputs.law is not None and not follows
        ):
            return PlatformPlant(model, mode, friction, loaded)
        return CutPlant(model, mode, friction, loaded)

    def check_duration(self, duration: float) -> None:
        """Check that a duration [s] is a whole number of steps, and not too many."""
        total = round(duration / self.step)
        if total > MOST_STEPS:
            told = f"{self.step:g} s makes {total:.3g} steps in {duration:g} s"
            raise InputError(f"step: {told}; at most {MOST_STEPS:,} are accepted, which take some minutes; use a longer step")
        if total < 1 or abs(total * self.step - duration) > 1e-6 * self.step * total:
            raise InputError(f"step: {self.step:g} s does not divide the duration {duration:g} s")

    def run(
        self, plant: Plant, x: Array, xd: Array, duration: float, inputs: LoopInputs, *, progress: Progress | None = None
    ) -> CompiledRun:
        """Simulate a plant from x (n_x,), xd (n,) for `duration` [s], a whole number of steps."""
        self.check_duration(duration)
        formula = Collocation.of(self.stages, 1.0) if self.method == "collocation" else None
        return run_compiled(plant, x, xd, duration, self.step, inputs=inputs, keep=self.keep, formula=formula, progress=progress)
