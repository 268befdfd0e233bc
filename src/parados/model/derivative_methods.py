"""Exact derivatives of the quantities of a model, and its export as C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parados.model.model_part import ModelPart
from parados.model.quantity_derivative import checked_derivative

__all__ = ["DerivativeMethods"]

Array = NDArray[np.float64]


class DerivativeMethods(ModelPart):
    """Methods of `Model` that return functions and source text."""

    def derivatives(self, name: str, wrt: str | Sequence[str], *, order: int = 1) -> Callable[..., Array | dict[str, Array]]:
        """Return the function that computes the exact derivative of a quantity.

        It takes the states of the quantity and, if the quantity has them, its options `wrench`, `link_wrenches`, `friction`,
        `mode`, `motion` and `parameters`; all other options have their default values. Its result has the shape of the
        quantity followed by (n_wrt,), for example (n, n, n_x) for the mass matrix with respect to x; for a quantity with
        several results (energy, pose) it is a dictionary. For quaternion platforms the derivative with respect to x is taken
        along unit quaternions.

        wrt : a state or a live parameter, or several of them: one column for each of their numbers, one after the other
        order : 2 for second derivatives, whose shape ends in (n_wrt, n_wrt)
        """
        return checked_derivative(self._model, name, wrt, order)

    def export_c(self, folder: str | Path) -> list[Path]:
        """Write a header, a source and a test driver in C99 into a folder, all of them or none; see `parados.model.export`."""
        from parados.model.export import export_c

        return export_c(self, folder)
