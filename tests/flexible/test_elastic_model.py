"""Check the full model of a flexible robot at a state: identities, the model with multipliers, the linear and the rigid model."""

import pickle

import casadi as ca
import numpy as np
import pytest
from deformed import elastic, states
from scipy.linalg import eigh

import parados
from parados.errors import AssemblyError, InputError, RobotFileError, SingularConfigurationError
from parados.flexible.independent_closures import independent_closures
from parados.flexible.nonlinear import NonlinearModel
from parados.simulate.elastic_system import ElasticSystem, State

ROUND_OFF = 1e-9
"""Stiff beams: forces of 1e5 N and more cancel in the equations of motion."""

ROBOTS = ["dualemps", "five-bar-flexible", pytest.param("orthoglide-flexible", marks=pytest.mark.slow),
          pytest.param("navaro", marks=pytest.mark.slow)]  # fmt: skip


@pytest.fixture(scope="module", params=ROBOTS)
def own(request):
    return elastic(request.param)


def close(got, expected, scale=None):
    size = np.abs(expected).max() if scale is None else scale
    np.testing.assert_allclose(got, expected, rtol=0, atol=ROUND_OFF * max(size, 1e-12))


def with_multipliers(own, z):
    """Return the system that keeps all coordinates and adds multipliers, on closure rows of its own."""
    rest = own._evaluation.graphs.rest
    full = NonlinearModel(own.structure, independent_closures(own.structure, rest), rest=rest)
    return ElasticSystem(full, "vm")


def test_inverse_and_direct_problem_equal_the_model_with_multipliers(own):
    """(10.123) in independent coordinates against [M G^T; G 0] in all coordinates, with derivatives of the closures."""
    z, zd = states(own, 3)
    rng, n_a = np.random.default_rng(1), len(own.actuated)
    system, at = with_multipliers(own, z), State(np.zeros(3), z, zd)
    tau = rng.normal(size=n_a)
    zdd, _, _ = system.driven(efforts=lambda t, q, qd: tau).accelerations(at)
    close(own.accelerations(z, zd, own.forward_dynamics(z, zd, tau)), zdd)
    qdd_a = rng.normal(size=n_a)
    zdd, _, efforts = system.driven(
        motion=lambda t: (np.zeros((len(t), n_a)),) * 2 + (np.tile(qdd_a, (len(t), 1)),)
    ).accelerations(at)
    found = own.inverse_dynamics(z, zd, qdd_a)
    close(found.tau, efforts)
    close(own.accelerations(z, zd, np.hstack([np.tile(qdd_a, (3, 1)), found.qdd_c])), zdd)


def test_identities(own):
    """M is symmetric and positive, kinetic energy is qd^T M qd / 2, (10.123) from the parts of the tree, inverse o direct = 1."""
    z, zd = states(own, 2)
    at = own.equations(z, zd)
    places = [own.names.index(name) for name in own.independent]
    assert own.independent[: at.n_a] == own.actuated and set(own.independent).isdisjoint(own.dependent)
    close(at.M, np.swapaxes(at.M, 1, 2))
    assert np.linalg.eigvalsh(at.M).min() > 0
    for k in range(2):
        close(at.J[k] @ zd[k, places], zd[k])
        close(at.M[k], at.J[k].T @ at.M_tot[k] @ at.J[k])
        close(at.c[k], at.J[k].T @ (at.M_tot[k] @ at.b[k] + at.c_tot[k]))
        kinetic = NonlinearModel(own.structure, (), rest=own._evaluation.graphs.rest).report()(z[k], zd[k])[0]
        close(zd[k, places] @ at.M[k] @ zd[k, places] / 2, float(kinetic))
    tau = np.random.default_rng(2).normal(size=(2, at.n_a))
    qdd = own.forward_dynamics(z, zd, tau)
    back = own.inverse_dynamics(z, zd, qdd[:, : at.n_a])
    close(back.qdd_c, qdd[:, at.n_a :])
    close(back.tau, tau, np.abs(at.c).max())
    close(own.mass_matrix(z[0]), at.M[0])
    close(own.bias(z[0], zd[0]), at.c[0])
    close(at.M_aa, at.M[:, : at.n_a, : at.n_a])
    close(at.M_ac @ qdd[0, at.n_a :] + at.c_a, (at.M @ np.where(np.arange(len(places)) < at.n_a, 0, qdd[0]) + at.c)[:, : at.n_a])
    assert at.M_cc.shape[1:] == (len(places) - at.n_a,) * 2 and at.c_c.shape == (2, len(places) - at.n_a)


