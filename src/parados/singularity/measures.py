"""How far a robot is from each kind of singularity, at one pose or over a stack (Briot & Khalil 7.5).

Every distance is the smallest singular value of a matrix without units (`leg_blocks`), so that 0 is singular and an
isotropic robot is near 1:

    type1       B, leg by leg: the work of unit actuation wrenches on the actuators; where the platform turns as a leg's last
                link does (five-bar mechanism), also the motions of the leg as seen in the coordinates of P  (7.5.1)
    type2       A_r, the unit actuation wrenches on the motions that the constraints leave   (7.5.1)
    lpjts       J_td, leg by leg: the passive joints                                         (7.5.2, case 2)
    lajts       J_ta, leg by leg, where a leg has several actuators                          (7.5.2, case 1)
    serial      all joints of a leg together                                                 (7.5.2, case 3)
    constraint  the constraint wrenches of all legs                                          (7.5.3)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError
from parados.model.arguments import check_stack
from parados.model.graphs import Options
from parados.model.length import characteristic_length
from parados.model.model import Model
from parados.singularity.leg_blocks import LegBlock, leg_blocks, scales
from parados.singularity.leg_wrenches import Ranks, ResistedWrenches, leg_ranks, resisted

__all__ = ["NOT_BESIDE", "Distances", "Structure", "closer", "distances", "settled", "structure_of"]

Array = NDArray[np.float64]
CLAMPED = Options(clamped=True)

REACHED = 1e-9
"""Part of its usual size by which a discriminant may be below zero for a pose to count as on the border of the reach."""

MIXED = 1e-6
"""Distance of a leg from its own singularities below which its wrenches are no longer told apart; what they do together is then
taken AWAY beside the pose."""

AWAY = 1e-5
"""Part of the robot's size."""

CLOSER = 0.01
"""Part of this way at which they are taken again."""

NOT_BESIDE = 10 * AWAY
"""A distance that is extrapolated to less than this is zero."""

FAR = np.inf
"""The distance from a singularity that a robot does not have."""


@dataclass(frozen=True)
class Distances:
    """Dimensionless distances at N poses; infinite where the robot has no such singularity, NaN out of reach.

    Attributes
    ----------
    reached : (N,) whether every leg reaches the pose
    type1, lpjts, lajts, serial : (N, n_legs), in the order of `legs`
    type2, constraint : (N,)
    length : the characteristic length [m]
    """

    reached: NDArray[np.bool_]
    type1: Array
    type2: Array
    lpjts: Array
    lajts: Array
    serial: Array
    constraint: Array
    legs: tuple[str, ...]
    length: float

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


