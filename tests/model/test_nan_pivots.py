"""A state with a pivot that is NaN is singular."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from parados.graph.kernel import Kernel
from parados.model.evaluation import Evaluator


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_nan_pivot_fails_its_row(count):
    """All results are finite, but the pivot of the last row is the root of a negative number."""
    x = ca.SX.sym("x", 1)
    kernel = Kernel(ca.Function("f", [x], [2 * x, ca.sqrt(x)], ["x"], ["y", "pivots"]), "vm")
    values = np.array([[1.0]] * (count - 1) + [[-1.0]])
    results, failed = Evaluator._run(kernel, np.array([1e-9]), count, {"x": values})
    assert np.isfinite(results["y"]).all()
    assert failed.tolist() == [False] * (count - 1) + [True]
