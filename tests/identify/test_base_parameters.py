"""Base parameters: what holds for any robot, the printed groups, the choice of the set, ties and refusals."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.errors import InputError, UnknownNameError
from parados.identify import base_parameters

EXACT = 1e-9
"""Relative; beta comes from least squares with a condition number of up to 1e5."""

ROBOTS = ("five-bar-feasible", "3-rpr", "tripteron", "dualv", "3-prs", "delta-d3-1200-simplified")


def _states(m, count, seed=3):
    rng, box = np.random.default_rng(seed), m.survey
    x = box.lower + rng.uniform(0.2, 0.8, (count, len(box.lower))) * (box.upper - box.lower)
    return x, rng.uniform(-1, 1, x.shape), rng.uniform(-5, 5, x.shape)


@pytest.mark.parametrize("name", ROBOTS)
def test_base_parameters_give_the_efforts(name, model, off):
    """Also with other standard parameters than those of the file."""
    m, rng = model(name), np.random.default_rng(5)
    base = base_parameters(m, bodies="all", rotors="all")
    state = _states(m, 20)
    Y = m.platform_force_regressor(*state) if base.side == "platform" else m.regressor(*state)
    good = np.isfinite(Y).all(axis=(1, 2))
    values = rng.uniform(-1, 1, len(m.parameters))
    assert good.sum() > 10
    assert off((base.regressor(*state) @ base.of_standard(values))[good], (Y @ values)[good]) < EXACT
    tau = m.inverse_dynamics(*state)
    assert off((base.regressor(*state) @ base.values)[good], base.measured(tau, state[0])[good]) < EXACT


def test_groups_of_the_five_bar_are_the_printed_ones(model):
    """(8.275) and (8.276); gravity adds the groups of mx_q11 and mx_q21."""
    base = base_parameters(model("five-bar-feasible"))
    formulas = {group.leader: group.formula for group in base.groups}
    assert formulas["zz_q11"] == "zz_q11 + ia_q11 - 0.24158 mx_q12 + 0.045369 m_q12"
    assert formulas["zz_q22"] == "zz_q22 - 0.1878 mx_q22"
    assert formulas["m_p"] == "m_p + 5.3248 mx_q12 + 5.3248 mx_q22"
    assert formulas["mx_q21"] == "mx_q21 - 1.1342 mx_q22 + 0.213 m_q22"
    assert set(base.alone) == set(base.names) - {"m_p", "zz_q11", "zz_q21", "zz_q12", "zz_q22", "mx_q11", "mx_q21"}


def test_values_are_those_of_the_file(model):
    m = model("five-bar-feasible")
    base, p = base_parameters(m), dict(zip(m.parameter_names, m.parameters, strict=True))
    expected = p["zz_q11"] + p["ia_q11"] - 0.213 / 0.1878 * 0.213 * p["mx_q12"] + 0.213**2 * p["m_q12"]
    assert base.values[base.names.index("zz_q11")] == pytest.approx(expected, rel=EXACT)


def test_an_order_of_names_decides_which_parameters_lead(model):
    base = base_parameters(model("five-bar-feasible"), order=["ia_q11", "mx_q12"])
    assert base.standard[:2] == ("ia_q11", "mx_q12")
    assert {"ia_q11", "mx_q12"} <= set(base.names)
    assert "zz_q11" in base.eliminated
    assert base.count == base_parameters(model("five-bar-feasible"), order="file").count == 21


def test_tied_legs_have_one_parameter_for_all(model, off):
    m = model("delta-d3-1200-simplified")
    base, free = base_parameters(m, tied="legs"), base_parameters(m)
    assert base.count < free.count
    state = _states(m, 10)
    tau = m.inverse_dynamics(*state)
    assert off(base.regressor(*state) @ base.values, tau) < EXACT


def test_named_parameters_can_be_tied(model):
    m = model("five-bar-feasible")
    base = base_parameters(m, tied=[["fv_q12", "fv_q22", "fv_q13"], ["fs_q12", "fs_q22", "fs_q13"]])
    assert base.count == 21 - 4
    assert next(group for group in base.groups if group.leader == "fv_q12").equal == ("fv_q22", "fv_q13")


def test_offsets_add_a_column_for_each_joint(model, off):
    m = model("five-bar-feasible")
    base = base_parameters(m, offsets="actuated")
    assert base.count == 23
    assert {"f0_q11", "f0_q21"} <= set(base.names)
    state = _states(m, 5)
    W = base.regressor(*state)
    assert W[:, :, base.names.index("f0_q11")] == pytest.approx(np.tile([1.0, 0.0], (5, 1)), abs=EXACT)


def test_beta_is_a_function_of_live_lengths():
    """zz_q11R = zz_q11 + ia_q11 - d12^2 / d13 mx_q12 + d12^2 m_q12, for any lengths."""
    m = parados.load("five-bar-feasible").compile("vm", live=["d12", "d13"])
    base = base_parameters(m)
    row, mx, mass = base.names.index("zz_q11"), base.eliminated.index("mx_q12"), base.eliminated.index("m_q12")
    for d12, d13 in ((0.213, 0.1878), (0.22, 0.19), (0.2, 0.2)):
        beta = base.beta_at({"d12": d12, "d13": d13})
        assert beta[row, [mx, mass]] == pytest.approx([-(d12**2) / d13, d12**2], rel=EXACT)
        assert ((beta != 0) == (base.beta != 0)).all()
        assert base_parameters(m, parameters={"d12": d12, "d13": d13}).beta == pytest.approx(beta, abs=EXACT)


def test_bodies_can_be_named(model):
    base = base_parameters(model("five-bar-feasible"), bodies=["q11", "p"], rotors=None, friction=None)
    assert len(base.standard) == 20
    assert all(name.endswith(("_q11", "_p")) for name in base.standard)


def test_another_seed_finds_the_same_groups(model):
    first, second = (base_parameters(model("3-rpr"), seed=seed) for seed in (0, 7))
    assert first.names == second.names
    assert first.beta == pytest.approx(second.beta, abs=EXACT)


def test_result_is_shown_with_its_groups_and_its_gap(model):
    text = base_parameters(model("five-bar-feasible")).summary()
    assert "base parameters:     21, of which 14 stand alone" in text
    assert "zz_q11 + ia_q11 - 0.24158 mx_q12 + 0.045369 m_q12" in text
    assert "the largest of round-off" in text


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"rotors": "some"}, InputError, 'rotors: \'some\' is not known; use None, "actuated" or "all"'),
        ({"friction": True}, InputError, "friction: True is not known"),
        ({"offsets": 1}, InputError, "offsets: 1 is not known"),
        ({"springs": "all"}, InputError, "springs: True or False is expected"),
        ({"bodies": "none"}, InputError, "bodies: 'none' is not known"),
        ({"bodies": ["q99"]}, UnknownNameError, "bodies: 'q99' is not a body of this robot; use q11"),
        ({"bodies": ["q11", "q11"]}, InputError, "bodies: q11 is named twice"),
        ({"bodies": [], "rotors": None, "friction": None}, InputError, "no parameter belongs to the set"),
        ({"order": "random"}, InputError, "order: 'random' is not known"),
        ({"order": ["zz_q99"]}, UnknownNameError, "order: 'zz_q99' is not a parameter of the set"),
        ({"tied": "all"}, InputError, "tied: 'all' is not known"),
        ({"tied": [["zz_q11", "zz_q99"]]}, UnknownNameError, "tied: 'zz_q99' is not a parameter of the set"),
        ({"seed": -1}, InputError, "seed: a whole number"),
    ],
)
def test_wrong_choices_are_refused_in_a_sentence(options, kind, words, model):
    with pytest.raises(kind) as error:
        base_parameters(model("five-bar-feasible"), **options)
    assert words in str(error.value)
