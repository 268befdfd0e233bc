"""Rods between two balls: their spin is found, named and left out, wherever their frames and balls are written."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import parados
from parados.errors import RobotFileError
from parados.model.model import Model
from parados.robot.reading import parse_robot

ROBOTS = Path(__file__).parents[1] / "robots"
SAME = 1e-11  #: the same robot in other words, relative

RNG = np.random.default_rng(4)
POSES = np.column_stack([RNG.uniform(-0.1, 0.1, (6, 2)), RNG.uniform(1.1, 1.3, 6), RNG.uniform(-0.2, 0.2, (6, 3))])
RATES, ACCELERATIONS = RNG.normal(size=(6, 6)), RNG.normal(0, 3, (6, 6))

STEWART = """
name: stewart
platform:
  coordinates: [px, py, pz, a1, a2, a3]
  link: {{mass: 1, com: [0.01, 0, 0.03], inertia: [0.2, 0.2, 0.3]}}
legs:
  - repeat: {{g: [15 deg, 105 deg, 135 deg, 225 deg, 255 deg, 345 deg], h: [50 deg, 70 deg, 170 deg, 190 deg, 290 deg, 310 deg]}}
    name: leg{{i}}
    base: {{at: [cos(g), sin(g), 0]}}
    joints:
      - {{name: "c{{i}}", kind: {kind}, {row} link: {{mass: 0.4, com: [0, -0.2, 0], inertia: [0.01, {spin}, 0.01]}}}}
      - {{name: "l{{i}}", kind: P, active: true, alpha: pi/2, branch: 1, rotor: 3, link: {{mass: 0.3, com: [0, 0, -0.15],
         inertia: [0.006, 0.006, {spin}]}}}}
{end}
home: [0, 0, 1.2, 0, 0, 0]
{more}
"""
CUT = "    closure: {joint: S, platform: {at: [0.5*cos(h), 0.5*sin(h), 0]}}"
IN_TREE = '      - {name: "b{i}", kind: S}\n    closure: {joint: fixed, platform: {at: [0.5*cos(h), 0.5*sin(h), 0]}}'


def model_of(text: str) -> Model:
    return parados.Robot(parse_robot(text)).checked().compile(backend="vm")


def stewart(kind: str = "S", row: str = "", spin: str = "0", end: str = CUT, more: str = "") -> Model:
    return model_of(STEWART.format(kind=kind, row=row, spin=spin, end=end, more=more))


@pytest.fixture(scope="module")
def slender() -> Model:
    return stewart("U")


def assert_same(found: Model, wanted: Model, x=POSES, xd=RATES, xdd=ACCELERATIONS) -> None:
    for name in ("inverse_dynamics", "ground_reaction"):
        tau, other = (getattr(model, name)(x, xd, xdd) for model in (found, wanted))
        assert np.abs(tau - other).max() < SAME * np.abs(other).max(), name
    energies = [model.energy(x, xd).kinetic for model in (found, wanted)]
    assert np.abs(energies[0] - energies[1]).max() < SAME * energies[1].max()


@pytest.mark.parametrize(
    ("row", "end"),
    [
        ("", CUT),
        pytest.param("alpha: 0.3, theta: 1,", CUT, marks=pytest.mark.slow),
        pytest.param("", IN_TREE, marks=pytest.mark.slow),
    ],
    ids=["plain", "turned ball", "balls in the tree"],
)
def test_struts_between_balls_move_like_slender_ups_struts(slender: Model, row: str, end: str) -> None:
    spinning = stewart("S", row, "0.004", end)
    found = spinning.robot.mobility()
    assert (found.dof, found.gogu, found.idle) == (6, 6, ("c1", "c2", "c3", "c4", "c5", "c6"))
    assert "6 degrees of freedom, 6 idle spins (c1, " in found.freedoms()
    assert spinning.robot.remarks == ()
    assert_same(spinning, slender)


def test_a_universal_joint_is_another_model_for_a_thick_strut(slender: Model) -> None:
    thick = stewart("U", spin="0.004")
    difference = thick.inverse_dynamics(POSES, RATES, ACCELERATIONS) - slender.inverse_dynamics(POSES, RATES, ACCELERATIONS)
    assert np.abs(difference).max() > 1e-5


def test_the_middle_joint_of_the_ball_is_left_out() -> None:
    names = stewart().joint_names
    assert names[:3] == ("c1a", "c1c", "l1")


def delta(**changes: str) -> str:
    text = (ROBOTS / "delta-ball-rods.yaml").read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


X3, XD3, XDD3 = np.column_stack([POSES[:, :2], POSES[:, 2] - 1.7]), RATES[:, :3], ACCELERATIONS[:, :3]


def test_a_delta_with_ball_ended_rods_equals_one_with_slender_rods() -> None:
    ball = parados.load(ROBOTS / "delta-ball-rods.yaml").compile(backend="vm")
    wanted = (ROBOTS / "delta-six-rods.yaml").read_text().replace("inertia: [1e-5, ", "inertia: [0, ")
    assert ball.robot.mobility().idle == ("s1", "t1", "s2", "t2", "s3", "t3")
    assert ball.robot.mobility().dof == 3
    assert_same(ball, model_of(wanted), X3, XD3, XDD3)


@pytest.mark.slow
@pytest.mark.parametrize("angles", [[0, -np.pi / 2, 0], [0.3, -0.8, 0.4]], ids=["along z", "oblique"])
def test_rods_may_have_any_direction_in_their_frames(angles: list[float]) -> None:
    """The rod's frame is turned: its mass and its end are given in the turned frame."""
    R = Rotation.from_euler("XYZ", angles).as_matrix()  # old axes in the new frame
    end = (R @ [0.5, 0, 0]).tolist()
    text = delta(
        **{
            'com: [l2/2, 0, 0], inertia: [1e-5, "m2*l2**2/12", "m2*l2**2/12"]': _turned_body(R),
            "frame: {at: [l2, 0, 0]}": f"frame: {{at: {end}}}",
            "frames: [{at: [l2, 0, 0]}": f"frames: [{{at: {end}}}",
        }
    )
    turned = model_of(text)
    assert_same(turned, model_of(delta()), X3, XD3, XDD3)
    rod, platform = turned.link_frames(X3[0])[2], turned.platform_frame(X3[0])
    assert rod @ [*end, 1] == pytest.approx(platform @ [0.06, 0.05, 0, 1], abs=1e-12)  # link_frames has the frames of the file


