"""Classification of singularities, against analytic conditions (five-bar, Tripteron) and robots of known geometry."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from five_bar_conditions import (
    D2,
    D3,
    FEET,
    MODES,
    border_poses,
    elbows,
    folded_couplers,
    in_reach,
    roots,
    stretched_couplers,
    unit,
)

import parados
from parados.errors import InputError, UnreachableError
from parados.singularity.classification import classify
from parados.singularity.measures import distances

OWN = Path(__file__).parent / "robots"
ROBOTS = Path(__file__).parents[1] / "robots"
BESIDE = 1e-8
"""Tolerance of motions at a constraint singularity; they are computed at a pose 1e-7 of the robot's size away."""
LINK_3, LINK_4 = 0.38, 0.36
"""Lengths d3, d4 in the robot file of the Tripteron [m]."""


@cache
def own_robot(name):
    return parados.load(OWN / f"{name}.yaml").compile("vm")


def findings(found, kind):
    return [finding for finding in found.findings if finding.kind == kind]


def parallel(u, v, tolerance=1e-9):
    u, v = np.asarray(u) / np.linalg.norm(u), np.asarray(v) / np.linalg.norm(v)
    return min(np.abs(u - v).max(), np.abs(u + v).max()) < tolerance


# -- five-bar mechanism, 7.5.6.1 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("couplers", [stretched_couplers, folded_couplers], ids=["pi", "0"])
def test_five_bar_is_in_type_2_if_the_distal_links_are_aligned(model, couplers):
    robot, poses = model("five-bar", "vm"), couplers()
    assert len(poses) > 30 and {mode for _, mode, _ in poses} >= (
        {(1, -1), (-1, 1)} if couplers is stretched_couplers else {(1, 1)}
    )
    for P, mode, along in poses:
        found = classify(robot, P, mode=mode)
        assert found.kinds == ("Type 2",), (P, mode)
        (finding,) = found.findings
        assert finding.distance < 1e-9
        velocity = finding.platform[:2]
        assert abs(velocity @ along) < 1e-9 * np.linalg.norm(velocity)  # (9.34): t_s is normal to the links
        assert abs(finding.platform[2:5]).max() < 1e-12
        assert np.array_equal(finding.joints[list(robot.mechanism.actuated)], [0, 0])


@pytest.mark.parametrize("mode", MODES)
def test_five_bar_is_in_type_1_if_a_leg_is_stretched_or_folded(model, mode):
    robot, poses = model("five-bar", "vm"), border_poses()
    assert len(poses) > 30
    for P, leg in poses:
        found = classify(robot, P, mode=mode)
        assert "Type 1" in found.kinds and "Type 2" not in found.kinds and "LPJTS" not in found.kinds
        (finding,) = findings(found, "Type 1")
        assert finding.leg == f"leg{leg + 1}"
        assert parallel(finding.lost[:2], P - FEET[leg], 1e-6)  # a force along the leg
        assert found.kinds == ("Type 1",)  # of either leg: which distal link carries the platform does not matter


def test_five_bar_has_no_other_singularity(model):
    robot, rng = model("five-bar", "vm"), np.random.default_rng(1)
    x = np.array([P for P in rng.uniform([-0.3, -0.35], [0.3, 0.35], (150, 2)) if in_reach(P, 1e-4)])
    for mode in MODES:
        assert all(classify(robot, P, mode=mode).kinds == () for P in x)


def test_five_bar_is_in_type_3_if_a_stretched_leg_is_in_line_with_the_other_distal_link(model):
    robot = model("five-bar", "vm")
    # A_12 and P on a ray from A_11, A_22 between them
    angles = roots(lambda a: np.hypot(*(FEET[0] + D2 * unit(a) - FEET[1])) - D2, -np.pi, np.pi)
    assert len(angles) == 2
    for angle in angles:
        P, E2 = FEET[0] + (D2 + D3) * unit(angle), FEET[0] + D2 * unit(angle)
        aligned = [mode for mode in MODES if np.allclose(elbows(P * (1 - 1e-12), mode)[1], E2, atol=1e-5)]
        assert len(aligned) == 2
        for mode in MODES:
            kinds = set(classify(robot, P, mode=mode).kinds)
            assert kinds == ({"Type 1", "Type 2", "Type 3"} if mode in aligned else {"Type 1"})


