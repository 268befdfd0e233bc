"""Search for the singular pose nearest to a given pose.

Rays in many directions from the given pose find points at which the robot first becomes singular or leaves its reach.
From the nearest of these points, the distance is minimised on the singular surface itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq, minimize

from parados.arguments import instance, positive, whole
from parados.errors import InputError, UnreachableError
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.model.state_arguments import check_state
from parados.singularity.classification import Classification, classify
from parados.singularity.determinants import determinants
from parados.singularity.leg_scales import structure_of
from parados.singularity.measures import distances
from parados.text.numbers import number
from parados.text.result_display import Display, Shown

__all__ = ["NearestSingularity", "nearest_singularity"]

Array = NDArray[np.float64]
Surface = Callable[[Array], Array]

RAYS = 64
"""Number of rays in random directions."""

STEPS = 60
"""Number of steps along a ray."""

STARTS = 4
"""Number of points, on different rays, from which the minimisation starts."""

VALLEY = 0.5
"""A ray is followed further if the distance on it falls below this fraction of its value at the start."""

WEIGHTS = (1e2, 1e4, 1e6, 1e8)
"""Growing weights of the squared distance from the singularity, relative to the squared length of the step."""

ON_SURFACE = 1e-5
"""Distance below which a pose found on a surface counts as singular; at the border of the reach it is the root of round-off."""


@dataclass(frozen=True)
class NearestSingularity(Shown):
    """The nearest singular pose.

    Attributes
    ----------
    x : (n_x,) the singular pose
    distance : |(x - x_0) / scale|; scale is the characteristic length for translations and 1 rad for angles
    what : classification of the pose
    """

    x: Array
    distance: float
    what: Classification

    def _display(self) -> Display:
        facts = {"distance": f"{number(self.distance)} (lengths over {number(self.what.distances.length)} m, angles in rad)"}
        there = self.what._display()
        return replace(there, title="Nearest singular pose", facts={**facts, **there.facts})

    def summary(self) -> str:
        """Describe the distance and the singularity in sentences."""
        length = self.what.distances.length
        return f"{self.distance:.4g} away (lengths over {length:.4g} m, angles in rad): {self.what.summary()}"


@live_one
def nearest_singularity(
    model: Model,
    x: ArrayLike,
    *,
    mode: ArrayLike | None = None,
    within: float = 3.0,
    length: float | None = None,
    seed: int = 1,
    parameters: Parameters = None,
) -> NearestSingularity | None:
    """Find the nearest Type 2 or constraint singularity, or the nearest pose at the border of the reach (Type 1, LPJTS).

    The result is None if no singularity is found `within` this distance.

    within : largest distance, in characteristic lengths and radians
    length : characteristic length [m]; by default the model's own
    seed : of the random directions
    """
    start = check_state("x", x, instance("model", model, Model, COMPILED).labels)
    within = positive("within", within, "-")
    whole("seed", seed, 0)
    model.joints(start, mode=mode)  # raises an error if the pose is out of reach
    if model.mechanism.platform.is_quaternion:
        raise InputError("nearest_singularity: describe the platform by angles instead of a quaternion for this search")
    structure = structure_of(model, length)
    scale = structure.coordinate_scales
    rng = np.random.default_rng(seed)
    directions = rng.normal(size=(RAYS, len(start)))
    directions = np.vstack([np.eye(len(start)), -np.eye(len(start)), directions / np.linalg.norm(directions, axis=1)[:, None]])
    best: NearestSingularity | None = None
    searches = [(f, _on_rays, _closest) for f in _surfaces(model, mode, length)]
    searches += [(f, _lowest_on_rays, _closest_zero) for f in _valleys(model, mode, length)]
    for surface, first, closest in searches:
        for y in first(surface, start, scale, directions, within)[:STARTS]:
            found = closest(surface, start, scale, y)
            size = float(np.linalg.norm(found))
            if size > within or (best is not None and size >= best.distance):
                continue
            pose = start + found * scale
            try:
                what = classify(model, pose, mode=mode, length=length, tolerance=ON_SURFACE)
            except UnreachableError:
                continue
            if what.findings:
                best = NearestSingularity(pose, size, what)
    return best


def _surfaces(model: Model, mode: ArrayLike | None, length: float | None) -> list[Surface]:
    """Return functions of poses (N, n_x) that change sign on a kind of singularity; NaN out of reach."""
    structure = structure_of(model, length)

    def border(x: Array) -> Array:
        return structure.margin(x, mode)

    def type2(x: Array) -> Array:
        return determinants(model, x, mode)

    return [type2, border]


def _valleys(model: Model, mode: ArrayLike | None, length: float | None) -> list[Surface]:
    """Return distances as functions of poses (N, n_x). They do not change sign, and few rays meet their zeros."""
    redundant = len(model.mechanism.actuated) != model.mechanism.n_dof
    kinds = [*["type2"] * redundant, *["constraint"] * bool(structure_of(model, length).lost)]
    return [lambda x, kind=kind: np.asarray(getattr(distances(model, x, mode=mode, length=length), kind)) for kind in kinds]  # type: ignore[misc]


def _lowest_on_rays(surface: Surface, start: Array, scale: Array, directions: Array, within: float) -> list[Array]:
    """Return steps, divided by scale, from `start` to the lowest point on each ray; low and near points come first."""
    r = np.linspace(0.0, within, STEPS + 1)
    poses = start + directions[:, None] * r[:, None] * scale
    values = surface(poses.reshape(-1, len(start))).reshape(len(directions), STEPS + 1)
    beyond = np.logical_or.accumulate(~np.isfinite(values), axis=1)
    cost = np.where(beyond, np.inf, values / values[0, 0] + r / within)
    low = np.nanmin(np.where(beyond, np.nan, values), axis=1) < VALLEY * values[0, 0]
    return [directions[k] * r[cost[k].argmin()] for k in cost.min(axis=1).argsort() if low[k]]


def _closest_zero(surface: Surface, start: Array, scale: Array, guess: Array) -> Array:
    """Minimise |y| subject to a zero distance, by growing weights of the squared distance, which is smooth at its zero."""
    n, h = len(start), 1e-6
    around = np.vstack([np.zeros(n), h * np.eye(n), -h * np.eye(n)])

    def cost(y: Array, weight: float) -> tuple[float, Array]:
        squares = np.nan_to_num(surface(start + (y + around) * scale) ** 2, nan=1e3)
        slope = (squares[1 : n + 1] - squares[n + 1 :]) / (2 * h)
        return float(y @ y + weight * squares[0]), 2 * y + weight * slope

    y = guess
    for weight in WEIGHTS:
        y = np.asarray(minimize(cost, y, args=(weight,), jac=True, method="BFGS").x)
    return y


def _on_rays(surface: Surface, start: Array, scale: Array, directions: Array, within: float) -> list[Array]:
    """Return steps, divided by scale, from `start` to the first zero on each ray, nearest first."""
    r = np.linspace(0.0, within, STEPS + 1)
    poses = start + directions[:, None] * r[:, None] * scale
    values = surface(poses.reshape(-1, len(start))).reshape(len(directions), STEPS + 1)
    found = []
    for direction, row in zip(directions, values, strict=True):
        with np.errstate(invalid="ignore"):
            changes = np.flatnonzero(row[:-1] * row[1:] < 0)
        ends = np.flatnonzero(~np.isfinite(row))
        if not len(changes) or (len(ends) and ends[0] <= changes[0]):
            continue
        k = int(changes[0])

        def along(t: float, direction: Array = direction) -> float:
            return float(np.nan_to_num(surface((start + direction * t * scale)[None])[0]))

        found.append(direction * brentq(along, r[k], r[k + 1], xtol=1e-12, disp=False))
    return sorted(found, key=lambda y: float(np.linalg.norm(y)))


def _closest(surface: Surface, start: Array, scale: Array, guess: Array) -> Array:
    """Minimise |y| on surface(start + y scale) = 0, starting from a point on the surface."""
    h = 1e-6 * np.eye(len(start))

    def value(y: Array) -> float:
        return float(np.nan_to_num(surface((start + y * scale)[None])[0]))

    def slope(y: Array) -> Array:
        around = surface(start + (y + np.vstack([h, -h])) * scale)
        return np.nan_to_num(around[: len(y)] - around[len(y) :]) / 2e-6

    fit = minimize(
        lambda y: float(y @ y),
        guess,
        jac=lambda y: 2 * y,
        constraints=[{"type": "eq", "fun": value, "jac": slope}],
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 200},
    )
    y = np.asarray(fit.x)
    for _ in range(5):  # back onto the surface, to round-off
        g = slope(y)
        if not g.any():
            break
        y = y - value(y) * g / (g @ g)
    return y if np.linalg.norm(y) < np.linalg.norm(guess) and abs(value(y)) <= max(abs(value(guess)), 1e-10) else guess
