"""The equations of the pose at given actuated joints: forms of all legs and of the platform's coordinates, the chosen ones first.

Every real pose of the robot satisfies all forms. If the forms determine the pose locally, as many of them are chosen as the
platform has unknowns, so that a solver finds all their solutions; the other forms are conditions that the solutions must meet.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.arguments import freeze
from parados.assembly.leg_forms import chain_forms
from parados.assembly.passive_axes import driven_positions, passive_chain
from parados.assembly.platform_forms import declared_forms
from parados.assembly.study_functions import forms_of_frames
from parados.geometry.coupled_joints import CoupledJoints
from parados.geometry.couplings import find_loop_relations
from parados.geometry.survey import Survey
from parados.spatial.vectors import SX, inverse_frame
from parados.topology.mechanism import PLATFORM, Closure, Mechanism

__all__ = ["HOLDS", "PoseForms", "form_gradients", "pose_forms"]

Array = NDArray[np.float64]

HOLDS = 1e-7
"""Largest value of a form of norm 1 at sampled configurations; forms that hold leave round-off."""

INDEPENDENT = (1e-5, 1e-3, 1e-1)
"""Smallest part of a form's gradient that is independent of the gradients of the forms before it, in the order of trial."""

REGULAR = 1e-9
"""Smallest singular value of the gradients of six chosen forms. Small independent parts, one after the other, multiply round-off
until it looks like the sixth direction; larger parts are asked for then."""


@dataclass(frozen=True)
class PoseForms:
    """The forms of a robot as a function of its actuated joints.

    size : lengths are divided by it [m];  function : from q (n_a,) to forms (m, 17), in lengths of `size`
    constant : (m,) True for forms that do not depend on q
    chosen : indices of six independent forms;  frames, joints : (n, 4, 4), (n, n_a) sampled closed configurations
    """

    size: float
    function: ca.Function
    constant: NDArray[np.bool_]
    chosen: tuple[int, ...]
    frames: Array
    joints: Array
    _held: threading.local = field(default_factory=threading.local, repr=False, compare=False)

    def __post_init__(self) -> None:
        freeze(self)

    def at(self, q: Array) -> Array:
        """(m, 17) forms of norm 1 at the actuated joints q (n_a,)."""
        evaluate, given, columns = self.buffer()
        given[:] = q
        evaluate()
        forms = columns.T
        return np.asarray(forms / np.sqrt((forms * forms).sum(axis=1, keepdims=True)))

    def buffer(self) -> tuple[Callable[[], None], Array, Array]:
        """Return an evaluation without allocation, for this thread: its input (n_a,) and its output (17, m)."""
        held = self._held
        if not hasattr(held, "buffer"):
            held.buffer, held.evaluate = self.function.buffer()
            held.given, held.columns = np.zeros(self.joints.shape[1]), np.zeros((17, len(self.constant)))
            held.buffer.set_arg(0, memoryview(held.given))
            held.buffer.set_res(0, memoryview(held.columns))
        return held.evaluate, held.given, held.columns

    def to_scale(self, frames: Array) -> Array:
        """Return frames (N, 4, 4) with lengths of `size`."""
        return frames * _column(1 / self.size)

    def from_scale(self, frames: Array) -> Array:
        """Return frames (N, 4, 4) with lengths in metres."""
        return frames * _column(self.size)


def _column(factor: float) -> Array:
    scale = np.ones((4, 4))
    scale[:3, 3] = factor
    return scale


def pose_forms(mechanism: Mechanism, survey: Survey) -> PoseForms | None:
    """Collect the forms of a robot; None if they do not determine its pose, or if a link carries its platform."""
    if mechanism.platform.carrier is not None or any(k not in mechanism.actuated for k in mechanism.joints_in_x):
        return None
    joints, frames = _sampled(mechanism, survey)
    size = mechanism.size
    relations = CoupledJoints(
        mechanism, find_loop_relations(mechanism, survey.home_joints, np.random.default_rng(5)), survey.home_joints
    )
    q = SX.sym("q", len(mechanism.actuated))
    driven = driven_positions(relations, q)
    legs = [
        form
        for closure in _to_platform(mechanism)
        for form in chain_forms(passive_chain(mechanism, closure, driven, _ways(mechanism, closure)), q, joints[:4], size)
    ]
    own = declared_forms(mechanism, size)
    scale = np.array([1.0] * 9 + [size] * 6 + [size**2, 1.0])
    rows = ca.vertcat(SX(ca.DM(own)), *[form.T for form in legs]) @ ca.diag(SX(ca.DM(scale)))
    return _selected(ca.Function("forms", [q], [ca.densify(ca.cse(rows))]), frames * _column(1 / size), joints, size)


