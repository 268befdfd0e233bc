"""Robots whose parameters are live, and the same robots with frozen numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import parados

__all__ = ["QUANTITIES", "difference", "evaluated", "frozen", "other_values", "states_of"]

Array = NDArray[np.float64]

QUANTITIES = {
    "inverse_kinematics": "x",
    "joints": "x",
    "pose": "x",
    "link_frames": "x",
    "jacobian": "x",
    "inverse_jacobian": "x",
    "joint_rates": "x xd",
    "all_joint_rates": "x xd",
    "joint_accelerations": "x xd xdd",
    "all_joint_accelerations": "x xd xdd",
    "pose_rates": "x xd",
    "pose_accelerations": "x xd xdd",
    "platform_twist": "x xd",
    "platform_acceleration": "x xd xdd",
    "platform_jacobian": "x",
    "inverse_dynamics": "x xd xdd",
    "platform_force": "x xd xdd",
    "forward_dynamics": "x xd tau",
    "mass_matrix": "x",
    "bias": "x xd",
    "ground_reaction": "x xd xdd",
    "energy": "x xd",
    "centre_of_mass": "x",
    "centre_of_mass_jacobian": "x",
    "regressor": "x xd xdd",
}
"""Quantities of a model, with the states that they take."""

TURNING = ("inverse_kinematics", "joints", "pose")
"""Quantities with angles, which are compared modulo whole turns."""


def frozen(robot: parados.Robot, values: dict[str, Any]) -> parados.Model:
    """Compile a robot with these values of its parameters as if its file had them: nothing is shared with other robots."""
    return parados.Robot(robot.with_parameters(**values).spec).compile("vm")


def other_values(robot: parados.Robot, names: Iterable[str], rng: np.random.Generator, spread: float = 0.04) -> dict[str, Any]:
    """Draw values of parameters near those of the file; a list is scaled as a whole, and zero becomes about 3 mm or 3 mrad."""
    found = {}
    for name in names:
        value = np.asarray(robot.parameters[name], dtype=float)
        drawn = value * (1 + spread * rng.uniform(-1, 1)) if value.any() else value + 0.003
        low, high = robot.parameters.details(name).range or (-np.inf, np.inf)
        found[name] = np.clip(drawn, low, high).tolist()
    return found


def states_of(model: parados.Model, count: int, rng: np.random.Generator) -> dict[str, Array]:
    """Draw states around home; angles of a quaternion platform stay at home."""
    home, n = model.survey.home, model.mechanism.n_dof
    x = np.tile(home, (count, 1))
    if len(model.survey.lower) == len(home):
        x += 0.4 * (rng.uniform(model.survey.lower, model.survey.upper, x.shape) - home)
    rates = {"xd": rng.normal(size=(count, n)), "xdd": rng.normal(size=(count, n))}
    return {"x": x, **rates, "tau": rng.normal(size=(count, len(model.actuated_names)))}


def evaluated(model: parados.Model, name: str, states: dict[str, Array], **options: Any) -> Array:
    """Evaluate a quantity; energies become one array."""
    if name.startswith("all_"):
        options["joints"] = "all"
    found = getattr(model, name.removeprefix("all_"))(*[states[key] for key in QUANTITIES[name].split()], **options)
    return np.stack([found.kinetic, found.potential], -1) if name == "energy" else found


def difference(name: str, found: Array, expected: Array) -> float:
    """Return the largest difference over the largest value; rows without a result must be the same."""
    assert found.shape == expected.shape
    assert (np.isfinite(found) == np.isfinite(expected)).all()
    apart = np.abs(found - expected)
    if name in TURNING:
        apart = np.minimum(apart, np.abs(2 * np.pi - apart))
    known = np.isfinite(expected)
    return float(apart[known].max(initial=0.0) / max(np.abs(expected[known]).max(initial=0.0), 1e-9))
