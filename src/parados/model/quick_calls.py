"""Serve the usual call of a method, one state without options, directly by its compiled function.

All checks of such a call are made in C. If it is not the usual call, or if a check fails, the method itself serves it: it finds
out what is wrong and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from parados.model.model_part import ModelPart

__all__ = ["quick"]

Method = TypeVar("Method", bound=Callable[..., Any])


def quick(quantity: str, *states: str, careful: bool = False) -> Callable[[Method], Method]:
    """Let calls `method(x, ...)` with one state and no options go directly to the compiled function of a quantity.

    The method must return the first output of the quantity, with the default options.

    states : names of the positional arguments
    careful : leave states that are solved with pivoting to the method
    """

    def decorate(method: Method) -> Method:
        @wraps(method)
        def call(model: ModelPart, *arguments: Any, **options: Any) -> Any:
            if options:
                return method(model, *arguments, **options)
            evaluator = model._evaluator
            one = evaluator.one_state.get(quantity)
            if one is None:
                result = method(model, *arguments)
                evaluator.prepare_one_state(quantity, states, careful)
                return result
            found = one(*arguments)
            return method(model, *arguments) if found is None else found

        return cast(Method, call)

    return decorate
