"""The inverse dynamic model in three steps, the second one on several processors, as the paper proposes.

The computation of a segment needs the motion of the platform, but no result of another segment. So each segment can have its own
processor, and Gamma (97) follows from the results of all six:

    1. platform   X, Xd, Xdd -> F_N+1                                        (88)-(93)
    2. leg i      X, Xd, Xdd -> n_i, CB_i, J_v^-t D_i, i = 1..6 in parallel  (3)-(87)
    3. assembly   J^-t Gamma = F_N+1 + sum of [B_iC~^t; U] J_v^-t D_i        (94), (97)
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import real_array, whole
from parados.errors import InputError
from parados.graph.c_source import operations
from parados.graph.kernel import Kernel
from parados.sources.fried_gough_stewart.model.fried_model import FriedGoughStewart
from parados.sources.fried_gough_stewart.model.fried_parameters import FriedParameters
from parados.spatial.vectors import SX, cross

__all__ = ["ParallelFried"]

Array = NDArray[np.float64]


class ParallelFried:
    """Inverse dynamics of the Gough-Stewart platform with its legs on several processors.

    Parameters
    ----------
    parameters : parameters of the robot; the default is Table 1
    backend : "c", "vm" or "auto", see `parados.graph.kernel.Kernel`; only compiled functions run at the same time

    Attributes
    ----------
    platform, legs, assembly : the functions of the three steps; the graphs of the legs cost about 317 operations each
    """

    def __init__(self, parameters: FriedParameters | None = None, backend: str = "auto") -> None:
        robot = FriedGoughStewart(parameters)
        functions = robot.functions()
        self.platform = Kernel(functions["platform_wrench"], backend)
        self.legs = tuple(Kernel(functions[f"leg{i}"], backend) for i in range(1, 7))
        self.assembly = Kernel(_assembly(), backend)

    def __call__(self, X: ArrayLike, Xd: ArrayLike, Xdd: ArrayLike, workers: int | None = None) -> Array:
        """Return the forces Gamma (N, 6) [N] of legs 1..6 for stacks of states (N, 6), angles first.

        workers : number of threads for the legs, 1 to 6; by default one for each processor that this process may use
        """
        states = _states(X, Xd, Xdd)
        count = len(states["X"])
        threads = min(6, len(os.sched_getaffinity(0))) if workers is None else whole("workers", workers, 1, 6)
        with ThreadPoolExecutor(threads) as pool:
            platform = pool.submit(self.platform, count, states)
            legs = list(pool.map(lambda leg: leg(count, states), self.legs))
        inputs = {f"{name}_{i}": leg[name][..., 0] for i, leg in enumerate(legs, 1) for name in ("n", "CB", "f_D")}
        return self.assembly(count, {**inputs, "F": platform.result()["F"][..., 0]})["Gamma"][..., 0]

    @cached_property
    def operations(self) -> dict[str, int]:
        """Numbers of operations of the platform, of one leg and of the assembly, and of the longest chain of steps: `path`."""
        parts = {"platform": self.platform, "leg": self.legs[0], "assembly": self.assembly}
        counts = {name: sum(operations(kernel.graph).values()) for name, kernel in parts.items()}
        return {**counts, "path": max(counts["platform"], counts["leg"]) + counts["assembly"]}


def _assembly() -> ca.Function:
    """Build the third step: n_i, CB_i, f_Di of six legs and F -> Gamma."""
    symbols = {f"{name}_{i}": SX.sym(f"{name}_{i}", 3) for i in range(1, 7) for name in ("n", "CB", "f_D")}
    F = SX.sym("F", 6)
    n, CB, f_D = ([symbols[f"{name}_{i}"] for i in range(1, 7)] for name in ("n", "CB", "f_D"))
    J_inv = ca.vertcat(*[ca.horzcat(cross(b, a).T, a.T) for a, b in zip(n, CB, strict=True)])  # (9)
    wrench = sum((ca.vertcat(cross(b, f), f) for b, f in zip(CB, f_D, strict=True)), F)
    Gamma = ca.cse([ca.densify(ca.solve(J_inv.T, wrench))])  # (97)
    return ca.Function("assembly", [*symbols.values(), F], Gamma, [*symbols, "F"], ["Gamma"])


def _states(X: ArrayLike, Xd: ArrayLike, Xdd: ArrayLike) -> dict[str, Array]:
    """Return the three stacks as arrays of one shape (N, 6)."""
    states = {name: real_array(name, value) for name, value in (("X", X), ("Xd", Xd), ("Xdd", Xdd))}
    for name, value in states.items():
        if value.ndim != 2 or value.shape[1] != 6 or len(value) != len(states["X"]):
            raise InputError(f"{name}: shape {value.shape}; X, Xd and Xdd are stacks of states with the same shape (N, 6)")
    return states
