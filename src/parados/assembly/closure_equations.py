"""Closure equations of a robot as analytic functions of its unknowns and actuated joints.

A chain whose constraints are forms in the Study functions (`leg_forms`) gives these forms of the relative pose of its two ends.
Other chains keep more of their joints as unknowns (`closure_chains`), at last all of them, so that the rows of the closure itself
are the equations. As many independent equations as there are unknowns are solved; all of them must hold.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.assembly.closure_chains import ClosureChain, closure_chains, unknown_joints
from parados.assembly.leg_forms import chain_forms
from parados.assembly.passive_axes import driven_positions, passive_chain
from parados.assembly.pose_forms import HOLDS, form_gradients
from parados.assembly.study_functions import forms_of_frames
from parados.assembly.unknown_configuration import Configuration, configuration
from parados.geometry.coupled_joints import CoupledJoints
from parados.geometry.couplings import find_loop_relations
from parados.geometry.residual import body_frame, closure_alignment, closure_residual
from parados.geometry.survey import Survey
from parados.spatial.vectors import SX, Frame
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition

__all__ = ["ClosureEquations", "closure_equations"]

Array = NDArray[np.float64]

RANK = 1e-6
"""Singular values below this times the largest count as zero."""


@dataclass(frozen=True)
class WholeEquations:
    """Rows of all closures, with every joint as an unknown that the actuated joints do not determine.

    y, q : symbols;  rows : (m, 1);  turns : (n,) True for angles;  places : indices of the unknowns that are kept elsewhere
    """

    y: SX
    q: SX
    rows: SX
    turns: NDArray[np.bool_]
    places: tuple[int, ...]


@dataclass(frozen=True)
class ClosureEquations:
    """Equations of a robot; lengths are over its size.

    y, q : symbols of the unknowns (n,) and of the actuated joints (n_a,);  rows : (m, 1) all equations
    chosen : indices of n independent ones;  turns : (n,) True for unknowns that are angles
    values, joints : (n_s, n), (n_s, n_a) unknowns and actuated joints of sampled configurations; home is the first
    bodies : frames of the platform and of all bodies between which the equations hold
    known : positions of the joints that y and q determine, by index
    whole : the equations with all joints as unknowns
    """

    y: SX
    q: SX
    rows: SX
    chosen: tuple[int, ...]
    turns: NDArray[np.bool_]
    values: Array
    joints: Array
    bodies: list[Frame]
    known: dict[int, JointPosition]
    whole: WholeEquations


def closure_equations(mechanism: Mechanism, survey: Survey) -> ClosureEquations | None:
    """Build the equations; None if a joint is helical, if they do not determine the unknowns, or if turns of an angle count."""
    if any(joint.screw.turn and joint.screw.slide for joint in mechanism.joints):
        return None
    home = survey.home_joints
    relations = CoupledJoints(mechanism, find_loop_relations(mechanism, home, np.random.default_rng(5)), home)
    samples, geometry = survey.with_home, survey.geometry
    q_sampled = samples.values(geometry, ca.vertcat(*[geometry.joints[k].q for k in mechanism.actuated]))[:, :, 0]
    q = SX.sym("q", len(mechanism.actuated))
    driven = driven_positions(relations, q)
    actuated = (q, driven, q_sampled)
    longest = closure_chains(mechanism, relations, set(driven))
    chosen = [_eliminated(mechanism, survey, chain, actuated, False) for chain in longest]
    for k in (None, *range(len(longest))):  # chains give up joints only if the equations do not determine the unknowns
        if k is not None:
            chosen[k] = _eliminated(mechanism, survey, longest[k], actuated, True)
        chains = [chain for chain, _ in chosen]
        at = configuration(mechanism, survey, relations, unknown_joints(mechanism, chains, set(driven)))
        rows = [_rows(mechanism, at, chain, ca.substitute(forms, q, at.q)) for chain, forms in chosen]
        found = _independent(at, ca.cse(ca.vertcat(*rows)), q_sampled)
        if found is not None:
            if not _is_periodic(at, found[0], q_sampled[0]):
                return None
            alone = [replace(chain, tail_a=(), tail_b=()) for chain in chains]
            every = configuration(mechanism, survey, relations, unknown_joints(mechanism, alone, set(driven)))
            ends = sorted({end for chain in chains for end in chain.ends(mechanism) if end >= 0})
            bodies = [at.tree.pose, *[at.tree.frame_of(end, Frame.identity()) for end in ends]]
            whole = _whole(mechanism, at, every, alone)
            return ClosureEquations(at.y, at.q, *found, at.turns, at.values, q_sampled, bodies, at.joints, whole)
    return None


def _is_periodic(at: Configuration, rows: SX, q: Array) -> bool:
    """Tell whether the equations repeat after a whole turn of each angle.

    The stroke of a rack that a passive pinion moves depends on the angle itself. Such equations are no polynomials in cosines and
    sines, and may have any number of solutions.
    """
    f = ca.Function("f", [at.y, at.q], [ca.densify(rows)])
    turned = at.values[0] + 2 * np.pi * np.eye(len(at.values[0]))[at.turns]
    return all(np.abs((f(y, q) - f(at.values[0], q)).full()).max(initial=0.0) < HOLDS for y in turned)


def _whole(mechanism: Mechanism, at: Configuration, every: Configuration, alone: list[ClosureChain]) -> WholeEquations:
    rows = ca.cse(ca.vertcat(*[_rows(mechanism, every, chain, SX(0, 17)) for chain in alone]))
    pose = range(len(every.unknown), every.y.numel())
    return WholeEquations(every.y, every.q, rows, every.turns, (*[every.unknown.index(k) for k in at.unknown], *pose))


Actuated = tuple[SX, dict[int, JointPosition], Array]
"""Symbol of the actuated joints, positions of the joints that they determine, and their values at the samples."""


def _eliminated(
    mechanism: Mechanism, survey: Survey, longest: ClosureChain, actuated: Actuated, wholly: bool
) -> tuple[ClosureChain, SX]:
    """Return the longest chain that has forms, and its forms (k, 17); none for a closure by itself.

    wholly : True if its forms must be all constraints of the chain
    """
    q, driven, values = actuated
    for chain in longest.shorter():
        if not chain.tail_a and not chain.tail_b:
            return chain, SX(0, 17)
        found = chain_forms(
            passive_chain(mechanism, chain.closure, driven, (chain.tail_a, chain.tail_b)), q, values[:4], mechanism.size
        )
        if not found:
            continue
        scale = SX(ca.DM(np.array([1.0] * 9 + [mechanism.size] * 6 + [mechanism.size**2, 1.0])))
        rows = ca.horzcat(*found).T @ ca.diag(scale)
        kept, rank = _holding(rows, q, values, _relative_frames(mechanism, survey, chain))
        if rank >= (6 - chain.freedoms if wholly else min(1, 6 - chain.freedoms)):
            return chain, rows[kept, :]
    raise AssertionError("the last chain is the closure by itself")


def _relative_frames(mechanism: Mechanism, survey: Survey, chain: ClosureChain) -> Array:
    """(n_s, 4, 4) frames of the second end of a chain in the first one at the samples, in lengths of the robot's size."""
    geometry = survey.geometry
    a, b = (body_frame(geometry.tree, geometry.pose, end, np.eye(4)) for end in chain.ends(mechanism))
    between = a.inverse() @ b
    parts = survey.with_home.values(geometry, ca.horzcat(between.R, between.p / mechanism.size))
    frames = np.tile(np.eye(4), (len(parts), 1, 1))
    frames[:, :3] = parts
    return frames


