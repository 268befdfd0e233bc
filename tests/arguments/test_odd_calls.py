"""Odd arguments: every public call with every odd value in every place gives a result or a short sentence."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest
from odd_values import ODD
from public_calls import GROUPS

from parados.errors import ParadosError

LONGEST = 1500
"""Characters of a message."""


def outcome(call: Callable[..., Any], arguments: dict[str, Any]) -> str | None:
    """What is wrong with how a call ends, or None: a result, or a ParadosError whose message is short."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", r"\d+ of \d+ rows are NaN", RuntimeWarning)  # of parados itself
        try:
            call(**arguments)
        except ParadosError as error:
            return None if 0 < len(str(error)) <= LONGEST else f"a message of {len(str(error))} characters"
        except Exception as error:
            return f"{type(error).__name__}: {error!s:.100}"
    return None


@pytest.mark.parametrize("group", GROUPS)
def test_odd_arguments_are_served_or_refused(group: str) -> None:
    wrong = []
    for name, (call, arguments) in GROUPS[group]().items():
        for place in arguments:
            for what, odd in ODD.items():
                told = outcome(call, {**arguments, place: odd()})
                if told is not None:
                    wrong.append(f"{name}({place}={what}): {told}")
    assert not wrong, f"{len(wrong)} calls:\n" + "\n".join(wrong)
