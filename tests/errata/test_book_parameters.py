"""The published parameters of the five-bar belong to a regrouped model; real links cannot have them."""

from __future__ import annotations

import pytest
from errata_cases import reference

P = reference("five-bar")[0]


@pytest.mark.parametrize("i", [1, 2])
def test_published_parameters_of_the_five_bar_are_infeasible(i):
    """zz >= mx^2 / m needs a link of more than 5.5 kg, but zz_i1R >= d_2^2 m allows at most 0.5 kg."""
    least = P[f"mx{i}2"] ** 2 / P[f"zz{i}2"]
    most = P[f"zz{i}1R"] / P[f"d{i}2"] ** 2
    assert least > 5.5
    assert most < 0.5


@pytest.mark.parametrize("i", [1, 2])
def test_parameters_of_the_feasible_robot_are_feasible(i):
    p = reference("five-bar-feasible")[0]
    assert p[f"zz{i}2"] > p[f"mx{i}2"] ** 2 / p[f"m{i}2"]
    assert p[f"zz{i}1R"] > p[f"d{i}2"] ** 2 * p[f"m{i}2"]
