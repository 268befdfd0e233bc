"""The golden section on many pieces: lowest points, and that an interrupted search gives the numbers of one that is not."""

import numpy as np
from numpy.testing import assert_array_equal

from parados.singularity.maps.golden_section import GoldenSection

LOWEST = np.linspace(0.05, 0.95, 40)


def _valley(k, t):
    return np.abs(t - LOWEST[k])


def _searched(*stages):
    search = GoldenSection.over(_valley, np.zeros(40), np.ones(40))
    for steps in stages:
        search.narrow(_valley, steps)
    return search


def test_lowest_points_are_found_to_the_width_of_the_last_bracket():
    search = _searched(45)
    np.testing.assert_allclose(search.place, LOWEST, atol=0.618**45)
    np.testing.assert_allclose(search.value, 0.0, atol=0.618**45)


def test_search_in_stages_gives_the_same_numbers():
    for part in ("a", "b", "c", "d", "fc", "fd"):
        assert_array_equal(getattr(_searched(8, 12, 25), part), getattr(_searched(45), part))


def test_search_on_some_pieces_goes_on_where_it_was():
    chosen = np.arange(40) % 3 == 0
    own = np.flatnonzero(chosen)
    part = _searched(8)[chosen]
    part.narrow(lambda k, t: _valley(own[k], t), 12)
    assert_array_equal(part.place, _searched(20).place[chosen])


def test_search_ends_on_pieces_below_the_stop():
    calls = []

    def counted(k, t):
        calls.append(len(k))
        return _valley(k, t)

    search = GoldenSection.over(counted, np.zeros(40), np.ones(40))
    search.narrow(counted, 45, 0.01)
    assert (search.value < 0.01).all() and len(calls) < 2 + 12
