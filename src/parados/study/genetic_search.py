"""Search for the Pareto front with NSGA-II (Deb et al., IEEE Transactions on Evolutionary Computation 6, 2002), by pymoo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import whole
from parados.errors import InputError
from parados.study.design_rows import DesignRows
from parados.study.extras import needed
from parados.study.sampled_search import MOST_DESIGNS, Ask, Search
from parados.text.result_display import Table

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["GeneticSearch"]

Array = NDArray[np.float64]

MISSED = 1e6
"""Violation of a design without indices: it is worse than every design that has them."""


class GeneticSearch(Search):
    """NSGA-II: `population` designs in each of `generations` generations, `seed` of the random numbers."""

    kind = "nsga2"
    options = ("population", "generations", "seed")

    def __init__(self, study: Study, population: Any = 64, generations: Any = 40, seed: Any = 0) -> None:
        super().__init__(study)
        if not study.objectives:
            raise InputError("search: nsga2 needs objectives; name at least one index with min or max")
        self.population = whole("search.population", population, 4, MOST_DESIGNS, "a number of designs")
        self.generations = whole("search.generations", generations, 1, MOST_DESIGNS, "a number of generations")
        self.seed = whole("search.seed", seed, 0)
        self.total = self.population * self.generations
        self.told = f"NSGA-II, {self.generations} generations of {self.population} designs, seed {self.seed}"

    def run(self, ask: Ask) -> list[Table]:
        needed("pymoo", "NSGA-II")
        from pymoo.algorithms.moo.nsga2 import NSGA2
        from pymoo.core.problem import Problem

        study, violated = self.study, self._violation
        n_constraints = len(study.constraints) + 1

        class Designs(Problem):  # type: ignore[misc]
            def _evaluate(self, x: Array, out: dict[str, Array], *_: Any, **__: Any) -> None:
                rows = ask(x)
                out["F"], out["G"] = objectives_of(study, rows), violated(rows)

        def problem() -> Any:
            return Designs(
                n_var=len(study.names), n_obj=len(study.objectives), n_ieq_constr=n_constraints, xl=study.lower, xu=study.upper
            )

        algorithm = NSGA2(pop_size=self.population)
        algorithm.setup(problem(), termination=("n_gen", self.generations), seed=self.seed, verbose=False)
        while algorithm.has_next():
            algorithm.next()
        return []

    def _violation(self, rows: DesignRows) -> Array:
        """(D, c + 1) how far each constraint is violated, as a part of its bound, then whether a design has no indices."""
        names = [one.name for one in self.study.indices]
        columns = []
        for one in self.study.constraints:
            value = rows.values[:, names.index(one.name)]
            scale = max(abs(bound) for bound in (one.least, one.most) if np.isfinite(bound)) or 1.0
            columns.append(np.maximum(one.least - value, value - one.most) / scale)
        missed = ~np.isfinite(rows.values).all(axis=1)
        found = np.column_stack([*columns, np.where(missed, MISSED, -1.0)])
        return np.where(np.isnan(found), MISSED, found)


def objectives_of(study: Study, rows: DesignRows) -> Array:
    """(D, m) objectives, all to be minimised; a large number if a design has none."""
    names = [one.name for one in study.indices]
    signs = {"min": 1.0, "max": -1.0}
    columns = [signs[sense] * rows.values[:, names.index(name)] for name, sense in study.objectives.items()]
    return np.nan_to_num(np.column_stack(columns), nan=MISSED)
