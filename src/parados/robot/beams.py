"""Beams in a robot file: links that bend, stretch and twist."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, StrictBool, model_validator

from parados.robot.beam_shapes import ShapeSpec, why_shapes_fail
from parados.robot.fields import FrameSpec, Number, Pair, Requirement, Spec, Whole
from parados.spatial.inertia import from_centre_of_mass, moved
from parados.spatial.sections import Section

__all__ = ["BeamSpec", "DampingSpec", "SectionSpec"]

DIMENSIONS = ("rectangle", "circle", "tube")
MOMENTS = ("A", "Iy", "Iz", "Ip", "I0")

MOST_ELEMENTS = 50
"""Largest number of elements of a beam; ten elements give its first frequencies to five digits."""

POLAR = 1e-3
"""Largest relative difference between a given Ip and Iy + Iz; published tables are rounded."""


class SectionSpec(Spec):
    """A cross-section, given by its dimensions or by its moments of area.

    Dimensions: one of `rectangle: [width along y, height along z]`, `circle: diameter`, `tube: [outer, inner]` [m].
    Moments: area A [m^2] and second moments Iy (integral of z^2), Iz (integral of y^2), Ip (polar), I0 (torsion) [m^4].
    """

    rectangle: Pair | None = None
    circle: Number | None = None
    tube: Pair | None = None
    A: Number | None = None
    Iy: Number | None = None
    Iz: Number | None = None
    Ip: Number | None = None
    I0: Number | None = None

    @model_validator(mode="after")
    def _check_dimensions_or_moments(self) -> SectionSpec:
        given = [name for name in DIMENSIONS if getattr(self, name) is not None]
        moments = [name for name in MOMENTS if getattr(self, name) is not None]
        if len(given) + bool(moments) != 1:
            raise ValueError(f"give one of {', '.join(DIMENSIONS)}, or {', '.join(MOMENTS)}")
        if given:
            self.section()
        if moments:
            missing = [name for name in ("A", "Iz") if name not in moments]
            if missing:
                raise ValueError(
                    f"{', '.join(missing)} missing: a planar beam needs A and Iz, a spatial one {', '.join(MOMENTS)}"
                )
            negative = [name for name in moments if getattr(self, name) <= 0]
            if negative:
                raise ValueError(f"{', '.join(negative)}: areas and second moments must be positive")
            polar = (self.Iy or 0.0) + (self.Iz or 0.0)
            if self.Ip is not None and self.Iy is not None and abs(self.Ip - polar) > POLAR * self.Ip:
                raise ValueError(f"Ip: the polar moment must be Iy + Iz = {polar:g}, not {self.Ip:g}")
        return self

    def requirements(self) -> Iterator[Requirement]:
        """Yield what the dimensions or moments must fulfil."""
        if self.rectangle is not None:
            yield from [Requirement(f"rectangle[{k}]", side) for k, side in enumerate(self.rectangle)]
        if self.circle is not None:
            yield Requirement("circle", self.circle)
        if self.tube is not None:
            yield Requirement("tube[1]", self.tube[1], open=False)
            yield Requirement("tube[0] - tube[1]", self.tube[0] - self.tube[1])
        yield from [Requirement(name, getattr(self, name)) for name in MOMENTS if getattr(self, name) is not None]
        if self.Ip is not None and self.Iy is not None and self.Iz is not None:
            excess = self.Ip - (self.Iy + self.Iz)
            yield Requirement(f"{POLAR:g} Ip - (Ip - Iy - Iz)", POLAR * self.Ip - excess, open=False)
            yield Requirement(f"{POLAR:g} Ip + (Ip - Iy - Iz)", POLAR * self.Ip + excess, open=False)

    def section(self) -> Section:
        """Return the section with all its moments; moments that a planar beam does not need are zero if not given."""
        if self.rectangle is not None:
            return Section.rectangle(*self.rectangle)
        if self.circle is not None:
            return Section.circle(self.circle)
        if self.tube is not None:
            return Section.tube(*self.tube)
        assert self.A is not None and self.Iz is not None
        return Section(self.A, self.Iy or 0.0, self.Iz, self.I0 or 0.0)


class BeamSpec(Spec):
    """A straight prismatic beam that begins at the origin of its `frame` (in the link) and lies along the x axis of this frame.

    E, G (or nu) and rho belong to the material [Pa, kg/m^3]. The beam is divided into `elements` of equal length. A `planar`
    beam only stretches and bends about z. `rotary: false` leaves out the rotary inertia of the cross-sections. The next joint or
    a closure is tied to the node of the beam at the same place, or to the link's frame. `shapes` are the shape functions of the
    beam; they replace those of one Bernoulli element.
    """

    length: Number = Field(gt=0)
    section: SectionSpec
    E: Number = Field(gt=0)
    G: Number | None = Field(default=None, gt=0)
    nu: Number | None = Field(default=None, gt=-1, le=0.5)
    rho: Number = Field(gt=0)
    elements: Whole = Field(default=1, ge=1, le=MOST_ELEMENTS)
    planar: StrictBool = False
    rotary: StrictBool = True
    shapes: tuple[ShapeSpec, ...] = ()
    frame: FrameSpec = FrameSpec()

    @model_validator(mode="after")
    def _check_material_and_section(self) -> BeamSpec:
        if self.G is not None and self.nu is not None:
            raise ValueError("give G or nu, not both: G = E / (2 (1 + nu))")
        if not self.planar:
            if self.G is None and self.nu is None:
                raise ValueError("a spatial beam twists: give G or nu, or planar: true")
            section = self.section.section()
            if min(section.Iy, section.I0) <= 0:
                raise ValueError("section: a spatial beam needs A, Iy, Iz, Ip and I0; give them, or planar: true")
        return self

    @model_validator(mode="after")
    def _check_shapes(self) -> BeamSpec:
        if self.shapes and self.elements != 1:
            raise ValueError(f"shapes: they belong to the whole beam; leave out elements, now {self.elements}")
        problem = why_shapes_fail(self.shapes, self.planar) if self.shapes else None
        if problem:
            raise ValueError(problem)
        return self

    @property
    def shear_modulus(self) -> float:
        """Shear modulus G [Pa]; zero for a planar beam without G and nu."""
        if self.G is not None:
            return self.G
        return self.E / (2 * (1 + self.nu)) if self.nu is not None else 0.0

    def standard(self) -> NDArray[np.float64]:
        """(10,) inertial parameters of the undeformed beam in the link's frame."""
        s, length = self.section.section(), self.length
        m, turning = self.rho * s.A * length, self.rho * length if self.rotary else 0.0
        central = (turning * s.Ip, m * length**2 / 12 + turning * s.Iy, m * length**2 / 12 + turning * s.Iz)
        return moved(from_centre_of_mass(m, (length / 2, 0.0, 0.0), central), self.frame.matrix())


class DampingSpec(Spec):
    """Structural damping of all elastic parts.

    Either a `ratio` to the critical damping in every vibration mode, or Rayleigh damping: the ratio alpha / (2 omega) + beta
    omega / 2 in a mode of angular frequency omega; `alpha` [1/s], `beta` [s].
    """

    ratio: Number | None = Field(default=None, ge=0)
    alpha: Number = Field(default=0.0, ge=0)
    beta: Number = Field(default=0.0, ge=0)

    @model_validator(mode="after")
    def _check_ratio_or_rayleigh(self) -> DampingSpec:
        if (self.ratio is not None) == bool(self.model_fields_set & {"alpha", "beta"}):
            raise ValueError("give either ratio, or at least one of alpha and beta")
        return self
