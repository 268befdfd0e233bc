"""Joints that make whole turns along a motion: gears, racks and springs follow them, in closed forms as in numeric geometry."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest
from scipy.interpolate import make_interp_spline
from scipy.optimize import brentq

from parados.api import Robot
from parados.control import ComputedTorque, FeedForwardPD, PDGravity
from parados.errors import InputError, RobotWarning, SimulationError, SingularConfigurationError
from parados.identify import Log, identify, log_motion, regression_rows
from parados.identify.log_comparison import model_efforts
from parados.model.joint_turns import JointTurns
from parados.plan import ActuatorLimits, time_optimal
from parados.report.motion_evaluation import evaluate_motion
from parados.robot.reading import parse_robot
from parados.simulate import simulate
from parados.simulate.continuous_motion import along_trajectory
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.study.design_states import DesignStates
from parados.study.study_states import StudyStates
from parados.trajectory import along, circle
from parados.trajectory.motion_table import MotionTable

CRANK = """
name: geared-crank
gravity: [0, -9.81, 0]
platform: {coordinates: [px, py], dependent: [a3], link: {mass: 0.3}}
legs:
  - name: left
    joints: [{name: q11, kind: R}, {name: q12, kind: R, d: 0.2, spring: {stiffness: 0.1, rest: 1}}]
    closure: {joint: fixed, frame: {d: 0.25}}
  - {name: drive, joints: [{name: motor, kind: R, active: true, spring: {stiffness: 0.001, rest: 3}}]}
  - name: right
    base: {at: [0.05, 0, 0]}
    joints: [{name: q21, kind: R, active: true}, {name: q22, kind: R, d: 0.2}]
    closure: {joint: R, frame: {d: 0.25}}
couplings:
  - {name: gear, terms: {motor: 1, q11: -20}}
home: [0.025, 0.3]
workspace: {px: [-0.05, 0.1], py: [0.28, 0.33]}
"""
"""A five-bar whose platform can go round the origin; its loops have a closed form."""

ARM = """
name: geared-arm
gravity: [0, -9.81, 0]
parameters: {n: 20}
platform: {coordinates: [px, py], dependent: [a3], link: {mass: 0.3}}
legs:
  - name: arm
    joints:
      - {name: shoulder, kind: R, link: {mass: 0.5, com: [0.1, 0, 0], inertia: [0, 0, 0.002]}}
      - {name: elbow, kind: R, d: 0.2, active: true, rotor: 1.0e-3, link: {mass: 0.2, com: [0.07, 0, 0], inertia: [0, 0, 0.001]}}
    closure: {joint: fixed, frame: {d: 0.15}}
  - {name: drive, joints: [{name: motor, kind: R, active: true, rotor: 1.0e-4, spring: {stiffness: 0.0002, rest: 5}}]}
couplings:
  - {name: gear, terms: {motor: 1, shoulder: -n}}
home: [0.25, 0.1]
workspace: {px: [0.2, 0.28], py: [0.05, 0.15]}
"""
"""An arm of two links, driven by a motor with a spring through a gear."""

TWO_MOTORS = """
  - {name: first, joints: [{name: m1, kind: R, active: true}]}
  - {name: second, joints: [{name: m2, kind: R, active: true}]}
couplings:
  - {name: sum, terms: {m1: 1, m2: 1, shoulder: -2}}
  - {name: difference, terms: {m1: 1, m2: -1, elbow: -2}}
home: [0.25, 0.1]
workspace: {px: [0.2, 0.28], py: [0.05, 0.15]}
"""
"""A differential in place of the drive of the arm."""

HALF = """
name: half-gear
gravity: [0, -9.81, 0]
platform: {coordinates: [px, py], dependent: [a3], link: {mass: 0.3}}
legs:
  - name: arm
    joints: [{name: shoulder, kind: R, active: true}, {name: elbow, kind: R, d: 0.2, active: true}]
    closure: {joint: fixed, frame: {d: 0.15}}
  - name: beside
    joints:
      - {name: slow, kind: R}
      - {name: hinge, kind: R, d: 0.05, spring: {stiffness: 0.05, rest: 0.3}}
      - {name: tip, kind: R, d: 0.2}
    closure: {joint: R, frame: {d: 0.2}}
