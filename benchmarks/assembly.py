"""Time of all assembly modes: preparation of a robot, and one set of actuated joints of a prepared robot."""

from __future__ import annotations

import time
from collections.abc import Iterator

import parados
from parados.assembly.pose_solver import pose_solver

ROBOTS = (
    "five-bar", "3-rpr", "3-rrr", "delta-d3-1200", "orthoglide", "tripteron", "schoenflies-4-ruu", "3-prs",
    "gough-stewart-fried", "gough-stewart-lopes", "hexaglide", "hexa", "3-rrr-parallelogram", "quattro", "h4", "3-rps-wrist",
)  # fmt: skip

STATES = 20
"""Number of sampled joints of each robot."""


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
        joints = solver.joints[:STATES]
        found = solver.solve(joints[0])
        start = time.process_time()
        for q in joints:
            solver.solve(q)
        solved = (time.process_time() - start) / len(joints)
        model = robot.compile()
        model.assembly_modes(joints[0])
        start = time.process_time()
        for q in joints:
            model.assembly_modes(q)
        called = (time.process_time() - start) / len(joints)
        yield name, str(found.complex_expected), f"{prepared:.2f}", f"{1e3 * solved:.2f}", f"{1e3 * called:.2f}"
