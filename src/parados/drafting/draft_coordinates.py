"""Choose the coordinates of a drafted robot from the motions that its legs leave to the platform."""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from parados.api import Robot
from parados.drafting.draft_file import DraftFile
from parados.errors import RobotFileError
from parados.geometry.closing_search import ClosingSearch
from parados.geometry.inverse import numeric_form
from parados.geometry.numeric import NumericInverse
from parados.geometry.open_loops import assembly_at
from parados.kinematics.mobility import RANK, closure_jacobian_expression
from parados.robot.description import COORDINATES
from parados.robot.reading import parse_robot

__all__ = ["moving_coordinates", "platform_twists", "well_chosen"]

Array = NDArray[np.float64]

CLEAR = 0.2
"""Part of a motion along a coordinate, from 0 to 1, that is enough to make the coordinate independent."""

STILL = 1e-8
"""Change of a dependent coordinate [m, rad] at the samples below which it is constant."""


def platform_twists(file: DraftFile) -> Array:
    """(6, k) basis of the twists that the legs allow the platform at home: null space of the closure Jacobian (A.5).

    Raises RobotFileError if the loops do not close at home. `file` must declare all six coordinates of the platform.
    """
    mechanism = Robot(parse_robot(file.text(), file.name)).mechanism
    geometry = numeric_form(mechanism)
    known = file.guess()
    home, guess = np.array(list(file.home().values())), np.array([known[name] for name in mechanism.joint_names])
    closed, found = ClosingSearch(NumericInverse(geometry)).from_nothing(home, guess, np.random.default_rng(1), tries=20)
    if not closed:
        raise RobotFileError(file.name, [f"at home {assembly_at(geometry, home, found).words()}"])
    J = ca.Function("J", [geometry.x, geometry.unknowns], [ca.densify(closure_jacobian_expression(geometry))])
    motions = null_space(J(home, found).full(), rcond=RANK)
    return np.asarray(motions[len(mechanism.joints) :])


def well_chosen(twists: Array) -> tuple[str, ...]:
    """Return the names of independent coordinates: those along which the platform moves most freely, positions first.

    twists : (6, k) motions of the platform at home, where the angles turn about x, y, z
    """
    if twists.shape[1] == 0:
        return ()
    basis, sizes, _ = np.linalg.svd(twists, full_matrices=False)
    left = basis[:, sizes > RANK]
    rank = left.shape[1]
    chosen: list[int] = []
    while len(chosen) < rank:
        free = np.linalg.norm(left, axis=1)
        k = next(k for k in range(6) if free[k] > min(CLEAR, 0.999 * free.max()) and k not in chosen)
        chosen.append(k)
        along = left[k] / free[k]
        left = left - np.outer(left @ along, along)
    return tuple(COORDINATES[k] for k in sorted(chosen))


def moving_coordinates(robot: Robot, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the named platform coordinates that are not constant over the sampled configurations of a robot."""
    survey = robot.survey
    six = survey.geometry.coordinates.six
    values = survey.samples.values(survey.geometry, ca.vertcat(*[joint.q for joint in six]))[:, :, 0]
    return tuple(name for name in names if np.ptp(values[:, COORDINATES.index(name)]) > STILL)
