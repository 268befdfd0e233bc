"""Result of the identification of a friction law, and the robot that has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.identify.fit_result import Fit
from parados.identify.robot_file_text import described_again, robot_file_text
from parados.text.result_display import Display, Shown, Table

__all__ = ["COEFFICIENT", "RATE", "FrictionFit"]

Array = NDArray[np.float64]

COEFFICIENT = {"stribeck": "fb", "smooth": "fs", "asymmetric": "fn", "load": "fl"}
"""Name of the coefficient of each law."""

RATE = {"stribeck": "vs", "smooth": "width"}
"""Name of the rate of each law that has one."""


@dataclass(frozen=True, eq=False)
class FrictionFit(Shown):
    """Friction law of the actuated joints.

    Attributes
    ----------
    law : "stribeck", "smooth", "asymmetric" or "load"
    joints : names of the actuated joints
    coefficients, coefficient_deviations : (n_a,) fb, fs, fn - fs or fl [N m, N, or - for fl]
    rates, rate_deviations : (n_a,) vs or width [rad/s, m/s]; empty for a law without
    probability : of such an improvement for a robot without this law (F-test)
    improvement : part by which the law reduces the weighted sum of squared residuals
    values : (n_b,) base parameters that were estimated together with the law; zero for those that the law replaces
    exponent : of the Stribeck law;  fit : the fit whose logs show the law
    """

    law: str
    joints: tuple[str, ...]
    coefficients: Array
    coefficient_deviations: Array
    rates: Array
    rate_deviations: Array
    probability: float
    improvement: float
    values: Array = field(repr=False)
    exponent: float
    fit: Fit = field(repr=False)

    @property
    def friction(self) -> dict[str, dict[str, float]]:
        """Keys and numbers of `friction` in the robot file, by joint; empty for "load", which no file has."""
        if self.law == "load":
            return {}
        own = dict(zip(self.fit.names, self.values.tolist(), strict=True))
        found: dict[str, dict[str, float]] = {}
        for k, name in enumerate(self.joints):
            numbers = {key: own[f"{key}_{name}"] for key in ("fv", "fs") if f"{key}_{name}" in own}
            shift = numbers.get("fs", 0.0) if self.law == "asymmetric" else 0.0
            numbers[COEFFICIENT[self.law]] = float(self.coefficients[k]) + shift
            if self.law in RATE:
                numbers[RATE[self.law]] = float(self.rates[k])
            if self.law == "stribeck":
                numbers["exponent"] = self.exponent
            found[name] = numbers
        return found

    def robot_file(self) -> str:
        """Text of a robot file with the base parameters and this law of friction, `identified: true`."""
        return self._written[0]

    @cached_property
    def robot(self) -> Any:
        """Robot with the base parameters and this law, e.g. for `compare(found.robot.compile(), log)`."""
        text, values = self._written
        return type(self.fit.model.robot)(described_again(text, values))

    @cached_property
    def _written(self) -> tuple[str, dict[str, float]]:
        """Text of the robot file, and the dynamic parameters in it."""
        if self.law == "load":
            raise InputError(
                "robot: a robot file has no friction that grows with the load; add fl |tau| sign(qd) to the efforts of the robot "
                "of the fit"
            )
        law = {f"{key}_{name}": value for name, own in self.friction.items() for key, value in own.items()}
        if self.law == "smooth":
            law |= {f"ramp_{name}": 0.0 for name in self.joints}
        values = {**self.fit.base.standard_values(self.values), **law}
        spec = self.fit.model.single_robot().spec
        text = robot_file_text(spec, values, self._provenance(self.fit), identified=True)
        shape = tuple(f"{key}_{name}" for key in ("vs", "width", "exponent", "ramp") for name in self.joints)
        dynamic = {name: value for name, value in values.items() if name not in shape}
        described_again(text, dynamic)
        return text, dynamic

    def _provenance(self, fit: Fit) -> Sequence[str]:
        return (
            f"Identified base parameters of {fit.model.spec.name} with the friction law {self.law!r}.",
            f"Logs: {', '.join(fit.logs)}. The law reduces the squared residuals by {100 * self.improvement:.3g} %",
            f"(probability by chance {self.probability:.2g}).",
        )

    def _display(self) -> Display:
        head = ["joint", COEFFICIENT[self.law], "deviation"] + ([RATE[self.law], "deviation"] if self.law in RATE else [])
        columns = [
            self.coefficients,
            self.coefficient_deviations,
            *([self.rates, self.rate_deviations] if self.law in RATE else []),
        ]
        rows = [[name, *[f"{value:.4g}" for value in values]] for name, *values in zip(self.joints, *columns, strict=True)]
        facts = {"squared residuals": f"{100 * self.improvement:.3g} % less", "probability by chance": f"{self.probability:.2g}"}
        facts |= {"exponent": f"{self.exponent:g}"} if self.law == "stribeck" else {}
        return Display(f"Friction law: {self.law}", facts, [Table(head, rows)])
