"""Copies of robots with other lengths and masses: the same motions in time, in other units."""

from __future__ import annotations

import numpy as np

import parados
from parados.robot.description import RobotSpec

FRAME = {"d": 1, "r": 1, "b": 1}
MOMENTS = dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), 2) | dict.fromkeys(("mx", "my", "mz"), 1) | {"m": 0}


def scaled_robot(name, length, mass):
    """Return the robot with all lengths and masses of its file times these factors, and gravity in proportion to lengths."""
    spec = parados.describe(name)
    data = spec.model_dump(exclude_unset=True)
    units = {joint["name"]: length if joint["kind"] == "P" else 1.0 for leg in data["legs"] for joint in leg["joints"]}
    of = {**units, "px": length, "py": length, "pz": length}
    for at in (data.get("workspace", {}), data.get("guess", {})):
        at.update({key: (np.array(value) * of.get(key, 1.0)).tolist() for key, value in at.items()})
    data["home"] = [float(value * of.get(key, 1.0)) for key, value in zip(spec.x_names, data["home"], strict=True)]
    data["gravity"] = [g * length for g in data.get("gravity", (0, 0, -9.81))]
    for part in [data["platform"], *data["legs"], *data.get("springs", [])]:
        _scale(part, length, mass)
    return parados.Robot(RobotSpec.model_validate(data))


def _scale(part, length, mass):
    """Scale the numbers of a part of a file in place."""
    for key, value in part.items():
        if isinstance(value, dict):
            _scale(value, length, mass)
        elif key == "at":
            part[key] = (np.array(value) * length).tolist()
        elif isinstance(value, (list, tuple)) and value and isinstance(value[0], dict):
            for one in value:
                _scale(one, length, mass)
        elif key in FRAME or (key == "length" and value is not None):
            part[key] = value * length
    for key, power in MOMENTS.items():
        if part.get(key):
            part[key] *= mass * length**power
    for key, unit in {"mass": mass, "com": length, "inertia": mass * length**2}.items():
        if part.get(key) is not None:
            part[key] = (np.array(part[key]) * unit).tolist()
    for key in ("stiffness", "damping"):
        if key in part:
            part[key] *= mass
    turns = part.get("kind") != "P"
    for key in part.get("friction", {}):
        part["friction"][key] *= mass * (length**2 if turns else 1 if key == "fv" else length)
    if "rotor" in part:
        part["rotor"] *= mass * (length**2 if turns else 1)


def scales_of_x(robot, length):
    """(n,) factors of the coordinates x: the length for translations, 1 for angles."""
    platform = robot.mechanism.platform
    own = [length if k < 3 else 1.0 for k in platform.coordinates]
    return np.array([*own, *[length if robot.mechanism.joints[k].unit == "m" else 1.0 for k in robot.mechanism.joints_in_x]])
