"""Driven and passive screws of any pitch, over strokes of 0.2 m: the platform's motion depends only on how far they slide."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from helpers.as_pinocchio import as_pinocchio, constrained_accelerations, peer_state

import parados
from parados.api import Robot
from parados.robot.description import JointSpec, LegSpec
from parados.robot.reading import parse_robot

from .independent import relative_difference
from .test_generality import HERE

BALL_SCREW = 0.0008
"""Pitch of a ball screw with a lead of 5 mm [m/rad]."""

PITCHES = [BALL_SCREW, *[pytest.param(pitch, marks=pytest.mark.slow) for pitch in (0.03, 0.005, 0.0002)]]

SAME = 1e-9  #: relative error between a screw and a prismatic joint: round-off times the condition number of the robot
BACK = 1e-10  #: [m, rad] after inverse and forward kinematics
PINOCCHIO = 1e-8  #: relative error; the saddle-point matrix mixes masses with unit entries

DRIVEN_NUT = """      - {name: "motor{i}", kind: R, active: true, gamma: pi/2, alpha: pi/2, rotor: 1e-5}
      - {name: "screw{i}", kind: H, pitch: h, link: {mass: 0.6, com: [-0.01, 0, -0.25], inertia: [0.012, 0.012, 3e-4]}}
"""
SLIDE = """      - {name: "screw{i}", kind: P, active: true, gamma: pi/2, alpha: pi/2, rotor: 1e-5/h**2,
         link: {mass: 0.6, com: [-0.01, 0, -0.25], inertia: [0.012, 0.012, 3e-4]}}
"""
CARRIER = """
name: carrier
parameters: {h: 0.03}
platform: {coordinates: [pz], dependent: [px, py, a3], link: {mass: 2, com: [0.01, 0, 0], inertia: [0.01, 0.01, 0.02]}}
legs:
  - name: leg
    joints: [{name: screw, kind: H, pitch: h, active: true}]
    closure: {joint: fixed, frame: {at: [0.1, 0, 0]}}
home: [0.3]
workspace: {pz: [0.2, 0.4]}
guess: {screw: 0.3/h}
"""

BOOM = """
name: boom
gravity: [0, -9.81, 0]
parameters: {h: 0.03}
platform: {coordinates: [a3], dependent: [px, py]}
legs:
  - name: leg
    joints:
      - {name: boom, kind: R, link: {mass: 5, com: [0.5, 0, 0], inertia: [0.01, 0.4, 0.4]}}
      - {name: foot, kind: R, antecedent: base, d: 0.4, link: {mass: 0.9, com: [0.2, 0.01, 0], inertia: [0.002, 0.02, 0.02]}}
      - {name: screw, kind: H, pitch: h, active: true, gamma: pi/2, alpha: pi/2, rotor: 2*h**2}
      - {name: nut, kind: R, link: {mass: 0.6, com: [-0.01, 0, -0.25], inertia: [0.012, 0.012, 3e-4]}}
    closure: {joint: fixed, of: boom, frame: {at: [1, 0, 0]}}
    loops: [{between: [nut, boom], joint: R, frames: [{alpha: pi/2}, {at: [0.5, 0, 0]}]}]
home: [1.0]
guess: {screw: 0.4/h, foot: 1.8}
workspace: {a3: [0.7, 1.3]}
"""


def at_pitch(text: str, pitch: float):
    """Build the model of a robot's text with another pitch."""
    assert "h: 0.03}" in text
    return parados.Robot(parse_robot(text.replace("h: 0.03}", f"h: {pitch}}}"))).checked().compile("vm")


def written(name: str) -> str:
    return (HERE / f"{name}.yaml").read_text(encoding="utf-8")


@cache
def planar(struts: str, pitch: float):
    """Build the 3-RHR; `struts`, if given, is another description of its struts."""
    text = written("3-rhr")
    start, end = text.index('      - {name: "screw{i}"'), text.index('      - {name: "q{i}3"')
    text = text[:start] + (struts or text[start:end]) + text[end:]
    return at_pitch(text.replace("0.42/h", "0.42").replace("0.39/h", "0.39") if struts == SLIDE else text, pitch)


def stroke(model, count: int = 9):
    """Return poses, rates and accelerations (count, n) over 0.2 m along every translation and 0.2 rad about every axis."""
    s = np.linspace(-0.1, 0.1, count)[:, None]
    x = model.survey.home + s * np.array([1.0, -0.5, 1.0, 1.0, -1.0, 0.5])[: len(model.survey.home)]
    return x, np.full_like(x, 0.3), np.full_like(x, -0.7)


