"""Merging equal nodes gives fewer operations and the same function."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from parados.graph.c_source import operations
from parados.graph.merge import merge

SAME = 1e-13
"""Relative; merging may change a value in its last bits."""

X = ca.SX.sym("x", 3)


def _samples(count=48, seed=1):
    return np.random.default_rng(seed).normal(size=(count, 3))


def _merged(*outputs, samples=None):
    return merge([X], [ca.SX(o) for o in outputs], _samples() if samples is None else samples)


def _total(*outputs):
    return sum(operations(ca.Function("f", [X], [ca.densify(ca.SX(o)) for o in outputs])).values())


def _same_function(before, after, seed=99):
    f = ca.Function("f", [X], [ca.densify(ca.SX(o)) for o in before])
    g = ca.Function("g", [X], [ca.densify(ca.SX(o)) for o in after])
    for x in 3 * _samples(50, seed):
        for a, b in zip(f.call([x]), g.call([x]), strict=True):
            assert np.abs(a.full() - b.full()).max() <= SAME * max(1.0, np.abs(a.full()).max())


def test_functions_of_folded_constants_have_the_right_values():
    """The numbers that represent roots, signs and absolute values only serve to compare nodes; they must not become values."""
    one = ca.cos(X[0]) ** 2 + ca.sin(X[0]) ** 2
    for expression in (ca.sqrt(one), ca.fabs(one), ca.sign(one), ca.sqrt(4 * one) / 2):
        (merged,) = _merged(expression)
        assert merged.is_constant() and abs(float(merged) - 1) < SAME


def test_constants_are_folded():
    c, s = ca.cos(X[0]), ca.sin(X[0])
    one, nought = _merged(c * c + s * s, (X[1] + X[2]) * X[0] - X[0] * X[1] - X[0] * X[2])
    assert one.is_constant() and float(one) == 1.0
    assert nought.is_zero()


def test_equal_nodes_are_merged():
    before = (2 * ca.sin(X[0]) * ca.cos(X[0]) * X[1], X[1] * ca.sin(X[0] + X[0]))
    merged = _merged(*before)
    assert _total(*merged) == _total(merged[0]) < _total(*before)
    _same_function(before, merged)


def test_negatives_are_merged():
    before = (ca.sin(X[0] - X[1]), ca.sin(X[1] - X[0]))
    merged = _merged(*before)
    assert _total(*merged) < _total(*before)
    _same_function(before, merged)


def test_a_root_of_a_square_is_not_merged_with_its_argument():
    before = (ca.sqrt(X[0] ** 2), X[0])
    merged = _merged(*before)
    _same_function(before, merged)


def test_a_root_is_not_merged_if_its_argument_is_positive_only_in_the_samples():
    """sqrt(g^2) = g holds at all samples, but not everywhere."""
    samples = np.abs(_samples()) + 0.1
    before = (ca.sqrt(X[0] ** 2), ca.sqrt((X[0] * X[1]) ** 2), X[0] * X[1])
    _same_function(before, _merged(*before, samples=samples))


@pytest.mark.parametrize("kink", [ca.sign, ca.fabs, lambda a: ca.if_else(a < 0, 0, a), lambda a: ca.copysign(1.5, a)])
def test_functions_with_kinks_are_not_merged_because_of_samples(kink):
    """At positive samples sign(a) = sign(b) = 1 and |a| = a, but these are not equal everywhere."""
    samples = np.abs(_samples()) + 0.1
    before = (kink(X[0]), kink(X[1]), X[0])
    _same_function(before, _merged(*before, samples=samples))


def test_signs_of_different_joints_are_not_merged():
    merged = _merged(ca.sign(X[0]), ca.sign(X[1]))
    f = ca.Function("f", [X], merged)
    assert [float(v) for v in f.call([[1.0, -1.0, 0.0]])] == [1.0, -1.0]


def test_equal_signs_are_merged():
    before = (ca.sign(X[0] * X[1]), ca.sign(X[1] * X[0] + X[2] - X[2]))
    merged = _merged(*before)
    assert _total(*merged) == _total(merged[0])
    _same_function(before, merged)


def test_nearly_equal_numbers_are_not_merged():
    before = (X[0] * (1 + 1e-9), X[0] * 1.0)
    f = ca.Function("f", [X], _merged(*before))
    a, b = (float(v) for v in f.call([[2.0, 0.0, 0.0]]))
    assert a - b == pytest.approx(2e-9, rel=1e-6)


def test_sparse_outputs_keep_their_shape_and_values():
    sparse = ca.SX(2, 2)
    sparse[0, 1] = X[0] * X[1]
    (merged,) = _merged(sparse)
    assert merged.shape == (2, 2)
    _same_function((sparse,), (merged,))


@pytest.mark.parametrize("name", ["3-rpr", "delta-d3-1200", "dualv", "five-bar-feasible"])
def test_merging_does_not_change_the_efforts_of_a_robot(name, model, some_states):
    """The graph before merging gives the same efforts."""
    from parados.kinematics.structured_solve import Pivots
    from parados.model.dynamic_quantities import inverse_dynamics
    from parados.model.quantity import Options

    m = model(name, "vm")
    graphs = m._evaluator.graphs
    tau = inverse_dynamics(graphs, Options(), Pivots())["tau"]
    symbols = [graphs.symbols[key] for key in ("x", "xd", "xdd", "mode")]
    f = ca.Function("f", symbols, [ca.densify(tau)], {"allow_free": True})
    assert not f.get_free()
    for state in some_states(name, 20, seed=77):
        raw = f(*state, m.signs()).full().ravel()
        assert np.abs(raw - m.inverse_dynamics(*state)).max() < 1e3 * SAME * max(1.0, np.abs(raw).max())
