"""Compare the constants of q_i3 of the book's DualV in (8.183) and (8.188) to those of Table 8.2."""

from __future__ import annotations

import numpy as np
import pytest
from errata_cases import proves, reference, turned

CASES = reference("dualv")[1]
K = np.array([0, 0, 1, 1])
CONSTANTS = {
    "Table 8.2": -np.array([1, 1, -1, -1]) * np.pi / 2,  # -theta_pi
    "(8.183)": K * np.pi,
    "(8.188)": (1 - K) * np.pi,
}


@pytest.mark.parametrize(("place", "figure"), [("Table 8.2", 0), ("(8.183)", np.pi / 2), ("(8.188)", np.pi / 2)])
def test_equations_8_183_and_8_188_have_wrong_constants(place, figure, model):
    """q_i3 = phi + constant - q_i1 - q_i2; three places of the book give three different constants."""
    m, errors = model("dualv"), []
    for case in CASES:
        q = m.joints(case["x"], mode=case["mode"]).reshape(4, 3)
        errors.append(np.abs(turned(case["x"][2] + CONSTANTS[place] - q.sum(axis=1))).max())
    proves(errors, figure)
