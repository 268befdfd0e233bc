"""Test calls with invalid arguments or impossible states: the message gives the valid choices or the reason.

Impossible rows of a stack become NaN, with one warning.
"""

# ruff: noqa: E501 (one line for each case)

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from broken import FIVE_BAR, GOUGH, broken, check_message

import parados
from parados.api import Robot
from parados.errors import AssemblyError, InputError, SingularConfigurationError, UnknownNameError, UnreachableError
from parados.model.model import Model
from parados.robot.reading import parse_robot

X, STILL = (0.0, 0.3), (0.0, 0.0)
FAR = (0.6, 0.3)
"""Pose beyond the reach of the left leg."""

STRETCHED = (-0.15 + 0.5, 0.0)
"""Pose at which the left leg is exactly straight in floating point."""

ALIGNED = (0.0, float(np.sqrt(0.25**2 - 0.1**2)))
"""Pose with elbows outside and both distal links on one horizontal line: P = (0, h), elbows at (+-0.25, h)."""


@cache
def robot() -> Robot:
    return Robot(parse_robot(FIVE_BAR)).checked()


@cache
def five_bar() -> Model:
    return robot().compile(backend="vm")


@cache
def quaternion_platform() -> Model:
    text = broken(GOUGH, ("orientation: ZYX", "orientation: quaternion"), ("1.2, 0, 0, 0]", "1.2, 1, 0, 0, 0]"))
    return Robot(parse_robot(text)).checked().compile(backend="vm")


@cache
def gough() -> Model:
    return Robot(parse_robot(GOUGH)).checked().compile(backend="vm")


@cache
def dualv() -> Model:
    return parados.load("dualv").compile(backend="vm")


Call = Callable[[], object]
Case = tuple[str, Call, type[Exception], tuple[str, ...]]

