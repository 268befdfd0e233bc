"""The Delta robot of Falezza et al., compared with the reference cases, the engine and Lagrange's equations."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import parados
from parados.graph.c_source import operations
from parados.graph.kernel import Kernel
from parados.graph.tape import Tape
from parados.sources.falezza_delta.model import CompleteModel, DeltaParameters, FalezzaDelta, PassiveAngles
from parados.sources.falezza_delta.model.delta_dynamics import cramer

ROUND_OFF = 1e-12
"""Largest relative difference of two correct derivations in double precision."""

DATA = Path(__file__).parents[1] / "oracle" / "data"
ROBOTS = {"delta-d3-1200": DeltaParameters(), "delta-d3-1200-simplified": DeltaParameters().simplified()}
OUTSIDE = np.array([-1.0, -1.0, -1.0])
NOTHING = np.zeros(3)

PRINTED = {
    "simplified": {"+": 50, "-": 27, "*": 79, "/": 6, "sin": 7, "cos": 9},
    "complete": {"+": 669, "-": 477, "*": 2029, "/": 2016, "sin": 12, "cos": 15},
}
"""Printed operation counts of Table 6."""

TOTALS = {"simplified": 110, "complete": 170, "simplified_inverse_dynamics": 248, "inverse_dynamics": 308}
"""Operation counts of our functions today; they must not grow."""


def cases(name):
    data = json.loads((DATA / f"{name}.json").read_text())
    return [{k: np.array(v) for k, v in case.items()} for case in [*data["cases"], *data["cases_modes"]]]


def flat(value):
    return np.asarray(value).squeeze()


@pytest.fixture(scope="module")
def delta():
    return {name: FalezzaDelta(p).functions() for name, p in ROBOTS.items()}


def angle_between(got, expected):
    return np.abs((got - expected + np.pi) % (2 * np.pi) - np.pi).max()


@pytest.mark.parametrize("name", ROBOTS)
def test_kinematics_equal_the_reference(name, delta, off):
    f = delta[name]
    for case in cases(name):
        theta, theta_d, theta_dd = map(flat, f["joint_motion"](case["x"], case["xd"], case["xdd"], case["mode"]))
        assert angle_between(theta, case["q"]) < ROUND_OFF
        assert off(theta_d, case["qd"]) < ROUND_OFF
        assert off(theta_dd, case["qdd"]) < ROUND_OFF
        assert off(flat(f["inverse_jacobian"](case["x"], case["mode"])), case["inverse_jacobian"]) < ROUND_OFF
        assert angle_between(flat(f["inverse_geometry"](case["x"], case["mode"])), case["q"]) < ROUND_OFF


def test_passive_angles_equal_the_reference(delta, off):
    for case in cases("delta-d3-1200"):
        values = list(map(flat, delta["delta-d3-1200"]["passive_angles"](case["x"], case["xd"], case["xdd"], case["mode"])))
        angles, rates, accelerations = (np.column_stack(values[k : k + 2]).ravel() for k in (0, 2, 4))
        assert angle_between(angles, case["passive"]) < ROUND_OFF
        assert off(rates, case["passive_d"]) < ROUND_OFF
        assert off(accelerations, case["passive_dd"]) < ROUND_OFF


@pytest.mark.parametrize("name", ROBOTS)
def test_dynamics_equal_the_reference(name, delta, off, record_property):
    """In the second file the complete model has the parameters of A1 and A2, since M_s is a special case of M_f."""
    f, worst = delta[name], 0.0
    for case in cases(name):
        x, xd, xdd, mode = (case[k] for k in ("x", "xd", "xdd", "mode"))
        kinetic, potential = f["energy"](x, xd, mode)
        pairs = [
            (f["inverse_dynamics"](x, xd, xdd, NOTHING, mode), case["tau"]),
            (f["complete"](x, xd, xdd, case["q"], case["qd"], case["qdd"], NOTHING), case["tau"]),
            (f["platform_force"](x, xd, xdd, NOTHING, mode), case["platform_force"]),
            (f["forward_dynamics"](x, xd, case["tau"], NOTHING, mode), xdd),
            (kinetic, case["kinetic"]),
            (potential, case["potential"]),
        ]
        worst = max([worst, *[off(flat(got), expected) for got, expected in pairs]])
    record_property("relative difference to the reference", worst)
    assert worst < ROUND_OFF


def test_simplified_model_equals_the_reference(delta, off):
    f = delta["delta-d3-1200"]
    for case in cases("delta-d3-1200-simplified"):
        given = flat(f["simplified"](case["x"], case["q"], case["xdd"], case["qdd"], NOTHING))
        closed = flat(f["simplified_inverse_dynamics"](case["x"], case["xd"], case["xdd"], NOTHING, case["mode"]))
        assert off(given, case["tau"]) < ROUND_OFF
        assert off(closed, case["tau"]) < ROUND_OFF


@pytest.mark.parametrize("name", ROBOTS)
def test_model_equals_the_engine_with_an_external_force(name, delta, model, some_states, off):
    f, m, rng = delta[name], model(name), np.random.default_rng(3)
    for x, xd, xdd in some_states(name, 20):
        force = rng.uniform(-30, 30, 3)
        tau = m.inverse_dynamics(x, xd, xdd, wrench=[*force, 0, 0, 0])
        assert off(flat(f["inverse_dynamics"](x, xd, xdd, force, OUTSIDE)), tau) < ROUND_OFF
        assert off(flat(f["forward_dynamics"](x, xd, tau, force, OUTSIDE)), xdd) < 10 * ROUND_OFF
        assert off(flat(f["mass_matrix"](x, OUTSIDE)), m.mass_matrix(x)) < ROUND_OFF
        if name.endswith("simplified"):
            ours = delta["delta-d3-1200"]["simplified_inverse_dynamics"](x, xd, xdd, force, OUTSIDE)
            assert off(flat(ours), tau) < ROUND_OFF


def test_model_equals_the_engine_with_rotors_and_other_rods(tmp_path, some_states, off):
    """The robot has rotors with gears, and rods with the centre of mass at 0.4 l2 and another inertia."""
    text = (files("parados") / "robots" / "delta-d3-1200.yaml").read_text()
    text = text.replace("active: true,", "active: true, rotor: 0.03*k_r**2,").replace("parameters:", "parameters:\n  k_r: 1.5")
    text = text.replace(
        "com: [l2/2, 0, 0], inertia: [0, m2*l2**2/12, m2*l2**2/12]", "com: [0.4*l2, 0, 0], inertia: [0, 0.02, 0.02]"
    )
    path = tmp_path / "delta-other.yaml"
    path.write_text(text)
    m = parados.load(path).compile()
    f = FalezzaDelta(DeltaParameters(I3=0.03, k_r=1.5, a2=0.36, I2=0.02)).functions()
    for x, xd, xdd in some_states("delta-d3-1200", 10):
        tau = m.inverse_dynamics(x, xd, xdd)
        assert off(flat(f["inverse_dynamics"](x, xd, xdd, NOTHING, OUTSIDE)), tau) < ROUND_OFF
        assert off(flat(f["energy"](x, xd, OUTSIDE)[0]), m.energy(x, xd).kinetic) < ROUND_OFF


def lagrange(model, T, V):
    """Return b and the rows of theta of (29) and (30), by differentiation of the energies T and V of a robot."""
    s = model.symbols
    q, q_d, q_dd = (ca.vertcat(s[f"x{k}"], s[f"theta{k}"]) for k in ("", "d", "dd"))
    momentum = ca.gradient(T, q_d)
    rows = ca.jacobian(momentum, q) @ q_d + ca.jacobian(momentum, q_d) @ q_dd - ca.gradient(T, q) + ca.gradient(V, q)
    return rows[:3], rows[3:]


def measured_case(case):
    return [case[k] for k in ("x", "xd", "xdd", "q", "qd", "qdd")] + [NOTHING]


MEASURED = "x xd xdd theta thetad thetadd h_ext"


def test_terms_equal_those_of_lagrange(off):
    """Each of b, n, c and g agrees, not only their sum."""
    delta = FalezzaDelta()
    m, s = delta.complete(measured=True), delta.symbols
    b, rows = lagrange(delta, m.T, m.V)
    ours = {"b": m.b, "n": m.n, "c": m.c, "g": m.g, "sum": m.n_plus_c + m.g}
    theirs = {"b": b, "c": -ca.gradient(m.T, s["theta"]), "g": ca.gradient(m.V, s["theta"]), "sum": rows}
    f, g = delta.function("ours", MEASURED, ours), delta.function("theirs", MEASURED, theirs)
    for case in cases("delta-d3-1200"):
        b, n, c, weight, total = map(flat, f(*measured_case(case)))
        expected = list(map(flat, g(*measured_case(case))))
        assert off(b, expected[0]) < ROUND_OFF
        assert off(n, expected[3] - expected[1] - expected[2]) < ROUND_OFF
        assert off(c, expected[1]) < ROUND_OFF
        assert off(weight, expected[2]) < ROUND_OFF
        assert off(total, expected[3]) < ROUND_OFF


def test_passive_angles_give_the_same_torques(off):
    """The corrected (6)-(11) are differentiated, as in (19)-(28) of the paper."""
    delta = FalezzaDelta()
    p, s, m = delta.parameters, delta.symbols, delta.complete(measured=True)
    rods = PassiveAngles(delta.measured, s["xd"], s["thetad"], s["xdd"], s["thetadd"])
    T = p.m0 / 2 * ca.sumsqr(s["xd"]) + (p.m1 * p.a1**2 + p.I1) / 2 * ca.sumsqr(s["thetad"]) + rods.T_2
    V = p.g * (p.m0 * s["x"][2] + ca.sum2(p.m1 * m.pose.arm_centres[2, :] + p.m2 * rods.centres[2, :]))
    b, rows = lagrange(delta, T, V)
    f = delta.function("f", MEASURED, {"tau": rows - m.pose.K @ cramer(m.pose.A, b), "T": T - m.T, "V": V - m.V})
    for case in cases("delta-d3-1200"):
        tau, kinetic, potential = f(*measured_case(case))
        assert off(flat(tau), case["tau"]) < ROUND_OFF
        assert abs(float(kinetic)) < 1e-12
        assert abs(float(potential)) < 1e-12


def test_closed_pose_satisfies_the_constraint():
    delta = FalezzaDelta()
    f = delta.function("F", "x mode", {"F": ca.sum1(delta.closed.A**2).T - delta.parameters.l2**2})  # (2)
    for case in cases("delta-d3-1200"):
        assert np.abs(flat(f(case["x"], case["mode"]))).max() < 1e-14


def test_multipliers_solve_the_platform_equation(off):
    """The multipliers satisfy 2 A lambda = b."""
    delta = FalezzaDelta()
    m = delta.complete()
    f = delta.function("f", "x xd xdd h_ext mode", {"left": m.pose.A @ m.two_lambda, "b": m.b})
    for case in cases("delta-d3-1200"):
        left, b = map(flat, f(case["x"], case["xd"], case["xdd"], NOTHING, case["mode"]))
        assert off(left, b) < ROUND_OFF


def counts(f):
    ids = [instruction.op for instruction in Tape(f).instructions]
    return {**operations(f), "sin": ids.count(ca.OP_SIN), "cos": ids.count(ca.OP_COS)}


@pytest.mark.parametrize("name", PRINTED)
def test_no_operation_occurs_more_often_than_in_table_6(name, delta):
    ours = counts(delta["delta-d3-1200"][name])
    assert all(ours[op] <= printed for op, printed in PRINTED[name].items()), ours


@pytest.mark.parametrize("name", TOTALS)
def test_total_operations_do_not_grow(name, delta):
    assert sum(operations(delta["delta-d3-1200"][name]).values()) <= TOTALS[name]


def test_compiled_model_equals_the_reference(delta, off):
    """The complete model of Table 7 runs as compiled C on a stack of states."""
    data = cases("delta-d3-1200")
    names = {"x": "x", "xd": "xd", "xdd": "xdd", "theta": "q", "thetad": "qd", "thetadd": "qdd"}
    states = {ours: np.array([case[theirs] for case in data]) for ours, theirs in names.items()} | {"h_ext": NOTHING}
    tau = Kernel(delta["delta-d3-1200"]["complete"])(len(data), states)["tau"][..., 0]
    assert off(tau, np.array([case["tau"] for case in data])) < ROUND_OFF


def test_example_of_the_documentation_runs():
    page = (Path(__file__).parents[2] / "docs" / "formulations" / "falezza_delta.md").read_text()
    for block in page.split("```python\n")[1:]:
        exec(block.split("```")[0], {})


def test_simplified_parameters_follow_the_assumptions():
    p = DeltaParameters()
    assert p.rod_masses == pytest.approx((p.m2 / 3, p.m2 / 6, p.m2 / 3), rel=1e-15)
    assert p.simplified().rod_masses == pytest.approx((p.m2 / 2, 0, p.m2 / 2), abs=1e-17)


def test_rotors_add_their_inertia_to_the_joints(off):
    plain, geared = FalezzaDelta().functions(), FalezzaDelta(DeltaParameters(I3=2e-5, k_r=100.0)).functions()
    for case in cases("delta-d3-1200"):
        difference = flat(geared["complete"](*measured_case(case)) - plain["complete"](*measured_case(case)))
        assert off(difference, 0.2 * case["qdd"]) < ROUND_OFF


def test_complete_model_can_be_built_on_any_pose():
    delta = FalezzaDelta()
    s = delta.symbols
    m = CompleteModel(delta.measured, s["xd"], s["thetad"], s["xdd"], s["thetadd"], s["h_ext"])
    assert m.tau.shape == (3, 1)
    assert m.pose.K.shape == m.mass_matrix.shape == (3, 3)
