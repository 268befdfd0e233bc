"""Test robot files with springs, point masses, motors and friction that cannot work: each problem gets a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken import FIVE_BAR, PLANAR_3RRR, broken, check_message

import parados
from parados.errors import RobotFileError

Q12 = ("q12, kind: R", "q12, kind: R, spring: {%s}")
Q13 = ("{name: q13, kind: R, d: l2}", "{name: q13, kind: R, d: l2, %s}")
TOP = ("home:", "springs: [{%s}]\nhome:")
LAW = ("friction: {fv: 0.1, fs: 0.2}", "friction: {%s}")
MASSES = ("link: {m: 0.3}", "link: {m: 0.3, masses: %s}")

CASES: list[tuple[str, tuple[str, str], str, tuple[str, ...]]] = [
    ("unknown key in a joint", Q12, "stifness: 3", ("legs[0].joints[1].spring.stifness: ", "stiffness, rest, damping, effort")),
    (
        "number for a joint spring",
        ("q12, kind: R", "q12, kind: R, spring: 3"),
        "",
        ("legs[0].joints[1].spring: a mapping is expected",),
    ),
    ("negative stiffness", Q12, "stiffness: -3", ("legs[0].joints[1].spring.stiffness: zero or more is expected, not -3",)),
    ("negative damping", Q12, "damping: -0.1", ("legs[0].joints[1].spring.damping: zero or more is expected, not -0.1",)),
    (
        "nothing in a joint",
        Q12,
        "stiffness: 0",
        ("legs[0].joints[1].spring: this spring does nothing; give stiffness, damping or",),
    ),
    (
        "rest alone",
        Q12,
        "damping: 1, rest: 2",
        ("legs[0].joints[1].spring.rest: a spring without stiffness has no rest position",),
    ),
    ("truth value", Q12, "effort: true", ("legs[0].joints[1].spring.effort: a number is expected, not true or false",)),
    ("not finite", Q12, "stiffness: .nan", ("legs[0].joints[1].spring.stiffness: nan is not a finite number",)),
    (
        "spring of a composite",
        ("{name: q13, kind: R, d: l2}", "{name: q13, kind: U, d: l2, spring: {%s}}"),
        "stiffness: 1",
        ("legs[0].joints[2]: kind U stands for 2 passive joints", "a spring"),
    ),
    (
        "spring of a fixed joint",
        ("{name: q13, kind: R, d: l2}", "{name: q13, kind: fixed, d: l2, spring: {%s}}"),
        "stiffness: 1",
        ("legs[0].joints[2].spring: a fixed joint does not move; remove spring",),
    ),
    ("no bodies", TOP, "stiffness: 3", ("springs[0].between: this key is missing",)),
    ("one body", TOP, "between: [base], force: 3", ("springs[0].between: a list of 2 names of bodies is expected, not of 1",)),
    ("same body", TOP, "between: [q11, q11], force: 3", ("springs[0].between: the points must be on two different bodies",)),
    (
        "unknown body",
        TOP,
        "between: [base, q31], force: 3",
        ("springs[0].between: 'q31' is not a body of this robot", "use base"),
    ),
    ("one point", TOP, "between: [base, q12], at: [[0, 0, 0]], force: 3", ("springs[0].at: a list of 2 points is expected",)),
    ("flat point", TOP, "between: [base, q12], at: [[0, 0], [0, 0, 0]], force: 3", ("springs[0].at[0]: a list of 3 numbers is",)),
    ("negative length", TOP, "between: [base, q12], stiffness: 3, length: -1", ("springs[0].length: zero or more is expected",)),
    (
        "length alone",
        TOP,
        "between: [base, q12], force: 3, length: 1",
        ("springs[0].length: a spring without stiffness has no free",),
    ),
    ("nothing", TOP, "between: [base, q12]", ("springs[0]: this spring does nothing; give stiffness, damping or force",)),
    (
        "unknown key",
        TOP,
        "between: [base, q12], k: 3",
        ("springs[0].k: ", "name, between, at, stiffness, length, damping, force"),
    ),
    ("name of a joint", TOP, "name: q11, between: [base, q12], force: 3", ("springs: 'q11' is the name of a joint",)),
    (
        "name twice",
        TOP,
        "between: [base, q12], force: 3}, {between: [base, q12], force: 2",
        ("springs: the name 'base-q12' is used twice; give each spring its own name",),
    ),
    (
        "always at one place",
        TOP,
        "between: [q11, q12], at: [[l1, 0, 0], [0, 0, 0]], stiffness: 3, length: 0.1",
        ("springs: the two points of 'q11-q12' are always at the same place; move one of them",),
    ),
    (
        "far point",
        TOP,
        "between: [base, q12], at: [[0, 0, 0], [1e12, 0, 0]], stiffness: 3",
        ("springs: a point of 'base-q12' is 1e+12 m from the frame of its body", "links of this robot are at most", "unit of at"),
    ),
    ("point mass without place", MASSES, "[{mass: 1}]", ("platform.link.masses[0].at: this key is missing",)),
    ("point mass below zero", MASSES, "[{mass: -1, at: [0, 0, 0]}]", ("platform.link.masses[0].mass: a number above zero",)),
    ("mapping for masses", MASSES, "{mass: 1}", ("platform.link.masses: a list is expected",)),
    ("rotor and motor", ("rotor: 0.01", "rotor: 0.01, motor: {%s}"), "inertia: 1e-4", ("legs[0].joints[0].motor: give rotor",)),
    (
        "motor without inertia",
        ("rotor: 0.01", "motor: {%s}"),
        "ratio: 50",
        ("legs[0].joints[0].motor.inertia: this key is missing",),
    ),
    (
        "ratio of zero",
        ("rotor: 0.01", "motor: {%s}"),
        "inertia: 1, ratio: 0",
        ("legs[0].joints[0].motor.ratio: the ratio (motor rate / joint rate) must not be 0; give the gear ratio",),
    ),
    (
        "negative inertia",
        ("rotor: 0.01", "motor: {%s}"),
        "inertia: -1",
        ("legs[0].joints[0].motor.inertia: a number above zero",),
    ),
    (
        "motor of a fixed joint",
        (Q13[0], Q13[1].replace("R", "fixed")),
        "motor: {inertia: 1}",
        ("motor: a fixed joint does not move",),
    ),
    ("width and ramp", LAW, "fs: 1, width: 0.1, ramp: 0.1", ("legs[0].joints[0].friction.ramp: give width", "not both")),
    ("driving friction", LAW, "fs: 0.2, fb: -0.3", ("legs[0].joints[0].friction.fb: fs + fb = -0.1 would drive the joint",)),
    ("driving backwards", LAW, "fs: 0.2, fn: 0.05, fb: -0.1", ("legs[0].joints[0].friction.fb: fn + fb = -0.05 would drive",)),
    ("exponent of zero", LAW, "fb: 0.2, exponent: 0", ("legs[0].joints[0].friction.exponent: a number above zero",)),
    ("negative friction", LAW, "fs: 0.2, fn: -0.1", ("legs[0].joints[0].friction.fn: zero or more is expected, not -0.1",)),
]


def _load(text: str, folder: Path) -> parados.Robot:
    path = folder / "broken.yaml"
    path.write_text(text)
    return parados.load(path)


@pytest.mark.parametrize(("edit", "text", "fragments"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_file_is_rejected(edit: tuple[str, str], text: str, fragments: tuple[str, ...], tmp_path: Path) -> None:
    before, after = edit
    with pytest.raises(RobotFileError) as error:
        _load(broken(FIVE_BAR, (before, after % text if "%s" in after else after)), tmp_path)
    check_message(str(error.value), fragments)


def test_links_that_are_fixed_to_each_other_have_no_spring_between(tmp_path: Path) -> None:
    edits = (
        ("    closure: {joint: fixed}\n", "      - {name: tip, kind: fixed, d: 0.01}\n    closure: {of: q13, joint: fixed}\n"),
        ("home:", "springs: [{between: [tip, q13], force: 2}]\nhome:"),
    )
    with pytest.raises(RobotFileError, match="springs: 'tip-q13' is between two links that are fixed to each other"):
        _load(broken(FIVE_BAR, *edits), tmp_path)


TIP = ("    closure: {joint: fixed}\n", "      - {name: tip, kind: fixed, d: 0.01}\n    closure: {joint: fixed}\n")
BEAM = ", link: {beams: [{length: 0.01, E: 70e9, nu: 0.3, rho: 2700, section: {circle: 0.01}}]}"


@pytest.mark.parametrize("bodies", ["tip, platform", "platform, q13", "q22, platform", "tip, q22"])
def test_links_that_a_fixed_closure_joins_have_no_spring_between(tmp_path: Path, bodies: str) -> None:
    spring = ("home:", f"springs: [{{name: s, between: [{bodies}], at: [[0, 0, 0], [1, 0, 0]], stiffness: 5}}]\nhome:")
    with pytest.raises(RobotFileError, match="springs: 's' is between two links that are fixed to each other") as error:
        _load(broken(FIVE_BAR, TIP, spring), tmp_path)
    assert str(error.value).count("springs:") == 1


def test_a_link_that_is_fixed_to_the_carrier_has_no_spring_to_the_platform(tmp_path: Path) -> None:
    arm = """\
