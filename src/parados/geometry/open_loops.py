"""Gaps of a robot whose loops do not close: the configuration at home with the smallest gaps, and the gap of each closure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.closing_search import ClosingSearch
from parados.geometry.inverse import InverseGeometry, numeric_form
from parados.geometry.numeric import NumericInverse
from parados.geometry.residual import perpendicular_axes
from parados.text.numbers import counted
from parados.topology.mechanism import BASE, PLATFORM, Closure, Mechanism

__all__ = ["ClosureGap", "NearestAssembly", "assembly_at", "nearest_assembly"]

Array = NDArray[np.float64]

TRIES = 20
"""Number of starts in the search for the nearest assembly."""

SMALL = 0.01
"""Components of a gap below this times the largest component are left out of messages."""

NOTHING = 1e-4
"""Components of a gap below this times the size of the gap are left out of messages."""

SHUT = 1e-9
"""Gap [m, rad] below which a closure is closed."""


@dataclass(frozen=True)
class ClosureGap:
    """Gap between the two frames of one closure.

    Attributes
    ----------
    name : name of the closure
    owner : name of the link that has the frame in whose axes `shift` is given
    a, b : (4, 4) frames of the closure on its two links, in the base [m]
    shift : (3,) vector from the origin of a to that of b in the axes of the owner's frame; free translations are 0 [m]
    turn : (3,) rotation vector from a to b in the axes of a, without the free rotations [rad]
    """

    name: str
    owner: str
    a: Array
    b: Array
    shift: Array
    turn: Array

    def is_open(self) -> bool:
        """Tell whether the gap is larger than `SHUT`, in position or in angle."""
        return bool(max(np.abs(self.shift).max(), np.abs(self.turn).max()) > SHUT)

    @property
    def width(self) -> float:
        """Size of the gap: the larger of the distance [m] and the angle [rad]."""
        return float(max(np.linalg.norm(self.shift), np.linalg.norm(self.turn)))

    def _told(self, components: Array) -> Iterator[tuple[float, str]]:
        """Yield the components (of 3) that are large enough for a message, each with the name of its axis."""
        for value, axis in zip(components, "xyz", strict=True):
            if abs(value) > max(SMALL * np.abs(components).max(), NOTHING * self.width):
                yield float(value), axis

    def words(self) -> str:
        """Describe the gap in a phrase: the distance and its components, and the angles."""
        parts = [f"{_length(d)} along {axis}" for d, axis in self._told(self.shift)]
        turned = [f"{np.degrees(t):.3g} deg about {axis}" for t, axis in self._told(self.turn)]
        told = [f"by {parts[0]}"] if len(parts) == 1 else []
        told += [f"by {_length(float(np.linalg.norm(self.shift)))} ({', '.join(parts)})"] if len(parts) > 1 else []
        told += [f"turned by {' and '.join(turned)}"] if turned else []
        return f"{', '.join(told)} of its frame on {self.owner}"


def _length(value: float) -> str:
    """Write a length [m] with its unit: in mm below 1 m, else in m."""
    return f"{1e3 * value:.3g} mm" if abs(value) < 1 else f"{value:.4g} m"


@dataclass(frozen=True)
class NearestAssembly:
    """Configuration with the smallest gaps that were found in the loops.

    Attributes
    ----------
    links, platform : (n_t, 4, 4) frames of the links and (4, 4) frame of the platform, in the base [m]
    gaps : the gap of each closure
    """

    links: Array
    platform: Array
    gaps: tuple[ClosureGap, ...]

    def open_gaps(self) -> list[ClosureGap]:
        """Return the gaps that are open, the widest first."""
        return sorted((gap for gap in self.gaps if gap.is_open()), key=lambda gap: -round(gap.width, 6))

    def words(self) -> str:
        """Describe the widest gap, and say how many other closures are open; an empty string if all are closed."""
        gaps = self.open_gaps()
        if not gaps:
            return ""
        others = f" ({counted(len(gaps) - 1, 'other is', 'others are')} open)" if len(gaps) > 1 else ""
        return f"the closure {gaps[0].name!r} stays open {gaps[0].words()}{others}"


def nearest_assembly(mechanism: Mechanism, home: Array, guess: Array, rng: np.random.Generator) -> NearestAssembly:
    """Search for the configuration at home in which the gaps of the loops are smallest.

    home : (n_given,) pose and live parameters;  guess : (n_u,) joints and dependent coordinates to start from
    """
    geometry = numeric_form(mechanism)
    _, best = ClosingSearch(NumericInverse(geometry)).from_nothing(home, guess, rng, TRIES)
    return assembly_at(geometry, home, best)


def assembly_at(geometry: InverseGeometry, home: Array, u: Array) -> NearestAssembly:
    """Return the frames and gaps of a numeric geometry at one configuration, closed or not.

    home : (n_given,) pose and live parameters;  u : (n_u,) joints, then dependent coordinates
    """
    tree, pose, mechanism = geometry.tree, geometry.pose, geometry.mechanism
    links = [tree.file_frame(k) for k in range(len(mechanism.joints))]
    ends = [frame for _, a, b in geometry.frames for frame in (a, b)]
    stacked = ca.horzcat(*[ca.horzcat(f.R, f.p) for f in (*links, pose, *ends)])
    values = ca.Function("frames", [geometry.given, geometry.unknowns], [ca.densify(stacked)])(home, u).full()
    frames = np.zeros((len(links) + 1 + len(ends), 4, 4))
    frames[:, :3, :] = values.reshape(3, -1, 4).transpose(1, 0, 2)
    frames[:, 3, 3] = 1
    pairs = frames[len(links) + 1 :].reshape(-1, 2, 4, 4)
    gaps = [_gap(mechanism, c, a, b) for (c, _, _), (a, b) in zip(geometry.frames, pairs, strict=True)]
    return NearestAssembly(frames[: len(links)], frames[len(links)], tuple(gaps))


def _gap(mechanism: Mechanism, closure: Closure, a: Array, b: Array) -> ClosureGap:
    owner, body = (a, closure.a) if closure.owner == "a" else (b, closure.b)
    shift = owner[:3, :3].T @ (b[:3, 3] - a[:3, 3])
    shift[list(closure.free_translations)] = 0.0
    name = {BASE: "the base", PLATFORM: "the platform"}.get(body) or mechanism.joints[body].name
    return ClosureGap(closure.name, name, a, b, shift, _turn(closure, a[:3, :3].T @ b[:3, :3]))


def _turn(closure: Closure, R: Array) -> Array:
    """(3,) part of a rotation that the closure does not allow, in the axes of frame a [rad]; R (3, 3) has the axes of b in a."""
    free = closure.free_rotations
    if len(free) == 3:
        return np.zeros(3)
    if len(free) == 2:  # the two arms of a cross are not at right angles
        ((i, k),) = perpendicular_axes(closure)
        return np.asarray(np.arcsin(np.clip(R[i, k], -1, 1)) * np.eye(3)[3 - i - k])
    if len(free) == 1:  # from the axis of a to that of b
        axis = np.eye(3)[free[0]]
        normal = np.cross(axis, R @ axis)
        sine, cosine = float(np.linalg.norm(normal)), float(axis @ R @ axis)
        away = normal / sine if sine > SHUT else np.eye(3)[(free[0] + 1) % 3]
        return np.asarray(np.arctan2(sine, cosine) * away)
    from scipy.spatial.transform import Rotation

    return np.asarray(Rotation.from_matrix(R).as_rotvec())
