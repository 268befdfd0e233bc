"""Couplings against reference cases, formulas by hand, and robots whose actuators act on the coupled joints directly."""

from __future__ import annotations

import ctypes
import json
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import parados
from parados import singularity
from parados.model.model import Model
from parados.robot.reading import parse_robot

Array = NDArray[np.float64]

HERE = Path(__file__).parent
EXACT = 1e-9  #: agreement with the reference, relative; both methods leave about 1e-12
ROUND_OFF = 1e-12  #: the same model in other words, relative

PAR2 = json.loads((HERE / "data" / "par2-coupled-arms.json").read_text())


def model_of(text: str, **options: object) -> Model:
    return parados.Robot(parse_robot(text)).checked().compile(backend="vm", **options)


@cache
def text_of(name: str) -> str:
    return (HERE / f"{name}.yaml").read_text()


def cases(key: str) -> Array:
    return np.array([case[key] for case in PAR2["cases"]])


def differs(found: Array, wanted: Array) -> float:
    return float(np.abs(found - wanted).max() / np.abs(wanted).max())


@pytest.fixture(scope="module")
def par2() -> Model:
    return model_of(text_of("par2-coupled-arms"))


def test_par2_agrees_with_its_32_reference_cases(par2: Model) -> None:
    x, xd, xdd = cases("x"), cases("xd"), cases("xdd")
    assert len(x) == 32
    energy = par2.energy(x, xd)
    found = {
        "q": par2.inverse_kinematics(x),
        "qd": par2.joint_rates(x, xd),
        "qdd": par2.joint_accelerations(x, xd, xdd),
        "tau": par2.inverse_dynamics(x, xd, xdd),
        "tau_frictionless": par2.inverse_dynamics(x, xd, xdd, friction=False),
        "kinetic": energy.kinetic,
        "potential": energy.potential,
        "ground_wrench": par2.ground_reaction(x, xd, xdd),
    }
    assert {key: error for key, value in found.items() if (error := differs(value, cases(key))) > EXACT} == {}


@pytest.mark.slow
def test_par2_with_universal_joints_agrees_with_the_locked_reading() -> None:
    locked = model_of(text_of("par2-coupled-arms").replace("kind: S", "kind: U"))
    x, xd, xdd = cases("x"), cases("xd"), cases("xdd")
    assert differs(locked.inverse_dynamics(x, xd, xdd), cases("tau_locked")) < EXACT
    assert 1e-7 < differs(locked.inverse_dynamics(x, xd, xdd), cases("tau")) < 1e-5


def test_par2_has_two_freedoms_and_eight_idle_spins(par2: Model) -> None:
    found, wanted = par2.robot.mobility(), PAR2["mobility"]
    assert (found.dof, found.gogu) == (2, 2)
    assert found.dof + len(found.idle) == wanted["freedoms"]
    assert (len(found.idle), found.overconstraint) == (wanted["idle"], wanted["redundant"])
    assert "8 idle spins (r1a, r1b, r2a" in found.freedoms()


STATES = np.random.default_rng(8)
X = STATES.uniform([-0.08, 0.26], [0.08, 0.38], (12, 2))
XD, XDD = STATES.normal(size=(12, 2)), STATES.normal(0, 4, (12, 2))


def direct_five_bar() -> Model:
    """The five-bar with actuators on its arms, whose rotors have the inertia of the motors behind the gears."""
    text = text_of("five-bar-geared").split("  - name: motor of the left arm")[0]
    text = text.replace("{name: q11, kind: R, friction: {fv: 0.1,", "{name: q11, kind: R, active: true, rotor: J*n1**2, "
                        "friction: {fv: 0.1 + 1e-4*n1**2,")  # fmt: skip
    text = text.replace("{name: q21, kind: R,", "{name: q21, kind: R, active: true, rotor: J*n2**2,")
    return model_of(text + "mode: [1, -1]\nhome: [0, 0.3]\nworkspace: {px: [-0.1, 0.1], py: [0.25, 0.4]}\n")


