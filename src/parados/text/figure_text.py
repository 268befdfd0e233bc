"""Escape text in a figure: matplotlib reads text between $ as formulas and hides legend labels that begin with _."""

from __future__ import annotations

from parados.text.printable import printable

__all__ = ["figure_text"]


def figure_text(text: object) -> str:
    """Escape text for a title, an axis or a legend, so that it is shown unchanged."""
    shown = printable(text).replace("$", r"\$")
    return f" {shown}" if shown.startswith("_") else shown