ARGUMENTS: list[Case] = [
    ("three of two", lambda: five_bar().inverse_kinematics([0, 0.3, 0]), InputError, ("x: shape (2,) or (N, 2) is expected [px, py], not (3,)",)),
    ("a number", lambda: five_bar().joints(0.3), InputError, ("x: shape (2,) or (N, 2) is expected [px, py], not ()",)),
    ("three axes", lambda: five_bar().pose(np.zeros((2, 2, 2))), InputError, ("x: shape (2,) or (N, 2) is expected", "not (2, 2, 2)")),
    ("rows of different length", lambda: five_bar().joints([[0, 0.3], [1]]), InputError, ("x: numbers are expected",)),
    ("rates", lambda: five_bar().joint_rates(X, [0]), InputError, ("xd: shape (2,) or (N, 2) is expected [px, py], not (1,)",)),
    ("accelerations", lambda: five_bar().regressor(X, STILL, [0]), InputError, ("xdd: shape (2,)",)),
    ("efforts", lambda: five_bar().forward_dynamics(X, STILL, [0, 0, 0]), InputError, ("tau: shape (2,) or (N, 2) is expected [q11, q21], not (3,)",)),
    ("joint positions", lambda: five_bar().forward_kinematics([0]), InputError, ("q: shape (2,) or (N, 2) is expected [q11, q21], not (1,)",)),
    ("guess", lambda: five_bar().forward_kinematics([1, 2], guess=[0]), InputError, ("shape (2,) or (N, 2) is expected [px, py], not (1,)",)),
    ("wrench", lambda: five_bar().inverse_dynamics(X, STILL, STILL, wrench=[1, 2]), InputError, ("wrench: shape (6,) or (N, 6) is expected [fx, fy, fz, mx, my, mz], not (2,)",)),
    ("overconstraint", lambda: dualv().inverse_dynamics([0, 0, 0], np.zeros(3), np.zeros(3), overconstraint=[1, 2]), InputError, ("overconstraint: shape (4,) or (N, 4) is expected [q11, q21, q31, q41], not (2,)",)),
    ("not a number", lambda: five_bar().joints([0, np.nan]), InputError, ("x[1]: nan is not a finite number",)),
    ("infinite in a stack", lambda: five_bar().joints([[0, 0.3], [0, np.inf]]), InputError, ("x[1, 1]: inf is not a finite number",)),
    ("infinite rate", lambda: five_bar().energy(X, [np.inf, 0]), InputError, ("xd[0]: inf is not a finite number",)),
    ("a word", lambda: five_bar().joints("home"), InputError, ("x: numbers are expected, not 'home'",)),
    ("words", lambda: five_bar().joints(["0", "0.3"]), InputError, ("x: numbers are expected, not ['0', '0.3']",)),
    ("truth values", lambda: five_bar().joints([True, False]), InputError, ("x: numbers are expected, not [True, False]",)),
    ("complex", lambda: five_bar().joints([1j, 0]), InputError, ("x: numbers are expected",)),
    ("stacks of different length", lambda: five_bar().bias(np.zeros((3, 2)), np.zeros((2, 2))), InputError, ("stacks must have the same number of rows: x has 3, xd has 2",)),
    ("quaternion", lambda: quaternion_platform().joints([0, 0, 1.2, 2, 0, 0, 0]), InputError, ("x: the quaternion w, x, y, z has the length 2; divide it by its length",)),
    ("quaternion in a stack", lambda: quaternion_platform().joints([[0, 0, 1.2, 1, 0, 0, 0], [0, 0, 1.2, 0.5, 0, 0, 0]]), InputError, ("x[1]: the quaternion w, x, y, z has the length 0.5",)),
    ("quantity", lambda: five_bar().kernel("torque"), UnknownNameError, ("kernel: 'torque' is not a quantity; use one of inverse_kinematics, joints",)),
    ("derivative of what", lambda: five_bar().derivatives("torque", wrt="x"), UnknownNameError, ("derivatives: 'torque' is not a quantity; use one of",)),
    ("derivative by what", lambda: five_bar().derivatives("inverse_dynamics", wrt="q"), InputError, ("wrt: 'q' is not known; use x, xd, xdd",)),
    ("derivative at what", lambda: five_bar().derivatives("inverse_dynamics", wrt="x")(X), InputError, ("the arguments x, xd, xdd are expected, each once: missing a required argument: 'xd'",)),
    ("space", lambda: five_bar().mass_matrix(X, space="joints"), InputError, ("space: 'joints' is not known; use platform, actuators",)),
    ("space of bias", lambda: five_bar().bias(X, STILL, space="world"), InputError, ("space: 'world' is not known; use platform, actuators",)),
    ("space of a redundant robot", lambda: dualv().mass_matrix([0, 0, 0], space="actuators"), InputError, ("this robot has 4 actuators and 3 degrees of freedom: use 'platform'",)),
    ("backend", lambda: robot().compile(backend="gpu"), InputError, ("backend: 'gpu' is not known; use auto, c, vm",)),
    ("solution", lambda: five_bar().inverse_dynamics(X, STILL, STILL, solution="best"), InputError, ("solution: 'best' is not known; use minimum-norm, book",)),
    ("joints", lambda: five_bar().joint_rates(X, STILL, joints="passive"), InputError, ("joints: 'passive' is not known; use actuated, all",)),
    ("link", lambda: five_bar().inverse_dynamics(X, STILL, STILL, link_wrenches={"q99": np.zeros(6)}), UnknownNameError, ("link_wrenches: 'q99' is not a joint; use q11, q12, q13, q21, q22",)),
    ("wrench on a link", lambda: five_bar().inverse_dynamics(X, STILL, STILL, link_wrenches={"q11": np.zeros(5)}), InputError, ("shape (6,) or (N, 6) is expected [fx, fy, fz, mx, my, mz], not (5,)",)),
    ("mode of one", lambda: five_bar().joints(X, mode=[1]), InputError, ("mode: one entry for each leg is expected (left, right), such as [1, 1], not [1]",)),
    ("mode of what", lambda: five_bar().joints(X, mode=[1, 2]), InputError, ("mode[1]: right has one choice (q21) and takes 1 or -1, not 2",)),
    ("half a mode", lambda: five_bar().joints(X, mode=[1, 0.5]), InputError, ("mode[1]: right has one choice (q21) and takes 1 or -1, not 0.5",)),
    ("mode as a word", lambda: five_bar().joints(X, mode="up"), InputError, ("mode: one entry for each leg is expected (left, right), such as [1, 1], not 'up'",)),
    ("negative payload", lambda: robot().with_payload(-1), InputError, ("with_payload: the mass -1 kg is negative",)),
    ("assembly modes of a stack", lambda: five_bar().assembly_modes([[1.0, 2.0]]), InputError, ("q: one state (2,) is expected here, not a stack",)),
]  # fmt: skip

