"""All poses from the closure equations themselves, for robots whose legs have no forms in the pose of the platform alone.

The solutions at general complex actuated joints are collected once (`monodromy`) and kept. For given joints they are followed
from there on a straight line (`parameter_paths`): all isolated solutions are reached with probability one, if the set is complete.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.assembly.closure_equations import ClosureEquations, closure_equations
from parados.assembly.found_poses import FoundPoses, PoseSolver
from parados.assembly.kept_points import kept_points
from parados.assembly.monodromy import Population, different, populate
from parados.assembly.parameter_paths import Ends, Pace, ParameterPaths
from parados.assembly.random_solutions import RandomSolutions
from parados.assembly.solution_curves import is_on_curve
from parados.geometry.survey import Survey
from parados.graph.complex_rows import ComplexRows
from parados.spatial.vectors import SX
from parados.text.numbers import counted
from parados.topology.mechanism import Mechanism

__all__ = ["ClosureSolver", "closure_solver"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

QUICK, CAREFUL, UTMOST = Pace(1e-4, 1e-2, 1e-7), Pace(1e-6, 1e-4, 1e-9), Pace(1e-7, 1e-5, 1e-11)

SATISFIED = 1e-7
"""Largest value of an equation at a solution, in lengths of the robot's size."""

REAL = 1e-7
"""Largest imaginary part of a real solution."""

REGULAR = 1e-9
"""Smallest singular value of the Jacobian at a regular solution."""

SINGULAR_LEFT = 1e-10
"""Largest residual of a singular solution."""

DISTANT = 1e3
"""Paths that stop near their end, farther away than this, in sizes of the robot, go to infinity."""

UNCLEAR = 0.01
"""Smallest singular value of the Jacobian where a path stops, above which the place is not singular."""

SOME = 150
"""Number of solutions that are followed if not all are known."""

NEAR_END = 0.9
"""A path that stops after this t ends at a singular solution or at infinity."""


class _Ended(NamedTuple):
    """Ends of paths: distinct regular solutions y (k, n), places of singular ones (m, n), and the number of doubtful paths."""

    y: Complex
    singular: Complex
    doubtful: int


