"""Test the indices of robots whose coordinates x are not Cartesian against the motion of their platforms."""

from __future__ import annotations

import numpy as np
import pytest
from tests.study.studies import ARM, arm, loaded, with_springs

import parados
from parados.study.design_states import DesignStates
from parados.study.index_table import INDICES
from parados.study.study_states import StudyStates

EXACT = 1e-9


def terms(model, name, x, **options):
    """Terms of an index of a robot at one pose."""
    still = np.zeros((1, len(model.labels["xd"])))
    at = DesignStates.of_robot(model, StudyStates("", np.array([x], dtype=float), still, still))
    return INDICES[name].terms(at, **options)[0]


@pytest.mark.parametrize(
    "name, k, x",
    [("arm", [1000, 400], [0.3, 0.9]), ("agile-eye", 500, [0.1, 0.5, 0.2]), ("3-prs", 1e6, [None, 0.2, 0.3])],
)
def test_stiffness_is_that_of_the_motion_of_the_platform(name, k, x):
    """C = J diag(1 / k) J^T with the twist J qd; x are joints, angles, or coordinates with parasitic motions."""
    model = (arm() if name == "arm" else with_springs(name, k)).compile("vm")
    x = [home if own is None else own for own, home in zip(x, model.survey.home, strict=True)]
    J = model.platform_jacobian(x) @ model.jacobian(x)
    C = J / k @ J.T
    moved, turned = (np.linalg.eigvalsh(C[own, own])[-1] for own in (slice(0, 3), slice(3, 6)))
    assert terms(model, "least_rotational_stiffness", x)[0] == pytest.approx(1 / turned, rel=EXACT)
    if name == "agile-eye":  # P is the centre of all rotations
        with pytest.raises(parados.InputError, match="its platform does not move"):
            terms(model, "least_stiffness", x)
    else:
        assert terms(model, "least_stiffness", x)[0] == pytest.approx(1 / moved, rel=EXACT)
        assert terms(model, "largest_compliance", x)[0] == pytest.approx(moved, rel=EXACT)


def test_rotational_stiffness_needs_a_platform_that_turns():
    model = with_springs("delta-d3-1200", 500).compile("vm")
    with pytest.raises(parados.InputError, match="its platform does not turn"):
        terms(model, "least_rotational_stiffness", model.survey.home)


STEP = 1e-6


@pytest.mark.parametrize(
    "name, x, parameters",
    [("arm", [0.3, 0.9], ["l1", "l2"]), ("exechon", [None, 0.15, 0.15], ["a"]), ("five-bar", [0.02, 0.25], ["d12", "d23"])],
)
def test_tolerance_error_is_the_shift_of_the_platform_point(name, x, parameters):
    """The motors hold still while a parameter changes; P has parasitic motions, or is carried by a joint of x."""
    robot = arm() if name == "arm" else parados.load(name)
    model = robot.compile("vm", live=parameters)
    x = [home if own is None else own for own, home in zip(x, model.survey.home, strict=True)]
    q, worst = model.inverse_kinematics(x), np.zeros(3)
    for one in parameters:
        both = [model.with_parameters({one: robot.parameters[one] + change}) for change in (STEP, -STEP)]
        ends = [moved.platform_frame(moved.forward_kinematics(q, guess=x))[:3, 3] for moved in both]
        worst += np.abs(ends[0] - ends[1]) / (2 * STEP) * 1e-4
    found = terms(model, "tolerance_error", x, tolerances=dict.fromkeys(parameters, 1e-4))
    assert found[0] == pytest.approx(np.linalg.norm(worst), rel=1e-6) and found[0] > 1e-5


def test_dexterity_of_a_redundant_robot_is_that_of_its_platform():
    """One combination of its four actuators leaves the platform, with three degrees of freedom, at rest."""
    model = parados.load("3-prrr-redundant").compile("vm")
    x, L = model.survey.home, 0.2
    T = model.platform_jacobian(x) @ model.jacobian(x)
    T[:3] /= L
    T[:, [model.mechanism.joints[k].unit == "m" for k in model.mechanism.actuated]] *= L
    sizes = np.linalg.svd(T, compute_uv=False)
    assert sizes[3] < EXACT * sizes[0] < 0.01 * sizes[2]
    for name in ("dexterity", "mean_dexterity"):
        assert terms(model, name, x, length=L)[0] == pytest.approx(sizes[2] / sizes[0], rel=EXACT)


def test_dexterity_of_a_redundant_robot_has_slopes():
    parts = parados.load("3-prrr-redundant")
    name = next(iter(parts.parameters))
    value, x = float(parts.parameters[name]), parts.survey.home[None]
    model = parts.compile("vm", live=[name])
    states = StudyStates("", x, 0 * x, 0 * x)
    at = DesignStates(model, [name], np.array([[value - 1e-6], [value], [value + 1e-6]]), states)
    below, _, above = INDICES["dexterity"].terms(at, length=0.2)[:, 0]
    slope = INDICES["dexterity"].slopes(at, length=0.2)[1, 0, 0]
    assert slope == pytest.approx((above - below) / 2e-6, rel=1e-5) and abs(slope) > 1e-6


def test_slowest_direction_counts_where_home_is_singular():
    stretched = ARM.replace("home: [0.3, 0.9]", "home: [0.3, 0.0]").replace("q2: [0.5, 1.3]", "q2: [-1.3, 1.3]")
    model, x = loaded(stretched).compile("vm"), [0.3, 0.9]
    sizes = np.linalg.svd(model.platform_jacobian(x)[:3], compute_uv=False)
    assert terms(model, "least_velocity", x)[0] == pytest.approx(sizes[1], rel=EXACT)


def test_parasitic_motions_are_not_the_slowest_direction():
    """A 3-PRS has the coordinates pz, a1, a2; away from home P also moves along x and y."""
    model = parados.load("3-prs").compile("vm")
    for x in model.survey.home + np.array([[0.0, 0.0, 0.0], [0.0, 0.1, 0.15]]):
        fastest = np.linalg.svd((model.platform_jacobian(x) @ model.jacobian(x))[:3], compute_uv=False)[0]
        assert terms(model, "least_velocity", x)[0] == pytest.approx(fastest, rel=EXACT) and fastest > 0.5
