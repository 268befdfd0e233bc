"""A pivot that is not a number is no larger than the smallest one that is allowed: the state is singular."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from parados.graph.kernel import Kernel
from parados.model.evaluation import Evaluator


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_pivot_that_is_not_a_number_fails_its_row(count):
    """The result is finite in every row; the root of a negative number is the pivot of the last."""
    x = ca.SX.sym("x", 1)
    kernel = Kernel(ca.Function("f", [x], [2 * x, ca.sqrt(x)], ["x"], ["y", "pivots"]), "vm")
    values = np.array([[1.0]] * (count - 1) + [[-1.0]])
    results, failed = Evaluator._run(kernel, np.array([1e-9]), count, {"x": values})
    assert np.isfinite(results["y"]).all()
    assert failed.tolist() == [False] * (count - 1) + [True]
