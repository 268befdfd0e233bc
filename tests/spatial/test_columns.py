"""Columns of numbers are kept for reuse; a caller that fills in entries must not change those of others."""

from __future__ import annotations

import casadi as ca
import numpy as np

from parados.spatial.vectors import column


def test_filling_a_column_does_not_change_the_next_one():
    first = column(np.zeros(3))
    first[1] = ca.SX.sym("a")
    second = column(np.zeros(3))
    assert second.is_constant() and not ca.DM(second).full().any()
