"""Parts that the displays of all analyses share: facts about tolerances and states, and which outputs have a table or panel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parados.sensitivity.output_names import Output
from parados.text.numbers import counted

__all__ = ["SHOWN", "SHOWN_PARAMETERS", "abscissa", "kept_outputs", "state_name", "title_of", "tolerance_fact"]

Array = NDArray[np.float64]

SHOWN = 6
"""Largest number of outputs with a table or a panel: those on which the parameters have the largest effect."""

SHOWN_PARAMETERS = 12
"""Largest number of parameters of one output in a table or a panel."""


def title_of(what: str, quantity: str, count: int | None) -> str:
    """Title of a result; `count` is the number of states of a stack."""
    return f"{what} of {quantity}" + (f" over {counted(count, 'state')}" if count is not None else "")


def tolerance_fact(assumed: bool, tolerances: Array) -> str:
    """Say where the tolerances come from."""
    if assumed:
        return "1 % of each value (assumed; give tolerances)"
    return f"as given; {counted(int((tolerances > 0).sum()), 'number')} of {len(tolerances)} may deviate"


def kept_outputs(sizes: Array) -> tuple[list[int], str]:
    """Return the outputs to show, in their order, and a sentence about the others.

    sizes : (n_f,) effect on each output
    """
    kept = sorted(np.argsort(-np.nan_to_num(sizes), kind="stable")[:SHOWN].tolist())
    left = len(sizes) - len(kept)
    return kept, f"The {counted(left, 'output')} with smaller effects {'is' if left == 1 else 'are'} not shown." if left else ""


def state_name(k: int, times: Array | None) -> str:
    """Name a state of a stack by its time, or by its number."""
    return f"state {k}" if times is None else f"{times[k]:.4g} s"


def abscissa(count: int, times: Array | None) -> tuple[Array, str]:
    """(N,) abscissa of the states of a stack, and its label."""
    return (np.arange(count, dtype=float), "state") if times is None else (times, "time [s]")


def by_unit(outputs: Sequence[Output]) -> dict[str, list[int]]:
    """Return the numbers of the outputs with each unit."""
    return {unit: [k for k, one in enumerate(outputs) if one.unit == unit] for unit in dict.fromkeys(one.unit for one in outputs)}
