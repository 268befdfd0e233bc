"""Test the searches: grids, fronts, gradients against brute force, global sensitivities of a known function."""

from __future__ import annotations

import numpy as np
import pytest
from pymoo.util.nds.non_dominated_sorting import NonDominatedSorting
from tests.study.studies import STUDIES, cycle, delta, delta_study, five_bar_study

import parados
from parados.study import INDICES, Study, index, read_study
from parados.study.pareto import best_of_all, nondominated

FEWER = 20
"""Gradients reach the optimum with at least this many times fewer designs than a grid."""


def test_grid_has_all_combinations():
    made = five_bar_study(search={"kind": "grid", "counts": {"d12": 3, "d13": 2}}).run()
    assert np.allclose(made.designs, [[a, b] for a in (0.2, 0.215, 0.23) for b in (0.18, 0.2)], rtol=1e-15)


def test_latin_hypercube_has_one_design_in_each_part_of_a_range():
    made = five_bar_study(search={"kind": "latin-hypercube", "designs": 10}).run()
    parts = np.floor((made.designs - made.study.lower) / (made.study.upper - made.study.lower) * 10)
    assert np.array_equal(np.sort(parts, axis=0), np.tile(np.arange(10.0)[:, None], (1, 2)))


@pytest.mark.parametrize("m", [1, 2, 3])
def test_front_equals_that_of_pymoo(m):
    rng = np.random.default_rng(m)
    values = rng.integers(0, 12, (300, m)).astype(float)  # with equal rows and ties
    own = np.flatnonzero(nondominated(values))
    assert sorted(own) == sorted(NonDominatedSorting().do(values, only_non_dominated_front=True))


def test_front_leaves_out_designs_without_values():
    assert nondominated(np.array([[1.0, 2.0], [np.nan, 0.0], [2.0, 3.0]])).tolist() == [True, False, False]
    assert best_of_all(np.array([[0.0, 10.0], [0.4, 2.0], [1.0, 0.0]])) == 1


@pytest.mark.slow
def test_genetic_search_beats_a_sample_of_the_same_size():
    """Every design on the front of a Sobol sample is dominated, or nearly reached, by the front of NSGA-II."""
    asked = {
        "indices": {"speed": "peak_speed", "radius": {"index": "footprint", "over": "way"}},
        "objectives": {"speed": "min", "radius": "min"},
    }
    sample = five_bar_study(**asked, search={"kind": "sobol", "designs": 200}).run()
    found = five_bar_study(**asked, search={"kind": "nsga2", "population": 20, "generations": 10}).run()
    ours, theirs = (np.column_stack([one.values(name)[one.pareto] for name in asked["objectives"]]) for one in (found, sample))
    width = np.ptp(np.vstack([ours, theirs]), axis=0)
    assert all(((ours - one) / width <= 0.03).all(axis=1).any() for one in theirs)


def _sizes(search):
    """Smallest peak torque of a Delta within a radius; two variables."""
    return Study(
        delta(),
        variables={"rf": [0.1, 0.35], "l1": [0.15, 0.45]},
        motions={"cycle": cycle()},
        indices={
            "torque": "peak_effort",
            "radius": {"index": "footprint", "over": "cycle"},
            "even": {"index": "dexterity", "over": "cycle"},
        },
        constraints={"radius": {"max": 0.55}, "even": {"min": 0.35}},
        objectives={"torque": "min"},
        search=search,
    )


def test_gradients_find_the_optimum_of_a_grid_with_fewer_designs():
    brute = _sizes({"kind": "grid", "counts": 41}).run()
    found = _sizes({"kind": "gradient", "samples": 8, "seed": 1}).run()
    grid, best = brute.values("torque")[brute.best["torque"]], found.values("torque")[found.best["torque"]]
    assert brute.feasible.any() and len(brute) >= FEWER * len(found)
    assert grid * 0.95 < best < grid * (1 + 1e-6)  # at least as good as the best of the grid, which is near
    near = np.abs(brute.designs[brute.best["torque"]] - found.designs[found.best["torque"]])
    assert (near < 2.5 * (brute.study.upper - brute.study.lower) / 40).all()
    around = found.designs[found.best["torque"]] + np.random.default_rng(0).normal(0, 1e-3, (300, 2))
    inside = ((around >= brute.study.lower) & (around <= brute.study.upper)).all(axis=1)
    close = brute.study.evaluate(around[inside])
    assert close.values("torque")[close.feasible].min(initial=np.inf) > best * (1 - 1e-5)  # no better design is beside it