def test_findings_do_not_depend_on_signs_of_singular_vectors(model, monkeypatch):
    """Processors and libraries differ in these signs: a motion is described by the same numbers on every machine."""
    robot, svd = model("five-bar", "vm"), np.linalg.svd
    poses = [(P, mode) for P, mode, _ in stretched_couplers()[::9]] + [(P, MODES[0]) for P, _ in border_poses()[::9]]

    def other_signs(matrix, *given, **options):
        found = svd(matrix, *given, **options)
        return (-found[0], found[1], -found[2]) if isinstance(found, tuple) else found

    before = [classify(robot, P, mode=mode) for P, mode in poses]
    monkeypatch.setattr(np.linalg, "svd", other_signs)
    for there, (P, mode) in zip(before, poses, strict=True):
        for old, new in zip(there.findings, classify(robot, P, mode=mode).findings, strict=True):
            assert old.sentence == new.sentence
            assert all(np.allclose(getattr(old, name), getattr(new, name)) for name in ("platform", "joints", "lost"))


def test_leg_is_serially_singular_although_its_passive_joints_are_regular():
    """The leg has three parallel axes on a line, at 0, l1 and l1 + l2; its joint rates balance like forces on a lever."""
    robot = parados.load(ROBOTS / "planar-3-rrr.yaml").compile("vm")
    l1, l2, held, turned = 0.25, 0.28, 0.12, 0.3
    reach = l1 + l2  # leg 1 stands at (0.4, 0) and holds the platform at (0.12, 0) in its axes
    end = np.array([0.4, 0]) - reach * unit(0.1)
    found = classify(robot, [*(end - held * unit(turned)), turned])
    (finding,) = findings(found, "serial")
    names = dict(zip(robot.joint_names, finding.joints, strict=True))
    assert parallel([names["q11"], names["q12"]], [l2, -reach], 1e-6) and "third kind" in finding.sentence
    assert found.distances.lpjts[0, 0] > 0.1


# -- Tripteron, 9.5.2 ----------------------------------------------------------------------------------------------------


def tripteron_pose(leg, radius, angle):
    """Return a pose with P at a radius and angle from a leg's slide.

    Leg 1 moves in the plane (x, y) from (0, 0), leg 2 in (y, z) from (0, 0.5), leg 3 in (z, x) from (0.5, 0).
    """
    x, (a, b) = np.array([0.3, 0.3, 0.4]), radius * unit(angle)
    if leg == 0:
        x[:2] = a, b
    elif leg == 1:
        x[1:] = a, 0.5 + b
    else:
        x[2], x[0] = 0.5 + a, b
    return x


@pytest.mark.parametrize("leg", range(3))
@pytest.mark.parametrize(
    ("radius", "signs"), [(LINK_3 + LINK_4, (1, -1, 1)), (LINK_3 - LINK_4, (1, 1, -1))], ids=["stretched", "folded"]
)
def test_tripteron_is_in_lpjts_if_a_leg_is_stretched_or_folded(model, leg, radius, signs):
    robot = model("tripteron", "vm")
    tried = 0
    for angle in np.linspace(0.05, 6.2, 25):
        x = tripteron_pose(leg, radius, angle)
        if not distances(robot, x).reached[0]:
            continue
        tried += 1
        found = classify(robot, x)
        assert found.kinds == ("LPJTS",)
        (finding,) = found.findings
        assert finding.leg == f"leg{leg + 1}" and not finding.platform.any()
        moving = [k for k, name in enumerate(robot.joint_names) if name in [f"q{leg + 1}{j}" for j in (2, 3, 4)]]
        # (9.106): three parallel axes on a line, at 0, d3 and d3 +- d4
        end = LINK_3 + (LINK_4 if signs[1] < 0 else -LINK_4)
        assert parallel(finding.joints[moving], [end - LINK_3, -end, LINK_3], 1e-6)
        if signs[1] < 0:
            assert parallel(finding.joints[moving], [LINK_4, -(LINK_3 + LINK_4), LINK_3], 1e-6)
        assert np.count_nonzero(finding.joints) == 3
    assert tried >= 4