class ClosureSolver(PoseSolver):
    """A robot with its closure equations and their solutions at general actuated joints.

    expected : number of complex poses at general joints;  population : the solutions, see `monodromy`
    """

    def __init__(self, mechanism: Mechanism, equations: ClosureEquations) -> None:
        self.equations, self.mechanism = equations, mechanism
        e = equations
        self.paths = ParameterPaths(e.y, e.q, e.rows[list(e.chosen)], e.turns)
        self.known = sorted(e.known)
        joints = ca.vertcat(SX(0, 1), *[e.known[k].q for k in self.known])
        pose = ca.vertcat(*[ca.horzcat(frame.R, frame.p / mechanism.size) for frame in e.bodies])
        self.parts = ComplexRows(ca.vertcat(e.y, e.q), [ca.densify(part) for part in (e.rows, pose, joints)])
        key = "\0".join(["closure equations 5", self.parts.source, self.paths.rows.source])
        held = kept_points(key.encode(), self._prepared)
        self.population = Population(held["y"], held["q"], int(held["loops"]), bool(held["settled"]))
        self.expected = int(held["expected"])

    def _prepared(self) -> dict[str, NDArray[Any]]:
        """Collect the solutions at general actuated joints, and count them there and at some sampled joints."""
        e = self.equations
        seeds = e.values.astype(complex), e.joints.astype(complex)
        self.population = populate(self.paths, seeds, self._general(), self._random)
        y, q, loops, settled = self.population
        sampled = e.joints[1:4] if settled else e.joints[:0]
        counts = [self._count(y, q), *[self._count(self._ended_at(row.astype(complex)).y, row) for row in sampled]]
        return {"y": y, "q": q, "loops": np.array(loops), "settled": np.array(settled), "expected": np.array(max(counts))}

    def _general(self) -> Callable[[], Complex]:
        """Return a function that draws general complex actuated joints (n_a,)."""
        rng, joints = np.random.default_rng(17), self.equations.joints
        turning = np.array([self.mechanism.joints[k].screw.turn for k in self.mechanism.actuated], dtype=bool)
        centre, width = joints.mean(axis=0), np.maximum(np.abs(joints).max(axis=0), self.mechanism.size)

        def general() -> Complex:
            real, imaginary = rng.uniform(-1, 1, len(centre)), rng.normal(size=len(centre))
            return np.where(turning, np.pi * real + 0.7j * imaginary, centre + width * (real + 1j * imaginary))

        return general

    def _at(self, y: Complex, q: NDArray[Any]) -> _Parts:
        rows, frames, joints = self.parts(np.hstack([y, np.tile(q, (len(y), 1))]))
        return _Parts(np.abs(rows[:, :, 0]).max(axis=1, initial=0.0), frames, joints[:, :, 0])

    def _count(self, y: Complex, q: NDArray[Any]) -> int:
        """Count the solutions y (k, n) of all equations at actuated joints q (n_a,), see `_poses`."""
        at = self._at(y, q)
        return len(_poses(at.frames[at.left < SATISFIED]))

    def solve(self, q: Array) -> FoundPoses:
        """Find all poses at the actuated joints q (n_a,)."""
        if not self.population.settled:
            doubt = f"there may be more: the equations have over {len(self.population.y)} complex solutions, not all of which are known"
            frames, joints = self._posed(self._searched(q), q)
            return FoundPoses(frames, "closure equations", None, None, False, joints=joints, doubt=doubt)
        found = self._ended_at(q.astype(complex))
        real = found.y[np.abs(found.y.imag).max(axis=1, initial=0.0) < REAL].real
        touching, is_curve = self._singular(found.singular.real, real, q)
        frames, joints = self._posed(np.concatenate([real, touching]), q)
        complete = not found.doubtful and not is_curve
        loops = f"{counted(self.population.loops, 'loop')} of the actuated joints"
        doubt = f"{self.expected} are expected: the last of {loops} and random starts brought no other"
        return FoundPoses(
            frames, "closure equations", self._count(found.y, q), self.expected, complete, is_curve, joints=joints, doubt=doubt
        )

    def _searched(self, q: Array) -> Array:
        """(k, n) real solutions at q (n_a,): ends of paths from the sampled configurations and from some others, and random starts."""
        e, end = self.equations, q.astype(complex)
        ways = [(e.values, e.joints), (self.population.y[:SOME], np.tile(self.population.q, (len(self.population.y[:SOME]), 1)))]
        ends = []
        for y, start in ways:
            middle = (start + end) / 2 + 0.3j * (1 + np.abs(start - end))
            half = self.paths.follow(y.astype(complex), start.astype(complex), middle, QUICK)
            reached = half.t >= 1
            whole = self.paths.follow(half.y[reached], middle[reached], end, QUICK)
            ends.append(whole.y[whole.t >= 1])
        y, size = self.paths.refined(np.concatenate(ends), end)
        real = y[(size < 1e-9) & (np.abs(y.imag).max(axis=1, initial=0.0) < REAL)].real
        return np.concatenate([real, self._random.real(q)])

    @cached_property
    def _random(self) -> RandomSolutions:
        return RandomSolutions(self.equations.whole)

    def _posed(self, y: Array, q: Array) -> tuple[Array, Array]:
        """Return the frames (k, 4, 4) of the platform and the joints (k, n_t), of each real solution y (m, n) once."""
        at = self._at(self._home_first(y).astype(complex), q)
        solved = np.flatnonzero(at.left < SATISFIED)
        kept = solved[_poses(at.frames[solved])]
        frames = np.tile(np.eye(4), (len(kept), 1, 1))
        frames[:, :3] = at.frames[kept, :3].real
        frames[:, :3, 3] *= self.mechanism.size
        joints = np.full((len(frames), len(self.mechanism.joints)), np.nan)
        joints[:, self.known] = at.joints[kept].real
        return frames, joints

    def _home_first(self, y: Array) -> Array:
        """Sort real solutions (k, n) by the distance of their angles from home, and move these into the turn around home."""
        home, turns = self.equations.values[0], self.equations.turns
        away = np.where(turns, (y - home + np.pi) % (2 * np.pi) - np.pi, 0.0)
        y = np.where(turns, home + away, y)
        return y[np.argsort(np.abs(away).sum(axis=1), kind="stable")]

    def _ended_at(self, q: Complex) -> _Ended:
        """Follow all solutions to the actuated joints q (n_a,); repeat it with smaller steps if ends are missing."""
        y, start = self.population.y, self.population.q
        found = self._ended(self.paths.follow(y, start, q, QUICK), q)
        for pace, aside in ((CAREFUL, 0.0), (UTMOST, 0.3)):
            if found.doubtful:
                middle = (start + q) / 2 + aside * 1j * (start - q)
                half = self.paths.follow(y, start, middle, pace)
                whole = self.paths.follow(half.y[half.t >= 1], middle, q, pace)
                again = self._ended(whole, q)
                again = again._replace(doubtful=again.doubtful + int((half.t < 1).sum()))
                found = _joined(found, again, self.equations.turns)
        return found

    def _ended(self, ends: Ends, q: Complex) -> _Ended:
        """Sort the ends of paths; for real q the complex conjugate of a solution is one too."""
        whole = ends.t >= 1
        y, size = self.paths.refined(ends.y[whole], q)
        regular = (size < 1e-9) & ~self.paths.is_far(y) & (self._smallest(y, q) > REGULAR)
        once = y[regular][different(y[regular], self.equations.turns)]
        both = np.concatenate([once, once.conj()])
        both = both[different(both, self.equations.turns, len(once))]
        stuck = (ends.t < 1) & (ends.t > NEAR_END)
        places = np.concatenate([ends.y[whole][~regular], ends.y[stuck]])
        places = places[~self.paths.is_far(places, DISTANT)]
        unclear = int((self._smallest(places, q) > UNCLEAR).sum())
        doubtful = int((ends.t <= NEAR_END).sum()) + int(regular.sum()) - len(once) + len(both) - len(once) + unclear
        return _Ended(both, places, doubtful)

    def _smallest(self, y: Complex, q: Complex) -> Array:
        """(k,) smallest singular values of the Jacobians at y (k, n); 0 where they are not finite."""
        J = self.paths.at(y, np.tile(q, (len(y), 1)), q)[1]
        return np.linalg.svd(np.where(np.isfinite(J), J, 0.0), compute_uv=False)[:, -1] if len(y) else np.zeros(0)

    def _singular(self, places: Array, real: Array, q: Array) -> tuple[Array, bool]:
        """Return singular real solutions (k, n) near places (m, n), and True if one of them lies on a curve of solutions."""
        found: list[Array] = []
        turns = self.equations.turns
        for place in places:
            y, left = self._least(place, q)
            held = np.array([*real, *found, y]).astype(complex)
            if left > SINGULAR_LEFT or np.abs(y - place).max() > 0.1 or len(different(held, turns, len(held) - 1)) < len(held):
                continue
            if is_on_curve(lambda v: self._real_rows(v, q), y):
                return np.zeros((0, self.paths.n)), True
            found.append(y)
        return np.array(found).reshape(-1, self.paths.n), False

    def _real_rows(self, y: Array, q: Array) -> tuple[Array, Array]:
        F, J, _ = self.paths.at(y[None].astype(complex), q[None].astype(complex), q.astype(complex))
        return F[0].real, J[0].real

    def _least(self, y: Array, q: Array) -> tuple[Array, float]:
        """Refine a singular real solution by Newton's method with a pseudo-inverse; return it and its residual."""
        for _ in range(40):
            F, J = self._real_rows(y, q)
            y = y - np.linalg.lstsq(J, F, rcond=1e-9)[0]
        return y, float(np.abs(self._real_rows(y, q)[0]).max())


