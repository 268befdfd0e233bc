"""Write the checks of the exported forward geometry for the test driver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

__all__ = ["Call", "forward_calls", "guess_near"]

Array = NDArray[np.float64]

AWAY = 1e-3
"""Distance of a guess from the pose, over the size of the workspace."""

REGULAR = 1e-3
"""Smallest ratio of the singular values of J_inv at poses that the driver solves for."""

ARGUMENTS: tuple[str, ...] = ("parameters", "q", "mode", "x", "unknowns")
"""Names of all arguments, in the order of the C function."""

Call = tuple[dict[str, Array], dict[str, Array], str]
"""Arguments of a call, expected values of x and unknowns after it, and its status."""


def guess_near(x: Array, size: Array, is_quaternion: bool) -> Array:
    """(n_x,) a pose near x (n_x,) in a workspace of this size (n_dof,); a quaternion is not changed."""
    moved = x.copy()
    if is_quaternion:
        moved[:3] += AWAY * size[:3]
    else:
        moved += AWAY * size * np.cos(np.arange(len(x)))
    return moved


def forward_calls(known: Mapping[str, Array], q: Array, slopes: Array, guess: Array) -> Iterator[Call]:
    """Yield calls of the forward geometry near a closed configuration.

    known : x, and mode, parameters and unknowns, if the robot has them
    slopes : (n_a, n) J_inv at x
    """
    results = {key: known[key] for key in ("x", "unknowns") if key in known}
    kept = {**results, "x": guess}
    every = {**known, "q": q, **kept}
    near = {key: every[key] for key in ARGUMENTS if key in every}
    sizes = np.linalg.svd(slopes, compute_uv=False)
    if sizes[-1] > REGULAR * sizes[0]:
        yield near, results, "OK"
    yield {**near, "q": np.nan * q}, kept, "NOT_FINITE"
    if "parameters" in near:
        yield {**near, "parameters": np.nan * near["parameters"]}, kept, "NOT_FINITE"
    if "mode" in near:
        yield {**near, "mode": 0.5 * near["mode"]}, kept, "BAD_MODE"