@dataclass(frozen=True)
class Structure:
    """What does not change over the workspace: legs, their usual ranks, scales."""

    model: Model
    length: float
    blocks: tuple[LegBlock, ...]
    ranks: tuple[Ranks, ...]
    lost: int  #: motions of the platform that the constraints forbid, 6 less its degrees of freedom
    usual_reach: Array

    @staticmethod
    def of(model: Model, length: float) -> Structure:
        """Ranks are those at the survey's samples."""
        blocks = tuple(leg_blocks(model.mechanism))
        graph = model.evaluator.finished("closure_rows", CLAMPED)[0]
        samples = model.survey.samples.inputs
        n_x, n_signs = model.mechanism.n_x, model.survey.geometry.signs.numel()
        inputs = {"x": samples[:, :n_x], "mode": samples[:, n_x : n_x + n_signs], "unknowns": samples[:, n_x + n_signs :]}
        out = graph(len(samples), inputs)
        rows, columns = scales(model.mechanism, length)
        J = out["rows"] * rows[:, None] * columns
        parts = [block.split(J) for block in blocks]
        ranks = tuple(leg_ranks(*part) for part in parts)
        legs = [resisted(*part, rank) for part, rank in zip(parts, ranks, strict=True)]
        lost = int(max(np.linalg.matrix_rank(C, tol=1e-6) for C in _stacked(legs))) if any(r.constraint for r in ranks) else 0
        return Structure(model, length, blocks, ranks, lost, np.median(np.abs(out["reach"][:, :, 0]), axis=0) + 1e-300)

    @cached_property
    def outputs(self) -> Array | None:
        """(n, 6) the coordinates of P, where they are what a robot with dependent coordinates is to move; None otherwise."""
        platform = self.model.mechanism.platform
        points = all(k < 3 for k in platform.coordinates) and not self.model.mechanism.redundant
        return np.eye(6)[list(platform.coordinates)] if points and platform.dependent else None

    def works(self, leg: ResistedWrenches) -> Array:
        """(N,) distance of a leg from Type 1."""
        own = leg.work.min(axis=1) if leg.work.shape[1] else np.full(len(leg.passive), FAR)
        return own if self.outputs is None else np.minimum(own, leg.output(self.outputs)[0])

    @cached_property
    def n_actuation(self) -> int:
        return sum(rank.actuation for rank in self.ranks)

    def rows(self, x: Array, mode: ArrayLike | None) -> tuple[Array, NDArray[np.bool_]]:
        """(N, m, n_t + 6) closure Jacobians without units, and whether each pose is reached."""
        out = self.model.evaluator.quietly("closure_rows", x, mode, CLAMPED)
        rows, columns = scales(self.model.mechanism, self.length)
        J = out["rows"] * rows[:, None] * columns
        reached = np.isfinite(J).all(axis=(1, 2)) & (self._margin(out["reach"]) >= -REACHED)
        return np.where(reached[:, None, None], J, 0.0), reached

    def margin(self, x: Array, mode: ArrayLike | None) -> Array:
        """(N,) smallest discriminant of the inverse geometry over its usual size: below zero a leg does not reach."""
        out = self.model.evaluator.quietly("closure_rows", x, mode, CLAMPED)
        return np.where(np.isfinite(out["rows"]).all(axis=(1, 2)), self._margin(out["reach"]), -1.0)

    def _margin(self, reach: Array) -> Array:
        return np.asarray((reach[:, :, 0] / self.usual_reach).min(axis=1))

    def legs(self, J: Array) -> list[ResistedWrenches]:
        return [resisted(*block.split(J), rank) for block, rank in zip(self.blocks, self.ranks, strict=True)]

    def platform_point(self, x: Array, mode: ArrayLike | None) -> Array:
        """(3,) where P is at a pose (n_x,) [m]."""
        return self.model.evaluator.quietly("pose", x[None], mode, CLAMPED)["frame"][0][:3, 3]

    def constraints(self, legs: list[ResistedWrenches]) -> Array:
        """(N, c, 6) constraint wrenches of all legs, at least one row."""
        return _stacked(legs)

    def platform(self, legs: list[ResistedWrenches]) -> tuple[Array, Array, Array]:
        """A_r (N, n_w, n), the motions Psi (N, 6, n) that the constraints leave, and the distance of the constraints."""
        count = len(legs[0].passive)
        A = np.concatenate([leg.actuation for leg in legs], axis=1)
        if self.lost == 0:
            Psi = np.broadcast_to(np.eye(6), (count, 6, 6))
            return A, Psi, np.full(count, FAR)
        _, sizes, rows = np.linalg.svd(_stacked(legs), full_matrices=True)
        Psi = rows[:, self.lost :].transpose(0, 2, 1)
        return A @ Psi, Psi, sizes[:, self.lost - 1]


def _stacked(legs: list[ResistedWrenches]) -> Array:
    """(N, c, 6) constraint wrenches of all legs, at least one row."""
    C = np.concatenate([leg.constraint for leg in legs], axis=1)
    return C if C.shape[1] else np.zeros((len(C), 1, 6))


_structures: WeakKeyDictionary[Model, dict[float, Structure]] = WeakKeyDictionary()


def structure_of(model: Model, length: float | None = None) -> Structure:
    """The structure of a model, kept; `length` is the characteristic length [m], by default `characteristic_length`."""
    known = _structures.setdefault(model, {})
    if length is not None and not (np.isfinite(length) and length > 0):
        raise InputError(f"length: a positive number of metres is expected, not {length!r}")
    size = characteristic_length(model.evaluator) if length is None else float(length)
    if size not in known:
        known[size] = Structure.of(model, size)
    return known[size]


def _smallest(matrices: Array, rank: int | None = None) -> Array:
    """(N,) smallest singular values, or the last ones of the usual rank; infinite where there is no column."""
    if matrices.shape[2] == 0:
        return np.full(len(matrices), FAR)
    return np.asarray(np.linalg.svd(matrices, compute_uv=False)[:, -1 if rank is None else rank - 1])


def distances(model: Model, x: ArrayLike, mode: ArrayLike | None = None, length: float | None = None) -> Distances:
    """Distances from every kind of singularity at poses (n_x,) or (N, n_x)."""
    structure = structure_of(model, length)
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
    J, reached = structure.rows(x, mode)
    legs = structure.legs(J)
    parts = [block.split(J) for block in structure.blocks]
    A_r, _, constraint = structure.platform(legs)
    none = np.full(len(J), FAR)
    columns = {
        "type1": [structure.works(leg) for leg in legs],
        "lpjts": [leg.passive if block.passive else none for leg, block in zip(legs, structure.blocks, strict=True)],
        "lajts": [_smallest(A) if A.shape[2] > 1 else none for A, _, _ in parts],
        "serial": [
            _smallest(np.concatenate([A, D], axis=2), rank.joints) for (A, D, _), rank in zip(parts, structure.ranks, strict=True)
        ],
    }
    out = ~reached
    by_leg = {key: np.where(out[:, None], np.nan, np.stack(values, axis=1)) for key, values in columns.items()}
    return Distances(
        reached=reached,
        type2=np.where(out, np.nan, _smallest(A_r)),
        constraint=np.where(out, np.nan, constraint),
        legs=tuple(block.name for block in structure.blocks),
        length=structure.length,
        **by_leg,
    )
