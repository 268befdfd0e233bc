"""Pinocchio models of open trees, built from the MDH rows of a robot file, without the engine of parados."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pinocchio
from numpy.typing import NDArray

import parados
from parados.model.model import Model
from parados.robot.description import RobotSpec

Array = NDArray[np.float64]

pin: Any = pinocchio

HERE = Path(__file__).parent


class OpenChain(NamedTuple):
    """An open tree in Pinocchio; `tool` is the number of its platform's frame, -1 without a platform."""

    model: Any
    tool: int

    def efforts(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Return the efforts of the joints without friction."""
        return np.asarray(pin.rnea(self.model, self.model.createData(), q, qd, qdd))

    def mass_matrix(self, q: Array) -> Array:
        """Return the mass matrix, rotors included: the efforts of unit accelerations."""
        still = np.zeros(len(q))
        columns = [self.efforts(q, still, unit) - self.efforts(q, still, still) for unit in np.eye(len(q))]
        return np.array(columns).T

    def potential(self, q: Array) -> float:
        """Return the potential energy of gravity."""
        return float(pin.computePotentialEnergy(self.model, self.model.createData(), q))

    def tool_jacobian(self, q: Array) -> Array:
        """(6, n) Jacobian of the tool at its origin, base axes."""
        data, aligned = self.model.createData(), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        return np.asarray(pin.computeFrameJacobian(self.model, data, q, self.tool, aligned))

    def tool_frame(self, q: Array) -> Array:
        """(4, 4) frame of the tool in the base."""
        data = self.model.createData()
        pin.framesForwardKinematics(self.model, data, q)
        return np.asarray(data.oMf[self.tool].homogeneous)

    def tool_acceleration(self, q: Array, qd: Array, qdd: Array) -> Array:
        """(6,) acceleration of the tool's origin and angular acceleration, base axes."""
        data, aligned = self.model.createData(), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        pin.forwardKinematics(self.model, data, q, qd, qdd)
        return np.asarray(pin.getFrameClassicalAcceleration(self.model, data, self.tool, aligned).vector)


def compiled(name: str) -> Model:
    return parados.load(HERE / f"{name}.yaml").compile(backend="vm")


def _inertia(standard: Array) -> Any:
    xx, xy, xz, yy, yz, zz, mx, my, mz, m = standard
    c = np.array([mx, my, mz]) / m if m else np.zeros(3)
    at_origin = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return pin.Inertia(m, c, at_origin - m * (c @ c * np.eye(3) - np.outer(c, c)))


def open_chain(spec: RobotSpec) -> OpenChain:
    """Build the tree of a file of R and P joints without closures in Pinocchio."""
    tree = pin.Model()
    tree.gravity.linear = np.array(spec.gravity)
    number: dict[str, int] = {"base": 0}
    rotors = []
    for leg in spec.legs:
        before = leg.carrier
        for k, joint in enumerate(leg.joints):
            place = leg.base.matrix() @ joint.row() if k == 0 else joint.row()
            kind = pin.JointModelRZ() if joint.kind == "R" else pin.JointModelPZ()
            number[joint.name] = tree.addJoint(number[joint.antecedent or before], kind, pin.SE3(place), joint.name)
            tree.appendBodyToJoint(number[joint.name], _inertia(joint.link.standard()), pin.SE3.Identity())
            rotors.append(joint.rotor)
            before = joint.name
    tool = -1
    if spec.has_platform:
        on, place = number[str(spec.platform.carrier)], pin.SE3(spec.platform.frame.matrix())
        tree.appendBodyToJoint(on, _inertia(spec.platform.link.standard()), place)
        tool = tree.addFrame(pin.Frame("tool", on, 0, place, pin.FrameType.OP_FRAME))
    tree.armature = np.array(rotors)
    return OpenChain(tree, tool)
