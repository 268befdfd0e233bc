"""Bodies in a robot file: inertial parameters of links, and friction in joints."""

from __future__ import annotations

import math
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, Field, model_validator

from parados.robot.beams import BeamSpec
from parados.robot.expressions import FUNCTIONS, evaluate
from parados.robot.fields import Number, Spec, Triple, as_text
from parados.robot.superelements import SuperelementSpec
from parados.spatial.inertia import INERTIAL_NAMES, from_centre_of_mass
from parados.text.numbers import counted

__all__ = ["FrictionSpec", "LinkSpec"]


class LinkSpec(Spec):
    """Inertial parameters of a link in its own frame.

    Give either the standard elements at the frame's origin (xx ... zz, mx, my, mz, m), or `mass`, `com` and `inertia` at the
    centre of mass ([xx, yy, zz] or [xx, xy, xz, yy, yz, zz]). `varying` adds elements to the inertia at the centre of mass that
    are expressions of the link's joint variable `q`; the models use their value at each instant and neglect their time
    derivative. `beams` and `superelement` are the elastic parts; their masses add to the numbers above, and the rigid models
    take them as undeformed.
    """

    xx: Number = 0.0
    xy: Number = 0.0
    xz: Number = 0.0
    yy: Number = 0.0
    yz: Number = 0.0
    zz: Number = 0.0
    mx: Number = 0.0
    my: Number = 0.0
    mz: Number = 0.0
    m: Number = 0.0
    mass: Number | None = None
    com: Triple | None = None
    inertia: tuple[Number, ...] | None = None
    beams: tuple[BeamSpec, ...] = ()
    superelement: SuperelementSpec | None = None
    varying: dict[Literal["xx", "yy", "zz"], Annotated[str, BeforeValidator(as_text)]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_standard_or_central(self) -> LinkSpec:
        given = self.model_fields_set
        standard = given & set(INERTIAL_NAMES)
        central = given & {"mass", "com", "inertia"}
        if standard and central:
            raise ValueError(
                f"{', '.join(sorted(standard))} and {', '.join(sorted(central))} exclude each other; "
                "give either the standard elements (xx ... zz, mx, my, mz, m) or mass, com and inertia"
            )
        if central and self.mass is None:
            raise ValueError(
                f"{', '.join(sorted(central))} without mass; give mass too, or the standard elements (xx ... zz, mx, my, mz, m)"
            )
        if self.inertia is not None and len(self.inertia) not in (3, 6):
            raise ValueError(
                f"inertia: give [xx, yy, zz] or [xx, xy, xz, yy, yz, zz], not {counted(len(self.inertia), 'number')}"
            )
        return self

    @model_validator(mode="after")
    def _check_varying_elements(self) -> LinkSpec:
        functions = {name: FUNCTIONS[name] for name in ("sin", "cos", "sqrt")}
        for element, text in self.varying.items():
            try:
                evaluate(text, {"q": math.nan}, functions)
            except ValueError as error:
                raise ValueError(f"varying.{element}: {error}") from error
        return self

    def standard(self) -> NDArray[np.float64]:
        """(10,) xx xy xz yy yz zz mx my mz m at the frame's origin, including elastic parts [kg m^2, kg m, kg]."""
        if self.mass is None:
            own = np.array([getattr(self, name) for name in INERTIAL_NAMES])
        else:
            own = from_centre_of_mass(self.mass, self.com or (0.0, 0.0, 0.0), self.inertia or (0.0, 0.0, 0.0))
        elastic: list[BeamSpec | SuperelementSpec] = [*self.beams, *([self.superelement] if self.superelement else [])]
        return own + sum((body.standard() for body in elastic), np.zeros(10))


class FrictionSpec(Spec):
    """Friction of a joint, fs sign(qd) + fv qd + fb exp(-(qd/vs)^2) sign(qd); `width` > 0 replaces sign(qd) by tanh(qd/width)."""

    fv: Number = Field(default=0.0, ge=0)
    fs: Number = Field(default=0.0, ge=0)
    fb: Number = Field(default=0.0, ge=0)
    vs: Number = Field(default=1.0, gt=0)
    width: Number = Field(default=0.0, ge=0)
