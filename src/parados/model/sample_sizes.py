"""Sizes of the random inputs at which graphs are compared: a small robot is sampled as its larger copy is.

With rates of 1 m/s and 1 rad/s, the rotations of a robot of one millimetre move its points a thousand times less than its
translations do, and terms of second order in them vanish among round-off.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.dynamics.dynamic_parameters import parameter_sizes, parameter_values, standard_parameters
from parados.spatial.live_numbers import nominal
from parados.topology.coordinate_scales import coordinate_scales
from parados.topology.mechanism import Mechanism

__all__ = ["sample_sizes"]

Array = NDArray[np.float64]


def sample_sizes(mechanism: Mechanism) -> dict[str, Array]:
    """Return the sizes of rates, efforts and dynamic parameters, name of the input -> (n,), in the units of one second.

    They are powers of two, so that copies of a robot in other units are sampled at the same states to the last bit.
    """
    length, mass = _power(mechanism.size), _power(_mass(mechanism))
    force, moment = mass * length, mass * length**2
    efforts = np.array([moment if mechanism.joints[k].unit == "rad" else force for k in mechanism.actuated])
    wrench = np.repeat([force, moment], 3)
    return {
        **dict.fromkeys(("xd", "xdd", "xddd"), coordinate_scales(mechanism, length)),
        **dict.fromkeys(("tau", "overconstraint"), efforts),
        "wrench": wrench,
        "links": np.tile(wrench, len(mechanism.joints)),
        "standard": mass * parameter_sizes(mechanism, standard_parameters(mechanism), length, 1.0),
    }


def _mass(mechanism: Mechanism) -> float:
    """Return the mass of the robot [kg]; 1 kg if it has none."""
    values = np.asarray(nominal(parameter_values(mechanism)), dtype=float)
    masses = [values[one.place] for one in standard_parameters(mechanism) if one.kind == "m"]
    return float(np.sum(np.abs(masses))) or 1.0


def _power(value: float) -> float:
    """Return the nearest power of two."""
    return float(2.0 ** np.round(np.log2(value)))
