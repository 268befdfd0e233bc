"""Integrate the motion of a rigid robot in time: steps with error control, charts, and events.

The methods are those of SciPy, on the coordinates y of a `TangentChart`. A step is taken again, shorter, if its configurations
cannot be found; a chart is replaced when it has turned too far from the tangent space. At an event the step is cut at the time of
the event, and the integration begins anew with other sets of sticking, slipping and resting joints (`contacts`).

Where the closures themselves lose rank, as in a parallelogram that lies flat, several motions meet and A is singular at one
instant. The motion that continues smoothly is followed: steps go over that instant, configurations are predicted from rates and
accelerations (`singular_instants`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import OdeSolver

from parados.errors import SimulationError
from parados.model.cut_model import CutPose
from parados.simulate.contacts import Grip
from parados.simulate.event_times import Watch, first_event
from parados.simulate.rigid_system import SUMS, Moment, RigidSystem
from parados.simulate.run_record import RunRecord
from parados.simulate.run_settings import METHODS, Tolerances
from parados.simulate.singular_instants import ZONE, CrossingStep, crossing_step, singularity_ahead
from parados.simulate.tangent_chart import LostChartError, TangentChart

__all__ = ["Segment"]

Array = NDArray[np.float64]

TURNED = 1.5
"""Mean square of the columns of B at which a chart is replaced; it is 1 at its origin."""

FAR_TURN = 0.5
"""Size of rho at which the platform's turn gets a new reference."""

SHORTEST = 1e-14
"""Part of the duration below which a step is not made shorter."""

FASTEST = 1e9
"""Rate [rad/s, m/s] above which a motion diverges."""

NEGLIGIBLE = 1e6
"""Absolute tolerance of the energies [J]: they are sums beside the motion, and must not shorten its steps."""

TOO_SHORT, MOST_SHORT = 1e-6, 500
"""A run is given up after this number of steps in a row that are shorter than this part of the duration."""


