"""Forces that take energy: friction of the joints, with a smooth sign, and damping of the structure."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.friction import friction
from parados.dynamics.parameters import Parameters
from parados.flexible.dynamics import FlexibleMotion
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["losses"]


def losses(motion: FlexibleMotion, friction_width: float | None, damping: NDArray[np.float64] | None) -> SX:
    """(n, 1) forces against the rates: friction with sign(qd) as tanh(qd / width), and D zd of an (n, n) D."""
    total = SX(motion.zd.numel(), 1)
    if friction_width is not None:
        smooth = _with_width(motion.structure.mechanism, friction_width)
        total += friction(smooth, Parameters.at(motion.tree), motion.zd)
    return total if damping is None else total + ca.sparsify(SX(ca.DM(damping))) @ motion.zd


def _with_width(mechanism: Mechanism, width: float) -> Mechanism:
    laws = [joint.friction.model_copy(update={"width": width}) for joint in mechanism.joints]
    return replace(mechanism, joints=tuple(replace(j, friction=f) for j, f in zip(mechanism.joints, laws, strict=True)))
