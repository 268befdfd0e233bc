"""The studio while a platform is dragged: time of the server for one step, without a browser."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from helpers.headless_studio import HeadlessClient, headless_session

import parados
from benchmarks.timing import processor_time
from parados.studio.session import Session

__all__ = ["studio"]

ROBOTS = ("gough-stewart-lopes", "delta-d3-1200")

STEPS = 20
"""Number of steps of a drag that are timed together."""

SWITCHES = (
    ("as it opens", ()),
    ("efforts as arrows", ("Show efforts",)),
    ("efforts, weights, reactions, ellipsoids", ("Show weights", "Reactions", "Velocity", "Force")),
)
"""What is switched on, in addition to the rows above."""


def studio() -> Iterator[tuple[str, str, float]]:
    """Yield robot, what is shown, and milliseconds of processor time for each step."""
    for name in ROBOTS:
        with headless_session(parados.load(name)) as (session, client):
            for what, labels in SWITCHES:
                yield name, what, 1e3 * _step(session, client, labels)


def _step(session: Session, client: HeadlessClient, labels: tuple[str, ...]) -> float:
    for label in labels:
        client.set(label, True)
    session.worker.wait()
    home, size = session.pose.robot.home, 0.02 * session.robot_scene.size

    def drag() -> None:
        for k in range(STEPS):
            angle = 2 * np.pi * k / STEPS
            x = home.copy()
            x[:3] += size * np.array([np.cos(angle), np.sin(angle), np.sin(2 * angle)])
            session._step(x, None)

    return processor_time(drag, 10) / STEPS