@pytest.mark.parametrize("more", ["", pytest.param("numeric: true\n", marks=pytest.mark.slow)], ids=["closed form", "numeric"])
def test_gears_divide_efforts_and_multiply_rotors(more: str) -> None:
    geared, direct = model_of(text_of("five-bar-geared") + more), direct_five_bar()
    assert geared.survey.geometry.is_closed_form == (more == "")
    ratio = np.array([50, -30])
    assert differs(geared.inverse_kinematics(X), direct.inverse_kinematics(X) * ratio + [0.7, 0]) < ROUND_OFF
    assert differs(geared.joint_rates(X, XD), direct.joint_rates(X, XD) * ratio) < ROUND_OFF
    assert differs(geared.inverse_dynamics(X, XD, XDD), direct.inverse_dynamics(X, XD, XDD) / ratio) < ROUND_OFF
    assert differs(geared.mass_matrix(X), direct.mass_matrix(X)) < ROUND_OFF
    assert differs(geared.forward_kinematics(geared.inverse_kinematics(X), guess=X + 0.01), X) < ROUND_OFF
    assert differs(geared.matrices(X[0]).J_inv, direct.matrices(X[0]).J_inv * ratio[:, None]) < 1e-10


def test_distances_do_not_depend_on_gear_ratios() -> None:
    found = []
    for ratio in ("n1: 50", "n1: 5000"):
        text = text_of("five-bar-geared")
        assert "n1: 50" in text
        d = singularity.distances(model_of(text.replace("n1: 50", ratio)), X)
        found.append(np.hstack([d.type1, d.type2[:, None], d.lpjts, d.serial]))
    assert np.isfinite(found[0]).any() and found[1] == pytest.approx(found[0], rel=1e-9)


@pytest.mark.slow
def test_gears_do_not_change_distances_to_type_2_singularities() -> None:
    from parados.singularity.classification import classify

    geared, direct = (classify(model, X[0]) for model in (model_of(text_of("five-bar-geared")), direct_five_bar()))
    assert geared.distances.type2[0] == pytest.approx(direct.distances.type2[0], rel=1e-9)
    assert geared.kinds == direct.kinds == ()


COREXY = """
name: corexy
title: Table with two motors and two belts that move it along x and y together
parameters: {r: 0.012, J: 3e-5, mx: 1.5, my: 0.8, mp: 0.4}
gravity: [0, -9.81, 0]
platform: {coordinates: [px, py], link: {mass: mp}}
legs:
  - name: slides                # the first along x, the second along y
    joints:
      - {name: sx, kind: P, gamma: pi/2, alpha: pi/2, friction: {fv: 2}, link: {mass: mx}}
      - {name: sy, kind: P, gamma: pi/2, alpha: pi/2, link: {mass: my}}
    closure: {joint: fixed, frame: {gamma: pi/2, alpha: pi/2}}
  - name: first motor
    joints: [{name: m1, kind: R, active: true, rotor: J}]
  - name: second motor
    joints: [{name: m2, kind: R, active: true, rotor: J}]
couplings:
  - {name: first belt, terms: {sx: 1, sy: 1, m1: -r}}
  - {name: second belt, terms: {sx: 1, sy: -1, m2: -r}}
home: [0.1, 0.05]
"""


