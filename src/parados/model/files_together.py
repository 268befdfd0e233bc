"""Write several text files into one folder, all of them or none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from parados.errors import InputError
from parados.storage.scratch import scratch_folder

__all__ = ["checked_folder", "write_together"]


def checked_folder(folder: object) -> Path:
    """Validate the name of a folder and return it as a path."""
    if not isinstance(folder, str | os.PathLike) or not isinstance(os.fspath(folder), str) or not os.fspath(folder):
        raise InputError(f"folder: the path of a folder is expected, not {folder!r:.60}")
    if "\0" in os.fspath(folder):
        raise InputError(f"folder: {os.fspath(folder)!r:.60} contains a null character; give a path without one")
    return Path(folder)


def write_together(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Write texts as UTF-8 files into a folder, which is created if it is missing; returns the paths.

    If this fails, raises InputError; no file is changed and no new folder is left.

    texts : name of each file -> its text
    """
    made: list[Path] = []
    try:
        if folder.exists() and not folder.is_dir():
            raise InputError(f"folder: {str(folder)!r:.300} is a file; give a folder")
        made = _make(folder)
        with scratch_folder(folder, "new") as new, scratch_folder(folder, "old") as old:
            for name, text in texts.items():
                (new / name).write_text(text, encoding="utf-8", newline="\n")
            _exchange(folder, new, old, list(texts))
    except OSError as error:
        for path in reversed(made):
            with suppress(OSError):
                path.rmdir()
        reason = error.strerror or str(error)
        raise InputError(
            f"folder: {str(folder)!r:.300} cannot be written ({reason}), no file was changed; "
            "give a folder where you may write and that has enough space"
        ) from error
    return [folder / name for name in texts]


def _make(folder: Path) -> list[Path]:
    """Create a folder and its parents; returns those that were missing, outermost first."""
    missing = [path for path in [*reversed(folder.parents), folder] if not path.exists()]
    done: list[Path] = []
    try:
        for path in missing:
            path.mkdir()
            done.append(path)
    except OSError:
        for path in reversed(done):
            with suppress(OSError):
                path.rmdir()
        raise
    return done


def _exchange(folder: Path, new: Path, old: Path, names: list[str]) -> None:
    """Move the new files into the folder; if one of them fails, put the old files back."""
    kept: list[str] = []
    moved: list[str] = []
    try:
        for name in names:
            if (folder / name).is_dir():
                raise IsADirectoryError(None, f"{name} is a folder")
            if (folder / name).exists():
                shutil.copy2(folder / name, old / name)
                kept.append(name)
            os.replace(new / name, folder / name)
            moved.append(name)
    except OSError:
        for name in set(moved) - set(kept):
            with suppress(OSError):
                (folder / name).unlink()
        for name in kept:
            with suppress(OSError):
                os.replace(old / name, folder / name)
        raise
