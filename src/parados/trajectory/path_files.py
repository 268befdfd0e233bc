"""Read paths from files of points: CSV, Parquet and MAT."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from parados.arguments import file_path, instance, shown, word
from parados.errors import InputError
from parados.text.numbers import counted
from parados.trajectory.column_tables import read_table
from parados.trajectory.geometric_paths import GeometricPath
from parados.trajectory.motion_files import stacked
from parados.trajectory.path_through import path_through
from parados.trajectory.polyline import CORNERS, SMOOTH, polyline

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["read_path"]


def read_path(path: str | Path, model: Model, *, blend: float | None = None, corner: str = SMOOTH) -> GeometricPath:
    """Read the path of a robot through the points of a file, one row for each point, in their order.

    The columns are the names of the coordinates, `model.labels["x"]`. Other columns, such as the times and rates of a motion,
    are not read: the path of a motion has no times.

    Parameters
    ----------
    blend : None for a smooth curve through the points (`path_through`; for six platform coordinates on the rotation group);
        otherwise straight lines with corners rounded over this length [m], as in `polyline`
    corner : "smooth" or "arc", see `polyline`
    """
    from parados.model.model import COMPILED, Model

    instance("model", model, Model, COMPILED)
    if word("corner", corner, CORNERS) != SMOOTH and blend is None:
        raise InputError(f"corner: {shown(corner)} corners need a blend, a length [m]; without it the path is a smooth curve")
    table = read_table(file_path("path", path))
    names = list(model.labels["x"])
    missing = [name for name in names if name not in table.columns]
    if missing:
        raise InputError(f"{table.file}: the file needs the columns {', '.join(names)}; it lacks {', '.join(missing)}")
    points = stacked(table, names, names[0])
    if len(points) < 2:
        raise InputError(f"{table.file}: a path needs two points or more, not {counted(len(points), 'row')}")
    on_group = has_six_coordinates(model)
    if blend is None:
        return path_through(points, model if on_group else None)
    if model.mechanism.platform.is_quaternion:
        raise InputError(
            "blend: a quaternion does not change along straight lines; leave the blend out for a smooth path of poses"
        )
    return polyline(points, blend, corner=corner)


def has_six_coordinates(model: Model) -> bool:
    """Tell whether x is the whole pose of a platform, so that its orientation is interpolated on the rotation group."""
    platform = model.spec.platform
    return platform is not None and platform.carrier is None and len(model.labels["xd"]) == len(platform.own_coordinates) == 6
