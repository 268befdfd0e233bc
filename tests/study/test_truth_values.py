"""Test that truth values in the files of studies and motors are not read as numbers."""

from __future__ import annotations

import pytest

import parados
from parados.study import read_motors, read_study

STUDY = """
robot: five-bar
variables: {d12: [0.2, 0.23]}
motions: {way: {point_to_point: {start: [-0.03, 0.25], end: [0.03, 0.27], duration: 0.5}}}
regions: {here: {px: [-0.02, 0.02, 2], py: [0.25, 0.27, 2]}}
indices: {speed: peak_speed, near: {index: dexterity, over: here}}
constraints: {speed: {max: 50}}
parameters: {d13: 0.19}
"""

STUDIES = {
    "[0.2, 0.23]": ("[0.2, true]", r"variables\[d12\]: a range \[lower, upper\] is expected"),
    "start: [-0.03, 0.25]": ("start: [true, 0.25]", "numbers are expected, not \\[True"),
    "duration: 0.5": ("duration: true", "a positive number"),
    "px: [-0.02, 0.02, 2]": ("px: [-0.02, true, 2]", r"regions\[here\]\.px: \(lower, upper, count\), .* is expected"),
    "max: 50": ("max: true", "a number is expected, not True"),
    "d13: 0.19": ("d13: true", "d13: .*True"),
}


def _read(tmp_path, text):
    path = tmp_path / "study.yaml"
    path.write_text(text, encoding="utf-8")
    return read_study(path)


def test_study_with_numbers_is_accepted(tmp_path):
    assert set(_read(tmp_path, STUDY).states) == {"", "way", "here"}


@pytest.mark.parametrize("number", STUDIES)
def test_truth_value_in_a_study_is_rejected(tmp_path, number):
    wrong, told = STUDIES[number]
    assert number in STUDY
    with pytest.raises(parados.InputError, match=told):
        assert _read(tmp_path, STUDY.replace(number, wrong)).states


MOTORS = {
    "{speed: [0, true], effort: [3, 2]}": r"motor\.speed: numbers are expected",
    "{speed: [0, 2], effort: [3, true]}": r"motor\.effort: numbers are expected",
    "{speed: [0, 2], effort: [3, 2], continuous: true}": r"motor\.continuous: a positive number",
    "{speed: [0, 2], effort: [3, 2], gear: true}": r"motor\.gear: a positive number",
}


@pytest.mark.parametrize("text", MOTORS)
def test_truth_value_in_a_motor_is_rejected(tmp_path, text):
    path = tmp_path / "motor.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(parados.InputError, match=MOTORS[text]):
        read_motors(path, ["q11", "q21"])
