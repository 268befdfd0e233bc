"""The Gough-Stewart platforms of the papers under computed torque along their motions, with a model that is exact or not."""

from __future__ import annotations

from collections.abc import Sequence

from parados.api import load
from parados.control.named_laws import named_law
from parados.sources.controlled_runs import distance, error_columns, error_figure, error_lines, followed
from parados.sources.entry import Reproduction, holds
from parados.sources.fried_gough_stewart.fried_runs import GEOMETRY, HELIX
from parados.sources.lopes_stewart import there_and_back as lopes
from parados.trajectory.base import Trajectory

__all__ = ["fried", "lopes_platform"]

RATE, BANDWIDTH = 1000.0, 10.0
PAYLOAD = 0.1
"""Mass on the platform that the controller does not know [kg]."""


def fried() -> Reproduction:
    """Compute the entry 000/control."""
    choice = "The rods have a constant inertia, so that the robot is physically possible."
    return _controlled("gough-stewart-fried-constant", HELIX.trajectory(), [GEOMETRY, choice])


def lopes_platform() -> Reproduction:
    """Compute the entry 002/control."""
    return _controlled(lopes.ROBOT, lopes.trajectory(), lopes.CHOICES)


def _controlled(name: str, motion: Trajectory, choices: Sequence[str]) -> Reproduction:
    robot = load(name)
    model, loaded = robot.compile(), robot.with_payload(PAYLOAD).compile()
    law = named_law("computed-torque", model, motion, bandwidth=BANDWIDTH)
    results = {
        "computed torque": followed(model, law, motion, RATE),
        f"computed torque, unknown payload of {PAYLOAD:g} kg": followed(loaded, law, motion, RATE),
        "PD law": followed(model, named_law("pd", model, motion, bandwidth=BANDWIDTH), motion, RATE),
    }
    far = [float(1e3 * distance(errors).max()) for errors in results.values()]
    told = ", ".join(f"{value:.2g} mm" for value in far)
    lines = [
        holds("largest error: exact model, unknown payload, PD law", "", told, far[0] < far[1] < far[2]),
        *error_lines(results),
    ]
    own = [
        f"The laws have a bandwidth of {BANDWIDTH:g} Hz and {RATE:g} updates in a second; pose and rates are measured exactly."
    ]
    own.append("The PD law compensates gravity.")
    return Reproduction(lines, {"tracking": error_figure(results)}, {"tracking": error_columns(results)}, [*own, *choices])
