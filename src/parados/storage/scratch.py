"""Scratch folders that do not outlive their process for long.

A scratch folder holds a mark, a file that its process keeps locked. The system releases the lock when the process ends,
however it ends; a folder whose mark can be locked is therefore abandoned, and the next process that works beside it removes
it. Process numbers would not do: they are reused, and mean nothing on another machine that shares the disk.
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
from contextlib import contextmanager
from functools import cache
from pathlib import Path

__all__ = ["remove_abandoned", "remove_unmarked", "scratch_folder", "tidy_once"]

MARK = ".parados-scratch"
"""The locked file of a scratch folder."""

UNLOCKED = MARK + "-new"
"""Its name until it is locked."""

MARKING = 60.0
"""Seconds after which a folder without a mark is taken for one whose process died before it had locked the mark."""

OLD = 86400.0
"""Seconds after which scratch files without a mark (a file system without locks, an older version) are taken for abandoned."""

_NAME = re.compile(r"\..*-[a-z0-9_]{8}")


@contextmanager
def scratch_folder(parent: Path, prefix: str, tidy: bool = True) -> Iterator[Path]:
    """Make a private folder in `parent` whose name opens with `prefix`, which opens with a dot; remove it at the end.

    Folders that dead processes left in `parent` are removed first, unless `tidy` is False.
    """
    if tidy:
        remove_abandoned(parent)
    maker = os.getpid()
    folder = Path(tempfile.mkdtemp(dir=parent, prefix=prefix))
    lock = -1
    try:
        lock = _mark(folder)
        yield folder
    finally:
        if os.getpid() == maker:  # a forked copy must not remove what its parent works in
            shutil.rmtree(folder, ignore_errors=True)
        if lock >= 0:
            os.close(lock)


def _mark(folder: Path) -> int:
    """Lock the mark of a new folder; it takes its name when it is locked, so that nobody finds it unlocked."""
    lock = os.open(folder / UNLOCKED, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return lock  # a file system without locks: the folder is not marked, and nobody will take it for abandoned
    (folder / UNLOCKED).rename(folder / MARK)
    return lock


def remove_abandoned(parent: Path) -> None:
    """Remove the scratch folders in a folder whose processes have ended."""
    try:
        with os.scandir(parent) as entries:
            hidden = [e.path for e in entries if e.name.startswith(".") and e.is_dir(follow_symlinks=False)]
    except OSError:
        return  # what cannot be listed cannot be tidied
    for path in hidden:
        if _is_abandoned(Path(path)):
            _remove(Path(path))


@cache
def tidy_once(parent: Path) -> None:
    """Remove abandoned scratch folders from a folder, the first time that this process works there."""
    remove_abandoned(parent)


def _remove(folder: Path) -> None:
    """Remove a folder, its mark last: a compiler that outlived its program may still add a file, and then the next try goes on."""
    try:
        for path in folder.iterdir():
            if path.name == MARK:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        (folder / MARK).unlink(missing_ok=True)
        folder.rmdir()
    except OSError:
        return


def _is_abandoned(folder: Path) -> bool:
    try:
        lock = os.open(folder / MARK, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return _was_never_marked(folder)
    except OSError:
        return False
    try:
        if os.fstat(lock).st_uid != os.geteuid():
            return False
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False  # locked: its process lives
    finally:
        os.close(lock)
    return True


def _was_never_marked(folder: Path) -> bool:
    """Whether a folder is one of ours whose process died in the instant between making and marking it."""
    if not _NAME.fullmatch(folder.name):
        return False
    try:
        info, names = folder.stat(), os.listdir(folder)
        return info.st_uid == os.geteuid() and names == [UNLOCKED] and time.time() - info.st_mtime > MARKING
    except OSError:
        return False


def remove_unmarked(parent: Path, names: re.Pattern[str]) -> None:
    """Remove from a folder of ours the scratch files and folders of these names that carry no mark and are old."""
    with os.scandir(parent) as entries:
        found = [Path(e.path) for e in entries if e.name.startswith(".") and names.fullmatch(e.name)]
    for path in found:
        try:
            info = path.lstat()
            if time.time() - info.st_mtime < OLD or (path / MARK).exists():
                continue
            if stat.S_ISDIR(info.st_mode):
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        except OSError:
            continue  # removed by another process meanwhile
