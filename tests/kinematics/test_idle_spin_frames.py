"""All results about a rod that spins freely between two balls are told in its frame of the file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.robots.independent import FIRST, OFFSETS, SECOND, TIME_STEP, Body, unskew

import parados
from parados.drafting import draft_robot
from parados.model.model import Model
from parados.plots.skeleton import skeleton
from parados.robot.reading import parse_robot
from parados.spatial.inertia import INERTIAL_NAMES

ROBOTS = Path(__file__).parents[1] / "robots"
SAME = 1e-11  #: the same numbers on two ways, relative to numbers near 1
NEAR = 1e-9  #: central differences of order 8: round-off over the step, or over its square

TILT = Rotation.from_euler("XYZ", [0.3, -0.8, 0.4]).as_matrix()
CENTRE = np.array([0, 0, -0.1])  #: of the ball of a tilted rod, in the rod's frame: [0, 0, -h]
TILTED = """      - {{name: "a{{i}}", kind: R, d: l1, r: w}}
      - {{name: "b{{i}}", kind: R, alpha: pi/2}}
      - {{name: "s{{i}}", kind: R, alpha: pi/2, r: h, link: {{mass: m2, com: {com}, inertia: {inertia}}}}}
"""


def tilted_text(h: float = 0.1) -> str:
    """Return a delta with a ball of three R joints; the rod is oblique in its frame, whose origin is not the ball's centre."""
    J = TILT @ np.diag([1e-5, 0.0025, 0.0025]) @ TILT.T
    com, end = ("[{!r}, {!r}, {!r} - h]".format(*map(float, TILT @ [length, 0, 0])) for length in (0.25, 0.5))
    lines = (ROBOTS / "delta-ball-rods.yaml").read_text().replace("{rf:", f"{{h: {h}, rf:").splitlines(keepends=True)
    (place,) = (k for k, line in enumerate(lines) if line.startswith('      - {name: "s{i}"'))
    lines[place] = TILTED.format(com=com, inertia=J[np.triu_indices(3)].tolist())
    return "".join(lines).replace('"s{i}", joint: S, frame: {at: [l2, 0, 0]}', f'"s{{i}}", joint: S, frame: {{at: {end}}}')


RODS = {"tilted": "s1", "6-SPS": "q13", "delta-ball-rods": "s1c", "par2-coupled-arms": "r1ac"}
"""Robots, each with the last joint of a ball of a rod that spins freely; the first two have turned frames."""

PLAIN = [pytest.param(name, marks=pytest.mark.slow) for name in ("delta-ball-rods", "par2-coupled-arms")]
every = pytest.mark.parametrize("name", ["tilted", "6-SPS", *PLAIN])


@cache
def robot(name: str) -> parados.Robot:
    if name == "6-SPS":
        return draft_robot(name).robot
    text = tilted_text() if name == "tilted" else (ROBOTS / f"{name}.yaml").read_text()
    return parados.Robot(parse_robot(text)).checked()


@cache
def compiled(name: str) -> Model:
    model = robot(name).compile(backend="vm")
    assert model.mechanism.idle
    return model


def state(model: Model) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng, n = np.random.default_rng(3), model.mechanism.n_dof
    return model.survey.home + rng.uniform(-0.02, 0.02, n), rng.uniform(-0.5, 0.5, n), rng.uniform(-1, 1, n)


def twists_of(T: np.ndarray, T_dot: np.ndarray) -> np.ndarray:
    """(n, 6) twists of frames (n, 4, 4) with the derivatives T_dot."""
    return np.array([[*d[:3, 3], *unskew(d[:3, :3] @ t[:3, :3].T)] for t, d in zip(T, T_dot, strict=True)])


@every
def test_motions_of_links_are_differences_of_their_frames(name: str) -> None:
    model = compiled(name)
    x, xd, xdd = state(model)
    t = TIME_STEP * OFFSETS[:, None]
    T = model.link_frames(x + xd * t + xdd * t**2 / 2)
    T_dot, T_ddot = np.tensordot(FIRST, T, 1) / TIME_STEP, np.tensordot(SECOND, T, 1) / TIME_STEP**2
    assert model.link_twists(x, xd) == pytest.approx(twists_of(T[4], T_dot), abs=NEAR)
    R, R_dot, R_ddot = T[4, :, :3, :3], T_dot[:, :3, :3], T_ddot[:, :3, :3]
    turning = R_ddot @ R.swapaxes(1, 2) + R_dot @ R_dot.swapaxes(1, 2)
    wanted = np.column_stack([T_ddot[:, :3, 3], [unskew(each) for each in turning]])
    assert model.link_accelerations(x, xd, xdd) == pytest.approx(wanted, abs=NEAR * 10)


