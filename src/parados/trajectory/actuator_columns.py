"""Positions, rates, accelerations and efforts of the actuators along a motion, and the columns of a file for the controller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.spatial.states import States
from parados.trajectory.names import names_of, rate_columns

if TYPE_CHECKING:
    from parados.model.model import Model
    from parados.trajectory.base import Trajectory

__all__ = ["actuators_along", "controller_columns"]

Array = NDArray[np.float64]


def actuators_along(model: Model, states: States, mode: ArrayLike | None, wrench: ArrayLike | None = None) -> dict[str, Array]:
    """Return q, qd, qdd, tau (N, n_a) of the actuators at states that follow each other; angles are continuous."""
    return {
        "q": model.inverse_kinematics(states.x, mode=mode, motion=True),
        "qd": model.joint_rates(states.x, states.xd, mode=mode, motion=True),
        "qdd": model.joint_accelerations(*states, mode=mode, motion=True),
        "tau": model.inverse_dynamics(*states, mode=mode, wrench=wrench, motion=True),
    }


def controller_columns(
    model: Model, motion: Trajectory, labels: Sequence[str] | None, t: Array, states: States, own: Mapping[str, Array]
) -> dict[str, Array]:
    """Return the columns t, x, xd, xdd, and q_, qd_, qdd_, tau_ of the actuators; `parados run` accepts a file with them.

    t, states : instants (N,) [s] and the states there;  own : the actuators, from `actuators_along`
    """
    positions, rates = names_of(motion, model.labels["x"] if labels is None else labels)
    columns = {"t": t, **dict(zip(positions, states.x.T, strict=True))}
    for of, values in (("xd", states.xd), ("xdd", states.xdd)):
        columns |= zip(rate_columns(of, rates), values.T, strict=True)
    for of, values in own.items():
        columns |= zip(rate_columns(of, model.actuated_names), values.T, strict=True)
    return columns