@pytest.mark.parametrize("pitch", PITCHES)
def test_driven_screws_agree_with_pinocchio_along_a_stroke(pitch):
    model = planar("", pitch)
    peer = as_pinocchio(model)
    for x, xd, xdd in zip(*stroke(model), strict=True):
        efforts = np.zeros(peer.model.nv)
        efforts[list(model.mechanism.actuated)] = model.inverse_dynamics(x, xd, xdd, friction=False)
        found = constrained_accelerations(peer, *peer_state(model, x, xd), efforts)
        wanted = model.joint_accelerations(x, xd, xdd, joints="all")
        assert relative_difference(wanted, found[: len(wanted)]) < PINOCCHIO


@pytest.mark.parametrize("motion", [False, True])
@pytest.mark.parametrize("pitch", PITCHES)
def test_forward_kinematics_returns_the_pose_and_nuts_turn_back(pitch, motion):
    model = planar("", pitch)
    x, _, _ = stroke(model)
    joints = model.joints(x, motion=motion)
    assert np.abs(joints[:, [1, 5, 9]] + joints[:, [2, 6, 10]] - (joints[0, [1, 5, 9]] + joints[0, [2, 6, 10]])).max() < 1e-9
    assert np.ptp(pitch * joints[:, 1]) > 0.1
    q = model.inverse_kinematics(x, motion=motion)
    start = x[0] if motion else model.survey.home
    assert np.abs(model.forward_kinematics(q, guess=start, motion=motion) - x).max() < BACK


@pytest.mark.parametrize("motion", [False, True])
@pytest.mark.parametrize("pitch", PITCHES)
def test_passive_screws_after_motors_equal_prismatic_joints(pitch, motion):
    screwed, sliding = planar(DRIVEN_NUT, pitch), planar(SLIDE, pitch)
    x, xd, xdd = stroke(sliding)
    q = screwed.inverse_kinematics(x, motion=motion)
    turns = q + sliding.inverse_kinematics(x) / pitch
    assert np.abs(turns - turns[0]).max() < SAME * np.abs(q).max()
    start = x[0] if motion else screwed.survey.home
    assert np.abs(screwed.forward_kinematics(q, guess=start, motion=motion) - x).max() < BACK
    forces = sliding.inverse_dynamics(x, xd, xdd)
    assert relative_difference(screwed.inverse_dynamics(x, xd, xdd), -pitch * forces) < SAME


@pytest.mark.parametrize("pitch", PITCHES)
def test_screws_whose_rods_turn_freely_equal_prismatic_joints(pitch):
    text = written("6-uhs")
    screwed, sliding = at_pitch(text, pitch), at_pitch(text.replace("kind: H, pitch: h", "kind: P"), 1.0)
    x, xd, xdd = stroke(sliding)
    q = screwed.inverse_kinematics(x)
    assert relative_difference(pitch * q, sliding.inverse_kinematics(x)) < SAME
    assert relative_difference(screwed.inverse_dynamics(x, xd, xdd), pitch * sliding.inverse_dynamics(x, xd, xdd)) < SAME
    assert np.abs(screwed.forward_kinematics(q, guess=screwed.survey.home) - x).max() < BACK


@pytest.mark.parametrize("pitch", PITCHES)
def test_nut_and_sleeve_move_a_shaft_along_and_about_its_axis(pitch):
    model = at_pitch(written("ball-screw-spline"), pitch)
    s = np.linspace(-1, 1, 9)
    x = np.stack([0.3 + 0.1 * s, 3 * s], axis=1)
    q = model.inverse_kinematics(x)
    wanted = np.stack([x[:, 1] - x[:, 0] / pitch, x[:, 1]], axis=1)
    assert np.abs((q - q[0]) - (wanted - wanted[0])).max() < SAME * np.abs(wanted).max()
    assert np.abs(model.forward_kinematics(q, guess=model.survey.home) - x).max() < BACK


@pytest.mark.parametrize("pitch", [0.03, 0.005, pytest.param(0.0008, marks=pytest.mark.slow)])
def test_every_turn_of_a_screw_that_carries_the_platform_is_followed(pitch):
    model = at_pitch(CARRIER, pitch)
    pz = np.linspace(0.2, 0.4, 5)[:, None]
    angles = pz[:, 0] / pitch
    pose = model.pose(pz)
    assert pitch * model.inverse_kinematics(pz) == pytest.approx(pz, abs=SAME)
    assert pose[:, :2] == pytest.approx(0.1 * np.stack([np.cos(angles), np.sin(angles)], axis=1), abs=SAME)


