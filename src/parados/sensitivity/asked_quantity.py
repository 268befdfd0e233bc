"""Read the common arguments of the analyses: model, quantity, states or a motion, and options."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, shown, vector, word
from parados.errors import InputError, UnknownNameError
from parados.model.model import COMPILED, Model
from parados.model.quantities import QUANTITIES
from parados.model.quantity_derivative import QuantityDerivative
from parados.model.state_arguments import Stack, check_stack
from parados.sensitivity.frequency_slopes import NaturalFrequencies
from parados.sensitivity.output_names import turning
from parados.sensitivity.platform_error import PlatformError
from parados.sensitivity.tolerances import live_values
from parados.sensitivity.varied_quantity import VariedQuantity
from parados.trajectory.base import Trajectory

__all__ = ["asked_quantity"]

Array = NDArray[np.float64]

INSTANTS = 101
"""Default number of instants of a motion."""

SPECIAL = {"forward_kinematics": PlatformError, "natural_frequencies": NaturalFrequencies}
"""Quantities that `Model.derivatives` does not accept, and that have their own derivatives here."""

OPTIONS = {"forward_kinematics": ["mode"], "natural_frequencies": ["mode", "count"]}
"""Options that these quantities take; other quantities take those of their derivatives that are in `SHARED`."""

SHARED = ("mode", "friction")
"""Options that all rows of a call share."""


def asked_quantity(
    model: Model, quantity: str, states: tuple[Any, ...], times: ArrayLike | None, options: dict[str, Any]
) -> VariedQuantity:
    """Return the quantity at the states of a call; raises InputError with one sentence."""
    instance("model", model, Model, COMPILED)
    own = model if options.get("parameters") is None else model.with_parameters(options["parameters"])
    live_values(own)
    public = [name for name, entry in QUANTITIES.items() if entry.public]
    word("quantity", quantity, [*public, *SPECIAL], UnknownNameError, "a quantity of a model")
    given = {key: value for key, value in options.items() if value is not None and key != "parameters"}
    names, accepted = _arguments(own, quantity)
    instants: ArrayLike | None = times
    if len(states) == 1 and isinstance(states[0], Trajectory):
        values, instants = _along(quantity, names, states[0], times)
    else:
        values = _by_name(quantity, names, states, given)
    allowed = [name for name in accepted if name != "guess" or "q" in values]
    for key in given:
        word(quantity, key, allowed, InputError, "an option")
    values |= {key: given.pop(key) for key in ("wrench", "guess") if key in given}
    stack = check_stack(values, {**own.labels, "guess": own.labels["x"]})
    if quantity == "forward_kinematics":
        stack = _nominal_pose(own, stack, given)
    if not stack.count:
        raise InputError("states: at least one state is expected, not an empty stack")
    rows = stack.rows(np.arange(stack.count))
    own_times = None if instants is None else vector("times", instants, stack.count, "one for each state")
    kind = SPECIAL.get(quantity, VariedQuantity)
    return kind(own, quantity, rows, stack.stacked, own_times, given, turning(own, quantity))


def _arguments(model: Model, quantity: str) -> tuple[list[str], list[str]]:
    """Return the names of the states of a quantity, and of the options that it takes here."""
    if quantity == "forward_kinematics":
        return ["q"], [*OPTIONS[quantity], "guess"]
    if quantity == "natural_frequencies":
        return ["x"], OPTIONS[quantity]
    derivative = QuantityDerivative(model, quantity, ())
    return derivative.states, [name for name in ("wrench", *SHARED) if name in derivative.__signature__.parameters]


def _by_name(quantity: str, names: list[str], states: tuple[Any, ...], options: dict[str, Any]) -> dict[str, Any]:
    """Return the states of a call by their names; the forward geometry takes the pose x instead of q."""
    if quantity == "forward_kinematics" and "x" in options and not states:
        return {"x": options.pop("x")}
    if len(states) != len(names):
        other = ", or the option x" if quantity == "forward_kinematics" else ""
        raise InputError(
            f"{quantity}: {len(names)} state{'s' * (len(names) > 1)} ({', '.join(names)}){other} or a motion "
            f"(parados.Trajectory) is expected, not {len(states)} arguments"
        )
    for name, state in zip(names, states, strict=True):
        if isinstance(state, Trajectory):
            raise InputError(f"{name}: give either a motion alone or the states, not {shown(state)} among them")
    return dict(zip(names, states, strict=True))


def _along(quantity: str, names: list[str], motion: Trajectory, times: ArrayLike | None) -> tuple[dict[str, Any], Array]:
    """Return the states along a motion, and the instants (N,) [s]."""
    t = np.linspace(*motion.times, INSTANTS) if times is None else vector("times", times)
    states = motion(t)._asdict()
    wanted = ["x"] if quantity == "forward_kinematics" else names
    missing = [name for name in wanted if name not in states]
    if missing:
        raise InputError(f"{quantity}: a motion gives x, xd and xdd, but {missing[0]} is needed too; give the states one by one")
    return {name: states[name] for name in wanted}, t


def _nominal_pose(model: Model, stack: Stack, options: dict[str, Any]) -> Stack:
    """Return the stack of motor positions q and of the poses x of the robot itself as `guess`; q is NaN if there is no pose."""
    if len(model.mechanism.actuated) != model.mechanism.n_dof:
        raise InputError(
            f"forward_kinematics: {model.spec.name} has {len(model.mechanism.actuated)} actuators and "
            f"{model.mechanism.n_dof} degrees of freedom: with other parameters it has no pose at the same motor positions"
        )
    mode = options.get("mode")
    if "x" in stack.arrays:
        x = stack.arrays["x"]
        q = model.inverse_kinematics(x, mode=mode)
    else:
        q = stack.arrays["q"]
        x = model.forward_kinematics(q, guess=stack.arrays.get("guess"), mode=mode)
    found = np.isfinite(q).all(axis=-1, keepdims=True) & np.isfinite(x).all(axis=-1, keepdims=True)
    poses = {"q": np.where(found, q, np.nan), "guess": np.where(found, x, model.survey.home)}
    return Stack(poses, stack.count, stack.stacked)
