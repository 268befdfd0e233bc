"""Properties of a robot that are the same over its workspace: its legs, their usual ranks, and the scales of its units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, positive
from parados.model.length import point_outputs
from parados.model.model import COMPILED, Model
from parados.model.platform_quantities import check_platform
from parados.singularity.carried_joints import CarriedJoints, carried_joints, over_platform
from parados.singularity.leg_blocks import LegBlock, leg_blocks, rate_units, screw_units, without_units
from parados.singularity.leg_motions import LegMotions, LoopRanks, leg_motions, loop_ranks
from parados.singularity.leg_wrenches import Ranks, ResistedWrenches, leg_ranks, resisted
from parados.singularity.platform_matrices import PlatformMatrices, platform_matrices, stacked

__all__ = ["FAR", "PoseMatrices", "Structure", "structure_of"]

Array = NDArray[np.float64]

REACHED = 1e-9
"""Discriminant, as a fraction of its usual size, down to which a negative value still counts as the border of the reach."""

STILL = 1e-9
"""Dimensionless velocity of the outputs below which a joint counts as not moving them."""

FAR = np.inf
"""Distance from a kind of singularity that the robot does not have."""


@dataclass(frozen=True)
class PoseMatrices:
    """Dimensionless matrices at N poses: motions of the legs, wrenches that they resist, matrices of the platform.

    reached : (N,) True if every leg reaches the pose;  shift : (N, 3) from P to the point at which twists are taken [m]
    bodies : for each leg J_b (N, 6, n_p): J_b p is the twist of its end body relative to the platform (`carried_joints`)
    """

    reached: NDArray[np.bool_]
    shift: Array
    motions: list[LegMotions]
    bodies: list[Array]
    legs: list[ResistedWrenches]
    platform: PlatformMatrices


@dataclass(frozen=True)
class Structure:
    """Properties of a robot that are the same over its workspace: legs, their usual ranks, scales.

    Attributes
    ----------
    centre : (3,) point at which twists are taken, in the platform's frame [m]: P if the robot positions a point only,
        otherwise the centre of the legs' attachments
    outputs : indices of the velocity components of P in a twist if the robot positions a point only, otherwise None
    lost : number of motions of the platform that the constraints forbid
    carried : joints of an articulated platform
    ends : for each leg the passive motions that do not move a point output, because their axes always go through P
    own_ranks : ranks of each leg without these motions
    usual_reach : median size of each discriminant of the inverse geometry
    """

    model: Model
    length: float
    centre: Array
    outputs: tuple[int, ...] | None
    blocks: tuple[LegBlock, ...]
    loops: tuple[LoopRanks, ...]
    ranks: tuple[Ranks, ...]
    own_ranks: tuple[Ranks, ...]
    ends: tuple[tuple[int, ...], ...]
    lost: int
    carried: CarriedJoints
    usual_reach: Array

    @staticmethod
    def of(model: Model, length: float) -> Structure:
        """Build the structure of a model; the ranks are the largest over the samples of the survey."""
        blocks, outputs = tuple(leg_blocks(model.mechanism)), point_outputs(model.mechanism)
        centre, out = model.platform_centre, model.at_samples("leg_screws", clamped=True)
        scales, units = rate_units(model.mechanism, length), screw_units(model.mechanism, length)
        screws = without_units(out["screws"], units, out["frame"][:, :3, :3] @ centre, length)
        twists = [block.twists(screws, scales) for block in blocks]
        loops = tuple(loop_ranks(block, *both) for block, both in zip(blocks, twists, strict=True))
        motions = [leg_motions(block, *both, rank) for block, both, rank in zip(blocks, twists, loops, strict=True)]
        ranks = tuple(leg_ranks(own) for own in motions)
        legs = [resisted(own, rank) for own, rank in zip(motions, ranks, strict=True)]
        carried = carried_joints(model.mechanism)
        held = [over_platform(leg, block, screws) for leg, block in zip(legs, blocks, strict=True)]
        constraints = stacked(held, carried.constraints(screws, scales))
        ends = tuple(_ends(own, outputs) for own in motions)
        own_ranks = tuple(leg_ranks(own.without(end)) for own, end in zip(motions, ends, strict=True))
        lost = int(max(np.linalg.matrix_rank(C, tol=1e-6) for C in constraints))
        reach = np.median(np.abs(out["reach"]), axis=0) + 1e-300
        return Structure(model, length, centre, outputs, blocks, loops, ranks, own_ranks, ends, lost, carried, reach)

    def at(self, x: Array, mode: ArrayLike | None) -> PoseMatrices:
        """Return all matrices at poses (N, n_x)."""
        out = self.model.quietly("leg_screws", x, mode=mode, clamped=True)
        reached = np.isfinite(out["screws"]).all(axis=(1, 2)) & (self._margin(out["reach"]) >= -REACHED)
        given, frames = (np.where(reached[:, None, None], out[key], 0.0) for key in ("screws", "frame"))
        shift = frames[:, :3, :3] @ self.centre
        screws = without_units(given, self.screw_units, shift, self.length)
        twists = [block.twists(screws, self.joint_scales) for block in self.blocks]
        motions = [leg_motions(block, *both, rank) for block, both, rank in zip(self.blocks, twists, self.loops, strict=True)]
        legs = [resisted(own, rank) for own, rank in zip(motions, self.ranks, strict=True)]
        held = [over_platform(leg, block, screws) for leg, block in zip(legs, self.blocks, strict=True)]
        inside, driven = self.carried.constraints(screws, self.joint_scales), self.carried.actuation(len(x))
        platform = platform_matrices(held, inside, driven, self.lost, self.outputs)
        bodies = [block.held(screws) for block in self.blocks]
        return PoseMatrices(reached, shift, motions, bodies, legs, platform)

    def margin(self, x: Array, mode: ArrayLike | None) -> Array:
        """Return (N,) the smallest discriminant of the inverse geometry divided by its usual size; negative out of reach."""
        out = self.model.quietly("leg_screws", x, mode=mode, clamped=True)
        return np.where(np.isfinite(out["screws"]).all(axis=(1, 2)), self._margin(out["reach"]), -1.0)

    def _margin(self, reach: Array) -> Array:
        return np.asarray((reach / self.usual_reach).min(axis=1))

    def platform_point(self, x: Array, mode: ArrayLike | None) -> Array:
        """Return (3,) the position of P at a pose (n_x,) [m]."""
        return self.model.quietly("pose", x[None], mode=mode, clamped=True)["frame"][0][:3, 3]

    @cached_property
    def coordinate_scales(self) -> Array:
        """(n,) divisors that make xd dimensionless: the length for translations and strokes, 1 for angles."""
        return self.model.mechanism.coordinate_scales(self.length)

    @cached_property
    def joint_scales(self) -> Array:
        """(n_t,) divisors that make joint rates dimensionless (`rate_units`)."""
        return rate_units(self.model.mechanism, self.length)

    @cached_property
    def screw_units(self) -> Array:
        """(m,) divisors that make the unit twists of all closures dimensionless."""
        return screw_units(self.model.mechanism, self.length)


def _ends(motions: LegMotions, outputs: tuple[int, ...] | None) -> tuple[int, ...]:
    if outputs is None:
        return ()
    moved = np.abs(motions.D[:, list(outputs)]).max(axis=(0, 1), initial=0.0)
    return tuple(int(k) for k in np.flatnonzero(moved < STILL))


_structures: WeakKeyDictionary[Model, dict[float, Structure]] = WeakKeyDictionary()


def structure_of(model: Model, length: float | None = None) -> Structure:
    """Return the structure of a model; it is built once for each length.

    length : characteristic length [m]; by default `characteristic_length`
    """
    known = _structures.setdefault(instance("model", model, Model, COMPILED), {})
    check_platform(model.mechanism, "singularities of a platform")
    size = model.characteristic_length if length is None else positive("length", length, "m")
    if size not in known:
        known[size] = Structure.of(model, size)
    return known[size]