@every
def test_the_tree_has_the_frames_of_the_file(name: str) -> None:
    model = compiled(name)
    x, xd, xdd = state(model)
    q, qd, qdd = model.joints(x), model.joint_rates(x, xd, joints="all"), model.joint_accelerations(x, xd, xdd, joints="all")
    T, twists, tree = model.link_frames(x), model.link_twists(x, xd), model.tree
    assert tree.frames(q) == pytest.approx(T, abs=SAME)
    assert tree.twists(q, qd) == pytest.approx(twists, abs=SAME)
    assert tree.accelerations(q, qd, qdd) == pytest.approx(model.link_accelerations(x, xd, xdd), abs=SAME * 10)
    k, point = model.joint_names.index(RODS[name]), np.array([0.1, -0.2, 0.3])
    v = twists[k, :3] + np.cross(twists[k, 3:], T[k, :3, :3] @ point)
    assert tree.jacobian(q, RODS[name], at=point) @ qd == pytest.approx(np.concatenate([v, twists[k, 3:]]), abs=SAME)


def test_a_frame_of_a_closure_is_placed_on_its_link() -> None:
    model = compiled("tilted")
    x = state(model)[0]
    closure = next(c.name for c in model.mechanism.closures if c.a == model.joint_names.index("s1"))
    found = model.tree.frame(model.joints(x), (closure, "first"), "s1")
    assert found[:3, 3] == pytest.approx(CENTRE + TILT @ [0.5, 0, 0], abs=SAME)
    assert found[:3, :3] == pytest.approx(np.eye(3), abs=SAME)


@pytest.mark.parametrize("name", ["tilted", "6-SPS"])
def test_the_derivative_of_link_frames_equals_differences(name: str) -> None:
    model = compiled(name)
    x, xd, _ = state(model)
    slope = model.derivatives("link_frames", "x")(x) @ xd
    T = model.link_frames(x + xd * (TIME_STEP * OFFSETS[:, None]))
    assert slope == pytest.approx(np.tensordot(FIRST, T, 1) / TIME_STEP, abs=NEAR)


@every
def test_a_wrench_on_a_rod_has_the_power_of_its_twist(name: str) -> None:
    model, w = compiled(name), np.array([3.0, -2, 5, 0.4, 0.7, -0.3])
    x, xd, xdd = state(model)
    change = model.inverse_dynamics(x, xd, xdd, link_wrenches={RODS[name]: w}) - model.inverse_dynamics(x, xd, xdd)
    twist = model.link_twists(x, xd)[model.joint_names.index(RODS[name])]
    assert change @ model.joint_rates(x, xd) == pytest.approx(-w @ twist, abs=SAME * 10)


@every
def test_reactions_are_told_in_the_frame_of_the_file_and_hold_the_rod(name: str) -> None:
    """Newton's and Euler's equations of the link with the parameters of the file, at the origin of its frame."""
    model, rod = compiled(name), RODS[name]
    x, xd, xdd = state(model)
    k, T = model.joint_names.index(rod), model.link_frames(x)
    R, p = T[k, :3, :3], T[k, :3, 3]
    base, own, seen = (model.reactions(x, xd, xdd, axes=axes) for axes in ("base", "own", rod))
    assert base.points[: len(T)] == pytest.approx(T[:, :3, 3], abs=SAME)
    for turned in (own.balanced[k], seen.balanced[k]):
        assert (R @ turned.reshape(2, 3).T).T.ravel() == pytest.approx(base.balanced[k], abs=SAME * 100)
    total = np.zeros(6)
    for (by, on), w, at in zip(base.parts.between, base.balanced, base.points, strict=True):
        total += ((on == k) - (by == k)) * np.concatenate([w[:3], w[3:] + np.cross(at - p, w[:3])])
    values = dict(zip(model.parameter_names, model.parameters, strict=True))
    body = Body.of(np.array([values[f"{each}_{rod}"] for each in INERTIAL_NAMES]))
    omega, second = model.link_twists(x, xd)[k, 3:], model.link_accelerations(x, xd, xdd)[k]
    a, alpha, ms, J = second[:3] - model.mechanism.gravity, second[3:], R @ body.first, R @ body.inertia @ R.T
    force = body.mass * a + np.cross(alpha, ms) + np.cross(omega, np.cross(omega, ms))
    moment = J @ alpha + np.cross(omega, J @ omega) + np.cross(ms, a)
    assert total == pytest.approx(np.concatenate([force, moment]), abs=NEAR)


