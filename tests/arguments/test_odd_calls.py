"""Test every public call with odd values of each argument: it must give a result or a short message."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.plain_messages import fault_of_message
from odd_values import ODD
from public_calls import GROUPS

from parados.errors import ParadosError

SAMPLE = 4
"""Number of random odd values that the quick test tries for each argument; the slow test tries all."""

OWN_WARNINGS = (r"\d+ of \d+ rows are NaN", "cut_off: ", "smoothing: ", "forward_kinematics: the pose .* another assembly mode")
"""Beginnings of the warnings of parados itself."""

DEFAULTS = {("singularity_map", "over", "None")}
"""Values that are valid but take long: a map over the whole reach."""


def outcome(call: Callable[..., Any], arguments: dict[str, Any]) -> str | None:
    """Describe what is wrong with the end of a call; return None for a result or a ParadosError with a short message."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for own in OWN_WARNINGS:
            warnings.filterwarnings("ignore", own, RuntimeWarning)
        try:
            call(**arguments)
        except ParadosError as error:
            return fault_of_message(str(error)) or None
        except Exception as error:
            return f"{type(error).__name__}: {error!s:.100}"
    return None


def complaints(group: str, count: int) -> list[str]:
    """Return the problems of all calls of a group, with `count` odd values for each argument."""
    draw = random.Random(group)
    wrong = []
    for name, (call, arguments) in GROUPS[group]().items():
        for place in arguments:
            for what in draw.sample(sorted(ODD), count):
                problem = None if (name, place, what) in DEFAULTS else outcome(call, {**arguments, place: ODD[what]()})
                if problem is not None:
                    wrong.append(f"{name}({place}={what}): {problem}")
    return wrong


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that save take some odd words for file names: they write into a temporary folder."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("group", GROUPS)
def test_some_odd_arguments_give_a_result_or_a_message(group: str) -> None:
    wrong = complaints(group, SAMPLE)
    assert not wrong, f"{len(wrong)} calls:\n" + "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_all_odd_arguments_give_a_result_or_a_message(group: str) -> None:
    wrong = complaints(group, len(ODD))
    assert not wrong, f"{len(wrong)} calls:\n" + "\n".join(wrong)
