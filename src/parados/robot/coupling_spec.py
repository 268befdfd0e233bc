"""Couplings in a robot file: linear relations between joint positions, such as those of gears, belts and racks."""

from __future__ import annotations

from pydantic import Field, model_validator

from parados.robot.fields import Number, Spec
from parados.text.numbers import counted

__all__ = ["CouplingSpec"]


class CouplingSpec(Spec):
    """Linear relation between joint positions: the sum of coefficient * position over `terms` equals `constant`.

    terms : name of an elementary joint -> coefficient; all products have the unit of `constant`, e.g. m for a rack and its pinion
    """

    name: str = Field(min_length=1)
    terms: dict[str, Number]
    constant: Number = 0.0

    @model_validator(mode="after")
    def _check_terms(self) -> CouplingSpec:
        if len(self.terms) < 2:
            given = counted(len(self.terms), "joint")
            raise ValueError(f"terms: a coupling ties two or more joints, not {given}; give a coefficient for each of them")
        for joint, coefficient in self.terms.items():
            if not coefficient:
                raise ValueError(f"terms: the coefficient of {joint!r} is 0, so the joint is not coupled; leave it out")
        return self
