"""Check and call the functions that a user passes as arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from parados.arguments.display import shown
from parados.errors import InputError

__all__ = ["Progress", "call", "check_progress", "function", "report_progress"]

T = TypeVar("T")

Progress = Callable[[int, int], object]
"""Function progress(done, total) of a long computation: the numbers of steps or poses that are done, and in total."""


def function(name: str, value: Any, takes: str) -> None:
    """Check that `value` can be called with as many arguments as `takes` lists, e.g. "time, q, qd"."""
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
    """Call a function that the user passed.

    An exception raised inside the function is passed on unchanged. If the function does not accept these arguments, the
    exception becomes an InputError.
    """
    try:
        return given(*arguments)
    except Exception as error:
        at = error.__traceback__
        if at is not None and at.tb_next is None:  # raised by the call itself, not by a line of the function
            raise InputError(f"{name}: {shown(given)} does not take these arguments: {error}") from error
        raise


def check_progress(progress: Any) -> None:
    """Check that `progress` is a function of (done, total), or None."""
    if progress is not None:
        function("progress", progress, "done, total")


def report_progress(progress: Progress | None, done: int, total: int) -> None:
    """Call a progress function that the user passed; do nothing for None."""
    if progress is not None:
        call("progress", progress, done, total)
