"""Forces that dissipate energy: friction of the joints, with a smooth sign, and damping of the structure."""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.dynamic_parameters import Parameters
from parados.dynamics.friction import friction, without_dry_friction
from parados.flexible.elastic_dynamics import FlexibleMotion
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["JointFriction", "losses"]


@dataclass(frozen=True)
class JointFriction:
    """Options for the joint friction of the robot file in a simulation.

    Attributes
    ----------
    dry : True to include the dry parts fs, fn and fb; False for viscous friction and the offset only
    width : sign(qd) is replaced by tanh(qd / width) at every joint [rad/s or m/s]; None: each joint keeps its width
    """

    dry: bool = True
    width: float | None = None

    def on(self, mechanism: Mechanism) -> Mechanism:
        """Apply these options to the friction laws of a mechanism."""
        laws = []
        for joint in mechanism.joints:
            law = joint.friction if self.dry else joint.friction.model_copy(update={"fs": 0.0, "fb": 0.0, "fn": None})
            laws.append(law if self.width is None else law.model_copy(update={"width": self.width, "ramp": 0.0}))
        return replace(mechanism, joints=tuple(replace(j, friction=f) for j, f in zip(mechanism.joints, laws, strict=True)))

    def steps(self, mechanism: Mechanism) -> list[str]:
        """Names of the joints whose dry friction jumps with the sign of the rate; time integration cannot handle this."""
        return [j.name for j in self.on(mechanism).joints if j.friction.jumps]


def losses(motion: FlexibleMotion, rubbing: JointFriction | None, damping: NDArray[np.float64] | None) -> SX:
    """(n, 1) forces against the rates.

    rubbing : friction of the joints, or None for no friction
    damping : (n, n) matrix D of the forces D zd, or None for no damping
    """
    total = SX(motion.zd.numel(), 1)
    if rubbing is not None:
        own = Parameters.at(motion.tree)
        parameters = own if rubbing.dry else without_dry_friction(own)
        total += friction(rubbing.on(motion.structure.mechanism), parameters, motion.zd)
    return total if damping is None else total + ca.sparsify(SX(ca.DM(damping))) @ motion.zd
