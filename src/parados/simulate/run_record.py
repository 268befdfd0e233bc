"""What a run keeps while it is computed: states at the wanted times, energies, events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.model.cut_model import CutPose
from parados.simulate.rigid_system import Moment
from parados.simulate.run_events import RunEvent

__all__ = ["KeptState", "RunRecord"]

Array = NDArray[np.float64]


class KeptState(NamedTuple):
    """A state: time, configuration, rates and accelerations (n_z,), efforts (n_a,), and the energies (3,) since the start.

    The energies are the work of the actuators, the work of the wrench, and the lost energy [J].
    """

    t: float
    pose: CutPose
    zd: Array
    zdd: Array
    efforts: Array
    sums: Array


@dataclass
class RunRecord:
    """States that were kept so far.

    Attributes
    ----------
    wanted : (k,) increasing times at which states are kept [s]
    kept : the kept states
    events : what happened so far
    steps, charts : numbers of accepted steps and of charts
    short : number of steps in a row, up to now, that are too short to get anywhere
    """

    wanted: Array
    kept: list[KeptState] = field(default_factory=list)
    events: list[RunEvent] = field(default_factory=list)
    steps: int = 0
    charts: int = 0
    short: int = 0

    @property
    def next_time(self) -> float:
        """Time of the next state to keep; infinite after the last one."""
        return float(self.wanted[len(self.kept)]) if len(self.kept) < len(self.wanted) else np.inf

    def keep(self, moment: Moment, sums: Array) -> None:
        """Keep a state."""
        self.kept.append(KeptState(moment.t, moment.pose, moment.zd, moment.zdd, moment.forces.efforts, np.array(sums)))
