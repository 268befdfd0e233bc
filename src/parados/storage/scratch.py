"""Scratch folders that do not outlive their process for long.

A scratch folder holds a mark, a file that its process keeps locked. The system releases the lock when the process ends,
however it ends; a folder whose mark can be locked is therefore abandoned, and the next process that works beside it removes
it. Process numbers would not do: they are reused, and mean nothing on another machine that shares the disk.

The mark is the last file to go, and a process that finds its mark taken before it was locked makes another folder. So a
process may be killed at any moment, and no age has to be guessed.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

__all__ = ["remove_abandoned", "remove_unmarked", "scratch_folder", "tidy_once"]

MARK = ".parados-scratch"
"""The locked file of a scratch folder."""

OLD = 86400.0
"""Seconds after which scratch files without a mark (a file system without locks, an older version) are taken for abandoned."""

_NAME = re.compile(r"\..+-parados-[a-z0-9_]{8}")


@contextmanager
def scratch_folder(parent: Path, name: str, tidy: bool = True) -> Iterator[Path]:
    """Make a private folder `.NAME-parados-XXXXXXXX` in `parent`, and remove it at the end.

    Folders that dead processes left in `parent` are removed first, unless `tidy` is False.
    """
    if tidy:
        remove_abandoned(parent)
    maker = os.getpid()
    folder, lock = _marked_folder(parent, name)
    try:
        yield folder
    finally:
        if os.getpid() == maker:  # a forked copy must not remove what its parent works in
            _remove(folder)
        os.close(lock)


def _marked_folder(parent: Path, name: str) -> tuple[Path, int]:
    """A new folder and its locked mark."""
    while True:
        folder = Path(tempfile.mkdtemp(dir=parent, prefix=f".{name}-parados-"))
        try:
            lock = os.open(folder / MARK, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        except FileNotFoundError:
            continue  # another process took the empty folder for abandoned
        except OSError:
            _remove(folder)
            raise
        if _lock(lock) is not False and os.fstat(lock).st_nlink:
            return folder, lock
        os.close(lock)  # another process took the mark


def _lock(file: int) -> bool | None:
    """Lock a file: False where another process has locked it, None where the file system has no locks."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def remove_abandoned(parent: Path) -> None:
    """Remove the scratch folders in a folder whose processes have ended."""
    try:
        with os.scandir(parent) as entries:
            found = [Path(e.path) for e in entries if _NAME.fullmatch(e.name) and e.is_dir(follow_symlinks=False)]
    except OSError:
        return  # what cannot be listed cannot be tidied
    for folder in found:
        with suppress(OSError):  # of another user, or removed by another process meanwhile
            _remove_if_abandoned(folder)


def _remove_if_abandoned(folder: Path) -> None:
    if folder.stat().st_uid != os.geteuid():
        return
    try:
        lock = os.open(folder / MARK, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        folder.rmdir()  # its process ended before it was marked, or after its mark was removed; fails unless it is empty
        return
    try:
        if _lock(lock):
            _remove(folder)
    finally:
        os.close(lock)


@cache
def tidy_once(parent: Path) -> None:
    """Remove abandoned scratch folders from a folder, the first time that this process works there."""
    remove_abandoned(parent)


def _remove(folder: Path) -> None:
    """Remove a folder, its mark last: where it cannot be emptied (a compiler outlived its program and adds a file), the next
    process goes on."""
    with suppress(OSError):
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name != MARK:
                path.unlink(missing_ok=True)
        (folder / MARK).unlink(missing_ok=True)
        folder.rmdir()


def remove_unmarked(parent: Path, names: re.Pattern[str]) -> None:
    """Remove from a folder of ours the scratch files and folders of these names that carry no mark and are old."""
    with os.scandir(parent) as entries:
        found = [Path(e.path) for e in entries if names.fullmatch(e.name)]
    for path in found:
        with suppress(OSError):  # removed by another process meanwhile
            info = path.lstat()
            if time.time() - info.st_mtime < OLD or (path / MARK).exists():
                continue
            if stat.S_ISDIR(info.st_mode):
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
