"""Test that what the function of a user's index returns is checked: real numbers, in rows of the expected number."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.study import INDICES, Study, index, index_map, slopes_of

DESIGNS = [[0.2], [0.21]]

WRONG = {
    "exchanged axes": (lambda at: np.ones((4, 2)), r"index odd: shape \(2, 4\) is expected.*returned shape \(4, 2\)"),
    "one row for two designs": (lambda at: np.ones((1, 4)), r"returned shape \(1, 4\)"),
    "many rows": (lambda at: np.ones((100, 4)), r"with a row for each of 2 designs"),
    "a column too many": (lambda at: np.ones((2, 5)), r"one or more numbers for each of 4 poses; .* \(2, 5\)"),
    "no columns": (lambda at: np.ones((2, 0)), r"returned shape \(2, 0\)"),
    "one axis": (lambda at: np.ones(7), r"returned shape \(7,\)"),
    "one number": (lambda at: 1.0, r"returned shape \(\)"),
    "nothing": (lambda at: None, "index odd: an array of real numbers, the terms, is expected, not None"),
    "a word": (lambda at: "x", "not 'x'"),
    "a complex number": (lambda at: 1j, "not 1j"),
    "complex numbers": (lambda at: np.ones((2, 4)) * 1j, "an array of real numbers, the terms, is expected"),
    "truth values": (lambda at: at.reached, "an array of real numbers, the terms, is expected"),
}


@pytest.fixture
def entered():
    """Enter the function of an index, the terms of which follow from `terms(at)`, and remove it after the test."""

    def enter(terms, take="largest", slopes=None):
        def odd(at):
            return terms(at)

        index("m", over="poses", take=take)(odd)
        if slopes is not None:
            slopes_of("odd")(slopes)

    yield enter
    INDICES.pop("odd", None)


def _study(**more):
    region = {"px": [-0.02, 0.02, 2], "py": [0.25, 0.27, 2]}
    own = {"variables": {"d12": [0.2, 0.23]}, "regions": {"here": region}, "indices": {"top": "odd"}}
    return Study("five-bar", **own, **more)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_result_of_an_index_is_rejected_with_a_sentence(entered, name):
    terms, told = WRONG[name]
    entered(terms)
    with pytest.raises(parados.InputError, match=told):
        _study().evaluate(DESIGNS)


def test_result_of_an_index_is_checked_in_a_search_a_map_and_a_descent(entered):
    entered(lambda at: np.ones(7))
    search = {"kind": "grid", "counts": {"d12": 2}}
    with pytest.raises(parados.InputError, match=r"index odd: shape \(1, 4\) is expected"):
        _study(search=search).run()
    model = parados.load("five-bar").compile()
    with pytest.raises(parados.InputError, match="index odd: shape"):
        index_map(model, ["odd"], {"px": (-0.02, 0.02, 3), "py": (0.25, 0.27, 3)})


def test_derivatives_of_an_index_are_checked(entered):
    entered(lambda at: np.ones((len(at), len(at.states))), slopes=lambda at: np.ones((len(at), 1)))
    study = _study(objectives={"top": "min"}, search={"kind": "gradient", "samples": 2, "iterations": 2})
    told = r"index odd: derivatives of shape \(1, 4, 1\) are expected.*returned shape \(1, 1\)"
    with pytest.raises(parados.InputError, match=told):
        study.run()


@pytest.mark.parametrize("several", [1, 3])
def test_every_pose_may_have_several_terms(entered, several):
    entered(lambda at: np.arange(len(at) * len(at.states) * several, dtype=float).reshape(len(at), -1))
    assert np.array_equal(_study().evaluate(DESIGNS).values("top"), [4 * several - 1, 8 * several - 1])


@pytest.mark.parametrize("value", [np.inf, np.nan])
def test_an_index_without_a_finite_value_makes_a_design_infeasible(entered, value):
    entered(lambda at: np.where(at.designs > 0.205, value, np.ones((len(at), 4))))
    result = _study().evaluate(DESIGNS)
    assert result.feasible.tolist() == [True, False]
    assert result.reasons[1] == "top has no value"


def test_live_names_of_an_index_come_from_a_function():
    with pytest.raises(parados.InputError, match="live: a function of options is expected, not 5"):
        index("m", over="poses", live=5)
