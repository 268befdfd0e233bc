"""Explain which couplings keep the loops of a robot from closing, or the robot from moving."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from parados.geometry.inverse import InverseGeometry, Samples
from parados.spatial.live_numbers import nominal
from parados.topology.joint_couplings import Coupling
from parados.topology.mechanism import Mechanism

__all__ = ["coupling_conflicts", "uncoupled"]

Array = NDArray[np.float64]

FITS = 1e-6
"""Distance from a coupling, in the unit of its joints, below which it holds: constants in files have about ten digits."""

MOVES = 1e-6
"""Rate of change of a coupling in a free motion above which the pose does not determine its joints."""


def uncoupled(mechanism: Mechanism) -> Mechanism:
    """Return the mechanism without its couplings."""
    return replace(mechanism, couplings=(), joints=tuple(replace(joint, coupled=False) for joint in mechanism.joints))


def coupling_conflicts(couplings: tuple[Coupling, ...], loose: InverseGeometry, home: Array, samples: Samples) -> Iterator[str]:
    """Yield a sentence for each coupling that the configurations of the robot without couplings do not satisfy.

    Only couplings between joints that the pose of the platform determines are checked.

    loose : geometry of the robot without couplings
    home : (1, n) inputs of `loose` at home;  samples : closed configurations of `loose` around home
    """
    q = ca.vertcat(*[joint.q for joint in loose.joints])
    there = Samples(np.vstack([home, samples.inputs])).values(loose, q)[:, :, 0]
    free = _free_motions(loose, home)
    for k, coupling in enumerate(couplings):
        row = np.zeros(there.shape[1])
        row[list(coupling.factors)] = nominal(list(coupling.factors.values()))
        if np.abs(row @ free).max(initial=0.0) > MOVES * coupling.scale:
            continue
        wanted, totals = float(nominal(coupling.constant)), there @ row
        place = f"couplings[{k}] ({coupling.name})"
        if abs(totals[0] - wanted) > FITS * coupling.scale:
            yield (
                f"{place}: at home its terms add up to {totals[0]:.6g}, not to the constant {wanted:.6g} "
                f"({abs(totals[0] - wanted):.3g} apart); the pose determines these joints, so correct the constant or home"
            )
        elif np.nanmax(np.abs(totals - wanted)) > FITS * coupling.scale:
            yield (
                f"{place}: it holds at home but not at the poses around home, so it locks a motion of the robot; "
                "declare fewer coordinates, or leave the coupling out"
            )


def _free_motions(loose: InverseGeometry, home: Array) -> Array:
    """(n_t, k) basis of the joint rates that are possible at home while x is constant; k = 0 for a closed form."""
    n_t = len(loose.joints)
    if loose.is_closed_form:
        return np.zeros((n_t, 0))
    J = Samples(home).values(loose, ca.jacobian(loose.residual(), loose.unknowns))[0]
    return null_space(J, rcond=MOVES)[:n_t]
