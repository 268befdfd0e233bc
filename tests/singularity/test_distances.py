"""Distances from singularities: against leg lines written by hand, smallest leg wrenches, other units and other frames."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from five_bar_conditions import D2, D3, FEET, MODES, alignment, bends, in_reach, stretched_couplers, unit
from scipy.spatial.transform import Rotation

import parados
from parados.errors import InputError
from parados.singularity.classification import classify
from parados.singularity.leg_scales import structure_of
from parados.singularity.measures import distances

EXACT = 1e-12
OWN = Path(__file__).parent / "robots"


def random_poses(model, count, seed):
    rng, survey = np.random.default_rng(seed), model.survey
    return survey.lower + rng.uniform(0.1, 0.9, (count, len(survey.lower))) * (survey.upper - survey.lower)


def smallest(rows):
    return np.linalg.svd(rows, compute_uv=False)[-1]


def by_lines(feet, ends, length):
    """Return (type1 distances, unit wrenches) of legs along lines from feet to ends (n, 3), whose centre is the origin."""
    u = (ends - feet) / np.linalg.norm(ends - feet, axis=1)[:, None]
    wrenches = np.hstack([u, np.cross(ends, u) / length])
    sizes = np.linalg.norm(wrenches, axis=1)
    return 1 / sizes, wrenches / sizes[:, None]


def test_hexapod_distances_equal_those_of_its_leg_lines(model):
    robot = model("gough-stewart-lopes", "vm")
    g, h = np.radians([15, 105, 135, 225, 255, 345]), np.radians([60, 60, 180, 180, 300, 300])
    circle = [np.stack([r * np.cos(a), r * np.sin(a), 0 * a], axis=1) for r, a in ((1.5, g), (0.75, h))]
    x = random_poses(robot, 20, 1)
    found = distances(robot, x)
    assert found.length == pytest.approx(0.75, rel=EXACT)
    for pose, type1, type2 in zip(x, found.type1, found.type2, strict=True):
        ends = Rotation.from_euler("ZYX", pose[3:]).apply(circle[1])
        own, rows = by_lines(circle[0] - pose[:3], ends, 0.75)
        assert np.allclose(type1, own, rtol=1e-11)
        assert type2 == pytest.approx(smallest(rows), rel=1e-11)


def test_planar_robot_distances_equal_those_of_its_leg_lines(model):
    robot = model("3-rpr", "vm")
    A, B = np.array([[0, 0, 0], [1, 0, 0], [0.5, 0.9, 0]]), np.array([[-0.2, -0.12, 0], [0.2, -0.12, 0], [0, 0.22, 0]])
    x = random_poses(robot, 20, 2)
    for length in (0.3, 1.7):
        found = distances(robot, x, length=length)
        for pose, type1, type2 in zip(x, found.type1, found.type2, strict=True):
            turn = Rotation.from_euler("z", pose[2])
            centre = np.array([*pose[:2], 0]) + turn.apply(B.mean(axis=0))
            own, rows = by_lines(A - centre, turn.apply(B - B.mean(axis=0)), length)
            assert np.allclose(type1, own, rtol=1e-11)
            assert type2 == pytest.approx(smallest(rows[:, [0, 1, 5]]), rel=1e-11)


def at_centre(wrenches, shift, length):
    """Wrenches (k, 6) at P, without units and at a point that stands beside P by a shift (3,)."""
    return np.hstack([wrenches[:, :3], (wrenches[:, 3:] - np.cross(shift, wrenches[:, :3])) / length])


@pytest.mark.parametrize("name", ["dualv", "delta-d3-1200", "orthoglide", "tripteron", "hexa", "3-rpr"])
def test_distances_equal_those_of_the_smallest_leg_wrenches(model, name):
    """The type1 distance belongs to the smallest wrench that does no work on a leg's passive joints."""
    robot = model(name, "vm")
    x = random_poses(robot, 6, 3)
    found, structure = distances(robot, x), structure_of(robot)
    sliding = [robot.mechanism.joints[k].unit == "m" for k in robot.mechanism.actuated]
    for k, pose in enumerate(x):
        shift = structure.at(pose[None], None).shift[0]
        wrenches, held = [], [np.zeros((1, 6))]
        for leg, own in enumerate(robot.leg_wrenches(pose)):
            borne = at_centre(own.constraint, shift, found.length)
            wrench = at_centre(own.actuation, shift, found.length)
            basis = np.linalg.svd(borne)[2][: len(borne)] if len(borne) else np.zeros((0, 6))
            wrench = wrench - wrench @ basis.T @ basis
            work = np.abs(own.work[0, leg]) / (1 if sliding[leg] else found.length)
            assert found.type1[k, leg] == pytest.approx(work / np.linalg.norm(wrench), rel=1e-9)
            wrenches.append(wrench[0] / np.linalg.norm(wrench))
            held.append(borne)
        free = np.linalg.svd(np.vstack(held))[2][6 - robot.mechanism.n_dof :]
        assert found.type2[k] == pytest.approx(smallest(np.array(wrenches) @ free.T), rel=1e-8)


