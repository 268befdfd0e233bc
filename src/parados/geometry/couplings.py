"""Linear relations between joints that inner loops impose: a parallelogram makes q4 = -q3, for instance.

A relation r . q = constant holds for all configurations of an inner loop if and only if r belongs to the row space of
the loop's closure Jacobian at each of them. The relations are the intersection of the row spaces at random closed
configurations near the file's guess. The guess also fixes the branch (a parallelogram, not its crossed twin). In a family of
robots a relation must hold for all members.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from parados.geometry.residual import closure_alignment, closure_frames, closure_residual, still_frames
from parados.spatial.vectors import SX, Frame
from parados.topology.axis_motions import Motions
from parados.topology.joint_couplings import Coupling
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition, Tree

__all__ = ["find_loop_relations", "has_twin"]

Array = NDArray[np.float64]

RANK = 1e-8
"""Singular values below this times the largest count as zero."""


TWIN_TRIES = 12
"""Number of random starts in the search for another way to close the inner loops."""


def find_loop_relations(mechanism: Mechanism, guess: Array, rng: np.random.Generator) -> list[Coupling]:
    """Find the linear relations of all inner loops; `guess` (n_t,) are joint positions near a closed configuration."""
    f = _inner_loops(mechanism)
    if f is None:
        return []
    motions = Motions.of(mechanism)
    near = motions.measured(guess)
    complements: list[Array] = []
    closed: list[Array] = []
    for _ in range(40):
        live = mechanism.family.rows(len(closed) + 1)[-1]
        q = _closed_from(f, live, motions, near + rng.uniform(-0.3, 0.3, len(near)) * (len(closed) > 0))
        if q is None and not closed:
            return []
        if q is None:
            continue
        closed.append(q)
        complements.append(null_space(np.array(f(q, live)[1]), rcond=RANK))
        if len(closed) == 6:
            break
    if len(closed) < 6:
        return []
    relations = null_space(np.hstack(complements).T, rcond=RANK).T
    return [_coupling(row, closed, mechanism) for row in _sparse_rows(relations) if _holds(row, closed, mechanism)]


def has_twin(mechanism: Mechanism, couplings: list[Coupling], rng: np.random.Generator) -> bool:
    """Tell whether the inner loops also close where the couplings do not hold, as a crossed parallelogram does."""
    f = _inner_loops(mechanism)
    n = len(mechanism.joints)
    for _ in range(TWIN_TRIES if f is not None else 0):
        q = _closed_from(f, mechanism.family.nominal, Motions.of(mechanism), rng.uniform(-np.pi, np.pi, n))
        if q is not None and any(coupling.residual(q) > 1e-6 for coupling in couplings):
            return True
    return False


def _inner_loops(mechanism: Mechanism) -> ca.Function | None:
    """Build the function from q and live parameters to the rows of inner closures, their Jacobian and alignment cosines.

    None if no leg has an inner loop.
    """
    q = SX.sym("q", len(mechanism.joints))
    tree = Tree.at(mechanism, [JointPosition.at(q[k]) for k in range(q.numel())], Frame.identity())
    ends = still_frames(mechanism, closure_frames(mechanism, tree, Frame.identity()))
    frames = [(c, a, b) for c, a, b in ends if mechanism.is_inner(c)]
    if not frames:
        return None
    rows = ca.vertcat(*[closure_residual(*ends) for ends in frames])
    aligned = ca.densify(ca.vertcat(*[closure_alignment(*ends) for ends in frames]))
    return ca.Function("f", [q, mechanism.family.symbol], [rows, ca.jacobian(rows, q), aligned])


def _closed_from(f: ca.Function, live: Array, motions: Motions, start: Array) -> Array | None:
    """(n_t,) closed configuration of the inner loops, searched from the motions `start` (n_t,); None if not found.

    live : (n_p,) values of the live parameters
    """
    from scipy.optimize import least_squares  # imports slower than all of parados, and most robots need no search

    def rows(v: Array) -> Array:
        return np.array(f(motions.unknowns(v), live)[0]).ravel()

    def jacobian(v: Array) -> Array:
        return motions.columns(np.array(f(motions.unknowns(v), live)[1]))

    fit = least_squares(rows, start, jac=jacobian, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=100)
    q = motions.unknowns(fit.x)
    closed = np.abs(fit.fun).max() <= 1e-10 and not (np.array(f(q, live)[2]) < 0.5).any()
    return q if closed else None


def _sparse_rows(relations: Array) -> Array:
    """Return the reduced row echelon form, in which each relation names as few joints as possible."""
    rows = relations.copy()
    pivot_row = 0
    for col in range(rows.shape[1] - 1, -1, -1):
        if pivot_row == len(rows):
            break
        best = pivot_row + int(np.argmax(np.abs(rows[pivot_row:, col])))
        if abs(rows[best, col]) < RANK:
            continue
        rows[[pivot_row, best]] = rows[[best, pivot_row]]
        rows[pivot_row] /= rows[pivot_row, col]
        for other in range(len(rows)):
            if other != pivot_row:
                rows[other] -= rows[other, col] * rows[pivot_row]
        pivot_row += 1
    rows[np.abs(rows) < 1e-7] = 0.0
    return np.where(np.abs(rows - np.round(rows)) < 1e-7, np.round(rows), rows)


def _holds(row: Array, closed: list[Array], mechanism: Mechanism) -> bool:
    """Tell whether a relation between joints holds at all closed configurations and can be used.

    Joints that turn must have the factor +1 or -1: the cosine and sine of a sum are computed only for these factors. The constant
    must be the same at all closed configurations, up to whole turns.

    row : (n_t,) factors;  closed : closed configurations, (n_t,) joint positions each
    """
    used = np.flatnonzero(row)
    whole = all(mechanism.joints[k].unit == "m" or abs(row[k]) == 1 for k in used)
    constants = np.array([row @ c for c in closed])
    return whole and bool(np.abs(np.exp(1j * (constants - constants[0])) - 1).max() < 1e-6)


def _coupling(row: Array, closed: list[Array], mechanism: Mechanism) -> Coupling:
    used = np.flatnonzero(row)
    constant = float(row @ closed[0])
    for whole in (0.0, np.pi / 2, -np.pi / 2, np.pi, -np.pi):
        if abs(constant - whole) < 1e-9:
            constant = whole
    return Coupling({int(k): float(row[k]) for k in used}, constant)
