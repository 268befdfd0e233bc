"""Briot & Khalil (7.201): the third monomial of the superbracket."""

from __future__ import annotations

import numpy as np
import pytest

from parados.singularity.line_geometry.lines import from_points
from parados.singularity.line_geometry.superbracket import CONSTANT, monomials, superbracket


def test_equation_7_201_has_a_wrong_letter_in_y_3():
    """The printed [abcd][efgi][hikl] has i twice and no j; the error of the determinant is 46 % here."""
    points = np.random.default_rng(2).normal(size=(40, 12, 4))
    det = np.linalg.det
    pick = [[ord(c) - ord("a") for c in part] for part in ("abcd", "efgi", "hikl")]
    printed = np.prod([det(points[:, p]) for p in pick], axis=0)
    W = from_points(points[:, ::2], points[:, 1::2])
    misses = det(W) / CONSTANT - (superbracket(points) - monomials(points)[:, 2] + printed)
    assert np.abs(misses).max() / np.abs(det(W)).max() == pytest.approx(0.46, abs=0.005)
