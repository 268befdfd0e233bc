"""Kernels on lanes: functions are accurate; every width, number of threads and place in a stack gives the same numbers."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import parados
from parados.errors import InputError
from parados.graph import lane_source as width_module
from parados.graph.kernel import Kernel
from parados.graph.lane_source import LaneWidth, lane_source, lane_width
from parados.graph.operations import OPERATIONS
from parados.graph.rows_call import SHARE, usual_threads

ACCURATE = 2.0
"""Largest error of sine, cosine and arc tangent [ulp]."""

SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e308, -1e308, 5e-324, 1e-300, 0.5, -2.5]


@pytest.fixture
def width(monkeypatch):
    """Function that sets the number of lanes."""

    def choose(lanes):
        monkeypatch.setenv("PARADOS_LANES", str(lanes))
        lane_width.cache_clear()

    yield choose
    monkeypatch.undo()
    lane_width.cache_clear()


def function_of(*operations, arguments=1):
    """Return a kernel whose outputs are operations on the inputs a, b."""
    symbols = [ca.SX.sym(name, 1) for name in "ab"[:arguments]]
    outputs = {f"y{k}": op(*symbols) for k, op in enumerate(operations)}
    return Kernel(ca.Function("f", symbols, list(outputs.values()), list("ab"[:arguments]), list(outputs)), "c")


def ulps(found, exact):
    return float((np.abs(found - exact) / np.spacing(np.abs(exact.astype(float)))).max())


@pytest.mark.parametrize("size", [1.0, 30.0, 1e4, 7.9e5, 1e7])
def test_sine_and_cosine_are_accurate(size):
    angles = np.random.default_rng(1).uniform(-size, size, (20_000, 1))
    out = function_of(ca.sin, ca.cos)(len(angles), {"a": angles})
    for key, function in (("y0", np.sin), ("y1", np.cos)):
        assert ulps(out[key][:, :, 0], function(angles.astype(np.longdouble))) < ACCURATE


def test_sine_and_cosine_are_accurate_near_multiples_of_a_right_angle():
    angles = np.arange(-5000, 5000)[:, None] * (np.pi / 2)
    out = function_of(ca.sin, ca.cos)(len(angles), {"a": angles})
    for key, function in (("y0", np.sin), ("y1", np.cos)):
        assert np.abs(out[key][:, :, 0] - function(angles)).max() <= 2 * np.finfo(float).eps
        small = np.abs(function(angles)) < 0.5
        assert np.allclose(out[key][:, :, 0][small], function(angles)[small], rtol=1e-14, atol=0)


@pytest.mark.parametrize("ratio", [1e-12, 1e-3, 1.0, 1e3, 1e12])
def test_arc_tangent_is_accurate(ratio):
    a, b = np.random.default_rng(2).normal(size=(2, 20_000, 1)) * np.array([ratio, 1.0])[:, None, None]
    out = function_of(ca.atan2, arguments=2)(len(a), {"a": a, "b": b})["y0"][:, :, 0]
    assert ulps(out, np.arctan2(a.astype(np.longdouble), b.astype(np.longdouble))) < ACCURATE


def test_special_arguments_give_what_the_c_library_gives():
    a, b = (part.reshape(-1, 1) for part in np.meshgrid(SPECIAL, SPECIAL))
    out = function_of(ca.atan2, ca.fmax, ca.copysign, arguments=2)(len(a), {"a": a, "b": b})
    with np.errstate(all="ignore"):
        wanted = {"y0": np.arctan2(a, b), "y1": np.fmax(a, b), "y2": np.copysign(a, b)}
        turned = {"y0": np.sin(a), "y1": np.cos(a), "y2": np.sign(a)}
    for key, value in wanted.items():
        assert np.array_equal(out[key][:, :, 0], value, equal_nan=True)
    assert np.array_equal(np.signbit(out["y0"][:, :, 0]), np.signbit(wanted["y0"]))
    out = function_of(ca.sin, ca.cos, ca.sign)(len(a), {"a": a})
    for key, value in turned.items():
        known = ~np.isnan(value)
        assert np.allclose(out[key][:, :, 0][known], value[known], rtol=4e-16, atol=0)


@pytest.mark.parametrize("lanes", [1, 2, 4, 8])
def test_every_operation_equals_the_virtual_machine(lanes, width):
    width(lanes)
    a, b = ca.SX.sym("a", 1), ca.SX.sym("b", 1)
    binary = {op for op, entry in OPERATIONS.items() if "{1}" in entry.c}
    made = [ca.SX.binary(op, a, b) if op in binary else ca.SX.unary(op, a) for op in OPERATIONS]
    graph = ca.Function("f", [a, b], [ca.densify(ca.vertcat(*made))], ["a", "b"], ["y"])
    values = np.random.default_rng(3).uniform(-0.99, 0.99, (2, 37, 1))
    values[:, :9] = np.array([0.0, 1.0, -1.0, 0.5, 0.5, -0.5, 0.0, 0.25, -0.0])[:, None]
    states = {"a": values[0], "b": values[1][::-1].copy()}
    c, vm = (Kernel(graph, backend)(37, states)["y"] for backend in ("c", "vm"))
    assert np.array_equal(np.isfinite(c), np.isfinite(vm))
    known = np.isfinite(vm)
    assert np.abs(c[known] - vm[known]).max() <= 4 * np.finfo(float).eps * np.abs(vm[known]).max()


def test_every_width_gives_the_same_numbers(width, model, some_states):
    graph = model("gough-stewart-lopes", "vm").kernel("inverse_dynamics").graph
    states = some_states("gough-stewart-lopes", 21)
    inputs = {key: np.array([getattr(state, key) for state in states]) for key in ("x", "xd", "xdd")}
    found = []
    for lanes in (1, 2, 4, 8):
        width(lanes)
        found.append(Kernel(graph, "c")(21, inputs)["tau"])
    assert all(np.array_equal(found[0], other) for other in found[1:])
    assert np.isfinite(found[0]).all()


def test_a_row_has_the_same_numbers_alone_in_a_stack_and_in_threads(model, some_states):
    m = model("delta-d3-1200")
    (state,) = some_states("delta-d3-1200", 1)
    x = state.x + np.linspace(-0.01, 0.01, 3 * SHARE + 5)[:, None]
    xd, xdd = (np.tile(part, (len(x), 1)) for part in (state.xd, state.xdd))
    kernel, smallest = m.kernel("inverse_dynamics"), np.zeros(64)
    inputs = {"x": x, "xd": xd, "xdd": xdd, "mode": m.signs()}
    alone, shared = (kernel.checked(len(x), inputs, smallest, threads)[0]["tau"][:, :, 0] for threads in (1, 3))
    assert np.array_equal(alone, shared)
    for row in (0, 7, SHARE, len(x) - 1):
        assert np.array_equal(m.inverse_dynamics(x[row], xd[row], xdd[row]), alone[row])


@pytest.mark.parametrize("threads", [1, 3])
def test_rows_that_fail_are_marked_where_they_are(threads):
    x = ca.SX.sym("x", 1)
    kernel = Kernel(ca.Function("f", [x], [1 / x, x], ["x"], ["y", "pivots"]), "c")
    values = np.ones((3 * SHARE + 11, 1))
    wrong = [0, 5, SHARE - 1, SHARE, 2 * SHARE + 64, len(values) - 1]
    values[wrong] = np.array([0.0, np.nan, 1e-12, -1e-12, np.inf, 0.0])[:, None]
    results, failed = kernel.checked(len(values), {"x": values}, np.array([1e-9]), threads)
    assert np.flatnonzero(failed).tolist() == [k for k in wrong if k != 2 * SHARE + 64]  # 1 / inf is zero, its pivot is large
    assert np.isfinite(results["y"][~failed]).all()


def test_large_outputs_are_kept_outside_the_stack():
    x = ca.SX.sym("x", 40)
    graph = ca.Function("f", [x], [x @ x.T], ["x"], ["y"])
    assert "malloc" in lane_source(graph, "f", 8)
    values = np.random.default_rng(0).normal(size=(11, 40))
    assert np.allclose(Kernel(graph, "c")(11, {"x": values})["y"], values[:, :, None] * values[:, None, :], rtol=1e-15)


def test_a_processor_without_wide_instructions_has_two_lanes(monkeypatch):
    monkeypatch.delenv("PARADOS_LANES", raising=False)
    monkeypatch.setattr(width_module, "_features", set)
    lane_width.cache_clear()
    assert lane_width() == LaneWidth(2)
    monkeypatch.undo()
    lane_width.cache_clear()


@pytest.mark.parametrize("asked", ["0", "3", "16", "wide", ""])
def test_a_wrong_number_of_lanes_is_rejected(asked, width):
    width(asked)
    with pytest.raises(InputError, match="PARADOS_LANES: 1, 2, 4 or 8 is expected"):
        lane_width()


@pytest.mark.parametrize("asked", ["0", "-1", "many", "2000", "1.5"])
def test_a_wrong_number_of_threads_is_rejected(asked, monkeypatch):
    monkeypatch.setenv("PARADOS_THREADS", asked)
    with pytest.raises(InputError, match="PARADOS_THREADS: a whole number from 1 to 1024 is expected"):
        usual_threads()
    monkeypatch.setenv("PARADOS_THREADS", "3")
    assert usual_threads() == 3


def test_a_model_takes_its_number_of_threads(model):
    m = model("five-bar")
    assert m.with_threads(3)._evaluator.threads == 3
    assert m._evaluator.threads == usual_threads()
    for wrong in (0, -2, 1.5, "two", True, 5000):
        with pytest.raises(InputError, match="threads"):
            m.with_threads(wrong)


def test_quantities_are_prepared_in_advance(monkeypatch, tmp_path):
    monkeypatch.setenv("PARADOS_CACHE", str(tmp_path))
    m = parados.Robot(parados.describe("five-bar")).compile("c")
    m.prepare("inverse_dynamics", "jacobian", "joints")
    assert all("compiled" in vars(m.kernel(name)) for name in ("inverse_dynamics", "jacobian", "joints"))
    assert len(list(tmp_path.glob("*.so"))) == 3
    with pytest.raises(parados.UnknownNameError, match="prepare"):
        m.prepare("torque")
