"""Find the cache folder and check that no other user can write into it.

The cache holds libraries that parados runs. Therefore the folder and its files must belong to the user, and nobody else may
write to them. Checksums (see `entries`) protect against damage, not against attacks. If the folder does not meet these
conditions, parados warns once and uses a temporary folder of the process instead.
"""

from __future__ import annotations

import atexit
import os
import re
import stat
import tempfile
import warnings
from contextlib import ExitStack
from pathlib import Path

from parados.storage.scratch import scratch_folder, tidy_once

__all__ = ["ENTRY", "SCRATCH", "cache_folder", "checked_folder", "has_cache", "private_folder", "warn_once", "warn_unwritable"]

ENTRY = re.compile(r"[0-9a-f]{32}\.(graph|so|paths|verdict)")
"""Names of cache entries: graphs, compiled libraries, prepared paths of assembly modes, and robots that passed the checks."""

SCRATCH = re.compile(r"\.(build|graph|entry|load)-[\w-]+")
"""Names of scratch files and folders, which exist only while an entry is made."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH

_warned: set[str] = set()
_private: dict[int, Path] = {}


def cache_folder() -> Path:
    """Return the folder for graphs and libraries: the user's cache folder or, if it cannot be used, a temporary folder."""
    try:
        folder = checked_folder()
        tidy_once(folder)
        return folder
    except OSError as error:
        warn_once(f"{_sentence(error)}; models are kept in a temporary folder until the program ends")
        return private_folder()


def has_cache() -> bool:
    """Tell whether the cache folder exists; asking does not create it."""
    try:
        return _wanted().is_dir()
    except OSError:  # there is no home folder, or the file system rejects the name
        return False


def checked_folder() -> Path:
    """Return the user's cache folder; create it if it is missing. Raises OSError with the reason if it cannot be used."""
    folder = _wanted()
    _make(folder)
    info = folder.stat()
    if not stat.S_ISDIR(info.st_mode):
        raise OSError(f"the cache folder {folder} is a file; set PARADOS_CACHE to a folder")
    if info.st_uid != os.geteuid():
        raise OSError(f"the cache folder {folder} belongs to another user; set PARADOS_CACHE to a folder that you own")
    if info.st_mode & OTHERS and _holds_only_ours(folder, info):
        folder.chmod(stat.S_IRWXU)
        info = folder.stat()
    if info.st_mode & OTHERS_WRITE:
        raise OSError(
            f"other users may write into the cache folder {folder} (mode {stat.S_IMODE(info.st_mode):04o}); "
            "set PARADOS_CACHE to a folder that you own, with mode 0700"
        )
    if not os.access(folder, os.R_OK | os.X_OK):
        raise OSError(f"the cache folder {folder} cannot be read (mode {stat.S_IMODE(info.st_mode):04o}); give it mode 0700")
    return folder.resolve()


def _wanted() -> Path:
    """Return $PARADOS_CACHE, or the folder `parados` in the user's cache folder."""
    given = os.environ.get("PARADOS_CACHE")
    if given:
        return Path(given).absolute()
    root = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(root):  # by the XDG specification a relative path is ignored
        return Path(root) / "parados"
    home = os.path.expanduser("~")
    if not os.path.isabs(home) or os.environ.get("HOME") == "":  # an empty HOME would mean the root folder /
        raise OSError("there is no home folder for the cache because HOME is not set; set PARADOS_CACHE to a folder")
    return Path(home) / ".cache" / "parados"


def _make(folder: Path) -> None:
    """Create a folder and its missing parents with access for the user only, independent of the umask."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        try:
            path.mkdir(stat.S_IRWXU)
        except FileExistsError:
            continue  # another process made it, or it is a broken link, which the next check finds


def _holds_only_ours(folder: Path, info: os.stat_result) -> bool:
    """Tell whether a folder holds only cache files. If not (e.g. /tmp or a home folder), parados must not change its mode."""
    if info.st_mode & stat.S_ISVTX:
        return False
    return all(ENTRY.fullmatch(name) or SCRATCH.fullmatch(name) for name in os.listdir(folder))


def private_folder() -> Path:
    """Return the temporary folder of this process, which is removed at its end. Raises OSError if none can be created."""
    here = os.getpid()  # a forked process makes its own folder
    if here not in _private or not _private[here].is_dir():
        kept = ExitStack()
        _private[here] = kept.enter_context(scratch_folder(Path(tempfile.gettempdir()), "session"))
        atexit.register(kept.close)
    return _private[here]


def warn_once(sentence: str) -> None:
    """Issue a warning, unless this process has already issued the same one."""
    if sentence not in _warned:
        _warned.add(sentence)
        warnings.warn(sentence, stacklevel=3)


def warn_unwritable(folder: Path, error: OSError) -> None:
    """Warn once that files cannot be written into the cache folder."""
    warn_once(f"the cache folder {folder} cannot be written: {error.strerror or error}; parados continues without it")


def _sentence(error: OSError) -> str:
    if error.errno is None:
        return str(error)
    return f"the cache folder cannot be used: {error.filename}: {error.strerror}; set PARADOS_CACHE to another folder"
