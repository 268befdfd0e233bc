"""What a simulation of a flexible robot returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.flexible.flexible_structure import FlexibleStructure
from parados.simulate.elastic_system import ElasticSystem, State
from parados.simulate.run_display import energy_display, run_display, run_figure
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["ElasticResult", "EnergyReport", "evaluated"]

Array = NDArray[np.float64]

CHUNK = 4096
"""States that are evaluated at once."""


@dataclass(frozen=True)
class EnergyReport(Shown):
    """Energies (k,) [J]; work of the actuators and dissipated energy are counted from the start."""

    kinetic: Array
    elastic: Array
    gravitational: Array
    work: Array
    dissipated: Array

    def _display(self) -> Display:
        return energy_display(self)

    @property
    def total(self) -> Array:
        return self.kinetic + self.elastic + self.gravitational

    @property
    def balance(self) -> Array:
        """(k,) what is left of total - total at the start - work + dissipated: the error of the integration."""
        return self.total - self.total[0] - self.work + self.dissipated

    @property
    def relative_error(self) -> float:
        """Largest balance over the largest energy that was there or was put in."""
        size = max(np.abs(part).max() for part in (self.kinetic + self.elastic, self.work, self.total - self.total[0]))
        return float(np.abs(self.balance).max() / size) if size > 0 else 0.0


@dataclass(frozen=True)
class ElasticResult(Shown):
    """A motion of a flexible robot.

    Attributes
    ----------
    t : (k,) [s]
    z, zd, zdd : (k, n) coordinates of the tree and their derivatives
    efforts : (k, n_a) of the actuators, in the file's order [N or N m]
    multipliers : (k, m) of the closures
    energy : energies and their balance
    drift : (k,) largest row of all closures [m, -]
    step : [s]
    complete : False where the run was interrupted
    difference : largest differences from a run at twice the step, of the platform's coordinates and of the efforts, or
        None; an upper estimate of the errors of both
    neglected : displacement of the platform that a reduction to few modes leaves out [m, rad]; zero without one
    """

    structure: FlexibleStructure
    t: Array
    z: Array
    zd: Array
    zdd: Array
    efforts: Array
    multipliers: Array
    energy: EnergyReport
    drift: Array
    step: float
    complete: bool
    difference: tuple[float, float] | None = None
    neglected: float = 0.0

    def _display(self) -> Display:
        return run_display(self)

    def plot(self) -> Figure:
        """A figure of the platform's pose and of the actuators' efforts over time."""
        return run_figure(self)

    @property
    def actuator_names(self) -> tuple[str, ...]:
        """Names of the actuated joints, in the order of `efforts`."""
        mechanism = self.structure.mechanism
        return tuple(mechanism.joint_names[k] for k in mechanism.actuated)

    @property
    def pose(self) -> Array:
        """(k, 3) x, y, angle or (k, 6) x, y, z and XYZ angles of the platform."""
        return self.z[:, list(self.structure.platform)]

    @property
    def actuators(self) -> Array:
        """(k, n_a) positions of the actuated joints."""
        return self.z[:, list(self.structure.mechanism.actuated)]

    @property
    def elastic(self) -> Array:
        """(k, n_e) elastic coordinates, element by element."""
        return self.z[:, list(self.structure.elastic)]

    def apart(self, rough: ElasticResult) -> tuple[float, float]:
        """Largest differences of pose and efforts from a run at twice the step, over the instants of that run."""
        k = len(rough.t)
        pose, efforts = self.pose[::2][:k] - rough.pose, self.efforts[::2][:k] - rough.efforts
        return float(np.abs(pose).max()), float(np.abs(efforts).max())


def evaluated(system: ElasticSystem, at: State, work: Array, dissipated: Array, step: float, complete: bool) -> ElasticResult:
    """Accelerations, efforts, energies and drift at the kept states (k,)."""
    parts = [State(at.t[k : k + CHUNK], at.z[k : k + CHUNK], at.zd[k : k + CHUNK]) for k in range(0, len(at.t), CHUNK)]
    zdd, multipliers, efforts = (np.concatenate(values) for values in zip(*map(system.accelerations, parts), strict=True))
    report = system.kernels["report"](len(at.t), {"z": at.z, "zd": at.zd})
    kinetic, elastic, gravitational = (report[name][:, 0, 0] for name in ("kinetic", "elastic", "gravitational"))
    basis = system.model.basis

    def of_tree(y: Array) -> Array:
        return y if basis is None else y @ basis.B.T

    return ElasticResult(
        structure=system.model.structure,
        t=at.t,
        z=of_tree(at.z),
        zd=of_tree(at.zd),
        zdd=of_tree(zdd),
        efforts=efforts,
        multipliers=multipliers,
        energy=EnergyReport(kinetic, elastic, gravitational, work, dissipated),
        drift=np.abs(report["g"][:, :, 0]).max(axis=1, initial=0.0),
        step=step,
        complete=complete,
    )
