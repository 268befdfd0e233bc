"""Export the full model of a flexible robot as C: a header, a source and a test driver that need only libm.

The functions are those of `ElasticModel`: the inertia matrix and the bias forces of (10.123), the inverse and the direct problem,
rates of all coordinates, and Newton's method that closes the loops. Every function returns a status; if it is not NAME_OK, all
results are NaN.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import casadi as ca

from parados.flexible.loop_closing import CLOSED, EXACT, ITERATIONS
from parados.graph.c_source import named_source
from parados.graph.finished_graph import FinishedGraph
from parados.model.c_elastic_pieces import ELASTIC_CLOSE, ELASTIC_DYNAMICS, ELASTIC_HEADER, ELASTIC_SOLVERS
from parados.model.c_pieces import CHECKS, LARGE, OPENING
from parados.model.c_status import constant
from parados.model.c_text import comment, identifier
from parados.model.elastic_driver import elastic_driver
from parados.model.elastic_evaluation import OFF_RATES
from parados.model.files_together import checked_folder, write_together
from parados.spatial.vectors import SX

if TYPE_CHECKING:
    from parados.model.elastic_model import ElasticModel

__all__ = ["export_elastic_c"]

SMALLEST = 1e-14
"""An inertia matrix is singular if a pivot of its factorisation is below this times the entry of its diagonal."""


def export_elastic_c(model: ElasticModel, folder: str | Path) -> list[Path]:
    """Write NAME_elastic.h, NAME_elastic.c and test_NAME_elastic.c into a folder, all of them or none; returns their paths."""
    path, name = checked_folder(folder), f"{identifier(model.model.spec.name)}_elastic"
    unit = _Unit(model, name)
    texts = {f"{name}.h": unit.header(), f"{name}.c": unit.source(), f"test_{name}.c": elastic_driver(model, name)}
    return write_together(path, texts)


@dataclass(frozen=True)
class _Unit:
    """Writer of the header and the source; `name` is the prefix of all functions."""

    model: ElasticModel
    name: str

    @cached_property
    def _finished(self) -> FinishedGraph:
        return self.model._evaluation.ready("elastic_model")[1]

    @cached_property
    def _sizes(self) -> dict[str, Any]:
        n, n_q, n_a = len(self.model.names), len(self.model.independent), len(self.model.actuated)
        n_d, n_c = len(self.model.dependent), n_q - n_a
        own = {"n": n, "n_q": n_q, "n_a": n_a, "n_c": n_c, "n_d": n_d}
        return {"name": self.name, **own, "n_M": n_q**2, "n_cc": n_c**2, "n_G": n_d**2}

    def header(self) -> str:
        """Return the text of the header."""
        model = self.model
        named = {key: comment(", ".join(getattr(model, key))) for key in ("names", "independent", "actuated")}
        return ELASTIC_HEADER.format(title=comment(model.model.spec.title), **self._sizes, **named)

    def source(self) -> str:
        """Return the text of the source."""
        equations, sizes = self.model._evaluation.graphs.equations, self._sizes
        places = ", ".join(map(str, equations.independent))
        smallest = self._finished.smallest_pivots
        parts = [
            OPENING.format(name=self.name),
            constant(f"{self.name}_home", self.model.undeformed(self.model.model.survey.home)),
            f"const int {self.name}_independent[{sizes['n_q']}] = {{{places}}};",
            (CHECKS + (LARGE if len(smallest) else "")).format(name=self.name),
            *[f"static {named_source(graph, f'{self.name}_{key}')}" for key, graph in self._graphs().items()],
            self._solvers(),
            ELASTIC_CLOSE.format(
                **sizes, dependent=", ".join(map(str, equations.dependent)), iterations=ITERATIONS, exact=EXACT
            ) if equations.dependent else _NOTHING_TO_CLOSE.format(**sizes),
            ELASTIC_DYNAMICS.format(**sizes, **self._pivot_checks()),
        ]  # fmt: skip
        return "\n".join(parts)

    def _solvers(self) -> str:
        rows = max(self.model._evaluation.graphs.equations.full.all_closures.numel(), 1)
        passed = ", gaps, rates" if self.model.dependent else ""
        own = {"n_gaps": rows, "gaps": passed, "closed": CLOSED, "off": OFF_RATES, "smallest": SMALLEST}
        return ELASTIC_SOLVERS.format(**self._sizes, **own)

    def _pivot_checks(self) -> dict[str, str]:
        """Write the parts of NAME_model that check the pivots; they are empty if the graph divides by nothing."""
        smallest = self._finished.smallest_pivots
        if not len(smallest):
            return {"smallest": "", "pivots": "", "singular": ""}
        kept = f"  static {constant('smallest', smallest)}\n  double pivots[{len(smallest)}] = {{0.0}};\n"
        check = f"    if (!{self.name}_all_large({len(smallest)}, pivots, smallest)) status = {self.name}_SINGULAR; else\n"
        return {"smallest": kept, "pivots": ", pivots", "singular": check}

    def _graphs(self) -> dict[str, ca.Function]:
        """CasADi graphs of the static C functions, by the ends of the functions' names."""
        equations = self.model._evaluation.graphs.equations
        full = equations.full
        z, zd, qd = full.symbols[0], full.symbols[1], SX.sym("qd", len(equations.independent))
        gaps = {"gaps": full.all_closures, "rates": ca.jtimes(full.all_closures, z, zd)}
        closing = {"g": full.closures, "G": full.G[:, equations.dependent]}
        return {
            "gaps": _function("gaps", {"z": z, "zd": zd}, gaps),
            **({"closing": _function("closing", {"z": z}, closing)} if equations.dependent else {}),
            "rates_graph": _function("rates", {"z": z, "qd": qd}, {"zd": equations.J @ qd}),
            "model_graph": self._finished.function,
        }


_NOTHING_TO_CLOSE = """
{name}_status {name}_close(double z[{n}])
{{
  return {name}_all_finite({n}, z) ? {name}_OK : {name}_NOT_FINITE; /* there are no loops */
}}
"""


def _function(name: str, inputs: dict[str, SX], outputs: dict[str, SX]) -> ca.Function:
    dense = [ca.densify(value) for value in ca.cse(list(outputs.values()))]
    return ca.Function(name, list(inputs.values()), dense, list(inputs), list(outputs))
