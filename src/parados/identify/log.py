"""Log of a machine: measured positions of joints and efforts of actuators at instants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import instance, name_list, shown, text, truths, vector
from parados.errors import InputError
from parados.text.numbers import counted
from parados.text.result_display import Display, Shown, Table

__all__ = ["LEAST", "Log"]

Array = NDArray[np.float64]

LEAST = 50
"""Least number of rows of a log."""


@dataclass(frozen=True)
class Log(Shown):
    """Measurements of a machine, in SI units and radians, after bad rows were removed.

    Attributes
    ----------
    name : of the file
    time : (N,) instants [s], increasing
    joints : measured positions (N,) by the name of the joint, actuated and passive [rad, m]
    efforts : measured efforts (N,) by the name of the actuated joint [N m, N]
    platform : measured coordinates (N,) of the platform by their names, may be empty [m, rad]
    doubtful : (N,) True for rows whose efforts are saturated; none by default
    remarks : what was found in the file and what was done about it, one sentence each
    """

    name: str
    time: Array
    joints: Mapping[str, Array]
    efforts: Mapping[str, Array]
    platform: Mapping[str, Array] = field(default_factory=dict)
    doubtful: NDArray[np.bool_] | None = None
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the arrays; without `doubtful` no row is."""
        text("name", self.name)
        time = vector("time", self.time)
        if len(time) < LEAST or (np.diff(time) <= 0).any():
            raise InputError(f"time: at least {LEAST} instants that increase are expected, not {shown(self.time)}")
        object.__setattr__(self, "time", time)
        for group in ("joints", "efforts", "platform"):
            columns = instance(group, getattr(self, group), Mapping, "a mapping from names to columns")
            own = {str(name): vector(f"{group}[{name!r}]", column, len(time)) for name, column in columns.items()}
            object.__setattr__(self, group, own)
        given = np.zeros(len(time), dtype=bool) if self.doubtful is None else self.doubtful
        object.__setattr__(self, "doubtful", truths("doubtful", given, len(time)))
        object.__setattr__(self, "remarks", tuple(name_list("remarks", self.remarks)))

    def __len__(self) -> int:
        return len(self.time)

    @property
    def step(self) -> float:
        """Median distance of two instants [s]."""
        return float(np.median(np.diff(self.time)))

    @property
    def rate(self) -> float:
        """Samples for each second [Hz]."""
        return 1 / self.step

    @property
    def duration(self) -> float:
        """Time from the first to the last row [s]."""
        return float(self.time[-1] - self.time[0])

    def _display(self) -> Display:
        rows = [
            [name, _range(values), _range(self.efforts[name]) if name in self.efforts else ""]
            for name, values in self.joints.items()
        ]
        rows += [[name, _range(values), ""] for name, values in self.platform.items()]
        facts = {"rows": len(self), "duration": f"{self.duration:.6g} s", "rate": f"{self.rate:.6g} Hz"}
        table = Table(("column", "position [rad, m]", "effort [N m, N]"), rows)
        title = f"log {self.name}, {counted(len(self.efforts), 'actuator')}"
        return Display(title, facts, [table], "\n".join(self.remarks), self.plot)

    def plot(self) -> Any:
        """Plot positions and efforts over time."""
        from parados.identify.log_figures import log_figure

        return log_figure(self)


def _range(values: Array) -> str:
    return f"{values.min():.4g} ... {values.max():.4g}"
