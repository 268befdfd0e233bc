"""Compare the full model with the linear model, and check its derivatives."""

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from dual_emps import MODE, START, model, simulation
from scipy.linalg import eigh, null_space, orth

import parados
from parados.flexible.flexible_structure import flexible_structure
from parados.flexible.independent_closures import independent_closures
from parados.flexible.linear import LinearModel
from parados.flexible.nonlinear import NonlinearModel
from parados.simulate.start import undeformed
from parados.spatial.vectors import SX, Frame
from parados.topology.building import build_links
from parados.topology.tree import JointPosition

ROUND_OFF = 1e-11


@pytest.fixture(scope="module", params=["dualemps", "navaro"])
def linearised(request):
    """Return a structure without gravity, its undeformed configuration, and M, K, G of the full model there."""
    if request.param == "dualemps":
        robot, x, mode = model(), START, MODE
    else:
        robot, x, mode = parados.load("navaro").compile("vm"), [0.0, 0.0, 0.0], None
    structure = flexible_structure(build_links(robot.spec))
    structure = replace(structure, mechanism=replace(structure.mechanism, gravity=np.zeros(3)))
    z = undeformed(robot, structure, x, mode)
    full = NonlinearModel(structure, independent_closures(structure, z))
    state, still = full.symbols, np.zeros(len(z))
    names = ca.jacobian(full.forces, state[2]), ca.jacobian(full.forces, state[0]), full.G
    values = ca.Function("linearised", list(state), list(names))(z, still, still, np.zeros(len(full.rows)))
    return robot, x, mode, structure, z, [value.full() for value in values]


def own_axes(structure, z):
    """Return the transformation (n, n) from displacements of the platform along its axes, as in the linear model, to z."""
    T, last = np.eye(len(z)), z[structure.platform[-1]]
    own = list(structure.platform[:2])
    T[np.ix_(own, own)] = [[np.cos(last), -np.sin(last)], [np.sin(last), np.cos(last)]]
    return T


def test_linearisation_equals_the_linear_model(linearised):
    """Compare M and K by their entries, and the closures by the motions that they allow."""
    robot, x, mode, structure, z, (M, K, G) = linearised
    joints = [JointPosition.at(SX(q)) for q in z[list(structure.place_of)]]
    pose = robot.platform_frame(x, mode=mode)
    linear = LinearModel(structure, joints, Frame.constant(pose))
    M_linear, G_linear = (ca.evalf(part).full() for part in (linear.mass_matrix, linear.closures))
    T = own_axes(structure, z)
    np.testing.assert_allclose(T.T @ M @ T, M_linear, rtol=0, atol=ROUND_OFF * np.abs(M).max())
    np.testing.assert_allclose(K, linear.stiffness, rtol=0, atol=ROUND_OFF * np.abs(K).max())
    rows, rows_linear = orth((G @ T).T), orth(G_linear.T, rcond=1e-9)
    np.testing.assert_allclose(rows @ rows.T, rows_linear @ rows_linear.T, atol=ROUND_OFF)


def test_mass_matrix_is_positive_and_frequencies_equal_the_modal_model(linearised):
    """The mass matrix is symmetric, and positive definite on the motions that the closures allow."""
    robot, x, mode, structure, z, (M, K, G) = linearised
    np.testing.assert_allclose(M, M.T, rtol=0, atol=1e-14 * np.abs(M).max())
    V = null_space(G)
    assert np.linalg.eigvalsh(V.T @ M @ V).min() > 0
    free = np.setdiff1d(np.arange(len(z)), structure.mechanism.actuated)
    V = null_space(G[:, free])
    squares = eigh(V.T @ K[np.ix_(free, free)] @ V, V.T @ M[np.ix_(free, free)] @ V, eigvals_only=True)
    expected = robot.natural_frequencies(x, mode=mode)
    np.testing.assert_allclose(np.sqrt(squares) / (2 * np.pi), expected, rtol=1e-9)


def test_jacobians_equal_central_differences():
    system, rng, h = simulation().system, np.random.default_rng(4), 1e-6
    state = {name: rng.normal(size=system.model.size) for name in ("z", "zd", "zdd")}
    state["z"] = simulation().start + 1e-3 * state["z"]
    state["multipliers"] = rng.normal(size=len(system.model.rows))

    def residual(**change):
        out = system.kernels["residual"](1, {**state, **change})
        return np.concatenate([out["r"][0, :, 0], out["w"][0, :, 0]])

    exact = system.kernels["jacobians"](1, state)
    for name, derivative in (("z", "by_z"), ("zd", "by_zd")):
        steps = h * np.eye(system.model.size)
        by_differences = [(residual(**{name: state[name] + e}) - residual(**{name: state[name] - e})) / (2 * h) for e in steps]
        np.testing.assert_allclose(exact[derivative][0], np.array(by_differences).T, rtol=1e-6, atol=1e-3)


def test_closure_accelerations_equal_second_derivatives():
    system, t = simulation().system, SX.sym("t")
    rng = np.random.default_rng(5)
    z, zd, zdd = simulation().start, rng.normal(size=system.model.size), rng.normal(size=system.model.size)
    full = system.model
    path = z + zd * t + zdd * t**2 / 2
    g = ca.substitute(full.closures, full.symbols[0], path)
    second = ca.Function("second", [t], [ca.jacobian(ca.jacobian(g, t), t)])(0.0).full().ravel()
    out = system.kernels["residual"](1, {"z": z, "zd": zd, "zdd": zdd, "multipliers": np.zeros(len(full.rows))})
    np.testing.assert_allclose(out["w"][0, :, 0], second, rtol=1e-12, atol=1e-12)
