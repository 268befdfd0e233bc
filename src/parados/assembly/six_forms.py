"""All poses that satisfy six forms: prepare a robot once, then follow its complex solutions to the wanted actuated joints.

Each form of a robot, as the actuated joints move, stays in a linear space of forms: for a strut the squared length enters one
coefficient; for an elbow on a circle the space has three dimensions. A general complex member of these spaces is solved once, by
following the 40 solutions of the general start system (`generic_start`); solutions at infinity and singular solutions are left
out. The straight way from this member to the forms at given joints stays within the spaces, so that all isolated solutions are
reached from the prepared ones with probability one (parameter homotopy). The number of finite solutions is found the same way at
random joints; it is a property of the robot: 40 for a general hexapod, fewer for a symmetric one.

References
----------
Morgan and Sommese (1989), Wampler (1996), see `quadric_paths` and `study_functions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.assembly.generic_start import generic_start
from parados.assembly.kept_points import kept_points
from parados.assembly.path_tracker import CAREFUL, QUICK, UTMOST, Tracking, follow_forms, system
from parados.assembly.quadric_paths import refined
from parados.assembly.solution_curves import is_on_curve
from parados.assembly.study_solutions import distinct, finite, real_points

__all__ = ["FoundStudy", "PreparedForms", "prepare", "prepared"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

REGULAR = 1e-8
"""Solutions with a smallest singular value below this are singular."""

FAR = 1e-6
"""Solutions with |e . e| below this, |z| = 1, are more than 1000 sizes of the robot away, or at infinity."""

STARTS = 3
"""Number of general members at which the solutions are counted."""

DETOUR = np.array([0.9, -1.1, 0.7, -0.8, 1.2, -1.0])
"""Phases by which the forms are multiplied for another way to them, if solutions on the straight way come near to infinity."""

NEAR_END = 0.9
"""A path that stops after this t ends at a singular solution or at infinity."""


class FoundStudy(NamedTuple):
    """Solutions at given forms.

    z : (k, 8) distinct finite complex solutions;  real : (m, 8) real points among them, singular ones included
    doubtful : number of paths that ended nowhere, or where another path ended;  is_curve : True if real solutions form a curve
    """

    z: Complex
    real: Array
    doubtful: int
    is_curve: bool = False


@dataclass(frozen=True)
class PreparedForms:
    """A general complex member of the forms of a robot, with its solutions.

    forms : (6, 17);  points : (n, 8);  expected : number of finite solutions at general actuated joints
    """

    forms: Complex
    points: Complex
    expected: int

    def solve(self, forms: Array, tracking: Tracking = QUICK) -> FoundStudy:
        """Find all solutions of the forms (6, 17) of the robot at given actuated joints."""
        scaled = _scaled(self.forms, forms)
        found = _ended(forms, *follow_forms(self.forms, scaled, self.points, tracking))
        for slower, turn in ((CAREFUL, 0.0), (UTMOST, 1.0)):
            if found.doubtful or len(found.z) < self.expected:
                end = scaled * np.exp(1j * turn * DETOUR)[:, None]
                again = _ended(forms, *follow_forms(self.forms, end, self.points, slower))
                agreed = not found.doubtful and not again.doubtful and len(again.z) == len(found.z)
                found = _joined(found, again)
                if agreed and len(found.z) == len(again.z):  # fewer solutions than in general, twice the same ones
                    break
        return found


def _scaled(start: Complex, forms: Array) -> Complex:
    """Return forms multiplied by the phases that make them closest to the start, so that the way is short."""
    phase = (start * forms).sum(axis=1)
    return np.asarray(forms * (phase / np.where(phase == 0, 1, np.abs(phase)) + (phase == 0))[:, None])


def _ended(forms: Array, z: Complex, t: Array) -> FoundStudy:
    """Sort the ends of paths: regular solutions, closed under conjugation, and singular real ones."""
    H = system(forms)
    ended = (t >= 1) & finite(z)
    regular, good = _regular(H, z[ended])
    singular = np.concatenate([regular[~good], z[~ended & finite(z) & (t > NEAR_END)]])
    once = distinct(regular[good])
    both = distinct(np.concatenate([once, once.conj()])) if np.isrealobj(forms) else once
    doubtful = int((t <= NEAR_END).sum()) + int(good.sum()) - len(once) + len(both) - len(once)
    real = real_points(both)
    touching, is_curve = _singular_points(H, singular)
    real = np.concatenate([real, touching]) if len(touching) else real
    return FoundStudy(both, real, doubtful, is_curve)


def _regular(H: Complex, z: Complex) -> tuple[Complex, NDArray[np.bool_]]:
    """Refine the ends of paths (P, 8), and tell which are regular finite solutions.

    Solutions far away have a small e . e, and so have ends of paths to infinity. Newton's method keeps e . e of the former; it
    converges slowly to zero for the latter, since solutions at infinity are singular.
    """
    z, size, smallest = refined(H, z)
    good = (size < 1e-9) & (smallest > REGULAR) & (_scale(z) > FAR)
    far = np.flatnonzero(_scale(z) <= FAR)
    if len(far):
        again, size, smallest = refined(H, z[far], 6, singular=True)
        kept = np.abs(_scale(again) / np.maximum(_scale(z[far]), 1e-300) - 1) < 0.01
        good[far] = kept & (size < 1e-3 * np.sqrt(_scale(again))) & (smallest > 1e-12) & finite(again)
        z[far] = again
    return z, good


def _scale(z: Complex) -> Array:
    return np.asarray(np.abs((z[:, :4] ** 2).sum(axis=1)))


def _joined(one: FoundStudy, other: FoundStudy) -> FoundStudy:
    z = distinct(np.concatenate([one.z, other.z]))
    real = distinct(np.concatenate([one.real, other.real]).astype(complex), 1e-10).real
    doubtful = other.doubtful if len(z) > len(one.z) else min(one.doubtful, other.doubtful)
    return FoundStudy(z, real, doubtful, one.is_curve or other.is_curve)


def _singular_points(H: Complex, z: Complex) -> tuple[Array, bool]:
    """Return singular real solutions (k, 8) near the ends z of paths, and True if there is a curve of real solutions.

    Paths that go to a curve end at any complex points of it; Newton's method then starts from their real parts.
    """
    if not len(z):
        return np.zeros((0, 8)), False
    z, _, _ = refined(H, z, 40, singular=True)
    ended = distinct(z[_solves(H, z) & finite(z)], 1e-9)
    points = real_points(ended, 1e-4)
    beside = _real_parts(ended)
    starts = np.concatenate([points, beside]).astype(complex)
    if not len(starts):
        return np.zeros((0, 8)), False
    found, _, smallest = refined(H, starts, 60, singular=True)
    good = _solves(H, found) & finite(found) & (smallest < 1e-4)
    curve = any(_is_curve(H.real, w.real) for w in found[good])
    touching = distinct(found[: len(points)][good[: len(points)]], 1e-9)
    return (np.zeros((0, 8)) if curve else touching.real), curve


def _solves(H: Complex, z: Complex) -> NDArray[np.bool_]:
    return np.abs(np.einsum("mij,pi,pj->pm", H, z, z)).max(axis=1, initial=0.0) < 1e-11


def _real_parts(z: Complex) -> Array:
    """(P, 8) real parts of points, of norm 1, after the rotation of their phase that makes them largest."""
    phase = np.sqrt((z * z).sum(axis=1) + 1e-30)
    turned = (z * (np.abs(phase) / phase)[:, None]).real
    return np.asarray(turned / np.linalg.norm(turned, axis=1, keepdims=True))


def _is_curve(H: Array, z: Array) -> bool:
    """Tell whether solutions continue from a singular solution z (8,), for a tenth of its norm."""

    def rows(w: Array) -> tuple[Array, Array]:
        return np.append(np.einsum("mij,i,j->m", H, w, w), w @ z - 1), np.vstack([2 * np.einsum("mij,j->mi", H, w), z])

    return is_on_curve(rows, z)


def prepare(samples: Array, *, starts: int = STARTS) -> PreparedForms:
    """Prepare the forms of a robot from their values (n, 6, 17) at random actuated joints.

    starts : number of general members at which the solutions are counted; the one with the most solutions is kept
    """
    rng = np.random.default_rng(7)
    forms, points = generic_start()
    first: PreparedForms | None = None
    for _ in range(starts):
        # weights around 1: if their sum were near zero, the solutions of the member would be near infinity
        weights = 1 + rng.normal(size=(len(samples), 6)) + 1j * rng.normal(size=(len(samples), 6))
        member = np.einsum("nm,nmk->mk", weights, samples)
        member = member / np.linalg.norm(member, axis=1, keepdims=True)
        z, t = follow_forms(forms * np.exp(1j * rng.uniform(0, 6, (6, 1))), member, points, CAREFUL)
        z, good = _regular(system(member), z[(t >= 1) & finite(z)])
        kept = distinct(z[good])
        if first is None or len(kept) > len(first.points):
            first = PreparedForms(member, kept, 0)
    assert first is not None
    counts = [len(first.solve(row).z) for row in samples[:starts]]
    return PreparedForms(first.forms, first.points, max(counts))


def prepared(samples: Array) -> PreparedForms:
    """Prepare the forms of a robot as `prepare` does, or take them from the cache."""

    def make() -> dict[str, NDArray[Any]]:
        made = prepare(samples)
        return {"forms": made.forms, "points": made.points, "expected": np.array(made.expected)}

    held = kept_points(b"six forms 3\0" + np.round(samples, 12).tobytes(), make)
    return PreparedForms(held["forms"], held["points"], int(held["expected"]))