couplings:
  - {name: gear, terms: {slow: 1, shoulder: -0.5}}
home: [0.25, 0.1]
workspace: {px: [0.2, 0.28], py: [0.05, 0.15]}
"""
"""A hinge with a spring sits on an arm that makes half a turn for each turn of the shoulder."""

HOME, RADIUS = np.array([0.25, 0.1]), float(np.hypot(0.25, 0.1))

ROUND_OFF = 1e-12


FORMS = ("", "numeric: true\n")
"""First lines of a robot file, for a closed form and for numeric geometry."""


LAWS = [(ComputedTorque, (400, 40)), (FeedForwardPD, ([30, 0.1], [2, 0.01]))]

each_form = pytest.mark.parametrize("form", [0, 1], ids=["closed", "numeric"])


def _model(text, form="", **live):
    return Robot(parse_robot(form + text)).compile(**live)


def _round_trip(centre, radius, turns, count):
    """States of a platform that goes round a point at constant speed in `turns` seconds."""
    t = np.linspace(0, turns, count)
    c, s, w = np.cos(2 * np.pi * t), np.sin(2 * np.pi * t), 2 * np.pi
    x = centre + radius * np.stack([s, c], axis=1)
    return t, x, w * radius * np.stack([c, -s], axis=1), -w * w * radius * np.stack([s, c], axis=1)


@pytest.fixture(scope="module")
def cranks():
    return [_model(CRANK, form) for form in FORMS]


@pytest.fixture(scope="module")
def arms():
    return [_model(ARM, form) for form in FORMS]


@pytest.fixture(scope="module")
def round_the_origin():
    return _round_trip([0.025, 0.0], 0.3, 1.0, 600)


@pytest.fixture(scope="module")
def two_turns():
    return along(circle([0, 0], None, RADIUS, start=HOME, angle=4 * np.pi), law="quintic", duration=5.0)


def test_geared_motor_is_continuous_in_a_closed_form_as_in_numeric_geometry(cranks, round_the_origin):
    _, x, _, _ = round_the_origin
    closed, numeric = (model.joints(x, motion=True) for model in cranks)
    assert cranks[0].survey.geometry.is_closed_form and not cranks[1].survey.geometry.is_closed_form
    assert np.abs(np.diff(closed[:, 2])).max() < 0.3
    assert np.abs(closed[:, 2] - 20 * closed[:, 0]).max() < 1e-11
    assert np.abs(closed - numeric).max() < 1e-11
    assert np.array_equal(closed[0], cranks[0].joints(x[0]))


def test_single_states_stay_near_home(cranks, round_the_origin):
    _, x, _, _ = round_the_origin
    for model in cranks:
        away = model.joints(x)[:, 0] - model.survey.home_joints[0]
        assert np.abs(away).max() <= np.pi + ROUND_OFF


def test_efforts_and_energies_of_wound_springs_agree_with_numeric_geometry(cranks, round_the_origin):
    _, x, xd, xdd = round_the_origin
    (tau, energy), (other, reference) = (
        (model.inverse_dynamics(x, xd, xdd, motion=True), model.energy(x, xd, motion=True)) for model in cranks
    )
    assert np.abs(tau - other).max() < 1e-11 * np.abs(tau).max()
    assert np.abs(np.subtract(energy, reference)).max() < 1e-10 * np.abs(energy).max()


def test_work_of_the_motors_is_the_change_of_the_energy(arms):
    """The motor turns 40 times and winds up its spring."""
    model = arms[0]
    t, x, xd, xdd = _round_trip([0.0, 0.0], RADIUS, 2.0, 4001)
    rates = model.joint_rates(x, xd, motion=True)
    power = np.sum(model.inverse_dynamics(x, xd, xdd, motion=True) * rates, axis=1)
    kinetic, potential, _ = model.energy(x, xd, motion=True)
    stored = kinetic + potential
    work = np.concatenate([[0.0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(t))])
    assert stored[-1] - stored[0] > 4.0
    assert np.abs(stored - stored[0] - work).max() < 1e-6 * stored[-1]


def test_turns_of_a_spring_behind_a_gear_with_a_fraction_are_those_of_numeric_geometry():
    _, x, xd, xdd = _round_trip([0.0, 0.0], RADIUS, 4.0, 401)
    results = []
    for form in FORMS:
        model = _model(form + HALF)
        hinge = model.joints(x, motion=True)[:, 3]
        assert np.abs(model.energy(x, xd, motion=True).springs - 0.025 * (hinge - 0.3) ** 2).max() < 1e-12
        results.append(model.inverse_dynamics(x, xd, xdd, motion=True))
    assert np.abs(results[0] - results[1]).max() < 1e-12


def test_actuators_tell_turns_before_a_gear_with_a_fraction():
    model = _model(HALF)
    turned = model.inverse_kinematics(HOME) + np.array([2 * np.pi, 0])
    joints = JointTurns(model, None)
    slow = joints.made(joints.of_motion(HOME[None], turned)).joints(HOME[None])[0, 2]
    assert np.isclose(slow - model.joints(HOME)[2], np.pi)


def test_efforts_near_a_singularity_have_the_turns_of_their_row(cranks):
    model, mode = cranks[0], [1, 1, 1]

    def pose(t):
        return np.array([0.025 + 0.3 * np.sin(t), 0.3 * np.cos(t)]).T

    singular = brentq(lambda t: np.linalg.det(model.inverse_jacobian(pose(t), mode=mode)), 4.10, 4.12, xtol=1e-14)
    x = pose(np.append(np.linspace(0, singular - 0.01, 200), singular - 1e-6))
    still = np.zeros(2)
    tau = model.inverse_dynamics(x, still, still, mode=mode, motion=True)[-1]
    force = model.platform_force(x, still, still, mode=mode, motion=True)[-1]
    assert np.abs(model.inverse_jacobian(x[-1], mode=mode).T @ tau - force).max() < 1e-9 * np.abs(force).max()


@each_form
def test_results_of_parados_run_have_the_turns_of_the_whole_motion(arms, form):
    """They are evaluated in blocks of rows; the rows before a block have made turns."""
    t, x, xd, xdd = _round_trip([0.0, 0.0], RADIUS, 2.0, 401)
    results = evaluate_motion(arms[form], MotionTable(t, x, xd, xdd))
    assert np.abs(results.q - arms[form].inverse_kinematics(x, motion=True)).max() < 1e-11
    assert np.abs(results.tau - arms[form].inverse_dynamics(x, xd, xdd, motion=True)).max() < 1e-12
    assert np.abs(results.potential - arms[form].energy(x, xd, motion=True).potential).max() < 1e-11


def test_rows_of_a_reference_far_apart_have_the_turns_of_their_instants(arms):
    """The arm turns from -162 to 162 degrees from home: a jump between two rows, but not a whole turn."""
    c, s = np.cos(0.9 * np.pi), np.sin(0.9 * np.pi)
    turn = along(circle([0, 0], None, RADIUS, start=np.array([[c, s], [-s, c]]) @ HOME, angle=1.8 * np.pi), duration=1.0)
    law = ComputedTorque(arms[0], turn, 400, 40)
    ends = law.reference.table(np.array([0.0, 1.0]), ["q_r"])["q_r"]
    assert np.abs(ends - law.reference.table(np.linspace(0, 1, 201), ["q_r"])["q_r"][[0, -1]]).max() < 1e-11


def test_limits_of_a_geared_motor_count_its_turns():
    text = ARM.replace("active: true, rotor: 1.0e-4", "active: true, limits: [-100, 100], rotor: 1.0e-4")
    model = _model(text)
    _, x, _, _ = _round_trip([0.0, 0.0], RADIUS, 2.0, 401)
    motor = model.joints(x, motion=True)[:, 2]
    assert motor.min() < -200
    assert np.allclose(model.beyond_limits(x, motion=True)[:, 2], np.maximum(np.abs(motor) - 100, 0.0))


def test_rack_moves_on_with_every_turn_of_its_pinion():
    drive = '{name: drive, joints: [{name: rack, kind: P, active: true, link: {mass: 2}}]}'
    text = ARM[: ARM.index("  - {name: drive")] + f"  - {drive}\n" + ARM[ARM.index("couplings") :].replace("motor", "rack")
    model = _model(text.replace("n: 20", "n: 0.05"))
    _, x, _, _ = _round_trip([0.0, 0.0], RADIUS, 2.0, 401)
    heights = model.link_frames(x, motion=True)[:, 2, 2, 3]
    assert np.isclose(heights[0] - heights[-1], 0.05 * 4 * np.pi, rtol=1e-12)
    assert np.abs(np.diff(heights)).max() < 0.01


BESIDE = """
  - name: beside
    base: {at: [0.02, 0, 0]}
    joints: [{name: hinge, kind: R, spring: {stiffness: 0.03, rest: 0.5}}, {name: knee, kind: R, d: 0.2}]
    closure: {joint: R, frame: {d: 0.15}}