def test_tripteron_has_no_other_singularity(model):
    """A_r of (9.69) is a permutation, so the Type 2 distance is 1; the LPJTS distance follows sin q_i3 within a factor of 3."""
    robot, rng = model("tripteron", "vm"), np.random.default_rng(2)
    found = distances(robot, rng.uniform([-0.5, -0.5, 0.0], [0.5, 0.5, 1.0], (2000, 3)))
    assert found.reached.sum() > 300
    assert np.abs(found.type2[found.reached] - 1).max() < 1e-9
    assert np.abs(found.type1[found.reached] - 1).max() < 1e-9
    x = rng.uniform([0.1, 0.1, 0.3], [0.45, 0.45, 0.7], (200, 3))
    q = robot.joints(x)
    bends = np.abs(np.sin(q[:, [robot.joint_names.index(f"q{i}3") for i in (1, 2, 3)]]))
    ratio = distances(robot, x).lpjts / bends
    assert ratio.max() / ratio.min() < 3


# -- other robots --------------------------------------------------------------------------------------------------------


def test_hexapod_turned_by_90_degrees_moves_on_a_screw(model):
    """Fichter: a platform turned by 90 degrees about the axis of symmetry can move on a screw along this axis."""
    robot = model("gough-stewart-lopes", "vm")
    (finding,) = classify(robot, [0, 0, 1.9, np.pi / 2, 0, 0]).findings
    assert finding.kind == "Type 2" and finding.distance < 1e-12
    assert parallel(finding.platform[3:], [0, 0, 1]) and np.abs(finding.platform[:2]).max() < 1e-12
    # legs do not change their lengths along the screw: differences at second order
    t = 1e-3 * finding.platform
    lengths = [robot.inverse_kinematics(np.array([0, 0, 1.9 + s * t[2], np.pi / 2 + s * t[5], 0, 0])) for s in (-1, 0, 1)]
    assert np.abs(lengths[2] - lengths[0]).max() < 1e-9 < np.abs(lengths[2] - 2 * lengths[1] + lengths[0]).max() < 1e-5


def test_delta_is_singular_if_its_rods_lie_in_a_plane():
    """Rods in one plane do not hold the height of the platform; their moments do not hold its rotation about z."""
    robot = own_robot("short-delta")
    found = classify(robot, [0, 0, -0.375 * 0.6])  # cos theta = 0.8: the elbows are a rod's length from the platform's corners
    assert found.kinds == ("Type 2", "constraint")
    type2, constraint = found.findings
    assert parallel(type2.platform, [0, 0, 1, 0, 0, 0], BESIDE) and parallel(constraint.platform, [0, 0, 0, 0, 0, 1], BESIDE)
    assert "moves along z" in type2.sentence
    assert classify(robot, [0, 0, -0.375 * 0.6 - 0.01]).kinds == ()


