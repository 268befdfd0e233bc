"""All poses from the closure equations themselves, for robots whose legs have no forms in the pose of the platform alone.

The solutions at general complex actuated joints are collected once (`monodromy`) and kept. For given joints they are followed
from there on a straight line (`parameter_paths`): all isolated solutions are reached with probability one if the set is complete.
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
from parados.assembly.parameter_paths import ParameterPaths
from parados.assembly.path_ends import QUICK, PathEnds
from parados.assembly.random_solutions import RandomSolutions
from parados.geometry.survey import Survey
from parados.graph.complex_rows import ComplexRows
from parados.graph.virtual_machine import run_rows
from parados.spatial.vectors import SX
from parados.text.numbers import counted
from parados.topology.mechanism import Mechanism

__all__ = ["ClosureSolver", "closure_solver"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

ROUTE = "closure equations"
"""Name of the method in results."""

SATISFIED = 1e-7
"""Largest value of an equation at a solution, in lengths of the robot's size."""

REAL = 1e-7
"""Largest imaginary part of a real solution."""

SOME = 150
"""Number of solutions that are followed if not all are known."""


class ClosureSolver(PoseSolver):
    """A robot with its closure equations and their solutions at general actuated joints.

    expected : number of complex poses at general joints;  population : the solutions, see `monodromy`
    """

    def __init__(self, mechanism: Mechanism, equations: ClosureEquations) -> None:
        self.equations, self.mechanism = equations, mechanism
        e = equations
        self.paths = ParameterPaths(e.y, e.q, e.rows[list(e.chosen)], e.turns)
        self.ends = PathEnds(self.paths)
        self.known = sorted(e.known)
        joints = ca.vertcat(SX(0, 1), *[e.known[k].q for k in self.known])
        self._joints_at = ca.Function("joints_at", [e.y, e.q], [ca.densify(joints)])  # angles have no complex values
        pose = ca.vertcat(*[ca.horzcat(frame.R, frame.p / mechanism.size) for frame in e.bodies])
        self.parts = ComplexRows(ca.vertcat(e.y, e.q), [ca.densify(part) for part in (e.rows, pose)])
        key = "\0".join(["closure equations 5", self.parts.source, self.paths.rows.source])
        held = kept_points(key.encode(), self._prepared)
        self.population = Population(held["y"], held["q"], int(held["loops"]), bool(held["settled"]))
        self.expected = int(held["expected"])

    @property
    def joints(self) -> Array:
        return self.equations.joints

    def _prepared(self) -> dict[str, NDArray[Any]]:
        """Collect the solutions at general actuated joints, and count them there and at some sampled joints."""
        e = self.equations
        seeds = e.values.astype(complex), e.joints.astype(complex)
        self.population = populate(self.paths, seeds, self._general(), self._random)
        y, q, loops, settled = self.population
        sampled = e.joints[1:4] if settled else e.joints[:0]
        ended = [self.ends.reached(y, q, row.astype(complex)).y for row in sampled]
        counts = [self._count(y, q), *[self._count(own, row) for own, row in zip(ended, sampled, strict=True)]]
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
        rows, frames = self.parts(np.hstack([y, np.tile(q, (len(y), 1))]))
        return _Parts(np.abs(rows[:, :, 0]).max(axis=1, initial=0.0), frames)

    def _count(self, y: Complex, q: NDArray[Any]) -> int:
        """Count the solutions y (k, n) of all equations at actuated joints q (n_a,), see `_poses`."""
        at = self._at(y, q)
        return len(_poses(at.frames[at.left < SATISFIED]))

    def solve(self, q: Array) -> FoundPoses:
        """Find all poses at the actuated joints q (n_a,)."""
        if not self.population.settled:
            doubt = f"there may be more: of over {len(self.population.y)} complex solutions not all are known"
            frames, joints = self._posed(self._searched(q), q)
            return FoundPoses(frames, ROUTE, None, None, False, joints=joints, doubt=doubt)
        found = self.ends.reached(self.population.y, self.population.q, q.astype(complex))
        real = found.y[np.abs(found.y.imag).max(axis=1, initial=0.0) < REAL].real
        touching, is_curve = self.ends.touching(found.singular.real, real, q)
        frames, joints = self._posed(np.concatenate([real, touching]), q)
        complete = not found.doubtful and not is_curve
        loops = f"{counted(self.population.loops, 'loop')} of the actuated joints"
        doubt = f"{self.expected} are expected: the last of {loops} and random starts brought no other"
        return FoundPoses(frames, ROUTE, self._count(found.y, q), self.expected, complete, is_curve, joints=joints, doubt=doubt)

    def _searched(self, q: Array) -> Array:
        """(k, n) real solutions at q (n_a,), from random starts and along paths from the samples and some other solutions."""
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
        y = self._home_first(y)
        at = self._at(y.astype(complex), q)
        solved = np.flatnonzero(at.left < SATISFIED)
        kept = solved[_poses(at.frames[solved])]
        frames = np.tile(np.eye(4), (len(kept), 1, 1))
        frames[:, :3] = at.frames[kept, :3].real
        frames[:, :3, 3] *= self.mechanism.size
        joints = np.full((len(frames), len(self.mechanism.joints)), np.nan)
        joints[:, self.known] = run_rows(self._joints_at, [y[kept], q], len(kept))[0][:, :, 0]
        return frames, joints

    def _home_first(self, y: Array) -> Array:
        """Sort real solutions (k, n) by the distance of their angles from home, and move these into the turn around home."""
        home, turns = self.equations.values[0], self.equations.turns
        away = np.where(turns, (y - home + np.pi) % (2 * np.pi) - np.pi, 0.0)
        y = np.where(turns, home + away, y)
        return y[np.argsort(np.abs(away).sum(axis=1), kind="stable")]


class _Parts(NamedTuple):
    """Largest residual (k,), and frames of the bodies (k, 3 n_b, 4) in lengths of the robot's size."""

    left: Array
    frames: Complex


def _poses(frames: Complex) -> list[int]:
    """Return the indices of configurations that differ by the frames (k, 3 n_b, 4) of their bodies.

    Angles may differ although all bodies have the same frames, as three angles of a ball do.
    """
    entries = frames.reshape(len(frames), frames.shape[1] * 4)
    return different(entries, np.zeros(entries.shape[1], dtype=bool))


def closure_solver(mechanism: Mechanism, survey: Survey) -> ClosureSolver | None:
    """Prepare the closure equations of a robot; None if they are not analytic or have no isolated solutions."""
    equations = closure_equations(mechanism, survey)
    return None if equations is None else ClosureSolver(mechanism, equations)
