"""Bars of signed values for the panel of the studio, which is light or dark."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parados.text.html_page import html_text

__all__ = ["SignedBars", "message_html"]

Array = NDArray[np.float64]

FORWARD, BACKWARD = "#d9822b", "#3b82c4"

ROW = "display:flex;align-items:center;gap:0.5em;font-size:0.8em;font-variant-numeric:tabular-nums;line-height:1.5"


class SignedBars:
    """Bars with names, values and units; values of one unit share a scale, which grows with the largest value ever shown."""

    def __init__(self, names: Sequence[str], units: Sequence[str]) -> None:
        self._names = [html_text(name) for name in names]
        self._units = list(units)
        self._largest = dict.fromkeys(units, 0.0)

    def html(self, values: Array) -> str:
        """Return the bars of values (n,); a value that is not finite has no bar."""
        for unit, value in zip(self._units, np.abs(values), strict=True):
            if np.isfinite(value):
                self._largest[unit] = max(self._largest[unit], float(value))
        rows = zip(self._names, self._units, values.tolist(), strict=True)
        return f'<div style="padding:0.2em 0.9em">{"".join(self._row(*row) for row in rows)}</div>'

    def _row(self, name: str, unit: str, value: float) -> str:
        known = bool(np.isfinite(value)) and self._largest[unit] > 0
        part = 50 * abs(value) / self._largest[unit] if known else 0.0
        place = f"left:{50 if value >= 0 else 50 - part:.1f}%" if known else "left:50%"
        bar = f"position:absolute;top:15%;height:70%;{place};width:{part:.1f}%;background:{FORWARD if value >= 0 else BACKWARD}"
        axis = "position:absolute;left:50%;top:0;height:100%;border-left:1px solid rgba(128,128,128,0.8)"
        track = "position:relative;flex:1;height:1.1em;background:rgba(128,128,128,0.13);border-radius:2px"
        number = f"{value:.4g} {unit}" if np.isfinite(value) else f"- {unit}"
        return (
            f'<div style="{ROW}"><span style="width:6.5em;overflow:hidden;text-overflow:ellipsis">{name}</span>'
            f'<span style="{track}"><span style="{bar}"></span><span style="{axis}"></span></span>'
            f'<span style="width:7em;text-align:right">{number}</span></div>'
        )


def message_html(text: str, colour: str = "") -> str:
    """Return a short text below a control, in a colour that light and dark pages can show."""
    shade = f"color:{colour};" if colour else "opacity:0.75;"
    return f'<div style="{shade}font-size:0.8em;padding:0.2em 0.9em;line-height:1.4">{html_text(text)}</div>' if text else ""
