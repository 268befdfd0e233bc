"""Frames in a robot file: MDH rows, and frames given by a position and a rotation."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from parados.robot.fields import Number, Spec, Triple
from parados.spatial.mdh import homogeneous, mdh_matrix
from parados.spatial.rotations import SEQUENCES, rotation

__all__ = ["FrameSpec", "RowSpec"]


class RowSpec(Spec):
    """A modified Denavit-Hartenberg (MDH) row, Briot & Khalil (4.3) [rad, m]."""

    gamma: Number = 0.0
    b: Number = 0.0
    alpha: Number = 0.0
    d: Number = 0.0
    theta: Number = 0.0
    r: Number = 0.0

    def row(self) -> NDArray[np.float64]:
        """Build the (4, 4) matrix of the row."""
        return mdh_matrix(self.gamma, self.b, self.alpha, self.d, self.theta, self.r)


class FrameSpec(RowSpec):
    """A frame given in a reference frame: Rot(turn) Trans(at) Rot(rotation), then an MDH row.

    `turn` maps one axis of the reference frame to an angle, e.g. `{z: 120 deg}`. `rotation` maps one Euler sequence in
    SciPy's spelling to its three angles, e.g. `{ZYX: [0.1, 0, 0]}`.
    """

    turn: dict[Literal["x", "y", "z"], Number] = Field(default_factory=dict)
    at: Triple = (0.0, 0.0, 0.0)
    rotation: dict[str, Triple] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_turn_and_rotation(self) -> FrameSpec:
        if len(self.turn) > 1:
            raise ValueError("turn: give one axis with its angle, for example turn: {z: 120 deg}")
        if len(self.rotation) > 1:
            raise ValueError("rotation: give one sequence with its three angles, for example rotation: {ZYX: [0.1, 0, 0]}")
        for name in self.rotation:
            if name not in SEQUENCES:
                raise ValueError(f"rotation: {name!r} is not a sequence; use one of {', '.join(SEQUENCES)}")
        return self

    def matrix(self) -> NDArray[np.float64]:
        """Build the (4, 4) matrix of the frame in its reference frame."""
        R = np.eye(3)
        for name, angles in self.rotation.items():
            R = rotation(name, angles)
        turn = rotation("XYZ", [self.turn.get("x", 0.0), self.turn.get("y", 0.0), self.turn.get("z", 0.0)])
        return homogeneous(turn, [0, 0, 0]) @ homogeneous(R, list(self.at)) @ self.row()