@pytest.mark.parametrize("name", ["delta-d3-1200", "orthoglide", "tripteron", "3-rpr", "hexa", "gough-stewart-lopes"])
def test_inverse_jacobian_is_the_wrenches_over_their_work(model, name):
    """J_inv = B^-1 A_r (7.62): its dimensionless determinant follows from A_r and the work B, of which distances are taken."""
    robot = model(name, "vm")
    x = robot.survey.home  # Euler angles zero: their rates are the angular velocity
    structure = structure_of(robot)
    platform = structure.at(x[None], None).platform
    A_r, work = platform.A_r[0], np.concatenate([own[0] for own in platform.work])
    xd = np.array([structure.length if label.startswith("p") else 1.0 for label in robot.labels["xd"]])
    q = np.array([structure.length if robot.mechanism.joints[k].unit == "m" else 1.0 for k in robot.mechanism.actuated])
    expected = np.abs(np.linalg.det(robot.inverse_jacobian(x) * xd / q[:, None]))  # does not depend on the point of the twists
    assert np.abs(np.linalg.det(A_r / work[:, None])) == pytest.approx(expected, rel=1e-9)


def test_type_2_is_proportional_to_the_closures_with_locked_actuators(model):
    """Closures with locked actuators allow a motion only if type2 is zero; near such a pose both values are proportional."""
    robot = model("five-bar", "vm")
    P, mode, along = stretched_couplers()[5]
    normal = np.array([-along[1], along[0]])
    free = [*robot.mechanism.passive, *range(-6, 0)]
    ratios = []
    for step in (0, 1e-2, 1e-3, 1e-4, 1e-5):
        x = (P + step * (normal + along))[None]
        J = robot.quietly("closure_jacobian", x, mode=mode)["rows"][0][:, free]
        locked = np.linalg.svd(J, compute_uv=False)[J.shape[1] - 1]
        found = float(distances(robot, x, mode=mode).type2[0])
        if step == 0:
            assert locked < 1e-14 and found < 1e-14
        else:
            assert alignment(x[0], mode) != 0
            ratios.append(found / locked)
    assert np.allclose(ratios, ratios[-1], rtol=0.1)


def test_type_2_grows_linearly_and_type_1_like_a_square_root(model):
    robot = model("five-bar", "vm")
    steps = np.array([1e-3, 1e-4, 1e-5, 1e-6])
    P, mode, along = stretched_couplers()[5]
    type2 = distances(robot, P + steps[:, None] * np.array([-along[1], along[0]]), mode=mode).type2
    assert np.allclose(np.diff(np.log10(type2)), -1, atol=0.05)
    edge = FEET[0] + (D2 + D3) * unit(0.9) - steps[:, None] * unit(0.9)
    type1 = distances(robot, edge, mode=(1, -1)).type1[:, 0]
    assert np.allclose(np.diff(np.log10(type1)), -0.5, atol=0.02)


def test_five_bar_distances_are_small_only_near_singular_angles(model):
    """Type 1 follows sin q_i2 and Type 2 follows sin(q11 + q12 - q21 - q22), within constant factors in the whole workspace."""
    robot, rng = model("five-bar", "vm"), np.random.default_rng(4)
    x = np.array([P for P in rng.uniform([-0.3, -0.35], [0.3, 0.35], (3000, 2)) if in_reach(P, 1e-3)])
    for mode in MODES:
        found = distances(robot, x, mode=mode)
        assert found.reached.all()
        sines = np.abs([bends(P, mode) for P in x])
        ratio = found.type1 / sines
        assert ratio.max() / ratio.min() < 25 and ratio.min() > 0.05
        aligned = np.abs([alignment(P, mode) for P in x])
        assert (found.type2 / aligned).min() > 0.05 and (found.type2 / aligned).max() < 5
        assert (found.lpjts > 0.2).all() and np.isinf(found.lajts).all() and np.allclose(found.constraint, 1)


