"""Check that a robot can follow a path at all: its coordinates, its direction, joint limits, and Type 2 singularities."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, vector
from parados.errors import InputError
from parados.model.model import Model
from parados.plan.path_points import PathPoints
from parados.singularity.determinants import determinants
from parados.trajectory.geometric_paths import PATH, GeometricPath

__all__ = ["check_coordinates", "check_line", "check_points", "check_reach", "checked_wrench"]

Array = NDArray[np.float64]

SAMPLES = 501
"""Number of points of a path at which the reach is checked first."""

STOPPED = 1e-9
"""A path whose direction is shorter than this part of its mean has no direction there."""


def check_coordinates(model: Model, path: GeometricPath) -> GeometricPath:
    """Check that a path has the coordinates of the model."""
    given = instance("path", path, GeometricPath, PATH)
    names, rates = model.labels["x"], model.labels["xd"]
    if (given.n, given.n_rates) != (len(names), len(rates)):
        raise InputError(f"path: a path of the coordinates {', '.join(names)} is expected, not of {given.n}")
    return given


def checked_wrench(wrench: ArrayLike | None) -> Array | None:
    """Check a constant wrench on the platform."""
    return None if wrench is None else vector("wrench", wrench, 6, "force and moment on the platform")


def check_reach(model: Model, path: GeometricPath, mode: ArrayLike | None) -> None:
    """Raise an error with the reason for the first of many points of a path that the robot cannot reach."""
    s = np.linspace(0.0, path.length, SAMPLES)
    x = path.derivative(s, 0)
    lost = np.flatnonzero(~np.isfinite(model.quietly("joints", x, mode=mode)["joints"]).all(axis=1))
    if len(lost):
        raise InputError(f"path: at s = {s[lost[0]]:.6g} of {path.length:.6g}, {model.diagnose(x[lost[0]], mode=mode)}")


def check_points(points: PathPoints, joints: bool) -> None:
    """Check the points of a path: direction, singularities, and the joint limits of the file if `joints` is True."""
    model, s, length = points.model, points.s.ravel(), points.path.length
    x, x1, _ = points.x
    size = np.abs(x1).max(axis=1)
    if size.min() < STOPPED * size.mean():
        raise InputError(
            f"path: it stands still at s = {s[int(size.argmin())]:.6g} of {length:.6g}; give a path with a direction"
        )
    det = determinants(model, x, points.mode)
    if np.isfinite(det).all():
        flips = np.flatnonzero(det[:-1] * det[1:] <= 0)
        if len(flips):
            raise InputError(
                f"path: it crosses a Type 2 singularity at s = {s[flips[0]]:.6g} of {length:.6g}, where efforts grow without "
                "bound; parados.plan.cross plans motions through singularities"
            )
    if joints and any(joint.limits for joint in model.mechanism.joints):
        beyond = np.abs(model.beyond_limits(x, mode=points.mode, motion=True))
        first = np.flatnonzero(beyond.max(axis=1) > 0)
        if len(first):
            at, name = first[0], model.joint_names[int(beyond[first[0]].argmax())]
            raise InputError(f"path: at s = {s[at]:.6g} of {length:.6g}, {name} is beyond its limits in the robot file")


def check_line(model: Model, path: GeometricPath, mode: ArrayLike | None, joints: bool) -> None:
    """Check a path for singularities and joint limits at many points, without dynamics."""
    check_points(PathPoints(model, path, np.linspace(0.0, path.length, SAMPLES)[None], mode, None), joints)
