"""Other standard parameters with the same efforts and fewer numbers (Briot & Khalil 8.7): chi_1 := chi_b, chi_2 := 0.

The efforts and the mass matrix of a robot depend only on its base parameters. So standard parameters that have no effect may be
zero, and so may those that are added to others. Newton-Euler then needs fewer operations. The elimination is in the elements of
the pseudo-inertia K = integral r r^T dm, with which Newton-Euler computes, in place of those of the inertia matrix.

Two sets of parameters have the same efforts if their kinetic energies are equal for all motions, and their potential energies up
to a constant. That is checked at the sampled configurations of the survey, in all their working modes. Energies of single bodies,
reactions, the centre of mass and the regressor are not the same: they are computed with the numbers of the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular

from parados.dynamics.base_search import orthogonalised, sparse_shares
from parados.dynamics.dynamic_parameters import StandardParameter, parameter_values, standard_parameters, symmetric_order
from parados.dynamics.energy import energy_rows
from parados.graph.virtual_machine import run_rows
from parados.model.graphs import Graphs
from parados.spatial.inertia import INERTIAL_NAMES
from parados.spatial.vectors import SX
from parados.topology.mechanism import PLATFORM, Mechanism

__all__ = ["regrouped_mechanisms"]

Array = NDArray[np.float64]

ROWS = 2
"""Number of rows for each column."""

SEED = 8265
"""Seed of the random rates."""

ZERO = 1e-10
"""A unit column is zero if less than this is left of it; a share of a unit column that is smaller is zero."""

SAME = 1e-12
"""Largest difference of the energies, relative to the sum of the sizes of their terms."""

GROWTH = 10.0
"""Largest growth of the sum of the sizes of the terms: larger ones would cancel each other and lose digits."""

TO_INERTIA = np.zeros((10, 10))
"""Inertial parameters xx xy xz yy yz zz mx my mz m as a linear function of Kxx Kxy Kxz Kyy Kyz Kzz mx my mz m."""
for _row, _columns in {0: (3, 5), 3: (0, 5), 5: (0, 3)}.items():
    TO_INERTIA[_row, _columns] = 1.0
TO_INERTIA[[1, 2, 4], [1, 2, 4]] = -1.0
TO_INERTIA[range(6, 10), range(6, 10)] = 1.0


def regrouped_mechanisms(graphs: Graphs) -> list[Mechanism]:
    """Return mechanisms with the same efforts and fewer parameters that are not zero; none if the rank is not clear.

    The first one results from the order (8.274) of the parameters, the second one from the reverse order.
    """
    mechanism = graphs.mechanism
    values = np.asarray(parameter_values(mechanism), dtype=float)
    chosen = sorted(_chosen(mechanism, values), key=lambda one: symmetric_order(mechanism, one))
    if not chosen:
        return []
    B, places = _pseudo_inertia(chosen), np.array([one.place for one in chosen])
    W, rows = _observed(graphs, places)
    if not np.isfinite(W).all():
        return []
    found = []
    for order in (np.arange(len(chosen)), np.arange(len(chosen))[::-1]):
        new = _regrouped(W @ B, rows, np.linalg.solve(B, values[places]), order)
        if new is None or np.count_nonzero(new) >= np.count_nonzero(values[places]):
            continue
        own = values.copy()
        own[places] = B @ new
        found.append(_with_values(mechanism, own))
    return found


def _chosen(mechanism: Mechanism, values: Array) -> list[StandardParameter]:
    """List the inertial parameters of bodies that have any, and rotor inertias of actuated joints."""
    every = standard_parameters(mechanism)
    heavy = {one.owner for one in every if one.kind in INERTIAL_NAMES and values[one.place]}
    return [
        one
        for one in every
        if (one.kind in INERTIAL_NAMES and one.owner in heavy) or (one.kind == "ia" and values[one.place])
    ]


def _pseudo_inertia(chosen: Sequence[StandardParameter]) -> Array:
    """(n, n) matrix from parameters with pseudo-inertias to the standard parameters."""
    B, place = np.eye(len(chosen)), {(one.owner, one.kind): k for k, one in enumerate(chosen)}
    for owner in {one.owner for one in chosen if one.kind in INERTIAL_NAMES}:
        ten = [place[owner, kind] for kind in INERTIAL_NAMES]
        B[np.ix_(ten, ten)] = TO_INERTIA
    return B


def _observed(graphs: Graphs, places: NDArray[np.intp]) -> tuple[Array, NDArray[np.intp]]:
    """Columns of both energies at the survey's samples with random rates, and 0 or 1 for the energy of each row."""
    survey, geometry, n = graphs.survey, graphs.survey.geometry, graphs.mechanism.n_dof
    p = graphs.symbols["standard"]
    rows = energy_rows(graphs.kinematics, p)
    inputs = ca.vertcat(geometry.given, geometry.signs, geometry.unknowns)
    e = ca.densify(graphs.in_rates_of_x(rows.e)[:, places.tolist()])
    u = ca.densify(SX(rows.u[:, places.tolist()]))
    f = ca.Function("energies", [inputs, graphs.symbols["xd"]], [e, u])
    count = len(survey.samples.inputs)
    times = ROWS * len(places) // count + 1
    given = np.tile(survey.samples.inputs, (times, 1))
    rates = np.random.default_rng(SEED).uniform(-1, 1, (len(given), n)) * (survey.upper - survey.lower)
    kinetic, potential = (np.ascontiguousarray(part)[:, 0, :] for part in run_rows(f, [given, rates], len(given)))
    potential = potential[:count] - potential[:count].mean(axis=0)
    return np.vstack([kinetic, potential]), np.repeat([0, 1], [len(kinetic), count])


