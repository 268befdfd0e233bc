"""Working modes: one number a leg, and the signs of the free roots that it stands for.

A leg with one free root takes its sign, +1 or -1; a leg with more takes an index whose bits are the signs in the order
in which the roots are taken (0 for +1, 1 for -1); a leg without a choice takes 1 (or 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from parados.arguments import shown
from parados.arguments.words import listed
from parados.geometry.inverse import InverseGeometry

__all__ = ["accepted_modes", "all_modes", "default_mode", "mode_signs", "why_no_mode"]


def accepted_modes(geometry: InverseGeometry, leg: int) -> list[int]:
    """The numbers that a leg takes."""
    count = geometry.sign_legs.count(leg)
    return {0: [1, 0], 1: [1, -1]}.get(count, list(range(2**count)))


def default_mode(geometry: InverseGeometry) -> tuple[int, ...]:
    """The working mode of a file that names none: the larger root of every free choice."""
    return tuple(accepted_modes(geometry, leg)[0] for leg in range(len(geometry.mechanism.leg_names)))


def all_modes(geometry: InverseGeometry) -> list[tuple[int, ...]]:
    """Every working mode once."""
    legs = range(len(geometry.mechanism.leg_names))
    choices = [accepted_modes(geometry, leg)[: 2 ** geometry.sign_legs.count(leg)] for leg in legs]
    return [tuple(mode) for mode in product(*choices)]


def why_no_mode(geometry: InverseGeometry, mode: Sequence[object]) -> str | None:
    """One sentence that says why this is not a working mode, or None."""
    names = geometry.mechanism.leg_names
    whole = all(isinstance(v, int | np.integer) and not isinstance(v, bool | np.bool_) for v in mode)
    if len(mode) != len(names) or not whole:
        return f"mode: one whole number a leg is expected ({listed(names)}), not {shown(list(mode))}"
    for leg, value in enumerate(mode):
        accepted = accepted_modes(geometry, leg)
        if value not in accepted:
            if not geometry.is_closed_form:
                return "mode: this robot's inverse geometry is numeric and follows the branch of the file's guess; change guess"
            return f"mode[{leg}]: {shown(value)} is not a working mode of {names[leg]}; use {', '.join(map(str, accepted))}"
    return None


def mode_signs(geometry: InverseGeometry, mode: Sequence[int] | None) -> NDArray[np.float64]:
    """(n_signs,) +-1 of an accepted working mode; +1 everywhere for None."""
    legs = geometry.sign_legs
    signs = np.ones(len(legs))
    if mode is None:
        return signs
    for leg in set(legs):
        own = [k for k, owner in enumerate(legs) if owner == leg]
        for bit, k in enumerate(own):
            signs[k] = mode[leg] if len(own) == 1 else (-1.0 if (mode[leg] >> bit) & 1 else 1.0)
    return signs
