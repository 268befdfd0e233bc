"""Distances do not depend on the description of a mechanism: mirrored poses, order of legs, frames, cut, platform body."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from five_bar_conditions import D2, D3, FEET, MODES, elbows, in_reach

import parados
from parados.singularity.measures import distances
from scaled_robots import scaled_robot

SAME = 1e-9
"""Relative tolerance: round-off between two forms of the same matrix."""

KINDS = ("type1", "type2", "lpjts", "lajts", "serial", "constraint")
ROBOTS = Path(__file__).parents[1] / "robots"


def loaded(folder, description):
    path = folder / f"{description['name']}.yaml"
    path.write_text(yaml.safe_dump(description, sort_keys=False))
    return parados.load(path).compile("vm")


def assert_same(first, second, legs=None, kinds=KINDS):
    """Check that all distances agree; leg k of the second robot is leg legs[k] of the first."""
    order = list(range(first.type1.shape[1])) if legs is None else legs
    assert first.length == pytest.approx(second.length, rel=SAME)
    assert first.reached.all() and second.reached.all()
    for kind in kinds:
        a, b = getattr(first, kind), getattr(second, kind)
        assert np.allclose(a[:, order] if a.ndim == 2 else a, b, rtol=SAME, atol=1e-12), kind


def poses_in_reach(count, seed):
    rng = np.random.default_rng(seed)
    return np.array([P for P in rng.uniform([-0.3, -0.35], [0.3, 0.35], (count, 2)) if in_reach(P, 1e-3)])


# -- mirrored poses ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_five_bar_has_the_same_distances_at_mirrored_poses(model, mode):
    robot, x = model("five-bar", "vm"), poses_in_reach(400, 1)
    assert_same(distances(robot, x, mode=mode), distances(robot, x * [-1, 1], mode=(-mode[1], -mode[0])), legs=[1, 0])


def test_five_bar_distances_follow_from_forces_along_the_distal_links(model):
    """Unit forces act along the distal links. Type 1 is their work on the actuators, Type 2 their smallest singular value."""
    robot, x = model("five-bar", "vm"), poses_in_reach(200, 2)
    found = distances(robot, x, mode=(1, -1))
    for P, type1, type2 in zip(x, found.type1, found.type2, strict=True):
        E = np.array(elbows(P, (1, -1)))
        u, arms = (P - E) / D3, E - np.array(FEET)
        assert np.allclose(type1, np.abs(arms[:, 0] * u[:, 1] - arms[:, 1] * u[:, 0]) / found.length, rtol=1e-9)
        assert type2 == pytest.approx(np.linalg.svd(u, compute_uv=False)[-1], rel=1e-9)
    assert np.allclose(found.lpjts, np.hypot(1, D3 / found.length), rtol=SAME) and D2 > D3


@pytest.mark.parametrize("name", ["dualv", "planar-3-rrr"])
def test_symmetric_robots_have_the_same_distances_at_symmetric_poses(model, name):
    """DualV is mirrored at the plane x = 0; a 3-RRR is turned by a third of a turn."""
    rng = np.random.default_rng(3)
    if name == "dualv":
        robot, x = model("dualv", "vm"), rng.uniform([-0.1, -0.1, -0.3], [0.1, 0.1, 0.3], (50, 3))
        assert_same(distances(robot, x), distances(robot, x * [-1, 1, -1]), legs=[1, 0, 3, 2])
    else:
        robot = parados.load(ROBOTS / "planar-3-rrr.yaml").compile("vm")
        x, third = rng.uniform([-0.06, -0.06, -0.3], [0.06, 0.06, 0.3], (50, 3)), 2 * np.pi / 3
        R = np.array([[np.cos(third), -np.sin(third)], [np.sin(third), np.cos(third)]])
        turned = np.hstack([x[:, :2] @ R.T, x[:, 2:]])
        assert_same(distances(robot, x), distances(robot, turned), legs=[2, 0, 1])


# -- the five-bar mechanism written in four ways -------------------------------------------------------------------------


def five_bar(name, carrier, order=(0, 1), cut="joint", tool=0.0):
    """The platform on the distal link of leg `carrier`; the joint at P held by the tree or cut; the platform's axes turned."""
    legs = []
    for leg in order:
        foot, joints = (-0.14, 0.14)[leg], [f"q{leg + 1}{k}" for k in (1, 2, 3)]
        chain = [
            {"name": joints[0], "kind": "R", "active": True, "d": foot, "link": {"zz": 0.01, "m": 0.1}},
            {"name": joints[1], "kind": "R", "d": 0.213, "link": {"zz": 0.01, "m": 0.1}},
        ]
        tie = {"joint": "fixed", "frame": {"d": 0.1878}, "platform": {"theta": tool}}
        if leg != carrier and cut == "joint":
            chain.append({"name": joints[2], "kind": "R", "d": 0.1878})
            tie = {"joint": "fixed"}
        elif leg != carrier:
            tie = {"joint": "R", "frame": {"d": 0.1878}}
        legs.append({"name": f"leg{leg + 1}", "joints": chain, "closure": tie})
    return {
        "name": name,
        "gravity": [0, 0, 0],
        "platform": {"coordinates": ["px", "py"], "dependent": ["a3"], "link": {"m": 0.3}},
        "legs": legs,
        "mode": [(1, -1)[leg] for leg in order],
        "home": [0, 0.26],
        "workspace": {"px": [-0.08, 0.08], "py": [0.2, 0.3]},
    }


