"""All poses at given actuated joints: the solver that fits the motion of the platform.

| platform | equations | solver |
|---|---|---|
| keeps its orientation | spheres and planes | `sphere_points` |
| turns about one direction | one polynomial in the angle | `one_turn` |
| turns in any way | six forms in the Study functions | `six_forms` |
| legs without such forms | the closure equations themselves | `closure_solver` |

The solvers of forms find the poses that satisfy the chosen forms of `pose_forms`. Each real one must then satisfy all forms.
"""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from parados.assembly.closure_solver import closure_solver
from parados.assembly.found_poses import FoundPoses, PoseSolver
from parados.assembly.one_turn import TurnEquations, TurnLayout, half_tangent_polynomial, harmonics, one_turn, turn_polynomial
from parados.assembly.platform_forms import declared_frames
from parados.assembly.pose_forms import PoseForms, pose_forms
from parados.assembly.quick_poses import QuickPoses
from parados.assembly.six_forms import PreparedForms, prepared
from parados.assembly.sphere_points import FoundPoints, sphere_points
from parados.assembly.study_functions import forms_of_frames, frames_of, function_values
from parados.geometry.survey import Survey
from parados.topology.mechanism import Mechanism

__all__ = ["pose_solver"]

Array = NDArray[np.float64]

SATISFIED = 1e-6
"""Largest value of a form of norm 1 at a solution, in lengths of the robot's size; at a double root round-off leaves 1e-8."""

TRIALS = 12
"""Number of random actuated joints at which a solver is prepared."""


SPHERES, POLYNOMIAL = "spheres and planes", "polynomial"
"""Names of two solvers."""


class FormSolver(PoseSolver):
    """A robot whose pose follows from forms in the Study functions."""

    def __init__(self, forms: PoseForms) -> None:
        self.forms = forms

    @property
    def joints(self) -> Array:
        return self.forms.joints

    def solve(self, q: Array) -> FoundPoses:
        """Find all poses at the actuated joints q (n_a,)."""
        forms = self.forms.at(q)
        return self._solved(forms[list(self.forms.chosen)], forms)

    @abstractmethod
    def _solved(self, chosen: Array, forms: Array) -> FoundPoses:
        """Solve the chosen forms (6, 17); the poses satisfy all forms (m, 17)."""

    def _kept(self, frames: Array, forms: Array) -> Array:
        """Return the frames (k, 4, 4), in lengths of the robot's size, that satisfy all forms, with lengths in metres."""
        return self.forms.from_scale(frames[self._satisfied(frames, forms)])

    @staticmethod
    def _satisfied(frames: Array, forms: Array) -> NDArray[np.bool_]:
        """(k,) True for the frames (k, 4, 4) that satisfy all forms."""
        return np.asarray(np.abs(forms_of_frames(frames) @ forms.T).max(axis=1, initial=0.0) < SATISFIED)


def _trials(forms: PoseForms, mechanism: Mechanism) -> Array:
    """(TRIALS, n_a) random actuated joints: any angles, strokes around those of the samples."""
    rng = np.random.default_rng(11)
    turning = np.array([mechanism.joints[k].screw.turn for k in mechanism.actuated], dtype=bool)
    centre, width = forms.joints.mean(axis=0), np.maximum(np.ptp(forms.joints, axis=0), 0.3 * forms.size)
    drawn = rng.uniform(-1, 1, (TRIALS, len(turning)))
    return np.where(turning, np.pi * drawn, centre + width * drawn)


class _Translating(FormSolver):
    """Platform that keeps its orientation R (3, 3); constant : (6,) values of its constant coordinates."""

    def __init__(self, forms: PoseForms, R: Array, constant: Array, trials: Array) -> None:
        super().__init__(forms)
        self.R, self.constant = R, constant
        self.expected = max(self._points(forms.at(q)[list(forms.chosen)]).complex_count for q in (*forms.joints[:3], *trials))
        numbers = {"satisfied": SATISFIED, "constant": constant, "angle": -1, "after": R}
        self._quick = QuickPoses(forms, "sphere_poses", numbers)

    def solve(self, q: Array) -> FoundPoses:
        found = self._quick(q)
        if found is None:
            return super().solve(q)
        return FoundPoses(found.frames, SPHERES, found.complex_count, self.expected, True, six=found.six)

    def _points(self, chosen: Array) -> FoundPoints:
        """Solve the chosen forms (6, 17) for the position of the platform."""
        constant = chosen[:, 16] + chosen[:, :9] @ self.R.ravel()
        return sphere_points(chosen[:, 15], chosen[:, 9:12] + chosen[:, 12:15] @ self.R.T, constant)

    def _solved(self, chosen: Array, forms: Array) -> FoundPoses:
        found = self._points(chosen)
        frames = np.tile(np.eye(4), (len(found.points), 1, 1))
        frames[:, :3, :3], frames[:, :3, 3] = self.R, found.points
        frames = self._kept(frames, forms)
        six = np.zeros((len(frames), 6)) + self.constant
        six[:, :3] = frames[:, :3, 3]
        return FoundPoses(frames, SPHERES, found.complex_count, self.expected, not found.is_curve, found.is_curve, six=six)


