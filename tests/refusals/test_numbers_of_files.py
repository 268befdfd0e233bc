"""Numbers that a file seems to give, but that YAML or a unit would change or leave as they are."""

from __future__ import annotations

import pytest
from broken import FIVE_BAR, broken

import parados
from parados.robot.reading import parse_robot


@pytest.mark.parametrize(("number", "base"), [("010", 8), ("-0_17", 8), ("1:30", 60), ("-6:00", 60), ("1:30.5", 60)])
def test_numbers_that_yaml_reads_in_another_base_are_rejected(number, base):
    """YAML 1.1 reads 010 as 8 and 1:30 as 90, while 09 is a word."""
    text = broken(FIVE_BAR, ("gravity: [0, -9.81, 0]", f"gravity: [0, {number}, 0]"))
    with pytest.raises(
        parados.RobotFileError, match=f"line 3: .*{number} would be read in base {base}; write the number in base 10"
    ):
        parse_robot(text, "good.yaml")


@pytest.mark.parametrize(
    ("number", "value"), [("0", 0.0), ("-0", 0.0), ("00.5", 0.5), ("0.5", 0.5), ("0x10", 16.0), ("1_000", 1000.0)]
)
def test_other_spellings_of_numbers_keep_their_meaning(number, value):
    text = broken(FIVE_BAR, ("gravity: [0, -9.81, 0]", f"gravity: [0, {number}, 0]"))
    assert parse_robot(text, "good.yaml").gravity[1] == value


@pytest.mark.parametrize(
    ("unit", "theta", "remarks"), [("deg", "turn", 1), ("mrad", "turn", 1), ("deg", "turn deg", 0), ("rad", "turn", 0)]
)
def test_a_unit_that_promises_a_conversion_gets_a_remark(unit, theta, remarks):
    text = broken(
        FIVE_BAR,
        ("parameters: {l1: 0.25,", f"parameters: {{turn: {{value: 5, unit: {unit}}}, l1: 0.25,"),
        ("name: q11, kind: R,", f"name: q11, kind: R, theta: {theta},"),
    )
    found = parados.Robot(parse_robot(text, "good.yaml")).remarks
    assert (
        sum(
            remark.startswith(f"parameters.turn: the unit {unit} is only shown; legs[0].joints[0].theta takes 5")
            for remark in found
        )
        == remarks
    )
