"""Compute the map that a user asks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from parados.singularity.maps import SingularityMap, singularity_map
from parados.study.index_map import IndexMap, index_map
from parados.study.index_table import INDICES

if TYPE_CHECKING:
    from collections.abc import Callable

    from parados.studio.posed_robot import PosedRobot

__all__ = ["SINGULARITIES", "MapRequest", "computed_map", "mapped_indices", "standing_coordinates", "varied_coordinates"]

SINGULARITIES = "reach and singularities"

MOST_IN_SPACE = 40
"""Largest number of values of each of three coordinates."""


@dataclass(frozen=True)
class MapRequest:
    """Request for a map.

    kind : `SINGULARITIES`, or the name of an index
    over : names of two or three coordinates;  count : number of values of each
    at : values of other coordinates; the rest is as in the pose that is shown
    ranges : name -> (lower, upper) that a map before this one had
    """

    kind: str
    over: tuple[str, ...]
    count: int
    at: dict[str, float] = field(default_factory=dict)
    ranges: dict[str, tuple[float, float]] = field(default_factory=dict)


def mapped_indices() -> list[str]:
    """Return the indices that have a value at each pose and need no options."""
    return sorted(
        name
        for name, one in INDICES.items()
        if one.over == "poses" and one.take in ("smallest", "largest") and not any(one.options.values())
    )


def varied_coordinates(pose: PosedRobot) -> list[str]:
    """Return the coordinates that a map can vary."""
    turning = {"w", "x", "y", "z"} if pose.model.mechanism.platform.is_quaternion else set()
    return [name for name in pose.model.labels["x"] if name not in turning]


def standing_coordinates(pose: PosedRobot, over: tuple[str, ...]) -> list[str]:
    """Return the other coordinates, along which a slice can be moved."""
    return [name for name in varied_coordinates(pose) if name not in over]


def computed_map(pose: PosedRobot, asked: MapRequest, progress: Callable[[float], None]) -> SingularityMap | IndexMap:
    """Compute a map around the pose that is shown, in its working mode."""
    count = min(asked.count, MOST_IN_SPACE) if len(asked.over) == 3 else asked.count
    over: Any = {name: (*asked.ranges[name], count) if name in asked.ranges else count for name in asked.over}
    at, labels = pose.x.copy(), list(pose.model.labels["x"])
    for name, value in asked.at.items():
        at[labels.index(name)] = value

    def advance(done: int, total: int) -> None:
        progress(done / max(total, 1))

    if asked.kind == SINGULARITIES:
        return singularity_map(pose.model, over, at=at, mode=pose.mode, progress=advance)
    return index_map(pose.model, [asked.kind], over, at=at, mode=pose.mode, progress=advance)
