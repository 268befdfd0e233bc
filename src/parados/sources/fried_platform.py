"""Position, velocity and acceleration of the platform: the figures that both papers of Fried et al. share."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from parados.plots.panels import Panel, curves_figure
from parados.plots.path_figure import path_figure
from parados.plots.style import PALETTE
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, equal, unprinted
from parados.sources.fried_simulation import Array, Helix, Run, path_choices
from parados.trajectory.motion_table import MotionTable

__all__ = ["platform_acceleration", "platform_trajectory", "platform_velocity"]


def platform_trajectory(helix: Helix, runs: Mapping[str, Run], title: str) -> Reproduction:
    """Draw the path in space with the first robot at its start and the coordinates over time; check the printed orientation."""
    name, run = next(iter(runs.items()))
    motion = run.motion
    R = run.model.platform_frame(motion.x)[:, :3, :3]
    lines = [
        equal(
            f"{angle} along the whole path", printed, _farthest(found, printed), within=1e-9, unit="deg", note=f"engine, {name}"
        )
        for angle, printed, found in zip(("alpha", "beta", "gamma"), helix.degrees, _angles(R), strict=True)
    ]
    lines += [_closes(name, run) for name, run in runs.items()]
    lines.append(unprinted("length of the path", _length(motion), "m"))
    path = path_figure(run.model, motion.x[0], run.model.pose(motion.x)[:, :3], title, "path of C, here P")
    figures = {"path": path, "position": _position_figure(motion, title)}
    return Reproduction(lines, figures, {"position": _columns(motion, motion.x, "", "m")}, path_choices(helix))


def platform_velocity(helix: Helix, runs: Mapping[str, Run], title: str) -> Reproduction:
    """Draw the velocity of C over time; check it with the actuator rates of the formulation and the Jacobian of the engine."""
    motion = next(iter(runs.values())).motion
    lines = []
    for name, run in runs.items():
        V = np.einsum("nij,nj->ni", run.model.jacobian(motion.x), run.qd)
        gap = difference(V, motion.xd)
        lines.append(agree(f"velocity of C and zero angular velocity, from the actuator rates of {name}, V = J Q_dot", "", gap))
    lines += _peaks(motion.xd, "speed", "m/s", "from rest to rest")
    figure = _vector_figure(motion, motion.xd, "velocity of C [m/s]", "speed", title)
    return Reproduction(lines, {"velocity": figure}, {"velocity": _columns(motion, motion.xd, "d", "m/s")}, path_choices(helix))


def platform_acceleration(helix: Helix, runs: Mapping[str, Run], title: str) -> Reproduction:
    """Draw the acceleration of C over time; check it with the forces of the formulation and the direct dynamics of the engine."""
    motion = next(iter(runs.values())).motion
    lines = []
    for name, run in runs.items():
        gap = difference(run.model.forward_dynamics(motion.x, motion.xd, run.tau), motion.xdd)
        lines.append(agree(f"acceleration of {name} under the forces of the last figure, direct dynamics", "", gap))
    lines += _peaks(motion.xdd, "acceleration", "m/s^2", "the forces do not jump")
    figure = _vector_figure(motion, motion.xdd, "acceleration of C [m/s²]", "magnitude", title)
    data = {"acceleration": _columns(motion, motion.xdd, "dd", "m/s^2")}
    return Reproduction(lines, {"acceleration": figure}, data, path_choices(helix))


def _angles(R: Array) -> list[Array]:
    """Return alpha, beta, gamma [deg] of rotation matrices R (N, 3, 3), from the entries of (1), or (15) of the C5 paper."""
    alpha, beta, gamma = np.arctan2(-R[:, 1, 2], R[:, 2, 2]), np.arcsin(R[:, 0, 2]), np.arctan2(-R[:, 0, 1], R[:, 0, 0])
    return [np.rad2deg(angle) for angle in (alpha, beta, gamma)]


def _farthest(values: Array, target: float) -> float:
    return float(values[np.abs(values - target).argmax()])


def _closes(name: str, run: Run) -> Line:
    x = run.motion.x
    gap = difference(run.model.forward_kinematics(run.q, guess=x[0]), x)
    return agree(f"path from the actuators' positions of {name}, forward kinematics", "", gap)


def _length(motion: MotionTable) -> float:
    return float(np.linalg.norm(np.diff(motion.x[:, :3], axis=0), axis=1).sum())


def _peaks(values: Array, what: str, unit: str, note: str) -> list[Line]:
    size = np.linalg.norm(values[:, :3], axis=1)
    ends = float(max(size[0], size[-1]))
    return [
        unprinted(f"largest {what}", float(size.max()), unit),
        unprinted(f"{what} at both ends", ends, unit, note),
    ]


def _columns(motion: MotionTable, values: Array, dots: str, unit: str) -> dict[str, Array]:
    named = {f"{axis}{dots} [{unit}]": values[:, k] for k, axis in enumerate("xyz")}
    return {"t [s]": motion.t, **named}


def _position_figure(motion: MotionTable, title: str) -> Figure:
    """Draw the position; the height has a separate panel, since it is far from zero."""
    x, y, z = motion.x[:, :3].T
    look = {"z": {"color": PALETTE[2], "linestyle": "-."}}
    panels = [Panel("position of C,\nhorizontal [m]", {"x": x, "y": y}), Panel("position of C,\nvertical [m]", {"z": z}, look)]
    return curves_figure(motion.t, panels, title=title)


def _vector_figure(motion: MotionTable, values: Array, label: str, size: str, title: str) -> Figure:
    curves = dict(zip("xyz", values[:, :3].T, strict=True))
    norm = np.linalg.norm(values[:, :3], axis=1)
    look = {size: {"color": PALETTE[-1], "linestyle": "-", "linewidth": 0.8}}
    return curves_figure(motion.t, [Panel(label, {**curves, size: norm}, look)], title=title)
