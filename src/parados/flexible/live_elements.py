"""Constants of a beam element whose numbers are live, from those of an element of unit length.

With the length l of the element as the unit of length, its fields do not depend on l. The coordinates are the displacements and
rotations of the tip; with t_k = 1/l for a displacement and t_k = 1 for a rotation, the fields of coordinate k are

    Phi_d = l t_k Phi_d1(x/l),   Phi_r = t_k Phi_r1(x/l),   stretch = t_k stretch1(x/l),   curvatures = t_k/l curvatures1(x/l)

where the index 1 is for the unit length. The integrals over x/l are numbers; length, section and material are factors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from parados.flexible.beam_integrals import Stations, outer
from parados.flexible.body_integrals import BodyIntegrals
from parados.flexible.clamped_elements import planar_element, spatial_element
from parados.flexible.element_shapes import PLANAR, SPATIAL, element_shapes
from parados.flexible.shape_functions import ShapeFunctions
from parados.robot.beams import BeamSpec

__all__ = ["live_element"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class UnitElement:
    """Integrals of the fields of an element of unit length with n coordinates.

    Attributes
    ----------
    turning : (n,) True for the coordinates that are rotations
    r, rr : (3,) and (3, 3) integrals of r0 and r0 r0^T along the centre line
    d, dr, dd : (3, n), (n, 3, 3) and (n, n, 3, 3) integrals of Phi_d, Phi_d r0^T and Phi_d Phi_d^T
    turns : (n, 3, 3) integrals of the cross-product matrices r_k^ of the rotations
    sandwiches : integrals (n, n, 3, 3) of r_k^ e e^T r_l^T^ for e = y and e = z
    strains : integrals (n, n) of the products of two stretches, twists, curvatures about y and about z
    """

    turning: NDArray[np.bool_]
    r: Array
    rr: Array
    d: Array
    dr: Array
    dd: Array
    turns: Array
    sandwiches: tuple[Array, ...]
    strains: tuple[Array, ...]


@cache
def _bernoulli_element(planar: bool) -> UnitElement:
    return _integrated(planar_element(1.0) if planar else spatial_element(1.0), planar)


def unit_element(beam: BeamSpec) -> UnitElement:
    """Compute the integrals of the element of unit length."""
    return _integrated(element_shapes(beam, 1.0), beam.planar) if beam.shapes else _bernoulli_element(beam.planar)


def _integrated(shapes: ShapeFunctions, planar: bool) -> UnitElement:
    at = Stations.along(shapes)
    ends = [not displaced for displaced, _ in (PLANAR if planar else SPATIAL)]
    return UnitElement(
        turning=np.array([*ends, *[False] * (shapes.n - len(ends))]),
        r=at.integral(at.r0),
        rr=at.integral(outer(at.r0, at.r0)),
        d=at.integral(at.d).T,
        dr=at.integral(outer(at.d, at.r0[:, None])),
        dd=at.integral(outer(at.d[:, :, None], at.d[:, None])),
        turns=at.integral(at.turns),
        sandwiches=tuple(at.integral(outer(at.turns[:, :, None, :, j], at.turns[:, None, :, :, j])) for j in (1, 2)),
        strains=tuple(at.integral(at.strains[:, :, None, j] * at.strains[:, None, :, j]) for j in range(4)),
    )


def live_element(beam: BeamSpec) -> BodyIntegrals:
    """Compute the constants of one element of a beam, some of whose numbers are live, in the frame at its clamped end."""
    unit, length, section = unit_element(beam), beam.length / beam.elements, beam.section.section()
    t = np.array([1.0 if turning else 1 / length for turning in unit.turning], dtype=object)
    tt = t[:, None] * t
    line = beam.rho * section.A  # mass per unit of length
    rotary = beam.rho * length if beam.rotary else 0.0
    moments = (rotary * section.Iz, rotary * section.Iy)  # second moments of mass of the element about its centre line
    spread = np.diag(np.array([0.0, *moments], dtype=object))
    twisted = sum((moment * part for moment, part in zip(moments, unit.sandwiches, strict=True)), np.zeros(()))
    stretch, *curved = unit.strains
    moduli = (beam.shear_modulus * section.I0, beam.E * section.Iy, beam.E * section.Iz)
    bending = sum((modulus / length * part for modulus, part in zip(moduli, curved, strict=True)), np.zeros(()))
    return BodyIntegrals(
        m=line * length,
        s0=line * length**2 * unit.r,
        S=line * length**2 * unit.d * t,
        P0=line * length**3 * unit.rr + spread,
        N0=t[:, None, None] * (line * length**3 * unit.dr + unit.turns @ spread),
        C=tt[:, :, None, None] * (line * length**3 * unit.dd + twisted),
        Kee=tt * (beam.E * section.A * length * stretch + bending),
    )
