"""Mass matrix, stiffness and closures of the tree about the undeformed robot at rest (Briot & Khalil 11.26):

    M_t zdd + K_t z + G^T lambda = forces,   G zd = 0

in all coordinates of the tree. The elastic coordinates are zero, and the coordinates of the platform are measured from its
pose. Every graph is then a function of the rigid configuration only, and is short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.errors import RobotFileError
from parados.flexible.closure_motion import closure_rates, own_axes
from parados.flexible.elastic_dynamics import FlexibleMotion, tree_forces
from parados.flexible.flexible_structure import FlexibleStructure
from parados.spatial.vectors import SX, Frame
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition

__all__ = ["LinearModel", "check_unloaded"]

Array = NDArray[np.float64]

STILL = JointPosition(SX(0), SX(1), SX(0))


def check_unloaded(mechanism: Mechanism) -> None:
    """Raise RobotFileError if the robot has springs: they load the undeformed robot, and their tension adds to the stiffness."""
    if mechanism.has_springs:
        own = [*[joint.name for joint in mechanism.joints if joint.spring], *[spring.name for spring in mechanism.springs]]
        reason = f"the springs ({', '.join(own)}) load the undeformed robot, so small motions about it have no frequencies"
        advice = "use model.elastic_model(): its methods find the equilibrium first"
        raise RobotFileError(mechanism.name, [f"springs: {reason}; {advice}"])


@dataclass(frozen=True)
class LinearModel:
    """Linear model as expressions of the rigid configuration: positions of the rigid joints and pose of the platform.

    If `elastic_actuators` is True, actuated joints with a stiffness can move while their motors are locked. The rotors of
    these motors are then at rest.
    """

    structure: FlexibleStructure
    joints: Sequence[JointPosition]
    pose: Frame
    elastic_actuators: bool = True

    @property
    def size(self) -> int:
        return len(self.structure.mechanism.joints)

    @cached_property
    def locked(self) -> tuple[int, ...]:
        """Indices of the coordinates that do not move: actuated joints, unless they are elastic."""
        joints = self.structure.mechanism.joints
        return tuple(k for k in self.structure.mechanism.actuated if not (self.elastic_actuators and joints[k].stiffness))

    def _motion(self, zd: SX, zdd: SX) -> FlexibleMotion:
        positions = [STILL] * self.size
        for place, position in zip(self.structure.place_of, self.joints, strict=True):
            positions[place] = position
        return FlexibleMotion(self.structure, positions, zd, zdd, self.pose)

    @cached_property
    def mass_matrix(self) -> SX:
        """(n, n) mass matrix M_t; it is computed by columns, so coordinates at rest add no operations."""
        zdd = SX.sym("zdd", self.size)
        forces = tree_forces(self._motion(SX(self.size, 1), zdd), with_friction=False, with_elasticity=False)
        for k in self.structure.mechanism.actuated:
            if k not in self.locked:
                forces[k] -= self.structure.mechanism.joints[k].rotor * zdd[k]
        columns = [ca.jtimes(forces, zdd, SX(ca.DM(np.eye(self.size)[:, k]))) for k in range(self.size)]
        return ca.sparsify(ca.horzcat(*columns))

    @cached_property
    def closures(self) -> SX:
        """(m, n) Jacobian G of all closures with respect to all rates; each closure is in the axes of its link a."""
        zd = SX.sym("zd", self.size)
        rates = closure_rates(self._motion(zd, SX(self.size, 1)), own_axes(self.structure))
        return ca.sparsify(ca.jacobian(rates, zd))

    @property
    def stiffness(self) -> Array:
        """(n, n) stiffness K_t of beams, superelements and elastic joints; it does not depend on the configuration."""
        return self.structure.stiffness