def test_belts_of_a_corexy_table_share_its_load() -> None:
    """m1 = (x + y)/r and m2 = (x - y)/r, so the forces on x and y are (tau1 + tau2)/r and (tau1 - tau2)/r."""
    model, r, J = model_of(COREXY), 0.012, 3e-5
    x, y = X.T
    q = np.column_stack([x + y, x - y]) / r
    assert differs(model.inverse_kinematics(X), q) < ROUND_OFF
    a1, a2 = (XDD[:, 0] + XDD[:, 1]) / r, (XDD[:, 0] - XDD[:, 1]) / r
    force_x = (1.5 + 0.8 + 0.4) * XDD[:, 0] + 2 * XD[:, 0]
    force_y = (0.8 + 0.4) * (XDD[:, 1] + 9.81)
    tau = np.column_stack([r * (force_x + force_y) / 2 + J * a1, r * (force_x - force_y) / 2 + J * a2])
    assert differs(model.inverse_dynamics(X, XD, XDD), tau) < ROUND_OFF
    assert differs(model.forward_dynamics(X, XD, tau), XDD) < 1e-10


WRIST = """
name: wrist
title: A pitch and a roll axis
platform: {{coordinates: [a2, a3], orientation: XYZ, link: {{mass: 1.2, com: [0.1, 0.02, 0.15], inertia: [0.01, 0.02, 0.015]}}}}
legs:
  - name: axes
    joints:                  # pitch about y, then roll about z
      - {{name: pitch, kind: R, alpha: -pi/2, {pitch} link: {{mass: 0.5, com: [0, 0, 0.05], inertia: [0.002, 0.001, 0.002]}}}}
      - {{name: roll, kind: R, alpha: pi/2, {roll} link: {{mass: 0.2}}}}
    closure: {{joint: fixed}}
{more}
home: [0.3, 0.4]
"""
BEVEL = """
  - {name: one, joints: [{name: m1, kind: R, active: true, rotor: 0.01}]}
  - {name: two, joints: [{name: m2, kind: R, active: true, rotor: 0.01}]}
couplings:
  - {name: carrier, terms: {m1: 1, m2: 1, pitch: -2}}
  - {name: sun, terms: {m1: 1, m2: -1, roll: -2*k}, constant: 0.3}
parameters: {k: 1.7}
"""


def test_a_differential_adds_and_subtracts_its_motors() -> None:
    """m1 = pitch + k roll + c and m2 = pitch - k roll - c by hand, so the rotors have the energy J (pitch_d^2 + k^2 roll_d^2)."""
    k, active = 1.7, "active: true, rotor: {},"
    bevel = model_of(WRIST.format(pitch="", roll="", more=BEVEL))
    direct = model_of(WRIST.format(pitch=active.format(0.02), roll=active.format(0.02 * k**2), more=""))
    assert bevel.survey.geometry.is_closed_form
    q = direct.inverse_kinematics(X)
    wanted = np.column_stack([q[:, 0] + k * q[:, 1] + 0.15, q[:, 0] - k * q[:, 1] - 0.15])
    assert differs(bevel.inverse_kinematics(X), wanted) < ROUND_OFF
    tau, efforts = bevel.inverse_dynamics(X, XD, XDD), direct.inverse_dynamics(X, XD, XDD)
    assert differs(np.column_stack([tau.sum(axis=1), k * (tau[:, 0] - tau[:, 1])]), efforts) < 1e-11
    assert (bevel.robot.mobility().dof, bevel.robot.mobility().gogu) == (2, 2)


RACK = """
name: rack
gravity: [0, 0, -9.81]
parameters: {r: 0.02}
platform: {coordinates: [pz], link: {mass: 2}}
legs:
  - name: lift
    joints: [{name: s, kind: P}]
    closure: {joint: fixed}
  - name: motor
    joints:
      - {name: m, kind: R, active: true, rotor: 1e-4, friction: {fs: 0.01}}
couplings: [{name: rack, terms: {s: 1, m: -r}, constant: 0.1}]
home: [0.4]
"""


def test_a_pinion_counts_its_turns_and_lifts_its_rack() -> None:
    model = model_of(RACK)
    z, zd, zdd = np.array([[0.4], [0.9]]), np.array([[0.3], [-0.2]]), np.array([[1.0], [2.0]])
    assert model.inverse_kinematics(z) == pytest.approx((z - 0.1) / 0.02)  # 15 and 40 rad
    tau = 0.02 * 2 * (zdd + 9.81) + 1e-4 * zdd / 0.02 + 0.01 * np.sign(zd)
    assert model.inverse_dynamics(z, zd, zdd) == pytest.approx(tau, rel=1e-12)