STATES: list[Case] = [
    ("left leg too short", lambda: five_bar().inverse_kinematics(FAR), UnreachableError, ("left cannot reach x = [0.6, 0.3]", "mode [1, -1]")),
    ("right leg too short", lambda: five_bar().inverse_dynamics((-0.4, 0.3), STILL, STILL), UnreachableError, ("right cannot reach x = [-0.4, 0.3]",)),
    ("stretched leg, Type 1", lambda: five_bar().inverse_jacobian(STRETCHED), SingularConfigurationError, ("x = [0.35, 0.0] is singular", "smallest singular value of B is ", "Type 1")),
    ("stretched leg, efforts", lambda: five_bar().inverse_dynamics(STRETCHED, STILL, STILL), SingularConfigurationError, (" B is ", "Type 1")),
    ("aligned distal links, Type 2", lambda: five_bar().jacobian(ALIGNED), SingularConfigurationError, ("smallest singular value of A_r is ", "Type 2")),
    ("aligned distal links, efforts", lambda: five_bar().inverse_dynamics(ALIGNED, STILL, STILL), SingularConfigurationError, ("A_r", "Type 2", "violates the criterion (9.11)")),
    ("angles that degenerate", lambda: gough().jacobian([0, 0, 1.2, 0, np.pi / 2, 0]), SingularConfigurationError, ("angles, not of the robot",)),
    ("no assembly", lambda: five_bar().forward_kinematics([np.pi, 0]), AssemblyError, ("no pose with q = [3.141593, 0.0] was found from the guess [0.0, 0.3]",)),
    ("nearest of no assembly mode", lambda: five_bar().assembly_modes([np.pi, 0]).nearest(X), AssemblyError, ("nearest: no pose has these actuated joints",)),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "fragments"), [pytest.param(*c[1:], id=c[0]) for c in ARGUMENTS + STATES])
