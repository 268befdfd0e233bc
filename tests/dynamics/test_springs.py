"""Springs, dampers, constant forces and counterweights: independent reference cases, hand formulas, live constants, refusals."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq

import parados
from parados.api import Robot
from parados.errors import RobotFileError, SingularConfigurationError, UnknownNameError
from parados.model.model import Model
from parados.robot.reading import parse_robot
from parados.simulate import simulate
from parados.singularity import crossing_criterion

ROBOTS = Path(__file__).parents[1] / "robots"
REFERENCE = json.loads((Path(__file__).parent / "data" / "five-bar-sprung.json").read_text())

AGREES = 1e-9
"""Difference from the reference cases over their largest entry."""

EXACT = 1e-12
"""Relative; two ways of computing the same number, or hand formulas."""

X, XD, XDD = np.array([0.03, -0.05, -0.48]), np.array([0.4, -0.3, 0.5]), np.array([2.0, -1.0, 3.0])
LIVE = ["stiffness", "free", "wound", "counterweight", "N", "Im"]

ARM = """
name: arm
gravity: [0, -9.81, 0]
parameters: {m: 2.5, l: 0.3, a: 0.2, h: 0.35, k: 2.5*9.81*0.3/(0.2*0.35), l0: 0, f: 0}
platform: {coordinates: [a3], link: {m: 0}}
legs:
  - name: arm
    joints: [{name: q, kind: R, active: true, link: {mass: m, com: [l, 0, 0]}}]
    closure: {joint: fixed}