class _Parts(NamedTuple):
    """Largest residual (k,), frames of the bodies (k, 3 n_b, 4) in lengths of the robot's size, and joints (k, n) at solutions."""

    left: Array
    frames: Complex
    joints: Complex


def _poses(frames: Complex) -> list[int]:
    """Return the indices of configurations that differ by the frames (k, 3 n_b, 4) of their bodies.

    Angles may differ although all bodies have the same frames, as three angles of a ball do.
    """
    entries = frames.reshape(len(frames), frames.shape[1] * 4)
    return different(entries, np.zeros(entries.shape[1], dtype=bool))


def _joined(one: _Ended, other: _Ended, turns: NDArray[np.bool_]) -> _Ended:
    y = np.concatenate([one.y, other.y])
    y = y[different(y, turns, len(one.y))]
    doubtful = other.doubtful if len(y) > len(one.y) else min(one.doubtful, other.doubtful)
    return _Ended(y, np.concatenate([one.singular, other.singular]), doubtful)


def closure_solver(mechanism: Mechanism, survey: Survey) -> ClosureSolver | None:
    """Prepare the closure equations of a robot; None if they are not analytic or have no isolated solutions."""
    equations = closure_equations(mechanism, survey)
    return None if equations is None else ClosureSolver(mechanism, equations)
