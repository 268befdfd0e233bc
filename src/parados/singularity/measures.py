"""Distances of a robot from each kind of singularity, at one pose or a stack of poses (Briot & Khalil 7.5).

Every distance is the smallest singular value of a dimensionless matrix: 0 is singular, and an isotropic robot is near 1.
Twists are taken at the centre of the legs' attachments, or at P if the robot positions the point P only. Every joint
counts, whether it is in the tree or cut by a closure. So a distance does not depend on how the robot file describes the
mechanism.

    type1       B, leg by leg: the work of unit actuation wrenches on the actuators              (7.5.1)
    type2       A_r: the unit actuation wrenches over the motions that the constraints allow     (7.5.1)
    lpjts       J_td, leg by leg: the passive joints                                             (7.5.2, case 2)
    lajts       J_ta, leg by leg: the actuators of a leg that has several                        (7.5.2, case 1)
    serial      all joints of a leg together                                                     (7.5.2, case 3)
    constraint  the constraint wrenches of all legs                                              (7.5.3)

If actuators drive a leg through a loop, a wrench that needs more than twice its usual efforts counts less in A_r. It counts zero
where the loop is at its dead centre: locked actuators hold nothing there, and J_inv = B^-1 A is singular because B is infinite.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, positive, whole
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.model.state_arguments import check_stack
from parados.singularity.leg_scales import FAR, Structure, structure_of
from parados.singularity.leg_wrenches import last, resisted
from parados.singularity.pose_display import distances_display
from parados.singularity.singularity_kinds import KINDS
from parados.text.result_display import Display, Shown

__all__ = ["NOT_BESIDE", "SINGULAR", "Distances", "distances", "poses_beside", "poses_nearer"]

Array = NDArray[np.float64]

SINGULAR = 1e-6
"""Distance below which a pose counts as singular. At the border of the reach, round-off enters a distance by its square root."""

MIXED = 1e-6
"""Distance of a leg from its singularities below which its actuation and constraint wrenches cannot be separated. The matrices
of all legs are then computed at a pose AWAY from the given one."""

AWAY = 1e-5
"""Size of the step to this other pose, as a fraction of the robot's size."""

CLOSER = 0.01
"""Fraction of this step at which the matrices are computed a second time."""

NOT_BESIDE = 10 * AWAY
"""An extrapolated distance below this counts as zero."""


@dataclass(frozen=True)
class Distances(Shown):
    """Dimensionless distances at N poses; infinite if the robot has no such singularity, NaN out of reach.

    Attributes
    ----------
    reached : (N,) True if every leg reaches the pose
    type1, lpjts, lajts, serial : (N, n_legs), in the order of `legs`
    type2, constraint : (N,)
    condition : (N,) smallest singular value of A_r divided by the largest
    length : the characteristic length [m]
    """

    reached: NDArray[np.bool_]
    type1: Array
    type2: Array
    lpjts: Array
    lajts: Array
    serial: Array
    constraint: Array
    condition: Array
    legs: tuple[str, ...]
    length: float

    def _display(self) -> Display:
        return distances_display(self)

    @property
    def mixed(self) -> NDArray[np.bool_]:
        """(N,) True if a leg is so near to a leg singularity that its wrenches cannot be separated."""
        return np.asarray((np.minimum(self.type1, self.serial) < MIXED).any(axis=1))

    @property
    def loose(self) -> NDArray[np.bool_]:
        """(N,) True if the constraints leave more motions free than usual, so that A_r is not defined."""
        return np.asarray(self.constraint < MIXED)

    @property
    def nearest(self) -> Array:
        """(N,) the smallest of all distances at each pose."""
        return np.asarray(np.hstack([self.of_kind(kind) for kind in KINDS]).min(axis=1))

    def of_kind(self, kind: str) -> Array:
        """Return distances (N, n_legs) from the singularities of a leg, or (N, 1) from those of the platform."""
        found = np.asarray(getattr(self, kind))
        return found if found.ndim == 2 else found[:, None]

    @property
    def smallest(self) -> dict[str, Array]:
        """Kind -> (N,) the smallest distance of all legs, for the kinds that the robot has; NaN out of reach."""
        tables = {kind: self.of_kind(kind) for kind in KINDS}
        return {kind: table.min(axis=1) for kind, table in tables.items() if np.isfinite(table).any()}

    def row(self, k: int) -> Distances:
        """Return the distances of pose number k."""
        whole("k", k, 0, len(self.reached) - 1, "the number of a pose")
        return replace(self, **{name: getattr(self, name)[k : k + 1] for name in ("reached", *KINDS, "condition")})

    def kinds_within(self, tolerance: float = SINGULAR) -> list[tuple[str, ...]]:
        """Return a tuple of the kinds of singularity whose distance is below `tolerance`, for each pose, named as in `classify`.

        The tuple is empty if the pose is regular or out of reach.
        """
        tolerance = positive("tolerance", tolerance, "-")
        alone = np.minimum(self.lpjts, self.lajts) >= tolerance
        by_name = {
            "Type 2": self.type2,
            "constraint": self.constraint,
            "LPJTS": self.lpjts.min(axis=1),
            "Type 1": self.type1.min(axis=1),
            "LAJTS": self.lajts.min(axis=1),
            "serial": np.where(alone, self.serial, FAR).min(axis=1),
        }
        found = {name: values < tolerance for name, values in by_name.items()}
        found["Type 3"] = found["Type 1"] & found["Type 2"]
        return [tuple(name for name, here in found.items() if here[k]) for k in range(len(self.reached))]