springs: [{name: s, between: [base, q], at: [[0, h, 0], [a, 0, 0]], stiffness: k, length: l0, force: f}]
home: [0.4]
"""


@cache
def sprung(name: str = "delta-sprung", live: tuple[str, ...] = ()) -> Model:
    return parados.load(ROBOTS / f"{name}.yaml").compile(backend="vm", live=live)


def arm(*edits: tuple[str, str]) -> Model:
    """Return an arm that turns about z, balanced by a spring, after edits of its file."""
    text = ARM
    for before, after in edits:
        assert before in text
        text = text.replace(before, after)
    return Robot(parse_robot(text)).compile(backend="vm")


def answers(model: Model, x: np.ndarray, xd: np.ndarray, xdd: np.ndarray) -> dict[str, np.ndarray]:
    energy = model.energy(x, xd)
    return {
        "q": model.inverse_kinematics(x),
        "qd": model.joint_rates(x, xd),
        "qdd": model.joint_accelerations(x, xd, xdd),
        "tau": model.inverse_dynamics(x, xd, xdd),
        "tau_frictionless": model.inverse_dynamics(x, xd, xdd, friction=False),
        "kinetic": energy.kinetic,
        "potential": energy.potential - energy.springs,  # gravity alone in the reference
        "potential_springs": energy.springs,
        "dissipated": model.dissipated_power(x, xd),
        "ground_wrench": model.ground_reaction(x, xd, xdd),
    }


@pytest.mark.parametrize("backend", ["c", pytest.param("vm", marks=pytest.mark.slow)])
def test_five_bar_agrees_with_the_reference_cases(backend: str, record_property) -> None:
    model = parados.load(ROBOTS / "five-bar-sprung.yaml").compile(backend=backend)
    cases = {key: np.array([case[key] for case in REFERENCE["cases"]]) for key in REFERENCE["cases"][-1]}
    found = answers(model, cases["x"], cases["xd"], cases["xdd"])
    assert len(cases["x"]) == 32
    for key, value in found.items():
        worst = np.abs(value - cases[key]).max() / np.abs(cases[key]).max()
        record_property("difference from the sprung five-bar", float(worst))
        assert worst < AGREES, key


def test_efforts_are_linear_in_the_constants_of_springs() -> None:
    model, case = sprung("five-bar-sprung"), REFERENCE["cases"][0]
    names, state = list(model.parameter_names), (case["x"], case["xd"], case["xdd"])
    assert {"k_q21", "c_q21", "e_q21", "k_balance", "c_balance", "f_balance"} <= set(names)
    Y = model.regressor(*state)
    assert np.allclose(Y @ model.parameters, case["tau"], rtol=0, atol=AGREES)
    softer = parados.load(ROBOTS / "five-bar-sprung.yaml").compile(backend="vm", live=["springs"])
    change = softer.inverse_dynamics(*state, parameters={"k_balance": 100.0, "c_q12": 0.5}) - case["tau"]
    columns = Y[:, [names.index("k_balance"), names.index("c_q12")]]
    assert np.allclose(change, columns @ [100.0 - 220.0, 0.5 - 0.02], rtol=0, atol=AGREES)


@pytest.mark.parametrize("angle", [0.4, 2.0, -1.5, -3.1])
def test_spring_of_zero_free_length_balances_gravity_everywhere(angle: float) -> None:
    model = arm()  # k h a = m g l
    energy = model.energy([angle], [0.0])
    assert abs(model.inverse_dynamics([angle], [0], [0])[0]) < EXACT * 2.5 * 9.81 * 0.3
    assert energy.potential == pytest.approx(2.5 * 9.81 * 0.3 / (0.2 * 0.35) * (0.2**2 + 0.35**2) / 2, rel=EXACT)
    assert model.ground_reaction([angle], [0], [0])[:3] == pytest.approx([0, 2.5 * 9.81, 0], abs=1e-12)


@pytest.mark.parametrize("angle", [0.4, -1.2])
def test_spring_with_free_length_and_constant_force_by_hand(angle: float) -> None:
    model = arm(("l0: 0", "l0: 0.1"), ("f: 0", "f: 4"))
    c, s = np.cos(angle), np.sin(angle)
    k, length = 2.5 * 9.81 * 0.3 / (0.2 * 0.35), np.hypot(0.2 * c, 0.35 - 0.2 * s)
    tension = k * (length - 0.1) + 4
    wanted = 2.5 * 9.81 * 0.3 * c - tension * 0.2 * 0.35 * c / length
    assert model.inverse_dynamics([angle], [0], [0])[0] == pytest.approx(wanted, rel=EXACT)
    assert model.energy([angle], [0.0]).springs == pytest.approx(k / 2 * (length - 0.1) ** 2 + 4 * length, rel=EXACT)


def test_dampers_resist_the_rate_of_their_length() -> None:
    model = arm(("stiffness: k, length: l0", "damping: 7"))
    angle, rate = 0.4, 1.3
    length = np.hypot(0.2 * np.cos(angle), 0.35 - 0.2 * np.sin(angle))
    slope = -0.2 * 0.35 * np.cos(angle) / length
    with_damper = model.inverse_dynamics([angle], [rate], [0], friction=False)  # friction=False leaves dampers alone
    assert with_damper[0] == pytest.approx(2.5 * 9.81 * 0.3 * np.cos(angle) + 7 * slope**2 * rate, rel=EXACT)
    assert model.dissipated_power([angle], [rate], friction=False) == pytest.approx(7 * (slope * rate) ** 2, rel=EXACT)


@pytest.mark.parametrize("rest", [0.5, -4.0, 9.0])
def test_turns_of_a_joint_spring_are_counted_from_home(rest: float) -> None:
    spring = f"active: true, spring: {{stiffness: 3, rest: {rest}, effort: 0.2}}"
    model = arm(("active: true", spring), ("home: [0.4]", "home: [2.8]"), ("stiffness: k, length: l0, force: f", "damping: 5"))
    for angle in (2.2, 3.1, 3.2, 4.5):  # q passes from pi to -pi
        gravity = 2.5 * 9.81 * 0.3 * np.cos(angle)
        wanted = 3 * (angle - rest) + 0.2
        assert model.inverse_dynamics([angle], [0], [0])[0] == pytest.approx(gravity + wanted, rel=1e-11)
        stored = 1.5 * (angle - rest) ** 2 + 0.2 * angle
        assert model.energy([angle], [0]).springs == pytest.approx(stored, rel=1e-11)


WOUND_ARM = """
name: wound-arm
gravity: [0, 0, 0]
legs:
  - name: arm
    joints: [{name: q1, kind: R, active: true, link: {m: 1, mx: 0.5, zz: 0.3}, spring: {stiffness: 10, rest: 2.9}}]
home: [3.0]
workspace: {q1: [2.5, 3.1]}
"""

TURNTABLE = """
name: turntable
gravity: [0, 0, 0]
platform: {coordinates: [a3], link: {mass: 1, inertia: [0.3, 0.3, 0.3]}}
legs:
  - name: arm
    joints: [{name: q1, kind: R, active: true, spring: {stiffness: 10, rest: 2.9}}]
    closure: {joint: fixed}