@pytest.mark.parametrize("pitch", PITCHES)
def test_a_screw_in_an_inner_loop_equals_a_prismatic_joint(pitch):
    screwed, sliding = at_pitch(BOOM, pitch), at_pitch(BOOM.replace("kind: H, pitch: h", "kind: P"), 1.0)
    x = np.linspace(0.7, 1.3, 7)[:, None]
    assert relative_difference(pitch * screwed.inverse_kinematics(x), sliding.inverse_kinematics(x)) < SAME
    forces = sliding.inverse_dynamics(x, 0 * x + 0.3, 0 * x - 0.7)
    assert relative_difference(screwed.inverse_dynamics(x, 0 * x + 0.3, 0 * x - 0.7), pitch * forces) < SAME


def test_a_driven_link_on_the_platform_leaves_the_screws_as_they_are():
    alone = parados.load(HERE / "ball-screw-spline.yaml")
    tool = LegSpec(name="tool", carrier="platform", joints=(JointSpec(name="spindle", kind="R", active=True),))
    legs, home = (*alone.spec.legs, tool), (*alone.survey.home, 0.2)
    both = Robot(alone.spec.model_copy(update={"legs": legs, "mode": None, "redundancy": ("spindle",), "home": home})).checked()
    q = alone.compile("vm").inverse_kinematics(alone.survey.home)
    assert both.compile("vm").inverse_kinematics(home) == pytest.approx([*q, 0.2], abs=SAME)


HALVES = """
name: heli4
parameters: {rA: 0.275, l1: 0.375, l2: 0.825, h: 0.02, w: 0.04}
platform:
  coordinates: [px, py, pz, a3]
  link: {mass: 0.3, com: [0.01, 0.005, -0.03], inertia: [2.0e-4, 2.5e-4, 3.0e-4]}
legs:
  - {name: bearing, carrier: platform, joints: [{name: half1, kind: R, link: {mass: 0.16}}]}
  - {name: nut, carrier: platform, joints: [{name: half2, kind: H, pitch: h, link: {mass: 0.18}}]}
  - repeat: {g: [0, 80 deg, 190 deg, 280 deg], k: [1, 1, 2, 2]}
    name: arm{i}
    base: {turn: {z: g}}
    joints:
      - {name: "q{i}", kind: R, active: true, d: rA, alpha: -pi/2, link: {mass: 1.1, com: [0.13, 0, 0]}}
      - {name: "s{i}", kind: S, d: l1, r: w}
      - {name: "t{i}", kind: S, antecedent: "q{i}", d: l1, r: -w}
    loops:
      - between: ["t{i}", "half{k}"]
        joint: S
        frames: [{at: [l2, 0, 0]}, {at: [0.05*cos(g) + w*sin(g), 0.05*sin(g) - w*cos(g), 0]}]
    closure:
      to: "half{k}"
      of: "s{i}"
      joint: S
      frame: {at: [l2, 0, 0]}
      platform: {at: [0.05*cos(g) - w*sin(g), 0.05*sin(g) + w*cos(g), 0]}
guess: {half1: 0, half2: 0, q1: 0.3, q2: 0.3, q3: 0.3, q4: 0.3}
home: [0, 0, -0.75, 0.2]
"""


@pytest.mark.parametrize("numeric", [False, True])
def test_a_screw_inside_the_platform_keeps_its_turns(numeric: bool) -> None:
    """The halves of the platform only translate, so both turn by -a3 in the tool's frame, and the screw moves half2 by -h a3."""
    model = Robot(parse_robot(HALVES + f"numeric: {str(numeric).lower()}\n")).checked().compile(backend="vm")
    x = np.array([[0.05, 0.03, -0.73, 0.3], [0, 0, -0.75, 4.0], [0, 0, -0.75, -7.0]])
    q = model.joints(x)
    assert q[:, 1] == pytest.approx(-x[:, 3], abs=1e-12)
    assert np.abs(q[:, 0]).max() <= np.pi and np.cos(q[:, 0]) == pytest.approx(np.cos(x[:, 3]), abs=1e-12)
    assert np.abs(model.forward_kinematics(model.inverse_kinematics(x), guess=x) - x).max() < BACK
