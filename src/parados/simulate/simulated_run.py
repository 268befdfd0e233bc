"""Result of a simulation, of a rigid or a flexible robot."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import positive, whole
from parados.simulate.elastic_result import ElasticResult, EnergyReport
from parados.simulate.run_events import RunEvent
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.model.model import Model
    from parados.studio.scene_page import ScenePage

__all__ = ["Run"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Run(Shown):
    """A simulated motion; the first axis of all arrays is time.

    Attributes
    ----------
    model : the robot
    t : (k,) times [s]
    x, xd, xdd : (k, n_x), (k, n), (k, n) coordinates of the robot and their derivatives; angles do not jump
    joints, joint_rates, joint_accelerations : (k, n_t) positions of all joints of the tree and their derivatives [rad, m]
    frames : (k, 4, 4) frames of the platform in the base; None for a robot without a platform
    efforts : (k, n_a) efforts of the actuators [N m, N]
    energy : energies and their balance
    closure : (k,) largest absolute value of the closure equations [m, -]
    events : what happened, in the order of time
    complete : False if the run was interrupted, or ended before its duration
    method : how it was integrated
    elastic : the result of the flexible robot, with its deformations; None for a rigid robot
    law : (k, .) outputs of a control law besides its efforts, such as an estimated force, by name; `state` is its discrete state
    """

    model: Model
    t: Array
    x: Array
    xd: Array
    xdd: Array
    joints: Array
    joint_rates: Array
    joint_accelerations: Array
    frames: Array | None
    efforts: Array
    energy: EnergyReport
    closure: Array
    events: tuple[RunEvent, ...] = ()
    complete: bool = True
    method: str = ""
    elastic: ElasticResult | None = field(default=None)
    law: dict[str, Array] = field(default_factory=dict)

    def __repr__(self) -> str:
        end = f"{self.t[-1]:g} s" if len(self.t) else "nothing"
        return f"Run({self.model.spec.name!r}, {end}, {len(self.t)} states, {len(self.events)} events)"

    @property
    def q(self) -> Array:
        """(k, n_a) positions of the actuated joints [rad, m]; angles do not jump."""
        return self.joints[:, list(self.model.mechanism.actuated)]

    @property
    def qd(self) -> Array:
        """(k, n_a) rates of the actuated joints."""
        return self.joint_rates[:, list(self.model.mechanism.actuated)]

    @property
    def qdd(self) -> Array:
        """(k, n_a) accelerations of the actuated joints."""
        return self.joint_accelerations[:, list(self.model.mechanism.actuated)]

    @property
    def power(self) -> Array:
        """(k, n_a) power of each actuator [W]."""
        return np.asarray(self.efforts * self.qd)

    def _display(self) -> Display:
        from parados.simulate.run_sheet import run_sheet

        return run_sheet(self)

    def plot(self) -> Figure:
        """Plot coordinates, efforts and energies over time; dotted lines mark events."""
        from parados.simulate.run_sheet import plot_run

        return plot_run(self)

    def columns(self) -> dict[str, Array]:
        """Return the columns of a table of the run, by name: t, x, xd, xdd, q, qd, tau, energies, closure."""
        from parados.simulate.run_tables import run_columns

        return run_columns(self)

    def save(self, path: str | Path) -> Path:
        """Write the table of the run to a file: .csv with all digits, or .parquet (needs pyarrow); return its path."""
        from parados.simulate.run_tables import save_run

        return save_run(self, path)

    def to_xarray(self) -> Any:
        """Return the run as an `xarray.Dataset` over t, with named coordinates, joints and actuators (needs xarray)."""
        from parados.simulate.run_tables import dataset_of

        return dataset_of(self)

    def show(self, path: str | Path | None = None, *, fps: float = 30.0, title: str = "") -> ScenePage:
        """Return a page on which the robot moves; a notebook shows it, and it works offline (needs the extra studio).

        path : file to write the page to, such as "motion.html";  fps : pictures for each second;  title : of the page
        """
        from parados.text.scene_door import page_of_motion

        return page_of_motion(self, path=path, fps=fps, title=title)

    def animate(self, path: str | Path, *, speed: float = 1.0, rate: int = 20) -> Path:
        """Write a moving picture of the robot as a GIF file, or as an MP4 file if ffmpeg is installed; return its path.

        speed : 1 shows the motion in its own time, 0.1 ten times slower;  rate : pictures per second
        """
        from parados.simulate.run_animation import animate_run

        pictures = whole("rate", rate, 1, 100, "a number of pictures per second")
        return animate_run(self, path, positive("speed", speed, "-"), pictures)