@pytest.mark.parametrize(("name", "owner"), [("tilted", "s1"), ("6-SPS", "q13")])
def test_dynamic_parameters_are_those_of_the_file(name: str, owner: str) -> None:
    """All but the moment of inertia about the rod, which has no effect and is left out."""
    model = compiled(name)
    x, xd, xdd = state(model)
    values = dict(zip(model.parameter_names, model.parameters, strict=True))
    found = np.array([values[f"{each}_{owner}"] for each in INERTIAL_NAMES])
    wanted = next(j.link.standard() for leg in model.robot.spec.legs for j in leg.joints if j.name == owner)
    if name == "tilted":
        wanted = wanted - np.array([*1e-5 * np.outer(TILT[:, 0], TILT[:, 0])[np.triu_indices(3)], 0, 0, 0, 0])
    assert found == pytest.approx(wanted, abs=SAME)
    tau = model.inverse_dynamics(x, xd, xdd)
    assert model.regressor(x, xd, xdd) @ model.parameters == pytest.approx(tau, rel=SAME * 10, abs=SAME)


def test_live_inertias_have_the_axes_of_the_file() -> None:
    """A point mass on the rod's axis, which is z of its frame."""
    live = ["xx_q13", "yy_q13", "mz_q13", "m_q13"]
    model = robot("6-SPS").compile(backend="vm", live=live)
    x, xd, xdd = state(model)
    old = dict(zip(model.parameter_names, model.parameters, strict=True))
    added = dict(zip(live, (0.2 * 0.3**2, 0.2 * 0.3**2, 0.2 * 0.3, 0.2), strict=True))
    tau = model.inverse_dynamics(x, xd, xdd, parameters={key: old[key] + more for key, more in added.items()})
    k = model.joint_names.index("q13")
    point, omega = 0.3 * model.link_frames(x)[k, :3, 2], model.link_twists(x, xd)[k, 3:]
    second = model.link_accelerations(x, xd, xdd)[k]
    a = second[:3] + np.cross(second[3:], point) + np.cross(omega, np.cross(omega, point))
    f = -0.2 * (a - model.mechanism.gravity)
    wanted = model.inverse_dynamics(x, xd, xdd, link_wrenches={"q13": np.concatenate([f, np.cross(point, f)])})
    assert tau == pytest.approx(wanted, rel=SAME * 100)


def test_the_place_of_the_origin_can_be_live() -> None:
    live = robot("tilted").compile(backend="vm", live=["h"])
    other = parados.Robot(parse_robot(tilted_text(0.15))).checked().compile(backend="vm")
    x, xd, xdd = state(other)
    assert live.link_frames(x, parameters={"h": 0.15}) == pytest.approx(other.link_frames(x), abs=SAME)
    assert live.link_twists(x, xd, parameters={"h": 0.15}) == pytest.approx(other.link_twists(x, xd), abs=SAME)
    tau = live.inverse_dynamics(x, xd, xdd, parameters={"h": 0.15})
    assert tau == pytest.approx(other.inverse_dynamics(x, xd, xdd), abs=SAME * 10)


def test_a_drawn_rod_goes_from_ball_to_ball() -> None:
    model = compiled("tilted")
    drawn = skeleton(model, state(model)[0])
    lengths = np.array([np.linalg.norm(end - start) for start, end in drawn.links])
    assert (np.abs(lengths - 0.5) < SAME).sum() == 6
    ends = np.array([end for _, end in drawn.links])
    for corner in drawn.corners:
        assert np.linalg.norm(ends - corner, axis=1).min() < SAME
