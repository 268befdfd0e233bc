"""Odd arguments: every public call with odd values in every place gives a result or a short sentence."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from odd_values import ODD
from public_calls import GROUPS

from parados.errors import ParadosError

LONGEST = 1500
"""Characters of a message."""

SAMPLE = 12
"""Odd values that the quick test draws for each argument; the slow one takes them all."""

DEFAULTS = {("singularity_map", "over", "None")}
"""Values that are not odd but ask for long work: a map over the whole reach."""


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


def complaints(group: str, count: int) -> list[str]:
    """What is wrong with `count` odd values in each place of each call of a group."""
    draw = random.Random(group)
    wrong = []
    for name, (call, arguments) in GROUPS[group]().items():
        for place in arguments:
            for what in draw.sample(sorted(ODD), count):
                told = None if (name, place, what) in DEFAULTS else outcome(call, {**arguments, place: ODD[what]()})
                if told is not None:
                    wrong.append(f"{name}({place}={what}): {told}")
    return wrong


@pytest.mark.parametrize("group", GROUPS)
def test_some_odd_arguments_are_served_or_refused(group: str) -> None:
    wrong = complaints(group, SAMPLE)
    assert not wrong, f"{len(wrong)} calls:\n" + "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_all_odd_arguments_are_served_or_refused(group: str) -> None:
    wrong = complaints(group, len(ODD))
    assert not wrong, f"{len(wrong)} calls:\n" + "\n".join(wrong)