def test_3_upu_has_a_constraint_singularity_on_its_axis():
    """SNU 3-UPU: on the axis all constraint moments are along z, and the platform turns about the point where the legs meet."""
    robot = own_robot("snu-3-upu")
    assert classify(robot, [0.08, 0.03, 0.6]).kinds == ()
    for height in (0.5, 0.6, 0.7):
        found = classify(robot, [0, 0, height])
        assert found.kinds == ("constraint",) and len(found.findings) == 2
        above = height * 0.3 / (0.3 - 0.12) - height  # where the legs meet, over P
        turns = np.array([finding.platform for finding in found.findings])
        assert np.allclose(turns[:, :3], np.cross(turns[:, 3:], [0, 0, -above]), atol=1e-9)
        assert np.abs(turns[:, 5]).max() < 1e-9 and abs(np.linalg.det(turns[:, 3:5])) > 0.99
        assert found.distances.type2[0] == pytest.approx(distances(robot, [1e-4, 0, height]).type2[0], rel=1e-3)
    near = distances(robot, [[1e-3, 0, 0.6], [1e-4, 0, 0.6]]).constraint
    assert near[0] / near[1] == pytest.approx(10, rel=1e-3)


def test_two_actuators_on_one_axis_are_in_lajts():
    robot = own_robot("two-wrists")
    found = classify(robot, [0.3, 1e-7, 0.2])
    assert found.kinds == ("Type 1", "LAJTS")
    (alone,), (loses,) = findings(found, "LAJTS"), findings(found, "Type 1")
    assert alone.leg == loses.leg == "roll-pitch-roll"
    assert parallel(alone.joints, [1, 0, -1, 0, 0, 0], 1e-6)
    # the leg cannot turn about the axis normal to its three axes
    assert parallel(loses.lost, [0, 0, 0, np.cos(0.3), np.sin(0.3), 0], 1e-6)


def test_redundant_leg_is_not_reported_as_singular():
    """A leg on a rail has one joint too many, so it can move at every pose while the platform stands still."""
    robot = parados.load(ROBOTS / "planar-3-rrr-on-rail.yaml").compile("vm")
    found = classify(robot, robot.survey.home)
    assert found.kinds == () and found.distances.serial.min() > 0.1


def test_summary_of_a_regular_pose_lists_the_distances_of_every_kind(model):
    told = classify(model("five-bar", "vm"), [0, 0.26]).summary()
    assert told.startswith("x = [0.0, 0.26] is regular; distances (lengths over 0.2953 m): Type 1 0.719, Type 2 ")
    assert told.endswith(".") and [part.split()[0] for part in told.split(", ")[3:]] == ["constraint", "LPJTS", "serial"]
    redundant = model("3-prrr-redundant", "vm")
    found = classify(redundant, redundant.survey.home)
    assert f"LAJTS {found.distances.nearest[0]:.3g}" in found.summary()  # the nearest singularity of this robot


def test_summary_of_a_singular_pose_describes_the_finding(model):
    P, mode, _ = stretched_couplers()[3]
    found = classify(model("five-bar", "vm"), P, mode=mode)
    assert found.summary().startswith(
        f"x = {np.round(P, 6).tolist()} is singular (Type 2).\nType 2: with all actuators locked the platform"
    )


def test_tolerance_and_length_are_used(model):
    robot = model("five-bar", "vm")
    P, mode, along = stretched_couplers()[3]
    beside = P + 1e-5 * np.array([-along[1], along[0]])
    assert classify(robot, beside, mode=mode).kinds == ()
    assert classify(robot, beside, mode=mode, tolerance=1e-3).kinds == ("Type 2",)
    assert classify(robot, beside, mode=mode, length=3.0).distances.length == 3.0


def test_bad_arguments_are_rejected(model):
    robot = model("five-bar", "vm")
    with pytest.raises(UnreachableError, match="leg1 cannot reach x = "):
        classify(robot, [0.5, 0.26])
    with pytest.raises(InputError, match="x: one pose of 2 numbers is expected; use classify_all for a stack"):
        classify(robot, [[0, 0.26]])
    with pytest.raises(InputError, match=r"x: shape \(2,\) or \(N, 2\) is expected"):
        classify(robot, [0, 0.26, 0])
    with pytest.raises(InputError, match="mode"):
        classify(robot, [0, 0.26], mode=[1, 2])