def test_invalid_call_is_rejected(call: Call, kind: type[Exception], fragments: tuple[str, ...]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(kind) as caught:
            call()
    assert type(caught.value) is kind
    assert isinstance(caught.value, parados.ParadosError | ValueError | ArithmeticError)
    check_message(str(caught.value), fragments)


def test_published_five_bar_is_singular_if_its_distal_links_are_aligned() -> None:
    """The five-bar of Briot & Khalil has d12 = 0.213, d13 = 0.1878, half base 0.14; the elbows are at +-0.1878, P between."""
    model = parados.load("five-bar").compile(backend="vm")
    x = [0.0, np.sqrt(0.213**2 - 0.0478**2)]
    with pytest.raises(SingularConfigurationError, match=r"A_r is .*Type 2"):
        model.jacobian(x)
    with pytest.raises(SingularConfigurationError, match=r"Type 2, A_r .* violates the criterion \(9\.11\) t_s\^T w_d = 0: its value is -?0\.00187 W"):
        model.inverse_dynamics(x, [0.1, 0], [1, 0])
    assert np.isfinite(model.inverse_jacobian(x)).all()  # it exists; its inverse does not


ROWS: list[tuple[str, Callable[[np.ndarray], np.ndarray], str]] = [
    ("inverse kinematics", lambda x: five_bar().inverse_kinematics(x), "left cannot reach x = [0.6, 0.3]"),
    ("joints", lambda x: five_bar().joints(x), "left cannot reach"),
    ("jacobian", lambda x: five_bar().jacobian(x), "left cannot reach"),
    ("inverse dynamics", lambda x: five_bar().inverse_dynamics(x, STILL, STILL), "left cannot reach"),
    ("mass matrix", lambda x: five_bar().mass_matrix(x), "left cannot reach"),
    ("energy", lambda x: five_bar().energy(x, STILL).total, "left cannot reach"),
]


@pytest.mark.parametrize(("call", "reason"), [pytest.param(*c[1:], id=c[0]) for c in ROWS])
def test_rows_of_a_stack_are_nan_with_one_warning(call: Callable[[np.ndarray], np.ndarray], reason: str) -> None:
    with pytest.warns(RuntimeWarning) as caught:
        result = call(np.array([X, FAR, X, (9.0, 9.0)]))
    assert len(caught) == 1
    check_message(str(caught[0].message), ("2 of 4 rows are NaN, the first is row 1: ", reason))
    bad = np.isnan(result.reshape(4, -1))
    assert bad[[1, 3]].all() and not bad[[0, 2]].any()


def test_singular_rows_of_a_stack_are_nan_with_one_warning() -> None:
    with pytest.warns(RuntimeWarning, match=r"1 of 3 rows are NaN, the first is row 2: .*A_r") as caught:
        result = five_bar().jacobian([X, X, ALIGNED])
    assert len(caught) == 1
    assert np.isnan(result[2]).all() and np.isfinite(result[:2]).all()


def test_rows_without_assembly_are_nan_with_one_warning() -> None:
    q = five_bar().inverse_kinematics(X)
    with pytest.warns(RuntimeWarning, match=r"1 of 2 rows are NaN, the first is row 1: no pose with q = ") as caught:
        x = five_bar().forward_kinematics([q, (np.pi, 0)])
    assert len(caught) == 1
    assert np.allclose(x[0], X) and np.isnan(x[1]).all()


def test_empty_stack_is_accepted() -> None:
    assert five_bar().inverse_kinematics(np.zeros((0, 2))).shape == (0, 2)


OTHER: list[tuple[str, Call, tuple[str, ...]]] = [
    ("payload of no number", lambda: robot().with_payload(np.nan), ("mass",)),
    ("payload as a word", lambda: robot().with_payload("heavy"), ("mass",)),
    ("payload at two numbers", lambda: robot().with_payload(1, com=[1, 2]), ("com", "3 numbers")),
    ("payload with two moments", lambda: robot().with_payload(1, inertia=[1, 2]), ("inertia",)),
    ("payload far away", lambda: robot().with_payload(1, com=[1e22, 0, 0]), ("with_payload: the inertia is that of a mass 1e+22 m", "round-off")),
    ("payload too heavy", lambda: robot().with_payload(9e29, com=[100, 0, 0]), ("with_payload: 9e+33 is too large to compute with",)),
    ("payload that no body has", lambda: robot().with_payload(1, inertia=[1, 2, 9]), ("inertia", "triangle")),
    ("load a number", lambda: parados.load(3), ("name", "path")),
    ("stacks of link wrenches", lambda: five_bar().inverse_dynamics([X] * 3, STILL, STILL, link_wrenches={"q11": np.zeros((2, 6)), "q12": np.zeros((3, 6))}), ("rows",)),
    ("link wrenches as a list", lambda: five_bar().inverse_dynamics(X, STILL, STILL, link_wrenches=[np.zeros(6)]), ("link_wrenches",)),
    ("derivative by what does not enter", lambda: five_bar().derivatives("inverse_kinematics", wrt="tau"), ("wrt", "use x")),
    ("overconstraint of a robot without", lambda: five_bar().inverse_dynamics(X, STILL, STILL, overconstraint=[1, 2]), ("overconstraint", "redundant")),
    ("negative tries", lambda: five_bar().assembly_modes([1.0, 2.0], tries=-1), ("tries",)),
    ("too many tries", lambda: five_bar().assembly_modes([1.0, 2.0], tries=10**9), ("tries",)),
    ("sign zero of assembly modes", lambda: five_bar().assembly_modes([1.0, 2.0]).select(sign=0), ("sign: +1 or -1 is expected, not 0",)),
    ("no assembly mode to draw", lambda: five_bar().assembly_modes([np.pi, 0]).draw(), ("draw: there is no pose to draw; no pose has these actuated joints",)),
]  # fmt: skip


@pytest.mark.parametrize(("call", "fragments"), [pytest.param(*c[1:], id=c[0]) for c in OTHER])
def test_other_invalid_call_is_rejected(call: Call, fragments: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as caught:
        call()
    check_message(str(caught.value), fragments)


def test_pose_with_a_stretched_leg_is_always_rejected() -> None:
    """Round-off decides whether a stretched leg just reaches the pose; in both cases the call must not return numbers."""
    for angle in np.linspace(0.1, 1.2, 50):
        with pytest.raises((SingularConfigurationError, UnreachableError)):
            five_bar().inverse_jacobian([-0.15 + 0.5 * np.cos(angle), 0.5 * np.sin(angle)])


@pytest.mark.parametrize("space", ["mass_matrix", "bias"])
def test_actuator_space_is_rejected_at_a_type_2_singularity(space) -> None:
    rates = [np.array([0.1, 0.2])] * (space == "bias")
    quantity = getattr(five_bar(), space)
    assert np.isfinite(quantity(ALIGNED, *rates)).all()
    with pytest.raises(SingularConfigurationError, match="A_r"):
        quantity(ALIGNED, *rates, space="actuators")
    with pytest.warns(RuntimeWarning, match=r"1 of 2 rows are NaN, the first is row 1: .*A_r") as caught:
        result = quantity([X, ALIGNED], *rates, space="actuators")
    assert len(caught) == 1 and caught[0].filename == __file__
    assert np.isfinite(result[0]).all() and np.isnan(result[1]).all()


def test_bias_in_actuator_space_takes_one_pose_and_many_rates() -> None:
    rates = np.array([[0.1, 0.2], [-0.3, 0.4], [0.0, 0.0]])
    each = [five_bar().bias(X, xd, space="actuators") for xd in rates]
    assert five_bar().bias(X, rates, space="actuators") == pytest.approx(np.array(each), rel=1e-12)


def test_actuator_space_gives_one_warning_for_a_stack() -> None:
    with pytest.warns(RuntimeWarning) as caught:
        five_bar().mass_matrix([X, FAR], space="actuators")
    assert len(caught) == 1