def _regrouped(W: Array, rows: NDArray[np.intp], old: Array, order: NDArray[np.intp]) -> Array | None:
    """(n,) parameters with the energies of the old ones, after an elimination in a given order; None if it is not exact."""
    largest = np.array([(np.abs(W[rows == k]) @ np.abs(old)).max(initial=0.0) for k in (0, 1)])[rows]  # sizes of the terms
    kept, dropped, beta = _eliminated(W / np.where(largest > 0, largest, 1.0)[:, None], order)
    new = np.zeros_like(old)
    new[kept] = old[kept] + beta @ old[dropped]
    terms = np.abs(old[kept]) + np.abs(beta) @ np.abs(old[dropped])
    new[kept] = np.where(np.abs(new[kept]) > SAME * terms, new[kept], 0.0)
    exact = np.abs(W @ (new - old)) <= SAME * largest
    grown = np.abs(W) @ np.abs(new) > GROWTH * largest
    return new if exact.all() and not grown.any() else None


def _eliminated(W: Array, order: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp], Array]:
    """Return the columns that are kept, those that depend on them, and beta (8.270).

    A wrong decision about the rank is harmless here: the caller checks the energies. So there is no singular value decomposition,
    which takes long if many processes share a machine.
    """
    norms = np.linalg.norm(W, axis=0)
    seen = order[norms[order] > 0]
    scaled = W[:, seen] / norms[seen]
    Q, is_kept, _ = orthogonalised(scaled, ZERO)
    shares = solve_triangular(Q.T @ scaled[:, is_kept], Q.T @ scaled[:, ~is_kept])
    shares = sparse_shares(scaled[:, is_kept], scaled[:, ~is_kept], shares, ZERO)
    kept, dropped = seen[is_kept], seen[~is_kept]
    return kept, dropped, shares * norms[dropped] / norms[kept][:, None]


def _with_values(mechanism: Mechanism, values: Array) -> Mechanism:
    """Return the mechanism with other inertial parameters and rotor inertias, from a standard vector."""
    place = {(one.owner, one.kind): one.place for one in standard_parameters(mechanism)}

    def ten(owner: int) -> Array:
        return values[[place[owner, kind] for kind in INERTIAL_NAMES]]

    joints = [
        replace(joint, standard=ten(k), rotor=float(values[place[k, "ia"]])) for k, joint in enumerate(mechanism.joints)
    ]
    platform = mechanism.platform
    if not platform.is_absent:
        platform = replace(platform, standard=ten(PLATFORM))
    return replace(mechanism, joints=tuple(joints), platform=platform)
