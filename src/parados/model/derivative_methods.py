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

        The function takes the states of the quantity and, if the quantity has them, the options `wrench`, `link_wrenches`,
        `friction`, `mode`, `motion` and `parameters`; all other options have their default values. The result has the shape of
        the quantity followed by (n_wrt,), for example (n, n, n_x) for the mass matrix with respect to x. For a quantity with
        several results (energy, pose) the result is a dictionary. For quaternion platforms the derivative with respect to x is
        taken along unit quaternions.

        name : the quantity, for example "mass_matrix"
        wrt : a state ("x", "xd", ...) or a live parameter, or several of these. Their n_wrt entries follow each other in the last
            axis of the result
        order : 2 for second derivatives, whose shape ends in (n_wrt, n_wrt)
        """
        return checked_derivative(self._model, name, wrt, order)

    def export_c(
        self,
        folder: str | Path,
        *,
        loaded: bool = False,
        regressor: bool = False,
        single_header: bool = False,
        manifest: bool = False,
    ) -> list[Path]:
        """Write a header, a source and a test driver in C99 into a folder; return their paths. If one fails, none is written.

        loaded : also write `inverse_dynamics_loaded`, `forward_dynamics_loaded` and `bias_loaded`, which take the wrench on the
            platform and a factor of the friction
        regressor : also write the regressor of the dynamic parameters
        single_header : write the functions into the header, below a macro, instead of a source of its own
        manifest : also write NAME.json: operations, stack, code size and time of every function, measured with the C compiler of
            this machine
        """
        from parados.model.export import export_c

        return export_c(self, folder, loaded=loaded, regressor=regressor, single_header=single_header, manifest=manifest)
