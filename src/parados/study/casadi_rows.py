"""Functions of Python as functions of CasADi, with exact Jacobians, for IPOPT."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

__all__ = ["CasadiRows"]

Array = NDArray[np.float64]
Function = Callable[[Array], tuple[Array, Array]]


class CasadiRows(ca.Callback):  # type: ignore[misc]
    """Rows c(p) as a function of CasADi, with their exact Jacobian."""

    def __init__(self, values: Function, slopes: Function, n: int, m: int) -> None:
        """values, slopes : functions of a point (n,), both return c (m,) and its Jacobian (m, n)"""
        ca.Callback.__init__(self)
        self.functions, self.n, self.m = (values, slopes), n, m
        self.error: BaseException | None = None
        self.construct("rows", {})

    def get_n_in(self) -> int:
        return 1

    def get_n_out(self) -> int:
        return 1

    def get_sparsity_in(self, _: int) -> Any:
        return ca.Sparsity.dense(self.n, 1)

    def get_sparsity_out(self, _: int) -> Any:
        return ca.Sparsity.dense(self.m, 1)

    def eval(self, arguments: Any) -> list[Any]:
        return [self.guarded(arguments[0], 0, (self.m, 1))]

    def guarded(self, point: Any, which: int, shape: tuple[int, int]) -> Any:
        """Return the values (which = 0) or the Jacobian (1); an error ends the search, and is raised after it."""
        unit = point.full()[:, 0]
        try:
            if self.error is None:
                found = self.functions[which](unit)[which].reshape(shape)
                if np.isfinite(found).all():
                    return ca.DM(found)
        except BaseException as error:
            self.error = error
        return ca.DM(np.full(shape, np.nan))  # IPOPT shortens its step

    def reraise(self) -> None:
        """Raise the error that ended the search."""
        if self.error is not None:
            raise self.error

    def has_jacobian(self) -> bool:
        return True

    def get_jacobian(self, name: str, inames: Any, onames: Any, options: Any) -> Any:
        self.jacobian_of_rows = _Slopes(self, name)  # CasADi does not keep it
        return self.jacobian_of_rows


class _Slopes(ca.Callback):  # type: ignore[misc]
    """The Jacobian of `CasadiRows`, a function of the point and of the values there."""

    def __init__(self, rows: CasadiRows, name: str) -> None:
        ca.Callback.__init__(self)
        self.rows = rows
        self.construct(name, {})

    def get_n_in(self) -> int:
        return 2

    def get_n_out(self) -> int:
        return 1

    def get_sparsity_in(self, place: int) -> Any:
        return ca.Sparsity.dense(self.rows.n if place == 0 else self.rows.m, 1)

    def get_sparsity_out(self, _: int) -> Any:
        return ca.Sparsity.dense(self.rows.m, self.rows.n)

    def eval(self, arguments: Any) -> list[Any]:
        return [self.rows.guarded(arguments[0], 1, (self.rows.m, self.rows.n))]
