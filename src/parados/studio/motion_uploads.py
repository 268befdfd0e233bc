"""Read a file that a browser sent: a motion of the platform, or a log of the joints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from parados.errors import InputError
from parados.identify.log_reading import read_log
from parados.studio.played_sources import played_motion
from parados.trajectory.column_tables import read_table
from parados.trajectory.motion_table_files import read_motion_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parados.studio.played_motion import PlayedMotion
    from parados.studio.posed_robot import PosedRobot

__all__ = ["uploaded_motion"]

ROWS_PER_SECOND = 30.0
"""Speed of a motion whose file has no times."""


def uploaded_motion(pose: PosedRobot, name: str, content: bytes) -> PlayedMotion:
    """Return the motion of a file: columns of the coordinates x are a motion, columns of joints and efforts are a log.

    name : of the file; its ending says the format
    """
    model, mode = pose.model, pose.mode
    with TemporaryDirectory() as folder:
        path = Path(folder) / (PurePath(name.replace("\\", "/")).name or "motion.csv")
        path.write_bytes(content)
        columns = set(read_table(path).columns)
        if _is_log(columns, model.actuated_names):
            return replace(played_motion(model, read_log(path, model)), title=path.name)
        if not set(model.labels["x"]) <= columns:
            joints = ", ".join(model.actuated_names)
            expected = f"{', '.join(model.labels['x'])} for a motion, or {joints} and their efforts tau for a log"
            raise InputError(f"{path.name}: the columns of the coordinates are missing; it needs {expected}")
        table = read_motion_table(path, model.labels)
    remarks: tuple[str, ...] = ()
    if not table.timed:
        table = replace(table, t=np.arange(len(table)) / ROWS_PER_SECOND)
        remarks = (f"The file has no times: {ROWS_PER_SECOND:g} rows are shown in a second.",)
    made = played_motion(model, table, mode=mode, title=path.name)
    return replace(made, remarks=remarks + made.remarks)


def _is_log(columns: set[str], names: Sequence[str]) -> bool:
    """Tell whether a file has columns of a joint and of an effort, and no rates of x; units in brackets may follow the names."""
    bare = {column.partition("[")[0].strip() for column in columns}
    efforts, rates = (any(name.startswith(begin) for name in bare) for begin in ("tau", "xd_"))
    return bool(bare & set(names)) and efforts and not rates
