"""Sliders with numbers to type, one for each entry of a vector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["SliderRow", "ValueSliders"]

Array = NDArray[np.float64]

STEPS = 400
"""Number of steps of a slider."""


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
            low, high = min(row.lower, float(value)), max(row.upper, float(value))
            step = _step((high - low) / STEPS)
            slider = gui.add_slider(f"{row.name} [{row.unit}]", low, high, step, float(value))
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
