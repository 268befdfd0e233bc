"""The corrected model of Fried et al., compared with the reference cases, the engine and identities of the paper."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import parados
from parados.errors import InputError
from parados.graph.c_source import operations
from parados.sources.fried_gough_stewart.model import FriedGoughStewart, FriedParameters, ParallelFried

AGREEMENT = 1e-12
"""Largest difference relative to the largest entry, for two derivations in double precision and a 6 x 6 linear system."""

DATA = Path(__file__).parents[1] / "oracle" / "data"
ROBOTS = {"gough-stewart-fried": FriedParameters(), "gough-stewart-fried-constant": FriedParameters.constant()}

AT_MOST = {
    "inverse_kinematics": 138,
    "inverse_jacobian": 210,
    "velocities": 394,
    "accelerations": 763,
    "inverse_dynamics": 2340,
    "coordinate_force": 1741,
    "inertia": 1808,
    "ground_wrench": 1865,
}
"""Operation counts of our functions today; the paper prints none."""


@pytest.fixture(scope="module")
def formulations():
    return {name: FriedGoughStewart(parameters) for name, parameters in ROBOTS.items()}


@cache
def functions_of(formulation):
    return formulation.functions()


def _numbers(result):
    return [part.full() for part in (result if isinstance(result, tuple | list) else [result])]


def ask(functions, x, xd, xdd):
    """Compute all quantities of the reference and of the engine by functions of X = [angles, position]."""
    X, Xd, Xdd = np.roll(x, 3), np.roll(xd, 3), np.roll(xdd, 3)

    def value(name):
        f = functions[name]
        return _numbers(f(*(X, Xd, Xdd)[: f.n_in()]))

    (Q,), (_, Qd), (_, Qdd), (E, *_) = map(value, ("segment_coordinates", "velocities", "accelerations", "platform"))
    J_inv = value("inverse_jacobian")[0]
    kinetic, potential = value("energy")
    E_x = np.block([[np.zeros((3, 3)), E], [np.eye(3), np.zeros((3, 3))]])  # V = E_x xd
    return {
        "q": Q[0],
        "qd": Qd[0],
        "qdd": Qdd[0],
        "passive": Q[1:].T.ravel(),
        "passive_d": Qd[1:].T.ravel(),
        "passive_dd": Qdd[1:].T.ravel(),
        "tau": value("inverse_dynamics")[0].ravel(),
        "tau_frictionless": value("inverse_dynamics")[0].ravel(),
        "platform_force": np.roll(value("coordinate_force")[0].ravel(), 3),
        "kinetic": kinetic.item(),
        "potential": potential.item(),
        "inverse_jacobian": J_inv @ E_x,
        "ground_wrench": value("ground_wrench")[0].ravel(),
        "mass_matrix": E_x.T @ value("inertia")[0] @ E_x,
    }


@pytest.mark.parametrize("name", ROBOTS)
def test_model_equals_the_reference(name, formulations, off, record_property):
    data, functions, worst = json.loads((DATA / f"{name}.json").read_text()), functions_of(formulations[name]), 0.0
    assert len(data["cases"]) == 16 and not data["cases_modes"]
    for case in data["cases"]:
        got = ask(functions, case["x"], case["xd"], case["xdd"])
        fields = set(case) - {"x", "xd", "xdd", "mode"}
        assert fields <= set(got)
        worst = max(worst, *(off(got[field], case[field], scale=0.0) for field in fields))
    record_property("relative difference of fried_gough_stewart to the reference", worst)
    assert worst < AGREEMENT


def _engine(m, s):
    energy = m.energy(s.x, s.xd)
    return {
        "q": m.inverse_kinematics(s.x),
        "qd": m.joint_rates(s.x, s.xd),
        "qdd": m.joint_accelerations(s.x, s.xd, s.xdd),
        "tau": m.inverse_dynamics(s.x, s.xd, s.xdd),
        "platform_force": m.platform_force(s.x, s.xd, s.xdd),
        "kinetic": energy.kinetic,
        "potential": energy.potential,
        "inverse_jacobian": m.inverse_jacobian(s.x),
        "ground_wrench": m.ground_reaction(s.x, s.xd, s.xdd),
        "mass_matrix": m.mass_matrix(s.x),
    }


@pytest.mark.parametrize("name", ROBOTS)
def test_model_equals_the_engine(name, formulations, model, some_states, off):
    functions = functions_of(formulations[name])
    for state in some_states(name, 25):
        got = ask(functions, *state)
        for field, expected in _engine(model(name), state).items():
            assert off(got[field], expected) < AGREEMENT, field


def test_model_equals_the_engine_with_fat_links_and_an_eccentric_platform(tmp_path, some_states, off):
    """With these parameters the spin of the legs and G != C have an effect."""
    text = (resources.files("parados") / "robots" / "gough-stewart-fried-constant.yaml").read_text()
    text = text.replace("link: {mass: mp, ", "link: {mass: mp, com: [0.03, -0.02, 0.04], ")
    text = text.replace("[I1x, I1, I1]", "[0.03, 0.04, 0.05]").replace("[I2, I2, I2x]", "[I2, I2, 0.007]")
    path = tmp_path / "fat.yaml"
    path.write_text(text)
    engine = parados.load(path).compile("vm")
    p = FriedParameters(a=3.945e-3, I_C1=(0.03, 0.04, 0.05), I_C2_x=0.007, CG=np.array([0.03, -0.02, 0.04]))
    functions = FriedGoughStewart(p).functions()
    for state in some_states("gough-stewart-fried-constant", 10):
        got = ask(functions, *state)
        for field, expected in _engine(engine, state).items():
            assert off(got[field], expected) < AGREEMENT, field


@pytest.fixture(scope="module")
def segments(formulations):
    """Return the matrices of all segments in all reference cases."""
    cases = json.loads((DATA / "gough-stewart-fried.json").read_text())["cases"]
    functions = functions_of(formulations["gough-stewart-fried"])
    found = []
    for case in cases:
        X, Xd, Xdd = (np.roll(case[key], 3) for key in ("x", "xd", "xdd"))
        V, _ = functions["velocities"](X, Xd)
        V_dot, _ = functions["accelerations"](X, Xd, Xdd)
        for i in range(6):
            out = {key: value.full() for key, value in functions[f"segment{i + 1}"](X=X, Xd=Xd, Xdd=Xdd).items()}
            found.append(out | {"V": V.full(), "V_dot": V_dot.full(), "Gamma_i": case["tau"][i]})
    return found


def test_free_and_blocked_directions_are_orthogonal(segments):
    for s in segments:
        H, W = s["H"], s["W"]
        assert np.allclose(W.T @ H, 0, atol=1e-15)
        assert np.allclose(H @ H.T + W @ W.T, np.eye(12), atol=1e-15)
        assert np.allclose(H.T @ H, np.eye(3), atol=1e-15)
        assert np.allclose(W.T @ W, np.eye(9), atol=1e-15)


def test_matrices_equal_their_factorised_forms(segments, off):
    for s in segments:
        assert np.array_equal(s["P"] @ s["P_inv"], np.eye(12))
        assert off(s["J_B"], s["beta_i"] @ np.linalg.inv(s["P"]).T @ s["H"]) < AGREEMENT  # (21)
        assert off(s["J_B"][3:], s["J_v"]) < AGREEMENT  # (24)
        assert off(s["J_v"] @ s["J_v_inv"], np.eye(3)) < AGREEMENT
        assert off(s["M"], s["H"].T @ s["P_inv"] @ s["inertia"] @ s["P_inv"].T @ s["H"]) < AGREEMENT  # (73)
        assert np.linalg.eigvalsh(s["M"]).min() > 0


def test_kinematics_equal_the_printed_matrix_products(segments, off):
    for s in segments:
        assert off(s["Qd"], s["J_v_inv"] @ s["B"] @ s["V"]) < AGREEMENT  # (41)
        assert off(s["Qdd"], s["J_v_inv"] @ (s["B"] @ s["V_dot"] + s["A"] @ s["V"])) < AGREEMENT  # (53), (54)
        assert off(s["D"], s["M"] @ s["Qdd"] + s["CG_i"]) < AGREEMENT  # (87)


def test_only_the_prismatic_joint_is_actuated(segments, off):
    """The joint forces projected on the free directions are the actuator force only, (61), (70)."""
    for s in segments:
        assert off(s["H"].T @ s["joint_forces"], [[s["Gamma_i"]], [0], [0]], np.abs(s["joint_forces"]).max()) < AGREEMENT


def test_contact_forces_carry_the_platform(formulations, off):
    """The contact forces give the wrench of the platform, (89)."""
    formulation = formulations["gough-stewart-fried"]
    forces = ca.horzsplit(formulation.contact_forces)
    total = sum(ca.vertcat(ca.cross(s.CB, f), f) for s, f in zip(formulation.segments, forces, strict=True))
    f = ca.Function("sum", [formulation.X, formulation.Xd, formulation.Xdd], [total, formulation.platform.F])
    rng = np.random.default_rng(3)
    for _ in range(10):
        X = np.concatenate([rng.uniform(-0.3, 0.3, 3), rng.uniform(-0.1, 0.1, 2), [1.0]])
        got, expected = _numbers(f(X, rng.uniform(-1, 1, 6), rng.uniform(-2, 2, 6)))
        assert off(got, expected) < AGREEMENT


def test_equation_51_is_the_tilde_of_omega(formulations, off):
    p = formulations["gough-stewart-fried"].platform
    a, b, g = (ca.skew(ca.SX.eye(3)[:, k] * p.Xd[k]) for k in range(3))
    printed = a + p.R_alpha @ b @ p.R_alpha.T + p.R_alpha @ p.R_beta @ g @ p.R_beta.T @ p.R_alpha.T
    f = ca.Function(
        "f", [p.X, p.Xd], [ca.densify(printed), ca.densify(p.R_abg), ca.jtimes(ca.vec(p.R), p.X, p.Xd), ca.vec(p.R_abg @ p.R)]
    )
    got, expected, R_dot, product = _numbers(f([0.3, -0.2, 0.5, 0, 0, 1], [1, 2, -3, 0, 0, 0]))
    assert off(got, expected) < AGREEMENT
    assert off(R_dot, product) < AGREEMENT


def test_operation_counts_do_not_grow(formulations):
    functions = functions_of(formulations["gough-stewart-fried"])
    counts = {name: sum(operations(functions[name]).values()) for name in AT_MOST}
    assert all(counts[name] <= AT_MOST[name] for name in AT_MOST), counts


def test_example_of_the_page_runs(capsys):
    page = (Path(__file__).parents[2] / "docs" / "formulations" / "fried_gough_stewart.md").read_text()
    exec(page.split("```python")[1].split("```")[0], {})
    assert "15.8134" in capsys.readouterr().out


def test_efforts_and_constraints_make_up_the_force(segments, off):
    """F_T and F_S of (61), (70) are the parts of F_i along H and W; the complete forces have the motor along the leg alone."""
    for s in segments:
        simplified = s["H"] @ s["F_T"] + s["W"] @ s["F_S"]  # (61)
        V_dot = s["P_inv"].T @ s["H"] @ s["Qdd"]  # (59)
        assert off(simplified, s["P_inv"] @ s["inertia"] @ V_dot) < AGREEMENT  # (60)
        assert off(s["F_T"], s["M"] @ s["Qdd"]) < AGREEMENT  # (72)
        assert off(s["joint_efforts"].ravel(), [s["Gamma_i"], 0, 0]) < AGREEMENT
        assert off(s["H"] @ s["joint_efforts"] + s["W"] @ s["joint_reactions"], s["joint_forces"]) < AGREEMENT


def test_leg_functions_cost_what_a_leg_costs(formulations):
    """The six legs, the platform and the 6 x 6 system cost little more than the whole robot, where they share the rotation."""
    functions = functions_of(formulations["gough-stewart-fried"])
    costs = [sum(operations(functions[f"leg{i}"]).values()) for i in range(1, 7)]
    assert costs == [317] * 6
    assert ParallelFried(backend="vm").operations == {"platform": 156, "leg": 317, "assembly": 699, "path": 1016}


@pytest.mark.parametrize("workers", [None, 1, 3])
def test_legs_in_parallel_give_the_same_forces(workers, off):
    cases = json.loads((DATA / "gough-stewart-fried.json").read_text())["cases"]
    states = [np.array([np.roll(case[key], 3) for case in cases]) for key in ("x", "xd", "xdd")]
    assert off(parallel()(*states, workers=workers), [case["tau"] for case in cases]) < AGREEMENT


@cache
def parallel():
    return ParallelFried(backend="vm")


def test_parallel_evaluation_rejects_odd_stacks():
    X = np.zeros((4, 6))
    with pytest.raises(InputError, match=r"Xd: shape \(3, 6\); X, Xd and Xdd are stacks of states with the same shape"):
        parallel()(X, X[:3], X)
    with pytest.raises(InputError, match="workers: a whole number from 1 to 6 is expected, not 0"):
        parallel()(X, X, X, workers=0)