home: [3.0]
workspace: {a3: [2.5, 3.1]}
"""


def test_turns_of_a_joint_spring_are_counted_outside_the_workspace_too() -> None:
    """In the workspace the angle from home is q - 3.0; simplification must not take that for granted elsewhere."""
    m = Model(Robot(parse_robot(TURNTABLE, "turntable.yaml")), "vm")
    for q in (2.6, 3.1, -2.9, 2 * np.pi - 2.9, -6.0):
        turned = 3.0 + (q - 3.0 + np.pi) % (2 * np.pi) - np.pi
        assert m.inverse_dynamics([q], [0.0], [0.0])[0] == pytest.approx(10 * (turned - 2.9), abs=1e-9)


@pytest.mark.parametrize("numeric", ["", "numeric: true"])
def test_a_spring_in_a_joint_of_x_has_the_turns_of_x(numeric: str) -> None:
    """The models, and the simulation that starts there, see the same wound spring; the models took its angle near home."""
    m = Model(Robot(parse_robot(WOUND_ARM + numeric, "wound-arm.yaml")), "vm")
    for q in (2.6, -2.9, -6.0, 9.0):
        assert m.inverse_dynamics([q], [0.0], [0.0])[0] == pytest.approx(10 * (q - 2.9), rel=1e-12)
        assert m.energy([q], [0.0]).springs == pytest.approx(5 * (q - 2.9) ** 2, rel=1e-12)
    run = simulate(m, [9.0], [0.0], 0.5, times=11)
    assert run.x[:, 0] == pytest.approx(2.9 + 6.1 * np.cos(np.sqrt(10 / 0.3) * run.t), abs=1e-8)
    assert m.forward_dynamics(run.x, run.xd, run.efforts) == pytest.approx(run.xdd, abs=1e-8)
    assert run.energy.elastic == pytest.approx(m.energy(run.x, run.xd).springs, abs=1e-9)


def test_a_motion_leaves_the_joints_of_x_as_they_are() -> None:
    """Rows of a motion may be more than half a turn apart: x tells how far a joint of x turned."""
    m = Model(Robot(parse_robot(WOUND_ARM, "wound-arm.yaml")), "vm")
    x = np.array([[0.5], [4.2], [-3.0]])
    assert np.array_equal(m.joints(x, motion=True), x)
    assert np.array_equal(m.inverse_kinematics(x, motion=True), x)


def test_meeting_points_are_told() -> None:
    model = arm(("h: 0.35", "h: 0.2"), ("l0: 0", "l0: 0.1"))
    with pytest.raises(SingularConfigurationError, match="the two points of the spring s meet at x = "):
        model.inverse_dynamics([np.pi / 2], [0], [0])
    free = arm(("h: 0.35", "h: 0.2"))  # without free length and preload there is no force there
    assert np.isfinite(free.inverse_dynamics([np.pi / 2], [0], [0])).all()


def test_live_springs_motors_and_counterweights_equal_frozen_ones() -> None:
    values = {"stiffness": 210.0, "free": 0.12, "wound": 2.1, "counterweight": 1.1, "N": 7.0, "Im": 3e-4}
    live = sprung(live=tuple(LIVE))
    text = (ROBOTS / "delta-sprung.yaml").read_text()
    data = parse_robot(text).file
    assert data is not None
    for name, value in values.items():
        text = text.replace(f"{name}: {data[0]['parameters'][name]}", f"{name}: {value}")
    frozen = Robot(parse_robot(text)).compile(backend="vm")
    for given, wanted in (
        (live.inverse_dynamics(X, XD, XDD, parameters=values), frozen.inverse_dynamics(X, XD, XDD)),
        (live.energy(X, XD, parameters=values), frozen.energy(X, XD)),
    ):
        assert np.allclose(given, wanted, rtol=1e-11, atol=1e-13)
    assert not np.allclose(frozen.inverse_dynamics(X, XD, XDD), live.inverse_dynamics(X, XD, XDD), rtol=1e-3)


def test_derivatives_by_constants_are_exact() -> None:
    """Efforts are linear in stiffness, free length, rest, counterweight and motor inertia, and quadratic in the gear ratio."""
    model = sprung(live=tuple(LIVE))
    found = model.derivatives("inverse_dynamics", LIVE)(X, XD, XDD)
    for column, name in zip(found.T, LIVE, strict=True):
        value = float(np.ravel(model.live[name])[0])
        sides = [model.inverse_dynamics(X, XD, XDD, parameters={name: value * (1 + step)}) for step in (0.5, -0.5)]
        assert np.allclose(column, (sides[0] - sides[1]) / value, rtol=1e-9, atol=1e-11), name


def test_point_masses_are_links_behind_fixed_joints() -> None:
    text = ARM.replace("com: [l, 0, 0]}}]", "com: [l, 0, 0], masses: [{mass: 0.7, at: [-0.1, 0.02, 0.05]}]}}]")
    behind = ARM.replace(
        "com: [l, 0, 0]}}]", "com: [l, 0, 0]}}, {name: w, kind: fixed, b: 0.05, d: -0.1, link: {mass: 0.7, com: [0, 0.02, 0]}}]"
    ).replace("closure: {joint: fixed}", "closure: {of: q, joint: fixed}")
    standard = [Robot(parse_robot(one)).mechanism.joints[0].standard for one in (text, behind)]
    assert np.allclose(*standard, rtol=EXACT, atol=1e-15)
    assert standard[0][9] == pytest.approx(3.2)


def test_points_behind_fixed_joints_belong_to_the_body() -> None:
    foot = "{name: foot, kind: fixed, gamma: 0.3, d: 0.1, r: 0.02}"
    moved = ARM.replace("com: [l, 0, 0]}}]", f"com: [l, 0, 0]}}}}, {foot}]")
    moved = moved.replace("closure: {joint: fixed}", "closure: {of: q, joint: fixed}").replace("[base, q]", "[base, foot]")
    spring = Robot(parse_robot(moved)).mechanism.springs[0]
    place = [0.1 * np.cos(0.3) + 0.2 * np.cos(0.3), 0.3 * np.sin(0.3), 0.02]
    assert spring.a == -1 and spring.b == 0
    assert spring.at_b == pytest.approx(place, rel=EXACT)


def test_efforts_do_not_depend_on_the_coordinates() -> None:
    robot = parados.load(ROBOTS / "five-bar-sprung.yaml")
    model, chart = robot.compile(backend="vm"), robot.in_coordinates(["q11", "q21"]).compile(backend="vm")
    case = REFERENCE["cases"][0]
    q, qd = model.inverse_kinematics(case["x"]), model.joint_rates(case["x"], case["xd"])
    qdd = model.joint_accelerations(case["x"], case["xd"], case["xdd"])
    assert np.allclose(chart.inverse_dynamics(q, qd, qdd), case["tau"], rtol=0, atol=AGREES)
    assert chart.energy(q, qd).springs == pytest.approx(case["potential_springs"], abs=AGREES)


def test_crossing_criterion_has_a_damping_term() -> None:
    model = sprung("five-bar-sprung")
    elbow = np.array([-0.16 + 0.25 * np.cos(2.3), 0.25 * np.sin(2.3)])

    def between(q: float) -> np.ndarray:
        """Vector from this elbow to the other one."""
        return np.array([0.17 + 0.24 * np.cos(q), 0.24 * np.sin(q)]) - elbow

    q = brentq(lambda q: np.linalg.norm(between(q)) - 0.61, 0.2, 1.5)  # both distal links on one line: Type 2
    criterion = crossing_criterion(model, elbow + 0.3 / 0.61 * between(q))
    rng = np.random.default_rng(3)
    for xd, xdd in rng.normal(size=(4, 2, 2)):
        terms = criterion.linear @ xdd + criterion.quadratic @ xd @ xd + criterion.damping @ xd + criterion.constant
        assert np.allclose(terms, criterion.value(xd, xdd, friction=False), rtol=1e-9, atol=1e-11)
    assert np.abs(criterion.damping).max() > 1e-3
    xd = np.array([0.3, 0.2])
    xdd = criterion.least_change(xd, [1.0, 1.0], friction=False)
    limit, h = model.inverse_dynamics(criterion.x, xd, xdd, friction=False), 1e-6
    sides = [model.inverse_dynamics(criterion.x + xd * t + xdd * t**2 / 2, xd + xdd * t, xdd, friction=False) for t in (-h, h)]
    assert np.allclose(np.mean(sides, axis=0), limit, rtol=1e-3)
    assert "d(px) " in criterion.summary()


def test_frequencies_of_a_robot_that_its_spring_loads_need_its_equilibrium() -> None:
    robot = Robot(parse_robot(ARM.replace("active: true", "active: true, stiffness: 1e4")))
    model = robot.compile(backend="vm")
    with pytest.raises(RobotFileError, match=r"springs: the springs \(s\) load the undeformed robot"):
        model.natural_frequencies([0.4])
    assert model.elastic_model().natural_frequencies([0.4])[0] > 0


STRUTS = """
name: struts
platform: {coordinates: [px, py, pz, a1, a2, a3], link: {mass: 3, com: [0.01, 0, 0.02], inertia: [0.02, 0.03, 0.04]}}
legs:
  - repeat: {g: [15 deg, 105 deg, 135 deg, 225 deg, 255 deg, 345 deg], h: [50 deg, 70 deg, 170 deg, 190 deg, 290 deg, 310 deg]}
    name: leg{i}
    base: {at: [0.5*cos(g), 0.5*sin(g), 0]}
    joints:
      - {name: "u{i}", kind: BALL, link: {mass: 0.4, com: AXIS*0.1, inertia: SLENDER}}
      - {name: "l{i}", kind: P, active: true, ROW, link: {mass: 0.2, com: [0, 0, -0.1], inertia: [0.002, 0.002, 0]}}
    closure: {joint: S, platform: {at: [0.3*cos(h), 0.3*sin(h), 0]}}
    springs:
      - {name: "side{i}", between: [platform, "u{i}"], at: [[0.1, 0.05, 0.1], POINT], stiffness: 90, length: 0.1, damping: 3}
      - {name: "inside{i}", between: ["u{i}", "l{i}"], at: [POINT, [0, 0, -0.05]], stiffness: 300, length: 0.4}
