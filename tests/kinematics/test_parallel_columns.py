"""Compare the solution of transposed systems with partly equal columns to a plain solution."""

from __future__ import annotations

import casadi as ca
import numpy as np

from parados.kinematics.parallel_columns import slopes, solve_transposed
from parados.kinematics.structured_solve import Factorised, Pivots


def _system(rng, pairs):
    """Rows n . (v + omega x r) of legs along n at r; with pairs, two legs have the same n up to a factor."""
    nu, x = ca.SX.sym("nu", 6), ca.SX.sym("x", 18)
    rows = []
    for k in range(6):
        n = x[3 * (k // 2) : 3 * (k // 2) + 3] * (-2.0 if k % 2 else 1.0) if pairs else x[3 * k : 3 * k + 3]
        r = ca.DM(rng.normal(size=3)) + x[k]
        rows.append(ca.dot(n, nu[:3] + ca.cross(nu[3:], r)))
    states = rng.normal(size=(12, 18))
    return nu, x, ca.vertcat(*rows), states


def _solve(pairs):
    rng = np.random.default_rng(4)
    nu, x, rows, states = _system(rng, pairs)

    def samples(matrix):
        f = ca.Function("f", [x], [ca.densify(matrix)])
        return np.array([f(state).full() for state in states])

    b, pivots = ca.SX.sym("b", 6), Pivots()
    u = ca.Function("u", [x, b], [solve_transposed(rows, nu, samples, b, "A_r", pivots)])
    M = ca.Function("M", [x], [ca.densify(ca.jacobian(rows, nu).T)])
    for state in rng.normal(size=(5, 18)):
        rhs = rng.normal(size=6)
        expected = np.linalg.solve(M(state).full(), rhs)
        assert np.allclose(u(state, rhs).full().ravel(), expected, rtol=1e-9, atol=1e-10 * np.abs(expected).max())
    return u.n_instructions(), pivots


def test_three_pairs_of_parallel_legs_give_two_blocks():
    count, pivots = _solve(pairs=True)
    assert len(pivots.values) == 2
    assert count < 0.6 * _solve(pairs=False)[0]


def test_legs_that_are_not_parallel_give_one_block():
    assert len(_solve(pairs=False)[1].values) == 6


def test_slopes_equal_the_jacobian():
    rng = np.random.default_rng(5)
    nu, x, rows, states = _system(rng, pairs=True)
    f = ca.Function("f", [x], [ca.densify(slopes(rows, nu)), ca.densify(ca.jacobian(rows, nu))])
    ours, plain = f(states[0])
    assert np.allclose(ours.full(), plain.full(), rtol=1e-14)


def test_an_orthogonal_block_is_solved_by_its_transpose():
    a, b = ca.SX.sym("a"), ca.SX.sym("b", 2)
    R = 3 * ca.vertcat(ca.horzcat(ca.cos(a), -ca.sin(a)), ca.horzcat(ca.sin(a), ca.cos(a)))
    f = ca.Function("f", [a], [R])
    values = np.array([f(t).full() for t in (0.1, 0.7, 2.0)])
    pivots = Pivots()
    u = ca.Function("u", [a, b], [Factorised(R, "W", pivots, values).solve(b)])
    assert not pivots.values
    assert np.allclose(u(0.4, [1.0, 2.0]).full().ravel(), np.linalg.solve(f(0.4).full(), [1.0, 2.0]), rtol=1e-14)