class _Turning(FormSolver):
    """Platform with R = before Rz(a) after for the angle a, which is a coordinate.

    constant : (6,) values of the constant coordinates;  angle : index of the angle
    """

    def __init__(self, forms: PoseForms, turn: tuple[Array, Array], six: tuple[Array, int], trials: Array) -> None:
        super().__init__(forms)
        self.before, self.after = turn
        self.constant, self.angle = six
        self.layout: TurnLayout | None = None
        self.layout = layout = self._layout(forms.at(trials[0])[list(forms.chosen)])
        rows = [self._equations(forms.at(q)[list(forms.chosen)]) for q in (*forms.joints[:3], *trials)]
        self.count = max(max(harmonics(turn_polynomial(row)) for row in rows), 1)
        numbers = {
            "satisfied": SATISFIED, "constant": self.constant, "angle": self.angle, "before": self.before, "after": self.after,
            "still": layout.still, "still_count": len(layout.still), "moving": layout.moving, "moving_count": len(layout.moving),
            "axes": layout.axes, "d": layout.axes.shape[1], "foot": layout.foot, "harmonics": self.count,
        }  # fmt: skip
        self._quick = QuickPoses(forms, "turn_poses", numbers)

    def solve(self, q: Array) -> FoundPoses:
        found = self._quick(q)
        if found is None:
            return super().solve(q)
        polynomial = half_tangent_polynomial(found.coefficients, self.count)
        return FoundPoses(
            found.frames, POLYNOMIAL, found.complex_count, 2 * self.count, True, polynomial=polynomial, six=found.six
        )

    def _equations(self, chosen: Array) -> TurnEquations:
        return TurnEquations.of_forms(self._in_own_axes(chosen), self.layout)

    def _in_own_axes(self, chosen: Array) -> Array:
        """(m, 17) forms for the frame before' T after', which turns about z."""
        turned = np.matmul(np.matmul(self.before.T, chosen[:, :9].reshape(-1, 3, 3)), self.after.T).reshape(-1, 9)
        return np.hstack([turned, chosen[:, 9:12] @ self.before, chosen[:, 12:15] @ self.after.T, chosen[:, 15:]])

    def _layout(self, chosen: Array) -> TurnLayout:
        return TurnLayout.of_forms(self._in_own_axes(chosen))

    def _solved(self, chosen: Array, forms: Array) -> FoundPoses:
        equations = self._equations(chosen)
        found = one_turn(equations, self.count)
        c, s = np.cos(found.angles), np.sin(found.angles)
        turns = np.tile(np.eye(3), (len(c), 1, 1))
        turns[:, 0, 0], turns[:, 0, 1], turns[:, 1, 0], turns[:, 1, 1] = c, -s, s, c
        frames = np.tile(np.eye(4), (len(c), 1, 1))
        frames[:, :3, :3], frames[:, :3, 3] = self.before @ turns @ self.after, found.points @ self.before.T
        polynomial = half_tangent_polynomial(found.coefficients, self.count)
        expected = 2 * self.count
        kept = self._satisfied(frames, forms)
        frames = self.forms.from_scale(frames[kept])
        six = np.zeros((len(frames), 6)) + self.constant
        six[:, :3], six[:, self.angle] = frames[:, :3, 3], found.angles[kept]
        return FoundPoses(frames, POLYNOMIAL, found.complex_count, expected, not found.is_curve, found.is_curve, polynomial, six)


class _Free(FormSolver):
    """Platform that turns in any way."""

    def __init__(self, forms: PoseForms, trials: Array) -> None:
        super().__init__(forms)
        chosen = list(forms.chosen)
        values = [forms.at(q) for q in trials]
        self.prepared: PreparedForms = prepared(np.array([row[chosen] for row in values]))
        self.others = [k for k in range(len(values[0])) if k not in chosen]
        self.expected = max(self._count(self.prepared.solve(row[chosen]).z, row) for row in values[:3])

    def _count(self, z: NDArray[np.complex128], forms: Array) -> int:
        """Count the complex solutions z (k, 8) that satisfy all forms."""
        values = function_values(z)[:, :17]
        left = np.abs(values @ forms[self.others].T).max(axis=1, initial=0.0) / np.abs(values).max(axis=1, initial=1e-300)
        return int((left < SATISFIED).sum())

    def _solved(self, chosen: Array, forms: Array) -> FoundPoses:
        found = self.prepared.solve(chosen)
        frames = np.asarray(frames_of(found.real), dtype=float).reshape(-1, 4, 4)
        complete = not found.doubtful and not found.is_curve
        return FoundPoses(
            self._kept(frames, forms), "six forms", self._count(found.z, forms), self.expected, complete, found.is_curve
        )


def pose_solver(mechanism: Mechanism, survey: Survey) -> PoseSolver | None:
    """Prepare the solver of a robot; None if no solver fits, as for helical joints."""
    forms = pose_forms(mechanism, survey)
    if forms is None:
        return closure_solver(mechanism, survey)
    trials = _trials(forms, mechanism)
    platform = mechanism.platform
    angles = [k for k in (*platform.coordinates, *platform.dependent) if k >= 3]
    if platform.is_quaternion or len(angles) > 1:
        return _Free(forms, trials)
    six = np.zeros((3, 6))
    six[1:, 3:] = [[1.0], [2.0]]
    R0, R1, _ = declared_frames(mechanism, six)[:, :3, :3]
    if not angles:
        return _Translating(forms, R0, np.asarray(platform.constant, dtype=float), trials)
    before = _axes_along(R1 @ R0.T)
    constant = np.asarray(platform.constant, dtype=float)
    return _Turning(forms, (before, before.T @ R0), (constant, angles[0]), trials)


def _axes_along(turn: Array) -> Array:
    """(3, 3) right-handed axes whose third one is the axis of a rotation (3, 3) by one radian."""
    axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    axis /= np.linalg.norm(axis)
    if axis[2] > 1 - 1e-12:
        return np.eye(3)
    first = np.cross(np.eye(3)[int(np.argmin(np.abs(axis)))], axis)
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(axis, first), axis])