"""
"""A passive arm with a spring, which turns about another base than the active arm."""


def _with_passive_arm(joint):
    """The arm without its gear, with other keys of its shoulder, and the passive arm."""
    text = ARM.replace("shoulder, kind: R,", f"shoulder, kind: R, active: true, {joint}")
    return text[: text.index("  - {name: drive")].rstrip() + BESIDE + text[text.index("home") :]


def test_spring_of_a_passive_joint_winds_up_along_a_motion():
    text = _with_passive_arm("")
    _, x, xd, xdd = _round_trip([0.01, 0.0], 0.26, 2.0, 801)
    results = []
    for form in FORMS:
        model = _model(form + text)
        hinge = model.joints(x, motion=True)[:, 2]
        springs = model.energy(x, xd, motion=True).springs
        assert np.abs(springs - 0.015 * (hinge - 0.5) ** 2).max() < 1e-10
        assert abs(hinge[-1] - hinge[0] + 4 * np.pi) < ROUND_OFF
        results.append(model.inverse_dynamics(x, xd, xdd, motion=True))
    assert np.abs(results[0] - results[1]).max() < 1e-9 * np.abs(results[0]).max()


def test_rows_of_a_family_have_turns_of_their_own():
    model = _model(ARM, live=["n"])
    _, x, _, _ = _round_trip([0.0, 0.0], RADIUS, 2.0, 401)
    ratios = np.linspace(10.0, 30.0, len(x))
    joints = model.joints(x, motion=True, parameters={"n": ratios})
    assert np.abs(joints[:, 2] - ratios * joints[:, 0]).max() < 1e-11
    assert joints[-1, 0] - joints[0, 0] < -12


@pytest.mark.parametrize(("law", "gains"), LAWS, ids=["torque", "pd"])
@each_form
def test_laws_follow_a_geared_arm_past_a_whole_turn(arms, law, gains, form):
    turn = along(circle([0, 0], None, RADIUS, start=HOME, angle=2.5 * np.pi), law="quintic", duration=0.6)
    run = simulate(arms[form], HOME, [0, 0], 0.6, control=law(arms[form], turn, *gains), friction=False)
    assert np.abs(run.x - turn(run.t).x).max() < 1e-9
    assert abs(run.q[-1, 1] - run.q[0, 1] - 50 * np.pi) < 1e-6


def test_graph_of_a_law_counts_turns_with_the_ratio_that_its_caller_gives():
    """An exported controller takes live parameters in each call."""
    model = _model(ARM, live=["n"])
    member = model.with_parameters({"n": 23.0})
    turned = member.inverse_kinematics(HOME) + np.array([0, 2 * np.pi * 10 * 23])
    given = {"x": HOME, "q": turned, "x_r": HOME, "q_r": turned, "gains": [30, 0.1, 2, 0.01], "parameters": [23.0]}
    graphs = [PDGravity(one, HOME, [30, 0.1], [2, 0.01]).graph for one in (model, member)]
    values = [np.array(graph(**{key: given[key] for key in graph.name_in() if key in given})["tau"]) for graph in graphs]
    assert np.isfinite(values[0]).all() and np.abs(values[0] - values[1]).max() < ROUND_OFF


def test_platform_coordinates_are_rejected_where_turns_matter(arms, two_turns):
    law = PDGravity(arms[0], two_turns, [30, 0.1], [2, 0.01])
    with pytest.raises(SimulationError, match=r'"platform" does not count turns; use "joints"'):
        simulate(arms[0], HOME, [0, 0], 5.0, control=law, method="rk4", step=1e-3, coordinates="platform", friction=False)


@each_form
def test_sampled_law_follows_a_geared_arm_for_several_turns(arms, two_turns, form):
    """The run has more steps than one block, so that a later block begins after some turns."""
    law = PDGravity(arms[form], two_turns, [30, 0.1], [2, 0.01])
    run = simulate(arms[form], HOME, [0, 0], 5.0, control=law, method="rk4", step=1e-3, friction=False)
    assert np.abs(run.x - two_turns(run.t).x).max() < 0.01
    assert np.abs(run.efforts[:, 1]).max() < 0.2  # 12 N m if the motor were wrong by the turns of one turn of the arm


def test_sampled_law_follows_a_motor_past_half_a_turn_in_later_blocks(two_turns):
    text = ARM.replace("shoulder, kind: R,", "shoulder, kind: R, active: true,")
    model = _model(text[: text.index("  - {name: drive")] + text[text.index("home") :])
    law = PDGravity(model, two_turns, [30, 30], [2, 2])
    run = simulate(model, HOME, [0, 0], 5.0, control=law, method="rk4", step=1e-3, coordinates="joints")
    assert np.abs(run.x - two_turns(run.t).x).max() < 0.05


def test_motions_of_the_actuators_and_planned_efforts_have_the_turns_of_their_instants(arms, two_turns):
    model = arms[0]
    t = np.linspace(0, 5.0, 1201)
    path = model.inverse_kinematics(two_turns(t).x, motion=True)
    assert np.abs(np.diff(path, axis=0)).max() < 1.0 and path[-1, 1] - path[0, 1] > 250
    assert np.abs(along_trajectory(model, two_turns)(t).x - path).max() < 1e-9
    motion = time_optimal(model, two_turns.path, ActuatorLimits(effort=[3.0, 1.0]))
    late = 0.9 * motion.trajectory.duration
    states = motion.trajectory(np.linspace(0, late, 1201))
    tau = model.inverse_dynamics(*states, motion=True)[-1]
    assert motion.efforts(late).shape == tau.shape
    assert np.abs(motion.efforts(late) - tau).max() < 1e-9


@each_form
def test_forward_kinematics_follows_a_geared_motor_over_its_turns(arms, form):
    model = arms[form]
    _, x, _, _ = _round_trip([0.0, 0.0], RADIUS, 2.0, 401)
    q = model.inverse_kinematics(x, motion=True)
    assert np.abs(model.forward_kinematics(q, guess=x[0], motion=True) - x).max() < ROUND_OFF
    assert np.abs(model.forward_kinematics(q[-10], guess=x[-10] + 0.01) - x[-10]).max() < ROUND_OFF


@pytest.mark.parametrize("live", [[], ["n"]], ids=["differential", "live ratio"])
def test_forward_kinematics_follows_motors_whose_turns_have_no_periods(live):
    """A turn of one joint of the differential turns both motors; a live ratio changes the motor's turns for one of the arm."""
    text = ARM if live else ARM[: ARM.index("  - {name: drive")].replace("d: 0.2, active: true,", "d: 0.2,") + TWO_MOTORS
    model = _model(text, live=live)
    _, x, _, _ = _round_trip([0.0, 0.0], RADIUS, 2.0, 401)
    own = {"parameters": {"n": 23.5}} if live else {}
    q = model.inverse_kinematics(x, motion=True, **own)
    assert np.abs(model.forward_kinematics(q, guess=x[0], motion=True, **own) - x).max() < ROUND_OFF
    assert np.abs(model.forward_kinematics(q[-10], guess=x[-10] + 0.01, **own) - x[-10]).max() < ROUND_OFF


