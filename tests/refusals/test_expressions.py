"""Test arithmetic in robot files: angles in degrees, numbers in braces, and sentences about what cannot be computed."""

from __future__ import annotations

import math

import pytest
from broken import FIVE_BAR, broken

from parados.errors import RobotFileError
from parados.robot.expressions import evaluate
from parados.robot.reading import parse_robot

JOINT = "kind: R, d: l1}\n    closure"


def _with_length(text: str, parameters: str = "") -> str:
    return broken(FIVE_BAR, (JOINT, JOINT.replace("l1", text)), ("parameters: {", f"parameters: {{{parameters}"))


@pytest.mark.parametrize("text", ["90 deg", "90*deg", "90 * deg", "(45 + 45)*deg", "45 deg*2", "2*45*deg", "1*90 deg"])
def test_degrees_may_be_written_with_or_without_a_multiplication_sign(text: str) -> None:
    assert evaluate(text, {}) == pytest.approx(math.pi / 2, rel=1e-15)


@pytest.mark.parametrize("text", ["30 deg deg", "30*deg*deg", "30 deg**2", "30 deg ** 2", "2**deg", "2 * * deg", "deg"])
def test_degrees_that_are_no_angle_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not an angle|is neither a number nor an expression"):
        evaluate(text, {})


def test_negative_number_in_braces_keeps_its_sign_in_a_power() -> None:
    joint = parse_robot(_with_length('"{c}**2"', "c: -0.5, ")).legs[0].joints[1]
    assert joint.d == pytest.approx(0.25)


@pytest.mark.parametrize("value", ["{1: 2}", "", "true"])
def test_expression_of_a_parameter_without_a_number_says_so_in_plain_words(value: str) -> None:
    with pytest.raises(RobotFileError) as caught:
        parse_robot(_with_length("l1", f"bad: {value}, twice: 2*bad, "))
    assert "'bad' is not a number" in str(caught.value)
    assert "NoneType" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "wanted"), [("sin()", "one argument"), ("sqrt(4, 2)", "one"), ("atan2(1)", "two"), ("hypot()", "at least one")]
)
def test_wrong_number_of_arguments_is_named(text: str, wanted: str) -> None:
    with pytest.raises(ValueError, match=f"takes {wanted}"):
        evaluate(text, {})


def test_truth_value_is_not_an_index_of_a_list() -> None:
    with pytest.raises(ValueError, match="is not arithmetic"):
        evaluate("A[True]", {"A": [1.0, 2.0]})


@pytest.mark.parametrize("name", ['"a\\0.stl"', '"\\e[31ma.stl"'])
def test_mesh_file_with_signs_that_cannot_be_printed_is_rejected(name: str) -> None:
    with pytest.raises(RobotFileError, match="is not the name of a file"):
        parse_robot(broken(FIVE_BAR, (JOINT, JOINT.replace("}", f", mesh: {{file: {name}}}}}"))))