name: arm
platform: {carrier: q2}
legs:
  - name: leg
    joints:
      - {name: q1, kind: R, active: true, link: {mass: 1}}
      - {name: q2, kind: R, active: true, d: 0.3, link: {mass: 1}}
      - {name: tip, kind: fixed, d: 0.1}
springs: [{name: s, between: [tip, platform], at: [[0, 0, 0], [1, 0, 0]], stiffness: 5}]
home: [0.3, 0.5]
"""
    with pytest.raises(RobotFileError, match="springs: 's' is between two links that are fixed to each other"):
        _load(arm, tmp_path)


def test_a_spring_between_a_leg_and_the_link_on_which_it_stands_is_rejected(tmp_path: Path) -> None:
    arm = """\
name: arm
legs:
  - name: arm
    joints:
      - {name: q1, kind: R, active: true, link: {mass: 1}}
  - name: wrist
    carrier: q1
    joints:
      - {name: q2, kind: R, active: true, d: 0.3, link: {mass: 1}}
    springs: [{name: s, between: [base, q1], at: [[0, 0, 0], [1, 0, 0]], stiffness: 5}]
"""
    with pytest.raises(RobotFileError, match="springs: 's' is between two links that are fixed to each other"):
        _load(arm, tmp_path)


def test_a_spring_may_hold_the_platform_to_the_elastic_link_that_carries_its_closure(tmp_path: Path) -> None:
    elastic = ("{name: q13, kind: R, d: l2}", "{name: q13, kind: R, d: l2" + BEAM + "}")
    spring = ("home:", "springs: [{between: [q13, platform], at: [[0, 0, 0], [1, 0, 0]], stiffness: 5}]\nhome:")
    text = broken(FIVE_BAR, elastic, spring).replace(
        "closure: {joint: fixed}\n", "closure: {joint: fixed, frame: {d: 0.01}}\n", 1
    )
    assert [spring.name for spring in _load(text, tmp_path).mechanism.springs] == ["q13-platform"]


def test_springs_of_copied_legs_need_their_own_names(tmp_path: Path) -> None:
    springs = '    springs: [{name: s, between: [base, "q{i}1"], force: 2}]\n'
    with pytest.raises(RobotFileError, match="springs: the name 's' is used twice"):
        _load(broken(PLANAR_3RRR, ("    closure:", springs + "    closure:")), tmp_path)
