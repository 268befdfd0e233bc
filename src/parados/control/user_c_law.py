"""A law that the user gives as C source text."""

from __future__ import annotations

import re
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, instance, text, vector
from parados.control.law_reference import Reference
from parados.errors import InputError
from parados.model.model import COMPILED, Model
from parados.text.result_display import Display, Shown
from parados.trajectory.base import Trajectory

__all__ = ["SIGNATURE", "CLaw"]

Array = NDArray[np.float64]

SIGNATURE = """int law(double t, double period, const double *reference, const double *x, const double *xd,
        const double *q, const double *qd, const double *wrench, double *state, double *efforts)"""
"""The C function of a law. It writes the efforts and its next state, and returns 0; any other number stops the simulation.

`reference` holds x, xd, xdd, q, qd, qdd of the reference one after the other.
"""


class CLaw(Shown):
    """A law as C99 text that defines the function `law` with the signature `SIGNATURE`.

    The text may define other functions and include headers; it must not keep static state, since `state` is there for that.

    Parameters
    ----------
    model : the controller's model: its inverse geometry gives the joints of the reference
    reference : trajectory of x, or a constant pose (n_x,)
    source : C text
    start : (n_s,) discrete state before the first update; empty by default
    """

    title: ClassVar[str] = "law in C"
    outputs: ClassVar[dict[str, int]] = {}
    wanted: ClassVar[tuple[str, ...]] = ("x_r", "xd_r", "xdd_r", "q_r", "qd_r", "qdd_r")

    def __init__(
        self,
        model: Model,
        reference: Trajectory | ArrayLike,
        source: str,
        *,
        start: ArrayLike = (),
        needs_wrench: bool = False,
        mode: ArrayLike | None = None,
    ) -> None:
        self.model = instance("model", model, Model, COMPILED)
        model.check_one_robot()
        self.mode = model.working_mode(mode)
        self.reference = Reference(model, reference, mode)
        self.source = text("source", source)
        if not re.search(r"\bint\s+law\s*\(", self.source):
            raise InputError(f"source: the C text must define the function {' '.join(SIGNATURE.split())}")
        self.needs_wrench = flag("needs_wrench", needs_wrench)
        self._start = np.zeros(0) if isinstance(start, tuple | list) and not start else vector("start", start)

    def start(self) -> Array:
        """(n_s,) the discrete state before the first update."""
        return np.array(self._start)

    def _display(self) -> Display:
        facts = {
            "robot": self.model.spec.name,
            "reference": str(self.reference),
            "lines of C": str(len(self.source.splitlines())),
        }
        return Display(self.title, facts, [])
