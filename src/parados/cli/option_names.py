"""Name options in the messages of functions, which name their arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

__all__ = ["with_option_name"]

ALIASES = {
    "map": {"at": "--fix", "mode": "--modes"},
    "workspace": {"at": "--fix"},
    "stiffness": {"at": "--fix"},
    "frequencies": {"at": "--fix"},
    "optimal": {f"limits.{name}": f"--{name}" for name in ("effort", "speed", "acceleration", "power", "jerk")},
    "fmu": {"path": "--output"},
    "simulate": {"times": "--states", "x": "--start", "resolution": "--encoders", "effort_limit": "--effort"},
}
"""Command -> arguments of functions, each with the option that gives it, if their names differ."""

_ARGUMENT = re.compile(r"([a-z_]+(?:\.[a-z_]+)?)(?=: |\[)")


def with_option_name(message: str, name: str, command: Any, given: Iterable[str]) -> str:
    """Return a message that begins with the name of the given option, instead of that of an argument of a function.

    name, command : the command that was called;  given : its words on the command line
    """
    argument = _ARGUMENT.match(message)
    if argument is None:
        return message
    alias, words = ALIASES.get(name, {}).get(argument[1]), {word.partition("=")[0] for word in given}
    for option in command.params:
        asked = alias in option.opts if alias else option.name == argument[1]
        if asked and option.param_type_name == "option" and words.intersection(option.opts):
            return max(option.opts, key=len) + message[argument.end() :]
    return message
