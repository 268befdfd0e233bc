"""The superbracket compared with the determinant, exactly and on every robot."""

from __future__ import annotations

import numpy as np
import pytest
import sympy
from line_sets import bundle, general, moment

import parados
from parados.errors import InputError
from parados.singularity.line_geometry.grassmann import legs_variety
from parados.singularity.line_geometry.legs_superbracket import legs_superbracket
from parados.singularity.line_geometry.lines import from_points
from parados.singularity.line_geometry.superbracket import (
    CONSTANT,
    MONOMIALS,
    monomials,
    points_of_wrenches,
    superbracket,
    superbracket_of_wrenches,
)

ROUND_OFF = 1e-10
"""Largest relative difference between the superbracket and -det W, which are sums of products of twenty-four numbers."""


def _brackets(points):
    """Return the signed product of exact 4 x 4 determinants for each monomial."""
    values = []
    for text in MONOMIALS:
        product = sympy.Integer(1 if text[0] == "+" else -1)
        for part in text[1:].split():
            product *= sympy.Matrix([points[ord(c) - ord("a")] for c in part]).det()
        values.append(product)
    return values


def test_each_monomial_has_each_letter_once():
    assert len(set(MONOMIALS)) == 24
    assert all(sorted(text[1:].replace(" ", "")) == list("abcdefghijkl") for text in MONOMIALS)


@pytest.mark.parametrize("seed", range(4))
def test_superbracket_equals_the_determinant_exactly_on_integers(seed):
    """SymPy computes without rounding; a third of the points are at infinity."""
    points = np.random.default_rng(seed).integers(-9, 10, (12, 4))
    points[::3, 3] = 0
    lines = [sympy.Matrix([int(v) for v in np.round(from_points(a, b))]).T for a, b in points.reshape(6, 2, 4)]
    determinant = sympy.Matrix.vstack(*lines).det()
    assert determinant != 0 and determinant == int(CONSTANT) * sum(_brackets(points.tolist()))


def test_signs_of_the_monomials_are_unique():
    """The monomials are linearly independent functions, so only these coefficients give the determinant."""
    points = np.random.default_rng(1).normal(size=(80, 12, 4))
    W = from_points(points[:, ::2], points[:, 1::2])
    coefficients, _, rank, _ = np.linalg.lstsq(monomials(points), np.linalg.det(W), rcond=None)
    assert rank == 24
    np.testing.assert_allclose(coefficients, CONSTANT, atol=1e-11)


def test_stack_equals_single_sets_of_points():
    points = np.random.default_rng(3).normal(size=(5, 12, 4))
    np.testing.assert_allclose(superbracket(points), [superbracket(p) for p in points], rtol=1e-13)
    assert monomials(points).shape == (5, 24) and monomials(points[0]).shape == (24,) and superbracket(points[0]).shape == ()


def test_points_give_back_their_lines():
    W = general(np.random.default_rng(4))[:6]
    W[1], W[4] = moment([1, -2, 0.5]), 3.0 * moment([0, 0, 1])
    points = points_of_wrenches(W)
    np.testing.assert_allclose(from_points(points[::2], points[1::2]), W, atol=1e-14)
    value, determinant = superbracket_of_wrenches(W)
    assert determinant == pytest.approx(CONSTANT * value, rel=1e-12)


def test_superbracket_is_zero_for_lines_through_a_point():
    W = np.vstack([bundle(np.random.default_rng(5))[:4], general(np.random.default_rng(6))[:2]])
    assert abs(superbracket_of_wrenches(W)[0]) < 1e-14


def test_a_hybrid_whose_wrenches_are_screws_is_rejected(model):
    """The legs hold the plate, so the wrenches on the tool at the end of the wrist are not all forces or moments."""
    m = model("3-rps-wrist", "vm")
    with pytest.raises(parados.InputError, match="acts along a screw with a pitch"):
        legs_superbracket(m, [0.62, 0.1, -0.15, 0.3, 0.5])


