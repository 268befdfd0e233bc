"""Write a map of indices into a folder: CSV, XLSX, figures, and one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from parados.arguments.single_values import file_path, writing
from parados.plots.output_folder import output_folder
from parados.plots.report_page import html_image, html_table, report_page
from parados.plots.style import save
from parados.study.spreadsheet import write_sheet
from parados.text.csv_cells import write_columns
from parados.text.html_page import html_text

if TYPE_CHECKING:
    from parados.study.index_map import IndexMap

__all__ = ["write_index_map"]

PAGE = """@TABLE@@FIGURES@
<h2>Files</h2><p>map.csv and map.xlsx have one row for each pose: its coordinates, whether it is reached, and the indices.</p>
"""


def write_index_map(made: IndexMap, folder: str | Path) -> list[Path]:
    """Write all files of a map, all together or none; return their paths."""
    target = file_path("folder", folder, "the path of a folder")
    with writing("folder", target), output_folder(target) as scratch:
        columns = {name: column.tolist() for name, column in made.columns().items()}
        write_columns(scratch / "map.csv", columns)
        write_sheet(scratch / "map.xlsx", "map", columns)
        figures = []
        for name in made.fields:
            figure = made.plot(name)
            save(figure, scratch / f"{name}.png")
            figures.append(f"<h2>{html_text(name)}</h2>{html_image(figure, name)}")
        shown = made._display()
        parts = {"TABLE": "".join(html_table(table) for table in shown.tables), "FIGURES": "".join(figures)}
        facts = "; ".join(f"{key}: {value}" for key, value in shown.facts.items())
        (scratch / "report.html").write_text(report_page(shown.title, facts, PAGE, parts), encoding="utf-8")
        names = sorted(path.name for path in scratch.iterdir())
    return [target / name for name in names]