def _turned_body(R: np.ndarray) -> str:
    J = R @ np.diag([1e-5, 0.12 * 0.25 / 12, 0.12 * 0.25 / 12]) @ R.T
    com, six = (R @ [0.25, 0, 0]).tolist(), J[np.triu_indices(3)].tolist()
    return f"com: {com}, inertia: {six}"


def test_a_rod_along_z_of_its_ball_at_home_gets_another_first_axis() -> None:
    """A universal joint about z of the row would be singular at home; the ball is not."""
    plain = model_of(delta())
    home = plain.robot.survey.home
    arm, rod = plain.link_frames(home)[[0, 2]]
    along = arm[:3, :3].T @ rod[:3, 0]
    gamma = float(np.arctan2(along[1], along[0]) + np.pi / 2)  # of a row whose z axis is along the rod
    row = f"kind: S, gamma: {gamma!r}, b: {{}}, alpha: pi/2, d: l1*cos({gamma!r}), r: l1*sin({gamma!r}),"
    text = delta(
        **{
            "kind: S, d: l1, r: w,": row.format("w"),
            'kind: S, antecedent: "theta{i}", d: l1, r: -w,': row.format("-w") + ' antecedent: "theta{i}",',
        }
    )
    turned = model_of(text)
    assert {spin.axis for spin in turned.mechanism.idle} <= {1, 2}
    assert_same(turned, plain, np.vstack([home, X3]), np.vstack([XD3[0], XD3]), np.vstack([XDD3[0], XDD3]))


@pytest.mark.slow
def test_a_rod_that_is_not_axisymmetric_is_taken_with_a_universal_joint() -> None:
    text = delta(**{"com: [l2/2, 0, 0]": "com: [l2/2, 0.01, 0]"})
    robot = parados.Robot(parse_robot(text)).checked()
    (remark,) = robot.remarks
    assert "the rods at s1, t1, s2, t2, s3, t3 spin freely between two balls, but they are not axisymmetric" in remark
    assert_same(robot.compile(backend="vm"), model_of(text.replace("kind: S", "kind: U")), X3, XD3, XDD3)


STRUT = """
name: strut
gravity: [0, -9.81, 0]
platform: {coordinates: [px], dependent: [py, a3], link: {m: 0.3}}
legs:
  - name: left
    base: {at: [-0.15, 0, 0]}
    joints:
      - {name: q11, kind: R, active: true, link: {mass: 0.4, com: [0.1, 0, 0], inertia: [0.001, 0.002, 0.002]}}
      - {name: q12, kind: R, d: 0.25, link: {m: 0.2, mx: 0.02, zz: 0.004}}
      - {name: q13, kind: R, d: 0.25}
      - {name: rod, kind: S, antecedent: q11, d: 0.2, r: 0.03, link: {mass: 0.1, com: [0.2, 0, 0], inertia: [SPIN, 0.002, 0.002]}}
    closure: {of: q13, joint: fixed}
  - name: right
    base: {at: [0.15, 0, 0]}
    joints:
      - {name: q21, kind: R, link: {mass: 0.4, com: [0.1, 0, 0], inertia: [0.001, 0.002, 0.002]}}
      - {name: q22, kind: R, d: 0.25}
    closure: {joint: fixed, frame: {d: 0.25}}
closures:
  - {name: strut, between: [rod, q21], joint: S, frames: [{d: 0.45}, {at: [0.2, 0, -0.04]}]}
home: [0.01]
workspace: {px: [-0.02, 0.04]}
guess: {q11: 2, q12: -1.8, q21: 0.8, q22: 1.9, py: 0.3}
"""


