"""Describe a robot by other independent coordinates, that is, by another chart of its configuration space.

The configurations of a mechanism form a manifold, and the coordinates of the file are one chart of it. Another chart names
platform coordinates and joints. The named platform coordinates stay in x. The named joints follow them in x, as the joints of
a kinematically redundant robot do. The closures determine all other coordinates. Home is the same configuration.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.charts.chart_names import ChartNames, chart_names
from parados.errors import InputError, RobotFileError
from parados.geometry.inverse import InverseGeometry, Samples
from parados.geometry.survey import Survey, survey
from parados.geometry.working_modes import Mode, all_modes, mode_signs
from parados.kinematics.mobility import RANK, closure_jacobian_expression
from parados.model.surveyed_robot import SurveyedRobot
from parados.robot.description import COORDINATES, RobotSpec
from parados.spatial.turns import nearest_turn
from parados.topology.mechanism import Mechanism

__all__ = ["chart_description"]

Array = NDArray[np.float64]

SAME = 1e-6
"""Largest difference [rad, m] between two results for the same configuration."""


def chart_description(robot: SurveyedRobot, names: Sequence[str]) -> SurveyedRobot:
    """Describe the robot by the coordinates and joints `names`; raises InputError if they do not determine its configuration."""
    robot = robot.alone()
    spec, mechanism, found = robot.spec, robot.mechanism, robot.survey
    chosen = chart_names(spec, mechanism, names)
    inputs = np.concatenate([found.home, found.default_signs, found.home_unknowns])[None]
    home = _configurations(found.geometry, inputs)[0]
    if not np.isfinite(home).all():
        raise InputError(
            f"in_coordinates: {spec.name} does not reach its home in the default mode; give home or mode in the file"
        )
    _check_determined(spec, found.geometry, inputs, chosen)
    whole = found.home[:7] if mechanism.platform.is_quaternion else home[[len(mechanism.joints) + k for k in chosen.kept]]
    chart = spec.model_copy(
        update={
            "platform": spec.platform.model_copy(update={"coordinates": chosen.coordinates, "dependent": chosen.dependent}),
            "coordinates": (),
            "redundancy": chosen.joints,
            "home": tuple(float(v) for v in [*whole, *home[list(chosen.given)]]),
            "workspace": _workspace(spec, found, home, chosen),
            "guess": _guess(mechanism, home, chosen),
            "mode": None,
            "numeric": False,
        }
    ).as_chart(tuple(spin.axis for spin in mechanism.idle))
    return _through_home(chart, home)


def _configurations(geometry: InverseGeometry, inputs: Array) -> Array:
    """(N, n_t + 6) joint positions and platform coordinates at given inputs of the geometry."""
    both = ca.vertcat(*[j.q for j in geometry.joints], *[c.q for c in geometry.coordinates.six])
    return Samples(inputs).values(geometry, both)[:, :, 0]


def _near(mechanism: Mechanism, values: Array, home: Array) -> Array:
    """Return configurations whose angles are moved by whole turns to within half a turn of home."""
    turning = np.array([*mechanism.periodic, *[False] * 3, *[True] * 3])
    return np.asarray(np.where(turning, nearest_turn(values, home), values))


def _check_determined(spec: RobotSpec, geometry: InverseGeometry, inputs: Array, chosen: ChartNames) -> None:
    """Check that no joint or coordinate can move at home while the named ones are held; raises InputError otherwise."""
    mechanism, at_home = geometry.mechanism, Samples(inputs)
    platform, n_t = mechanism.platform, len(mechanism.joints)
    J = at_home.values(geometry, closure_jacobian_expression(geometry))[0]
    if not platform.is_quaternion:
        J[:, n_t + 3 :] = J[:, n_t + 3 :] @ at_home.values(geometry, geometry.coordinates.rate_matrix())[0]
    others = [k for k in (*platform.coordinates, *platform.dependent) if k not in chosen.kept]
    rest = [k for k in range(n_t) if k not in chosen.given] + [n_t + k for k in others]
    _, sizes, rows = np.linalg.svd(J[:, rest])
    rank = int((sizes > RANK * sizes.max(initial=0.0)).sum())
    if rank < len(rest):
        entries = [*mechanism.joint_names, *COORDINATES]
        loose = np.abs(rows[rank:]).max(axis=0) > SAME
        free = ", ".join(entries[k] for k, moves in zip(rest, loose, strict=True) if moves)
        raise InputError(
            f"in_coordinates: {chosen} do not determine {spec.name} at home: with them held, {free} can still move; "
            "name other coordinates"
        )


def _workspace(spec: RobotSpec, found: Survey, home: Array, chosen: ChartNames) -> dict[str, tuple[float, float]]:
    """Return the range of each named coordinate and joint: that of the file, or that of the samples in the default mode."""
    geometry = found.geometry
    n_x, n_t = geometry.x.numel(), len(geometry.joints)
    inputs = found.samples.inputs.copy()
    inputs[:, n_x : n_x + geometry.signs.numel()] = found.default_signs
    seen = np.vstack([home, _near(geometry.mechanism, _configurations(geometry, inputs), home)])
    seen = seen[np.isfinite(seen).all(axis=1)]
    places = zip([*chosen.coordinates, *chosen.joints], [*[n_t + k for k in chosen.kept], *chosen.given], strict=True)
    ranges = {name: (float(seen[:, k].min()), float(seen[:, k].max())) for name, k in places}
    declared = spec.x_names
    own = {name: spec.workspace[name] for name in ranges if name in declared and name in spec.workspace}
    return {name: (low, high) for name, (low, high) in {**ranges, **own}.items() if low < high}


def _guess(mechanism: Mechanism, home: Array, chosen: ChartNames) -> dict[str, float]:
    """Return the configuration at home: name of each joint or dependent coordinate -> position."""
    joints = dict(zip(mechanism.joint_names, map(float, home), strict=False))
    six = dict(zip(COORDINATES, map(float, home[len(mechanism.joints) :]), strict=True))
    return joints | {f"platform.{name}" if name in joints else name: six[name] for name in chosen.dependent}


def _through_home(chart: RobotSpec, home: Array) -> SurveyedRobot:
    """Survey the chart in the working mode that contains home; if no closed form does, its geometry is numeric."""
    robot, numeric = SurveyedRobot(chart), chart.model_copy(update={"numeric": True})
    try:
        found = robot.survey
        if not found.geometry.is_closed_form:
            return SurveyedRobot(numeric, found)
        mode = _mode_at_home(found, home)
        if mode is not None:
            return SurveyedRobot(chart.model_copy(update={"mode": mode}), replace(found, mode=mode))
    except RobotFileError:
        pass  # a branch that the file fixes for its own coordinates may miss home in these
    try:
        return SurveyedRobot(numeric, survey(numeric, robot.mechanism))
    except RobotFileError as error:
        names = ", ".join(chart.x_names)
        message = f"in_coordinates: {chart.name} cannot be moved from home along {names}: {error.findings[0]}"
        raise InputError(message) from error


def _mode_at_home(found: Survey, home: Array) -> Mode | None:
    """Find the working mode of a closed form that gives the configuration at home; None if there is none."""
    geometry = found.geometry
    modes = all_modes(geometry)
    signs = np.array([mode_signs(geometry, mode) for mode in modes])
    values = _configurations(geometry, np.hstack([np.tile(found.home, (len(modes), 1)), signs]))
    off = np.abs(_near(geometry.mechanism, values, home) - home).max(axis=1)
    fits = np.where(np.isfinite(off), off, np.inf)
    return modes[int(np.argmin(fits))] if fits.min() < SAME else None
