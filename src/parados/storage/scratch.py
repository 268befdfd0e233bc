"""Scratch folders that are removed even if their process is killed.

A scratch folder holds a mark: a file that its process keeps locked. The system releases the lock when the process ends, also
when it is killed. A folder whose mark can be locked is therefore abandoned, and the next process that uses the same parent
folder removes it. Process numbers cannot replace the mark: the system reuses them, and they have no meaning on another
machine that shares the disk.

The mark is removed last. If another process takes the mark before its owner has locked it, the owner makes another folder.
Thus a process may be killed at any moment, and the age of a folder does not matter.
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
"""Name of the locked file in a scratch folder."""

OLD = 86400.0
"""Age [s] at which scratch counts as abandoned if no lock can tell: a file system without locks, or scratch without a mark."""

_NAME = re.compile(r"\..+-parados-[a-z0-9_]{8}")


@contextmanager
def scratch_folder(parent: Path, name: str) -> Iterator[Path]:
    """Make a private folder `.NAME-parados-XXXXXXXX` in `parent`, and remove it at the end.

    The first call of a process removes the folders that ended processes left in `parent`.
    """
    tidy_once(parent)
    maker = os.getpid()
    folder, lock = _marked_folder(parent, name)
    try:
        yield folder
    finally:
        if os.getpid() == maker:  # a forked process must not remove the folder of its parent
            _remove(folder)
        os.close(lock)


def _marked_folder(parent: Path, name: str) -> tuple[Path, int]:
    """Make a new folder; return it and the file descriptor of its locked mark."""
    while True:
        folder = Path(tempfile.mkdtemp(dir=parent, prefix=f".{name}-parados-"))
        try:
            lock = os.open(folder / MARK, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        except FileNotFoundError:
            continue  # another process found the folder empty and removed it
        except OSError:
            _remove(folder)
            raise
        if _lock(lock) is not False and os.fstat(lock).st_nlink:
            return folder, lock
        os.close(lock)  # another process took the mark


def _lock(file: int) -> bool | None:
    """Lock a file and return True; False if another process has locked it, None if the file system has no locks."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def remove_abandoned(parent: Path) -> None:
    """Remove the scratch folders in `parent` whose processes have ended."""
    try:
        with os.scandir(parent) as entries:
            found = [Path(e.path) for e in entries if _NAME.fullmatch(e.name) and e.is_dir(follow_symlinks=False)]
    except OSError:
        return  # the folder cannot be listed
    for folder in found:
        with suppress(OSError):  # it belongs to another user, or another process has removed it
            _remove_if_abandoned(folder)


def _remove_if_abandoned(folder: Path) -> None:
    if folder.stat().st_uid != os.geteuid():
        return
    try:
        lock = os.open(folder / MARK, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        folder.rmdir()  # its process ended before it made the mark or after it removed it; fails unless it is empty
        return
    try:
        locked = _lock(lock)
        if locked or (locked is None and time.time() - os.fstat(lock).st_mtime > OLD):
            _remove(folder)
    finally:
        os.close(lock)


@cache
def tidy_once(parent: Path) -> None:
    """Remove abandoned scratch folders from `parent`, once in each process."""
    remove_abandoned(parent)


def _remove(folder: Path) -> None:
    """Remove a folder, and its mark last.

    If it cannot be emptied (e.g. a compiler that still runs adds a file), the next process tries again.
    """
    with suppress(OSError):
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name != MARK:
                path.unlink(missing_ok=True)
        (folder / MARK).unlink(missing_ok=True)
        folder.rmdir()


def remove_unmarked(parent: Path, names: re.Pattern[str]) -> None:
    """Remove from the cache folder `parent` old scratch files and folders that match `names` and have no mark."""
    with os.scandir(parent) as entries:
        found = [Path(e.path) for e in entries if names.fullmatch(e.name)]
    for path in found:
        with suppress(OSError):  # another process has removed it
            info = path.lstat()
            if time.time() - info.st_mtime < OLD or (path / MARK).exists():
                continue
            if stat.S_ISDIR(info.st_mode):
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
