"""Finished blocks of designs, in memory or on disk, so that a study that was interrupted continues.

Every finished block is a Parquet file of its own, written under another name and then renamed: a file is complete or not there,
whatever happens. The names are hashes of the designs: a block is found by its designs, and nothing is kept in memory.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.arguments import shown
from parados.arguments.single_values import writing
from parados.errors import InputError
from parados.study.design_rows import DesignRows
from parados.study.extras import needed
from parados.study.study_tables import read_rows, write_rows

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["BlockStore"]

Array = NDArray[np.float64]

FOLDER = "designs"
ABOUT = "study.json"


class BlockStore:
    """Blocks of designs of a study; without a folder they are kept in memory."""

    def __init__(self, study: Study, folder: Path | None) -> None:
        self.study = study
        self.folder = None if folder is None else folder / FOLDER
        self._memory: dict[str, DesignRows] = {}
        if self.folder is not None:
            needed("pyarrow", "a study that is kept in a folder")
            with writing("folder", self.folder):
                self.folder.mkdir(parents=True, exist_ok=True)
                self._check_study(self.folder / ABOUT)
                for path in self.folder.glob(".*.new"):  # left by a process that was killed
                    with contextlib.suppress(OSError):
                        path.unlink()

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

    def known(self, designs: Array) -> bool:
        """Tell whether a block (D, n) is finished."""
        name = _name(designs)
        return name in self._memory if self.folder is None else self._path(name).exists()

    def add(self, rows: DesignRows) -> None:
        """Keep a finished block; on disk it is complete when this returns."""
        if self.folder is None:
            self._memory[_name(rows.designs)] = rows
            return
        with writing("folder", self.folder):
            _replaced(self._path(_name(rows.designs)), lambda path: write_rows(path, self.study, [rows]))

    def rows(self, designs: Array) -> DesignRows:
        """Return a finished block by its designs (D, n)."""
        name = _name(designs)
        return self._memory[name] if self.folder is None else self._read(self._path(name))

    def all(self) -> Iterator[DesignRows]:
        """Yield all finished blocks."""
        yield from self._memory.values()
        if self.folder is not None:
            yield from (self._read(path) for path in sorted(self.folder.glob("*.parquet")))

    def _path(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{name}.parquet"

    def _read(self, path: Path) -> DesignRows:
        return read_rows(path, self.study.names, [one.name for one in self.study.indices])


def _name(designs: Array) -> str:
    return sha256(np.ascontiguousarray(designs).tobytes()).hexdigest()[:32]


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
