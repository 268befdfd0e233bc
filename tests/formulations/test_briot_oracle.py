"""The book's five-bar mechanism, DualV and Tripteron, compared with all reference cases and with the engine."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from parados.graph.c_source import operations
from parados.sources.briot_khalil.dualv_model import DualV, DualVParameters
from parados.sources.briot_khalil.five_bar_model import FiveBar, FiveBarParameters, LegParameters
from parados.sources.briot_khalil.tripteron_model import SliderParameters, Tripteron, TripteronParameters

DATA = Path(__file__).parents[1] / "oracle" / "data"
AGREEMENT = 1e-12
"""Largest relative difference from the reference cases; the worst is 3e-15."""
ENGINE = 1e-11
"""Largest relative difference from the engine on well-conditioned random states."""
SOLVED = 1e-11
"""Largest relative difference if a linear system with the inertia matrix is solved."""


@cache
def reference(name):
    return json.loads((DATA / f"{name}.json").read_text())


def five_bar_leg(p, i):
    first = (p.get(f"{k}{i}1", 0.0) for k in ("mx", "my"))
    second = (p[f"{k}{i}2"] for k in ("zz", "mx", "my"))
    fv, fs = (tuple(p.get(f"{k}{i}{j}", 0.0) for j in (1, 2, 3)) for k in ("fv", "fs"))
    return LegParameters(p[f"d{i}2"], p[f"d{i}3"], p[f"zz{i}1R"], *second, *first, p.get(f"m{i}2", 0.0), fv, fs)


def five_bar(name):
    d, p = reference(name), reference(name)["parameters"]
    gravity = tuple(d["gravity"][:2])
    return FiveBarParameters(p["d11"], p["d21"], five_bar_leg(p, 1), five_bar_leg(p, 2), p["m4"], gravity)


def dualv(name):
    p = reference(name)["parameters"]
    fv, fs = (tuple(p[f"{k}{j}"] for j in (1, 2, 3)) for k in ("fv", "fs"))
    leg = LegParameters(p["d2"], p["d3"], p["zz1R"], p["zz2"], p["mx2"], p["my2"], fv=fv, fs=fs)
    bodies = [p[f"{k}{b}"] for b in (4, 5) for k in ("m", "zz", "mx", "my")]
    return DualVParameters(p["lOA"], tuple(p["gamma"]), p["rp"], leg, *bodies)


def tripteron(name):
    p = reference(name)["parameters"]
    fv, fs = (tuple(p[f"{k}{j}"] for j in (2, 3, 4)) for k in ("fv", "fs"))
    lumped = p["zz2"] + p["d3"] ** 2 * p["m3"]
    second, first = (p["zz3"], p["mx3"], p["my3"]), (p["mx2"], p["my2"], p["m3"])
    leg = LegParameters(p["d3"], p["d4"], lumped, *second, *first, fv, fs)
    sliders = tuple(SliderParameters(*s) for s in zip(p["m1"], p["Ia"], p["fv1"], p["fs1"], strict=True))
    return TripteronParameters(p["a"], leg, p["m2"], sliders, p["m5"], -reference(name)["gravity"][2])


ROBOTS = {
    "five-bar": (FiveBar, five_bar),
    "five-bar-split": (FiveBar, five_bar),
    "five-bar-feasible": (FiveBar, five_bar),
    "dualv": (DualV, dualv),
    "tripteron": (Tripteron, tripteron),
}
PASSIVE = {FiveBar: ["q12", "q13", "q22"], DualV: None, Tripteron: None}
"""Robot -> order of q_d in the book, or None if it is the order of the reference files."""
COUNTS = {
    ("five-bar", "inverse_dynamics"): 199,
    ("five-bar", "forward_dynamics"): 258,
    ("dualv", "inverse_dynamics"): 553,
    ("dualv", "mass_matrix"): 494,
    ("tripteron", "inverse_dynamics"): 389,
    ("tripteron", "mass_matrix"): 280,
}
"""Most operations per state that are allowed; the book prints none."""


@cache
def model_of(name, mode, friction=True):
    kind, read = ROBOTS[name]
    parameters = read(name) if friction else read(name).without_friction()
    return kind(parameters, mode)


@cache
def functions(name, mode, friction=True):
    return model_of(name, mode, friction).functions()


def call(function, *state):
    """Call a function; return its outputs by name, vectors as 1D arrays."""
    arguments = dict(zip(function.name_in(), state, strict=True))
    results = {k: np.array(v) for k, v in function(**arguments).items()}
    return {k: v.ravel() if v.shape[1] == 1 else v for k, v in results.items()}


def turned(difference):
    return (difference + np.pi) % (2 * np.pi) - np.pi


def close(got, expected, limit=AGREEMENT):
    expected = np.asarray(expected)
    assert np.shape(got) == expected.shape
    assert np.abs(got - expected).max() <= limit * np.abs(expected).max()


def passive(name, values):
    names, ours = reference(name)["passive_names"], PASSIVE[ROBOTS[name][0]]
    return values if ours is None else values[[ours.index(n) for n in names]]


@pytest.fixture(params=ROBOTS)
def file(request):
    return request.param


@pytest.fixture
def cases(file):
    d = reference(file)
    return [(c, functions(file, tuple(c["mode"]))) for c in [*d["cases"], *d["cases_modes"]]]


def test_defaults_are_the_robots_of_the_catalog():
    assert five_bar("five-bar") == FiveBarParameters()
    assert dualv("dualv") == DualVParameters()
    assert tripteron("tripteron") == TripteronParameters()


def test_geometry_equals_the_reference(file, cases):
    for case, f in cases:
        got = call(f["inverse_geometry"], case["x"])
        assert np.abs(turned(got["q_a"] - case["q"])).max() < AGREEMENT
        assert np.abs(turned(passive(file, got["q_d"]) - case["passive"])).max() < AGREEMENT


def test_rates_and_accelerations_equal_the_reference(file, cases):
    for case, f in cases:
        first, second = call(f["first_order"], case["x"], case["xd"]), call(f["second_order"], case["x"], case["xd"], case["xdd"])
        close(first["qd_a"], case["qd"])
        close(passive(file, first["qd_d"]), case["passive_d"])
        close(second["qdd_a"], case["qdd"])
        close(passive(file, second["qdd_d"]), case["passive_dd"])


def test_matrices_equal_the_reference(file, cases):
    for case, f in cases:
        m, J_inv = call(f["matrices"], case["x"]), np.array(case["inverse_jacobian"])
        close(-np.linalg.solve(m["B"], m["A_r"]), J_inv)
        close(m["J_inv"] if "J_inv" in m else np.linalg.inv(m["J"]), J_inv)
        J_r = np.linalg.solve(m["J_td"], m["J_t"] - m["J_ta"] @ J_inv)
        close(m["J_r"] if "J_r" in m else m["J_d"] @ J_inv, J_r)


def test_inverse_dynamics_equals_the_reference(file, cases):
    for case, f in cases:
        state = case["x"], case["xd"], case["xdd"]
        close(call(f["inverse_dynamics"], *state)["tau"], case["tau"])
        bare = functions(file, tuple(case["mode"]), False)
        close(call(bare["inverse_dynamics"], *state)["tau"], case["tau_frictionless"])
        if "tau_book_8_148" in case:
            close(call(f["inverse_dynamics_book"], *state)["tau"], case["tau_book_8_148"])
            close(call(f["platform_force"], *state)["force"], case["platform_force"])


def test_inertia_equals_the_reference(file, cases):
    for case, f in cases:
        if "mass_matrix" in f:
            (M,), rate = call(f["mass_matrix"], case["x"]).values(), np.array(case["xd"])
        else:
            M, rate = call(f["direct_model"], case["x"], case["xd"])["M"], np.array(case["qd"])
        assert rate @ M @ rate / 2 == pytest.approx(case["kinetic"], rel=AGREEMENT)


def test_formulation_equals_the_engine(file, model, some_states):
    m = model(file)
    f = functions(file, tuple(reference(file)["cases"][0]["mode"]))
    for x, xd, xdd in some_states(file, 20):
        close(call(f["second_order"], x, xd, xdd)["qdd_a"], m.joint_accelerations(x, xd, xdd), ENGINE)
        close(call(f["inverse_dynamics"], x, xd, xdd)["tau"], m.inverse_dynamics(x, xd, xdd), ENGINE)
        if "forward_dynamics" in f:
            tau = m.inverse_dynamics(x, xd, xdd)
            close(call(f["forward_dynamics"], x, xd, tau)["xdd"], m.forward_dynamics(x, xd, tau), SOLVED)
        if "inverse_dynamics_book" in f:
            book = m.inverse_dynamics(x, xd, xdd, solution="book")
            close(call(f["inverse_dynamics_book"], x, xd, xdd)["tau"], book, ENGINE)


@pytest.mark.parametrize(("name", "quantity"), COUNTS)
def test_operation_counts_do_not_grow(name, quantity):
    f = functions(name, tuple(reference(name)["cases"][0]["mode"]))[quantity]
    ours = sum(operations(f).values())
    assert ours <= COUNTS[name, quantity]


@pytest.mark.parametrize("name", ROBOTS)
def test_engine_needs_fewer_operations(name, model):
    f = functions(name, tuple(reference(name)["cases"][0]["mode"]))["inverse_dynamics"]
    assert model(name).kernel("inverse_dynamics").operations["total"] < sum(operations(f).values())
