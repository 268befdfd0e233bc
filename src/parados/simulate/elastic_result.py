"""Results of a simulation of a flexible robot."""

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

NO_ENERGY = 1e-24
"""Energy [J] far below that of one molecule at room temperature; a robot that moves by round-off has less."""

ROUND_OFF = 1e-14
"""Part of the total energy by which it changes at rest."""

CHUNK = 4096
"""Number of states that are evaluated in one call."""


@dataclass(frozen=True)
class EnergyReport(Shown):
    """Energies (k,) [J]; the work of the actuators, the dissipated energy and the work of loads are zero at the start."""

    kinetic: Array
    elastic: Array
    gravitational: Array
    work: Array
    dissipated: Array
    loads: Array | float = 0.0  #: work of the wrench on the platform

    def _display(self) -> Display:
        return energy_display(self)

    @property
    def total(self) -> Array:
        return self.kinetic + self.elastic + self.gravitational

    @property
    def balance(self) -> Array:
        """(k,) total - total at the start - work - loads + dissipated; it is zero up to the error of the integration."""
        return self.total - self.total[0] - self.work - self.loads + self.dissipated

    @property
    def relative_error(self) -> float:
        """Largest absolute value of `balance`, divided by the largest of these energies; 0 if all of them are round-off.

        These are the kinetic plus elastic energy, the work of actuators and loads, the dissipated energy, and the change of the
        total energy.
        """
        moved = (self.kinetic + self.elastic, self.work, np.asarray(self.loads), self.dissipated, self.total - self.total[0])
        size = max(np.abs(part).max() for part in moved)
        return float(np.abs(self.balance).max() / size) if size > NO_ENERGY + ROUND_OFF * np.abs(self.total).max() else 0.0


@dataclass(frozen=True)
class ElasticResult(Shown):
    """Simulated motion of a flexible robot.

    Attributes
    ----------
    structure : structure of the flexible robot
    t : (k,) times [s]
    z, zd, zdd : (k, n) coordinates of the tree and their derivatives
    efforts : (k, n_a) efforts of the actuators, in the order of the file [N or N m]
    multipliers : (k, m) multipliers of the closures
    energy : energies and their balance
    drift : (k,) largest absolute value of the closure equations [m, -]
    step : [s]
    complete : False if the run was interrupted
    difference : largest differences of the platform coordinates and of the efforts from a run with twice the step, or None; they
        are upper estimates of the errors
    neglected : estimated displacement of the platform by the modes that a reduction omits [m, rad]; zero without a reduction
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
        """Plot the pose of the platform and the efforts of the actuators over time."""
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
        """(k, n_e) elastic coordinates, in the order of the elements."""
        return self.z[:, list(self.structure.elastic)]

    def apart(self, rough: ElasticResult) -> tuple[float, float]:
        """Return the largest differences of pose and efforts from a run with twice the step, at the instants of that run."""
        k = len(rough.t)
        pose, efforts = self.pose[::2][:k] - rough.pose, self.efforts[::2][:k] - rough.efforts
        return float(np.abs(pose).max()), float(np.abs(efforts).max())


def evaluated(system: ElasticSystem, at: State, work: Array, dissipated: Array, step: float, complete: bool) -> ElasticResult:
    """Compute accelerations, efforts, energies and drift at the saved states (k,)."""
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
