"""A run of a rigid robot: segments of smooth motion, joined by events and by times at which the efforts jump."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from parados.arguments import Progress, report_progress
from parados.errors import SimulationError
from parados.model.cut_model import CutPose
from parados.simulate.contacts import Contacts, Grip, impact, settled
from parados.simulate.event_times import Watch
from parados.simulate.joint_stops import Stops, turning
from parados.simulate.rigid_integration import Segment
from parados.simulate.rigid_system import SUMS, Moment, RigidSystem
from parados.simulate.run_events import RunEvent
from parados.simulate.run_record import RunRecord
from parados.simulate.run_settings import Tolerances
from parados.simulate.tangent_chart import TangentChart

__all__ = ["RigidRun"]

Array = NDArray[np.float64]

BEYOND = 1e-9
"""Part of the bounds of dry friction by which they must be exceeded before a joint slips."""

SHORTEST_FLIGHT = 1e-9
"""Part of the duration below which a jump from a stop is too short to be followed; the joint then rests on the stop."""

MOST_WITHOUT_PROGRESS = 100
"""Number of events at the same instant after which a run is given up."""


@dataclass(eq=False)
class RigidRun:
    """A run from a state (pose, zd) at t = 0 to `duration`.

    breaks : increasing times at which the efforts may jump, so that the integration begins anew, each with the name of the motor
        that is cut off then, or None
    """

    system: RigidSystem
    stops: Stops
    settings: Tolerances
    record: RunRecord
    duration: float
    breaks: Sequence[tuple[float, str | None]]
    progress: Progress | None = None
    grip: Grip = field(init=False)
    finished: bool = False  #: True if the run has reached its duration

    def go(self, pose: CutPose, zd: Array) -> None:
        """Integrate; `record` gets the states. A keyboard interrupt passes through."""
        t, sums, last, repeated = 0.0, np.zeros(SUMS), -1.0, 0
        self.system.window = self._windows()[0][1]
        self.system.sample(t, pose, zd)
        zd, sums = self._hit(t, pose, zd, sums)
        self.grip = settled(self.system, t, pose, zd, self.stops.touching(pose.z, zd))
        for begin, end, motor in self._windows():
            if motor is not None:
                self.record.events.append(RunEvent(begin, "cut-off", motor))
            if begin:
                self.system.window = end
                self.system.sample(begin, pose, zd)
                self._resettle(t, pose, zd)
            while t < end:
                segment = Segment(self.system, self.record, self.settings, self.grip)
                segment.begin(t, pose, zd, sums)
                if t == 0.0 and not self.record.kept:
                    self.record.keep(segment.moment(0.0, segment.u), sums)
                index = segment.advance(end, self._watch(segment) if self._watched else None)
                assert segment.base is not None
                t, pose, zd, sums = segment.t, segment.base.pose, segment.base.zd, segment.u[-SUMS:]
                report_progress(self.progress, min(int(1000 * t / self.duration), 1000), 1000)
                if index is None:
                    continue
                repeated = repeated + 1 if t <= last else 0
                last = t
                if repeated > MOST_WITHOUT_PROGRESS:
                    raise SimulationError(f"at t = {t:.9g} s events follow each other without end")
                zd, sums, ended = self._handle(index, segment.base, sums)
                if ended:
                    return
        self.finished = True

    def _windows(self) -> list[tuple[float, float, str | None]]:
        """Times between which the efforts do not jump: beginning, end, and the motor that is cut off at the beginning."""
        inner = [(t, motor) for t, motor in self.breaks if 0 < t < self.duration]
        begins = [(0.0, None), *inner]
        return [(t, end, motor) for (t, motor), end in zip(begins, [*[t for t, _ in inner], self.duration], strict=True)]

    # -- events -----------------------------------------------------------------------------------------------------------

    @property
    def _slipping(self) -> list[int]:
        return [int(k) for k in self.system.jumping if self.grip.direction[k]]

    @property
    def _free_stops(self) -> list[tuple[int, int]]:
        return [place for place in self.stops.places if self.grip.resting.get(place[0]) != place[1]]

    @property
    def _watched(self) -> bool:
        return bool(len(self.system.jumping) or self.stops.places)

    def _watch(self, segment: Segment) -> Watch:
        """Return the function whose entries become negative at events: rates of slipping joints, gaps, loads of held joints."""
        slipping, stops = self._slipping, self._free_stops
        contacts = Contacts.of(self.system, self.grip.stuck, self.grip.resting)
        z, direction = self.system.cut, self.grip.direction

        def watch(at: Moment, since: Moment) -> Array:
            values = [turning(k, direction[k], at.zd) for k in slipping]
            values += [self.stops.margin(k, sign, at, since) for k, sign in stops]
            if len(contacts.joints):
                values += (1 + BEYOND - contacts.forces(at, TangentChart(z, at.pose).V)[0]).tolist()
            return np.array(values)

        return watch

    def _handle(self, index: int, at: Moment, sums: Array) -> tuple[Array, Array, bool]:
        """Go on after an event; return the rates, the energies, and True if the run ends here."""
        slipping, stops = self._slipping, self._free_stops
        names, zd = self.system.cut.model.joint_names, at.zd.copy()
        if index < len(slipping):
            zd[slipping[index]] = 0.0
            self._resettle(at.t, at.pose, zd)
            return zd, sums, False
        if index < len(slipping) + len(stops):
            joint, _ = stops[index - len(slipping)]
            if self.stops.restitution is None:
                self.record.events.append(RunEvent(at.t, "limit", names[joint], float(zd[joint])))
                self.record.keep(at, sums)
                return zd, sums, True
            self.record.events.append(RunEvent(at.t, "impact", names[joint], float(zd[joint])))
            zd, sums = self._hit(at.t, at.pose, zd, sums)
            self._resettle(at.t, at.pose, zd)
            return zd, sums, False
        self._release(index - len(slipping) - len(stops), at)
        return zd, sums, False

    def _release(self, held: int, at: Moment) -> None:
        """Let a joint go whose friction has reached its bound, or whose stop would have to pull."""
        if held >= len(self.grip.stuck):
            self._resettle(at.t, at.pose, at.zd, left=list(self.grip.resting)[held - len(self.grip.stuck)])
            return
        self._resettle(at.t, at.pose, at.zd, yielding=True)

    def _resettle(
        self,
        t: float,
        pose: CutPose,
        zd: Array,
        yielding: bool = False,
        left: int | None = None,
    ) -> None:
        """Find the next sets of joints, and note what changes.

        yielding : dry friction has just reached its bounds;  left : a joint that leaves its stop
        """
        before, names = self.grip, self.system.cut.model.joint_names
        stops = {joint: sign for joint, sign in self.stops.touching(pose.z, zd).items() if joint != left}
        self.grip = settled(self.system, t, pose, zd, stops, yielding)
        stuck, was_stuck, resting, was_resting = map(set, (self.grip.stuck, before.stuck, self.grip.resting, before.resting))
        changes = [("stick", stuck - was_stuck), ("slip", was_stuck - stuck)]
        changes += [("rest", resting - was_resting), ("leave", was_resting - resting)]
        self.record.events += [RunEvent(t, kind, names[k], float(zd[k])) for kind, joints in changes for k in sorted(joints)]

    def _hit(self, t: float, pose: CutPose, zd: Array, sums: Array) -> tuple[Array, Array]:
        """Return the rates and the energies after the impacts of joints that are at a limit and move beyond it."""
        hitting = self.stops.touching(pose.z, zd)
        if self.stops.restitution is None or all(sign * zd[k] >= 0 for k, sign in hitting.items()):
            return zd, sums
        M = self.system.cut.motion(pose, zd, np.zeros(self.system.cut.n_t), np.zeros(6))["M"]
        after = impact(self.system, pose, zd, hitting, self.stops.restitution)
        if self._short(t, pose, after, hitting):
            after = impact(self.system, pose, zd, hitting, 0.0)
        lost = (zd @ M @ zd - after @ M @ after) / 2
        return after, sums + np.array([0.0, 0.0, lost])

    def _short(self, t: float, pose: CutPose, zd: Array, hitting: dict[int, int]) -> bool:
        """Tell whether the joints would come back to their stops too soon to be followed."""
        n_t = self.system.cut.n_t
        sign_of_rates = np.where(np.isin(np.arange(n_t), self.system.jumping), np.sign(zd[:n_t]), 0.0)
        chart = TangentChart(self.system.cut, pose)
        G = self.system.cut.closing(pose)[1]
        now = self.system.moment(t, chart, pose, G, chart.V.T @ zd, sign_of_rates)[0]
        back = [(sign * zd[k], -sign * now.zdd[k]) for k, sign in hitting.items()]
        return all(pull > 0 and 2 * speed < SHORTEST_FLIGHT * self.duration * pull for speed, pull in back)
