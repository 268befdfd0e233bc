"""Masses and centres of mass of the moving bodies of a robot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.spatial.inertia import NO_MASS
from parados.spatial.live_numbers import nominal
from parados.topology.mechanism import PLATFORM

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["BodyWeights", "body_weights"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class BodyWeights:
    """The bodies with a mass.

    bodies : (k,) indices of the links, and PLATFORM, for frames of `body_frames`
    centres : (k, 3) centres of mass in the frames of the bodies [m]
    weights : (k, 3) mass times gravity, base axes [N]
    """

    bodies: NDArray[np.intp]
    centres: Array
    weights: Array

    def places(self, frames: Array) -> Array:
        """(k, 3) centres of mass in base axes [m], for frames (n_t + 2, 4, 4) of `body_frames`."""
        own = frames[self.bodies]
        return np.asarray(np.einsum("nij,nj->ni", own[:, :3, :3], self.centres) + own[:, :3, 3])


def body_weights(model: Model) -> BodyWeights:
    """List the bodies with a mass; none if there is no gravity, or if the numbers of the file are base parameters."""
    mechanism = model.mechanism
    gravity = np.asarray(mechanism.gravity, dtype=float)
    own = [(k, nominal(joint.inertia)) for k, joint in enumerate(mechanism.joints)]
    if not mechanism.platform.is_absent and mechanism.platform.carrier is None:
        own.append((PLATFORM, nominal(mechanism.platform.standard)))
    known = gravity.any() and not model.spec.identified
    heavy = [(body, np.asarray(values, dtype=float)) for body, values in own if known and values[9] > NO_MASS]
    return BodyWeights(
        np.array([body for body, _ in heavy], dtype=np.intp),
        np.array([values[6:9] / values[9] for _, values in heavy]).reshape(-1, 3),
        np.array([values[9] * gravity for _, values in heavy]).reshape(-1, 3),
    )
