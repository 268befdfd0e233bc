"""Functions of one length or angle that may appear in a formula of a share in a base parameter."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

__all__ = ["FUNCTIONS", "KINDS", "TURNING"]

Array = NDArray[np.float64]
Function = Callable[[Array], Array]

POWERS: dict[str, Function] = {
    "1": np.ones_like,
    "p": lambda p: p,
    "p^2": lambda p: p**2,
    "1/p": lambda p: 1 / p,
    "1/p^2": lambda p: 1 / p**2,
}
"""Powers of a parameter p."""

TURNS: dict[str, Function] = {
    "cos p": np.cos,
    "sin p": np.sin,
    "cos 2p": lambda p: np.cos(2 * p),
    "sin 2p": lambda p: np.sin(2 * p),
}
"""Functions of an angle p."""

RATIOS: dict[str, Function] = {
    "tan p": np.tan,
    "cot p": lambda p: 1 / np.tan(p),
    "1/cos p": lambda p: 1 / np.cos(p),
    "1/sin p": lambda p: 1 / np.sin(p),
    "1/cos^2 p": lambda p: 1 / np.cos(p) ** 2,
    "1/sin^2 p": lambda p: 1 / np.sin(p) ** 2,
}
"""Functions of an angle p with a pole."""


def _in_degrees(functions: Mapping[str, Function]) -> dict[str, Function]:
    """Return functions of an angle in degrees; ° marks them."""

    def turned(own: Function) -> Function:
        return lambda p: own(np.deg2rad(p))

    return {f"{name}°": turned(own) for name, own in functions.items()}


KINDS: tuple[dict[str, Function], ...] = tuple(
    {"1": np.ones_like, **one} for one in (POWERS, TURNS, _in_degrees(TURNS), RATIOS, _in_degrees(RATIOS))
)
"""Functions that may be in one formula."""

FUNCTIONS = {name: own for kind in KINDS for name, own in kind.items()}
"""All of them by name."""

TURNING = ("cos", "sin", "tan", "cot")
"""Beginnings of the names of functions of an angle."""