class Segment:
    """Motion between two events: one set of sticking, slipping and resting joints."""

    def __init__(self, system: RigidSystem, record: RunRecord, settings: Tolerances, grip: Grip) -> None:
        self.system, self.record, self.settings, self.grip = system, record, settings, grip
        self.usual = 0.0

    # -- states -----------------------------------------------------------------------------------------------------------

    def begin(self, t: float, pose: CutPose, zd: Array, sums: Array) -> None:
        """Start at a state; the platform's present turn becomes the reference of its coordinates."""
        pose, zd = self.system.cut.renewed(pose, zd)
        chart = TangentChart(self.system.cut, pose, self.grip.held)
        self.usual = max(self.usual, chart.quality)
        self.chart, self.record.charts = chart, self.record.charts + 1
        self.t, self.u = t, np.concatenate([np.zeros(chart.size), chart.V.T @ zd, sums])
        self.base: Moment | None = None
        self.base = self.moment(t, self.u)

    def _near(self, t: float) -> Array:
        """(n_z,) prediction of z from the rates and accelerations of the last state."""
        if self.base is None:
            return self.chart.pose.z
        h = t - self.base.t
        return np.asarray(self.base.pose.z + h * self.base.zd + h**2 / 2 * self.base.zdd)

    def _solved(self, t: float, u: Array) -> tuple[Moment, Array]:
        d = self.chart.size
        if not np.isfinite(u).all():
            raise LostChartError
        pose, G = self.chart.configuration(u[:d], self._near(t))
        return self.system.moment(t, self.chart, pose, G, u[d : 2 * d], self.grip.direction)

    def moment(self, t: float, u: Array) -> Moment:
        """Return the state with the integrated variables u = [y, yd, energies]."""
        return self._solved(t, u)[0]

    def rates(self, t: float, u: Array) -> Array:
        """Time derivative of u."""
        d = self.chart.size
        moment, ydd = self._solved(t, u)
        return np.concatenate([u[d : 2 * d], ydd, moment.forces.powers])

    # -- steps ------------------------------------------------------------------------------------------------------------

    def _solver(self, end: float, first: float | None) -> OdeSolver:
        s, d = self.settings, self.chart.size
        own = np.concatenate([np.full(2 * d, s.absolute), np.full(SUMS, NEGLIGIBLE)])
        step = None if first is None else min(first, s.largest_step, end - self.t)
        make = METHODS[s.method]
        return make(self.rates, self.t, self.u, end, rtol=s.relative, atol=own, max_step=s.largest_step, first_step=step)

    def advance(self, end: float, watch: Watch | None) -> int | None:
        """Integrate to `end`, or to the first event, and keep the wanted states; return the index of the event, or None."""
        solver, first = None, None
        while self.t < end:
            try:
                solver = solver or self._solver(end, first)
                before, first = (self.t, self.u), solver.h_abs
                step = self._crossing(solver, end) or self._step(solver)
                self._check_length(float(step.t) - before[0])
                found = self._look(step, before, watch)
                if found is not None:
                    return found
                if self._accept(step.t, step.y) or step is not solver:
                    solver = None
            except LostChartError:
                first = (first or self.settings.largest_step) / 4
                if first < SHORTEST * max(end, 1e-3):
                    singular = "the motion cannot be continued: its closures are singular"
                    raise SimulationError(f"at t = {self.t:.9g} s {singular}") from None
                solver = None
        return None

    def _check_length(self, length: float) -> None:
        """Raise SimulationError if the steps stay too short to get anywhere."""
        self.record.short = self.record.short + 1 if length < TOO_SHORT * self.settings.duration else 0
        if self.record.short > MOST_SHORT:
            told = f"{MOST_SHORT} steps in a row are shorter than {TOO_SHORT:g} of the duration"
            advice = "if a law jumps, use period, breaks or a smooth law; if it is stiff, use method='Radau'"
            raise SimulationError(f"at t = {self.t:.9g} s {told}; {advice}")

    def _step(self, solver: OdeSolver) -> OdeSolver:
        """Let the solver take a step."""
        message = solver.step()
        if solver.status == "failed":
            raise SimulationError(f"at t = {self.t:.9g} s no step is short enough: {message}")
        return solver

    def _crossing(self, solver: OdeSolver, end: float) -> CrossingStep | None:
        """Step over an instant at which the closures are singular, if it is near; otherwise limit the next step of the solver."""
        assert self.base is not None
        sigma, ahead = singularity_ahead(self.system.cut, self.chart, self.base)
        self.usual = max(self.usual, sigma)
        begin = ZONE * self.usual
        if ahead > 10 * solver.h_abs and sigma > begin:
            return None
        if sigma > 1.1 * begin:
            solver.h_abs = min(solver.h_abs, ahead * (1 - begin / sigma))
            return None
        if self.t + 2 * ahead > end or 2 * ahead > 100 * solver.h_abs:
            return None
        weights = self.settings.absolute + self.settings.relative * np.abs(self.u)
        weights[-SUMS:] = np.inf
        return crossing_step(self.rates, self.t, self.u, 2 * ahead, 10 * weights)

    def _accept(self, t: float, u: Array) -> bool:
        """Move to a new state; return True if the solver has to be made again, because the chart was replaced."""
        self.t, self.u = float(t), u.copy()
        self.record.steps += 1
        self.base = self.moment(t, u)
        self.system.arrived(self.base)
        if not np.abs(self.base.zd).max(initial=0.0) < FASTEST:
            fastest = np.abs(self.base.zd).max()
            raise SimulationError(f"at t = {t:.6g} s the motion diverges: a rate of {fastest:.1e} rad/s or m/s")
        B = self.chart.inverse(self.base.forces.G)[:, len(self.base.zd) - self.chart.size :]
        turned = self.chart.size and (B * B).sum() > TURNED * self.chart.size
        far = self.system.cut.turns_freely and np.abs(self.base.pose.z[-3:]).max() > FAR_TURN
        if not (turned or far):
            return False
        self.begin(t, self.base.pose, self.base.zd, u[-SUMS:])
        return True

    # -- events and kept states -------------------------------------------------------------------------------------------

    def _look(self, solver: OdeSolver | CrossingStep, before: tuple[float, Array], watch: Watch | None) -> int | None:
        """Look for events in the last step, keep the wanted states in it, and move to the event if there is one."""
        t0, t1 = before[0], solver.t
        if watch is None and self.record.next_time > t1:
            return None
        dense = solver.dense_output()

        def at(t: float) -> Moment:
            return self.moment(t, dense(t) if t < t1 else solver.y)

        assert self.base is not None
        event = None if watch is None else first_event(at, watch, self.base, t0, t1)
        end = t1 if event is None else event[0]
        while self.record.next_time < end or (event is None and self.record.next_time <= t1):
            t = self.record.next_time
            self.record.keep(at(t), (dense(t) if t < t1 else solver.y)[-SUMS:])
        if event is None:
            return None
        self.t, self.u = before
        self._go_to(event[0], solver.h_abs)
        return event[1]

    def _go_to(self, end: float, step: float) -> None:
        """Integrate from the present state to the time of an event."""
        if end > self.t:
            solver = self._solver(end, step)
            while solver.status == "running":
                solver.step()
            self.t, self.u = float(solver.t), solver.y.copy()
            self.record.steps += 1
        self.base = self.moment(self.t, self.u)
