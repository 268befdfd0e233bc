"""Kernels with one state, with stacks and with repeated rows, on both back ends."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from parados.graph.kernel import Kernel
from parados.graph.rows_call import SHARE

SAME = 1e-14
"""Relative; the operations and their order are the same, but the compiler may fuse some of them."""


@pytest.fixture(scope="module")
def graph():
    a, b = ca.SX.sym("a", 2), ca.SX.sym("b", 3)
    matrix = ca.vertcat(ca.horzcat(a[0], b[0] * a[1], 3), ca.horzcat(ca.sin(a[0]), ca.sign(b[1]), ca.fabs(b[2])))
    chosen = ca.if_else(b[2] > 0, a[1], 0)
    vector = ca.vertcat(ca.atan2(a[0], b[0]), ca.sqrt(1 + b[1] ** 2), chosen, ca.tanh(a[0]), ca.exp(-(a[1] ** 2)))
    return ca.Function("two_things", [a, b], [ca.densify(matrix), vector], ["a", "b"], ["matrix", "vector"])


def _inputs(count, seed=6):
    rng = np.random.default_rng(seed)
    return {"a": rng.normal(size=(count, 2)), "b": rng.normal(size=(count, 3))}


def _expected(a, b):
    matrix = [[a[0], b[0] * a[1], 3], [np.sin(a[0]), np.sign(b[1]), abs(b[2])]]
    vector = [np.arctan2(a[0], b[0]), np.hypot(1, b[1]), a[1] if b[2] > 0 else 0, np.tanh(a[0]), np.exp(-(a[1] ** 2))]
    return np.array(matrix), np.array(vector)[:, None]


@pytest.mark.parametrize("backend", ["c", "vm"])
@pytest.mark.parametrize("count", [1, 2, 37])
def test_results_have_the_right_values_and_shapes(graph, backend, count):
    inputs = _inputs(count)
    results = Kernel(graph, backend)(count, inputs)
    assert results["matrix"].shape == (count, 2, 3)
    assert results["vector"].shape == (count, 5, 1)
    for k in range(count):
        matrix, vector = _expected(inputs["a"][k], inputs["b"][k])
        assert np.abs(results["matrix"][k] - matrix).max() < SAME
        assert np.abs(results["vector"][k] - vector).max() < SAME


@pytest.mark.parametrize("backend", ["c", "vm"])
def test_a_single_row_is_repeated_for_the_whole_stack(graph, backend):
    kernel, inputs = Kernel(graph, backend), _inputs(9)
    repeated = {"a": inputs["a"], "b": np.tile(inputs["b"][0], (9, 1))}
    short = kernel(9, {"a": inputs["a"], "b": inputs["b"][0]})
    for name, value in kernel(9, repeated).items():
        assert np.array_equal(short[name], value)


@pytest.mark.parametrize("backend", ["c", "vm"])
def test_results_are_written_into_given_arrays(graph, backend):
    inputs, into = _inputs(4), np.full((4, 2, 3), np.nan)
    results = Kernel(graph, backend)(4, inputs, {"matrix": into})
    assert results["matrix"] is into
    assert np.isfinite(into).all()


@pytest.mark.parametrize("backend", ["c", "vm"])
def test_memory_order_of_the_inputs_does_not_matter(graph, backend):
    inputs = _inputs(6)
    kernel = Kernel(graph, backend)
    plain, turned = kernel(6, inputs), kernel(6, {k: np.asfortranarray(v) for k, v in inputs.items()})
    for name in plain:
        assert np.array_equal(plain[name], turned[name])


def test_backends_agree_on_a_robot(every_robot, model, some_states):
    x, xd, xdd = (np.array(part) for part in zip(*some_states(every_robot, 20), strict=True))
    c, vm = (model(every_robot, backend).inverse_dynamics(x, xd, xdd) for backend in ("c", "vm"))
    assert np.abs(c - vm).max() < 1e3 * SAME * max(1.0, np.abs(vm).max())


def test_stacked_and_single_arguments_can_be_mixed(model, some_states):
    """x is a stack that is shared by threads and ends within a vector of lanes; xd and xdd are given once."""
    m = model("five-bar")
    (state,) = some_states("five-bar", 1)
    count = 4 * SHARE + 3
    x = state.x + np.linspace(-1e-3, 1e-3, count)[:, None]
    tau = m.inverse_dynamics(x, state.xd, state.xdd)
    assert tau.shape == (count, 2)
    for row in (0, 2 * SHARE - 1, 2 * SHARE, count - 1):
        single = m.inverse_dynamics(x[row], state.xd, state.xdd)
        assert np.abs(tau[row] - single).max() <= SAME * np.abs(single).max()


def test_an_empty_stack_gives_an_empty_result(model):
    assert model("five-bar").inverse_kinematics(np.zeros((0, 2))).shape == (0, 2)


def test_a_kernel_has_the_names_of_its_graph(graph):
    kernel = Kernel(graph, "vm")
    assert (kernel.inputs, kernel.outputs) == (("a", "b"), ("matrix", "vector"))
    assert "void two_things(const double *const *in, double *const *out)" in kernel.c_source()
