"""The forward geometry converges quadratically, finds all assembly modes, and reports when it fails."""

from itertools import pairwise

import numpy as np
import pytest

import parados
from parados.model import newton_poses


@pytest.mark.parametrize("name", ["gough-stewart-lopes", "delta-d3-1200", "dualv", "3-rpr", "orthoglide"])
def test_newton_converges_quadratically(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = parados.load(name).compile("vm")  # C has its number of iterations compiled in
    x = model.survey.home + 0.05 * np.sin(1 + np.arange(len(model.survey.home)))
    q = model.inverse_kinematics(x)
    errors = []
    for iterations in range(1, 7):
        monkeypatch.setattr(newton_poses, "ITERATIONS", iterations)
        pose, _ = newton_poses.solve_from(model, q[None], model.survey.home[None], None)
        errors.append(np.abs(pose[0] - x).max())
    # e_{k+1} <= C e_k^2 with one C, until round-off
    ratios = [b / a**2 for a, b in pairwise(errors) if a > 1e-6]
    assert ratios and max(ratios) < 50
    assert errors[-1] < 1e-12


def test_five_bar_assembly_modes_are_the_intersections_of_two_circles() -> None:
    """P is an intersection of two circles about the elbows, Briot & Khalil 7.2.2.1."""
    model = parados.load("five-bar").compile()
    q = model.inverse_kinematics([0.02, 0.27])
    elbows = np.array([[-0.14, 0.0], [0.14, 0.0]]) + 0.213 * np.column_stack([np.cos(q), np.sin(q)])
    middle, half = elbows.mean(axis=0), (elbows[1] - elbows[0]) / 2
    normal = np.array([-half[1], half[0]]) / np.linalg.norm(half)
    height = np.sqrt(0.1878**2 - half @ half)
    expected = sorted([(middle + height * normal).tolist(), (middle - height * normal).tolist()])
    assert model.assembly_modes(q).x == pytest.approx(np.array(expected), abs=1e-9)


def test_delta_has_two_assembly_modes() -> None:
    model = parados.load("delta-d3-1200").compile()
    q = model.inverse_kinematics([0.1, 0.05, -0.8])
    found = model.assembly_modes(q).x
    assert len(found) == 2
    assert np.abs(found - [0.1, 0.05, -0.8]).max(axis=1).min() < 1e-9


def test_joint_positions_that_do_not_close_are_reported() -> None:
    model = parados.load("delta-d3-1200").compile()
    with pytest.raises(parados.AssemblyError, match="no pose with q"):
        model.forward_kinematics([3.0, 3.0, 3.0])
    with pytest.warns(RuntimeWarning, match="1 of 2 rows are NaN"):
        poses = model.forward_kinematics([model.inverse_kinematics([0, 0, -0.8]), [3.0, 3.0, 3.0]])
    assert np.isfinite(poses[0]).all() and np.isnan(poses[1]).all()


def test_a_pose_with_two_sets_of_angles_is_found_once() -> None:
    """Euler angles (a1 + pi, pi - a2, a3 + pi) describe the same orientation as (a1, a2, a3)."""
    model = parados.load("gough-stewart-lopes").compile(backend="vm")
    x = model.survey.home + np.array([0.1, 0, 0, 0.1, 0.2, 0.1])
    found = model.assembly_modes(model.inverse_kinematics(x)).x
    frames = model.platform_frame(found)
    apart = [np.abs(a - b).max() for k, a in enumerate(frames) for b in frames[:k]]
    assert len(found) > 2 and min(apart) > 1e-3
    assert np.abs(found - x).max(axis=1).min() < 1e-9
    assert np.abs(found[:, 3:] - model.survey.home[3:]).max() <= np.pi


def test_assembly_modes_that_meet_count_as_one() -> None:
    model = parados.load("five-bar").compile(backend="vm")
    x = [0.0, np.sqrt(0.213**2 - 0.0478**2)]  # the distal links in one line
    assert model.assembly_modes(model.inverse_kinematics(x)).x == pytest.approx(np.array([x]), abs=1e-5)


def test_message_names_a_guess_out_of_reach() -> None:
    model = parados.load("five-bar").compile(backend="vm")
    q = model.inverse_kinematics([0, 0.26])
    with pytest.raises(parados.UnreachableError, match=r"guess: Newton's method cannot start there, since leg1 cannot reach"):
        model.forward_kinematics(q, guess=[5.0, 5.0])
    with pytest.warns(RuntimeWarning, match=r"1 of 2 rows are NaN, the first is row 1: guess: "):
        model.forward_kinematics(q, guess=[[0, 0.25], [5.0, 5.0]])