home: [0, 0, 0.6, 0, 0, 0]
workspace: {pz: [0.55, 0.65]}
guess: GUESS
"""
"""A hexapod with struts from the base's balls, or universal joints, to those of the platform."""


def struts(ball: str, point: str = "[0, -0.2, 0]") -> Robot:
    """Return the hexapod with S or U on the base; the springs are hooked on the struts' axes, which are -y of the lower links."""
    guess = ", ".join(f"l{i}: 0.6, u{i}a: 1.57" for i in range(1, 7))
    text = STRUTS.replace("BALL", ball).replace("AXIS*0.1", "[0, -0.1, 0]").replace("SLENDER", "[0.003, 0, 0.003]")
    return Robot(parse_robot(text.replace("ROW", "alpha: pi/2").replace("POINT", point).replace("GUESS", f"{{{guess}}}")))


def test_springs_on_the_axis_of_a_rod_leave_its_idle_spin_alone() -> None:
    """Slender struts have no inertia about their axes, so a universal joint in place of a ball is the same model."""
    x, xd, xdd = [0.02, -0.03, 0.61, 0.1, -0.05, 0.2], [0.3, 0.2, -0.1, 0.5, 0.4, -0.3], [1, 2, -1, 3, -2, 1]
    balls, crosses = struts("S").compile(backend="vm"), struts("U").compile(backend="vm")
    assert len(balls.mechanism.idle) == 6 and not crosses.mechanism.idle
    wanted = crosses.inverse_dynamics(x, xd, xdd)
    assert np.allclose(balls.inverse_dynamics(x, xd, xdd), wanted, rtol=1e-9)


def test_springs_beside_the_axis_of_a_free_rod_are_refused() -> None:
    with pytest.raises(RobotFileError, match="springs: 'side1' is hooked beside the axis of the rod at u1, which spins freely"):
        _ = struts("S", "[0, -0.2, 0.01]").mechanism


def test_summary_names_the_springs() -> None:
    assert "q12, q21, balance, constant" in parados.load(ROBOTS / "five-bar-sprung.yaml").summary()


def test_live_springs_need_springs() -> None:
    with pytest.raises(UnknownNameError, match="live: five-bar has no springs"):
        parados.load("five-bar").compile(live=["springs"])
