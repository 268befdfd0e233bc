"""The argument `parameters`: let a function of a model take other values of the live parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

from parados.arguments import instance
from parados.model.model_part import ModelPart

__all__ = ["COMPILED", "Parameters", "live", "live_one"]

COMPILED = "a compiled model (robot.compile())"
"""Name of the expected argument in the messages of functions that take a model."""

Parameters = Mapping[str, Any] | None
"""Values of live parameters by name: one for all states, or one for each row of a stack."""

Method = TypeVar("Method", bound=Callable[..., Any])


def takes_parameters(analysis: Method, one_robot: bool) -> Method:
    """Let a function whose first argument is a model take other values of its live parameters, as the argument `parameters`.

    one_robot : reject values that differ from row to row
    """

    @wraps(analysis)
    def with_values(model: Any, *arguments: Any, parameters: Parameters = None, **options: Any) -> Any:
        own = model if parameters is None else instance("model", model, ModelPart, COMPILED).with_parameters(parameters)
        if one_robot and isinstance(own, ModelPart):
            own.check_one_robot()
        return analysis(own, *arguments, **options)

    return cast(Method, with_values)


def live(quantity: Method) -> Method:
    """Let a method of a model take other values of the live parameters, one set or one for each row."""
    return takes_parameters(quantity, one_robot=False)


def live_one(analysis: Method) -> Method:
    """Let a function or a method that looks at one robot take one other set of values of the live parameters."""
    return takes_parameters(analysis, one_robot=True)
