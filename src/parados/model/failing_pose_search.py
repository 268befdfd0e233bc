"""Search for poses where the models of a robot must fail, out of reach or singular, to test exported C code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.geometry.survey import as_x
from parados.model.evaluation import Evaluator
from parados.model.quantity import Options

__all__ = ["FailingPose", "singular_poses", "unreachable_pose"]

Array = NDArray[np.float64]

Measure = Callable[[Evaluator, Array, Array], Array]
"""Function from poses (N, n_x) and unknowns (N, n_u) to numbers (N,) that change their sign at the poses to be found."""

FAR = (1.0, 3.0, 10.0, 100.0)
"""Distances from home along a ray, over the size of the workspace."""

PLACES = 200
"""Number of poses on a ray that are searched for a change of sign."""

HALVINGS = 60
"""Number of halvings after which the ends of an interval are neighbours in double precision."""


class FailingPose(NamedTuple):
    """A pose x (n_x,) where a model must fail, with the unknowns (n_u,) that close the loops there; n_u = 0 for closed forms."""

    x: Array
    unknowns: Array


def _rays(evaluator: Evaluator) -> Iterator[tuple[Array, Array]]:
    """Return rays: a start within reach and a step of the size of the workspace, with angles in place of a quaternion."""
    survey = evaluator.robot.survey
    size = survey.upper - survey.lower
    start = (survey.lower + survey.upper) / 2 if evaluator.robot.mechanism.platform.is_quaternion else survey.home
    for k in range(len(size)):
        for sign in (1.0, -1.0):
            yield start, sign * size * np.eye(len(size))[k]
    yield start, size * np.cos(np.arange(len(size)))


def _along(evaluator: Evaluator, ray: tuple[Array, Array], places: Array) -> Array:
    """(N, n_x) poses at multiples of the step of a ray."""
    return as_x(evaluator.robot.mechanism, ray[0] + places[:, None] * ray[1])


def unreachable_pose(evaluator: Evaluator) -> Array | None:
    """(n_x,) a pose that a leg does not reach; None if no such pose is found, or if the geometry is numeric."""
    if not evaluator.robot.survey.geometry.discriminant:
        return None
    for far in FAR:
        for ray in _rays(evaluator):
            x = _along(evaluator, ray, np.array([far]))
            if not evaluator.reached(x)[0]:
                return x[0]
    return None


def singular_poses(evaluator: Evaluator) -> list[FailingPose]:
    """Find a pose where the determinant of J_inv changes its sign and, of a closed form, one at the limit of a leg's reach.

    Both are accurate to the last digit. A kind that is not found is left out. A numeric geometry is followed along rays from
    home, as a controller would do it.
    """
    found: list[FailingPose] = []
    for measure in (_determinant, _reach_sign) if evaluator.robot.survey.geometry.is_closed_form else (_determinant,):
        for ray in _rays(evaluator):
            pose = _first_change(evaluator, ray, measure)
            if pose is not None:
                found.append(pose)
                break
    return found


def _determinant(evaluator: Evaluator, x: Array, unknowns: Array) -> Array:
    """(N,) determinants of J_inv; NaN where it is not square or not defined."""
    J = evaluator.quietly("inverse_jacobian", x, None, Options(), unknowns)["inverse_jacobian"]
    if J.shape[1] != J.shape[2]:
        return np.full(len(x), np.nan)
    finite = np.asarray(np.isfinite(J).all(axis=(1, 2)))
    return np.where(finite, np.linalg.det(np.where(finite[:, None, None], J, 0.0)), np.nan)


def _reach_sign(evaluator: Evaluator, x: Array, unknowns: Array) -> Array:
    """(N,) 1 where every leg reaches, -1 elsewhere."""
    return np.where(evaluator.reached(x), 1.0, -1.0)


def _first_change(evaluator: Evaluator, ray: tuple[Array, Array], measure: Measure) -> FailingPose | None:
    """Return the pose on a ray just before a measure changes its sign for the first time; None if it does not."""
    places = np.linspace(0.0, 4.0, PLACES)
    x, unknowns = _along(evaluator, ray, places), np.zeros((PLACES, 0))
    if not evaluator.robot.survey.geometry.is_closed_form:
        unknowns = evaluator.unknowns(x, motion=True)
    values = measure(evaluator, x, unknowns)
    changes = np.flatnonzero(values[:-1] * values[1:] < 0)
    if len(changes) == 0:
        return None
    first = int(changes[0])
    low, high, pose = places[first], places[first + 1], FailingPose(x[first], unknowns[first])
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        there = _followed(evaluator, _along(evaluator, ray, np.array([middle]))[0], pose)
        if np.sign(measure(evaluator, there.x[None], there.unknowns[None])[0]) == np.sign(values[first]):
            low, pose = middle, there
        else:
            high = middle
    return pose


def _followed(evaluator: Evaluator, x: Array, near: FailingPose) -> FailingPose:
    """Return a pose with its unknowns, followed from a configuration near by; NaN if they are not found."""
    if len(near.unknowns) == 0:
        return FailingPose(x, near.unknowns)
    given, start = evaluator.given(x), evaluator.given(near.x)[0]
    return FailingPose(x, evaluator.numeric.solver.track(given, start, near.unknowns)[0])
