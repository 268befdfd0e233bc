"""Tolerances of live parameters, and robots within them as values of the argument `parameters`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import instance, name_list, real_array, shown
from parados.arguments.single_values import listed
from parados.errors import InputError, UnknownNameError
from parados.model.model import Model

__all__ = ["DEFAULT", "Tolerances", "as_parameters", "live_values", "read_tolerances"]

Array = NDArray[np.float64]

Tolerances = Mapping[str, Any] | None
"""Largest deviation of each live parameter from its value, by name: a number, or one for each number of a list."""

DEFAULT = 0.01
"""Default tolerance, as a part of the value of a parameter; a parameter whose value is zero then has no tolerance."""


def live_values(model: Model) -> Array:
    """(n_p,) values of the live parameters; raises InputError if there are none, or if each row of a stack has its own."""
    if not model.live:
        raise InputError("model: this model has no live parameters; name them in compile(live=[...])")
    values = np.concatenate([np.ravel(value) for value in model.live.values()])
    if len(values) != len(model.labels["parameters"]):
        raise InputError(
            "model: a live parameter has several values, one per row of a stack; give each parameter a single value here"
        )
    return values


def read_tolerances(model: Model, given: Tolerances, wrt: Sequence[str] | None = None) -> tuple[Array, list[str]]:
    """Return the tolerances (n_p,) of all live parameters, and the names of the parameters to vary.

    given : tolerances by name; None stands for `DEFAULT` of each value. Parameters that are not named are exact
    wrt : names of the parameters to vary; by default those with a tolerance
    """
    values, places = live_values(model), model.live_places
    names = list(places) if wrt is None else [wrt] if isinstance(wrt, str) else name_list("wrt", wrt)
    for name in names:
        _check_live(model, "wrt", name)
    if not names:
        raise InputError("wrt: give the name of at least one live parameter")
    if given is None:
        return DEFAULT * np.abs(values), names
    expected = "a mapping of names to tolerances, e.g. {'l1': 1e-4}"
    found = np.zeros(len(values))
    for name, value in instance("tolerances", given, Mapping, expected).items():
        _check_live(model, "tolerances", name)
        if name not in names:
            raise InputError(f"tolerances: {name} is not in wrt; add it to wrt, or remove its tolerance")
        found[places[name]] = _tolerance(name, value, np.shape(model.live[name]))
    return found, names


def _tolerance(name: str, value: Any, shape: tuple[int, ...]) -> Array:
    """(n,) tolerances of the numbers of one parameter."""
    place = f"tolerances: {name}"
    array = real_array(place, value)
    if array.shape not in ((), shape):
        every = "" if shape == () else f", or an array {shape} with one for each of its numbers,"
        raise InputError(f"{place}: one number{every} is expected, not an array {array.shape}")
    if (array < 0).any():
        raise InputError(f"{place}: a tolerance is a largest deviation; it must be at least 0, not {array.min():g}")
    return np.broadcast_to(array, shape).ravel()


def _check_live(model: Model, place: str, name: object) -> None:
    if not isinstance(name, str) or name not in model.live_places:
        raise UnknownNameError(f"{place}: {shown(name)} is not a live parameter of this model; use {listed(model.live_places)}")


def as_parameters(model: Model, designs: Array) -> dict[str, Any]:
    """Return the argument `parameters` of a model for robots (R, n_p), one for each row of a stack, or for one robot (n_p,)."""
    found: dict[str, Any] = {}
    for name, value in model.live.items():
        own = designs[..., model.live_places[name]]
        if name == "payload":
            found[name] = {"mass": own[..., 0], "com": own[..., 1:4], "inertia": own[..., 4:]}
        else:
            found[name] = own.reshape((*designs.shape[:-1], *np.shape(value)))
    return found
