"""Compare forward dynamics with Pinocchio: its mass matrix, bias and frame accelerations, with multipliers for the closures."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.as_pinocchio import as_pinocchio, constrained_accelerations, peer_state

from .independent import relative_difference
from .test_generality import compiled, states

AGREEMENT = 1e-8
"""Relative error; the condition of the saddle-point matrix is poor, since it mixes masses with unit entries."""


QUICK = ["hexaglide", "3-rps-tilt-torsion", "3-rhr"]
LARGE = ["hexa", "6-ups-tilt-torsion", "2-6r", "delta-six-rods"]


@pytest.mark.parametrize("name", [*QUICK, *[pytest.param(name, marks=pytest.mark.slow) for name in LARGE]])
def test_accelerations_agree_with_pinocchio(name: str) -> None:
    model = compiled(name)
    peer = as_pinocchio(model)
    for x, xd, _ in states(name):
        tau = np.linspace(-1, 2, len(model.actuated_names))
        efforts = np.zeros(peer.model.nv)
        efforts[list(model.mechanism.actuated)] = tau
        found = constrained_accelerations(peer, *peer_state(model, x, xd), efforts)
        xdd = model.forward_dynamics(x, xd, tau, friction=False)
        wanted = model.joint_accelerations(x, xd, xdd, joints="all")
        assert relative_difference(wanted, found[: len(wanted)]) < AGREEMENT
