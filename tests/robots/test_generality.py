"""All models of many different robots: identities, and a comparison with `independent`. No code is specific to these robots."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import parados
from parados.model.model import Model

from .independent import (
    FIRST,
    OFFSETS,
    TIME_STEP,
    advance,
    closure_gaps,
    dynamics,
    platform_jacobian,
    rates_by_differences,
    relative_difference,
)
from .independent import (
    Path as Trajectory,
)

Array = NDArray[np.float64]

HERE = Path(__file__).parent
FILES = sorted(p.stem for p in HERE.glob("*.yaml"))
NEW = ["hexa", "3-rrr-parallelogram"]
SHIPPED = [name for name in parados.catalog() if not name.startswith("gough-stewart-fried") and name not in NEW]
"""The rest of the catalog. Robots whose inertias vary with the stroke are left out: these inertias are taken as constant at each
pose and do not conserve energy."""

QUICK = ["3-prs", "3-rps-tilt-torsion", "6-ups-quaternion", "four-bar", "navaro-cut-at-d"]
QUICK += ["planar-2-rrr-redundant", "planar-3-rrr-on-rail", "spherical-3-rrr", "five-bar-strut", "delta-shaft"]
QUICK += ["delta-sprung"]
"""Robots of `make test`: numeric geometry, prismatic drives, tilt and torsion, quaternions, one freedom, loops inside legs, both
redundancies, rotations alone, legs on other legs, articulated platforms, springs. The others are left to `make test-all`;
`test_screw_pitches.py` tests screws."""

EXACT = 1e-9  #: identities of the engine with itself, relative; round-off times the condition of the robots here
DIFFERENCES = 1e-6  #: against finite differences of order 8, relative


class State(NamedTuple):
    x: Array
    xd: Array
    xdd: Array


@cache
def compiled(name: str) -> Model:
    path = HERE / f"{name}.yaml"
    return parados.load(path if path.exists() else name).compile(backend="vm")


@cache
def states(name: str, count: int = 3) -> list[State]:
    """Return states in the middle of the workspace, within reach and away from singularities, with rates near 1."""
    model = compiled(name)
    rng = np.random.default_rng(5)
    survey, n = model.survey, model.mechanism.n_dof
    angles = np.array([label in ("a1", "a2", "a3", "wx", "wy", "wz") for label in model.labels["xd"]])
    found: list[State] = []
    half = (survey.upper - survey.lower) / 2
    centre = (survey.upper + survey.lower) / 2
    for _ in range(50):
        move = 0.7 * half * rng.uniform(-1, 1, n)
        x = advance(model, survey.home, move) if model.mechanism.platform.is_quaternion else centre + move
        rates = [rng.normal(0, np.where(angles, 0.5, 0.2), n) for _ in range(2)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            J = model.inverse_jacobian(x[None])[0]
        if np.isfinite(J).all() and np.linalg.cond(J) < 1e4:
            found.append(State(x, *rates))
        if len(found) == count:
            return found
    raise AssertionError(f"{name}: only {len(found)} of 50 drawn poses can be used")


def _param(robot: str) -> object:
    return pytest.param(robot, marks=[] if robot in QUICK else [pytest.mark.slow])


@pytest.fixture(scope="module", params=[_param(robot) for robot in (*FILES, *NEW, *SHIPPED)])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def model(name: str) -> Model:
    return compiled(name)


def some_modes(model: Model) -> list[tuple[int, ...]]:
    modes = model.working_modes()
    rng = np.random.default_rng(3)
    return modes if len(modes) <= 16 else [modes[k] for k in rng.choice(len(modes), 16, replace=False)]


def test_every_working_mode_closes_the_loops(name: str, model: Model) -> None:
    reached = 0
    for mode in some_modes(model):
        for state in states(name):
            try:
                gaps = closure_gaps(model.spec, model, state.x, mode)
            except parados.errors.UnreachableError:
                continue
            reached += 1
            assert max(gaps.values()) < 1e-10, (mode, gaps)
    assert reached


def test_angles_of_single_states_are_principal_values(name: str, model: Model) -> None:
    """Joints of x, joints of couplings and screws keep their whole turns."""
    free = model.mechanism.periodic & ~np.isin(np.arange(len(model.joint_names)), model.mechanism.joints_in_x)
    x = np.array([state.x for state in states(name, 8)])
    for mode in some_modes(model):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            q = model.joints(x, mode=mode)[:, free]
        assert np.nanmax(np.abs(q), initial=0.0) <= np.pi


def test_forward_kinematics_undoes_the_inverse(name: str, model: Model) -> None:
    for x, xd, _ in states(name):
        q = model.inverse_kinematics(x)
        again = model.forward_kinematics(q, guess=advance(model, x, 0.02 * xd))
        assert np.abs(again - x).max() < 1e-9


def test_joint_rates_and_accelerations_are_derivatives(name: str, model: Model) -> None:
    for x, xd, xdd in states(name):
        qd, qdd = rates_by_differences(model, x, xd, xdd)
        assert relative_difference(model.joint_rates(x, xd, joints="all"), qd) < DIFFERENCES
        assert relative_difference(model.joint_accelerations(x, xd, xdd, joints="all"), qdd) < DIFFERENCES


def test_efforts_and_ground_reaction_agree_with_link_poses(name: str, model: Model) -> None:
    for x, xd, xdd in states(name):
        wanted = dynamics(model, x, xd, xdd)
        tau = model.inverse_dynamics(x, xd, xdd, friction=False)
        assert relative_difference(model.inverse_jacobian(x).T @ tau, wanted.force) < DIFFERENCES
        if not model.spec.identified:
            assert relative_difference(model.ground_reaction(x, xd, xdd), wanted.ground) < DIFFERENCES


def test_a_wrench_adds_its_virtual_power_to_the_efforts(name: str, model: Model) -> None:
    wrench = np.array([3.0, -2.0, 5.0, 0.4, 0.7, -0.3])
    for x, xd, xdd in states(name):
        more = model.inverse_dynamics(x, xd, xdd, wrench=wrench) - model.inverse_dynamics(x, xd, xdd)
        wanted = -platform_jacobian(model, x).T @ wrench
        assert relative_difference(model.inverse_jacobian(x).T @ more, wanted) < DIFFERENCES


def test_forward_dynamics_undoes_the_inverse(name: str, model: Model) -> None:
    wrench = np.array([3.0, -2.0, 5.0, 0.4, 0.7, -0.3])
    for x, xd, xdd in states(name):
        tau = model.inverse_dynamics(x, xd, xdd, wrench=wrench)
        assert relative_difference(model.forward_dynamics(x, xd, tau, wrench=wrench), xdd) < EXACT * 100


def test_mass_matrix_is_symmetric_positive_definite(name: str, model: Model) -> None:
    for x, xd, xdd in states(name):
        M = model.mass_matrix(x)
        assert relative_difference(M, M.T) < EXACT
        if not model.spec.identified:
            assert np.linalg.eigvalsh((M + M.T) / 2)[0] > 0
        force = model.inverse_jacobian(x).T @ model.inverse_dynamics(x, xd, xdd)
        assert relative_difference(M @ xdd + model.bias(x, xd), force) < EXACT
        kinetic = model.energy(x, xd).kinetic
        assert abs(xd @ M @ xd / 2 - kinetic) < EXACT * abs(kinetic)


def test_energy_changes_by_the_power_of_the_actuators(name: str, model: Model) -> None:
    for x, xd, xdd in states(name):
        path = Trajectory(x, xd, xdd)
        times = TIME_STEP * OFFSETS
        xs, xds = ([f(model, t) for t in times] for f in (path.at, path.velocity))
        energy = model.energy(np.array(xs), np.array(xds)).total
        power = model.inverse_dynamics(x, xd, xdd, friction=False) @ model.joint_rates(x, xd)
        power -= model.dissipated_power(x, xd, friction=False)  # in dampers of springs
        scale = max(abs(power), float(np.abs(energy).max()))
        assert abs(FIRST @ energy / TIME_STEP - power) < DIFFERENCES * scale


def test_friction_dissipates_energy(name: str, model: Model) -> None:
    for x, xd, xdd in states(name):
        more = model.inverse_dynamics(x, xd, xdd) - model.inverse_dynamics(x, xd, xdd, friction=False)
        lost = model.dissipated_power(x, xd) - model.dissipated_power(x, xd, friction=False)
        assert abs(more @ model.joint_rates(x, xd) - lost) < EXACT * max(1.0, abs(lost))
        if not any(joint.friction.f0 for joint in model.mechanism.joints):  # an offset may push as well
            assert lost >= -1e-9


def test_efforts_are_linear_in_the_parameters(name: str, model: Model) -> None:
    for x, xd, xdd in states(name):
        tau = model.inverse_dynamics(x, xd, xdd)
        assert relative_difference(model.regressor(x, xd, xdd) @ model.parameters, tau) < EXACT


def test_derivative_by_x_agrees_with_finite_differences(name: str, model: Model) -> None:
    """Differences are taken along motions of the platform, so that a quaternion keeps unit length."""
    x, xd, xdd = states(name)[0]
    slope = model.derivatives("inverse_dynamics", wrt="x")(x, xd, xdd)
    step, units = 3e-4, np.eye(model.mechanism.n_dof)
    along = np.array([[advance(model, x, step * k * unit) for k in OFFSETS] for unit in units])
    tau = np.array([model.inverse_dynamics(line, np.tile(xd, (len(line), 1)), np.tile(xdd, (len(line), 1))) for line in along])
    found = np.array([slope @ (FIRST @ line / step) for line in along])
    wanted = np.array([FIRST @ line / step for line in tau])
    assert relative_difference(found, wanted) < DIFFERENCES


def test_a_stack_gives_the_results_of_its_rows(name: str, model: Model) -> None:
    x, xd, xdd = (np.array(part) for part in zip(*states(name), strict=True))
    tau = model.inverse_dynamics(x, xd, xdd)
    rows = np.array([model.inverse_dynamics(*state) for state in states(name)])
    assert relative_difference(tau, rows) < (1e-12 if model.survey.geometry.is_closed_form else EXACT)
    assert model.link_frames(x).shape == (len(x), len(model.joint_names), 4, 4)
    assert model.jacobian(x).shape == (len(x), model.mechanism.n_dof, len(model.actuated_names))