RACK_ON_AN_ARM = """
name: rack-on-an-arm
parameters: {constant: 0.1, offset: 0.0, shift: 0.0}
platform: {coordinates: [px, py], dependent: [a3], link: {mass: 1}}
legs:
  - name: left
    base: {at: [shift - 0.2, 0, 0]}
    joints: [{name: a, kind: R, active: true, theta: offset}, {name: b, kind: R, d: 0.3}]
    closure: {joint: fixed, frame: {d: 0.4}}
  - name: right
    base: {at: [shift + 0.2, 0, 0]}
    joints: [{name: c, kind: R, active: true}, {name: d, kind: R, d: 0.3}]
    closure: {joint: R, frame: {d: 0.4}}
  - {name: rack, joints: [{name: rk, kind: P}]}
couplings: [{name: rack, terms: {rk: 1, a: -0.03}, constant: constant}]
home: [shift, 0.5]
guess: {a: 2.0}
"""
A_AT_HOME = 2.0121
"""Angle of the left arm at home [rad], up to whole turns."""


@pytest.mark.parametrize("numeric", [False, True])
@pytest.mark.parametrize("constant", [0.0, 0.1])
@pytest.mark.parametrize("turns", [-2, -1, 0, 1])
def test_a_pinion_is_in_the_turn_that_its_guess_names(turns: int, constant: float, numeric: bool) -> None:
    """The guess does not name the rack, so the position of the rack follows from that of the pinion."""
    a = A_AT_HOME + 2 * np.pi * turns
    text = RACK_ON_AN_ARM.replace("guess: {a: 2.0}", f"guess: {{a: {a + 0.1}, b: -1.4}}\nnumeric: {str(numeric).lower()}")
    model = model_of(text.replace("constant: 0.1", f"constant: {constant}"))
    joints = dict(zip(model.joint_names, model.joints(model.survey.home), strict=True))
    assert joints["a"] == pytest.approx(a, abs=1e-4)
    assert joints["rk"] == pytest.approx(0.03 * joints["a"] + constant)


@pytest.mark.parametrize(("name", "value"), [("offset", -2.0), ("offset", 4.0), ("shift", 1.0)])
def test_each_member_of_a_family_counts_the_turns_of_coupled_joints_from_its_own_home(name: str, value: float) -> None:
    text = RACK_ON_AN_ARM.replace("constant: 0.1", "constant: 0").replace("guess: {a: 2.0}", "guess: {b: -1.4}")
    robot, alone = parados.Robot(parse_robot(text)), model_of(text.replace(f"{name}: 0.0", f"{name}: {value}"))
    x = alone.survey.home + np.array([[0.0, 0.0], [0.02, -0.03]])
    member, live = robot.with_parameters(**{name: value}).compile("vm"), robot.compile("vm", live=[name])
    for mode in alone.working_modes():
        expected = pytest.approx(alone.joints(x, mode=mode), abs=1e-10)
        assert member.joints(x, mode=mode) == expected
        assert live.joints(x, mode=mode, parameters={name: value}) == expected
        assert live.joints(x, mode=mode, parameters={name: np.full(2, value)}) == expected


LIFT = """
name: lift
platform: {coordinates: [pz], link: {mass: 2}}
legs:
  - name: spindle
    joints: [{name: h, kind: H, pitch: 0.0008, link: {mass: 0.1, inertia: [0, 0, 1e-5]}}, {name: nut, kind: R}]
    closure: {joint: fixed}
  - {name: guide, joints: [{name: s, kind: P}], closure: {joint: fixed}}
  - {name: motor, joints: [{name: m, kind: R, active: true, rotor: 1e-5}]}
couplings: [{name: belt, terms: {m: 1, h: -2}, constant: 0.5}]
home: [0.1]
"""


