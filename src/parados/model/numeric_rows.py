"""Evaluate large stacks of a numeric geometry part by part, so that the unknowns of all states are never held together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import LARGEST
from parados.graph.kernel import Kernel

if TYPE_CHECKING:
    from parados.model.evaluation import Evaluator

__all__ = ["checked_numeric", "parts"]

Array = NDArray[np.float64]

PART = 1 << 17
"""Number of states that are evaluated together."""


def parts(count: int) -> Iterator[slice]:
    """Yield the rows of a stack of `count` states, part by part."""
    return (slice(start, min(start + PART, count)) for start in range(0, count, PART))


def checked_numeric(
    evaluator: Evaluator, kernel: Kernel, count: int, inputs: Mapping[str, Array], mode: ArrayLike | None, smallest: Array,
    kept: Sequence[str],
) -> tuple[dict[str, Array], NDArray[np.bool_]]:  # fmt: skip
    """Close the loops and evaluate `count` states that are not a motion; returns the `kept` outputs and the states that fail.

    inputs : (count, n) each, or (n,) repeated, without the unknowns;  smallest : as in `Kernel.checked`
    """
    shapes = dict(zip(kernel.outputs, kernel.shapes, strict=True))
    results, failed = {name: np.empty((count, *shapes[name])) for name in kept}, np.zeros(count, dtype=bool)
    for part in parts(count):
        own = {key: array[part] if array.ndim == 2 else array for key, array in inputs.items()}
        solver = evaluator if evaluator.live is None else evaluator.bound(own["parameters"])
        unknowns = solver.unknowns(own["x"], mode)
        own["unknowns"] = unknowns if len(unknowns) > 1 else unknowns[0]
        found, bad = kernel.checked(part.stop - part.start, own, smallest, evaluator.threads, LARGEST, kept)
        # the outputs may be finite although the unknowns are NaN: not every output depends on them
        failed[part] = bad | ~np.isfinite(unknowns).all(axis=1)
        for name in kept:
            results[name][part] = found[name]
    return results, failed
