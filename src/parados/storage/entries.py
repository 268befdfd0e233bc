"""Files of the cache, each with a checksum of its name and content.

An entry is its content followed by a line with the checksum. A library can still be loaded with this line, because loaders
ignore bytes after the end of the library. Each entry is written under another name and then moved into place. An entry that
fails a check (length, checksum, owner, mode, kind of file) is removed and counts as missing, so that the caller makes it again.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

from parados.errors import InputError
from parados.storage.folder import ENTRY, OTHERS_WRITE, SCRATCH
from parados.storage.scratch import remove_abandoned, remove_unmarked, scratch_folder

__all__ = ["Entry", "clear", "discard_entry", "entries", "read_entry", "size_limit", "write_entry"]

USED = 3600.0
"""Seconds after which reading an entry renews its time of last use."""

ROOM = 0.9
"""Fraction of the size limit that remains filled after old entries were removed."""

COUNTED = 0.01
"""Fraction of the size limit that a process writes before it adds up the sizes of all entries again."""

_LABEL = b"\nparados sha256 "
_TAIL = len(_LABEL) + 2 * hashlib.sha256().digest_size + 1


class Entry(NamedTuple):
    """A file of the cache: its path, size [bytes] and time of last use [s since 1970]."""

    path: Path
    size: int
    used: float


def _tail(name: str, content: bytes) -> bytes:
    """Return the checksum line after the content. The checksum covers the name too, so that a swapped entry is detected."""
    digest = hashlib.sha256(name.encode() + b"\0" + content).hexdigest()
    return _LABEL + digest.encode() + b"\n"


def read_entry(folder: Path, name: str) -> bytes | None:
    """Return the content of an entry; None if it is missing or damaged, or if others own it or may write to it."""
    path = folder / name
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError:
        discard_entry(folder, name)
        return None
    info = os.fstat(file)
    if not stat.S_ISREG(info.st_mode) or info.st_uid != os.geteuid() or info.st_mode & OTHERS_WRITE:
        os.close(file)  # `fdopen` would fail for a folder
        discard_entry(folder, name)
        return None
    try:
        with os.fdopen(file, "rb") as opened:
            held = opened.read()
    except OSError:  # a damaged disk
        return None
    content = held[:-_TAIL]
    if held[-_TAIL:] != _tail(name, content):
        discard_entry(folder, name)
        return None
    if time.time() - info.st_mtime > USED:
        _renew(path)
    return content


def _renew(path: Path) -> None:
    try:
        os.utime(path)
    except OSError:
        return  # another process removed it, or the folder is read-only


def discard_entry(folder: Path, name: str) -> None:
    """Remove an entry if possible; no error otherwise."""
    try:
        (folder / name).unlink(missing_ok=True)
    except OSError:
        return  # the file stays, but it is not used


def write_entry(folder: Path, name: str, content: bytes) -> Path:
    """Write an entry that only the user can access, and make room for it. Raises OSError if the folder cannot be written."""
    _tidy_once(folder)
    with scratch_folder(folder, "entry") as scratch:
        file = os.open(scratch / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(file, "wb") as opened:
            opened.write(content)
            opened.write(_tail(name, content))
        os.replace(scratch / name, folder / name)
    _make_room(folder, folder / name, len(content))
    return folder / name


@cache
def _tidy_once(folder: Path) -> None:
    """Remove old scratch files without a mark, once in each process: a full folder takes long to list."""
    remove_unmarked(folder, SCRATCH)


def entries(folder: Path) -> list[Entry]:
    """List the entries of a cache folder, least recently used first."""
    found = []
    with os.scandir(folder) as files:
        for file in files:
            if ENTRY.fullmatch(file.name):
                try:
                    info = file.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue  # removed by another process
                found.append(Entry(Path(file.path), info.st_size, info.st_mtime))
    return sorted(found, key=lambda entry: entry.used)


def clear(folder: Path) -> None:
    """Remove all entries and the scratch files of ended processes; files that do not belong to the cache stay."""
    for entry in entries(folder):
        entry.path.unlink(missing_ok=True)
    remove_abandoned(folder)
    remove_unmarked(folder, SCRATCH)


def size_limit() -> int:
    """Return the largest size of the cache [bytes]: $PARADOS_CACHE_LIMIT in MiB, 1024 MiB by default."""
    given = os.environ.get("PARADOS_CACHE_LIMIT", "1024")
    try:
        limit = float(given)
        if limit >= 0:
            return int(limit * 2**20)
    except (ValueError, OverflowError):
        pass
    raise InputError(f"PARADOS_CACHE_LIMIT: a number of MiB, 0 or more, is expected, not {given!r:.60}")


_sizes: dict[Path, tuple[int, int]] = {}
"""Folders of this process -> their size when it was last added up, and what this process has written since [bytes]."""


def _make_room(folder: Path, kept: Path, written: int) -> None:
    """If the cache exceeds its limit, remove the least recently used entries; the entry `kept` always stays.

    written : size of the entry `kept` [bytes]
    """
    limit = size_limit()
    counted, since = _sizes.get(folder, (limit, 0))
    since += written
    if since <= COUNTED * limit and counted + since <= (1 - COUNTED) * limit:
        _sizes[folder] = counted, since
        return
    held = entries(folder)
    size = sum(entry.size for entry in held)
    if size > limit:
        for entry in held:
            if entry.path != kept and size > ROOM * limit:
                discard_entry(folder, entry.path.name)
                size -= entry.size
    _sizes[folder] = size, 0
