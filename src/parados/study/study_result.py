"""Result of a study: all designs, those on the Pareto front, the best ones, figures and files.

Summary, figures and files look at the designs part by part; only `rows`, and what returns a value for each design, has all of
them in memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.api import Robot
from parados.arguments import whole, word
from parados.errors import InputError, UnknownNameError
from parados.study.design_parts import DesignParts
from parados.study.design_rows import DesignRows
from parados.study.genetic_search import objectives_of
from parados.study.mode_words import robot_in_mode
from parados.study.pareto import best_of_all
from parados.study.result_scan import ResultScan, scanned
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
    parts : all evaluated designs, part by part; those of a large study are read from its folder
    tables : what the search found beside the designs, for example global sensitivities
    """

    study: Study
    parts: DesignParts
    tables: tuple[Table, ...] = ()

    @cached_property
    def rows(self) -> DesignRows:
        """All evaluated designs, in memory."""
        return DesignRows.joined(list(self.parts))

    @cached_property
    def scan(self) -> ResultScan:
        """Counts, the Pareto front and a selection of the designs."""
        return scanned(self.study, self.parts)

    def __len__(self) -> int:
        """Number of designs."""
        return len(self.parts)

    @property
    def designs(self) -> Array:
        """(D, n) values of the variables."""
        return self.rows.designs

    @property
    def column_names(self) -> list[str]:
        """Names of the variables, then of the indices."""
        return [*self.study.names, *[one.name for one in self.study.indices]]

    def values(self, name: str) -> Array:
        """(D,) an index or a variable of all designs."""
        known = self.column_names
        word("values", name, known, UnknownNameError, "a variable or an index of the study")
        return self.rows.column(known.index(name))

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
        found[self.scan.front.numbers] = True
        return found

    @cached_property
    def best(self) -> dict[str, int]:
        """Numbers of the best designs: the best of each objective and, with several objectives, the one `best_of_all`."""
        front = self.scan.front
        if not len(front):
            return {}
        values = objectives_of(self.study, front.rows)
        found = {name: int(front.numbers[values[:, k].argmin()]) for k, name in enumerate(self.study.objectives)}
        return found if len(found) == 1 else {**found, "compromise": int(front.numbers[best_of_all(values)])}

    def row(self, design: int) -> DesignRows:
        """Return one design, by its number."""
        k = whole("design", design, 0, len(self) - 1, "the number of a design")
        front = self.scan.front
        if k in front.numbers:
            return front.rows.part(np.flatnonzero(front.numbers == k))
        for rows in self.parts:
            if k < len(rows):
                break
            k -= len(rows)
        return rows.part([k])

    def robot(self, design: int) -> Robot:
        """Return the robot of a design, by its number; its default working mode is that of the study."""
        values = self.row(design).designs[0].tolist()
        made = self.study.robot.with_parameters(**dict(zip(self.study.names, values, strict=True)))
        return robot_in_mode(made, self.study.mode)

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
        if not self.scan.feasible:
            reason, count = self.scan.reasons.most_common(1)[0]
            told = f"none of {counted(len(self), 'design')} is feasible, most often ({count} times) because {reason}"
            raise InputError(f"study: {told}; relax the constraints, or change the ranges")

    def best_table(self) -> Table:
        """Return a table of the best designs: variables and indices with units."""
        names = self.column_names
        rows = [self.row(k) for k in self.best.values()]
        cells = [
            [f"{name} [{self.study.units[name] or '-'}]", *[number(float(row.column(place)[0])) for row in rows]]
            for place, name in enumerate(names)
        ]
        return Table(("", *[f"best {name}" if name != "compromise" else name for name in self.best]), cells, "Best designs")

    def _display(self) -> Display:
        count, good = len(self), self.scan.feasible
        facts: dict[str, object] = {**self.study.facts, "designs": f"{count}, {good} of them feasible"}
        if self.study.objectives:
            facts["Pareto front"] = counted(len(self.scan.front), "design")
        most = self.scan.reasons.most_common(SHOWN_REASONS)
        tables = [*([self.best_table()] if self.best else []), *self.tables]
        if most:
            tables.append(Table(("not feasible because", "designs"), [[reason, str(times)] for reason, times in most]))
        return Display(f"Study {self.study.name} of {self.study.robot.name}", facts, tables, picture=self.plot if good else None)
