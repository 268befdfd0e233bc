"""What a run keeps while it is computed: states at the wanted times, energies, events."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from parados.simulate.rigid_system import Moment
from parados.simulate.run_events import RunEvent

__all__ = ["RunRecord"]

Array = NDArray[np.float64]


@dataclass
class RunRecord:
    """States that were kept so far.

    Attributes
    ----------
    wanted : (k,) increasing times at which states are kept [s]
    moments, sums : the kept states, and the energies (3,) of each: work of the actuators and of the wrench, lost energy [J]
    events : what happened so far
    steps, charts : numbers of accepted steps and of charts
    """

    wanted: Array
    moments: list[Moment] = field(default_factory=list)
    sums: list[Array] = field(default_factory=list)
    events: list[RunEvent] = field(default_factory=list)
    steps: int = 0
    charts: int = 0

    @property
    def next_time(self) -> float:
        """Time of the next state to keep; infinite after the last one."""
        return float(self.wanted[len(self.moments)]) if len(self.moments) < len(self.wanted) else np.inf

    def keep(self, moment: Moment, sums: Array) -> None:
        """Keep a state."""
        self.moments.append(moment)
        self.sums.append(np.array(sums))
