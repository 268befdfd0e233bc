"""Figure and files of a sizing."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from parados.arguments.single_values import file_path, writing
from parados.geometry.working_modes import other_mode
from parados.plots.output_folder import output_folder
from parados.plots.report_page import html_image, html_table, report_page
from parados.plots.style import BEYOND, LINK, PALETTE, new_figure, save, style
from parados.study.mode_words import mode_facts
from parados.study.spreadsheet import write_sheet
from parados.text.csv_cells import write_columns
from parados.text.figure_text import figure_text
from parados.text.html_page import html_text

if TYPE_CHECKING:
    from parados.study.sizing import Sizing

__all__ = ["sizing_figure", "write_sizing"]

PAGE = """<p class="@LOOK@">@ANSWER@</p>@TABLE@
<p>Use is the larger of |effort| / limit at this speed and |speed| / largest speed; thermal is RMS effort / continuous effort. The
margin is what is left of the larger one.</p>
<h2>Effort over speed</h2>@FIGURE@
<h2>Files</h2><p>sizing.csv and sizing.xlsx have effort, speed and use of each actuator at each state.</p>
"""


def sizing_figure(result: Sizing) -> Figure:
    """Draw effort over speed of each actuator with the limit curve of its motor; the worst state is marked."""
    count = len(result.loads)
    columns = min(count, 3)
    with style():
        figure = new_figure(3.3 * columns, 3.0 * ceil(count / columns) + 0.4)
        grid: Any = figure.subplots(ceil(count / columns), columns, squeeze=False)
        for k, axes in enumerate(grid.flat):
            if k >= count:
                axes.set_visible(False)
                continue
            _panel(axes, result, k)
        handles, labels = grid.flat[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=4)
        if title := other_mode(result.mode, result.default_mode):
            figure.suptitle(title)
    return figure


def _panel(axes: Any, result: Sizing, k: int) -> None:
    motor, load = result.motors[k], result.loads[k]
    axes.plot(np.abs(result.qd[:, k]), np.abs(result.tau[:, k]), color=PALETTE[0], linewidth=1.0, label="motion")
    speed = np.append(motor.speed, motor.speed[-1])
    axes.plot(speed, np.append(motor.effort, 0.0), color=LINK, label="limit of the motor")
    if motor.continuous is not None:
        axes.axhline(motor.continuous, color=LINK, linestyle=":", linewidth=1.0, label="continuous effort")
    at = int(result.use[:, k].argmax())
    axes.plot(abs(result.qd[at, k]), abs(result.tau[at, k]), "o", color=BEYOND, markersize=5, label="worst state")
    effort, rate = ("N", "m/s") if load.prismatic else ("N m", "rad/s")
    axes.set(
        xlabel=f"speed [{rate}]", ylabel=f"effort [{effort}]", title=figure_text(f"{load.name}: margin {result.margins[k]:+.1%}")
    )
    axes.set_xlim(left=0.0)
    axes.set_ylim(bottom=0.0)


def write_sizing(result: Sizing, folder: str | Path) -> list[Path]:
    """Write all files of a sizing, all together or none; return their paths."""
    target = file_path("folder", folder, "the path of a folder")
    columns: dict[str, list[float]] = {"t" if result.motion.timed else "row": result.motion.t.tolist()}
    for k, load in enumerate(result.loads):
        named = {"tau": result.tau, "qd": result.qd, "use": result.use}
        columns |= {f"{name}_{load.name}": values[:, k].tolist() for name, values in named.items()}
    with writing("folder", target), output_folder(target) as scratch:
        write_columns(scratch / "sizing.csv", columns)
        write_sheet(scratch / "sizing.xlsx", "sizing", columns)
        figure = result.plot()
        save(figure, scratch / "sizing.png")
        parts = {
            "LOOK": "" if result.suffices else "bad",
            "ANSWER": html_text(result.sentence()),
            "TABLE": "".join(html_table(table) for table in result.tables()),
            "FIGURE": html_image(figure, "effort over speed of each actuator"),
        }
        mode = mode_facts(result.mode, result.default_mode)
        facts = "; ".join([f"{len(result.motion)} states", *[f"{key}: {value}" for key, value in mode.items()]])
        page = report_page(f"Motors of {result.robot}", facts, PAGE, parts)
        (scratch / "report.html").write_text(page, encoding="utf-8")
        names = sorted(path.name for path in scratch.iterdir())
    return [target / name for name in names]
