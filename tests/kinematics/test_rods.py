"""Bars that are replaced by masses at their ends: find these links, and check that the efforts do not change."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

from parados.kinematics.structured_solve import Pivots
from parados.model.quantity import Options
from parados.topology.rods import rods

FOUND = {
    "delta-d3-1200": ["psi1", "psi2", "psi3"],
    "dualv": ["q12", "q22", "q32", "q42"],
    "five-bar": ["q12", "q22"],
    "gough-stewart-lopes": [],
    "tripteron": ["q13", "q23", "q33"],
}

ROUND_OFF = 1e-11
"""Tolerance relative to the largest effort; both graphs solve the same closures."""


@pytest.mark.parametrize("name", FOUND)
def test_the_expected_links_are_bars(name, model):
    mechanism = model(name).mechanism
    found = rods(mechanism)
    assert [mechanism.joints[rod.link].name for rod in found] == FOUND[name]
    for rod in found:
        assert np.isclose(rod.m_aa + 2 * rod.m_ab + rod.m_bb, mechanism.joints[rod.link].standard[9], atol=1e-15)


def test_homogeneous_rods_have_one_third_of_the_mass_at_each_end_and_one_sixth_between(model):
    for rod in rods(model("delta-d3-1200").mechanism):
        assert np.allclose([rod.m_aa, rod.m_ab, rod.m_bb, rod.s], [0.13, 0.065, 0.13, 0.0])


def test_a_link_that_carries_a_bar_is_not_a_bar(model):
    mechanism = model("3-rrr-parallelogram").mechanism
    found = rods(mechanism)
    bars, carriers = {rod.link for rod in found}, {body for rod in found for body in (rod.root, rod.far)}
    assert found and not bars & carriers and len(bars) == len(found)


def test_efforts_equal_those_of_whole_bodies(every_robot, model, some_states, off):
    """This also holds with redundant actuation: the efforts of least norm do not depend on how the inertia of a leg is split.

    The states are well-conditioned in the default mode; in another mode the same poses may be close to a singularity.
    """
    m = model(every_robot)
    graphs = m._evaluator.graphs
    loop = graphs.loop(Options())
    both = [graphs.in_rates_of_x(replace(loop, with_rods=flag).efforts(Pivots())) for flag in (True, False)]
    s = graphs.symbols
    f = ca.Function("f", [s["x"], s["xd"], s["xdd"], s["mode"], s["unknowns"]], [ca.densify(tau) for tau in both])
    for x, xd, xdd in some_states(every_robot, 4):
        unknowns = [] if graphs.survey.geometry.is_closed_form else m.unknowns(x)
        ends, whole = (value.full().ravel() for value in f(x, xd, xdd, m.signs(), unknowns))
        assert off(ends, whole) < ROUND_OFF
