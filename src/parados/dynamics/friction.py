"""Efforts of joint friction (Briot & Khalil 8.2.3) and of the rotors of the actuators (8.2.2)."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca

from parados.dynamics.dynamic_parameters import Parameters
from parados.robot.bodies import FrictionSpec
from parados.spatial.live_numbers import is_live
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["friction", "rotors", "without_dry_friction"]

TINY = 1e-100
"""Smallest ratio whose power is taken: the power of zero has no derivative by its exponent."""


def without_dry_friction(parameters: Parameters) -> Parameters:
    """Return the parameters without the dry parts fs, fb and fn of the friction; fv and f0 stay."""
    none = [SX(0)] * len(parameters.fs)
    return replace(parameters, fs=none, fb=none, fn=[None] * len(none))


def friction(mechanism: Mechanism, parameters: Parameters, qd: SX, direction: SX | None = None) -> SX:
    """(n_t, 1) friction efforts (fs + fb exp(-|qd/vs|^B)) sign(qd) + fv qd + f0 of all joints of the tree, (8.30) and (8.31).

    If a joint has fn, the dry friction is fs for positive and fn for negative rates, also where `width` or `ramp` approximates
    the sign that it is multiplied by: (fs (1 + s) + fn (1 - s)) / 2 in place of fs, where s is the sign of the rate.

    qd : (n_t, 1) rates of the joints [rad/s or m/s]
    direction : (n_t, 1) signs in place of sign(qd) for joints whose friction jumps; a simulation knows where a joint at rest goes
    """
    efforts = []
    for k, joint in enumerate(mechanism.joints):
        law, fs, fn = joint.friction, parameters.fs[k], parameters.fn[k]
        sign = _direction(law, qd[k]) if direction is None or not law.jumps else direction[k]
        side = sign if law.jumps else ca.sign(qd[k])
        sliding = fs if fn is None else (fs + fn + (fs - fn) * side) / 2
        dry = sliding + parameters.fb[k] * ca.exp(-_power(qd[k] / law.vs, law.exponent))
        efforts.append(parameters.fv[k] * qd[k] + dry * sign + parameters.f0[k])
    return ca.vertcat(*efforts)


def _direction(law: FrictionSpec, rate: SX) -> SX:
    """Sign of a rate, or its approximation: smooth with `width`, piecewise linear (Fig. 8.3d) with `ramp`."""
    if law.ramp:
        r = rate / law.ramp
        return (ca.fabs(r + 1) - ca.fabs(r - 1)) / 2  # r, but at most 1 and at least -1
    return ca.tanh(rate / law.width) if law.width else ca.sign(rate)


def _power(ratio: SX, exponent: float) -> SX:
    """|ratio|^exponent, written so that its derivative with respect to the exponent exists also at ratio = 0."""
    return ca.fmax(ca.fabs(ratio), TINY) ** exponent if is_live(exponent) or exponent != 2 else ratio**2


def rotors(parameters: Parameters, qdd: SX) -> SX:
    """(n_t, 1) efforts Ia qdd that accelerate the rotors."""
    return ca.vertcat(*[ia * qdd[k] for k, ia in enumerate(parameters.rotor)])
