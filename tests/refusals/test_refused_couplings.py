"""Test robot files with wrong couplings, and with rods that spin where they must not: one sentence for each problem."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken import FIVE_BAR, GOUGH, broken, check_message

import parados
from parados.errors import RobotFileError

Case = tuple[str, str, tuple[str, ...]]

KEYS: list[Case] = [
    ("not a list", "{name: a}", ("couplings: a list is expected",)),
    ("not a mapping", "[belt]", ("couplings[0]: unknown name 'belt'",)),
    ("no name", "[{terms: {q11: 1, q21: 1}}]", ("couplings[0].name: this key is missing; the required keys are name, terms",)),
    ("no terms", "[{name: a}]", ("couplings[0].terms: this key is missing",)),
    (
        "unknown key",
        "[{name: a, terms: {q11: 1, q21: 1}, ratio: 2}]",
        ("couplings[0].ratio: this key is not known here", "constant"),
    ),
    ("empty terms", "[{name: a, terms: {}}]", ("couplings[0].terms: a coupling ties two or more joints, not 0 joints",)),
    ("one term", "[{name: a, terms: {q11: 1}}]", ("couplings[0].terms: a coupling ties two or more joints, not 1 joint",)),
    ("zero", "[{name: a, terms: {q11: 1, q21: 0}}]", ("couplings[0].terms: the coefficient of 'q21' is 0", "leave it out")),
    (
        "truth value",
        "[{name: a, terms: {q11: 1, q21: true}}]",
        ("couplings[0].terms.q21: a number is expected, not true or false",),
    ),
    ("word", "[{name: a, terms: {q11: 1, q21: fast}}]", ("couplings[0].terms.q21: unknown name 'fast'; the known names are",)),
    (
        "infinite constant",
        "[{name: a, terms: {q11: 1, q21: 1}, constant: .inf}]",
        ("couplings[0].constant: inf is not a finite number",),
    ),
    (
        "unknown joint",
        "[{name: a, terms: {q11: 1, q31: 1}}]",
        ("couplings[0].terms: 'q31' is not a joint", "use q11, q12, q13, q21, q22"),
    ),
    (
        "name twice",
        "[{name: a, terms: {q11: 1, q21: 1}}, {name: a, terms: {q11: 1, q22: 1}}]",
        ("couplings: the name 'a' is used twice; give each coupling its own name",),
    ),
    (
        "against each other",
        "[{name: a, terms: {q11: 1, q21: 2}}, {name: b, terms: {q11: 2, q21: 4}, constant: 1}]",
        ("couplings: 'b' contradicts the couplings before it; correct its constant",),
    ),
    (
        "constant that does not fit home",
        "[{name: a, terms: {q11: 1, q21: 1}, constant: 3}]",
        ("couplings[0] (a): at home its terms add up to 3.14159, not to the constant 3 (0.142 apart)", "correct the constant"),
    ),
    (
        "locked robot",
        "[{name: a, terms: {q11: 1, q21: 1}, constant: pi}]",
        ("couplings[0] (a): it holds at home but not at the poses around home", "declare fewer coordinates"),
    ),
]


def _refusal(text: str, folder: Path) -> str:
    path = folder / "broken.yaml"
    path.write_text(text)
    with pytest.raises(RobotFileError) as caught:
        parados.load(path)
    return str(caught.value)


@pytest.mark.parametrize(("couplings", "fragments"), [pytest.param(*case[1:], id=case[0]) for case in KEYS])
def test_wrong_couplings_are_refused(couplings: str, fragments: tuple[str, ...], tmp_path: Path) -> None:
    check_message(_refusal(FIVE_BAR + f"couplings: {couplings}\n", tmp_path), fragments)


def test_composite_and_fixed_joints_are_refused_in_couplings(tmp_path: Path) -> None:
    text = GOUGH + "couplings: [{name: a, terms: {l1: 1, u1: 1}}]\n"
    check_message(_refusal(text, tmp_path), ("couplings[0].terms: 'u1' stands for several joints; name one of u1a, u1b",))
    text = broken(FIVE_BAR, ("{name: q13, kind: R,", "{name: q13, kind: fixed,"))
    text += "couplings: [{name: a, terms: {q11: 1, q13: 1}}]\n"
    check_message(_refusal(text, tmp_path), ("couplings[0].terms: 'q13' is a fixed joint, which does not move",))


def test_a_guess_for_a_joint_that_is_left_out_is_refused(tmp_path: Path) -> None:
    text = broken(GOUGH, ("kind: U", "kind: S")) + "guess: {u1b: 0.2}\n"
    message = _refusal(text, tmp_path)
    check_message(message, ("guess: 'u1b' is left out of the model, because the rod at u1 spins freely between two balls",))


def test_a_free_motor_is_refused(tmp_path: Path) -> None:
    """A motor that no coupling ties to the robot moves by itself."""
    motor = "  - {name: motor, joints: [{name: m, kind: R, active: true, rotor: 0.1}]}\nmode: [1, -1, 1]"
    message = _refusal(broken(FIVE_BAR, ("mode: [1, -1]", motor)), tmp_path)
    check_message(message, ("with the platform coordinates held still, m can still move", "actuated joints under redundancy"))
