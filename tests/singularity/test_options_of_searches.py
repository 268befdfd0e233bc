"""Test that options of maps and of searches for ways are checked also where they have no effect."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.singularity import same_aspect, singularity_map

OVER = {"px": (-0.02, 0.02, 3), "py": (0.25, 0.27, 3)}


@pytest.fixture(scope="module")
def five_bar():
    return parados.load("five-bar").compile()


@pytest.mark.parametrize("limits", ["no", None, -1, np.nan, 1, np.array([True, False])])
def test_limits_of_a_map_are_true_or_false(five_bar, limits):
    with pytest.raises(parados.InputError, match="limits: True or False is expected, not"):
        singularity_map(five_bar, OVER, limits=limits)


def test_limits_of_a_map_may_be_a_truth_value_of_numpy(five_bar):
    assert singularity_map(five_bar, OVER, limits=np.bool_(False)).limits is False


@pytest.mark.parametrize("options", [{"seed": "x"}, {"seed": -1}, {"seed": 1.5}, {"tries": -1}])
def test_options_of_a_search_for_a_way_are_checked_if_the_straight_way_is_free(five_bar, options):
    name = next(iter(options))
    with pytest.raises(parados.InputError, match=f"{name}: a whole number"):
        same_aspect(five_bar, [0.0, 0.26], [0.01, 0.26], **options)


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        ((1e-20, 2e-20), "the range from 1e-20 to 2e-20 is too narrow"),
        ((2.0, 1.0), "the lower end 2 is not below the upper end 1"),
    ],
)
def test_range_of_a_map_that_is_too_narrow_gets_its_own_sentence(five_bar, ends, told):
    with pytest.raises(parados.InputError, match=told):
        singularity_map(five_bar, {"px": (*ends, 5), "py": (0.25, 0.27, 3)})
