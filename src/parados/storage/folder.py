"""The cache folder: where it is, and that nobody else can write into it.

Libraries in it are run. What protects against others is that the folder and its files belong to the user and that nobody
else may write to them; checksums (see `entries`) protect against faults, not against attacks. A folder that does not
fulfil this is not used: one warning, and a temporary folder of the process serves in its place.
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

__all__ = ["ENTRY", "SCRATCH", "cache_folder", "checked_folder", "private_folder", "tell_once", "tell_unwritable"]

ENTRY = re.compile(r"[0-9a-f]{32}\.(graph|so)")
"""Names of the files that are kept."""

SCRATCH = re.compile(r"\.(build|graph|entry|load)-[\w-]+")
"""Names of what is there only while a file is made."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH

_told: set[str] = set()
_private: dict[int, Path] = {}


def cache_folder() -> Path:
    """The folder that graphs and libraries are kept in: the user's, or that of the process where it cannot be used."""
    try:
        folder = checked_folder()
        tidy_once(folder)
        return folder
    except OSError as error:
        tell_once(f"{_sentence(error)}; models are kept in a temporary folder until the program ends")
        return private_folder()


def checked_folder() -> Path:
    """Find the user's cache folder, make it where it is missing, and raise OSError with a sentence where it cannot be used."""
    folder = _wanted()
    _make(folder)
    info = folder.stat()
    if not stat.S_ISDIR(info.st_mode):
        raise OSError(f"the cache folder {folder} is a file; set PARADOS_CACHE to a folder")
    if info.st_uid != os.geteuid():
        raise OSError(f"the cache folder {folder} belongs to another user; set PARADOS_CACHE to a folder of your own")
    if info.st_mode & OTHERS and _holds_only_ours(folder, info):
        folder.chmod(stat.S_IRWXU)
        info = folder.stat()
    if info.st_mode & OTHERS_WRITE:
        raise OSError(
            f"other users may write into the cache folder {folder} (mode {stat.S_IMODE(info.st_mode):04o}); "
            "set PARADOS_CACHE to a folder of your own with mode 0700"
        )
    if not os.access(folder, os.R_OK | os.X_OK):
        raise OSError(f"the cache folder {folder} cannot be read (mode {stat.S_IMODE(info.st_mode):04o}); give it mode 0700")
    return folder.resolve()


def _wanted() -> Path:
    """$PARADOS_CACHE, or `parados` in the user's cache folder."""
    given = os.environ.get("PARADOS_CACHE")
    if given:
        return Path(given).absolute()
    root = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(root):  # the specification has relative ones ignored
        return Path(root) / "parados"
    home = os.path.expanduser("~")
    if not os.path.isabs(home) or os.environ.get("HOME") == "":  # an empty one would be taken for the root of the system
        raise OSError("there is no home folder for the cache: HOME is not set; set PARADOS_CACHE to a folder")
    return Path(home) / ".cache" / "parados"


def _make(folder: Path) -> None:
    """Make a folder and those above it that are missing, for the user alone whatever the umask."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        try:
            path.mkdir(stat.S_IRWXU)
        except FileExistsError:
            continue  # another process was quicker, or a link leads nowhere, which is found out next


def _holds_only_ours(folder: Path, info: os.stat_result) -> bool:
    """Whether a folder is a cache and nothing else, such as /tmp or a home folder, whose mode is not ours to change."""
    if info.st_mode & stat.S_ISVTX:
        return False
    return all(ENTRY.fullmatch(name) or SCRATCH.fullmatch(name) for name in os.listdir(folder))


def private_folder() -> Path:
    """A temporary folder of this process, removed when it ends; OSError where there is no place for one."""
    here = os.getpid()  # a forked process makes its own
    if here not in _private or not _private[here].is_dir():
        kept = ExitStack()
        _private[here] = kept.enter_context(scratch_folder(Path(tempfile.gettempdir()), "session"))
        atexit.register(kept.close)
    return _private[here]


def tell_once(sentence: str) -> None:
    """Warn, unless the same was said before."""
    if sentence not in _told:
        _told.add(sentence)
        warnings.warn(sentence, stacklevel=3)


def tell_unwritable(folder: Path, error: OSError) -> None:
    """Warn once that a cache folder takes no more files."""
    tell_once(f"nothing can be written into the cache folder {folder}: {error.strerror or error}; work goes on without it")


def _sentence(error: OSError) -> str:
    if error.errno is None:
        return str(error)
    return f"the cache folder cannot be used: {error.filename}: {error.strerror}; set PARADOS_CACHE to another one"