# articulated platforms have no line geometry, see test_grassmann.py; for the hybrid see above
@pytest.mark.robots_but("quattro", "h4", "3-rps-wrist")
@pytest.mark.parametrize("seed", range(3))
def test_ratio_to_the_determinant_is_constant_on_every_robot(every_robot, model, in_workspace, seed, record_property):
    m, rng = model(every_robot, "vm"), np.random.default_rng(seed)
    for _ in range(20):
        x = in_workspace(m, rng.uniform(0.05, 0.95, m.mechanism.n_dof))
        try:
            found = legs_superbracket(m, x)
        except parados.UnreachableError:
            continue
        apart = np.abs(found.determinants / CONSTANT - found.values).max() / np.abs(found.values).max()
        record_property("superbracket against det W", float(apart))
        assert apart < ROUND_OFF
        return
    pytest.fail("no pose within reach")


@pytest.mark.parametrize("name", ["gough-stewart-lopes", "hexa", "c5", "delta-d3-1200", "orthoglide"])
def test_determinant_equals_that_of_the_leg_wrenches(name, model, in_workspace):
    """Lines differ from the legs' wrenches by multiples of constraint wrenches, which do not change the determinant."""
    m, rng = model(name, "vm"), np.random.default_rng(8)
    for _ in range(3):
        x = in_workspace(m, rng.uniform(0.2, 0.8, m.mechanism.n_dof))
        legs, found = m.leg_wrenches(x), legs_superbracket(m, x)
        W = np.vstack([leg.actuation for leg in legs] + [leg.constraint for leg in legs])
        W[np.linalg.norm(W[:, :3], axis=1) > 1e-9, 3:] /= found.length
        assert abs(found.values[0]) == pytest.approx(abs(np.linalg.det(W)), rel=1e-9)


def test_superbracket_is_zero_and_changes_sign_at_known_singularities(model):
    g, turns = model("gough-stewart-lopes", "vm"), np.pi / 2 + np.array([-1e-3, 0, 1e-3])
    before, at, after = (float(legs_superbracket(g, [0, 0, 1.9, a, 0, 0]).values[0]) for a in turns)
    assert before * after < 0 and abs(at) < 1e-12 < 1e-6 * abs(before)
    flat = legs_superbracket(model("3-rpr", "vm"), [0.5, 0.35, 0.0])
    assert abs(float(flat.values[0])) < 1e-13


def test_redundant_robot_has_a_superbracket_for_each_choice_of_legs(model):
    m = model("dualv", "vm")
    found = legs_superbracket(m, m.survey.home)
    assert len(found.names) == 4 and found.wrenches.shape == (4, 6, 6) and found.points.shape == (4, 12, 4)
    assert found.names[0][:3] == ("leg1", "leg2", "leg3") and np.abs(found.values).max() > 1e-3


def test_message_names_a_leg_that_acts_along_a_screw(model, monkeypatch):
    """No robot of the catalog has such a leg, so the test changes the wrenches of one."""
    m = model("gough-stewart-lopes", "vm")
    legs = m.leg_wrenches(m.survey.home)
    legs[2].actuation[0, 3:] += 0.1 * legs[2].actuation[0, :3]
    monkeypatch.setattr(type(m), "leg_wrenches", lambda *_, **__: legs)
    with pytest.raises(InputError, match="leg3 acts along a screw"):
        legs_superbracket(m, m.survey.home)
    assert legs_variety(m, m.survey.home).variety.kind == "screws"


def test_bad_arguments_are_rejected():
    W = general(np.random.default_rng(9))[:6]
    W[3, 3:] += 0.1 * W[3, :3]
    with pytest.raises(InputError, match=r"wrenches\[3\].*pitch"):
        superbracket_of_wrenches(W)
    with pytest.raises(InputError, match=r"\(6, 6\)"):
        points_of_wrenches(W[:5])
    with pytest.raises(InputError, match=r"\(12, 4\)"):
        superbracket(np.zeros((12, 3)))
    with pytest.raises(InputError, match="at infinity"):
        monomials(np.full((12, 4), np.inf))
