"""Functions that a caller passes: what they take, and what goes wrong when they are called."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from parados.arguments.display import shown
from parados.errors import InputError

__all__ = ["call", "function"]

T = TypeVar("T")


def function(name: str, value: Any, takes: str) -> None:
    """Refuse what cannot be called with as many arguments as `takes` lists, e.g. "time, q, qd"."""
    count = takes.count(",") + 1
    if callable(value):
        try:
            inspect.signature(value).bind(*[None] * count)
            return
        except TypeError:
            pass
        except ValueError:  # a built-in function without a signature
            return
    raise InputError(f"{name}: a function of {takes} is expected, not {shown(value)}")


def call(name: str, given: Callable[..., T], *arguments: Any) -> T:
    """Call a caller's function.

    What is raised inside of it is passed on as it is; what is raised because it does not take these arguments becomes an
    InputError.
    """
    try:
        return given(*arguments)
    except Exception as error:
        at = error.__traceback__
        if at is not None and at.tb_next is None:  # raised by the call itself, in no line of the function
            raise InputError(f"{name}: {shown(given)} does not take these arguments: {error}") from error
        raise
