"""How far a robot is from each kind of singularity, at one pose or over a stack (Briot & Khalil 7.5).

Every distance is the smallest singular value of a matrix without units, so that 0 is singular and an isotropic robot is
near 1. Twists are taken at the centre of the legs' attachments, or at P where that is a point to be moved, and every joint
counts, whether the tree holds it or a closure cuts it: a distance belongs to the mechanism and not to its description.

    type1       B, leg by leg: the work of unit actuation wrenches on the actuators          (7.5.1)
    type2       A_r, the unit actuation wrenches on the motions that the constraints leave   (7.5.1)
    lpjts       J_td, leg by leg: the passive joints                                         (7.5.2, case 2)
    lajts       J_ta, leg by leg, where a leg has several actuators                          (7.5.2, case 1)
    serial      all joints of a leg together                                                 (7.5.2, case 3)
    constraint  the constraint wrenches of all legs                                          (7.5.3)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, positive, whole
from parados.model.arguments import check_stack
from parados.model.model import COMPILED, Model
from parados.singularity.leg_wrenches import last, resisted
from parados.singularity.pose_display import distances_display
from parados.singularity.structure import FAR, Structure, structure_of
from parados.text.result_display import Display, Shown

__all__ = ["NOT_BESIDE", "SINGULAR", "Distances", "closer", "distances", "settled"]

Array = NDArray[np.float64]

SINGULAR = 1e-6
"""Distance below which a pose counts as singular: poses on the border of the reach are known to the root of round-off."""

MIXED = 1e-6
"""Distance of a leg from its own singularities below which its wrenches are no longer told apart; what they do together is then
taken AWAY beside the pose."""

AWAY = 1e-5
"""Part of the robot's size."""

CLOSER = 0.01
"""Part of this way at which they are taken again."""

NOT_BESIDE = 10 * AWAY
"""A distance that is extrapolated to less than this is zero."""


@dataclass(frozen=True)
class Distances(Shown):
    """Dimensionless distances at N poses; infinite where the robot has no such singularity, NaN out of reach.

    Attributes
    ----------
    reached : (N,) whether every leg reaches the pose
    type1, lpjts, lajts, serial : (N, n_legs), in the order of `legs`
    type2, constraint : (N,)
    condition : (N,) smallest over largest singular value of A_r
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
        """(N,) where a leg is so near to a singularity of its own that its wrenches are not told apart."""
        return np.asarray((np.minimum(self.type1, self.serial) < MIXED).any(axis=1))

    @property
    def loose(self) -> NDArray[np.bool_]:
        """(N,) where the constraints leave more motions than usual, so that A_r is not defined."""
        return np.asarray(self.constraint < MIXED)

    @property
    def nearest(self) -> Array:
        """(N,) the smallest of all."""
        parts = [self.type1, self.type2[:, None], self.lpjts, self.lajts, self.serial, self.constraint[:, None]]
        return np.asarray(np.hstack(parts).min(axis=1))

    def row(self, k: int) -> Distances:
        """Those of one pose, by its number."""
        whole("k", k, 0, len(self.reached) - 1, "the number of a pose")
        own = {
            name: getattr(self, name)[k : k + 1]
            for name in ("reached", "type1", "type2", "lpjts", "lajts", "serial", "constraint", "condition")
        }
        return replace(self, **own)

    def kinds(self, tolerance: float = SINGULAR) -> list[tuple[str, ...]]:
        """N tuples of the kinds of singularity at each pose, as `classify` names them; empty where it is regular or unreached."""
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
    """(N,) the last singular values of the usual rank; infinite where that is zero."""
    return last(np.asarray(np.linalg.svd(matrices, compute_uv=False), dtype=float), rank)


def distances(model: Model, x: ArrayLike, mode: ArrayLike | None = None, length: float | None = None) -> Distances:
    """Distances from every kind of singularity at poses (n_x,) or (N, n_x)."""
    structure = structure_of(instance("model", model, Model, COMPILED), length)
    poses = np.atleast_2d(check_stack({"x": x}, model.labels).arrays["x"])
    found = _distances(structure, poses, mode)
    mixed, loose = found.mixed, found.loose
    if not (mixed | loose).any():
        return found
    asked = poses[mixed | loose]
    far = settled(structure, asked, mode)
    there, here = (_distances(structure, x, mode) for x in (far, closer(structure, asked, far)))
    type2, constraint = found.type2.copy(), found.constraint.copy()
    type2[mixed | loose] = _extrapolated(there.type2, here.type2)
    constraint[mixed] = _extrapolated(there.constraint, here.constraint)[mixed[mixed | loose]]
    return replace(found, type2=type2, constraint=constraint)


def _extrapolated(there: Array, here: Array) -> Array:
    """Distances at poses from those AWAY and CLOSER beside them; from the border of the reach they go with the way's root."""
    with np.errstate(invalid="ignore"):
        root = here - (there - here) / (1 / np.sqrt(CLOSER) - 1)
    value = np.where(np.isfinite(root), root, here)
    return np.where(value < NOT_BESIDE, 0.0, value)


def closer(structure: Structure, x: Array, beside: Array) -> Array:
    """Poses (N, n_x) on the way from x to poses beside them."""
    return _unit(structure, x + CLOSER * (beside - x))


def _unit(structure: Structure, x: Array) -> Array:
    if structure.model.mechanism.platform.is_quaternion:
        x[:, 3:7] /= np.linalg.norm(x[:, 3:7], axis=1, keepdims=True)
    return x


def settled(structure: Structure, x: Array, mode: ArrayLike | None) -> Array:
    """Poses (N, n_x) a little beside x at which the legs' wrenches can best be told apart; x where none is reached."""
    steps = _steps(structure)
    around = _unit(structure, (x[:, None] + steps).reshape(-1, x.shape[1]))
    d = _distances(structure, around, mode)
    own = np.minimum(np.minimum(d.type1, d.serial).min(axis=1), d.constraint)
    clear = np.where(d.reached, own, -1.0).reshape(len(x), len(steps))
    best = clear.argmax(axis=1)
    beside = around.reshape(len(x), len(steps), -1)[np.arange(len(x)), best]
    return np.where(clear.max(axis=1)[:, None] > 0, beside, x)


def _steps(structure: Structure) -> Array:
    """(2 n_x + 2, n_x) steps along each entry of x and along all of them."""
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
        if structure.ends[k]:  # the joints at P are not the leg's own
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
