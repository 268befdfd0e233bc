"""Test small files that would need much time or memory: they are rejected before that."""

from __future__ import annotations

import pytest
from broken import FIVE_BAR, PLANAR_3RRR, broken

from parados.api import Robot
from parados.errors import RobotFileError
from parados.robot.expressions import evaluate
from parados.robot.reading import parse_robot

BOMB = "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n" + "".join(
    f"a{k}: &a{k} [{','.join([f'*a{k - 1}'] * 10)}]\n" for k in range(1, 11)
)
MERGED = "b0: &b0 {x: 1, y: 2}\n" + "".join(f"b{k}: &b{k} {{<<: [{','.join([f'*b{k - 1}'] * 9)}]}}\n" for k in range(1, 11))

GRAVITY, GUESS, LENGTH = "gravity: [0, -9.81, 0]", "guess: {q11: 1}", "kind: R, d: l1}\n    closure"


def _gravity(number: str) -> str:
    return broken(FIVE_BAR, (GRAVITY, f"gravity: [0, 0, {number}]"))


def _guess(count: int) -> str:
    return broken(FIVE_BAR, (GUESS, f"guess: {{{', '.join(f'j{k}: 1' for k in range(count))}}}"))


def _length(expression: str) -> str:
    return broken(FIVE_BAR, (LENGTH, LENGTH.replace("l1", expression)))


COSTLY = {
    "aliases of aliases": (BOMB + FIVE_BAR, "has too many entries"),
    "merged mappings": (MERGED + FIVE_BAR, "has too many entries"),
    "alias of itself": ("a: &a [*a]\n" + FIVE_BAR, "the alias *a is inside the list or mapping that it repeats"),
    "deep": ("a: " + "[" * 100 + "]" * 100 + "\n" + FIVE_BAR, "nested too deeply"),
    "very deep": ("a: " + "[" * 400_000, "nested too deeply"),
    "deep blocks": ("".join(" " * k + "a:\n" for k in range(800)), "nested too deeply"),
    "12 MB": (_guess(1_000_000), "characters; allowed are at most"),
    "many entries": (_guess(60_000), "has too many entries"),
    "many unknown joints": (_guess(5000), "and 49"),
    "4,000 digits": (_gravity("9" * 4000), "a number has 4,000 characters"),
    "9,000 digits": (_gravity("9" * 9000), "a number has 9,000 characters"),
    "digits in base 60": (_gravity("1" + ":1" * 200_000), "a number has 400,001 characters"),
    "4,000 digits in an expression": (_length("2*" + "9" * 4000), "too long"),
    "40,000 blanks": (_length("'1" + " " * 40_000 + "'"), "too long"),
    "100 legs": (broken(PLANAR_3RRR, ("count: 3", "count: 100")), "from 1 to 24"),
}


@pytest.mark.parametrize("name", COSTLY)
def test_costly_file_is_rejected_with_a_short_message(name: str) -> None:
    text, message = COSTLY[name]
    with pytest.raises(RobotFileError) as caught:
        Robot(parse_robot(text, "costly.yaml")).checked()
    assert message in str(caught.value)
    assert len(str(caught.value)) <= 1500


def test_yaml_aliases_are_accepted() -> None:
    text = broken(FIVE_BAR, (GRAVITY, "gravity: &three [0, -9.81, 0]"), ("{at: [0.15, 0, 0]}", "{at: *three}"))
    assert parse_robot(text).legs[1].base.at == parse_robot(text).gravity == (0.0, -9.81, 0.0)


def test_many_blanks_before_a_unit_are_read_fast() -> None:
    """The time was once quadratic in the number of blanks; the longest accepted expression has 1,000 characters."""
    assert evaluate("180" + " " * 990 + "deg", {}) == pytest.approx(3.141592653589793, abs=1e-15)
    assert evaluate("90 deg + (90)deg", {}) == pytest.approx(3.141592653589793, abs=1e-15)


EXTREME = ("1e308", "-1e308", "1e31", "1" + "0" * 50)


@pytest.mark.parametrize("value", EXTREME)
@pytest.mark.parametrize("place", ["link: {my: @}", "link: {mass: 1, com: [0, @, 0]}", "d: @", "link: {m: 1, zz: @}"])
def test_numbers_too_large_to_compute_with_are_rejected(place: str, value: str) -> None:
    text = broken(FIVE_BAR, (LENGTH, LENGTH.replace("d: l1", place.replace("@", value))))
    with pytest.raises(RobotFileError, match="too large to compute with; stay below 1e30"):
        parse_robot(text)


@pytest.mark.parametrize("section", ["circle: 1e308", "rectangle: [1e308, 1]", "A: 1e308, Iz: 1", "tube: [1e308, 1e307]"])
def test_sections_too_large_to_compute_with_are_rejected(section: str) -> None:
    beam = f"link: {{beams: [{{length: 1, E: 2e11, rho: 7800, planar: true, section: {{{section}}}}}]}}"
    text = broken(FIVE_BAR, (LENGTH, LENGTH.replace("d: l1", beam)))
    with pytest.raises(RobotFileError, match="too large to compute with; stay below 1e30"):
        parse_robot(text)


@pytest.mark.parametrize("numeric", [False, True])
def test_workspace_that_is_much_larger_than_the_robot_does_not_prevent_loading(numeric: bool) -> None:
    text = broken(FIVE_BAR, ("py: [0.25, 0.4]}", f"py: [-2000, 0.6]}}\nnumeric: {str(numeric).lower()}"))
    robot = Robot(parse_robot(text, "wide.yaml")).checked()
    assert robot.mobility().dof == 2