def test_multipliers_with_a_rack_in_a_loop_give_the_efforts_along_a_motion():
    text = HALF.replace("slow, kind: R", "slow, kind: P, alpha: pi/2").replace("-0.5", "-0.01")
    text = text.replace("hinge, kind: R, d: 0.05", "hinge, kind: R, alpha: -pi/2")
    model = _model(text.replace("tip, kind: R, d: 0.2", "tip, kind: R, d: 0.3"))
    _, x, xd, xdd = _round_trip([0.0, 0.0], RADIUS, 2.0, 21)
    tau = model.inverse_dynamics(x, xd, xdd, motion=True)
    assert np.abs(model.multipliers(x, xd, xdd, motion=True).tau - tau).max() < 1e-11 * np.abs(tau).max()


def test_a_log_over_many_turns_is_identified_in_chunks(arms, monkeypatch):
    """The log begins after one turn of the arm, which only its motor tells."""
    monkeypatch.setattr(regression_rows, "CHUNK", 500)
    model, t = arms[0], np.arange(4001) * 1e-3
    angle = 0.4 - 10 * np.cos(np.pi / 2 * t) + 0.4 * np.sin(2 * np.pi * t)
    radius = 0.24 + 0.04 * np.cos(np.pi * t) + 0.02 * np.sin(1.5 * np.pi * t)
    x = radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    spline = make_interp_spline(t, x, k=7)
    before = JointTurns(model, None).of_motion(x, model.inverse_kinematics(x[0]) + np.array([0, 40 * np.pi]))
    begun = JointTurns(model, None).made(before)
    q, tau = begun.inverse_kinematics(x), begun.inverse_dynamics(x, spline.derivative(1)(t), spline.derivative(2)(t))
    assert np.abs(np.diff(q, axis=0)).max() < 1 and np.ptp(q[:, 1]) > 300
    log = Log("made", t, dict(zip(model.actuated_names, q.T, strict=True)), dict(zip(model.actuated_names, tau.T, strict=True)))
    fit = identify(model, log)
    stiffness = fit.values[fit.names.index("k_motor")]
    assert abs(stiffness / 0.0002 - 1) < 1e-6
    measured, predicted = tau, model_efforts(model, log_motion(model, log))
    assert np.abs(predicted - measured)[50:-50].max() < 1e-6


