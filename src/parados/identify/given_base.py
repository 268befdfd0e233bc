"""Check the base parameters that a call gets: they must belong to the robot of the call."""

from __future__ import annotations

from typing import Any

from parados.arguments import instance
from parados.errors import InputError
from parados.identify.base_parameters import BaseParameters, base_parameters
from parados.model.model import Model

__all__ = ["given_base"]


def given_base(base: Any, model: Model) -> BaseParameters:
    """Return given base parameters if they are those of the model's robot; all base parameters of the model if None is given."""
    if base is None:
        return base_parameters(model)
    own = instance("base", base, BaseParameters, "parados.identify.base_parameters(model)")
    if own.model.spec.name != model.spec.name or own.model.actuated_names != model.actuated_names:
        raise InputError(f"base: these are the base parameters of {own.model.spec.name}, not of {model.spec.name}")
    return own
