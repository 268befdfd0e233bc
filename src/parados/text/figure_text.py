"""Text inside a figure: matplotlib reads formulas between dollars, and leaves labels that begin with _ out of legends."""

from __future__ import annotations

from parados.text.printable import printable

__all__ = ["figure_text"]


def figure_text(text: object) -> str:
    """Text for a title, an axis or a legend, shown as it is."""
    shown = printable(text).replace("$", r"\$")
    return f" {shown}" if shown.startswith("_") else shown
