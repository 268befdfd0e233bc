"""Efforts of joint friction (Briot & Khalil 8.2.3) and of the rotors of the actuators (8.2.2)."""

from __future__ import annotations

import casadi as ca

from parados.dynamics.dynamic_parameters import Parameters
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["friction", "rotors"]


def friction(mechanism: Mechanism, parameters: Parameters, qd: SX) -> SX:
    """(n_t, 1) friction efforts fs sign(qd) + fv qd + fb exp(-(qd/vs)^2) sign(qd) of all joints of the tree."""
    efforts = []
    for k, joint in enumerate(mechanism.joints):
        law = joint.friction
        direction = ca.tanh(qd[k] / law.width) if law.width else ca.sign(qd[k])
        dry = parameters.fs[k] + parameters.fb[k] * ca.exp(-((qd[k] / law.vs) ** 2))
        efforts.append(parameters.fv[k] * qd[k] + dry * direction)
    return ca.vertcat(*efforts)


def rotors(parameters: Parameters, qdd: SX) -> SX:
    """(n_t, 1) efforts Ia qdd that accelerate the rotors."""
    return ca.vertcat(*[ia * qdd[k] for k, ia in enumerate(parameters.rotor)])
