"""One singularity of a pose: the singular vectors of its matrix, with units and in words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.singularity.leg_blocks import scales
from parados.singularity.measures import SINGULAR
from parados.singularity.screw_words import tell_twist, tell_wrench
from parados.singularity.structure import Structure

__all__ = ["Finding", "Pose"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Finding:
    """One singularity of a pose.

    Attributes
    ----------
    kind : "Type 1", "Type 2", "LPJTS", "LAJTS", "serial" (the third kind of 7.5.2) or "constraint"
    leg : the leg whose singularity it is, "" where it is the platform's
    distance : what is left of the smallest singular value, dimensionless
    platform : (6,) twist [v, w] at P in base axes that is possible with locked actuators (t_s), zero if it stands still
    joints : (n_t,) rates of all joints that go with it (qd_d^s for the legs)
    lost : (6,) wrench [f, m] at P that the leg bears without its actuators: no motion is possible against it
    told : what it means, in a sentence
    """

    kind: str
    leg: str
    distance: float
    platform: Array
    joints: Array
    lost: Array
    told: str


@dataclass(frozen=True)
class Pose:
    """The matrices at one pose, and findings made of their singular vectors."""

    structure: Structure
    J: Array  # (m, n_t + 6) without units
    P: Array  # (3,) [m]

    @staticmethod
    def of(structure: Structure, x: Array, mode: ArrayLike | None) -> Pose:
        J, _ = structure.rows(x[None], mode)
        return Pose(structure, J[0], structure.platform_point(x, mode))

    def _twist(self, scaled: Array) -> Array:
        """(6,) with units, the larger of rotation and translation of unit size."""
        twist = np.concatenate([scaled[:3] * self.structure.length, scaled[3:]])
        turning, moving = np.linalg.norm(twist[3:]), np.linalg.norm(twist[:3])
        return twist / (turning if turning > 1e-6 * moving / self.structure.length else moving)

    def _wrench(self, scaled: Array) -> Array:
        wrench = np.concatenate([scaled[:3] / self.structure.length, scaled[3:]])
        force = np.linalg.norm(wrench[:3])
        return wrench / (force if force > 1e-9 * np.linalg.norm(wrench[3:]) else np.linalg.norm(wrench[3:]))

    def _rates(self, columns: tuple[int, ...], scaled: Array) -> Array:
        rates = np.zeros(len(self.structure.model.mechanism.joints))
        rates[list(columns)] = scaled * scales(self.structure.model.mechanism, self.structure.length)[1][list(columns)]
        return rates

    def _following(self, twist: Array) -> Array:
        """Rates of the passive joints that let the platform move with locked actuators."""
        scaled = np.concatenate([twist[:3] / self.structure.length, twist[3:]])
        rates = np.zeros(len(self.structure.model.mechanism.joints))
        for block in self.structure.blocks:
            _, D, X = block.split(self.J)
            if block.passive:
                rates += self._rates(block.passive, -np.linalg.lstsq(D, X @ scaled, rcond=None)[0])
        return rates

    def _tell(self, twist: Array) -> str:
        return tell_twist(twist, self.P, length=self.structure.length)

    def unresisted(self, small: float) -> Array:
        """(k, 6) t_s of (9.9) without units, one for each singular value of A_r below `small`."""
        A_r, Psi, _ = self.structure.platform(self.structure.legs(self.J[None]))
        _, sizes, Vt = np.linalg.svd(A_r[0])
        return Vt[-max(1, int((sizes < small).sum())) :][::-1] @ Psi[0].T

    def unconstrained(self, small: float, others: Array) -> Array:
        """(k, 6) motions beside the `others` (., 6) that neither the constraints, which usually do, nor the actuators resist."""
        legs = self.structure.legs(self.J[None])
        constraints, actuation = self.structure.constraints(legs)[0], np.concatenate([leg.actuation[0] for leg in legs])
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
        block = self.structure.blocks[leg]
        rates = self._rates(block.passive, np.linalg.svd(block.split(self.J)[1])[2][-1])
        rates /= np.abs(rates).max()
        told = f"LPJTS: passive joints of {name} move by themselves: {self._joints_told(rates)}."
        return Finding("LPJTS", name, distance, np.zeros(6), rates, np.zeros(6), told)

    def _joints_told(self, rates: Array) -> str:
        names = self.structure.model.joint_names
        return ", ".join(f"{names[k]} {rates[k]:+.3g}" for k in np.flatnonzero(np.abs(rates) > 1e-6))

    def lost(self, leg: int) -> Array:
        """(6,) without units, the wrench that a leg bears with the least work of its actuators."""
        own, outputs = self.structure.legs(self.J[None])[leg], self.structure.outputs
        if outputs is not None and own.output(outputs)[0][0] < own.work.min(initial=np.inf):
            return np.asarray(own.output(outputs)[1][0])
        return np.asarray(own.actuation[0, int(np.argmin(own.work[0]))])

    def leg_loses(self, leg: int, name: str, distance: float, inside: Pose) -> Finding:
        """The wrench is told apart from the leg's constraints a little `inside`, and is one that the leg bears here."""
        told_apart = self.structure.legs(self.J[None])[leg].work.min(initial=np.inf) > SINGULAR
        near = (self if told_apart else inside).lost(leg)
        _, D, X = self.structure.blocks[leg].split(self.J)
        U, sizes, _ = np.linalg.svd(D)
        borne = U[:, int((sizes > SINGULAR).sum()) :].T @ X
        wrench = self._wrench(borne.T @ np.linalg.lstsq(borne.T, near, rcond=None)[0])
        shown = tell_wrench(wrench, self.P, length=self.structure.length)
        told = f"Type 1: {name} bears {shown} without its actuators; the platform cannot move against it."
        return Finding("Type 1", name, distance, np.zeros(6), np.zeros(len(self.structure.model.joint_names)), wrench, told)

    def actuators_alone(self, leg: int, name: str, distance: float) -> Finding:
        block = self.structure.blocks[leg]
        rates = self._rates(block.active, np.linalg.svd(block.split(self.J)[0])[2][-1])
        rates /= np.abs(rates).max()
        told = f"LAJTS: actuators of {name} may turn against each other without moving the platform: {self._joints_told(rates)}."
        return Finding("LAJTS", name, distance, np.zeros(6), rates, np.zeros(6), told)

    def joints_depend(self, leg: int, name: str, distance: float) -> Finding:
        block = self.structure.blocks[leg]
        A, D, _ = block.split(self.J)
        moving = np.linalg.svd(np.hstack([A, D]))[2][self.structure.ranks[leg].joints - 1]
        rates = self._rates((*block.active, *block.passive), moving)
        rates /= np.abs(rates).max()
        told = f"Serial, third kind: all joints of {name} together move without the platform: {self._joints_told(rates)}."
        return Finding("serial", name, distance, np.zeros(6), rates, np.zeros(6), told)