@pytest.mark.parametrize(
    ("how", "legs"),
    [
        ({"carrier": 0}, None),
        ({"carrier": 1, "order": (1, 0)}, [1, 0]),
        ({"carrier": 1, "cut": "closure"}, None),
        ({"carrier": 0, "cut": "closure", "order": (1, 0), "tool": 0.7}, [1, 0]),
    ],
    ids=["carried by leg 1", "legs exchanged", "joint cut", "all at once"],
)
def test_five_bar_has_the_same_distances_in_other_descriptions(model, tmp_path, how, legs):
    other, x = loaded(tmp_path, five_bar("five-bar-again", **how)), poses_in_reach(300, 4)
    mode = (1, -1) if legs is None else (-1, 1)
    assert_same(distances(model("five-bar", "vm"), x, mode=(1, -1)), distances(other, x, mode=mode), legs)


# -- robots with a platform ----------------------------------------------------------------------------------------------


def three_rrr(name, order=(0, 1, 2), cut="R", tool=(0.0, 0.0), along=0.0):
    """Describe a 3-RRR with another order of legs, its last joint in the tree, another P, or frames shifted along the axes."""
    legs = []
    for leg in order:
        g = 2 * np.pi / 3 * leg
        c, s = float(np.cos(g)), float(np.sin(g))
        held = [0.12 * c - tool[0], 0.12 * s - tool[1], along]
        chain = [
            {"name": f"q{leg + 1}1", "kind": "R", "active": True, "link": {"m": 0.1, "zz": 0.01}},
            {"name": f"q{leg + 1}2", "kind": "R", "d": 0.25, "r": along, "link": {"m": 0.1, "zz": 0.01}},
        ]
        tie = {"joint": "R", "frame": {"at": [0.28, 0, 0]}, "platform": {"at": held}}
        if cut == "fixed":
            chain.append({"name": f"q{leg + 1}3", "kind": "R", "d": 0.28})
            tie = {"joint": "fixed", "frame": {"at": [-held[0], -held[1], -along]}}
        legs.append({"name": f"leg{leg + 1}", "base": {"at": [0.4 * c, 0.4 * s, 0]}, "joints": chain, "closure": tie})
    return {
        "name": name,
        "gravity": [0, 0, 0],
        "platform": {"coordinates": ["px", "py", "a3"], "link": {"m": 1, "zz": 0.01}},
        "legs": legs,
        "mode": [1, 1, 1],
        "home": [*tool, 0],
        "workspace": {"px": [-0.06, 0.06], "py": [-0.06, 0.06], "a3": [-0.3, 0.3]},
    }


@pytest.mark.parametrize(
    "how",
    [{"order": (2, 0, 1)}, {"cut": "fixed"}, {"tool": (0.05, -0.09)}, {"order": (1, 2, 0), "cut": "fixed", "tool": (0.1, 0.02)}],
    ids=["order of legs", "joint in the tree", "P elsewhere", "all at once"],
)
def test_3_rrr_has_the_same_distances_in_other_descriptions(tmp_path, how):
    plain, other = (loaded(tmp_path, three_rrr(name, **more)) for name, more in (("plain", {}), ("other", how)))
    x = np.random.default_rng(5).uniform([-0.06, -0.06, -0.3], [0.06, 0.06, 0.3], (40, 3))
    c, s, (a, b) = np.cos(x[:, 2]), np.sin(x[:, 2]), how.get("tool", (0.0, 0.0))
    y = x + np.stack([c * a - s * b, s * a + c * b, 0 * c], axis=1)
    assert_same(distances(plain, x, mode=(1, 1, 1)), distances(other, y, mode=(1, 1, 1)), legs=how.get("order"))


def test_length_does_not_depend_on_the_body_that_states_the_attachments(model):
    """DualV gives its attachments in the frames of its legs, 0.11 m from P, and none in the platform frame."""
    assert distances(model("dualv", "vm"), [0, 0, 0]).length == pytest.approx(0.11, rel=SAME)


def test_parallelograms_cut_at_another_joint_have_the_same_distances():
    """NaVARo is cut at C and at D; the two chains to the platform go through different bars."""
    ours, book = parados.load("3-rrr-parallelogram").compile("vm"), parados.load(ROBOTS / "navaro-cut-at-d.yaml").compile("vm")
    x = np.random.default_rng(6).uniform([-0.08, -0.08, -0.3], [0.08, 0.08, 0.3], (10, 3))
    bars = book.link_frames(x[0])[[0, 4, 8]]
    (mode,) = [m for m in ours.working_modes() if np.abs(ours.link_frames(x[0], mode=m)[[0, 4, 8]] - bars).max() < 1e-9]
    assert_same(distances(ours, x, mode=mode), distances(book, x))


def test_delta_with_legs_in_another_order_has_the_same_distances(model):
    delta = model("delta-d3-1200", "vm")
    legs = delta.spec.legs
    other = parados.Robot(delta.spec.model_copy(update={"legs": legs[1:] + legs[:1]})).compile("vm")
    x = np.random.default_rng(7).uniform(-0.2, 0.2, (20, 3)) + np.array([0, 0, delta.survey.home[2]])
    assert_same(distances(delta, x), distances(other, x), legs=[1, 2, 0])


# -- units ---------------------------------------------------------------------------------------------------------------


def test_platform_on_a_crank_has_the_same_distances_in_other_units():
    """All feet lie at P, so the length is that of the joint axes. The same mechanism 32 times smaller has the same distances."""
    whole, small = (scaled_robot("andrews-squeezer", s, 1.0).compile("vm") for s in (1.0, 2.0**-5))
    x = np.linspace(-0.3, 0.3, 7)[:, None]
    first, second = distances(whole, x), distances(small, x)
    assert 0.02 < first.length < 0.06
    assert second.length == pytest.approx(first.length / 32, rel=SAME)
    for kind in KINDS:
        assert np.allclose(getattr(first, kind), getattr(second, kind), rtol=SAME), kind
