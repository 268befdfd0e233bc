"""Wrenches through the joints and closures of a robot, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.arguments import shown
from parados.arguments.single_values import listed
from parados.errors import UnknownNameError
from parados.model.reaction_display import reactions_display
from parados.text.result_display import Display, Shown
from parados.topology.mechanism import BASE, PLATFORM

__all__ = ["Parts", "Reactions"]

Array = NDArray[np.float64]

WHOLE = 1e-7
"""A component is determined if the projector leaves it unchanged up to this."""


@dataclass(frozen=True)
class Parts:
    """Joints and closures of a robot.

    joints, closures : their names
    between : for each joint, then each closure, the index of the body that applies the wrench, and of the body on which it acts
    also : other accepted names: name of a composite joint (U, S, ...) -> name of its last axis; name of a leg -> its closure
    first : name of a composite joint -> name of its first axis
    """

    joints: tuple[str, ...]
    closures: tuple[str, ...]
    between: tuple[tuple[int, int], ...]
    also: Mapping[str, str]
    first: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all joints, then of all closures."""
        return (*self.joints, *self.closures)

    @property
    def bodies(self) -> tuple[str, ...]:
        """Names of all links, of composite joints for the link of their last axis, and of the platform."""
        return (*self.joints, *self.first, "platform")

    def body(self, index: int) -> str:
        """Return the name of a body."""
        if index in (BASE, PLATFORM):
            return "base" if index == BASE else "platform"
        composite = {self.also[name]: name for name in self.first}
        return composite.get(self.joints[index], self.joints[index])

    def index(self, name: str) -> int:
        """Return the place of a joint or closure among `names`."""
        if not isinstance(name, str) or self.also.get(name, name) not in self.names:
            raise UnknownNameError(f"{shown(name)} is neither a joint nor a closure; use {listed(self.names)}")
        return self.names.index(self.also.get(name, name))

    def turns(self, frames: Array, axes: str) -> Array:
        """(N, n, 3, 3) axes in which each wrench is expressed, as columns in base axes.

        frames : (N, n_t + 1, 4, 4) frames of all links, then of the platform
        axes : "base"; "own": for a joint those of its link, for a closure those of its first body; or the name of a body
        """
        R = np.concatenate([frames[:, :, :3, :3], np.tile(np.eye(3), (len(frames), 1, 1, 1))], axis=1)
        n_t = len(self.joints)
        place = {PLATFORM: n_t, BASE: n_t + 1}
        if axes == "own":
            owners = [on if k < n_t else by for k, (by, on) in enumerate(self.between)]
        else:
            named = {"base": BASE, "platform": PLATFORM}
            owner = named[axes] if axes in named else self.joints.index(self.also.get(axes, axes))
            owners = [owner] * len(self.between)
        return np.asarray(R[:, [place.get(owner, owner) for owner in owners]])


