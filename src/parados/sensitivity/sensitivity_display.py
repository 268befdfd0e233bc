"""Show sensitivities: a table for each output that ranks the parameters, and a tornado plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.sensitivity.analysis_facts import SHOWN_PARAMETERS, kept_outputs, state_name, title_of, tolerance_fact
from parados.text.figure_text import figure_text
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.sensitivity.local_sensitivity import Sensitivity

__all__ = ["sensitivity_display", "sensitivity_figure"]

ONE = ("parameter", "value", "tolerance", "df/dp", "p/f df/dp", "effect")
MANY = ("parameter", "value", "tolerance", "largest |df/dp|", "largest effect", "at", "RMS effect")


def sensitivity_display(found: Sensitivity) -> Display:
    """Build a table for each output: the parameters by their effect, the largest first."""
    stacked = found.derivatives.ndim == 3
    count = len(found.derivatives) if stacked else None
    facts = {"tolerances": tolerance_fact(found.assumed, found.tolerances), "effect": "|df/dp| tolerance"}
    if found.failed:
        facts["states without a result"] = f"{found.failed} of {count}"
    kept, left = kept_outputs(found.largest.max(axis=1))
    tables = [_of_states(found, k) if stacked else _of_state(found, k) for k in kept]
    return Display(title_of("Sensitivities", found.quantity, count), facts, tables, left, found.plot)


def _ranked(found: Sensitivity, output: int) -> list[int]:
    """Return the numbers of the parameters to show, the one with the largest effect first."""
    order = np.argsort(-found.largest[output], kind="stable")
    return [int(p) for p in order[:SHOWN_PARAMETERS]]


def _of_state(found: Sensitivity, k: int) -> Table:
    columns = (found.nominal, found.tolerances, found.derivatives[k], found.relative[k], found.effects[k])
    rows = [[found.parameters[p], *_numbers(*[column[p] for column in columns])] for p in _ranked(found, k)]
    return Table(ONE, rows, f"{found.outputs[k]}, f = {found.values[k]:.5g}")


def _of_states(found: Sensitivity, k: int) -> Table:
    slopes = np.nan_to_num(np.abs(found.derivatives[:, k]))
    rows = []
    for p in _ranked(found, k):
        worst = int(slopes[:, p].argmax())
        cells = _numbers(found.nominal[p], found.tolerances[p], slopes[worst, p], found.largest[k, p])
        rows.append([found.parameters[p], *cells, state_name(worst, found.times), *_numbers(found.rms[k, p])])
    finite = found.values[np.isfinite(found.values[:, k]), k]
    span = f", f from {finite.min():.5g} to {finite.max():.5g}" if len(finite) else ""
    return Table(MANY, rows, f"{found.outputs[k]}{span}")


def _numbers(*values: float) -> list[str]:
    return ["" if np.isnan(value) else f"{value + 0.0:.4g}" for value in values]


def sensitivity_figure(found: Sensitivity) -> Figure:
    """Draw a panel for each output: its change for each parameter at its tolerance, in the state of the largest effect."""
    from parados.plots.tornado import Tornado, tornado_figure

    slopes = found.derivatives if found.derivatives.ndim == 3 else found.derivatives[None]
    panels = []
    for k in kept_outputs(found.largest.max(axis=1))[0]:
        order = [p for p in _ranked(found, k) if found.largest[k, p] > 0] or _ranked(found, k)[:1]
        worst = np.nan_to_num(np.abs(slopes[:, k])).argmax(axis=0)
        up = np.array([slopes[worst[p], k, p] * found.tolerances[p] for p in order])
        marks = found.rms[k, order] if found.derivatives.ndim == 3 else None
        names = [figure_text(found.parameters[p]) for p in order]
        panels.append(Tornado(figure_text(found.outputs[k].name), names, up, -up, figure_text(found.outputs[k].unit), marks))
    where = ", at the worst state" if found.derivatives.ndim == 3 else ""
    title = f"{found.quantity}: change for each parameter at its tolerance{where}"
    return tornado_figure(panels, ("parameter + tolerance", "parameter - tolerance"), figure_text(title), "RMS over the states")
