"""Exact derivative of a quantity, a function of the states and options of the quantity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import flag, name_list, shown, whole, word
from parados.errors import InputError
from parados.model.quantities import known_quantity
from parados.model.quantity import Options
from parados.model.state_arguments import loads

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["OPTIONS", "QuantityDerivative", "checked_derivative"]

Array = NDArray[np.float64]

OPTIONS = ("wrench", "link_wrenches", "friction", "mode", "motion", "parameters")
"""Options of a quantity that its derivative takes as well."""


@dataclass(frozen=True, eq=False)
class QuantityDerivative:
    """Function that computes the exact derivative of a quantity.

    Attributes
    ----------
    model : model of the robot
    name : name of the quantity
    wrt : names of the states and live parameters by which it is differentiated
    order : 1, or 2 for second derivatives
    """

    model: Model = field(repr=False)
    name: str
    wrt: tuple[str, ...]
    order: int = 1

    @cached_property
    def __signature__(self) -> Signature:
        """States of the method of the model that evaluates the quantity, and those of its options that are in OPTIONS."""
        method = getattr(type(self.model), self.name.removeprefix("all_"))  # all_joint_rates: joint_rates(joints="all")
        own = list(signature(method).parameters.values())[1:]
        return Signature([one for one in own if one.kind is not Parameter.KEYWORD_ONLY or one.name in OPTIONS])

    @property
    def states(self) -> list[str]:
        """Names of the states that the quantity takes, in their order."""
        return [one.name for one in self.__signature__.parameters.values() if one.kind is not Parameter.KEYWORD_ONLY]

    def __call__(self, *states: Any, **options: Any) -> Array | dict[str, Array]:
        """Evaluate the derivative at one state or a stack of states."""
        given = self._given(states, options)
        loaded = loads(self.model, given.get("wrench"), given.get("link_wrenches"))
        friction = flag("friction", given.get("friction", True))
        variant = Options(friction, bool(loaded), derivative=tuple(self._arguments()), order=self.order)
        values = {**{key: given[key] for key in self.states}, **loaded}
        own = self.model if given.get("parameters") is None else self.model.with_parameters(given["parameters"])
        evaluate = own._evaluator.evaluate
        stack, out = evaluate(self.name, values, given.get("mode"), variant, given.get("motion", False))
        results = {key.removeprefix("d_"): stack.unstack(value) for key, value in out.items()}
        return results if len(results) > 1 else next(iter(results.values()))

    def _arguments(self) -> Iterator[str]:
        """Yield the arguments of the graph: states, and parameters0, parameters1, ... for the numbers of live parameters."""
        places = self.model.live_places
        for name in self.wrt:
            if name in self.states:
                yield name
            else:
                yield from [f"parameters{k}" for k in range(places[name].start, places[name].stop)]

    def _given(self, states: tuple[Any, ...], options: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments by name."""
        names = self.states
        accepted = [key for key in self.__signature__.parameters if key not in names]
        unknown = [key for key in options if key not in (*names, *accepted)]
        if unknown:
            raise InputError(f"derivatives of {self.name}: {shown(unknown[0])} is not accepted; use {', '.join(accepted)}")
        try:
            return self.__signature__.bind(*states, **options).arguments
        except TypeError as error:
            each = f"arguments {', '.join(names)} are expected, each" if len(names) > 1 else f"argument {names[0]} is expected,"
            raise InputError(f"derivatives of {self.name}: the {each} once: {error}") from None


def checked_derivative(model: Model, name: str, wrt: str | Sequence[str], order: int) -> QuantityDerivative:
    """Validate the names of a derivative and its order (1 or 2), and return the function that computes it."""
    names = (wrt,) if isinstance(wrt, str) else tuple(name_list("wrt", wrt))
    whole("order", order, 1, 2, "the order of the derivative")
    derivative = QuantityDerivative(model, known_quantity("derivatives", name), names, order)
    if not names:
        raise InputError("wrt: give at least one name")
    if len(set(names)) != len(names):
        raise InputError(f"wrt: {', '.join(map(str, names))} contains a name twice; give each name once")
    for one in names:
        word("wrt", one, [*derivative.states, *model.live_places])
    return derivative