def turned_3_rpr(folder, size=1.0, turn=0.0):
    """Return a 3-RPR whose lengths are multiplied by `size` and whose base is turned about z."""
    R = size * Rotation.from_euler("z", turn).as_matrix()[:2, :2]
    A = (np.array([[0, 0], [1, 0], [0.5, 0.9]]) @ R.T).tolist()
    B = (size * np.array([[-0.2, -0.12], [0.2, -0.12], [0, 0.22]])).tolist()
    x, y = R @ [0.5, 0.35]
    text = f"""
name: turned-3-rpr
gravity: [0, 0, 0]
platform: {{coordinates: [px, py, a3], link: {{m: 1, zz: 1}}}}
legs:
  - repeat: {{A: {[[*a, 0] for a in A]}, B: {[[*b, 0] for b in B]}}}
    name: leg{{i}}
    base: {{at: A}}
    joints:
      - {{name: "q{{i}}1", kind: R}}
      - {{name: "q{{i}}2", kind: P, active: true, gamma: pi/2, alpha: pi/2, branch: 1, link: {{m: 0.1}}}}
    closure: {{joint: R, frame: {{alpha: -pi/2}}, platform: {{at: B}}}}
home: [{x}, {y}, {turn + 0.25}]
"""
    path = folder / f"turned-{size}-{turn}.yaml"
    path.write_text(text)
    return parados.load(path).compile("vm")


def test_distances_do_not_depend_on_units_and_frames(tmp_path):
    plain, turned, larger = (turned_3_rpr(tmp_path, *how) for how in ((1.0, 0.0), (1.0, 0.7), (1000.0, 0.0)))
    x = np.random.default_rng(5).uniform([0.4, 0.25, -0.4], [0.6, 0.45, 0.4], (20, 3))
    R = Rotation.from_euler("z", 0.7).as_matrix()[:2, :2]
    expected = distances(plain, x)
    for robot, poses in (
        (turned, np.hstack([x[:, :2] @ R.T, x[:, 2:] + 0.7])),
        (larger, x * [1000, 1000, 1]),
    ):
        found = distances(robot, poses)
        for kind in ("type1", "type2", "lpjts", "serial", "constraint"):
            assert np.allclose(getattr(found, kind), getattr(expected, kind), rtol=1e-9, atol=1e-12), kind
    assert distances(larger, x * [1000, 1000, 1]).length == pytest.approx(1000 * expected.length)


@pytest.mark.parametrize("name", ["five-bar", "tripteron", "gough-stewart-lopes"])
def test_stack_equals_single_poses(model, name):
    robot = model(name, "vm")
    x = np.vstack([random_poses(robot, 8, 6), robot.survey.home + 50, robot.survey.home])
    stack = distances(robot, x)
    assert stack.reached.tolist() == [True] * 8 + [name == "gough-stewart-lopes", True]
    for k, pose in enumerate(x):
        one = distances(robot, pose)
        for kind in ("type1", "type2", "lpjts", "lajts", "serial", "constraint", "nearest"):
            assert np.array_equal(getattr(one, kind)[0], getattr(stack, kind)[k], equal_nan=True), kind
    if name != "gough-stewart-lopes":
        assert np.isnan(stack.type1[8]).all() and np.isnan([stack.type2[8], stack.constraint[8], stack.nearest[8]]).all()


def test_robot_whose_axes_all_meet_has_distances(model):
    robot = parados.load(OWN / "two-wrists.yaml").compile("vm")
    angle = np.array([0.1, 0.4, 0.8, 1.2])
    found = distances(robot, np.stack([0 * angle, angle, 0 * angle], axis=1))
    assert found.length == 1
    assert np.allclose(found.lajts[:, 0], np.sqrt(1 - np.cos(angle)), rtol=1e-9)  # two unit axes at this angle
    assert np.isinf(found.lajts[:, 1]).all()


@pytest.mark.parametrize("length", [0, -1.0, np.nan])
def test_invalid_length_is_rejected(model, length):
    with pytest.raises(InputError, match="length: "):
        distances(model("five-bar", "vm"), [0, 0.26], length=length)


@pytest.mark.parametrize("x", [[0.1], [[0.1, 0.2, 0.3]], [[[0.1, 0.2]]], [0.1, np.nan], "here"])
def test_invalid_poses_are_rejected(model, x):
    with pytest.raises(InputError, match="x"):
        distances(model("five-bar", "vm"), x)


def test_kinds_of_a_stack_equal_those_of_single_poses(model):
    """Regular, Type 1, Type 2 and unreachable poses of the five-bar; LPJTS of the Tripteron."""
    robot = model("five-bar", "vm")
    stretched = np.array([-0.14, 0.0]) + (0.213 + 0.1878) * np.array([np.cos(1.1), np.sin(1.1)])
    x = np.array([[0.0, 0.26], stretched, [0.0, np.sqrt(0.213**2 - 0.0478**2)], [0.9, 0.0]])
    kinds = distances(robot, x).kinds_within()
    assert kinds[0] == () and kinds[3] == ()
    for k in (1, 2):
        assert set(kinds[k]) == set(classify(robot, x[k]).kinds)
    tripteron = model("tripteron", "vm")
    assert distances(tripteron, [0.74 * np.cos(0.8), 0.74 * np.sin(0.8), 0.4]).kinds_within() == [("LPJTS",)]
