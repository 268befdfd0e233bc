"""Find every instant of a motion at which the robot is singular or leaves its reach.

The motion is sampled. Between samples the instant is refined by a method that depends on the kind:

    Type 2      sign change of det J_inv, by Brent's method
    reach       sign change of the smallest discriminant of the inverse geometry, by Brent's method
    others      local minimum of a distance that reaches zero, by golden section, since a distance is V-shaped there
                (if a distance only touches zero smoothly, the instant is known to the square root of round-off)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq, minimize_scalar

from parados.arguments import instance, whole
from parados.errors import InputError
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.model.state_arguments import check_stack
from parados.singularity.classification import Classification, classify
from parados.singularity.determinants import determinants
from parados.singularity.leg_scales import structure_of
from parados.singularity.measures import SINGULAR, Distances, distances
from parados.singularity.path_display import path_display, path_figure
from parados.text.numbers import number
from parados.text.result_display import Display, Shown
from parados.trajectory.base import Trajectory

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Crossing", "PathCrossings", "crossings", "straight"]

Array = NDArray[np.float64]
PoseAlong = Callable[[Array], Array]

MOST_SAMPLES = 1_000_000
"""Largest number of samples of a motion."""

NEAR = 0.05
"""A local minimum of a distance is refined if it is below this fraction of the largest distance on the path."""

SAME = 1e-8
"""Two crossings closer than this fraction of the path count as one."""

SHIFT = 1e-12
"""Fraction of the path by which an instant is shifted if the joints of a leg are not determined there."""

BESIDE = 1e-4
"""Fraction of the path around a crossing within which another crossing of the same kinds is dropped as a false copy. Such copies
appear because the wrenches of a leg cannot be separated near the crossing."""


@dataclass(frozen=True)
class Crossing(Shown):
    """A singular instant of a motion.

    Attributes
    ----------
    at : time [s] for a trajectory; parameter from 0 to 1 for the straight way between two poses
    x : (n_x,) the pose
    what : classification of the pose
    leaves : True if the motion leaves or enters the robot's reach here
    """

    at: float
    x: Array
    what: Classification
    leaves: bool

    def _display(self) -> Display:
        there = self.what._display()
        facts = {"at": number(self.at), "border of the reach": "yes" if self.leaves else "no"}
        return replace(there, title="Singular instant", facts={**facts, **there.facts})

    def summary(self) -> str:
        """Describe the singular instant in sentences."""
        leaving = " The way leaves the reach of the robot here." if self.leaves else ""
        return f"At {self.at:.10g}: {self.what.summary()}{leaving}"


class PathCrossings(list[Crossing], Shown):
    """Singular instants of a motion in their order, with the samples of the search.

    Attributes
    ----------
    s : (k,) sampled instants: time [s] if `timed` is True, otherwise the parameter from 0 to 1 between two poses
    distances : distances from singularities at the samples
    determinants : (k,) determinant of the unit rows of the inverse Jacobian at the samples
    """

    def __init__(self, found: Iterable[Crossing], s: Array, distances: Distances, determinants: Array, timed: bool) -> None:
        super().__init__(found)
        self.s, self.distances, self.determinants, self.timed = s, distances, determinants, timed

    def _display(self) -> Display:
        return path_display(self)

    def plot(self) -> Figure:
        """Draw the determinant of the inverse Jacobian and the distances from singularities along the motion."""
        return path_figure(self)


def straight(start: ArrayLike, end: ArrayLike) -> PoseAlong:
    """Return the straight path between two poses over a parameter from 0 to 1; it does not normalise quaternions."""
    a, b = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    return lambda s: a + np.atleast_1d(s)[:, None] * (b - a)


@live_one
def crossings(
    model: Model,
    way: Trajectory | tuple[ArrayLike, ArrayLike],
    *,
    mode: ArrayLike | None = None,
    samples: int = 401,
    length: float | None = None,
    parameters: Parameters = None,
) -> PathCrossings:
    """Find all singular instants of a trajectory, or of the straight way between two poses, in their order.

    way : a trajectory, or a pair of poses (start, end)
    samples : number of samples; two crossings between neighbouring samples may be missed
    length : characteristic length [m]; by default the model's own
    """
    instance("model", model, Model, COMPILED)
    samples = whole("samples", samples, 3, MOST_SAMPLES)
    if isinstance(way, Trajectory):
        if way.n != model.mechanism.n_x:
            raise InputError(f"way: a motion of {model.mechanism.n_x} coordinates is expected, not of {way.n}")
        (first, last), path = way.times, lambda s: way.derivative(np.clip(s, *way.times), 0)
    else:
        (first, last), path = (0.0, 1.0), _checked_straight(model, way)
    search = _Search(model, path, mode, length, np.linspace(first, last, samples))
    return PathCrossings(search.crossings(), search.s, search.seen, search.determinants(search.s), isinstance(way, Trajectory))


def _checked_straight(model: Model, ends: tuple[ArrayLike, ArrayLike]) -> PoseAlong:
    if not isinstance(ends, tuple | list) or len(ends) != 2:
        raise InputError("way: a trajectory, or a pair of poses (start, end), is expected")
    names = ("start of the way", "end of the way")
    checked = check_stack(dict(zip(names, ends, strict=True)), dict.fromkeys(names, model.labels["x"]))
    if checked.stacked:
        raise InputError(f"way: two poses of {model.mechanism.n_x} numbers are expected, not stacks")
    start, end = (checked.arrays[name] for name in names)
    if not model.mechanism.platform.is_quaternion:
        return straight(start, end)
    end[3:7] *= np.sign(start[3:7] @ end[3:7]) or 1.0  # Q and -Q are one orientation
    between = straight(start, end)

    def unit(s: Array) -> Array:
        x = between(s)
        x[:, 3:7] /= np.linalg.norm(x[:, 3:7], axis=1, keepdims=True)
        return x

    return unit


def _is_shadow(crossing: tuple[Crossing, bool], other: tuple[Crossing, bool], width: float) -> bool:
    """Tell whether a crossing is a false copy of another one within `width`.

    Each crossing comes with a flag, True if it is a root (a sign change). A copy has only some of the other's kinds, or it
    is a minimum of a distance close to the other's root.
    """
    (own, own_root), (its, its_root) = crossing, other
    fewer, as_many = set(own.what.kinds) < set(its.what.kinds), set(own.what.kinds) <= set(its.what.kinds)
    return own is not its and abs(own.at - its.at) < width and (fewer or (as_many and its_root and not own_root))


PROMISING = 1e-3
"""Fraction of the largest distance on the path. A minimum found coarsely above it is not refined: it does not reach zero."""


def _lowest(of: Callable[[float], float], left: float, right: float, promising: float) -> tuple[float, float]:
    """Return the smallest value in an interval and its place.

    The search is coarse first, then exact to the last digit if the coarse value is below `promising`. The second search uses
    the offset from the first answer, which has less round-off than the place itself.
    """
    centre, value = (left + right) / 2, 0.0
    for width, accuracy in (((right - left) / 2, 1e-6 * (right - left)), ((right - left) * 1e-5, 1e-15)):
        if value > promising:
            break
        around = (max(-width, left - centre), min(width, right - centre))
        offset = partial(lambda d, centre: of(centre + d), centre=centre)
        fit = minimize_scalar(offset, bounds=around, method="bounded", options={"xatol": accuracy, "maxiter": 200})
        centre, value = centre + float(fit.x), float(fit.fun)
    return float(of(centre)), centre


@dataclass
class _Search:
    model: Model
    path: PoseAlong
    mode: ArrayLike | None
    length: float | None
    s: Array

    def __post_init__(self) -> None:
        """Shift samples at which a leg reaches the pose but its joints are not determined (two axes coincide)."""
        out = ~self._distances(self.s).reached
        if out.any():
            shifted = self._shifted(self.s[out])
            self.s[out] = np.where(self._distances(shifted).reached, shifted, self.s[out])

    def _shifted(self, s: Array) -> Array:
        """Return instants a little later; a little earlier at the end of the path."""
        step = SHIFT * (self.s[-1] - self.s[0])
        return np.where(s + step <= self.s[-1], s + step, s - step)

    @cached_property
    def seen(self) -> Distances:
        """Distances at the samples."""
        return self._distances(self.s)

    def crossings(self) -> list[Crossing]:
        d = self.seen
        self._reject_singular_path(d)
        found = [(at, False, True) for at in self._sign_changes()]
        found += [(at, True, True) for at in self._borders(d)]
        found += [(at, False, False) for at in self._minima(d)]
        span = self.s[-1] - self.s[0]
        distinct = [f for k, f in enumerate(found) if all(abs(f[0] - other[0]) > SAME * span for other in found[:k])]
        kept: list[tuple[Crossing, bool]] = []
        for at, leaves, root in sorted(distinct):
            if not self._distances(np.array([at])).reached[0]:
                at = float(self._shifted(np.array([at]))[0])
            x = self.path(np.array([at]))[0]
            what = classify(self.model, x, mode=self.mode, length=self.length, tolerance=max(SINGULAR, 1e-4 if leaves else 0.0))
            if what.findings:
                kept.append((Crossing(at, x, what, leaves), root))
        return [c[0] for c in kept if not any(_is_shadow(c, other, BESIDE * span) for other in kept)]

    def _reject_singular_path(self, d: Distances) -> None:
        """Raise an error if three samples in a row are singular: such a path has no separate singular instants."""
        inside = d.nearest < SINGULAR
        stays = np.flatnonzero(inside[:-2] & inside[1:-1] & inside[2:])
        if len(stays):
            x = np.round(self.path(self.s[stays[:1] + 1])[0], 6).tolist()
            raise InputError(
                f"way: it stays on a singularity near {self.s[stays[0] + 1]:.6g} (time [s], or part of a straight way), at "
                f"x = {x}, and does not only cross it; classify(model, x) describes this singularity; give another way"
            )

    def _distances(self, s: Array) -> Distances:
        return distances(self.model, self.path(s), mode=self.mode, length=self.length)

    def determinants(self, s: Array) -> Array:
        return determinants(self.model, self.path(s), self.mode)

    def _sign_changes(self) -> list[float]:
        det = self.determinants(self.s)
        with np.errstate(invalid="ignore"):
            places = np.flatnonzero(det[:-1] * det[1:] < 0)
        return [self._root(lambda t: float(self.determinants(np.array([t]))[0]), k) for k in places]

    def _root(self, f: Callable[[float], float], k: np.intp) -> float:
        def known(t: float) -> float:
            value = f(t)
            return value if np.isfinite(value) else f(float(self._shifted(np.array([t]))[0]))

        return float(brentq(known, self.s[k], self.s[k + 1], xtol=1e-15 * max(1.0, abs(self.s[-1])), rtol=8.9e-16))

    def _borders(self, d: Distances) -> list[float]:
        """Find the instants at which the motion enters or leaves the reach of a leg."""
        structure = structure_of(self.model, self.length)
        places = np.flatnonzero(d.reached[:-1] != d.reached[1:])
        return [self._root(lambda t: float(structure.margin(self.path(np.array([t])), self.mode)[0]), k) for k in places]

    def _minima(self, d: Distances) -> list[float]:
        """Find the local minima of every distance that reach zero."""
        found = []
        for values, of in self._channels(d):
            largest = np.nanmax(np.where(np.isfinite(values), values, np.nan), initial=0.0)
            padded = np.concatenate([[np.inf], np.where(np.isnan(values), np.inf, values), [np.inf]])
            low = (values <= padded[:-2]) & (values <= padded[2:]) & (values < NEAR * largest)
            for k in np.flatnonzero(low):
                left, right = self.s[max(int(k) - 1, 0)], self.s[min(int(k) + 1, len(self.s) - 1)]
                value, at = min((of(left), left), (of(right), right), _lowest(of, left, right, PROMISING * largest))
                if value < SINGULAR:
                    found.append(float(at))
        return found

    def _channels(self, d: Distances) -> list[tuple[Array, Callable[[float], float]]]:
        channels: list[tuple[Array, Callable[[float], float]]] = []
        for kind in d.smallest:
            for leg, values in enumerate(d.of_kind(kind).T):
                if np.isfinite(values).any():
                    channels.append((values, partial(self._distance, kind=kind, leg=leg)))
        return channels

    def _distance(self, at: float, kind: str, leg: int) -> float:
        value = float(self._distances(np.array([at])).of_kind(kind)[0, leg])
        return value if np.isfinite(value) else 1e3
