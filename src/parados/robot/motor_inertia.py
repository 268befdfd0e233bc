"""Motors in a robot file: inertia of the rotor and gear ratio."""

from __future__ import annotations

from pydantic import Field, model_validator

from parados.robot.fields import Number, Spec

__all__ = ["MotorSpec"]


class MotorSpec(Spec):
    """A motor and its gear: inertia of the rotor [kg m^2], and ratio of its rate to that of the joint [-, or rad/m]."""

    inertia: Number = Field(gt=0)
    ratio: Number = 1.0

    @model_validator(mode="after")
    def _check_ratio(self) -> MotorSpec:
        if not self.ratio:
            told = "the ratio (motor rate / joint rate) must not be 0"
            raise ValueError(f"ratio: {told}; give the gear ratio, or leave it out for 1")
        return self

    @property
    def seen_from_joint(self) -> float:
        """Ia = N^2 Im of Briot & Khalil (8.28)."""
        return self.ratio**2 * self.inertia
