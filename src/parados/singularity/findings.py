"""Singularities found at a pose: the singular vectors of its matrices, in SI units and in words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.singularity.leg_motions import LegMotions, passive_rows
from parados.singularity.leg_scales import PoseMatrices, Structure
from parados.singularity.leg_wrenches import Ranks
from parados.singularity.measures import SINGULAR
from parados.singularity.screw_words import largest_entry, tell_twist, tell_wrench
from parados.text.result_display import Display, Shown

__all__ = ["Finding", "Pose"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Finding(Shown):
    """One singularity found at a pose.

    Attributes
    ----------
    kind : "Type 1", "Type 2", "LPJTS", "LAJTS", "serial" (the third kind of 7.5.2) or "constraint"
    leg : name of the singular leg; "" for a singularity of the platform
    distance : the smallest singular value, dimensionless
    platform : (6,) twist t_s = [v, w] at P in base axes that is possible with locked actuators; zero if there is none
    joints : (n_t,) rates of all joints during this motion (qd_d^s for the legs)
    lost : (6,) wrench [f, m] at P that the leg bears without its actuators; the platform cannot move against it
    sentence : description in words
    """

    kind: str
    leg: str
    distance: float
    platform: Array
    joints: Array
    lost: Array
    sentence: str

    def _display(self) -> Display:
        facts = {"leg": self.leg or "none, it belongs to the platform", "distance": f"{self.distance:.4g}"}
        return Display(self.kind, facts, sentences=self.sentence)


def _last(matrix: Array, rank: int) -> Array:
    """Return the right singular vector of the smallest singular value within the usual rank."""
    return np.asarray(np.linalg.svd(matrix)[2][rank - 1])


def _largest(vector: Array) -> float:
    """Return the entry of largest absolute value; a singular vector has an arbitrary sign, which division by it removes."""
    return float(vector[largest_entry(vector)])


def _unit(rates: Array) -> Array:
    """Scale rates so that the largest is one."""
    largest = _largest(rates)
    return rates / largest if largest else rates


@dataclass(frozen=True)
class Pose:
    """Matrices at one pose; the methods make findings from their singular vectors."""

    structure: Structure
    found: PoseMatrices  # at this pose alone
    P: Array  # (3,) [m]

    @staticmethod
    def of(structure: Structure, x: Array, mode: ArrayLike | None) -> Pose:
        return Pose(structure, structure.at(x[None], mode), structure.platform_point(x, mode))

    def _twist(self, scaled: Array) -> tuple[Array, float]:
        """Return the twist (6,) at P in SI units of a dimensionless motion (w,), and the number by which it was divided.

        The twist has unit rotation, or unit translation if the rotation is negligible; its largest component is positive. It is
        zero if only joints on the platform move.
        """
        omega = scaled[3:6]
        v = scaled[:3] * self.structure.length - np.cross(omega, self.found.shift[0])
        turning, moving = float(np.linalg.norm(omega)), float(np.linalg.norm(v))
        size, main = (turning, omega) if turning > 1e-6 * moving / self.structure.length else (moving, v)
        if size < 1e-9 * np.linalg.norm(scaled[6:]):
            return np.zeros(6), _largest(scaled[6:])
        size = float(np.copysign(size, _largest(main)))
        return np.concatenate([v, omega]) / size, size

    def _wrench(self, scaled: Array) -> Array:
        """Return (6,) a wrench at P in SI units, with unit force, or unit moment if the force is negligible.

        Its largest component is positive.
        """
        f = scaled[:3] / self.structure.length
        wrench = np.concatenate([f, scaled[3:] + np.cross(self.found.shift[0], f)])
        main = wrench[:3] if np.linalg.norm(f) > 1e-9 * np.linalg.norm(wrench[3:]) else wrench[3:]
        return wrench / np.copysign(np.linalg.norm(main), _largest(main))

    def _rates(self, leg: int, scaled: Array) -> Array:
        """Return (n_t,) rates of all joints from the dimensionless rates of one leg, without its cut joints."""
        joints = list(self.structure.blocks[leg].joints)
        rates = np.zeros(len(self.structure.model.mechanism.joints))
        rates[joints] = scaled[: len(joints)] * self.structure.joint_scales[joints]
        return rates

    def _following(self, motion: Array) -> Array:
        """Return (n_t,) rates of the passive joints during a dimensionless motion (w,) of the platform with locked actuators."""
        carried = list(self.structure.carried.joints)
        rates = np.zeros(len(self.structure.model.mechanism.joints))
        for leg, (own, J_b) in enumerate(zip(self.found.motions, self.found.bodies, strict=True)):
            block, wanted = self.structure.blocks[leg], motion[:6] + J_b[0] @ motion[6:]
            rows = passive_rows(block, own.T, own.L)[0]
            moving = np.zeros(own.T.shape[2])
            moving[list(block.passive)] = np.linalg.lstsq(rows, np.concatenate([np.zeros(len(rows) - 6), wanted]), rcond=None)[0]
            rates += self._rates(leg, moving)
        rates[carried] = motion[6:] * self.structure.joint_scales[carried]
        return rates

    def _own(self, leg: int) -> tuple[LegMotions, Ranks]:
        """Return the motions of a leg without those of the joints at a point output, and their usual ranks."""
        return self.found.motions[leg].without(self.structure.ends[leg]), self.structure.own_ranks[leg]

    def _tell(self, twist: Array, rates: Array) -> str:
        if not twist.any():
            own = np.zeros(len(rates))
            own[list(self.structure.carried.joints)] = rates[list(self.structure.carried.joints)]
            return f"stands still while its joints move ({self._rates_text(own)})"
        return tell_twist(twist, at=self.P, length=self.structure.length)

    def unresisted(self, small: float) -> Array:
        """Return (k, w) dimensionless t_s of (9.9), one for each singular value of A_r below `small`."""
        A_r, Psi = self.found.platform.A_r[0], self.found.platform.Psi[0]
        _, sizes, Vt = np.linalg.svd(A_r)
        return Vt[-max(1, int((sizes < small).sum())) :][::-1] @ Psi.T

    def unconstrained(self, small: float, others: Array) -> Array:
        """Return (k, w) dimensionless motions that neither constraints nor actuators resist, normal to `others` (m, w).

        There is one for each singular value of the constraints below `small`.
        """
        constraints, actuation = self.found.platform.constraints[0], self.found.platform.wrenches[0]
        sizes = np.linalg.svd(constraints, compute_uv=False)[: self.structure.lost]
        known = np.vstack([actuation, constraints, others])
        return np.linalg.svd(known)[2][-max(1, int((sizes < small).sum())) :][::-1]

    def platform_moves(self, distance: float, motion: Array) -> Finding:
        """Build the finding of a Type 2 singularity with the dimensionless motion t_s (w,)."""
        t_s, size = self._twist(motion)
        rates = self._following(motion / size)
        sentence = f"Type 2: with all actuators locked the platform {self._tell(t_s, rates)}, and no effort resists it."
        return Finding("Type 2", "", distance, t_s, rates, np.zeros(6), sentence)

    def constraint_fails(self, distance: float, motion: Array) -> Finding:
        """Build the finding of a constraint singularity with the dimensionless free motion (w,)."""
        t, size = self._twist(motion)
        rates = self._following(motion / size)
        held = "Constraint singularity: the legs no longer hold the platform"
        sentence = f"{held}, which {self._tell(t, rates)} with all actuators locked."
        return Finding("constraint", "", distance, t, rates, np.zeros(6), sentence)

    def passive_joints_move(self, leg: int, name: str, distance: float) -> Finding:
        """Build the finding of an LPJTS, with the joint rates qd_d^s of (9.13)."""
        own, rank = self._own(leg)
        if own.passive_loops[0] > distance:
            moving = own.passive[0] @ _last(own.D[0], rank.passive)
        else:  # a loop inside the leg has folded
            block, moving = self.structure.blocks[leg], np.zeros(own.L.shape[2])
            moving[list(block.passive)] = _last(passive_rows(block, own.T, own.L)[0], self.structure.loops[leg].still)
        rates = _unit(self._rates(leg, moving))
        sentence = f"LPJTS: passive joints of {name} move by themselves: {self._rates_text(rates)}."
        return Finding("LPJTS", name, distance, np.zeros(6), rates, np.zeros(6), sentence)

    def _rates_text(self, rates: Array) -> str:
        names = self.structure.model.joint_names
        return ", ".join(f"{names[k]} {rates[k]:+.3g}" for k in np.flatnonzero(np.abs(rates) > 1e-6))

    def lost(self, leg: int) -> Array:
        """Return the actuation wrench (6,) of a leg, dimensionless; of several, that with the least work on its actuators."""
        work = self.found.platform.work
        first = sum(own.shape[1] for own in work[:leg])
        return np.asarray(self.found.platform.wrenches[0, first + int(np.argmin(work[leg][0])), :6])

    def leg_loses(self, leg: int, name: str, distance: float, inside: Pose) -> Finding:
        """Build the finding of a Type 1 singularity, with the wrench that the leg bears without its actuators.

        The actuation wrench of the leg is projected onto the wrenches that it bears at this pose without its actuators.

        inside : pose at which the actuation wrench is taken if it does no work on the actuators here. It is a pose beside this
            one if several singularities meet here, else this pose itself
        """
        near = (self if self.found.legs[leg].work.min(initial=np.inf) > SINGULAR else inside).lost(leg)
        U, sizes, _ = np.linalg.svd(self.found.motions[leg].D[0])
        borne = U[:, int((sizes > SINGULAR).sum()) :]
        wrench = self._wrench(borne @ (borne.T @ near))
        words = tell_wrench(wrench, at=self.P, length=self.structure.length)
        sentence = f"Type 1: {name} bears {words} without its actuators; the platform cannot move against it."
        return Finding("Type 1", name, distance, np.zeros(6), np.zeros(len(self.structure.model.joint_names)), wrench, sentence)

    def actuators_alone(self, leg: int, name: str, distance: float) -> Finding:
        """Build the finding of an LAJTS, with the rates of the actuators that do not move the platform."""
        own, rank = self._own(leg)
        rates = _unit(self._rates(leg, own.driven[0] @ _last(own.A[0], rank.driven)))
        against = f"LAJTS: actuators of {name} can move against each other without moving the platform"
        return Finding("LAJTS", name, distance, np.zeros(6), rates, np.zeros(6), f"{against}: {self._rates_text(rates)}.")

    def joints_depend(self, leg: int, name: str, distance: float) -> Finding:
        """Build the finding of a serial singularity of the third kind, in which all joints of a leg are dependent."""
        own, rank = self._own(leg)
        if own.loops[0] > distance:
            moving = np.hstack([own.driven[0], own.passive[0]]) @ _last(np.hstack([own.A[0], own.D[0]]), rank.joints)
        else:
            moving = _last(own.L[0], self.structure.loops[leg].every)
        rates = _unit(self._rates(leg, moving))
        still = f"Serial, third kind: the joints of {name} can move together while the platform stands still"
        return Finding("serial", name, distance, np.zeros(6), rates, np.zeros(6), f"{still}: {self._rates_text(rates)}.")
