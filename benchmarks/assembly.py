"""Time of all assembly modes: preparation of a robot, and one set of actuated joints of a prepared robot."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

import parados
from parados.assembly.pose_solver import pose_solver
from parados.model.model import Model

Array = NDArray[np.float64]

ROBOTS = (
    "five-bar", "3-rpr", "3-rrr", "delta-d3-1200", "orthoglide", "tripteron", "schoenflies-4-ruu", "3-prs",
    "gough-stewart-fried", "gough-stewart-lopes", "hexaglide", "hexa", "3-rrr-parallelogram", "quattro", "h4", "3-rps-wrist",
)  # fmt: skip

STATES = 200
"""Number of reachable states of each robot."""

FEW = 20
"""Number of states of a robot whose closure equations are solved; a call takes tens of milliseconds."""

REACH = 0.15
"""Part of the robot's size by which the lengths of a state differ from home; angles differ by up to half a radian."""


def reachable(model: Model) -> Array:
    """(n, n_a) actuated joints at random poses around home that every leg reaches; n is STATES at most."""
    rng = np.random.default_rng(1)
    mechanism, home = model.mechanism, model.survey.home
    most = np.where(mechanism.periodic_coordinates, 0.5, REACH * mechanism.size)
    x = home + rng.uniform(-1, 1, (10 * STATES, len(home))) * most
    if mechanism.platform.is_quaternion:
        x[:, 3:7] /= np.linalg.norm(x[:, 3:7], axis=1, keepdims=True)
    q = model.quietly("inverse_kinematics", x)["q"]
    return np.asarray(q[np.isfinite(q).all(axis=1)][:STATES])


def median_time(call: Callable[[Array], object], joints: Array) -> float:
    """Return the median of the processor times of calls [ms], after two calls that are not counted."""
    times = []
    for q in (*joints[:2], *joints):
        start = time.process_time_ns()
        call(q)
        times.append(time.process_time_ns() - start)
    return float(np.median(times[2:])) / 1e6


def assembly() -> Iterator[tuple[str, str, str, str, str]]:
    """Yield robot, complex solutions, preparation [s], solver [ms] and whole call [ms], in processor time.

    The solver finds the frames of all real poses; the call also finds working modes and refines the poses with the model.
    """
    for name in ROBOTS:
        robot = parados.load(name)
        _ = robot.survey
        start = time.process_time()
        solver = pose_solver(robot.mechanism, robot.survey)
        prepared = time.process_time() - start
        assert solver is not None
        model = robot.compile()
        joints = reachable(model)
        found = solver.solve(joints[0])
        joints = joints[:FEW] if found.route == "closure equations" else joints
        solved, called = median_time(solver.solve, joints), median_time(model.assembly_modes, joints)
        yield name, str(found.complex_expected), f"{prepared:.2f}", f"{solved:.3f}", f"{called:.3f}"
