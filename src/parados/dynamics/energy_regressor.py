"""Rows of the energies over the standard parameters (Briot & Khalil 8.7.2).

    E = [e_p e_t] chi,    U = [u_p u_t] chi,    L = E - U = [l_p l_t] chi          (8.245), (8.254), (8.255)

The entries (8.234)-(8.243) and (8.248)-(8.252) of a body are the derivatives of its energies by its parameters. Rotors add
qd^2 / 2, springs the derivatives of their stored energy; friction and damping have no energy, so their entries are zero.
"""

from __future__ import annotations

from typing import NamedTuple

import casadi as ca

from parados.dynamics.dynamic_parameters import Parameters
from parados.dynamics.energy import kinetic, potential
from parados.kinematics.first_order import Kinematics
from parados.spatial.vectors import SX

__all__ = ["EnergyRows", "energy_rows"]


class EnergyRows(NamedTuple):
    """(1, n_p) rows of the kinetic and of the potential energy over the standard parameters."""

    e: SX
    u: SX


def energy_rows(kinematics: Kinematics, parameters: SX) -> EnergyRows:
    """Derive the energies by the standard parameters (n_p, 1), of which they are linear functions."""
    own = Parameters.at(kinematics.tree, parameters)
    return EnergyRows(ca.jacobian(kinetic(kinematics, own), parameters), ca.jacobian(potential(kinematics, own), parameters))