def test_power_equals_the_rate_of_the_energy():
    """tau . qd_a = d(kinetic + elastic + gravitational)/dt, with the exact derivative of the energies along the motion."""
    own = elastic("five-bar-flexible")
    z, zd = (part[0] for part in states(own, 1))
    tau = np.array([0.3, -0.2])
    zdd = own.accelerations(z, zd, own.forward_dynamics(z, zd, tau))
    report, at = NonlinearModel(own.structure, (), rest=own._evaluation.graphs.rest).report(), ca.SX.sym("at", 2 * len(z))
    energy = sum(report(at[: len(z)], at[len(z) :])[:3])
    slopes = ca.Function("slopes", [at], [ca.gradient(energy, at)])(np.concatenate([z, zd])).full().ravel()
    terms = slopes * np.concatenate([zd, zdd])
    power = tau @ zd[[own.names.index(name) for name in own.actuated]]
    close(terms.sum() - power, 0.0, np.abs(terms).max())


def test_frequencies_at_rest_equal_those_of_the_linear_model(own):
    """K_cc = J^T K_tot J and M_cc at the undeformed robot, (11.33)-(11.35), against the short graphs of `natural_frequencies`."""
    z = own.undeformed(own.model.survey.home)
    at = own.equations(z, np.zeros_like(z))
    K = (at.J.T @ at.K_tot @ at.J)[at.n_a :, at.n_a :]
    frequencies = np.sqrt(eigh(K, at.M_cc, eigvals_only=True)) / (2 * np.pi)
    np.testing.assert_allclose(frequencies, own.model.natural_frequencies(own.model.survey.home), rtol=ROUND_OFF)
    linear = own.model.elastic_matrices(own.model.survey.home)
    found = np.sqrt(eigh(linear.K_cc, linear.M_cc, eigvals_only=True)) / (2 * np.pi)
    np.testing.assert_allclose(found, frequencies, rtol=ROUND_OFF)
    assert linear.V.shape == (len(linear.names), len(linear.independent))
    assert own.model.elastic_matrices([own.model.survey.home] * 2).K_cc.shape == (2, *linear.K_cc.shape)


def test_elastic_actuators_on_rigid_links_equal_the_rigid_model():
    """(10.126): I_a and M_rigid, with M_rigid and c of the rigid robot in the space of the actuators."""
    spec = parados.load("five-bar").spec.model_dump(exclude_unset=True)
    for leg in spec["legs"]:
        for joint in leg["joints"]:
            if joint.get("active"):
                joint["stiffness"], joint["rotor"] = 800.0, 0.01
    model = parados.Robot(type(parados.load("five-bar").spec).model_validate(spec)).compile("vm")
    own, x, xd = model.elastic_model(friction=False), np.array([0.02, 0.27]), np.array([0.3, -0.4])
    z = own.undeformed(x)
    rigid = model.mass_matrix(x, space="actuators") - 0.01 * np.eye(2)
    order = [own.independent.index(name) for name in (*own.actuated, *[n.removesuffix(".motor") for n in own.actuated])]
    qd = np.zeros(len(own.independent))
    qd[order[:2]] = model.joint_rates(x, xd)
    at = own.equations(z, own.rates(z, qd))
    close(at.M[np.ix_(order, order)], np.block([[rigid + 0.01 * np.eye(2), rigid], [rigid, rigid]]))
    bias = model.bias(x, xd, space="actuators", friction=False)
    close(at.c[order], np.concatenate([bias, bias]))
    z[own.names.index(own.actuated[0])] += 1.5  # the legs do not meet any more
    with pytest.raises(AssemblyError, match="deform the robot less"):
        own.closed(z)


