"""Helical joints: a strut with a screw is a prismatic joint in another unit, and a full turn of the screw changes the pose."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

import parados

PITCHES = [0.03, 0.0002, *[pytest.param(pitch, marks=pytest.mark.slow) for pitch in (0.005, 0.0008)]]
"""[m/rad]; 0.0008 is a ball screw of 5 mm per turn. `make test` tests the largest and the smallest."""

SAME = 1e-9  #: relative; both robots differ by round-off only, times the condition number of the robot

STRUT = """      - {name: "q{i}2", kind: P, active: true, gamma: pi/2, alpha: pi/2, rotor: Ia, friction: {fv: fv2, fs: fs2},
         branch: 1, link: {m: m2, mz: mz2, mx: mx2, yy: yy2}}    # z along the leg, x to its left
"""
SCREW = """      - {name: "q{i}2", kind: H, pitch: h, active: true, gamma: pi/2, alpha: pi/2, rotor: Ia*h**2,
         friction: {fv: fv2*h**2, fs: fs2*h}}
      - {name: "nut{i}", kind: R, link: {m: m2, mz: mz2, mx: mx2, yy: yy2}}
"""
X, XD, XDD = [0.5, 0.35, 0.25], [0.3, -0.2, 0.4], [1.0, 2.0, 3.0]


@pytest.fixture(scope="module")
def sliding():
    return parados.load("3-rpr").compile("vm")


@pytest.fixture(scope="module", params=PITCHES)
def pitch(request):
    return request.param


@pytest.fixture(scope="module")
def screwed(pitch, tmp_path_factory):
    """The 3-RPR with a screw in each strut: a helical joint, and a bearing so that the rod does not turn with it."""
    text = (files("parados") / "robots" / "3-rpr.yaml").read_text(encoding="utf-8")
    assert STRUT in text
    text = text.replace("parameters:\n", f"parameters:\n  h: {pitch}\n")
    path = tmp_path_factory.mktemp("robots") / "screwed.yaml"
    path.write_text(text.replace(STRUT, SCREW) + "guess: {q12: 0.42/h, q22: 0.42/h, q32: 0.42/h}\n", encoding="utf-8")
    return parados.load(path).compile("vm")


def test_screw_angles_times_pitch_equal_strut_lengths(screwed, sliding, pitch):
    assert pitch * screwed.inverse_kinematics(X) == pytest.approx(sliding.inverse_kinematics(X), rel=SAME)
    assert pitch * screwed.joint_rates(X, XD) == pytest.approx(sliding.joint_rates(X, XD), rel=SAME)
    accelerations = sliding.joint_accelerations(X, XD, XDD)
    assert pitch * screwed.joint_accelerations(X, XD, XDD) == pytest.approx(accelerations, rel=SAME)


def test_torques_equal_forces_times_pitch(screwed, sliding, pitch):
    forces = sliding.inverse_dynamics(X, XD, XDD)
    assert screwed.inverse_dynamics(X, XD, XDD) == pytest.approx(pitch * forces, rel=SAME)
    assert screwed.forward_dynamics(X, XD, pitch * forces) == pytest.approx(XDD, rel=SAME)
    assert screwed.mass_matrix(X) == pytest.approx(sliding.mass_matrix(X), rel=SAME)


def test_a_full_turn_of_a_screw_moves_the_platform(screwed, sliding, pitch):
    q = screwed.inverse_kinematics(X)
    turn = np.array([2 * np.pi, 0, 0])
    moved = screwed.forward_kinematics(q + turn, guess=X)
    strokes = sliding.inverse_kinematics(X) + pitch * turn
    assert moved == pytest.approx(sliding.forward_kinematics(strokes, guess=X), abs=1e-9)
    assert np.abs(moved - X).max() > 1.5 * pitch


@pytest.mark.parametrize(
    ("joint", "sentence"),
    [
        ("kind: H", "pitch: a helical joint needs a pitch"),
        ("kind: H, pitch: 0", "pitch: a helical joint needs a pitch"),
        ("kind: R, pitch: 0.01", "pitch: only a helical joint, kind H, has a pitch"),
    ],
)
def test_only_helical_joints_have_a_pitch(joint, sentence, tmp_path):
    text = (files("parados") / "robots" / "3-rpr.yaml").read_text(encoding="utf-8")
    (tmp_path / "robot.yaml").write_text(text.replace("kind: P", joint), encoding="utf-8")
    with pytest.raises(parados.RobotFileError, match=sentence):
        parados.load(tmp_path / "robot.yaml")