def _holding(rows: SX, q: SX, values: Array, frames: Array) -> tuple[list[int], int]:
    """Return the indices of the forms (k, 17) that hold at all samples, and their number of independent constraints."""
    f = ca.Function("forms", [q], [ca.densify(rows)])
    forms = np.array([f(row).full() for row in values])
    norms = np.linalg.norm(forms, axis=2, keepdims=True)
    usable = norms.min(axis=(0, 2)) > 1e-12
    forms = forms / np.where(norms > 0, norms, 1.0)
    left = np.abs(np.einsum("nmk,nk->nm", forms, forms_of_frames(frames))).max(axis=0)
    kept = np.flatnonzero(usable & (left < HOLDS))
    if not len(kept):
        return [], 0
    gradients = [form_gradients(own[kept], frame) for own, frame in zip(forms, frames, strict=True)]
    return kept.tolist(), max(int(np.linalg.matrix_rank(g, tol=RANK)) for g in gradients[:8])


def _rows(mechanism: Mechanism, at: Configuration, chain: ClosureChain, forms: SX) -> SX:
    """(k, 1) equations of a chain: its forms at the relative pose of its ends, or the rows of the closure itself."""
    tree, size = at.tree, mechanism.size
    if not chain.tail_a and not chain.tail_b:
        closure = chain.closure
        a, b = (body_frame(tree, tree.pose, *end) for end in ((closure.a, closure.frame_a), (closure.b, closure.frame_b)))
        gaps = 3 - len(closure.free_translations)
        rows = closure_residual(closure, a, b)
        return ca.vertcat(rows[:gaps] / size, rows[gaps:], closure_alignment(closure, a, b) - 1)
    a, b = (body_frame(tree, tree.pose, end, np.eye(4)) for end in chain.ends(mechanism))
    between = a.inverse() @ b
    p = between.p / size
    return forms @ ca.vertcat(ca.vec(between.R.T), p, between.R.T @ p, ca.dot(p, p), 1)


def _independent(at: Configuration, rows: SX, joints: Array) -> tuple[SX, tuple[int, ...]] | None:
    """Return the rows that hold at all samples, and the indices of independent ones; None if there are fewer than unknowns."""
    from scipy.linalg import qr

    n = at.y.numel()
    f = ca.Function("f", [at.y, at.q], [ca.densify(rows), ca.densify(ca.jacobian(rows, at.y))])
    values = [[part.full() for part in f(y, q)] for y, q in zip(at.values, joints, strict=True)]
    holds = np.flatnonzero(np.max([np.abs(own) for own, _ in values], axis=0)[:, 0] < HOLDS)
    best = max((J[holds] for _, J in values), key=lambda J: _smallest(J, n))
    if _smallest(best, n) < RANK:
        return None
    order = qr(best.T, mode="r", pivoting=True)[1][:n]
    return rows[holds.tolist()], tuple(sorted(int(k) for k in order))


def _smallest(J: Array, n: int) -> float:
    sizes = np.linalg.svd(J, compute_uv=False)
    return float(sizes[n - 1]) if 0 < n <= len(sizes) else 0.0
