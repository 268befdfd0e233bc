"""Result of a study: all designs, those on the Pareto front, the best ones, figures and files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.api import Robot
from parados.arguments import whole, word
from parados.errors import InputError, UnknownNameError
from parados.study.design_rows import DesignRows
from parados.study.genetic_search import objectives_of
from parados.study.pareto import best_of_all, nondominated
from parados.text.numbers import counted, number
from parados.text.result_display import Display, Shown, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.study.study import Study

__all__ = ["StudyResult"]

Array = NDArray[np.float64]

SHOWN_REASONS = 5
"""Number of reasons that the summary lists."""


@dataclass(frozen=True)
class StudyResult(Shown):
    """The designs of a study, in the order of the search, each once.

    Attributes
    ----------
    study : the study
    rows : all evaluated designs
    tables : what the search found beside the designs, for example global sensitivities
    """

    study: Study
    rows: DesignRows
    tables: tuple[Table, ...] = ()

    @staticmethod
    def of(study: Study, answers: Sequence[DesignRows], tables: Sequence[Table] = ()) -> StudyResult:
        """Join the answers of a search; a design that was asked for twice is there once."""
        rows = DesignRows.joined(answers)
        first: dict[bytes, int] = {}
        for k, design in enumerate(rows.designs):
            first.setdefault(design.tobytes(), k)
        kept = rows if len(first) == len(rows) else rows.part(list(first.values()))
        return StudyResult(study, kept, tuple(tables))

    def __len__(self) -> int:
        """Number of designs."""
        return len(self.rows)

    @property
    def designs(self) -> Array:
        """(D, n) values of the variables."""
        return self.rows.designs

    def values(self, name: str) -> Array:
        """(D,) an index or a variable of all designs."""
        indices = [one.name for one in self.study.indices]
        word("values", name, [*self.study.names, *indices], UnknownNameError, "a variable or an index of the study")
        if name in indices:
            return self.rows.values[:, indices.index(name)]
        return self.rows.designs[:, self.study.names.index(name)]

    @property
    def feasible(self) -> NDArray[np.bool_]:
        """(D,) True for feasible designs."""
        return self.rows.feasible

    @property
    def reasons(self) -> tuple[str, ...]:
        """(D,) why each design is not feasible; empty for a feasible one."""
        return self.rows.reasons

    @cached_property
    def pareto(self) -> NDArray[np.bool_]:
        """(D,) True for feasible designs that no other one beats in all objectives; all False without objectives."""
        found = np.zeros(len(self), dtype=bool)
        own = np.flatnonzero(self.feasible)
        if self.study.objectives and len(own):
            found[own[nondominated(objectives_of(self.study, self.rows.part(own)))]] = True
        return found

    @cached_property
    def best(self) -> dict[str, int]:
        """Numbers of the best designs: the best of each objective and, with several objectives, the one `best_of_all`."""
        front = np.flatnonzero(self.pareto)
        if not len(front):
            return {}
        values = objectives_of(self.study, self.rows.part(front))
        found = {name: int(front[values[:, k].argmin()]) for k, name in enumerate(self.study.objectives)}
        return found if len(found) == 1 else {**found, "compromise": int(front[best_of_all(values)])}

    def robot(self, design: int) -> Robot:
        """Return the robot of a design, by its number."""
        k = whole("design", design, 0, len(self) - 1, "the number of a design")
        return self.study.robot.with_parameters(**dict(zip(self.study.names, self.rows.designs[k].tolist(), strict=True)))

    def robot_file(self, design: int) -> str:
        """Return the text of a robot file of a design, by its number."""
        from parados.study.design_file import design_file

        return design_file(self, whole("design", design, 0, len(self) - 1, "the number of a design"))

    def dataset(self) -> Any:
        """Return all designs as an xarray Dataset, with units."""
        from parados.study.study_tables import dataset_of

        return dataset_of(self.study, self.rows, self.pareto)

    def plot(self) -> Figure:
        """Draw the Pareto front of the objectives; without two objectives, draw `plot_parallel`."""
        from parados.study.study_figures import pareto_figure

        return pareto_figure(self) if len(self.study.objectives) > 1 else self.plot_parallel()

    def plot_parallel(self) -> Figure:
        """Draw all variables and indices of the feasible designs as parallel coordinates."""
        from parados.study.study_figures import parallel_figure

        return parallel_figure(self)

    def save(self, folder: str | Path) -> list[Path]:
        """Write results.parquet, results.nc, figures, report.html and a robot file of each best design; return their paths."""
        from parados.study.study_report import write_study

        return write_study(self, folder)

    def check_feasible(self) -> None:
        """Raise InputError with the most frequent reason if no design is feasible."""
        if not self.feasible.any():
            reason, count = Counter(self.grouped_reasons()).most_common(1)[0]
            told = f"none of {counted(len(self), 'design')} is feasible, most often ({count} times) because {reason}"
            raise InputError(f"study: {told}; relax the constraints, or change the ranges")

    def grouped_reasons(self) -> list[str]:
        """Return the reasons of all infeasible designs without their numbers, so that they can be counted."""
        bounds = {one.name: one for one in self.study.constraints}
        found = []
        for reason in filter(None, self.reasons):
            for part in reason.split("; "):
                name = part.split(" ")[0]
                if name in bounds and (" is below " in part or " is above " in part):
                    found.append(f"{name} is {part.split(' is ', 1)[1]}")
                else:
                    found.append(part.split(":")[0] + ": states are out of reach" if part.endswith("out of reach") else part)
        return found

    def best_table(self) -> Table:
        """Return a table of the best designs: variables and indices with units."""
        names = [*self.study.names, *[one.name for one in self.study.indices]]
        cells = []
        for name in names:
            column = self.values(name)
            cells.append([f"{name} [{self.study.units[name] or '-'}]", *[number(float(column[k])) for k in self.best.values()]])
        return Table(("", *[f"best {name}" if name != "compromise" else name for name in self.best]), cells, "Best designs")

    def _display(self) -> Display:
        count, good = len(self), int(self.feasible.sum())
        facts: dict[str, object] = {"search": self.study.search.told, "designs": f"{count}, {good} of them feasible"}
        if self.study.objectives:
            facts["Pareto front"] = counted(int(self.pareto.sum()), "design")
        most = Counter(self.grouped_reasons()).most_common(SHOWN_REASONS)
        tables = [*([self.best_table()] if self.best else []), *self.tables]
        if most:
            tables.append(Table(("not feasible because", "designs"), [[reason, str(times)] for reason, times in most]))
        return Display(f"Study {self.study.name} of {self.study.robot.name}", facts, tables, picture=self.plot if good else None)
