"""Finished designs of a study on disk, so that a study that was interrupted continues.

Every finished block of designs is a Parquet file of its own, written under another name and then renamed: a file is complete or
not there, whatever happens. The names are hashes of the designs, so that a block written twice is there once.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.arguments import shown
from parados.arguments.file_paths import writing
from parados.errors import InputError
from parados.study.design_rows import DesignRows
from parados.study.extras import needed
from parados.study.study_tables import read_rows, write_rows

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["DesignStore"]

Array = NDArray[np.float64]

FOLDER = "designs"
ABOUT = "study.json"


class DesignStore:
    """Designs that are known already, in memory and, with a folder, on disk."""

    def __init__(self, study: Study, folder: Path | None) -> None:
        self.study = study
        self.folder = None if folder is None else folder / FOLDER
        self._parts: list[DesignRows] = []
        self._places: dict[bytes, tuple[int, int]] = {}
        if self.folder is not None:
            needed("pyarrow", "a study that is kept in a folder")
            with writing("folder", self.folder):
                self.folder.mkdir(parents=True, exist_ok=True)
                self._check_study(self.folder / ABOUT)
                self._read(self.folder)

    def __len__(self) -> int:
        """Number of different designs that are known."""
        return len(self._places)

    def _check_study(self, about: Path) -> None:
        """Raise InputError if the folder has designs of another study; otherwise say in it which study they belong to."""
        if about.exists():
            try:
                key = json.loads(about.read_text(encoding="utf-8"))["key"]
            except (ValueError, KeyError, TypeError):
                raise InputError(f"folder: {shown(str(about))} is damaged; remove its folder to start again") from None
            if key != self.study.key:
                raise InputError(
                    f"folder: {shown(str(about.parent))} has designs of another study, or of another version of this one; "
                    "give another folder, or remove that one"
                )
            return
        _replaced(
            about, lambda path: path.write_text(json.dumps({"study": self.study.name, "key": self.study.key}), encoding="utf-8")
        )

    def _read(self, folder: Path) -> None:
        for path in sorted(folder.glob("*.parquet")):
            self._enter(read_rows(path, self.study.names, [one.name for one in self.study.indices]))
        for path in folder.glob(".*.new"):  # left by a process that was killed
            with contextlib.suppress(OSError):
                path.unlink()

    def _enter(self, rows: DesignRows) -> None:
        for k, design in enumerate(rows.designs):
            self._places[design.tobytes()] = (len(self._parts), k)
        self._parts.append(rows)

    def known(self, design: Array) -> bool:
        """Tell whether a design (n,) is finished."""
        return design.tobytes() in self._places

    def add(self, rows: DesignRows) -> None:
        """Keep finished designs; on disk they are complete when this returns."""
        if self.folder is not None:
            name = sha256(rows.designs.tobytes()).hexdigest()[:32]
            with writing("folder", self.folder):
                _replaced(self.folder / f"{name}.parquet", lambda path: write_rows(path, self.study, rows))
        self._enter(rows)

    def rows(self, designs: Array) -> DesignRows:
        """Return the finished designs (D, n) in this order."""
        places = [self._places[design.tobytes()] for design in designs]
        values = np.array([self._parts[part].values[k] for part, k in places]).reshape(len(designs), len(self.study.indices))
        return DesignRows(designs, values, tuple(self._parts[part].reasons[k] for part, k in places))


def _replaced(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file under another name, and rename it when it is complete; if it fails, nothing is left."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        write(scratch)
        os.replace(scratch, path)
    except BaseException:
        with contextlib.suppress(OSError):
            scratch.unlink()
        raise
