"""Test shares in base parameters as functions of live lengths: formulas of the book, slopes, and what has no formula."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import parados
from parados.identify import ShareFormula, base_parameters
from parados.identify.share_family import family_formulas

EXACT = 1e-9
"""Relative; what a formula is checked to."""

DIFFERENCES = 1e-7
"""Relative; error of central differences with a step of 1e-5."""


@cache
def family(name, *live):
    return base_parameters(parados.load(name).compile("vm", live=live))


def five_bar():
    return family("five-bar-feasible", "d11", "d12", "d13", "d21", "d22", "d23")


def test_groups_of_the_five_bar_are_those_of_the_book():
    """(8.275) and (8.276); gravity adds the groups of mx_q11 and mx_q21."""
    groups = five_bar().symbolic_groups
    assert groups["m_p"] == "m_p + (1/d13) mx_q12 + (1/d23) mx_q22"
    for i in (1, 2):
        assert groups[f"zz_q{i}1"] == f"zz_q{i}1 + ia_q{i}1 - (d{i}2^2/d{i}3) mx_q{i}2 + d{i}2^2 m_q{i}2"
        assert groups[f"zz_q{i}2"] == f"zz_q{i}2 - d{i}3 mx_q{i}2"
        assert groups[f"mx_q{i}1"] == f"mx_q{i}1 - (d{i}2/d{i}3) mx_q{i}2 + d{i}2 m_q{i}2"
    assert groups["fv_q11"] == "fv_q11"
    assert "zz_q11 + ia_q11 - (d12^2/d13) mx_q12 + d12^2 m_q12" in five_bar().summary()


def test_groups_of_the_orthoglide_are_those_of_the_book():
    """(8.277)-(8.279) as corrected: 3.2258 = 1 / d4, and joints 33 and 23 are added."""
    groups = family("orthoglide", "a", "d4", "d6").symbolic_groups
    assert groups["m_p"].startswith("m_p + (1/d4) mx_q13 + (1/d4) mx_q23 + (1/d4) mx_q33")
    assert groups["m_q11"] == "m_q11 + ia_q11 - (1/d4) mx_q13 + m_q13"
    assert groups["yy_q13"] == "yy_q13 - d4 mx_q13"
    assert groups["zz_q23"] == "zz_q23 + zz_q33 - d4 mx_q23 - d4 mx_q33"


@pytest.mark.slow
def test_angles_appear_as_cosines_and_sines():
    """The attachment point of leg 3 of the platform is on its x axis, turned by phiP; the file has phiP in degrees, and zero."""
    base = family("gough-stewart-lopes", "rP", "phiP")
    assert str(base.formulas["mx_p"]["m_l3"]) == "-rP cos(phiP°)"
    assert str(base.formulas["zz_p"]["m_l1"]) == "rP^2"
    assert str(base.formulas["yy_p"]["m_l3"]) == "rP^2/2 + rP^2 cos(2 phiP°)/2"


@pytest.mark.parametrize(("name", "live", "values"), [
    ("five-bar-feasible", ("d11", "d12", "d13", "d21", "d22", "d23"), {"d12": 0.27, "d13": 0.17, "d23": 0.25}),
    pytest.param("gough-stewart-lopes", ("rP", "phiP"), {"rP": 0.5, "phiP": 25.0}, marks=pytest.mark.slow),
    ("3-rpr", ("b", "h1", "h2"), {"b": 0.26, "h1": 0.1, "h2": 0.3}),
])  # fmt: skip
def test_formulas_hold_for_other_robots_of_the_family(name, live, values):
    base = family(name, *live)
    beta, lengths = base.beta_at(values), {**base.model.live, **values}
    for leader, shares in base.formulas.items():
        for eliminated, formula in shares.items():
            entry = beta[base.names.index(leader), base.eliminated.index(eliminated)]
            assert formula.at(lengths) == pytest.approx(entry, rel=EXACT)


def test_slopes_are_those_of_the_formulas():
    base, d12, d13 = five_bar(), 0.213, 0.1878
    row, mx, m = base.names.index("zz_q11"), base.eliminated.index("mx_q12"), base.eliminated.index("m_q12")
    assert base.beta_slope("d12")[row, [mx, m]] == pytest.approx([-2 * d12 / d13, 2 * d12], rel=EXACT)
    at = {"d12": 0.25, "d13": 0.2}
    assert base.beta_slope("d13", at)[row, [mx, m]] == pytest.approx([0.25**2 / 0.2**2, 0.0], rel=EXACT, abs=EXACT)


@pytest.mark.slow
def test_slopes_are_those_of_differences():
    base, h = family("hexa", "rB", "phi", "cp"), 1e-5
    ends = [base.beta_at({"rB": 0.08 + side * h}) for side in (1, -1)]
    differences = (ends[0] - ends[1]) / (2 * h)
    assert base.beta_slope("rB") == pytest.approx(differences, abs=DIFFERENCES * np.abs(differences).max())
    assert base.beta_slope("cp").shape == (*base.beta.shape, 3)  # a centre of mass has no part in beta
    assert np.abs(base.beta_slope("cp")).max() < EXACT


def test_a_share_without_a_small_formula_is_told():
    def shares(values):
        a, b = values["a"], values["b"]
        return np.array([[a**2 / b, 1 / (a**2 + b), np.sin(a) * np.exp(b), 3.0]])

    live = {"a": 0.3, "b": 0.7}
    found = family_formulas(shares, shares(live), live)
    assert str(found[0, 0]) == "a^2/b" and found[0, 1] is None and found[0, 2] is None and str(found[0, 3]) == "3"


def test_shares_that_vanish_for_the_file_alone_have_formulas():
    """The arcs of the Agile Eye are right angles in the file, where cosines vanish."""
    base = family("agile-eye", "arc2")
    assert str(base.formulas["xx_p"]["zz_q22"]) == "1/sin^2(arc2)"
    assert sum(len(shares) for shares in base.formulas.values()) > np.count_nonzero(base.beta)
    values = {"arc2": 1.35}
    beta = base.beta_at(values)
    for leader, shares in base.formulas.items():
        for name, formula in shares.items():
            entry = beta[base.names.index(leader), base.eliminated.index(name)]
            assert formula.at(values) == pytest.approx(entry, rel=EXACT, abs=EXACT)


def test_a_parameter_that_cannot_be_changed_keeps_its_value():
    def shares(values):
        if values["b"] != 0.7:
            raise parados.InputError("parameters: b cannot be changed")
        return np.array([[2.0 * values["a"] * values["b"]]])

    live = {"a": 0.3, "b": 0.7}
    assert str(family_formulas(shares, shares(live), live)[0, 0]) == "7 a/5"


def test_numbers_of_arrays_have_their_place():
    def shares(values):
        return np.array([[values["c"][1] * values["l"] / 2]])

    live = {"c": np.array([0.1, 0.2]), "l": 0.4}
    formula = family_formulas(shares, shares(live), live)[0, 0]
    assert str(formula) == "c[1] l/2" and formula.at({"c[1]": 4.0, "l": [1.0, 3.0]}) == pytest.approx([2.0, 6.0])


def test_wrong_calls_are_refused_in_one_sentence():
    base = five_bar()
    with pytest.raises(parados.InputError, match="parameter: 'd99' is not known"):
        base.beta_slope("d99")
    with pytest.raises(parados.InputError, match="d13 is missing; the formula -d12\\^2/d13 depends on d12, d13"):
        base.formulas["zz_q11"]["mx_q12"].at({"d12": 0.2})
    frozen = base_parameters(parados.load("five-bar-feasible").compile("vm"))
    for call in (lambda: frozen.formulas, lambda: frozen.beta_slope("d12")):
        with pytest.raises(parados.InputError, match="the model has no live lengths") as caught:
            call()
        assert "\n" not in str(caught.value)


def test_the_command_writes_formulas(capsys):
    from parados.cli.main import app

    app(["base", "five-bar-feasible", "--live", "d12, d13"], standalone_mode=False)
    assert "zz_q11 + ia_q11 - (d12^2/d13) mx_q12 + d12^2 m_q12" in capsys.readouterr().out


def test_an_empty_formula_is_zero():
    assert str(ShareFormula(())) == "0" and ShareFormula(()).at({}) == 0.0
