"""Gathering constants gives fewer operations and the same function; divisors of a graph are found."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from parados.graph.c_source import operations
from parados.graph.divisors import divided_by
from parados.graph.gathered_constants import gather_constants

x, y, z = (ca.SX.sym(name) for name in "xyz")


def _count(expression):
    return sum(operations(ca.Function("f", [x, y, z], ca.cse([expression]))).values())


@pytest.mark.parametrize(
    ("expression", "count"),
    [
        ((x + 0.1) - 0.25, 1),
        ((x + 0.1) + (y - 0.3), 2),
        (0.5 * (x + 1.0) + 2.0, 2),
        (2.0 * (3.0 * x), 1),
        (ca.sin(0.4 * y) + 0.4 * x * y, 4),
        ((x - 0.2) * (x - 0.2) + ((x + 0.3) - 0.5) * y, 4),
        (3.0 * x - 2.0 * x, 0),
        ((6.0 * x) / (2.0 * y), 3),
        (1.0 / (x + 2.0), 2),
    ],
)
def test_gathering_constants_saves_operations(expression, count):
    (gathered,) = gather_constants([x, y, z], ca.cse([expression]))
    assert _count(gathered) <= min(count, _count(expression))
    f = ca.Function("f", [x, y, z], [gathered, expression])
    for values in np.random.default_rng(1).normal(size=(5, 3)):
        ours, plain = (float(v) for v in f(*values))
        assert np.isclose(ours, plain, rtol=1e-13, atol=1e-14)


def test_nodes_are_not_mixed_up_when_memory_is_reused():
    """Many nodes are created and freed; nodes at the same memory address must not be confused."""
    rng = np.random.default_rng(2)
    total = ca.SX(0)
    for a, b in rng.normal(size=(300, 2)):
        total = ca.sin(a * (-x) + b) * (a - y) + total * (b * 0.1)
    (gathered,) = gather_constants([x, y, z], [total])
    f = ca.Function("f", [x, y, z], [gathered, total])
    ours, plain = f(0.3, 0.7, 0.0)
    assert np.isclose(float(ours), float(plain), rtol=1e-12)


def test_only_divisors_are_watched():
    states = np.random.default_rng(3).normal(size=(10, 3))
    outputs = [x / (y - z) + 1 / (2.0 * x * y)]
    assert divided_by([x, y, z], outputs, [3 * (z - y), x * y, x + y, y], states) == [True, True, False, False]
    assert divided_by([x, y, z], [x + y], [y], states) == [False]
    assert divided_by([x, y, z], outputs, [], states) == []
