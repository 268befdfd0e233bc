"""Regressors of the energies and of the parts of a robot: identities on random states."""

from __future__ import annotations

import numpy as np
import pytest

EXACT = 1e-10
"""Relative; solving for the passive rates amplifies round-off."""

ROBOTS = ("five-bar-feasible", "3-rpr", "dualv", "delta-d3-1200-simplified", "tripteron")


@pytest.mark.parametrize("name", ROBOTS)
def test_rows_of_the_energies_give_the_energies(name, model, some_states, off):
    """(8.245), (8.254) and (8.255)."""
    m = model(name)
    for x, xd, _ in some_states(name, 3):
        rows, energy = m.energy_regressor(x, xd), m.energy(x, xd)
        assert off(rows.kinetic @ m.parameters, energy.kinetic) < EXACT
        assert off(rows.potential @ m.parameters, energy.potential) < EXACT
        assert off(rows.lagrangian @ m.parameters, energy.kinetic - energy.potential) < EXACT


@pytest.mark.parametrize("name", ROBOTS)
def test_row_of_a_link_has_the_printed_entries(name, model, some_states, off):
    """(8.234)-(8.243), from the twist of the link, and (8.249)-(8.252), from its frame."""
    m = model(name)
    for x, xd, _ in some_states(name, 2):
        rows, twists, frames = m.energy_regressor(x, xd), m.link_twists(x, xd), m.link_frames(x)
        for k in range(len(m.joint_names)):
            T, g = frames[k], m.mechanism.gravity
            v, w = T[:3, :3].T @ twists[k, :3], T[:3, :3].T @ twists[k, 3:]
            first = m.parameter_names.index(f"xx_{m.joint_names[k]}")
            e = [w[0] ** 2 / 2, w[0] * w[1], w[0] * w[2], w[1] ** 2 / 2, w[1] * w[2], w[2] ** 2 / 2, *np.cross(v, w), v @ v / 2]
            u = [0.0] * 6 + [-(g @ T[:3, j]) for j in range(4)]
            assert off(rows.kinetic[first : first + 10], e) < EXACT
            assert off(rows.potential[first : first + 10], u) < EXACT


def test_springs_and_varying_inertia_have_rows_too(off):
    import parados

    for robot in ("gough-stewart-fried", "tests/robots/five-bar-sprung.yaml"):
        m = parados.load(robot).compile("vm")
        x, xd = m.survey.home, np.linspace(0.1, 0.3, m.mechanism.n_dof)
        rows, energy = m.energy_regressor(x, xd), m.energy(x, xd)
        assert off(rows.kinetic @ m.parameters, energy.kinetic) < EXACT
        assert off(rows.potential @ m.parameters, energy.potential) < EXACT


@pytest.mark.parametrize("name", ["five-bar-feasible", "3-rpr", "delta-d3-1200-simplified", "tripteron"])
def test_parts_of_the_regressor_add_up_to_it(name, model, some_states, off):
    """D_tot = D_a + J_d^T D_d + J^T D_p, (8.265), with the matrices of the book."""
    m = model(name)
    for x, xd, xdd in some_states(name, 3):
        parts, book = m.regressor_parts(x, xd, xdd), m.matrices(x)
        J_p = book.Psi_t[:6] @ book.J
        assert off(parts.D_a + book.J_d.T @ parts.D_d + J_p.T @ parts.D_p, parts.D_tot) < EXACT
        assert off(parts.D_tot @ m.parameters, m.inverse_dynamics(x, xd, xdd)) < EXACT


@pytest.mark.parametrize("name", ["dualv", "five-bar-feasible"])
def test_regressor_of_the_platform_force_is_that_of_the_projected_efforts(name, model, some_states, off):
    m = model(name)
    for x, xd, xdd in some_states(name, 3):
        Y = m.platform_force_regressor(x, xd, xdd)
        assert off(Y, m.inverse_jacobian(x).T @ m.regressor(x, xd, xdd)) < EXACT
        assert off(Y @ m.parameters, m.platform_force(x, xd, xdd)) < EXACT
