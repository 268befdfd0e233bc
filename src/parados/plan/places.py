"""Singular poses that a motion shall cross: those on the straight way, or given poses moved onto the singular surface."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError, ParadosError
from parados.model.model import Model
from parados.singularity.criteria import free_motions
from parados.singularity.determinants import determinants, twist_jacobians
from parados.singularity.leg_scales import structure_of
from parados.singularity.measures import distances
from parados.singularity.path_crossings import crossings

__all__ = ["Place", "given_places", "places_on_the_way", "require_reach"]

Array = NDArray[np.float64]

GIVEN = 1e-3
"""Largest distance of a given pose from the singular surface, in characteristic lengths or radians."""


@dataclass(frozen=True)
class Place:
    """A singular pose x, and the fraction of the way (0 to 1) at which the motion meets it."""

    part: float
    x: Array


def places_on_the_way(model: Model, start: Array, end: Array, mode: ArrayLike | None, some: bool = True) -> list[Place]:
    """Find the singularities on the straight way at which locked actuators do not hold the robot.

    Raise an error if the way leaves the reach, if it meets a Type 3 or constraint singularity, or if it meets no singularity
    and `some` is True.
    """
    found = crossings(model, (start, end), mode=mode)
    for crossing in found:
        if crossing.leaves:
            raise InputError(
                f"the straight way from start to end leaves the reach of the robot at {crossing.at:.4g} of it "
                f"({crossing.what.findings[0].sentence.rstrip('.')}); give a singular pose to go through, or another end"
            )
        if "constraint" in crossing.what.kinds:
            raise InputError(
                f"the straight way from start to end meets a constraint singularity at {crossing.at:.4g} of it, in which the "
                "legs no longer hold the platform, whatever the actuators do; give a singular pose to go through, or another end"
            )
    singular = [c for c in found if "Type 2" in c.what.kinds or _has_free_motion(model, c.x, mode)]
    for crossing in singular:
        if "Type 3" in crossing.what.kinds:
            raise InputError(
                f"the straight way from start to end meets a Type 3 singularity at {crossing.at:.4g} of it, in which a leg "
                "loses a motion too; give a singular pose to go through, or another end"
            )
    if not singular and some:
        square = len(model.mechanism.actuated) == model.mechanism.n_dof
        s = np.linspace(0, 1, 201)
        d = distances(model, start + s[:, None] * (end - start), mode=mode).type2
        held = "" if square else " (redundant actuators hold the platform in most singular poses of fewer actuators)"
        raise InputError(
            f"no singularity is on the straight way from start to end{held}: its smallest Type 2 distance is "
            f"{np.nanmin(d):.3g}, at {s[int(np.nanargmin(d))]:.2f} of it; use a point-to-point motion, or give through"
        )
    return [Place(c.at, c.x) for c in singular]


def _has_free_motion(model: Model, x: Array, mode: ArrayLike | None) -> bool:
    """Tell whether the locked actuators leave a motion free in the model's coordinates, as in an LPJTS of a leg."""
    return len(free_motions(model, x, mode)[0]) > 0


def given_places(model: Model, poses: Array, start: Array, end: Array, mode: ArrayLike | None) -> list[Place]:
    """Move poses (k, n_x) onto the singular surface; raise an error for a pose that is not near it."""
    scale = structure_of(model).coordinate_scales
    placed = []
    for pose in poses:
        require_reach(model, "through", pose, mode)
        square = len(model.mechanism.actuated) == model.mechanism.n_dof
        x = _onto_surface(model, pose, scale, mode) if square else _onto_lost_rank(model, pose, scale, mode)
        moved = float(np.linalg.norm((x - pose) / scale))
        if moved > GIVEN or not len(free_motions(model, x, mode)[0]):
            d = distances(model, pose, mode=mode).type2[0]
            raise InputError(
                f"through: the pose {np.round(pose, 6).tolist()} is not singular, its Type 2 distance is {d:.3g}; "
                "parados.singularity.nearest_singularity finds the nearest singular pose"
            )
        placed.append(x)
    stops = np.array([start, *placed, end]) / scale
    lengths = np.linalg.norm(np.diff(stops, axis=0), axis=1)
    if lengths.min() < 1e-9:
        raise InputError("through: two consecutive poses (start and end included) are the same; remove one of them")
    parts = np.cumsum(lengths)[:-1] / lengths.sum()
    return [Place(float(part), x) for part, x in zip(parts, placed, strict=True)]


def require_reach(model: Model, name: str, pose: Array, mode: ArrayLike | None) -> None:
    """Raise an error if a pose is out of reach; its message begins with the name of the argument."""
    try:
        model.joints(pose, mode=mode)
    except ParadosError as error:
        raise type(error)(f"{name}: {error}") from None


def _onto_surface(model: Model, pose: Array, scale: Array, mode: ArrayLike | None) -> Array:
    """Move a pose onto the singular surface by Newton's method along the gradient of the determinant."""
    h = 1e-6
    x = pose.copy()
    steps = h * np.vstack([np.eye(len(pose)), -np.eye(len(pose))])
    for _ in range(8):
        value = determinants(model, x[None], mode)[0]
        around = determinants(model, x + steps * scale, mode)
        slope = (around[: len(x)] - around[len(x) :]) / (2 * h)
        size = float(slope @ slope)
        if not np.isfinite(value) or size == 0:
            break
        step = value * slope / size
        x = x - np.clip(step, -0.1, 0.1) * scale
        if np.linalg.norm(step) < 1e-15:
            break
    return x


def _onto_lost_rank(model: Model, pose: Array, scale: Array, mode: ArrayLike | None) -> Array:
    """Move a pose to the nearest one at which J_inv of a redundantly actuated robot loses rank.

    J_inv(x) t_s = 0 has more equations than coordinates are left over, so such poses are rarer than surfaces. The steps of
    Gauss and Newton keep t_s at the last singular vector.
    """
    h = 1e-6
    x = pose.copy()
    steps = h * np.vstack([np.zeros((1, len(pose))), np.eye(len(pose)), -np.eye(len(pose))])
    for _ in range(12):
        J = twist_jacobians(model, x + steps * scale, mode)
        if not np.isfinite(J).all():
            break
        t_s = np.linalg.svd(J[0])[2][-1]
        values = J @ t_s
        slope = (values[1 : len(x) + 1] - values[len(x) + 1 :]).T / (2 * h)
        step = np.linalg.lstsq(slope, values[0], rcond=1e-9)[0]
        x = x - np.clip(step, -0.1, 0.1) * scale
        if np.linalg.norm(step) < 1e-14:
            break
    return x
