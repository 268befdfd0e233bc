"""Entries of `mode`: one for each leg, made of signs; anything else is rejected with a message."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.errors import InputError
from parados.geometry.working_modes import mode_signs

ROBOTS = Path(__file__).parents[1] / "robots"


@cache
def model(name):
    path = ROBOTS / f"{name}.yaml"
    return parados.load(path if path.exists() else name).compile("vm")


@pytest.mark.parametrize("name", ["five-bar", "delta-d3-1200", "schoenflies-4-ruu", "dualemps", "gough-stewart-lopes"])
def test_sign_plus_one_is_on_the_positive_side_of_the_middle(name):
    """The position for +1 is reached from the middle of the two positions by moving in the positive sense."""
    m = model(name)
    geometry, x = m.survey.geometry, m.survey.home
    for place, choice in enumerate(geometry.free_choices):
        modes = {sign: m.working_modes()[0] for sign in (1, -1)}
        for sign in (1, -1):
            modes[sign] = next(
                mode
                for mode in m.working_modes()
                if (s := mode_signs(geometry, mode))[place] == sign and (np.delete(s, place) == 1).all()
            )
        ahead, behind = (m.joints(x, mode=modes[sign])[choice.joint] for sign in (1, -1))
        gap = ahead - behind
        if m.mechanism.joints[choice.joint].unit == "m":
            assert gap > 0
        else:  # the difference is twice an angle in (0, pi), measured from the middle; stepping back must reach the middle
            middle = behind + (gap % (2 * np.pi)) / 2
            assert 0 < (ahead - middle) % (2 * np.pi) < np.pi


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ([0, 0, 0, 0], r"mode\[0\]: leg1 has 2 choices \(q11, q12\) and takes a sign for each, such as \[1, -1\], not 0"),
        ([1, 1, 1, 1], r"mode\[0\]: leg1 has 2 choices"),
        ([[1, 1], [1, 1]], r"mode: one entry for each leg is expected \(leg1, leg2, leg3, leg4\), such as \[\[1, 1\], "),
        ([[1, 1], [1, 1], [1, 2], [1, 1]], r"mode\[2\]: leg3 has 2 choices"),
        ([[1, 1], [1], [1, 1, 1], 1], r"mode\[1\]: leg2 has 2 choices"),
        ("all", "mode: one entry for each leg is expected"),
        ({1: 2}, "mode: one entry for each leg is expected"),
    ],
)
def test_invalid_modes_are_rejected(mode, message):
    with pytest.raises(InputError, match=message):
        model("schoenflies-4-ruu").joints(model("schoenflies-4-ruu").survey.home, mode=mode)


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ([1, 0], r"mode\[1\]: leg2 has one choice \(q21\) and takes 1 or -1, not 0"),
        ([1, True], r"mode\[1\]: leg2 has one choice"),
        ([1, 0.5], r"mode\[1\]: leg2 has one choice"),
        ([1], r"mode: one entry for each leg is expected \(leg1, leg2\), such as \[1, 1\], not \[1\]"),
    ],
)
def test_entry_of_a_leg_with_one_choice_must_be_a_sign(mode, message):
    with pytest.raises(InputError, match=message):
        model("five-bar").joints(model("five-bar").survey.home, mode=mode)


def test_entry_of_a_leg_without_a_choice_must_be_1():
    m = model("gough-stewart-lopes")
    assert np.array_equal(m.joints(m.survey.home, mode=[1] * 6), m.joints(m.survey.home))
    with pytest.raises(InputError, match=r"mode\[0\]: leg1 has no choice and takes 1, not 0"):
        m.joints(m.survey.home, mode=[0] * 6)
