"""Write a study into a folder: designs as Parquet and NetCDF, figures, robot files of the best designs, one HTML page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from parados.arguments.single_values import file_path, writing
from parados.plots.output_folder import output_folder
from parados.plots.report_page import html_image, html_table, report_page
from parados.plots.style import save
from parados.study.study_tables import write_netcdf, write_rows
from parados.text.csv_cells import write_columns
from parados.text.result_display import Table

if TYPE_CHECKING:
    from parados.study.study_result import StudyResult

__all__ = ["study_page", "write_study"]

PAGE = """@NOTE@
<h2>Best designs</h2>@BEST@@FRONT@
<h2>All feasible designs</h2>@PARALLEL@
@FOUND@
<h2>Not feasible</h2>@REASONS@
<h2>The study</h2>@STUDY@
<h2>Files</h2>@FILES@
"""

FILES = {
    "results.parquet": "all designs: variables, indices, and why a design is not feasible",
    "results.nc": "the same as NetCDF, with units",
    "pareto.csv": "the designs of the Pareto front",
    "pareto.png": "the Pareto front",
    "parallel.png": "all feasible designs as parallel coordinates",
}


def write_study(result: StudyResult, folder: str | Path) -> list[Path]:
    """Write all files of a study, all together or none; return their paths."""
    target = file_path("folder", folder, "the path of a folder")
    with writing("folder", target), output_folder(target) as scratch:
        write_rows(scratch / "results.parquet", result.study, result.parts)
        write_netcdf(scratch / "results.nc", result.study, result.parts, result.pareto)
        if result.best:
            _write_front(result, scratch / "pareto.csv")
            for name, design in result.best.items():
                (scratch / f"best-{name}.yaml").write_text(result.robot_file(design), encoding="utf-8")
        figures = _figures(result)
        for name, figure in figures.items():
            save(figure, scratch / f"{name}.png")
        names = [*sorted(path.name for path in scratch.iterdir()), "report.html"]
        (scratch / "report.html").write_text(study_page(result, names, figures), encoding="utf-8")
    return [target / name for name in names]


def _write_front(result: StudyResult, path: Path) -> None:
    front = result.scan.front
    columns = {name: front.rows.column(place).tolist() for place, name in enumerate(result.column_names)}
    write_columns(path, {"design": front.numbers.tolist(), **columns})


def _figures(result: StudyResult) -> dict[str, Figure]:
    """Return the figures of a study by name; none without a feasible design."""
    if not result.scan.feasible:
        return {}
    front = {"pareto": result.plot()} if len(result.study.objectives) > 1 else {}
    return {**front, "parallel": result.plot_parallel()}


def study_page(result: StudyResult, files: list[str], figures: Mapping[str, Figure]) -> str:
    """Return the page of a study; `files` are the names of the files beside it, `figures` those of `_figures`."""
    shown, about = result._display(), result.study._display()
    reasons = [table for table in shown.tables if table.headings[0].startswith("not feasible")]
    told = [(name, FILES.get(name, "robot file of this design" if name.endswith(".yaml") else "this page")) for name in files]
    parts = {
        "NOTE": "" if figures else '<p class="bad">No design is feasible.</p>',
        "BEST": html_table(result.best_table()) if result.best else "<p>The study has no objectives, or no feasible design.</p>",
        "FRONT": html_image(figures["pareto"], "Pareto front") if "pareto" in figures else "",
        "PARALLEL": html_image(figures["parallel"], "parallel coordinates") if figures else "<p>None.</p>",
        "FOUND": "".join(html_table(table) for table in result.tables),
        "REASONS": "".join(html_table(table) for table in reasons) or "<p>All designs are feasible.</p>",
        "STUDY": "".join(html_table(table) for table in about.tables),
        "FILES": html_table(Table(("file", "content"), told)),
    }
    facts = "; ".join(f"{key}: {value}" for key, value in shown.facts.items())
    return report_page(shown.title, facts, PAGE, parts)