def test_designs_of_a_study_have_the_turns_of_their_own_motions():
    _, x, xd, xdd = _round_trip([0.0, 0.0], RADIUS, 2.0, 401)
    table = MotionTable(np.arange(401) / 200, x, xd, xdd)
    family = _model(ARM, live=["n"])
    designs = DesignStates(family, ["n"], np.array([[20.0], [12.0]]), StudyStates.of_motion("round", table))
    for k, n in enumerate((20.0, 12.0)):
        tau = family.inverse_dynamics(x, xd, xdd, motion=True, parameters={"n": n})
        assert np.abs(designs.tau[k] - tau).max() < 1e-12
    assert np.abs(designs.tau[0, -1] - family.inverse_dynamics(x[-1], xd[-1], xdd[-1])).max() > 0.01  # the spring is wound up
    h = 1e-5
    ahead, behind = (family.inverse_dynamics(x, xd, xdd, motion=True, parameters={"n": 20 + d}) for d in (h, -h))
    assert np.abs(designs.slopes("inverse_dynamics", "x", "xd", "xdd")[0, :, :, 0] - (ahead - behind) / (2 * h)).max() < 1e-7


def test_criterion_at_a_singularity_contains_the_wound_springs(cranks):
    """The free motion of the platform turns the motor, so that the criterion (9.11) contains the effort of its spring."""

    def at(t):
        return np.array([0.025, 0.0]) + 0.3 * np.stack([np.sin(2 * np.pi * t), np.cos(2 * np.pi * t)], axis=-1)

    model = cranks[0]
    singular = brentq(lambda t: np.linalg.det(model.inverse_jacobian(at(t))), 0.65, 0.66, xtol=1e-16)
    x = at(np.append(np.linspace(0, 0.65, 300), singular))
    still = np.zeros_like(x)
    criterion = r"its value is ([-.e\d]+) W, ([-.e\d]+) times"
    told = []
    for one in cranks:
        with pytest.warns(RuntimeWarning, match=criterion) as warned:
            one.inverse_dynamics(x, still, still, motion=True)
        told.append(re.search(criterion, str(warned[0].message)).groups())
    assert told[0] == told[1]
    with pytest.raises(SingularConfigurationError, match=criterion) as single:
        model.inverse_dynamics(x[-1], still[-1], still[-1])
    assert re.search(criterion, str(single.value)).groups() != told[0]  # in a single state the spring is not wound up


