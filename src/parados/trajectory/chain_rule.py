"""Derivatives of a curve over a law: p(s(t)), up to the third."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["composed", "product"]

Array = NDArray[np.float64]


def composed(p: Sequence[Array], s: Sequence[Array]) -> list[Array]:
    """Time derivatives 0 to 3 from the derivatives p by s and s by t; the shapes are those of NumPy's products."""
    return [
        p[0],
        p[1] * s[1],
        p[2] * s[1] ** 2 + p[1] * s[2],
        p[3] * s[1] ** 3 + 3 * p[2] * s[1] * s[2] + p[1] * s[3],
    ]


def product(a: Sequence[Array], b: Sequence[Array]) -> list[Array]:
    """Derivatives 0 to 3 of a product from those of its factors, by Leibniz."""
    return [
        a[0] * b[0],
        a[1] * b[0] + a[0] * b[1],
        a[2] * b[0] + 2 * a[1] * b[1] + a[0] * b[2],
        a[3] * b[0] + 3 * (a[2] * b[1] + a[1] * b[2]) + a[0] * b[3],
    ]
