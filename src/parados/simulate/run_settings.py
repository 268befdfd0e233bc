"""How a run is integrated."""

from __future__ import annotations

from dataclasses import dataclass

from scipy.integrate import DOP853, OdeSolver, Radau

__all__ = ["METHODS", "Tolerances"]

METHODS: dict[str, type[OdeSolver]] = {"DOP853": DOP853, "Radau": Radau}
"""Methods of SciPy that a run can use."""


@dataclass(frozen=True)
class Tolerances:
    """Method of integration, tolerance of the error of each step, largest step and duration of the run [s]."""

    method: str
    relative: float
    absolute: float
    largest_step: float
    duration: float