@pytest.mark.slow
def test_a_belt_drives_a_ball_screw_through_hundreds_of_turns() -> None:
    """z = 0.0008 h and m = 2 h + 0.5; the spindle turns once and the rotor twice as fast as h."""
    model = model_of(LIFT)
    z, zdd = np.array([[0.1], [0.25]]), np.array([[1.0], [2.0]])
    k = 2 / 0.0008  # motor radians for each metre
    assert model.inverse_kinematics(z) == pytest.approx(k * z + 0.5, rel=1e-12)
    tau = 2.1 * (zdd + 9.81) / k + 1e-5 * zdd * k + 1e-5 * zdd * k / 4
    assert model.inverse_dynamics(z, 0 * z, zdd) == pytest.approx(tau, rel=1e-10)


def test_angles_of_coupled_joints_are_continuous_around_home() -> None:
    """The left arm points along -x of its base at home, where atan2 jumps by a whole turn, 50 turns of the motor."""
    turned = "base: {at: [-0.15, 0, 0], rotation: {ZYX: [-0.9, 0, 0]}}"
    text = text_of("five-bar-geared").replace("base: {at: [-0.15, 0, 0]}", turned)
    model = model_of(text.replace("home: [0, 0.3]", "home: [-0.05, 0.3]"))
    x = np.column_stack([np.linspace(-0.08, 0.08, 60), np.full(60, 0.3)])
    q = model.joints(x)[:, 0]
    assert q.min() < np.pi < q.max()
    assert np.abs(np.diff(model.inverse_kinematics(x), axis=0)).max() < 2


@pytest.mark.slow
def test_a_ratio_can_be_live() -> None:
    robot = parados.load(HERE / "five-bar-geared.yaml")
    live = robot.compile(backend="vm", live=["n1"])
    other = model_of(text_of("five-bar-geared").replace("n1: 50", "n1: 42"))
    for name, arguments in {"inverse_kinematics": (X,), "inverse_dynamics": (X, XD, XDD)}.items():
        found = getattr(live, name)(*arguments, parameters={"n1": 42})
        assert differs(found, getattr(other, name)(*arguments)) < ROUND_OFF


@pytest.mark.slow
def test_motors_can_be_the_coordinates() -> None:
    robot = parados.load(HERE / "five-bar-geared.yaml")
    chart, model = robot.in_coordinates(["m1", "m2"]).compile(backend="vm"), robot.compile(backend="vm")
    q = model.inverse_kinematics(X[:3])
    assert differs(chart.pose(q)[:, :2], X[:3]) < 1e-9


WHEELS = """
name: wheels
platform: {coordinates: [px, py], link: {mass: 1}}
legs:
  - name: slides
    joints:
      - {name: sx, kind: P, active: true, gamma: pi/2, alpha: pi/2}
      - {name: sy, kind: P, active: true, gamma: pi/2, alpha: pi/2}
    closure: {joint: fixed, frame: {gamma: pi/2, alpha: pi/2}}
  - name: wheel
    carrier: platform
    joints: [{name: w1, kind: R, active: true, d: 0.1, link: {mass: 0.5, inertia: [0.01, 0.01, 0.02]}}]
  - name: pinion
    carrier: platform
    joints: [{name: w2, kind: R, d: 0.3, link: {mass: 0.2, inertia: [0.001, 0.001, 0.002]}, rotor: 0.003}]
couplings: [{name: teeth, terms: {w1: 2, w2: 1}}]
redundancy: [w1]
home: [0.1, 0.2, 0]
"""


