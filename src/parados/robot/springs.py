"""Springs, dampers and constant forces in a robot file: in a joint, or between points of two bodies."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from parados.robot.fields import Number, Spec, Triple, listed

__all__ = ["JointSpringSpec", "SpringSpec"]


class JointSpringSpec(Spec):
    """A spring with a damper in a joint: the effort -(stiffness (q - rest) + damping qd + effort) acts on the joint.

    stiffness [N m/rad or N/m];  rest : position of the joint at which the stiffness gives no effort [rad or m]
    damping [N m s/rad or N s/m];  effort : constant part [N m or N], for example a preload
    """

    stiffness: Number = Field(default=0.0, ge=0)
    rest: Number = 0.0
    damping: Number = Field(default=0.0, ge=0)
    effort: Number = 0.0

    @model_validator(mode="after")
    def _check_it_acts(self) -> JointSpringSpec:
        if not (self.stiffness or self.damping or self.effort):
            raise ValueError("this spring does nothing; give stiffness, damping or effort a value, or remove the spring")
        if self.rest and not self.stiffness:
            raise ValueError("rest: a spring without stiffness has no rest position; give stiffness, or remove rest")
        return self


class SpringSpec(Spec):
    """A spring with a damper between points of two bodies.

    The tension stiffness (l - length) + damping dl/dt + force pulls the points towards each other along the line between them,
    where l is their distance; a negative tension pushes. A link has the name of its joint; `base` and `platform` are bodies too.
    In a leg, `base` is the body on which the leg stands, with points relative to the leg's base.

    between : names of the two bodies;  at : the points in the frames of these bodies [m]
    stiffness [N/m];  length : free length [m];  damping [N s/m];  force : constant tension [N], for example a preload
    """

    name: str | None = Field(default=None, min_length=1)
    between: Annotated[tuple[str, str], listed(2, "names of bodies")]
    at: Annotated[tuple[Triple, Triple], listed(2, "points")] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    stiffness: Number = Field(default=0.0, ge=0)
    length: Number = Field(default=0.0, ge=0)
    damping: Number = Field(default=0.0, ge=0)
    force: Number = 0.0

    @model_validator(mode="after")
    def _check_it_acts(self) -> SpringSpec:
        if self.between[0] == self.between[1]:
            raise ValueError("between: the points must be on two different bodies; name two bodies")
        if not (self.stiffness or self.damping or self.force):
            raise ValueError("this spring does nothing; give stiffness, damping or force a value, or remove the spring")
        if self.length and not self.stiffness:
            raise ValueError("length: a spring without stiffness has no free length; give stiffness, or remove length")
        return self

    @property
    def label(self) -> str:
        """Name of the spring: `name`, or the names of its two bodies joined by "-"."""
        return self.name or "-".join(self.between)