def test_reference_warns_of_springs_whose_turns_no_actuator_tells(two_turns):
    reference = ComputedTorque(_model(_with_passive_arm("")), two_turns, 400, 40).reference
    with pytest.warns(RobotWarning, match="hinge makes whole turns that the actuators do not tell"):
        reference.table(np.array([4.9]), ["q_r"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reference.table(np.array([4.9]), ["q_r"])  # once is enough


def test_spring_of_a_passive_joint_winds_up_in_a_run_of_a_flexible_robot():
    turn = along(circle([0, 0], None, RADIUS, start=HOME, angle=2.5 * np.pi), law="quintic", duration=1.0)
    model = _model(_with_passive_arm("stiffness: 200, rotor: 0.02,"))
    start = ElasticSimulation.at(model, HOME, friction=False, damping=None)
    run = start.prescribed(along_trajectory(model, turn), 1.0, 2e-3)
    hinge = run.z[:, list(start.structure.mechanism.joint_names).index("hinge")]
    assert np.ptp(hinge) > 2 * np.pi
    assert np.abs(np.diff(run.efforts[:, 1], 3)).max() < 0.005  # a jump of the spring by one turn gives 0.1


def test_report_of_a_motion_has_the_turns_of_its_earlier_blocks(arms):
    """`parados run` evaluates a motion block by block, to show its progress."""
    _, x, xd, xdd = _round_trip([0.0, 0.0], RADIUS, 2.0, 401)
    results = evaluate_motion(arms[0], MotionTable(np.arange(401) / 200, x, xd, xdd))
    assert np.abs(results.q - arms[0].inverse_kinematics(x, motion=True)).max() < 1e-11
    assert np.abs(results.tau - arms[0].inverse_dynamics(x, xd, xdd, motion=True)).max() < ROUND_OFF
    out_of_reach = np.append(x[:-1], [[2.0, 0.0]], axis=0)
    with pytest.raises(InputError, match="row 401 of the motion: arm cannot reach"):
        evaluate_motion(arms[0], MotionTable(np.arange(401) / 200, out_of_reach, xd, xdd))