def _smallest(matrices: Array, rank: int) -> Array:
    """Return (N,) the smallest singular value within the usual rank; infinite if the rank is zero."""
    return last(np.asarray(np.linalg.svd(matrices, compute_uv=False), dtype=float), rank)


@live_one
def distances(
    model: Model, x: ArrayLike, *, mode: ArrayLike | None = None, length: float | None = None, parameters: Parameters = None
) -> Distances:
    """Return the distances from every kind of singularity at poses (n_x,) or (N, n_x).

    length : characteristic length [m] that makes translations and rotations comparable; by default the model's own
    """
    structure = structure_of(instance("model", model, Model, COMPILED), length)
    poses = np.atleast_2d(check_stack({"x": x}, model.labels).arrays["x"])
    found = _distances(structure, poses, mode)
    mixed, loose = found.mixed, found.loose
    if not (mixed | loose).any():
        return found
    asked = poses[mixed | loose]
    far = poses_beside(structure, asked, mode)
    there, here = (_distances(structure, x, mode) for x in (far, poses_nearer(structure, asked, far)))
    type2, constraint = found.type2.copy(), found.constraint.copy()
    type2[mixed | loose] = _extrapolated(there.type2, here.type2)
    constraint[mixed] = _extrapolated(there.constraint, here.constraint)[mixed[mixed | loose]]
    return replace(found, type2=type2, constraint=constraint)


def _extrapolated(there: Array, here: Array) -> Array:
    """Extrapolate distances to a pose from their values AWAY (`there`) and CLOSER (`here`).

    Near the border of the reach a distance grows with the square root of the step.
    """
    with np.errstate(invalid="ignore"):
        root = here - (there - here) / (1 / np.sqrt(CLOSER) - 1)
    value = np.where(np.isfinite(root), root, here)
    return np.where(value < NOT_BESIDE, 0.0, value)


def poses_nearer(structure: Structure, x: Array, beside: Array) -> Array:
    """Return poses (N, n_x) between x and the poses `beside`, at the fraction CLOSER."""
    return _unit(structure, x + CLOSER * (beside - x))


def _unit(structure: Structure, x: Array) -> Array:
    if structure.model.mechanism.platform.is_quaternion:
        x[:, 3:7] /= np.linalg.norm(x[:, 3:7], axis=1, keepdims=True)
    return x


def poses_beside(structure: Structure, x: Array, mode: ArrayLike | None) -> Array:
    """Return poses (N, n_x) AWAY from x at which the legs' wrenches are easiest to separate; x itself if none is reached."""
    steps = _steps(structure)
    around = _unit(structure, (x[:, None] + steps).reshape(-1, x.shape[1]))
    d = _distances(structure, around, mode)
    own = np.minimum(np.minimum(d.type1, d.serial).min(axis=1), d.constraint)
    clear = np.where(d.reached, own, -1.0).reshape(len(x), len(steps))
    best = clear.argmax(axis=1)
    beside = around.reshape(len(x), len(steps), -1)[np.arange(len(x)), best]
    return np.where(clear.max(axis=1)[:, None] > 0, beside, x)


def _steps(structure: Structure) -> Array:
    """Return (2 n_x + 2, n_x) steps, both ways along each entry of x and along all entries together."""
    n = structure.model.mechanism.n_x
    sizes = AWAY * np.maximum(np.abs(structure.model.survey.upper - structure.model.survey.lower).max(), structure.length)
    axes = np.vstack([np.eye(n), np.sin(1 + np.arange(n)) / np.sqrt(n)])
    return np.asarray(sizes * np.vstack([axes, -axes]))


def _distances(structure: Structure, x: Array, mode: ArrayLike | None) -> Distances:
    found = structure.at(x, mode)
    none = np.full(len(x), FAR)
    columns: dict[str, list[Array]] = {"type1": [], "lpjts": [], "lajts": [], "serial": []}
    for k, work in enumerate(found.platform.work):
        motions, leg = found.motions[k], found.legs[k]
        if structure.ends[k]:  # the joints at P do not count as joints of the leg
            leg = resisted(motions.without(structure.ends[k]), structure.own_ranks[k])
        columns["type1"].append(work.min(axis=1) if work.shape[1] else none)
        columns["lpjts"].append(np.minimum(leg.passive, motions.passive_loops))
        columns["lajts"].append(_smallest(motions.A, structure.ranks[k].driven) if motions.A.shape[2] > 1 else none)
        columns["serial"].append(np.minimum(leg.joints, motions.loops))
    out = ~found.reached
    sizes = np.asarray(np.linalg.svd(found.platform.A_r, compute_uv=False), dtype=float)
    by_leg = {key: np.where(out[:, None], np.nan, np.stack(values, axis=1)) for key, values in columns.items()}
    return Distances(
        reached=found.reached,
        type2=np.where(out, np.nan, sizes[:, -1]),
        condition=np.where(out, np.nan, sizes[:, -1] / np.maximum(sizes[:, 0], 1e-300)),
        constraint=np.where(out, np.nan, found.platform.constraint),
        legs=tuple(block.name for block in structure.blocks),
        length=structure.length,
        **by_leg,
    )