def test_friction_and_springs_of_the_file():
    own, rubbing = elastic("dualemps"), elastic("dualemps", True)
    z, zd = states(own, 1)
    extra = rubbing.bias(z, zd) - own.bias(z, zd)
    q11 = own.names.index("q11")
    expected = 250 * zd[0, q11] + 25 * np.tanh(zd[0, q11] / 1e-4)  # Table 10.2
    assert abs(extra[0, 0] - expected) < ROUND_OFF * abs(expected)
    viscous = own.model.elastic_model(friction="viscous")
    assert abs((viscous.bias(z, zd) - own.bias(z, zd))[0, 0] - 250 * zd[0, q11]) < ROUND_OFF * abs(expected)


def test_one_state_and_a_stack_agree_and_travel():
    own = elastic("dualemps")
    z, zd = states(own, 2)
    assert own.bias(z, zd).shape == (2, 11) and np.array_equal(own.bias(z[1], zd[1]), own.bias(z, zd)[1])
    assert own.undeformed([own.model.survey.home] * 3).shape == (3, 17)
    again = pickle.loads(pickle.dumps(own))
    assert np.array_equal(again.bias(z, zd), own.bias(z, zd))
    assert "b13.e1.dx" in own.summary() and "M_kk" in own.equations(z[0], zd[0]).summary()
    assert "2 states" in own.equations(z, zd).summary()
    assert "K_kk" in own.model.elastic_matrices(own.model.survey.home).summary()


def test_values_of_live_parameters():
    """A model with live parameters and a member of a family have the full model of the robot with these numbers."""
    live = parados.load("dualemps").compile("vm", live=["E", "l3"])
    own = live.elastic_model(friction=False, parameters={"E": 100e9})
    z = own.undeformed(live.survey.home)
    z[own.names.index("b13.e1.dx")] += 1e-5
    z = own.closed(z)
    member = parados.load("dualemps").with_parameters(E=100e9).compile("vm").elastic_model(friction=False)
    close(own.bias(z, 0 * z), member.bias(z, 0 * z))
    forces = elastic("dualemps").bias(z, 0 * z)  # E = 74 GPa, without gravity: all forces are elastic
    close(own.bias(z, 0 * z), forces * 100 / 74)
    with pytest.raises(InputError, match="one set of values is expected here"):
        live.elastic_model(parameters={"E": [1e11, 2e11]})
    stiff = live.elastic_matrices([live.survey.home] * 2, parameters={"E": [74e9, 148e9]}).K_cc
    close(stiff[1], 2 * stiff[0])


def test_open_loops_and_odd_rates_are_refused():
    own = elastic("dualemps")
    z, zd = states(own, 1)
    apart = z[0] + 1e-3
    with pytest.raises(InputError, match=r"z: the loops are open by .*closed\(z\) closes them"):
        own.bias(apart, 0 * apart)
    with pytest.raises(InputError, match=r"zd: the loops open with the rate .*rates\(z, qd\)"):
        own.bias(z[0], zd[0] + 1.0)
    with pytest.raises(InputError, match=r"z: shape \(17,\) or \(N, 17\)"):
        own.mass_matrix(z[0, :4])
    with pytest.raises(InputError, match="friction: 'dry' is not known"):
        own.model.elastic_model(friction="dry")
    with pytest.raises(RobotFileError, match="nothing is elastic"):
        parados.load("five-bar").compile("vm").elastic_model().mass_matrix(z)
    with pytest.raises(InputError, match="name: 'mass' is not known"):
        own.kernel("mass")


def test_parts_without_inertia_have_no_acceleration():
    own = elastic("dualemps")._evaluation
    z = elastic("dualemps").undeformed(elastic("dualemps").model.survey.home)
    with pytest.raises(SingularConfigurationError, match="a part without inertia is free to move"):
        own.solved(own.stack({"z": z}), np.zeros((1, 2, 2)), np.ones((1, 2)))
