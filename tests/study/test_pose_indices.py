"""Test the indices over poses against formulas, exact geometry and other functions of parados."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from tests.study.studies import DESIGNS, VARIABLES, delta, hexapod

import parados
from parados.sensitivity import sensitivity
from parados.singularity import distances
from parados.study import Study, index_map
from parados.study.design_states import DesignStates
from parados.study.index_table import INDICES
from parados.study.study_motions import region_states
from parados.study.study_states import StudyStates

BOX = {"px": [-0.2, 0.2, 3], "py": [-0.2, 0.2, 3], "pz": [-0.05, 0.05, 2]}
MIDDLE = {"px": [-0.2, 0.2, 2], "py": [-0.1, 0.1, 2], "pz": [1.8, 2.0, 2]}


def over_poses(robot, region, variables, designs, **indices):
    study = Study(robot, variables=variables, regions={"region": region}, indices=indices)
    return study.evaluate(designs), study.states["region"].x


@pytest.fixture(scope="module")
def deltas():
    names = ("dexterity", "mean_dexterity", "least_velocity", "least_force", "worst_transmission", "lowest_frequency")
    indices = {name: name for name in (*names, "least_stiffness", "largest_compliance", "footprint", "singular_distance")}
    indices["encoder"] = {"index": "encoder_error", "resolution": 1e-5}
    indices["tolerance"] = {"index": "tolerance_error", "tolerances": {"l1": 1e-4, "l2": 1e-4}}
    return over_poses(delta(), BOX, VARIABLES, DESIGNS[:2], **indices)


@pytest.fixture(scope="module")
def alone():
    return delta().with_parameters(**dict(zip(VARIABLES, DESIGNS[1].tolist(), strict=True))).compile("vm")


def test_ellipsoids_of_a_delta_are_those_of_its_jacobian(deltas, alone):
    found, x = deltas
    sizes = np.array([np.linalg.svd(alone.jacobian(pose), compute_uv=False) for pose in x])
    conditions = [np.linalg.cond(alone.jacobian(pose)) for pose in x]
    assert found.values("dexterity")[1] == pytest.approx(1 / max(conditions), rel=1e-9)
    assert found.values("least_velocity")[1] == pytest.approx(sizes[:, -1].min(), rel=1e-9)
    assert found.values("least_force")[1] == pytest.approx(1 / sizes[:, 0].max(), rel=1e-9)
    assert found.values("mean_dexterity")[1] < max(1 / np.array(conditions))


def test_transmission_is_the_effort_that_holds_a_force(deltas, alone):
    found, x = deltas
    still, efforts = np.zeros(3), []
    for pose in x:
        free = alone.inverse_dynamics(pose, still, still)
        wrenches = np.eye(6)[:3]
        efforts.append([alone.inverse_dynamics(pose, still, still, wrench=w) - free for w in wrenches])  # three directions
    worst = np.linalg.norm(np.array(efforts), axis=1).max()  # of one actuator, over directions of the force
    assert found.values("worst_transmission")[1] == pytest.approx(worst, rel=1e-9)


def test_frequency_and_stiffness_equal_those_of_the_robot_alone(deltas, alone):
    found, x = deltas
    lowest = [alone.natural_frequencies(pose, count=1)[0] for pose in x]
    assert found.values("lowest_frequency")[1] == pytest.approx(min(lowest), rel=1e-9)
    J_inv = np.array([alone.inverse_jacobian(pose) for pose in x])
    K = 8000.0 * J_inv.transpose(0, 2, 1) @ J_inv
    softest = np.linalg.eigvalsh(K)[:, 0].min()
    assert found.values("least_stiffness")[1] == pytest.approx(softest, rel=1e-9)
    assert found.values("largest_compliance")[1] == pytest.approx(1 / softest, rel=1e-9)


def test_footprint_is_the_farthest_elbow(deltas, alone):
    found, x = deltas
    q = np.array([alone.inverse_kinematics(pose) for pose in x])
    _, rf, l1, _ = DESIGNS[1]
    assert found.values("footprint")[1] == pytest.approx(np.abs(rf + l1 * np.cos(q)).max(), rel=1e-9)


def test_singular_distance_is_the_nearest_of_all_kinds(deltas, alone):
    found, x = deltas
    assert found.values("singular_distance")[1] == pytest.approx(distances(alone, x).nearest.min(), rel=1e-6)


def test_encoder_error_is_that_of_the_forward_geometry(deltas, alone):
    found, x = deltas
    worst = 0.0
    for pose in x:
        q = alone.inverse_kinematics(pose)
        for signs in ([1, 1, 1], [1, 1, -1], [1, -1, 1], [1, -1, -1]):
            moved = alone.forward_kinematics(q + 1e-5 * np.array(signs), guess=pose)
            worst = max(worst, float(np.linalg.norm(moved - pose)))
    assert found.values("encoder")[1] == pytest.approx(worst, rel=1e-3)  # first order


def test_tolerance_error_is_the_sum_of_all_effects(deltas):
    found, x = deltas
    model = delta().compile("vm", live=["l1", "l2", "h", "rf"]).with_parameters(dict(zip(VARIABLES, DESIGNS[1], strict=True)))
    effects = sensitivity(model, "forward_kinematics", x=x, tolerances={"l1": 1e-4, "l2": 1e-4}).effects
    assert found.values("tolerance")[1] == pytest.approx(np.linalg.norm(effects.sum(axis=-1), axis=-1).max(), rel=1e-9)


def test_hexapod_stiffness_and_dexterity():
    """K = J_inv^T k J_inv in twists; the legs have no mass in it."""
    designs = np.array([[1.4, 0.7]])
    found, x = over_poses(
        hexapod(), MIDDLE, {"rB": [1.2, 1.6], "rP": [0.6, 0.8]}, designs,
        force="least_stiffness", moment="least_rotational_stiffness", even={"index": "dexterity", "length": 0.5},
    )  # fmt: skip
    model = hexapod().with_parameters(rB=1.4, rP=0.7).compile("vm")
    along, about, even = [], [], []
    for pose in x:
        J_q = model.inverse_jacobian(pose) @ np.linalg.inv(model.platform_jacobian(pose))  # qd = J_q t
        compliance = np.linalg.inv(2e7 * J_q.T @ J_q)
        along.append(1 / np.linalg.eigvalsh(compliance[:3, :3])[-1])
        about.append(1 / np.linalg.eigvalsh(compliance[3:, 3:])[-1])
        scaled = J_q * np.array([0.5] * 3 + [1.0] * 3) / 0.5  # t = diag(L, 1) (t / L), sliding actuators over L
        even.append(1 / np.linalg.cond(scaled))
    assert found.values("force")[0] == pytest.approx(min(along), rel=1e-6)
    assert found.values("moment")[0] == pytest.approx(min(about), rel=1e-6)
    assert found.values("even")[0] == pytest.approx(min(even), rel=1e-9)


def test_area_of_a_five_bar_is_that_of_two_rings():
    """A leg reaches a ring around its motor; the robot reaches where the rings of both legs overlap."""
    region = {"px": [-0.5, 0.5, 41], "py": [-0.45, 0.45, 37]}
    designs = np.array([[0.213, 0.1878], [0.25, 0.15]])
    found, x = over_poses(
        parados.load("five-bar"), region, {"d12": [0.2, 0.3], "d13": [0.1, 0.2]}, designs,
        area="workspace_volume", part={"index": "reached_part", "over": "region"},
    )  # fmt: skip
    weights = np.outer(*[np.where(np.isin(np.arange(n), (0, n - 1)), 0.5, 1.0) for n in (41, 37)]).ravel()
    for k, (l1, l2) in enumerate(designs):
        rings = []
        for motor, own in ((-0.14, (l1, l2)), (0.14, (0.213, 0.1878))):
            r = np.hypot(x[:, 0] - motor, x[:, 1])
            rings.append((abs(own[0] - own[1]) <= r) & (r <= sum(own)))
        inside = rings[0] & rings[1]
        assert found.values("area")[k] == pytest.approx((inside * weights).sum() / weights.sum() * 0.9, rel=1e-12)
        assert found.values("part")[k] == pytest.approx((inside * weights).sum() / weights.sum(), rel=1e-12)
    assert found.study.units["area"] == "m²" and found.feasible.all()


def test_usable_volume_keeps_strokes_and_clearance():
    region = {"px": [-0.8, 0.8, 5], "py": [-0.8, 0.8, 5], "pz": [1.2, 2.4, 4]}
    found, x = over_poses(
        hexapod(), region, {"rB": [1.2, 1.6]}, [[1.5]],
        stroke="usable_volume", clear={"index": "usable_volume", "clearance": 0.2},
        free={"index": "usable_volume", "limits": False},
    )  # fmt: skip
    model = hexapod().compile("vm")
    ends = [np.array([f(np.radians(a)) for f in (np.cos, np.sin)] + [0.0]) for a in (15, 105, 135, 225, 255, 345)]
    tops = [np.array([f(np.radians(a)) for f in (np.cos, np.sin)] + [0.0]) for a in (50, 70, 170, 190, 290, 310)]
    lengths = np.array([[np.linalg.norm(p[:3] + 0.75 * b - 1.5 * a) for a, b in zip(ends, tops, strict=True)] for p in x])
    inside = ((lengths >= 1.6) & (lengths <= 2.6)).all(axis=1)
    shares, content = found.study.states["region"].shares, 1.6 * 1.6 * 1.2
    assert 0 < inside.sum() < len(x)
    assert found.values("stroke")[0] == pytest.approx((inside * shares).sum() * content, rel=1e-12)
    assert found.values("free")[0] == pytest.approx(content, rel=1e-12)
    far = distances(model, x).nearest >= 0.2
    assert found.values("clear")[0] == pytest.approx((inside * far * shares).sum() * content, rel=1e-12)


@pytest.mark.slow
def test_boundary_of_a_delta_settles_with_finer_grids():
    model = delta().compile("vm")
    areas = []
    for count in (11, 17):
        ranges = {"px": [-1, 1, count], "py": [-1, 1, count], "pz": [-0.7, 0.9, count]}
        at = DesignStates.of_robot(model, region_states("box", ranges, model))
        areas.append(float(INDICES["boundary_area"].terms(at).sum()))
    assert areas[1] > 4 * np.pi * 0.6**2  # of a ball inside the reach
    assert areas[0] == pytest.approx(areas[1], rel=0.05)


def test_map_has_the_values_of_the_model():
    model = delta().compile("vm")
    made = index_map(model, ["lowest_frequency", "dexterity"], {"px": (-0.3, 0.3, 5), "pz": (-0.9, 0.3, 4)})
    assert made.reached.any() and not made.reached.all()
    columns = made.columns()
    for k in np.flatnonzero(made.reached)[::4]:
        pose = [columns["px"][k], 0.0, columns["pz"][k]]
        assert columns["lowest_frequency"][k] == pytest.approx(model.natural_frequencies(pose, count=1)[0], rel=1e-9)
        assert columns["dexterity"][k] == pytest.approx(1 / np.linalg.cond(model.jacobian(pose)), rel=1e-9)
    assert np.isnan(columns["dexterity"][~made.reached]).all()
    assert made.totals["dexterity"] == pytest.approx(np.nanmin(made.fields["dexterity"]))


@pytest.mark.slow
def test_sliding_and_turning_actuators_need_a_choice():
    model = parados.load("3-rps-wrist").compile("vm")
    home = model.survey.home[None]
    at = DesignStates.of_robot(model, StudyStates("", home, 0 * home, 0 * home))
    with pytest.raises(parados.InputError, match="some of them turn and others slide"):
        INDICES["peak_effort"].terms(at)
    one = INDICES["peak_effort"].terms(at, actuators=[model.actuated_names[0]])
    assert one[0, 0] == pytest.approx(abs(model.inverse_dynamics(home[0], 0 * home[0], 0 * home[0])[0]))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["3-prs", "dualv", "orthoglide-flexible"])
def test_robots_of_other_kinds_have_indices(name):
    """Numeric geometry with parasitic motions, redundant actuation, elastic links."""
    robot = parados.load(name)
    model = robot.compile("vm")
    at = DesignStates.of_robot(model, region_states("here", {model.labels["x"][0]: _near(model)}, model))
    values = INDICES["dexterity"].terms(at)
    assert values.shape == (1, 3) and ((values > 0) & (values <= 1)).all()


def _near(model):
    home, width = model.survey.home[0], model.survey.upper[0] - model.survey.lower[0]
    return [float(home - 0.02 * width), float(home + 0.02 * width), 3]


def test_a_map_of_a_rigid_robot_is_rejected_before_its_reach_is_searched(monkeypatch):
    """A robot with numeric geometry was searched for minutes before the sentence came."""
    module = sys.modules["parados.study.index_map"]
    monkeypatch.setattr(module, "mapped_grid", lambda *arguments: pytest.fail("the reach was searched"))
    with pytest.raises(parados.ParadosError, match="nothing is elastic in this robot"):
        index_map(parados.load("five-bar").compile("vm"), ["least_stiffness"])
