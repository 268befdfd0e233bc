"""An elastic element of a robot: where it is clamped, its coordinates, and its constants of inertia and stiffness."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.flexible.beam_integrals import Beam, beam_integrals
from parados.flexible.body_integrals import BodyIntegrals
from parados.flexible.element_shapes import element_shapes
from parados.flexible.live_elements import live_element
from parados.robot.beams import BeamSpec
from parados.spatial.live_numbers import is_live

__all__ = ["Element", "element_integrals"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Element:
    """One element of a beam, or one superelement.

    Attributes
    ----------
    carrier, frame : link to which the element is clamped, and its (4, 4) frame in that link; the element is along x
    joints : indices of its elastic coordinates
    integrals : constants of inertia and stiffness
    beam : the beam that the element belongs to; None for a superelement
    """

    name: str
    carrier: int
    frame: Array
    joints: tuple[int, ...]
    integrals: BodyIntegrals
    beam: BeamSpec | None = None

    @property
    def length(self) -> float | None:
        """Length of a beam element [m]; None for a superelement."""
        return None if self.beam is None else self.beam.length / self.beam.elements


def element_integrals(beam: BeamSpec) -> BodyIntegrals:
    """Compute the constants of one element of a beam."""
    section = beam.section.section()
    if is_live([beam.length, section.A, section.Iy, section.Iz, section.I0, beam.E, beam.shear_modulus, beam.rho]):
        return live_element(beam)
    length = beam.length / beam.elements
    shapes = element_shapes(beam, length)
    G = beam.shear_modulus or beam.E  # has no effect in a planar beam
    return beam_integrals(Beam(shapes, section, beam.E, G, beam.rho, beam.rotary))
