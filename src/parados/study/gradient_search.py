"""Search for the best design with exact derivatives: IPOPT (Waechter & Biegler, Mathematical Programming 106, 2006) by CasADi."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.arguments import whole
from parados.errors import InputError
from parados.study.casadi_rows import CasadiRows
from parados.study.design_rows import DesignRows
from parados.study.genetic_search import objectives_of
from parados.study.sampled_search import MOST_DESIGNS, Ask, Search
from parados.study.smooth_program import SmoothProgram
from parados.text.result_display import Table

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["GradientSearch"]

Array = NDArray[np.float64]

INSIDE = 1e-3
"""Distance of a start from the ends of the ranges, as a part of them."""

SAFE = 1e-7
"""Distance that the search keeps from the bounds of constraints, as a part of them, so that its last design is feasible."""


class GradientSearch(Search):
    """From the best of `samples` designs of a Sobol sequence, follow the gradients to a minimum; repeat for `starts` starts.

    iterations : largest number of iterations of each start;  seed : of the sequence
    """

    kind = "gradient"
    options = ("samples", "starts", "iterations", "seed")

    def __init__(self, study: Study, samples: Any = 32, starts: Any = 1, iterations: Any = 60, seed: Any = 0) -> None:
        super().__init__(study)
        if len(study.objectives) != 1:
            raise InputError(
                f"search: gradients need exactly one objective, not {len(study.objectives)}; make the others constraints"
            )
        self.samples = whole("search.samples", samples, 1, MOST_DESIGNS, "a number of designs")
        self.starts = whole("search.starts", starts, 1, self.samples, "a number of starts")
        self.iterations = whole("search.iterations", iterations, 1, 10_000, "a number of iterations")
        self.seed = whole("search.seed", seed, 0)
        self.total = self.samples + self.starts * self.iterations
        self.told = f"gradients from {self.starts} of {self.samples} designs, seed {self.seed}"
        SmoothProgram(study)

    def run(self, ask: Ask) -> list[Table]:
        from scipy.stats import qmc

        power = int(np.ceil(np.log2(self.samples)))
        unit = qmc.Sobol(len(self.study.names), seed=self.seed).random_base2(power)[: self.samples]
        rows = ask(self.placed(unit))
        cells = []
        for start in self._ranked(rows)[: self.starts]:
            found = _Descent(SmoothProgram(self.study), ask).run(unit[start], self.iterations)
            cells.append([str(int(start)), found.status, str(found.asked), found.told(self.study)])
        return [Table(("from design", "ended because", "designs", "objective"), cells, "Search by gradients")]

    def _ranked(self, rows: DesignRows) -> NDArray[np.intp]:
        """Order designs: feasible ones first, the best objective first; designs without an objective are left out."""
        objective = objectives_of(self.study, rows)[:, 0]
        known = np.isfinite(rows.values).all(axis=1)
        if not known.any():
            raise InputError(
                f"search: none of the {len(rows)} first designs has all indices: {rows.reasons[0]}; change the ranges"
            )
        order = np.lexsort((objective, ~rows.feasible, ~known))
        return order[: int(known.sum())]


class _Descent:
    """One run of IPOPT; designs on the way are asked for, so that they are recorded."""

    def __init__(self, program: SmoothProgram, ask: Ask) -> None:
        self.program, self.ask = program, ask
        self.asked, self.status, self.value = 0, "", np.nan

    def run(self, unit: Array, iterations: int) -> _Descent:
        program, n = self.program, len(unit)
        start = np.clip(unit, INSIDE, 1 - INSIDE)
        level = program.rescale(start)
        count, total = program.objective_rows, len(program.at(start)[0])
        rows = CasadiRows(self._values, program.at, n, total)
        p, s = ca.MX.sym("p", n), ca.MX.sym("s")
        lowered = ca.vertcat(ca.repmat(s, count, 1), ca.DM(np.full((total - count, 1), -SAFE)))
        options = {
            "ipopt.print_level": 0,
            "print_time": False,
            "show_eval_warnings": False,
            "ipopt.sb": "yes",
            "ipopt.max_iter": iterations,
        }
        options |= {"ipopt.hessian_approximation": "limited-memory", "ipopt.tol": 1e-6, "ipopt.mu_strategy": "adaptive"}
        options |= {"ipopt.bound_relax_factor": 0.0, "ipopt.constr_viol_tol": SAFE}
        solver = ca.nlpsol("study", "ipopt", {"x": ca.vertcat(p, s), "f": s, "g": rows(p) - lowered}, options)
        lower, upper = ca.vertcat(ca.DM.zeros(n), -ca.inf), ca.vertcat(ca.DM.ones(n), ca.inf)
        found = solver(x0=ca.vertcat(start, level), lbx=lower, ubx=upper, lbg=-ca.inf, ubg=0.0)
        rows.reraise()
        self._record(np.clip(found["x"].full()[:n, 0], 0.0, 1.0))
        self.status = str(solver.stats()["return_status"]).replace("_", " ").lower()
        return self

    def _values(self, unit: Array) -> tuple[Array, Array]:
        self._record(unit)
        return self.program.at(unit)

    def _record(self, unit: Array) -> None:
        self.asked += 1
        row = self.ask(self.program.design(unit)[None])
        self.value = float(row.values[0, [one.name for one in self.program.study.indices].index(self._objective)])

    @property
    def _objective(self) -> str:
        return next(iter(self.program.study.objectives))

    def told(self, study: Study) -> str:
        """Return the objective of the last design, with its unit."""
        return f"{self.value:.6g} {study.units[self._objective]}"