def test_wheels_on_the_platform_turn_together() -> None:
    """The wheel feels 4 times the inertia of a pinion that turns twice as fast; rotor 0.003, bodies 0.02 and 0.002."""
    model = model_of(WHEELS)
    x, xdd = np.array([0.1, 0.2, 0.4]), np.array([1.0, 2.0, 3.0])
    assert model.joints(x)[[2, 3]] == pytest.approx([0.4, -0.8])
    tau = model.inverse_dynamics(x, np.zeros(3), xdd)
    assert tau == pytest.approx([1.7 * 1.0, 1.7 * 2.0, (0.02 + 4 * 0.002 + 4 * 0.003) * 3], rel=1e-12)
    assert (model.robot.mobility().dof, model.robot.mobility().gogu) == (3, 3)


def test_elastic_motors_behind_gears_are_joints_with_their_stiffness_times_the_square_of_the_ratio() -> None:
    text = text_of("five-bar-geared")
    geared = text.replace("{name: m1, kind: R,", "{name: m1, kind: R, stiffness: 0.4,").replace(
        "{name: m2, kind: R,", "{name: m2, kind: R, stiffness: 0.5,"
    )
    direct = text.partition("  - name: motor of the left arm")[0] + text.partition("mode:")[2].partition("\n")[2]
    direct = direct.replace("{name: q11,", "{name: q11, active: true, stiffness: 0.4*n1*n1,")
    direct = direct.replace("{name: q21,", "{name: q21, active: true, stiffness: 0.5*n2*n2,") + "mode: [1, -1]\n"
    one, other = model_of(geared), model_of(direct)
    assert one.natural_frequencies(X[0]) == pytest.approx(other.natural_frequencies(X[0]), rel=1e-9)
    assert one.platform_stiffness(X[0]).shape == (2, 2)


def test_equations_of_couplings_are_shown() -> None:
    from parados.cli.structure_tables import coupling_lines

    lines = coupling_lines(parse_robot(text_of("five-bar-geared")))
    assert lines == ["Coupling left gear: m1 - 50 q11 = 0.7", "Coupling right gear: m2 + 30 q21 = 0"]


@pytest.mark.slow
def test_exported_c_follows_a_motor_that_turns_by_several_radians(tmp_path: Path) -> None:
    robot = parados.Robot(parse_robot(text_of("five-bar-geared") + "numeric: true\n")).checked()
    model = robot.compile(backend="vm")
    model.export_c(tmp_path)
    library = tmp_path / "robot.so"
    command = ["cc", "-O0", "-shared", "-fPIC", "-o", str(library), str(tmp_path / "five_bar_geared.c"), "-lm"]
    subprocess.run(command, check=True)
    unknowns, x = np.array(robot.survey.home_unknowns), np.array([0.03, 0.32])
    pointers = [array.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for array in (x, MODE, unknowns)]
    assert ctypes.CDLL(str(library)).five_bar_geared_close(*pointers) == 0
    assert np.abs(unknowns - robot.survey.home_unknowns).max() > 2
    assert np.abs(unknowns[:7] - model.joints(x)).max() < 1e-9


MODE = np.array([1.0, -1.0])


@pytest.mark.slow
def test_a_rack_inside_the_platform_turns_its_pinion() -> None:
    """The halves of the platform only translate, so half1 turns by -a3 in the pinion's frame, and the rack slides by rho a3.

    The last pose turns the pinion by more than half a turn: the rack must not jump back by a whole one.
    """
    model = parados.load(HERE / "i4-rack.yaml").compile(backend="vm")
    assert model.survey.geometry.is_closed_form
    assert (model.robot.mobility().dof, model.robot.mobility().gogu, len(model.robot.mobility().idle)) == (4, 4, 8)
    x = np.array([[0.05, 0.03, -0.73, 0.3], [-0.1, 0.02, -0.7, -0.5], [0, 0, -0.75, 4.0]])
    assert model.joints(x)[:, :2] == pytest.approx(np.column_stack([-x[:, 3], 0.03 * x[:, 3]]), abs=1e-12)
