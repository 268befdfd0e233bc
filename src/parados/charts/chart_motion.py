"""Convert configurations and motions of a robot to other independent coordinates.

`Robot.in_coordinates` describes a robot by other coordinates. The functions here convert states of the model `model` to states
of `chart_model`. Both are models of the same robot. For the opposite direction, exchange the two arguments.
"""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance
from parados.errors import InputError
from parados.geometry.working_modes import Mode
from parados.model.model import COMPILED, Model
from parados.model.state_arguments import check_stack
from parados.spatial.states import States
from parados.spatial.turns import continuous, nearest_turn

__all__ = ["States", "chart_coordinates", "chart_motion", "platform_motion", "working_mode"]

Array = NDArray[np.float64]

SAME = 1e-5
"""Largest difference of joints [rad, m] between two descriptions of one configuration. At a stretched leg it is the square root
of round-off; two working modes differ by more, unless they meet."""


def chart_coordinates(
    model: Model, chart_model: Model, x: ArrayLike, mode: ArrayLike | None = None, *, motion: bool = False
) -> Array:
    """(n_y,) or (N, n_y) coordinates of `chart_model` at poses x of `model`.

    Angles are within half a turn of the chart's home. With `motion`, this holds for the first row, and the other rows follow
    it without jumps.
    """
    _one_robot(model, chart_model)
    values = _picked(chart_model, model.joints(x, mode=mode, motion=motion), model.pose(x, mode=mode, motion=motion))
    if motion and values.ndim == 2 and len(values):
        turning = chart_model.mechanism.periodic_coordinates
        path = continuous(values, turning.tolist())
        return np.asarray(path + np.where(turning, nearest_turn(path[0], chart_model.survey.home) - path[0], 0.0))
    return np.asarray(np.where(chart_model.mechanism.periodic_coordinates, nearest_turn(values, chart_model.survey.home), values))


def chart_motion(
    model: Model, chart_model: Model, x: ArrayLike, xd: ArrayLike, xdd: ArrayLike, mode: ArrayLike | None = None
) -> States:
    """Convert the motion x, xd, xdd of `model` to the coordinates of `chart_model`; the rows of a stack are one motion."""
    place = chart_coordinates(model, chart_model, x, mode, motion=_is_stack(model, x))
    pose = platform_motion(model, x, xd, xdd, mode)
    rates = _picked(chart_model, model.joint_rates(x, xd, mode=mode, joints="all"), pose.xd)
    accelerations = _picked(chart_model, model.joint_accelerations(x, xd, xdd, mode=mode, joints="all"), pose.xdd)
    return States(place, rates, accelerations)


def platform_motion(chart_model: Model, y: ArrayLike, yd: ArrayLike, ydd: ArrayLike, mode: ArrayLike | None = None) -> States:
    """Compute all six platform coordinates px ... a3 with their rates and accelerations, for a motion in any coordinates.

    If the platform's orientation is a quaternion, the result is instead the position and the quaternion (7 numbers), the twist
    [v, omega] (6) and the derivative of the twist (6).
    """
    instance("chart_model", chart_model, Model, COMPILED)
    rates, accelerations = chart_model.pose_rates(y, yd, mode=mode), chart_model.pose_accelerations(y, yd, ydd, mode=mode)
    return States(chart_model.pose(y, mode=mode, motion=_is_stack(chart_model, y)), rates, accelerations)


def working_mode(
    model: Model, chart_model: Model, y: ArrayLike, mode: ArrayLike | None = None
) -> Mode | list[Mode | None] | None:
    """Find the working mode of `model` for the poses y of `chart_model`; a list for a stack.

    None if no mode of `model` gives this configuration: its coordinates do not determine the joints there, or its geometry
    is numeric and follows another branch.

    mode : working mode of `chart_model`
    """
    _one_robot(model, chart_model)
    joints = np.atleast_2d(chart_model.joints(y, mode=mode))
    x = np.atleast_2d(chart_coordinates(chart_model, model, y, mode))
    turning = model.mechanism.periodic
    modes, served = model.working_modes(), np.isfinite(joints).all(axis=1) & np.isfinite(x).all(axis=1)
    off = np.full((len(modes), len(x)), np.inf)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # poses out of reach in a mode are not in this mode
        for k, choice in enumerate(modes if served.any() else []):
            here = model.joints(x[served], mode=choice)
            gap = np.abs(np.where(turning, nearest_turn(here, joints[served]), here) - joints[served]).max(axis=1)
            off[k, served] = np.where(np.isfinite(gap), gap, np.inf)
    best = off.argmin(axis=0)
    found = [modes[k] if off[k, row] < SAME else None for row, k in enumerate(best)]
    return found if _is_stack(chart_model, y) else found[0]


def _is_stack(model: Model, x: ArrayLike) -> bool:
    """Tell whether x is a stack of states of a model."""
    return check_stack({"x": x}, instance("model", model, Model, COMPILED).labels).stacked


def _one_robot(model: Model, chart_model: Model) -> None:
    """Check that two models describe the same robot."""
    instance("model", model, Model, COMPILED)
    instance("chart_model", chart_model, Model, COMPILED)
    if model.joint_names != chart_model.joint_names or model.spec.name != chart_model.spec.name:
        problem = f"{chart_model.spec.name} is not a description of {model.spec.name}"
        raise InputError(f"chart_model: {problem}; make it with Robot.in_coordinates")


def _picked(model: Model, joints: Array, platform: Array) -> Array:
    """Select the entries of x from values of all joints and of the platform's coordinates or twist."""
    places = list(model.mechanism.platform.coordinates)
    kept = platform if model.mechanism.platform.is_quaternion else platform[..., places]
    return np.concatenate([kept, joints[..., list(model.mechanism.joints_in_x)]], axis=-1)
