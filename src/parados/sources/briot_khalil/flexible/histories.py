"""Section 10.7: the DualEMPS along its two reference trajectories; acceleration of P and forces of the actuators.

The measured curves are not printed as numbers, so the forces of the flexible model are compared with those of the rigid model.
"""

from __future__ import annotations

from time import perf_counter

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

import parados.api as api
from parados.model.model import Model
from parados.plots.panels import Panel, curves_figure
from parados.simulate.continuous_motion import along_trajectory
from parados.simulate.damping import ModalDamping
from parados.simulate.elastic_result import ElasticResult
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.sources.entry import Line, Reproduction, holds, unprinted
from parados.trajectory import Polynomials, Trajectory, along, concatenate, point_by_point
from parados.trajectory import circle as circle_path

__all__ = ["BALANCED", "LOSSES", "RATIO", "SQUARE", "STEP", "TRAVEL", "WIDTH", "circle", "rigid_forces", "square"]

Array = NDArray[np.float64]

PRINTED_SECONDS = 365.0
"""Printed time of the simulation of the first trajectory: 6 min 5 s, on a Pentium 4 of 2.7 GHz."""

STEP, WIDTH, RATIO = 1e-3, 5e-3, 0.005
EDGE, TRAVEL, STOP = 0.2, 1.8, 0.7
CENTRE, RADIUS, SPEED, RAMP = np.array([0.28, 0.90]), 0.1, 0.2, 0.4
BALANCED = 1e-6
"""Largest allowed error of the energy balance, relative to the largest energy."""

LOSSES = (
    f"Modal damping of {RATIO:.1%}, which the book does not give; dry friction of Table 10.2, sign(v) smoothed over {WIDTH} m/s."
)

SQUARE = point_by_point(EDGE * np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]), TRAVEL, stop=STOP)


def square() -> Reproduction:
    """Compute Figs. 10.9-10.11, the square."""
    choices = [
        f"The edges are {EDGE} m long in joint space, travelled in {TRAVEL} s by the fifth-degree law, with stops of {STOP} s.",
        LOSSES,
    ]
    return _along(SQUARE, choices, [PRINTED_SECONDS])


def circle() -> Reproduction:
    """Compute Figs. 10.12-10.14, the circle."""
    choices = [
        "The sliders move as those of the rigid robot would, from rest at the lowest point of the circle; "
        f"{SPEED} m/s are reached in {RAMP} s.",
        LOSSES,
    ]
    return _along(_round(api.load("dualemps").compile("vm")), choices, [])


def _round(model: Model) -> Trajectory:
    """Build the motion on the circle: a ramp from rest to SPEED, then one full turn at constant speed.

    The acceleration is continuous.
    """
    seconds = 2 * np.pi * RADIUS / SPEED
    speeding_up = Polynomials([[0.0, 0.0, 0.0, SPEED * RAMP, -SPEED * RAMP / 2]], RAMP)
    steady = Polynomials([[SPEED * RAMP / 2, SPEED * seconds]], seconds)
    angle = SPEED * (RAMP / 2 + seconds) / RADIUS
    path = circle_path(CENTRE, None, RADIUS, start=CENTRE - [0.0, RADIUS], angle=angle)
    return along_trajectory(model, along(path, law=concatenate(speeding_up, steady)))


def _along(motion: Trajectory, choices: list[str], printed: list[float]) -> Reproduction:
    model = api.load("dualemps").compile("vm")
    x0 = model.forward_kinematics(motion(np.zeros(1))[0][0], guess=[0.28, 0.79])
    simulation = ElasticSimulation.at(model, x0, friction_width=WIDTH, damping=ModalDamping(RATIO))
    start = perf_counter()
    run = simulation.prescribed(motion, motion.duration, STEP)
    seconds = perf_counter() - start
    rigid = rigid_forces(model, motion, run.t, x0)
    acceleration = _local(run)
    note = f"printed: {' and '.join(f'{value:g}' for value in printed)} s, on another machine"
    lines = [unprinted("time of the simulation", round(seconds, 1), "s", note)]
    lines += _lines(run, acceleration, rigid)
    return Reproduction(lines, _figures(run, acceleration, rigid), {"history": _table(run, acceleration, rigid)}, choices)


def _local(run: ElasticResult) -> Array:
    """Return the acceleration (k,) of P along y of frame 17 [m/s^2]."""
    ax, ay = run.zdd[:, list(run.structure.platform)][:, :2].T
    theta = run.pose[:, 2]
    return np.asarray(np.cos(theta) * ay - np.sin(theta) * ax)


def rigid_forces(model: Model, motion: Trajectory, t: Array, x0: Array) -> Array:
    """Return the forces (k, 2) of the rigid model for the same motion of the sliders [N]."""
    q, qd, qdd = motion(t)
    x = [np.asarray(x0)]
    for row in q:
        x.append(model.forward_kinematics(row, guess=x[-1]))
    poses = np.array(x[1:])
    J = model.jacobian(poses)
    xd = np.einsum("nij,nj->ni", J, qd)
    drift = model.joint_accelerations(poses, xd, np.zeros_like(xd))
    return model.inverse_dynamics(poses, xd, np.einsum("nij,nj->ni", J, qdd - drift))


def _lines(run: ElasticResult, acceleration: Array, rigid: Array) -> list[Line]:
    error, drift = run.energy.relative_error, float(run.drift.max())
    apart = float(np.sqrt(np.mean((run.efforts - rigid) ** 2)) / np.sqrt(np.mean(rigid**2)))
    return [
        holds("energy balance", "", f"{error:.1e} of the largest energy", error < BALANCED),
        holds("closures stay closed", "", f"{drift:.1e} m", drift < 1e-9),
        unprinted("largest acceleration of P along y of body 17", float(np.abs(acceleration).max()), "m/s^2"),
        unprinted("largest force of the actuators", float(np.abs(run.efforts).max()), "N"),
        unprinted("difference of flexible and rigid forces, root mean square", f"{apart:.2%}"),
    ]


def _figures(run: ElasticResult, acceleration: Array, rigid: Array) -> dict[str, Figure]:
    forces = [Panel(f"force of $q_{{{k + 1}1}}$ [N]", {"flexible": run.efforts[:, k], "rigid": rigid[:, k]}) for k in range(2)]
    return {
        "acceleration": curves_figure(run.t, [Panel("acceleration of P along\n$y_{17}$ [m/s$^2$]", {"flexible": acceleration})]),
        "forces": curves_figure(run.t, forces),
    }


def _table(run: ElasticResult, acceleration: Array, rigid: Array) -> dict[str, Array]:
    x, y, angle = run.pose.T
    return {
        "t": run.t, "x": x, "y": y, "angle": angle, "acceleration": acceleration,
        "force_1": run.efforts[:, 0], "force_2": run.efforts[:, 1], "rigid_1": rigid[:, 0], "rigid_2": rigid[:, 1],
    }  # fmt: skip
