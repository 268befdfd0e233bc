"""Selection of the assembly mode (Briot & Khalil 7.2.3): measured joints, aspects, cuspidal robots.

The planar 3-RPR of Innocenti and Parenti-Castelli (1992) has six assembly modes at the strokes 14.98, 15.38, 12. The surface
det = 0 divides its poses into two aspects, and three assembly modes lie in each: it is cuspidal.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.model.model import Model
from parados.singularity import crossings, same_aspect, singularity_map

STROKES = np.array([14.98, 15.38, 12.0])


@cache
def five_bar() -> Model:
    return parados.load("five-bar").compile()


@cache
def innocenti() -> Model:
    return parados.load(Path(__file__).parent / "3-rpr-cuspidal.yaml").compile("vm")


@cache
def six() -> np.ndarray:
    return innocenti().assembly_modes(STROKES).x


def signed(model: Model, x: np.ndarray) -> float:
    return float(np.sign(np.linalg.det(model.inverse_jacobian(x))))


def test_a_measured_joint_selects_the_assembly_mode() -> None:
    model = five_bar()
    x = np.array([0.03, 0.25])
    q, joints = model.inverse_kinematics(x), dict(zip(model.joint_names, model.joints(x), strict=True))
    assert len(model.assembly_modes(q)) == 2
    assert np.abs(model.forward_kinematics(q, measured={"q12": joints["q12"] + 0.02}) - x).max() < 1e-10


def test_every_assembly_mode_is_selected_by_its_own_joints() -> None:
    model = innocenti()
    assert len(six()) == 6
    names = ("r1", "r2", "r3")
    measured = {name: model.joints(six())[:, model.joint_names.index(name)] + 0.003 for name in names}
    found = model.forward_kinematics(np.tile(STROKES, (6, 1)), measured=measured)
    assert np.abs(found - six()).max() < 1e-8


def test_measured_joints_that_fit_two_modes_or_none_are_rejected() -> None:
    model = five_bar()
    q = model.inverse_kinematics([0.0, 0.26])
    with pytest.raises(parados.errors.AssemblyError, match=r"2 assembly modes .* have q11 = .*; measure another joint"):
        model.forward_kinematics(q, measured={"q11": q[0]})
    with pytest.raises(parados.errors.AssemblyError, match=r"no assembly mode with .* has q12 = 3; the nearest of 2 has q12"):
        model.forward_kinematics(q, measured={"q12": 3.0})
    with pytest.raises(parados.errors.UnknownNameError, match="measured: 'q99' is not a joint; use q11"):
        model.forward_kinematics(q, measured={"q99": 3.0})
    with pytest.raises(parados.errors.InputError, match="give either motion or measured"):
        model.forward_kinematics([q, q], measured={"q12": 3.0}, motion=True)


def test_poses_with_other_signs_of_the_determinant_are_in_other_aspects() -> None:
    x = six()
    for a, b in combinations(range(6), 2):
        if signed(innocenti(), x[a]) != signed(innocenti(), x[b]):
            answer = same_aspect(innocenti(), x[a], x[b])
            assert answer.same is False
            assert "different signs" in answer.reason
            assert not answer


def test_three_assembly_modes_of_the_cuspidal_robot_share_an_aspect() -> None:
    """The way that is found keeps its determinant and meets no singularity."""
    model, signs = innocenti(), [signed(innocenti(), x) for x in six()]
    assert sorted(signs) == [-1, -1, -1, 1, 1, 1]
    first, *others = [x for x, sign in zip(six(), signs, strict=True) if sign > 0]
    for other in others:
        answer = same_aspect(model, first, other)
        assert answer.same is True
        assert answer.way is not None
        assert np.abs(model.inverse_kinematics(answer.way[[0, -1]]) - STROKES).max() < 1e-8
        for a, b in zip(answer.way[:-1], answer.way[1:], strict=True):
            assert not crossings(model, (a, b))


def test_singular_and_unreached_poses_are_in_no_aspect() -> None:
    answer = same_aspect(five_bar(), [0.0, 0.26], [0.0, 3.0])
    assert answer.same is False
    assert "x2 = [0.0, 3.0] is singular or out of reach" in answer.reason


def test_no_way_is_not_an_answer() -> None:
    model = innocenti()
    one, other = (x for x in six()[[0, 3]])
    answer = same_aspect(model, one, other, tries=0)
    assert answer.same is None
    assert "no way was found with 0 branches" in answer.summary()


@pytest.mark.slow
def test_a_map_shows_that_the_robot_is_cuspidal() -> None:
    model = innocenti()
    made = singularity_map(model, {"px": (-25, 25, 20), "py": (-25, 25, 20), "a3": (-3.14, 3.14, 20)})
    pair = made.cuspidal_pair()
    assert pair is not None
    assert np.abs(model.inverse_kinematics(pair.poses) - pair.q).max() < 1e-8
    assert np.abs(pair.poses[0] - pair.poses[1]).max() > 1
    assert "Two assembly modes in one aspect" in pair.summary()


@pytest.mark.slow
def test_a_map_shows_no_pair_of_a_five_bar() -> None:
    """The assembly modes of a five-bar mechanism in one working mode are mirror images about the line between its elbows."""
    assert singularity_map(five_bar(), {"px": (-0.2, 0.2, 24), "py": (0.05, 0.35, 24)}).cuspidal_pair() is None


def test_a_map_over_some_coordinates_cannot_tell() -> None:
    with pytest.raises(parados.errors.InputError, match="the map does not run over a3"):
        singularity_map(innocenti(), {"px": (-5, 5, 4), "py": (-15, -5, 4)}).cuspidal_pair()
