"""A robot whose joints have made whole turns since home, for motions that wind up springs or move couplings on.

An angle follows from the pose up to whole turns. Where these matter, in a spring or to a coupling of a closed form, a single
state takes the angle nearest home. Along a motion, the angle of each row is near that of the row before, and the whole turns that
it has made are a live number of the graphs.
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.numeric import NumericInverse, allowed_residual
from parados.geometry.unwinding import counted_in_loops, turned_couplings
from parados.model.live_robot import LiveRobot
from parados.model.live_selection import LiveEntry, turns_of
from parados.model.surveyed_robot import SurveyedRobot
from parados.spatial.turns import nearest_turn
from parados.spatial.vectors import SX

__all__ = ["TurnedRobot", "turning_joints"]

Array = NDArray[np.float64]


class TurnedRobot(LiveRobot):
    """A robot, or a family, with the whole turns of the joints `turning` as further live numbers, behind those of the family."""

    def __init__(self, robot: SurveyedRobot) -> None:
        SurveyedRobot.__init__(self, robot.spec)
        self._of_file = robot.alone()
        self.mechanism = robot.mechanism
        self.turning = turning_joints(robot)
        names = [turns_of(self.mechanism.joints[k].name) for k in self.turning]
        own = robot.entries if isinstance(robot, LiveRobot) else ()
        self.entries = (*own, *[LiveEntry(name, "turns", np.zeros(()), (name,)) for name in names])

    @property
    def symbols(self) -> SX:
        """(k, 1) symbols of the whole turns of the joints `turning` [rad]."""
        return self.family.symbol[-len(self.turning) :]

    @cached_property
    def counted(self) -> NDArray[np.bool_]:
        """(k,) True for the joints of `turning` on whose turns the configuration depends, through a coupling."""
        geometry = self.survey.geometry
        if not geometry.is_closed_form:
            return np.isin(self.turning, counted_in_loops(self.mechanism))
        positions = ca.vertcat(*[joint.q for joint in geometry.joints])
        return np.array([ca.depends_on(positions, symbol) for symbol in self.symbols.elements()], dtype=bool)

    @property
    def counted_from_home(self) -> list[str]:
        """Names of the joints whose turns exported C does not know; where its caller gives the unknowns, these tell the turns."""
        matters = self._sprung | (self.counted & self.survey.geometry.is_closed_form)
        return [self.mechanism.joints[k].name for k, one in zip(self.turning, matters, strict=True) if one]

    @cached_property
    def is_chained(self) -> bool:
        """True if in a closed form the angle of a joint whose turns matter may depend on the turns of another one."""
        geometry = self.survey.geometry
        if not geometry.is_closed_form:
            return False
        matters = np.flatnonzero(self.counted | self._sprung)
        angles, symbols = [geometry.joints[self.turning[k]].q for k in matters], self.symbols.elements()
        return any(ca.depends_on(q, symbols[j]) for k, q in zip(matters, angles, strict=True) for j in matters if j != k)

    def angles(self, joints: Array, turns: Array | float = 0.0) -> Array:
        """(N, k) angles of the joints `turning` nearest home; 0 for those whose turns do not matter.

        joints : (N, n_t) positions of all joints;  turns : (N, k) whole turns after which they were computed
        """
        own = joints[:, self.turning]
        in_closed_form = self.counted & self.survey.geometry.is_closed_form
        near_home = np.where(in_closed_form, own - turns, nearest_turn(own, self._at_home))
        return np.asarray(np.where(self.counted | self._sprung, near_home, 0.0))

    def followed(self, joints: Array) -> Array:
        """(N, k) whole turns [rad] in the positions (N, n_t): a numeric geometry may follow coupled joints over turns."""
        own = joints[:, self.turning]
        return np.asarray(np.where(self.counted, own - self.angles(joints), 0.0))

    def moved(self, solver: NumericInverse, given: Array, u: Array) -> Array:
        """(N, n_u) unknowns of a numeric geometry after the turns in `given`, from any whole turns in u; NaN where not closed.

        given : (N, n_given) poses and live numbers, the turns last
        """
        angles, turns = u[:, self.turning], given[:, -len(self.turning) :]
        missing = (nearest_turn(angles, self._at_home) + turns - angles)[:, self.counted]
        missing = 2 * np.pi * np.round(missing / (2 * np.pi))
        rows = np.flatnonzero((missing != 0).any(axis=1) & np.isfinite(missing).all(axis=1))
        if not len(rows):
            return u
        start = u[rows].copy()
        start[:, : len(self.mechanism.joints)] += turned_couplings(self.mechanism, missing[rows])
        result = u.copy()
        result[rows] = start
        open_rows = ~(solver.residual(given[rows], start) < allowed_residual(start))  # for example, with a rack inside a loop
        result[rows[open_rows]] = np.nan
        left = open_rows & np.isfinite(start).all(axis=1)
        if left.any():
            found, closed = solver.close(given[rows[left]], start[left], careful=True)
            result[rows[left][closed]] = found[closed]
        return result

    def of_actuators(self, live: Array) -> Array:
        """(k, n_a) matrix that gives the turns of the joints `turning` from those of the actuators; 0 if they do not tell them.

        live : (n_p,) live parameters without the turns
        """
        return np.asarray(np.linalg.pinv(self._steps_of(live[None])[0]))

    def of_actuators_at(self, live: SX) -> SX:
        """(k, n_a) matrix `of_actuators` as an expression of the live parameters (n_p, 1) without the turns."""
        steps = ca.sparsify(ca.substitute(self._steps, self.family.symbol, ca.vertcat(live, SX.zeros(len(self.turning), 1))))
        if steps.is_constant():
            return SX(ca.DM(np.linalg.pinv(ca.DM(steps).full())))
        told = [k for k in range(steps.size2()) if steps[:, k].nnz()]
        matrix = SX.zeros(steps.size2(), steps.size1())
        matrix[told, :] = ca.solve(steps[:, told].T @ steps[:, told], steps[:, told].T)
        return matrix

    def without_turns(self, difference: Array, live: Array) -> Array:
        """(N, n_a) differences of actuator positions without the whole turns of the joints after which the pose is the same.

        live : (N, n_p) live parameters without the turns, or (1, n_p)
        """
        steps = self._steps_of(live)
        turns = 2 * np.pi * np.round(np.linalg.pinv(steps) @ difference[:, :, None] / (2 * np.pi))
        return np.asarray(difference - (steps @ turns)[:, :, 0])

    def _steps_of(self, live: Array) -> Array:
        """(N, n_a, k) the matrices `_steps` for live parameters (N, n_p), which are without the turns."""
        steps = ca.Function("steps", [self.family.symbol], [self._steps])
        given = np.hstack([live, np.zeros((len(live), len(self.turning)))])
        return steps(given.T).full().reshape(self._steps.size1(), len(live), -1).swapaxes(0, 1)

    @cached_property
    def actuator_periods(self) -> Array:
        """(n_a,) motion of each actuator during one turn of a joint that moves no other actuator [rad, m]; 0 if there is none."""
        steps = np.zeros(self._steps.shape) if not self._steps.is_constant() else ca.DM(self._steps).full()
        alone = (steps != 0) & ((steps != 0).sum(axis=0) == 1)
        single = alone.any(axis=1) & ((steps != 0).sum(axis=1) == 1)
        return np.where(single, 2 * np.pi * np.abs(steps).sum(axis=1), 0.0)

    @cached_property
    def has_periods(self) -> bool:
        """True if `actuator_periods` tell all turns: each joint moves one actuator, by a step without live parameters."""
        if not self._steps.is_constant():
            return False
        moved = ca.DM(self._steps).full() != 0
        return bool((moved.sum(axis=0) < 2).all() and (moved.sum(axis=1) < 2).all())

    @cached_property
    def _steps(self) -> SX:
        """(n_a, k) part of a turn of the joints that the actuators make at the same pose, as an expression of the live numbers.

        A column is zero if an actuator's position depends on the turns and on the pose together, as in a loop with a rack.
        """
        actuated, geometry = list(self.mechanism.actuated), self.survey.geometry
        if not geometry.is_closed_form:
            steps = np.zeros((len(actuated), len(self.turning)))
            moved = turned_couplings(self.mechanism, np.eye(int(self.counted.sum())))
            steps[:, self.counted] = np.nan_to_num(moved)[:, actuated].T
            return SX(ca.DM(steps))
        slopes = ca.jacobian(ca.vertcat(*[geometry.joints[k].q for k in actuated]), self.symbols)
        of_pose = ca.vertcat(geometry.x, geometry.signs)
        for k in range(len(self.turning)):
            if ca.depends_on(slopes[:, k], of_pose):
                slopes[:, k] = 0
        return ca.densify(slopes)

    @cached_property
    def _at_home(self) -> Array:
        """(k,) positions of the joints `turning` at home [rad]."""
        return self._of_file.survey.home_joints[self.turning]

    @cached_property
    def _sprung(self) -> NDArray[np.bool_]:
        own = [self.mechanism.joints[k] for k in self.turning]
        return np.array([joint.spring is not None and joint.is_periodic for joint in own], dtype=bool)


def turning_joints(robot: SurveyedRobot) -> list[int]:
    """Return the joints that are not in x and whose whole turns may matter, to a coupling or to their spring."""
    mechanism = robot.mechanism
    found = {k for k, joint in enumerate(mechanism.joints) if joint.spring is not None and joint.is_periodic}
    if mechanism.couplings and robot.survey.geometry.is_closed_form:
        found |= {k for k, joint in enumerate(mechanism.joints) if joint.screw.turn}
    elif mechanism.couplings:
        found |= set(counted_in_loops(mechanism))
    return sorted(found - set(mechanism.joints_in_x))
