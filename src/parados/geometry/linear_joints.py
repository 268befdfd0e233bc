"""Joints whose positions are linear functions of x, found from sampled configurations.

In an articulated platform some joints depend on all legs together: the parts of a Quattro's platform keep their orientation, so
that their joints turn by minus the angle a3. No single loop shows this, but samples of closed configurations do. Once such
joints are known, the loops of the arms have closed forms.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.geometry.coupled_joints import LinearJoint
from parados.geometry.inverse import InverseGeometry, Samples
from parados.geometry.loops import Key
from parados.topology.mechanism import Mechanism

__all__ = ["linear_joints"]

Array = NDArray[np.float64]

EXACT = 1e-9
"""Largest distance [rad, m] of the samples from a linear function that is taken for exact; they are closed to 1e-12."""


def linear_joints(geometry: InverseGeometry, samples: Samples) -> list[LinearJoint]:
    """Find the joints of a numeric geometry whose positions are linear functions of x, by a fit to closed configurations."""
    mechanism = geometry.mechanism
    if mechanism.platform.is_quaternion:
        return []
    given = samples.named(geometry)
    x, q = given["x"], given["unknowns"][:, : len(mechanism.joints)]
    if len(x) < x.shape[1] + 4:
        return []
    regressors = np.hstack([x, np.ones((len(x), 1))])
    fits = np.asarray(np.linalg.lstsq(regressors, q, rcond=None)[0], dtype=np.float64)
    left = np.abs(regressors @ fits - q).max(axis=0)
    exact = [k for k in range(q.shape[1]) if left[k] < EXACT and k not in mechanism.joints_in_x]
    found = [_linear(mechanism, k, fits[:, k]) for k in exact]
    return [joint for joint in found if joint is not None]


def _linear(mechanism: Mechanism, joint: int, fit: Array) -> LinearJoint | None:
    """Build a linear joint from its factors and constant (n_x + 1,); None if an angle is not a sum of angles of x."""
    keys: list[Key] = [("coordinate", k) for k in mechanism.platform.coordinates] + [("joint", k) for k in mechanism.joints_in_x]
    angles = [k >= 3 for k in mechanism.platform.coordinates] + [mechanism.joints[k].unit == "rad" for k in mechanism.joints_in_x]
    turns, rounded = bool(mechanism.joints[joint].screw.turn), np.round(fit[:-1])
    whole = np.abs(fit[:-1] - rounded) < EXACT
    factors = np.where(whole, rounded, fit[:-1])
    used = [k for k in range(len(keys)) if factors[k]]
    if turns and not all(angles[k] and abs(factors[k]) == 1 for k in used):
        return None
    quarter = np.round(fit[-1] / (np.pi / 2)) * np.pi / 2
    constant = quarter if abs(fit[-1] - quarter) < EXACT else fit[-1]
    return LinearJoint(joint, {keys[k]: float(factors[k]) for k in used}, float(constant), turns)
