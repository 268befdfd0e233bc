"""Read the arguments of `simulate` for a method with fixed steps, and laws of `parados.control` for the other methods."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, function, instance, positive, vector, whole
from parados.control.law import Law
from parados.control.running_law import RunningLaw
from parados.control.sampled_loop import Sampling
from parados.control.user_c_law import CLaw
from parados.errors import InputError
from parados.geometry.working_modes import mode_name
from parados.model.model import Model
from parados.simulate.fixed_steps import FixedSteps
from parados.simulate.loop_inputs import LoopInputs, OverTime

__all__ = ["check_law", "check_unused", "fixed_steps_of", "plain_law", "stepped_inputs"]

Array = NDArray[np.float64]

MOST_STATES = 10_000_000

USUAL_PERIOD = 1e-3
"""Period of a law, and step of a run without a law, if none is given [s]."""

WITHOUT_LAW = "it tells how a control law runs, and there is no control"
"""Beginning of the reason why an argument of a control law is rejected in a run without one."""


def fixed_steps_of(
    method: str,
    step: float | None,
    sampling: Sampling | None,
    period: float | None,
    coordinates: str,
    times: int | ArrayLike,
    duration: float,
) -> FixedSteps:
    """Check how a run with fixed steps is integrated: by default one step in each period of the law."""
    if not isinstance(times, int | np.integer) or isinstance(times, bool):
        raise InputError("times: a method with fixed steps takes a number of states")
    usual = USUAL_PERIOD if period is None else positive("period", period)
    if isinstance(sampling, Sampling):
        usual = 1.0 / sampling.rate
    own = usual if step is None else positive("step", step)
    keep = max(1, round(duration / own) // (whole("times", times, 2, MOST_STATES, "a number of states") - 1))
    return FixedSteps(own, method, coordinates, keep)


def check_law(model: Model, control: Any, mode: ArrayLike | None, joints: ArrayLike | None) -> None:
    """Reject a law for other coordinates or actuators than those of the robot, or for another working mode than at its start."""
    law = control.law if isinstance(control, RunningLaw) else control
    if not isinstance(law, Law | CLaw):
        return
    check_same_names(model, law.model)
    if mode is None and joints is None and law.mode != law.model.working_mode():
        own = mode_name(law.mode)
        raise InputError(f"mode: the law is for the working mode {own}; give the mode in which the robot starts")


def check_same_names(model: Model, controller: Model) -> None:
    """Check that a law for the model `controller` has the coordinates and the actuators of a robot, in the same order."""
    pairs = {
        "coordinates": (_coordinates(controller), _coordinates(model)),
        "actuators": tuple(", ".join(one.labels["q"]) for one in (controller, model)),
    }
    for what, (wanted, found) in pairs.items():
        if wanted != found:
            told = f"the law is for the {what} {wanted}, and the robot has {found}"
            raise InputError(f"control: {told}; use the same for both, in the same order")


def _coordinates(model: Model) -> str:
    """Write the names of the coordinates, and what their angles mean."""
    names, turns = model.labels["x"], model.mechanism.platform.orientation
    return ", ".join(names) + (f" ({turns})" if {"a1", "a2", "a3"} & set(names) else "")


def check_unused(friction: Any, **given: bool) -> None:
    """Reject arguments that a method with fixed steps does not have: names of arguments, each True if it was given."""
    for name, is_given in {**given, "friction='viscous'": friction == "viscous"}.items():
        if is_given:
            raise InputError(f"{name}: a method with fixed steps does not have it; use method='DOP853'")
    flag("friction", friction)


def stepped_inputs(
    model: Model, efforts: Any, control: Any, period: float | None, sampling: Sampling | None, wrench: Any
) -> LoopInputs:
    """Read what acts on a robot in a simulation with fixed steps."""
    if callable(efforts) or callable(wrench):
        name = "efforts" if callable(efforts) else "wrench"
        raise InputError(f"{name}: a method with fixed steps takes constant {name}; use a control law, or method='DOP853'")
    if efforts is not None and control is not None:
        raise InputError("control: give efforts or control, not both; a control law may add efforts of its own")
    if control is not None and not isinstance(control, Law | CLaw):
        function("control", control, "t, q, qd, x, xd")
    for name, given in (("period", period), ("sampling", sampling)):
        if given is not None and control is None:
            raise InputError(f"{name}: {WITHOUT_LAW}; leave it out, or use step")
    if period is not None and sampling is not None:
        raise InputError("period: give period or sampling, not both")
    if sampling is not None:
        instance("sampling", sampling, Sampling, "a Sampling (parados.control)")
    own = sampling or Sampling(rate=1.0 / positive("period", USUAL_PERIOD if period is None else period))
    tau = None if efforts is None else vector("efforts", efforts, len(model.labels["q"]), "one effort for each actuator")
    push = None if wrench is None else vector("wrench", wrench, 6, "force and moment on the platform")
    return LoopInputs(control, own, None if tau is None else _held(tau), None if push is None else _held(push))


def _held(row: Array) -> OverTime:
    return lambda times: np.tile(row, (len(times), 1))


def plain_law(
    control: Any, efforts: Any, period: float | None, step: float | None, sampling: Sampling | None, coordinates: str
) -> Any:
    """Return a control law as a plain function of t, q, qd, x, xd, for a method with error control.

    efforts : the efforts without a control law; a period holds those of a function, and has no effect on numbers
    """
    given = {"step": step is not None, "sampling": sampling is not None, "coordinates": coordinates != "auto"}
    for name, is_given in given.items():
        if is_given:
            raise InputError(f"{name}: it belongs to the methods with fixed steps, 'rk4' and 'collocation'")
    if period is not None and control is None and not callable(efforts):
        raise InputError(f"period: {WITHOUT_LAW} and no function for the efforts; leave it out")
    if isinstance(control, CLaw):
        raise InputError("control: a law in C needs a method with fixed steps, 'rk4' or 'collocation'")
    if isinstance(control, Law) and period is not None:
        return RunningLaw(control, period)
    if isinstance(control, Law) and (len(control.start()) or control.needs_wrench):
        what = "has a discrete state" if len(control.start()) else "measures the wrench"
        raise InputError(f"control: the {control.title} {what}; use a method with fixed steps, 'rk4' or 'collocation'")
    return control