def _to_platform(mechanism: Mechanism) -> Iterator[Closure]:
    """Yield the closures between trees on the base and the platform.

    A link that is fixed on the platform counts as the platform: closures between it and other links are among them.
    """
    fixed = {c.a: c.frame_b @ inverse_frame(c.frame_a) for c in mechanism.loops if c.b == PLATFORM and not c.free}
    for closure in mechanism.loops:
        if mechanism.is_inner(closure):
            ends = [c for c in (closure, closure.other_way()) if c.b in fixed and mechanism.root(c.a) != PLATFORM]
            yield from (replace(c, b=PLATFORM, frame_b=fixed[c.b] @ c.frame_b) for c in ends)
        elif mechanism.root(closure.b) == PLATFORM:
            yield closure


def _ways(mechanism: Mechanism, closure: Closure) -> tuple[list[int], list[int]]:
    """Return the joints from the base to link a of a closure, and from the platform to link b."""
    return mechanism.path(closure.a), mechanism.path(closure.b)


def _sampled(mechanism: Mechanism, survey: Survey) -> tuple[Array, Array]:
    """Return sampled actuated joints (n, n_a) and frames of the platform (n, 4, 4); home is the first sample."""
    geometry = survey.geometry
    samples = survey.with_home
    joints = samples.values(geometry, ca.vertcat(*[geometry.joints[k].q for k in mechanism.actuated]))[:, :, 0]
    parts = samples.values(geometry, ca.horzcat(geometry.pose.R, geometry.pose.p))
    frames = np.tile(np.eye(4), (len(parts), 1, 1))
    frames[:, :3] = parts
    return joints, frames


def _selected(function: ca.Function, frames: Array, joints: Array, size: float) -> PoseForms | None:
    """Drop zero forms and forms that do not hold at the samples, and choose six independent ones."""
    values = np.array([function(q).full() for q in joints])
    norms = np.linalg.norm(values, axis=2)
    usable = norms.min(axis=0) > 1e-12
    values, kept = values[:, usable] / norms[:, usable, None], np.flatnonzero(usable)
    left = np.abs(np.einsum("nmk,nk->nm", values, forms_of_frames(frames))).max(axis=0)
    values, kept = values[:, left < HOLDS], kept[left < HOLDS]
    constant = np.abs(values - values[:1]).max(axis=(0, 2)) < 1e-12
    order = np.concatenate([np.flatnonzero(constant), np.flatnonzero(~constant)])
    gradients = np.array([form_gradients(v, T) for v, T in zip(values, frames, strict=True)])
    smallest = np.linalg.svd(gradients, compute_uv=False) if len(kept) >= 6 else np.zeros((1, 6))
    best = int(np.argmax(smallest[:, 5]))
    chosen = _independent(gradients[best], order) if len(kept) >= 6 else []
    if len(chosen) < 6:
        return None
    q = SX.sym("q", joints.shape[1])
    own = ca.Function("forms", [q], [function(q)[[int(k) for k in kept], :]])
    return PoseForms(size, own, constant, tuple(chosen), frames, joints)


def form_gradients(forms: Array, frame: Array) -> Array:
    """(m, 6) derivatives of forms along translations and rotations of the platform at a frame (4, 4)."""
    R, p = frame[:3, :3], frame[:3, 3]
    moved = np.zeros((6, 17))
    for k, e in enumerate(np.eye(3)):
        moved[k] = np.concatenate([np.zeros(9), e, R.T @ e, [2 * p @ e, 0]])
        turned = np.cross(e, R, axisb=0, axisc=0)
        moved[3 + k] = np.concatenate([turned.ravel(), np.zeros(3), turned.T @ p, [0, 0]])
    return forms @ moved.T


def _independent(gradients: Array, order: NDArray[np.intp]) -> list[int]:
    """Choose six rows that are independent; an empty list if there are none."""
    for least in INDEPENDENT:
        chosen = _one_after_the_other(gradients, order, least)
        if len(chosen) == 6 and np.linalg.svd(gradients[chosen], compute_uv=False)[5] > REGULAR:
            return chosen
    return []


def _one_after_the_other(gradients: Array, order: NDArray[np.intp], least: float) -> list[int]:
    """Choose at most six rows, each with a part of at least this size that is independent of those chosen before."""
    basis: list[Array] = []
    chosen: list[int] = []
    for k in order:
        rest = gradients[k] - sum((b * (b @ gradients[k]) for b in basis), np.zeros(6))
        rest = rest - sum((b * (b @ rest) for b in basis), np.zeros(6))
        if np.linalg.norm(rest) > least and len(chosen) < 6:
            basis.append(rest / np.linalg.norm(rest))
            chosen.append(int(k))
    return chosen
