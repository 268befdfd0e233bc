"""One singularity of a pose: the singular vectors of its matrix, with units and in words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.singularity.leg_motions import LegMotions
from parados.singularity.leg_wrenches import Ranks
from parados.singularity.measures import SINGULAR
from parados.singularity.screw_words import tell_twist, tell_wrench
from parados.singularity.structure import PoseMatrices, Structure
from parados.text.result_display import Display, Shown

__all__ = ["Finding", "Pose"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Finding(Shown):
    """One singularity of a pose.

    Attributes
    ----------
    kind : "Type 1", "Type 2", "LPJTS", "LAJTS", "serial" (the third kind of 7.5.2) or "constraint"
    leg : the leg whose singularity it is, "" where it is the platform's
    distance : what is left of the smallest singular value, dimensionless
    platform : (6,) twist [v, w] at P in base axes that is possible with locked actuators (t_s), zero if it stands still
    joints : (n_t,) rates of all joints that go with it (qd_d^s for the legs)
    lost : (6,) wrench [f, m] at P that the leg bears without its actuators: no motion is possible against it
    sentence : what it means
    """

    kind: str
    leg: str
    distance: float
    platform: Array
    joints: Array
    lost: Array
    sentence: str

    def _display(self) -> Display:
        facts = {"leg": self.leg or "none: the platform's", "distance": f"{self.distance:.4g}"}
        return Display(self.kind, facts, sentences=self.sentence)


def _last(matrix: Array, rank: int) -> Array:
    """The right singular vector of the last singular value of the usual rank."""
    return np.asarray(np.linalg.svd(matrix)[2][rank - 1])


def _unit(rates: Array) -> Array:
    """Rates of which the largest is one."""
    return rates / max(float(np.abs(rates).max()), 1e-300)


@dataclass(frozen=True)
class Pose:
    """The matrices at one pose, and findings made of their singular vectors."""

    structure: Structure
    found: PoseMatrices  # at this pose alone
    P: Array  # (3,) [m]

    @staticmethod
    def of(structure: Structure, x: Array, mode: ArrayLike | None) -> Pose:
        return Pose(structure, structure.at(x[None], mode), structure.platform_point(x, mode))

    def _twist(self, scaled: Array) -> Array:
        """(6,) at P with units, the larger of rotation and translation of unit size."""
        v = scaled[:3] * self.structure.length - np.cross(scaled[3:], self.found.shift[0])
        turning, moving = np.linalg.norm(scaled[3:]), np.linalg.norm(v)
        size = turning if turning > 1e-6 * moving / self.structure.length else moving
        return np.concatenate([v, scaled[3:]]) / size

    def _scaled(self, twist: Array) -> Array:
        """(6,) a twist at P without units, where twists are taken."""
        v = twist[:3] + np.cross(twist[3:], self.found.shift[0])
        return np.concatenate([v / self.structure.length, twist[3:]])

    def _wrench(self, scaled: Array) -> Array:
        f = scaled[:3] / self.structure.length
        wrench = np.concatenate([f, scaled[3:] + np.cross(self.found.shift[0], f)])
        force = np.linalg.norm(f)
        return wrench / (force if force > 1e-9 * np.linalg.norm(wrench[3:]) else np.linalg.norm(wrench[3:]))

    def _rates(self, leg: int, scaled: Array) -> Array:
        """(n_t,) rates of all joints, of those of a leg without units; its cut joints are not part of the tree."""
        joints = list(self.structure.blocks[leg].joints)
        rates = np.zeros(len(self.structure.model.mechanism.joints))
        rates[joints] = scaled[: len(joints)] * self.structure.joint_scales[joints]
        return rates

    def _following(self, twist: Array) -> Array:
        """Rates of the passive joints that let the platform move with locked actuators."""
        wanted, rates = self._scaled(twist), np.zeros(len(self.structure.model.mechanism.joints))
        for leg, own in enumerate(self.found.motions):
            rates += self._rates(leg, own.passive[0] @ np.linalg.lstsq(own.D[0], wanted, rcond=None)[0])
        return rates

    def _own(self, leg: int) -> tuple[LegMotions, Ranks]:
        """The motions of a leg as far as they are its own, and their usual ranks."""
        return self.found.motions[leg].without(self.structure.ends[leg]), self.structure.own_ranks[leg]

    def _tell(self, twist: Array) -> str:
        return tell_twist(twist, self.P, length=self.structure.length)

    def unresisted(self, small: float) -> Array:
        """(k, 6) t_s of (9.9) without units, one for each singular value of A_r below `small`."""
        A_r, Psi = self.found.platform.A_r[0], self.found.platform.Psi[0]
        _, sizes, Vt = np.linalg.svd(A_r)
        return Vt[-max(1, int((sizes < small).sum())) :][::-1] @ Psi.T

    def unconstrained(self, small: float, others: Array) -> Array:
        """(k, 6) motions beside the `others` (., 6) that neither the constraints, which usually do, nor the actuators resist."""
        constraints, actuation = self.found.platform.constraints[0], self.found.platform.wrenches[0]
        sizes = np.linalg.svd(constraints, compute_uv=False)[: self.structure.lost]
        known = np.vstack([actuation, constraints, others])
        return np.linalg.svd(known)[2][-max(1, int((sizes < small).sum())) :][::-1]

    def platform_moves(self, distance: float, motion: Array) -> Finding:
        t_s = self._twist(motion)
        told = f"Type 2: with all actuators locked the platform {self._tell(t_s)}, and no effort resists it."
        return Finding("Type 2", "", distance, t_s, self._following(t_s), np.zeros(6), told)

    def constraint_fails(self, distance: float, motion: Array) -> Finding:
        t = self._twist(motion)
        told = f"Constraint singularity: the legs no longer hold the platform, which {self._tell(t)} with all actuators locked."
        return Finding("constraint", "", distance, t, self._following(t), np.zeros(6), told)

    def passive_joints_move(self, leg: int, name: str, distance: float) -> Finding:
        """LPJTS: qd_d^s of (9.13)."""
        own, rank = self._own(leg)
        if own.passive_loops[0] > distance:
            moving = own.passive[0] @ _last(own.D[0], rank.passive)
        else:  # a loop inside the leg has folded
            moving = np.zeros(own.L.shape[2])
            passive = list(self.structure.blocks[leg].passive)
            moving[passive] = _last(own.L[0][:, passive], self.structure.loops[leg].passive)
        rates = _unit(self._rates(leg, moving))
        told = f"LPJTS: passive joints of {name} move by themselves: {self._joints_told(rates)}."
        return Finding("LPJTS", name, distance, np.zeros(6), rates, np.zeros(6), told)

    def _joints_told(self, rates: Array) -> str:
        names = self.structure.model.joint_names
        return ", ".join(f"{names[k]} {rates[k]:+.3g}" for k in np.flatnonzero(np.abs(rates) > 1e-6))

    def lost(self, leg: int) -> Array:
        """(6,) without units, the wrench that a leg bears with the least work of its actuators."""
        work = self.found.platform.work
        first = sum(own.shape[1] for own in work[:leg])
        return np.asarray(self.found.platform.wrenches[0, first + int(np.argmin(work[leg][0]))])

    def leg_loses(self, leg: int, name: str, distance: float, inside: Pose) -> Finding:
        """The wrench is told apart from the leg's constraints a little `inside`, and is one that the leg bears here."""
        near = (self if self.found.legs[leg].work.min(initial=np.inf) > SINGULAR else inside).lost(leg)
        U, sizes, _ = np.linalg.svd(self.found.motions[leg].D[0])
        borne = U[:, int((sizes > SINGULAR).sum()) :]
        wrench = self._wrench(borne @ (borne.T @ near))
        shown = tell_wrench(wrench, self.P, length=self.structure.length)
        told = f"Type 1: {name} bears {shown} without its actuators; the platform cannot move against it."
        return Finding("Type 1", name, distance, np.zeros(6), np.zeros(len(self.structure.model.joint_names)), wrench, told)

    def actuators_alone(self, leg: int, name: str, distance: float) -> Finding:
        own, rank = self._own(leg)
        rates = _unit(self._rates(leg, own.driven[0] @ _last(own.A[0], rank.driven)))
        told = f"LAJTS: actuators of {name} may turn against each other without moving the platform: {self._joints_told(rates)}."
        return Finding("LAJTS", name, distance, np.zeros(6), rates, np.zeros(6), told)

    def joints_depend(self, leg: int, name: str, distance: float) -> Finding:
        own, rank = self._own(leg)
        if own.loops[0] > distance:
            moving = np.hstack([own.driven[0], own.passive[0]]) @ _last(np.hstack([own.A[0], own.D[0]]), rank.joints)
        else:
            moving = _last(own.L[0], self.structure.loops[leg].every)
        rates = _unit(self._rates(leg, moving))
        told = f"Serial, third kind: all joints of {name} together move without the platform: {self._joints_told(rates)}."
        return Finding("serial", name, distance, np.zeros(6), rates, np.zeros(6), told)
