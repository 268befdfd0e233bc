"""Export the models of the tree and of the free platform as C: tau_t, M_t, c_t (Briot & Khalil 8.2), w_p, M_p (8.3).

The files are a header, a source and a test driver; they need only libm and allocate no memory. Positions of the joints need not
close the loops, so nothing is solved and no state is singular: a function fails only if numbers are not finite. If the model has
live parameters, the first argument of every function is a struct of them (`c_parameters`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.graph.c_source import named_source, prototype
from parados.model.c_parameters import ParameterStruct
from parados.model.c_pieces import CHECKS, DRIVER, OPENING
from parados.model.c_text import comment, identifier
from parados.model.c_tree_pieces import TREE_HEADER
from parados.model.elastic_driver import call_lines
from parados.model.files_together import checked_folder, write_together
from parados.model.graphs import Graphs
from parados.model.tree_graphs import tree_graph

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["export_tree_c"]

Array = NDArray[np.float64]

TREE = {"inverse_dynamics": ("efforts", "tau_t"), "mass_matrix": ("mass_matrix", "M_t"), "bias": ("bias", "c_t")}
PLATFORM = {"platform_wrench": ("platform_wrench", "w_p"), "platform_mass_matrix": ("platform_mass_matrix", "M_p")}
"""Name of each function in C -> name of its graph in `tree_graphs`, and name of its result."""

STATES = 4


def export_tree_c(model: Model, folder: str | Path) -> list[Path]:
    """Write NAME_tree.h, NAME_tree.c and test_NAME_tree.c into a folder, all of them or none; returns their paths."""
    path, name = checked_folder(folder), f"{identifier(model.spec.name)}_tree"
    unit = _Unit(model, name, model._evaluator.graphs, ParameterStruct.of(model, name))
    if unit.struct.members and model._only_shares:  # the text must not depend on what other robots share the model
        unit = _Unit(model, name, Graphs(model._evaluator.robot.alone()), ParameterStruct(name, (), np.zeros(0)))
    body = "\n".join(unit.checks())
    texts = {f"{name}.h": unit.header(), f"{name}.c": unit.source(), f"test_{name}.c": DRIVER.format(name=name, body=body)}
    return write_together(path, texts)


@dataclass(frozen=True)
class _Unit:
    """Writer of the files; `name` is the prefix of all functions."""

    model: Model
    name: str
    parts: Graphs
    struct: ParameterStruct

    @cached_property
    def _graphs(self) -> dict[str, ca.Function]:
        """Graphs by the names of their functions in C; their outputs have the names of the book."""
        graphs = self.parts
        parts = TREE if graphs.mechanism.platform.carrier is not None else {**TREE, **PLATFORM}
        found = {}
        for key, (graph, result) in parts.items():
            f = tree_graph(graphs.mechanism, graphs.survey.home_joints, graph)
            symbols = f.sx_in()
            found[key] = ca.Function(key, symbols, f.call(symbols), f.name_in(), [result])
        return found

    def header(self) -> str:
        """Return the text of the header."""
        declared = [*self.struct.declarations(), *(f"{self._prototype(key)};" for key in self._graphs)]
        joints, title = comment(", ".join(self.model.joint_names)), comment(self.model.spec.title)
        return TREE_HEADER.format(name=self.name, title=title, joints=joints, body="\n".join(declared))

    def source(self) -> str:
        """Return the text of the source."""
        parts = [OPENING.format(name=self.name), *self.struct.definitions(), CHECKS.format(name=self.name)]
        parts += ["static " + named_source(f, f"{self.name}_{key}_graph") for key, f in self._graphs.items()]
        return "\n".join([*parts, *(self._function(key) for key in self._graphs)])

    def _prototype(self, key: str) -> str:
        return prototype(self._graphs[key], f"{self.name}_{key}", f"{self.name}_status", ("parameters",), self.struct.argument)

    def _function(self, key: str) -> str:
        """Write the exported function, which checks the arguments and the result of the static one."""
        f, name = self._graphs[key], self.name
        passed = ["live" if f.name_in(k) == "parameters" else f.name_in(k) for k in range(f.n_in())]
        sizes = {argument: f.numel_in(k) for k, argument in enumerate(passed)}
        if self.struct.members:
            sizes["live"] = len(self.struct.values)
        finite = " || ".join(f"!{name}_all_finite({n}, {argument})" for argument, n in sizes.items())
        result, n = f.name_out(0), f.numel_out(0)
        lines = [self._prototype(key), "{", *(f"  {line}" for line in self.struct.reading)]
        lines += [f"  double found[{n}] = {{0.0}};", f"  {name}_status status = {name}_OK;"]
        lines += [f"  if ({finite}) status = {name}_NOT_FINITE;", "  else {"]
        lines += [f"    {name}_{key}_graph({', '.join([*passed, 'found'])});"]
        lines += [f"    if (!{name}_all_finite({n}, found)) status = {name}_NOT_FINITE;", "  }"]
        return "\n".join([*lines, f"  {name}_give(status, {n}, found, {result});", "  return status;", "}", ""])

    def checks(self) -> Iterator[str]:
        """Yield the lines of the test driver; the expected numbers are computed by CasADi."""
        rng = np.random.default_rng(6)
        for _ in range(STATES):
            for key, f in self._graphs.items():
                values = {f.name_in(k): self._drawn(f.name_in(k), f.numel_in(k), rng) for k in range(f.n_in())}
                expected = np.array(f.call([ca.DM(v) for v in values.values()])[0]).ravel()  # by rows, as in C
                yield from self._call(key, values, expected, "OK")
        for key, f in self._graphs.items():
            values = {f.name_in(k): np.full(f.numel_in(k), np.nan) for k in range(f.n_in())}
            yield from self._call(key, values, np.zeros(f.numel_out(0)), "NOT_FINITE")

    def _call(self, key: str, values: dict[str, Array], expected: Array, status: str) -> Iterator[str]:
        arrays = {argument: value for argument, value in values.items() if argument != "parameters"}
        first = f"&{self.name}_default_parameters" if self.struct.members else ""
        yield from call_lines(self.name, key, arrays, {self._graphs[key].name_out(0): expected}, status, first)

    def _drawn(self, argument: str, size: int, rng: np.random.Generator) -> Array:
        """Return random numbers; for a frame the home frame of the platform, for live parameters their values."""
        if argument == "parameters":
            return self.struct.values
        if argument == "frame":
            return self.model.platform_frame(self.model.survey.home).ravel()
        return np.asarray(rng.normal(size=size))
