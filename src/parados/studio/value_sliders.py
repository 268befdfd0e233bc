"""Sliders with numbers to type, one for each entry of a vector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["SliderRow", "ValueSliders", "typed_slider"]

Array = NDArray[np.float64]

STEPS = 400
"""Number of steps of a slider."""


def typed_slider(gui: Any, label: str, lower: float | None, upper: float | None, value: float, hint: str | None = None) -> Any:
    """Add a slider whose range contains the value, or a field for a number if the range is not known."""
    if lower is None or upper is None:
        return gui.add_number(label, float(value), step=1e-4, hint=hint)
    low, high = min(lower, value), max(upper, value)
    return gui.add_slider(label, low, high, _step((high - low) / STEPS), float(value), hint=hint)


class SliderRow:
    """Name, unit and range of one entry."""

    def __init__(self, name: str, unit: str, lower: float, upper: float) -> None:
        self.name, self.unit, self.lower, self.upper = name, unit, lower, upper


class ValueSliders:
    """Sliders for the entries of a vector; a slider of viser has a field to type into as well.

    changed : called with the whole vector (n,) when a user moves a slider
    """

    def __init__(self, gui: Any, rows: Sequence[SliderRow], values: Array, changed: Callable[[Array], None]) -> None:
        self._changed = changed
        self._sliders = []
        for row, value in zip(rows, values, strict=True):
            slider = typed_slider(gui, f"{row.name} [{row.unit}]", row.lower, row.upper, float(value))
            slider.on_update(self._updated)
            self._sliders.append(slider)

    async def _updated(self, event: Any) -> None:
        if event.client is not None:  # None if `show` set the value
            self._changed(np.array([slider.value for slider in self._sliders], dtype=float))

    def show(self, values: Array) -> None:
        """Show values (n,); a value beyond the range of its slider makes the range longer."""
        for slider, value in zip(self._sliders, np.asarray(values, dtype=float), strict=True):
            if value < slider.min:
                slider.min = float(value)
            if value > slider.max:
                slider.max = float(value)
            slider.value = float(value)


def _step(width: float) -> float:
    """Return a step of 1, 2 or 5 times a power of ten, at most `width`."""
    if not width > 0:
        return 1e-6
    power = 10.0 ** np.floor(np.log10(width))
    return float(max(k * power for k in (1, 2, 5) if k * power <= width * (1 + 1e-12)))