@pytest.mark.slow
def test_gradients_find_the_optimum_of_four_variables():
    study = read_study(STUDIES / "delta-study.yaml")
    given = {"variables": {one.name: [one.lower, one.upper] for one in study.variables}, "regions": study._given[1]}
    given |= {
        "motions": study._given[0],
        "indices": {one.name: {"index": one.index.name, "over": one.over} for one in study.indices},
    }
    given |= {
        "objectives": {"torque": "min"},
        "constraints": {"dexterity": {"min": 0.25}, "frequency": {"min": 20}, "radius": {"max": 0.4}},
    }
    brute = Study(delta(), **given, search={"kind": "grid", "counts": 13}).run()
    found = Study(delta(), **given, search={"kind": "gradient", "samples": 64, "starts": 3}).run()
    assert len(brute) >= FEWER * len(found)
    grid, best = brute.values("torque")[brute.best["torque"]], found.values("torque")[found.best["torque"]]
    assert best < grid * (1 + 1e-6)
    corner = found.designs[found.best["torque"]]
    steps = np.random.default_rng(0).normal(0, 5e-4, (4000, 4)) * (brute.study.upper - brute.study.lower)
    beside = np.clip(corner + steps, brute.study.lower, brute.study.upper)
    close = brute.study.evaluate(beside)
    assert close.values("torque")[close.feasible].min(initial=np.inf) > best * (1 - 1e-4)


@pytest.mark.parametrize(
    ("indices", "objectives", "told"),
    [
        ({"torque": "peak_effort", "speed": "peak_speed"}, {"torque": "min", "speed": "min"}, "exactly one objective, not 2"),
        ({"power": "peak_power"}, {"power": "min"}, "peak_power has no derivatives"),
        ({"torque": "peak_effort"}, {"torque": "max"}, "the largest of many values, cannot be made or kept at least"),
        ({"even": {"index": "dexterity", "over": "cycle"}}, {"even": "min"}, "cannot be made or kept at most"),
        ({"torque": "peak_effort"}, {}, "exactly one objective, not 0"),
    ],
)
def test_gradients_reject_what_is_not_smooth(indices, objectives, told):
    with pytest.raises(parados.InputError, match=told):
        delta_study(indices, objectives=objectives, search={"kind": "gradient"})


def test_global_sensitivities_of_the_ishigami_function():
    """y = sin a + 7 sin^2 b + 0.1 c^4 sin a on -pi ... pi: S = 0.3139, 0.4424, 0; totals 0.5576, 0.4424, 0.2437."""

    @index("-", over="robot")
    def ishigami(at):
        """A function whose sensitivities are known."""
        a, b, c = (2 * np.pi * (at.designs - [0.2, 0.18, 0.2]) / [0.03, 0.02, 0.03] - np.pi).T
        return (np.sin(a) + 7 * np.sin(b) ** 2 + 0.1 * c**4 * np.sin(a))[:, None]

    try:
        ranges = {"d12": [0.2, 0.23], "d13": [0.18, 0.2], "d22": [0.2, 0.23]}
        search = {"kind": "sensitivity", "samples": 4096}
        study = Study(parados.load("five-bar"), variables=ranges, indices={"y": "ishigami"}, search=search)
        (table,) = study.run().tables
    finally:
        del INDICES["ishigami"]
    found = np.array([[float(row[1]), float(row[3])] for row in table.rows])
    assert np.allclose(found, [[0.3139, 0.5576], [0.4424, 0.4424], [0.0, 0.2437]], atol=0.02)
