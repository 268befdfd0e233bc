"""Names and units of the outputs of a quantity; the entries of a matrix are outputs, row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.model.model import Model

__all__ = ["Output", "outputs_of", "turning"]

XYZ = ("x", "y", "z")
POSE = ("px", "py", "pz", "a1", "a2", "a3")
TWIST = ("vx", "vy", "vz", "wx", "wy", "wz")

WRENCH = ("fx", "fy", "fz", "mx", "my", "mz")
QUATERNION = ("px", "py", "pz", "w", "x", "y", "z")


class Output(NamedTuple):
    """One number of a quantity: its name, and its unit, empty if the table of this file has none."""

    name: str
    unit: str = ""

    def __str__(self) -> str:
        return f"{self.name} [{self.unit}]" if self.unit else self.name


def _actuators(model: Model) -> list[Output]:
    return [Output(model.mechanism.joints[k].name, model.mechanism.joints[k].unit) for k in model.mechanism.actuated]


def _joints(model: Model) -> list[Output]:
    return [Output(joint.name, joint.unit) for joint in model.mechanism.joints]


def _joint_names(model: Model) -> Sequence[str]:
    return model.joint_names


def _coordinates(model: Model, names: Sequence[str]) -> list[Output]:
    """Name coordinates of the platform, or their rates, and joints that belong to x."""
    joints = {joint.name: joint.unit for joint in model.mechanism.joints}
    own = dict.fromkeys(("px", "py", "pz", "vx", "vy", "vz"), "m") | dict.fromkeys(("a1", "a2", "a3", "wx", "wy", "wz"), "rad")
    units = own | joints if set(names) <= set(joints) else joints | own
    return [Output(name, units.get(name, "")) for name in names]


def _pose(model: Model) -> list[Output]:
    return _coordinates(model, QUATERNION if model.mechanism.platform.is_quaternion else POSE)


def _pose_rates(model: Model) -> list[Output]:
    return _coordinates(model, TWIST if model.mechanism.platform.is_quaternion else POSE)


def _x(model: Model) -> list[Output]:
    return _coordinates(model, model.labels["x"])


def _xd(model: Model) -> list[Output]:
    return _coordinates(model, model.labels["xd"])


def _per(outputs: Callable[[Model], list[Output]], unit: str) -> Callable[[Model], list[Output]]:
    return lambda model: [Output(name, own + unit) for name, own in outputs(model)]


def _efforts(outputs: Callable[[Model], list[Output]]) -> Callable[[Model], list[Output]]:
    return lambda model: [Output(name, {"m": "N", "rad": "N m"}.get(own, "")) for name, own in outputs(model)]


def _matrix(rows: Callable[[Model], Sequence[str]], columns: Callable[[Model], Sequence[str]]) -> Callable[[Model], list[Output]]:
    return lambda model: [Output(f"[{row}, {column}]") for row, column in product(rows(model), columns(model))]


def _fixed(*outputs: Output) -> Callable[[Model], list[Output]]:
    return lambda model: list(outputs)


def _labels(key: str) -> Callable[[Model], Sequence[str]]:
    return lambda model: model.labels[key]


OUTPUTS: dict[str, Callable[[Model], list[Output]]] = {
    "inverse_kinematics": _actuators,
    "joints": _joints,
    "pose": _pose,
    "joint_rates": _per(_actuators, "/s"),
    "all_joint_rates": _per(_joints, "/s"),
    "joint_accelerations": _per(_actuators, "/s²"),
    "all_joint_accelerations": _per(_joints, "/s²"),
    "pose_rates": _per(_pose_rates, "/s"),
    "pose_accelerations": _per(_pose_rates, "/s²"),
    "link_twists": _matrix(_joint_names, lambda model: TWIST),
    "link_accelerations": _matrix(_joint_names, lambda model: TWIST),
    "platform_twist": _fixed(*[Output(v, "m/s") for v in TWIST[:3]], *[Output(w, "rad/s") for w in TWIST[3:]]),
    "platform_acceleration": _fixed(*[Output(v, "m/s²") for v in TWIST[:3]], *[Output(w, "rad/s²") for w in TWIST[3:]]),
    "inverse_dynamics": _efforts(_actuators),
    "platform_force": _efforts(_xd),
    "forward_dynamics": _per(_xd, "/s²"),
    "bias": _efforts(_xd),
    "ground_reaction": _fixed(*[Output(f, "N") for f in ("fx", "fy", "fz")], *[Output(m, "N m") for m in ("mx", "my", "mz")]),
    "energy": _fixed(Output("kinetic", "J"), Output("potential", "J")),
    "dissipated_power": _fixed(Output("dissipated", "W")),
    "centre_of_mass": _fixed(*[Output(name, "m") for name in XYZ]),
    "forward_kinematics": _x,
    "jacobian": _matrix(_labels("xd"), _labels("q")),
    "platform_jacobian": _matrix(lambda model: TWIST, _labels("xd")),
    "inverse_jacobian": _matrix(_labels("q"), _labels("xd")),
    "mass_matrix": _matrix(_labels("xd"), _labels("xd")),
    "centre_of_mass_jacobian": _matrix(lambda model: XYZ, _labels("xd")),
    "ground_regressor": _matrix(lambda model: WRENCH, lambda model: model.parameter_names),
    "regressor": _matrix(_labels("q"), lambda model: model.parameter_names),
    "energy_regressor": lambda model: [
        Output(f"{energy}, {name}", "") for energy in ("kinetic", "potential") for name in model.parameter_names
    ],
    "platform_force_regressor": _matrix(_labels("xd"), lambda model: model.parameter_names),
}
"""Functions that name the outputs of a quantity, by the name of the quantity."""


def outputs_of(model: Model, quantity: str, count: int) -> tuple[Output, ...]:
    """Return the names and units of the `count` outputs of a quantity."""
    if quantity == "natural_frequencies":
        return tuple(Output(f"f{k + 1}", "Hz") for k in range(count))
    known = OUTPUTS[quantity](model) if quantity in OUTPUTS else []
    return tuple(known) if len(known) == count else tuple(Output(f"{quantity}[{k}]") for k in range(count))


def turning(model: Model, quantity: str) -> NDArray[np.bool_]:
    """(n_f,) True for outputs that are angles of position, which are known modulo whole turns; (1,) False without any."""
    if quantity in ("inverse_kinematics", "joints", "pose", "forward_kinematics"):
        periodic = {joint.name for joint in model.mechanism.joints if joint.is_periodic} | {"a1", "a2", "a3"}
        return np.array([output.name in periodic for output in OUTPUTS[quantity](model)])
    return np.zeros(1, dtype=bool)