@dataclass(frozen=True, repr=False)
class Reactions(Shown):
    """Wrenches [force, moment] through all joints and closures [N, N m]; for a stack all arrays have an additional first axis.

    `reactions["q11"]` (6,) is the wrench that the antecedent applies to the link of the joint q11, at the origin of the link's
    frame. The wrench of a closure is the one that its first body applies to its second (a leg to the platform), at the origin
    of its first frame. The wrenches include the efforts of the motors, less those that accelerate the rotors, and friction; so
    every body is in balance. In an overconstrained robot, the statics of rigid bodies does not determine all components; those
    that it does not determine are NaN, unless elastic parts share them (`distribution`). n is the number of joints and closures.

    Attributes
    ----------
    parts : names of the joints and closures, and the bodies that they connect
    axes : axes of all wrenches: "base", "own", or the name of a body
    distribution : "statics" or "elastic", see `Model.reactions`
    balanced : (n, 6) one set of wrenches that keeps every body in balance, without NaN; of all such sets, the one whose
        multipliers of the closures have the least norm, or of the sets with the least elastic energy
    projectors : (n, 6, 6) projectors on the determined part of each wrench
    points : (n, 3) point at which each wrench acts, base axes [m]
    turns : (n, 3, 3) axes of each wrench, as columns in base axes
    tau : (n_a,) efforts of the actuators [N m, N]
    anchors : (6,) wrench of the ground on springs that are fixed to it, at the base origin, base axes
    undetermined : number of independent changes of the wrenches that keep all bodies in balance
    """

    parts: Parts
    axes: str
    distribution: str
    balanced: Array
    projectors: Array
    points: Array
    turns: Array
    tau: Array
    anchors: Array
    undetermined: NDArray[np.int_] | np.int_

    def __repr__(self) -> str:
        return self.summary()

    def _display(self) -> Display:
        return reactions_display(self)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the joints, then of the closures."""
        return self.parts.names

    @property
    def wrenches(self) -> Array:
        """(n, 6) wrenches in the order of `names`; NaN for components that are not determined."""
        return np.where(self.whole, self.balanced, np.nan)

    @property
    def projected(self) -> Array:
        """(n, 6) determined part of each wrench: the projector times a wrench in balance, the same for each such wrench."""
        return np.asarray(np.einsum("...ij,...j->...i", self.projectors, self.balanced))

    @property
    def whole(self) -> NDArray[np.bool_]:
        """(n, 6) True for components that are determined; of the others, only combinations may be determined."""
        return np.asarray(np.abs(self.projectors - np.eye(6)).max(axis=-1) < WHOLE)

    @property
    def determined(self) -> NDArray[np.int_]:
        """(n,) number of independent combinations of the components of each wrench that are determined, 0 to 6."""
        traces = np.trace(self.projectors, axis1=-2, axis2=-1)
        return np.rint(np.where(np.isfinite(traces), traces, 0)).astype(int)

    def __getitem__(self, name: str) -> Array:
        """(6,) wrench of a joint or closure; the name of a leg stands for its closure."""
        return np.asarray(self.wrenches[..., self.parts.index(name), :])

    def projector(self, name: str) -> Array:
        """(6, 6) projector on the determined part of the wrench of a joint or closure."""
        return np.asarray(self.projectors[..., self.parts.index(name), :, :])

    def determined_part(self, name: str) -> Array:
        """(6,) determined part of the wrench of a joint or closure."""
        return np.asarray(self.projected[..., self.parts.index(name), :])

    def point(self, name: str) -> Array:
        """(3,) point at which the wrench of a joint or closure acts, base axes [m]."""
        return np.asarray(self.points[..., self.parts.index(name), :])

    def bodies(self, name: str) -> tuple[str, str]:
        """Return the body that applies the wrench of a joint or closure, and the body on which it acts."""
        on = self.parts.between[self.parts.index(name)][1]
        by = self.parts.between[self.parts.index(self.parts.first.get(name, name))][0]
        return self.parts.body(by), self.parts.body(on)

    @property
    def feet(self) -> dict[str, Array]:
        """Wrenches (6,) of the ground on the robot, by joint or closure; each at its `point`. NaN as in `wrenches`."""
        return {name: self._of_ground(k) * self.wrenches[..., k, :] for k, name in enumerate(self.names) if self._of_ground(k)}

    def _of_ground(self, k: int) -> float:
        """Return 1 if the ground applies the wrench k, -1 if the wrench acts on the ground, otherwise 0."""
        by, on = self.parts.between[k]
        return float(by == BASE) - float(on == BASE)

    @property
    def ground(self) -> Array:
        """(6,) sum of `feet` and `anchors` at the base origin, base axes; it equals `Model.ground_reaction`."""
        total = self.anchors.copy()
        for k in range(len(self.names)):
            if self._of_ground(k):
                halves = self.balanced[..., k, :].reshape(*total.shape[:-1], 2, 3)
                w = np.einsum("...ij,...kj->...ki", self.turns[..., k, :, :], halves).reshape(total.shape)
                w = np.concatenate([w[..., :3], w[..., 3:] + np.cross(self.points[..., k, :], w[..., :3])], axis=-1)
                total += self._of_ground(k) * w
        return total
