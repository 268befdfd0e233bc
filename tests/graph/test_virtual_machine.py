"""Rows that are evaluated on arrays against calls with CasADi's matrices."""

from __future__ import annotations

import casadi as ca
import numpy as np

from parados.graph.virtual_machine import run_rows


def _function():
    x, u = ca.SX.sym("x", 2), ca.SX.sym("u", 3)
    matrix = ca.densify(x @ (ca.sin(u) / x[0]).T)
    return ca.Function("f", [x, u], [matrix, ca.sqrt(x), ca.SX(0, 1)])


def test_rows_equal_single_calls_to_the_last_bit():
    f, rng = _function(), np.random.default_rng(3)
    x, u = rng.normal(size=(5, 2)), rng.normal(size=(5, 3))
    x[2, 0] = 0.0  # infinite, and a negative radicand in other rows
    results = run_rows(f, [x, u], 5)
    assert [result.shape for result in results] == [(5, 2, 3), (5, 2, 1), (5, 0, 1)]
    for k in range(5):
        for result, wanted in zip(results, f(x[k], u[k]), strict=True):
            np.testing.assert_array_equal(result[k], wanted.full())


def test_an_input_without_rows_is_repeated():
    f, x = _function(), np.array([[1.0, 2.0], [3.0, 4.0]])
    u = np.array([0.1, 0.2, 0.3])
    np.testing.assert_array_equal(run_rows(f, [x, u], 2)[0], run_rows(f, [x, np.tile(u, (2, 1))], 2)[0])
    assert [result.shape for result in run_rows(f, [x[:0], u], 0)] == [(0, 2, 3), (0, 2, 1), (0, 0, 1)]
