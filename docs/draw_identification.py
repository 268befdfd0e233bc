"""Draw the figures of the page on identification into docs/pictures.

    python -m docs.draw_identification [name ...]
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from functools import cache
from pathlib import Path

from helpers.simulated_logs import five_bar_log
from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

import parados
from parados.identify import BaseParameters, Fit, base_parameters, identify
from parados.identify.fit_figures import effort_figure, parameter_figure
from parados.plots.style import PALETTE, new_figure, style

CUT_OFFS = (10.0, 15.0, 20.0, 30.0, 40.0, 60.0, 80.0, 110.0, 150.0)
"""Cut-offs of the derivatives [Hz]."""


@cache
def _base() -> BaseParameters:
    return base_parameters(parados.load("five-bar-feasible").compile())


def _fit(encoder: float, **options: object) -> Fit:
    """Identify the five-bar from a simulated log; `encoder` is the noise of its encoders [rad]."""
    model = _base().model
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        log = five_bar_log(Path(folder) / "train.csv", model, "train", encoder=encoder)
        check = five_bar_log(Path(folder) / "val.csv", model, "val")
        return identify(model, log, validation=check, base=_base(), **options)  # type: ignore[arg-type]


def _bias() -> Figure:
    """Chi-square of the parameters over the cut-off of the derivatives, with and without instruments."""
    with style():
        figure = new_figure(6.5, 3.0)
        ax = figure.subplots()
        for color, method in zip(PALETTE, ("weighted", "instrumental"), strict=False):
            found = [_fit(2e-5, derivatives="filter", cut_off=f, method=method) for f in CUT_OFFS]
            ax.loglog(CUT_OFFS, [one.chi_square(_base().values) for one in found], "o-", color=color, label=method)
        ax.axhspan(0.53, 1.58, color="#D8DCE0", label="90 % of unbiased fits")
        ax.set_xlabel("cut-off of the derivatives [Hz]")
        ax.set_ylabel("chi-square per parameter")
        ax.legend()
    return figure


FIGURES = {
    "efforts": lambda: effort_figure(_fit(0.0).validation),
    "parameters": lambda: parameter_figure(_fit(0.0)),
    "bias": _bias,
}

if __name__ == "__main__":
    write_pictures(sys.argv[1:] or FIGURES, lambda name: FIGURES[name](), "identification-", dpi=110, colors=64)
