"""Global sensitivities: the part of the variance of an index over all ranges that each variable explains.

First-order index S_i = Var(E(y | p_i)) / Var(y); total index ST_i = E(Var(y | all but p_i)) / Var(y). Designs by Saltelli's
scheme: two samples A and B of a Sobol sequence, and A with the column of one variable from B; N (n + 2) designs.

References
----------
Saltelli et al., Variance based sensitivity analysis of model output, Computer Physics Communications 181 (2010), Table 2 (b), (f)
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import whole
from parados.errors import InputError
from parados.study.extras import needed
from parados.study.sampled_search import MOST_DESIGNS, Ask, Search
from parados.text.result_display import Table

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["SensitivitySearch"]

Array = NDArray[np.float64]


class SensitivitySearch(Search):
    """Saltelli's designs: `samples` base points (a power of two), each with n + 2 designs; `seed` of the scrambling."""

    kind = "sensitivity"
    options = ("samples", "seed")

    def __init__(self, study: Study, samples: Any = 256, seed: Any = 0) -> None:
        super().__init__(study)
        self.samples = whole("search.samples", samples, 2, MOST_DESIGNS, "a number of samples")
        if self.samples & (self.samples - 1):
            raise InputError(f"search.samples: a power of two is expected, not {self.samples}")
        self.seed = whole("search.seed", seed, 0)
        self.total = self.samples * (len(study.names) + 2)
        self.told = f"global sensitivities, {self.total:,} designs from {self.samples} samples, seed {self.seed}"

    @property
    def problem(self) -> dict[str, Any]:
        """The variables as SALib takes them."""
        ends = np.column_stack([self.study.lower, self.study.upper]).tolist()
        return {"num_vars": len(self.study.names), "names": self.study.names, "bounds": ends}

    def run(self, ask: Ask) -> list[Table]:
        needed("SALib", "a study of global sensitivities")
        from SALib.analyze import sobol as analysis
        from SALib.sample import sobol as sampling

        designs = sampling.sample(self.problem, self.samples, calc_second_order=False, seed=self.seed)
        rows = ask(np.asarray(designs, dtype=float))
        tables = []
        for k, one in enumerate(self.study.indices):
            values = rows.values[:, k]
            missing = int((~np.isfinite(values)).sum())
            if missing:
                told = f"{one.name}: no sensitivities, since {missing} of {len(values)} designs have no value; narrow the ranges"
                tables.append(Table(("variable",), [], told))
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                found = analysis.analyze(self.problem, values, calc_second_order=False, seed=self.seed)
            columns = zip(found["S1"], found["S1_conf"], found["ST"], found["ST_conf"], strict=True)
            cells = [[name, *[f"{number:.3f}" for number in row]] for name, row in zip(self.study.names, columns, strict=True)]
            tables.append(
                Table(("variable", "first order", "± 95 %", "total", "± 95 %"), cells, f"Global sensitivities of {one.name}")
            )
        return tables
