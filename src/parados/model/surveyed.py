"""The mechanism and the survey of a description that arrived from another process."""

from __future__ import annotations

import threading

from parados.geometry.survey import Survey, survey
from parados.robot.description import RobotSpec
from parados.topology.building import build_mechanism
from parados.topology.mechanism import Mechanism

__all__ = ["surveyed"]

KEPT = 8
"""Robots that are remembered: a worker is handed the same model with each of its tasks."""

_kept: dict[str, tuple[Mechanism, Survey]] = {}
_lock = threading.Lock()


def surveyed(spec: RobotSpec) -> tuple[Mechanism, Survey]:
    """Build the mechanism of a description and survey it, unless that was done lately."""
    key = f"{spec.is_chart} {spec.model_dump_json()}"
    with _lock:
        if key not in _kept:
            mechanism = build_mechanism(spec)
            _kept[key] = mechanism, survey(spec, mechanism)
            while len(_kept) > KEPT:
                del _kept[next(iter(_kept))]
        return _kept[key]
