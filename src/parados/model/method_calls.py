"""Decorators of the methods of a model: `live` adds the argument `parameters`, `quick` serves the usual call directly.

`live` and `live_one` let a function of a model take other values of the live parameters.

`quick` gives the usual call, one state without options, to compiled functions if possible. All checks of such a call are made in
C. Before the kernel of a numeric geometry runs, C closes the loops; before a blind graph runs, C checks the reach
(`graph_finishing`). If it is not the usual call, or if a check fails, the method itself serves it: it finds out what is wrong and
says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from parados.arguments import LARGEST, instance
from parados.graph.one_state import Before, OneState
from parados.graph.rows_call import RowsCall
from parados.model.model_part import ModelPart
from parados.model.quantity import Options

if TYPE_CHECKING:
    from parados.model.evaluation import Evaluator

__all__ = ["COMPILED", "Parameters", "live", "live_one", "quick"]

Array = NDArray[np.float64]

StateCall = Callable[..., Array | None]
"""Function from the arguments of one state to the first output of a quantity; None if the method of the model must serve it."""

Method = TypeVar("Method", bound=Callable[..., Any])

COMPILED = "a compiled model (robot.compile())"
"""Name of the expected argument in the messages of functions that take a model."""

Parameters = Mapping[str, Any] | None
"""Values of live parameters by name: one for all states, or one for each row of a stack."""


def _takes_parameters(analysis: Method, one_robot: bool) -> Method:
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
    return _takes_parameters(quantity, one_robot=False)


def live_one(analysis: Method) -> Method:
    """Let a function or method take one other set of values of the live parameters; values for each row are rejected."""
    return _takes_parameters(analysis, one_robot=True)


def _not_quick(*_: object) -> None:
    """Leave every state to the method of the model."""


def _state_call(evaluator: Evaluator, name: str, states: Sequence[str], careful: bool) -> StateCall:
    """Return the function that evaluates single states of a quantity with the default options.

    states : names of the arguments, in their order
    careful : leave states that are solved with pivoting to the method of the model
    """
    ready = evaluator.ready(name, Options())
    kernel, graph = ready.kernel, ready.graph
    several = evaluator.turns_made is not None or (evaluator.live is not None and evaluator.live.ndim == 2)
    if kernel.compiled is None or several or evaluator.robot.mechanism.platform.is_quaternion:
        return _not_quick
    before = None
    if "unknowns" in kernel.inputs:
        before = evaluator.closing_before()
    elif graph.blind:
        before = _reach_before(evaluator)
    if before is None and ("unknowns" in kernel.inputs or graph.blind):
        return _not_quick
    seen = {*kernel.inputs, *([before.argument] if before else [])}
    if not set(states) <= seen:  # C checks only the arguments that it uses
        return _not_quick
    smallest = graph.careful_pivots if careful else graph.smallest_pivots
    fixed = {"mode": evaluator.signs(None), **evaluator.live_argument}
    used = {key: value for key, value in fixed.items() if key in kernel.inputs}
    sizes = {key: len(evaluator.labels[key]) for key in states}
    return OneState(kernel, sizes, used, next(iter(ready.shapes.values())), smallest, LARGEST, before)


def _reach_before(evaluator: Evaluator) -> Before | None:
    """Return the check of the reach as the function before a kernel."""
    kernel, fixed = evaluator.reach_roots, {"mode": evaluator.signs(None), **evaluator.live_argument}
    if kernel.compiled is None:
        return None

    def call(x: Array) -> tuple[RowsCall, dict[str, Array]]:
        return kernel.check_call(1, [{**fixed, "x": x}[name] for name in kernel.inputs], LARGEST), {}

    return Before(kernel.compiled, "x", np.zeros(0), call)


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
                evaluator.one_state[quantity] = _state_call(evaluator, quantity, states, careful)
                return result
            found = one(*arguments)
            return method(model, *arguments) if found is None else found

        return cast(Method, call)

    return decorate
