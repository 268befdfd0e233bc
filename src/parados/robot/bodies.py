"""Bodies in a robot file: inertial parameters of links, and friction in joints."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, Field, ValidationInfo, ValidatorFunctionWrapHandler, field_validator, model_validator

from parados.robot.beams import BeamSpec
from parados.robot.expressions import FUNCTIONS, evaluate
from parados.robot.fields import Number, Requirement, Spec, Triple, as_text, is_identified, negative_if_identified
from parados.robot.superelements import SuperelementSpec
from parados.spatial.inertia import INERTIAL_NAMES, from_centre_of_mass
from parados.spatial.live_numbers import nominal
from parados.text.numbers import counted

__all__ = ["FrictionSpec", "LinkSpec", "PointMassSpec"]


class PointMassSpec(Spec):
    """A point mass on a body, such as a counterweight: `mass` [kg] at the point `at` in the body's frame [m]."""

    mass: Number = Field(gt=0)
    at: Triple


class LinkSpec(Spec):
    """Inertial parameters of a link in its own frame.

    Give either the standard elements at the frame's origin (xx ... zz, mx, my, mz, m), or `mass`, `com` and `inertia` at the
    centre of mass ([xx, yy, zz] or [xx, xy, xz, yy, yz, zz]). `varying` adds elements to the inertia at the centre of mass that
    are expressions of the link's joint variable `q`; the models use their value at each instant and neglect their time
    derivative. `beams` and `superelement` are the elastic parts; their masses add to the numbers above, and the rigid models
    take them as undeformed. `masses` are point masses that add to all these.
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
    masses: tuple[PointMassSpec, ...] = ()

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
        points = [from_centre_of_mass(point.mass, point.at, (0.0, 0.0, 0.0)) for point in self.masses]
        return own + sum((body.standard() for body in elastic), np.zeros(10)) + sum(points, np.zeros(10))


class FrictionSpec(Spec):
    """Friction effort of a joint, (fs + fb exp(-|qd/vs|^exponent)) sign(qd) + fv qd + f0 [N m or N].

    If `fn` is given, it replaces fs for negative qd. If `width` is not 0, tanh(qd/width) replaces sign(qd). If `ramp` is not 0,
    qd/ramp, limited to the range from -1 to 1, replaces sign(qd) (Briot & Khalil, Fig. 8.3d). `vs`, `width` and `ramp` are rates
    [rad/s or m/s]. The law (8.30) of Briot & Khalil has fb = fs - fv and vs = 1. In a file with `identified: true` the
    coefficients may be negative: noise hides friction that is small.
    """

    fv: Number = Field(default=0.0, ge=0)
    fs: Number = Field(default=0.0, ge=0)
    fb: Number = 0.0
    vs: Number = Field(default=1.0, gt=0)
    width: Number = Field(default=0.0, ge=0)
    ramp: Number = Field(default=0.0, ge=0)
    exponent: Number = Field(default=2.0, gt=0)
    fn: Number | None = Field(default=None, ge=0)
    f0: Number | None = None

    @field_validator("fv", "fs", "fn", mode="wrap")
    @classmethod
    def _accept_identified(cls, value: object, check: ValidatorFunctionWrapHandler, info: ValidationInfo) -> object:
        return negative_if_identified(value, check, info)

    @model_validator(mode="after")
    def _check_law(self, info: ValidationInfo) -> FrictionSpec:
        if self.width and self.ramp:
            raise ValueError("ramp: give width (a smooth change of sign) or ramp (a linear one), not both")
        for name, dry in (("fs", self.fs), ("fn", self.fs if self.fn is None else self.fn)):
            if dry + self.fb < 0 and not is_identified(info):
                raise ValueError(f"fb: {name} + fb = {dry + self.fb:g} would drive the joint; zero or more is expected")
        return self

    def requirements(self) -> Iterator[Requirement]:
        """Yield the numbers that must not be negative (dry friction at low speed) or must be positive (`width`, `ramp`)."""
        yield Requirement("fs + fb", self.fs + self.fb, open=False)
        if self.fn is not None:
            yield Requirement("fn + fb", self.fn + self.fb, open=False)
        for name in ("width", "ramp"):
            if nominal(getattr(self, name)) > 0:
                yield Requirement(name, getattr(self, name))

    @property
    def is_dry(self) -> bool:
        """True if the friction has a dry part (fs, fb or fn), which contains the sign of qd."""
        return bool(self.fs or self.fb or self.fn)

    @property
    def jumps(self) -> bool:
        """True if the friction is discontinuous at qd = 0."""
        return self.is_dry and not (self.width or self.ramp)

    @property
    def acts(self) -> bool:
        """True if there is any friction."""
        return self.is_dry or bool(self.fv or self.f0)
