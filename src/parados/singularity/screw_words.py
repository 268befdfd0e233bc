"""Geometry of twists and wrenches (axis, a point on it, pitch), and their description in words.

A twist [v, w] is a motion of the platform, with v the velocity of P. A wrench [f, m] acts on the platform, with m the
moment about P (base axes, SI). Both are screws: w and f are along the axis, v and m depend on the position of the axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import SMALLEST, name_list, positive, vector
from parados.errors import InputError

__all__ = [
    "ScrewGeometry",
    "largest_entry",
    "tell_direction",
    "tell_point",
    "tell_twist",
    "tell_wrench",
    "twist_geometry",
    "wrench_geometry",
]

Array = NDArray[np.float64]

AXES = ("x", "y", "z")

NEGLIGIBLE = 1e-6
"""Relative size below which a part of a twist or wrench is left out of the words, with moments divided by the length. It is also
the largest difference between a direction and the base axis that gives it its name."""


@dataclass(frozen=True)
class ScrewGeometry:
    """Axis and pitch of a twist or wrench.

    Attributes
    ----------
    kind : "translation", "rotation" or "screw" for a twist; "moment", "force" or "wrench" for a wrench
    direction : (3,) unit vector of the translation or moment, or else of the axis
    point : (3,) the point of the axis nearest to P [m]; None for a translation or moment, which have no axis
    pitch : translation per rotation along the axis [m/rad], or moment per force [m]; infinite without an axis
    """

    kind: str
    direction: Array
    point: Array | None
    pitch: float


def _geometry(axial: Array, polar: Array, at: ArrayLike, length: float, kinds: Sequence[str]) -> ScrewGeometry:
    """Build the geometry of a screw with the vector `axial` along its axis and `polar` at P.

    kinds : names of a screw without axis, without pitch, with both
    """
    place, length = vector("at", at, 3, "the place of P in base axes [m]"), positive("length", length, "m")
    size_axial, size_polar = float(np.linalg.norm(axial)), float(np.linalg.norm(polar))
    if size_axial * length <= NEGLIGIBLE * size_polar:
        return ScrewGeometry(kinds[0], polar / size_polar, None, float("inf"))
    direction = axial / size_axial
    point = place + np.cross(direction, polar / size_axial)
    pitch = float(direction @ polar) / size_axial
    if abs(pitch) <= NEGLIGIBLE * length:
        return ScrewGeometry(kinds[1], direction, point, 0.0)
    return ScrewGeometry(kinds[2], direction, point, pitch)


def _six(name: str, values: ArrayLike) -> Array:
    array = vector(name, values, 6, "linear part first")
    if not np.linalg.norm(array) >= SMALLEST:
        raise InputError(f"{name}: all entries are zero or nearly zero, so it has no direction")
    return array


def twist_geometry(twist: ArrayLike, at: ArrayLike = (0, 0, 0), length: float = 1.0) -> ScrewGeometry:
    """Return axis and pitch of a twist [v, w] (6,) of a body whose point P is at `at` (3,) [m].

    The rotation counts as zero if |w| length <= 1e-6 |v|. The pitch counts as zero if it is at most 1e-6 length. `length` is the
    size of the robot [m].
    """
    t = _six("twist", twist)
    return _geometry(t[3:], t[:3], at, length, ("translation", "rotation", "screw"))


def wrench_geometry(wrench: ArrayLike, at: ArrayLike = (0, 0, 0), length: float = 1.0) -> ScrewGeometry:
    """Return axis and pitch of a wrench [f, m] (6,), with m about the point P at `at` (3,) [m]."""
    w = _six("wrench", wrench)
    return _geometry(w[:3], w[3:], at, length, ("moment", "force", "wrench"))


def _three_names(labels: Sequence[str]) -> list[str]:
    names = name_list("labels", labels)
    if len(names) != 3:
        raise InputError(f"labels: the names of three axes are expected, not {len(names)}")
    return names


def largest_entry(vector: Array) -> int:
    """Return the index of the entry of largest absolute value; of several that are equal up to round-off, the first."""
    sizes = np.abs(vector)
    return int(np.argmax(sizes >= (1 - NEGLIGIBLE) * sizes.max()))


def _numbers(values: Array, decimals: int) -> str:
    return "(" + ", ".join(f"{value:.{decimals}f}" for value in np.round(values, decimals) + 0.0) + ")"


def tell_direction(direction: Array, labels: Sequence[str] = AXES) -> str:
    """Return the name of the base axis parallel to a direction (3,), with either sign.

    If there is none, return the components of the unit vector, with the largest one positive.
    """
    unit = direction / np.linalg.norm(direction)
    largest = largest_entry(unit)
    if np.linalg.norm(np.delete(unit, largest)) <= NEGLIGIBLE:
        return labels[largest]
    return _numbers(unit * np.sign(unit[largest]), 2)


def tell_point(point: Array, length: float = 1.0) -> str:
    """Return the coordinates of a point [m] as text, to about a hundredth of the length."""
    return _numbers(point, max(2, int(np.ceil(2 - np.log10(length))))) + " m"


def _axis(screw: ScrewGeometry, labels: Sequence[str], length: float) -> str:
    """Describe an axis, for example "along z through (0.10, 0.00, 0.25) m"."""
    assert screw.point is not None
    return f"along {tell_direction(screw.direction, labels)} through {tell_point(screw.point, length)}"


def tell_twist(twist: ArrayLike, *, at: ArrayLike = (0, 0, 0), labels: Sequence[str] = AXES, length: float = 1.0) -> str:
    """Describe the motion of a body with this twist by a verb phrase, for example "moves along x".

    at : (3,) position of P [m]
    labels : names of the base axes
    length : size of the robot [m]; a pitch of at most 1e-6 of it is left out, and points are given to a hundredth of it
    """
    names, length = _three_names(labels), positive("length", length, "m")
    screw = twist_geometry(twist, at, length)
    if screw.kind == "translation":
        return f"moves along {tell_direction(screw.direction, names)}"
    turn = f"turns about the axis {_axis(screw, names, length)}"
    return turn if screw.kind == "rotation" else f"{turn} and moves {screw.pitch:.3g} m/rad along it"


def tell_wrench(wrench: ArrayLike, *, at: ArrayLike = (0, 0, 0), labels: Sequence[str] = AXES, length: float = 1.0) -> str:
    """Describe a wrench by a noun phrase, for example "a moment about x".

    at : (3,) position of P [m]
    labels : names of the base axes
    length : size of the robot [m]; a pitch of at most 1e-6 of it is left out, and points are given to a hundredth of it
    """
    names, length = _three_names(labels), positive("length", length, "m")
    screw = wrench_geometry(wrench, at, length)
    if screw.kind == "moment":
        return f"a moment about {tell_direction(screw.direction, names)}"
    force = f"a force {_axis(screw, names, length)}"
    return force if screw.kind == "force" else f"{force} with a moment of {screw.pitch:.3g} N m/N about it"
