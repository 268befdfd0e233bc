"""A state with a pivot that is NaN is singular."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from parados.graph.kernel import Kernel


@pytest.mark.parametrize("count", [1, 2, 5, 17])
@pytest.mark.parametrize("backend", ["vm", "c"])
def test_a_nan_pivot_fails_its_row(count, backend):
    """All results are finite, but the pivot of the last row is the root of a negative number."""
    x = ca.SX.sym("x", 1)
    kernel = Kernel(ca.Function("f", [x], [2 * x, ca.sqrt(x)], ["x"], ["y", "pivots"]), backend)
    values = np.array([[1.0]] * (count - 1) + [[-1.0]])
    results, failed = kernel.checked(count, {"x": values}, np.array([1e-9]))
    assert np.isfinite(results["y"]).all()
    assert failed.tolist() == [False] * (count - 1) + [True]