@pytest.mark.slow
def test_a_strut_between_two_legs_spins_freely() -> None:
    spinning = model_of(STRUT.replace("SPIN", "1e-4"))
    slender = model_of(STRUT.replace("SPIN", "0").replace("kind: S", "kind: U"))
    assert spinning.robot.mobility().idle == ("rod",)
    assert (spinning.robot.mobility().dof, spinning.robot.mobility().gogu) == (1, 1)
    assert_same(spinning, slender, np.array([[0.01], [0.0]]), np.array([[0.3], [0.4]]), np.array([[1.0], [-2.0]]))


@pytest.mark.slow
def test_friction_in_a_ball_stops_the_idle_spin() -> None:
    """With friction the spin is not idle: it is a motion that no actuator controls, and the robot is rejected as before."""
    balls = [f"      - {{name: s{k}, kind: R, alpha: pi/2, friction: {{fv: 0.1}}}}" for k in range(2)]
    rod = "      - {name: s2, kind: R, alpha: pi/2, friction: {fv: 0.1}, link:"
    head = "      - {name: rod, kind: S, antecedent: q11, d: 0.2, r: 0.03, link:"
    text = STRUT.replace(head, "\n".join([balls[0].replace("alpha: pi/2", "antecedent: q11, d: 0.2, r: 0.03"), balls[1], rod]))
    with pytest.raises(RobotFileError, match="with the platform coordinates held still, s0, s1, s2 can still move"):
        model_of(text.replace("SPIN", "1e-4").replace("between: [rod,", "between: [s2,"))


@pytest.mark.slow
def test_lengths_of_spinning_rods_can_be_live() -> None:
    robot = parados.load(ROBOTS / "delta-ball-rods.yaml")
    live = robot.compile(backend="vm", live=["l2", "m2"])
    other = model_of(delta(**{"l2: 0.5": "l2: 0.52", "m2: 0.12": "m2: 0.2"}))
    tau = live.inverse_dynamics(X3, XD3, XDD3, parameters={"l2": 0.52, "m2": 0.2})
    wanted = other.inverse_dynamics(X3, XD3, XDD3)
    assert np.abs(tau - wanted).max() < SAME * np.abs(wanted).max()


@pytest.mark.slow
def test_arms_can_be_the_coordinates() -> None:
    robot = parados.load(ROBOTS / "delta-ball-rods.yaml")
    chart = robot.in_coordinates(["theta1", "theta2", "theta3"]).compile(backend="vm")
    q = robot.compile(backend="vm").inverse_kinematics(X3[:3])
    assert np.abs(chart.pose(q)[:, :3] - X3[:3]).max() < 1e-9


@pytest.mark.slow
def test_flexible_models_of_spinning_rods_are_refused() -> None:
    model = model_of(delta(**{'{name: "theta{i}", kind: R,': '{name: "theta{i}", kind: R, stiffness: 100,'}))
    with pytest.raises(RobotFileError, match="flexible models need rods that do not spin freely"):
        model.vibration_modes(X3[0])


QUATTRO_RODS = """      - {name: "s{i}", kind: S, d: l1, r: v, link: ROD}
      - {name: "t{i}", kind: S, antecedent: "q{i}", d: l1, r: -v, link: ROD}
    loops:
      - {between: ["t{i}", "part{k}"], joint: S, frames: [{at: [l2, 0, 0]}, {at: [v*sin(g), s*(hy + w) - hy - v*cos(g), 0]}]}
    closure:
      {to: "part{k}", of: "s{i}", joint: S, frame: {at: [l2, 0, 0]}, platform: {at: [-v*sin(g), s*(hy + w) - hy + v*cos(g), 0]}}
guess: {part1: 0, part2: 0, bar: 0, q1: 0.3, q2: 0.3, q3: 0.3, q4: 0.3}
""".replace("ROD", "{mass: m2/2, com: [l2/2, 0, 0], inertia: [1e-5, m2*l2**2/24, m2*l2**2/24]}")


@pytest.mark.slow
def test_a_quattro_with_eight_ball_ended_rods_equals_that_of_the_catalog() -> None:
    """The two rods of an arm, parallel to each other, move as the one rod of the catalog's arm, which has the mass of both."""
    text = resources.files("parados.robots").joinpath("quattro.yaml").read_text()
    head, tail = text.split('      - {name: "e{i}"')[0], text[text.index("home:") :]
    eight = model_of(head.replace("parameters:\n", "parameters:\n  v: 0.04\n", 1) + QUATTRO_RODS + tail)
    assert (eight.robot.mobility().dof, len(eight.robot.mobility().idle)) == (4, 8)
    rng = np.random.default_rng(0)
    x = rng.uniform([-0.2, -0.15, -0.85, -0.5], [0.2, 0.25, -0.65, 0.5], (6, 4))
    assert_same(eight, parados.load("quattro").compile(backend="vm"), x, rng.normal(size=(6, 4)), rng.normal(0, 4, (6, 4)))
