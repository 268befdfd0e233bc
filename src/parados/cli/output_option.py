"""The option --output of the commands; its place is tried before a command computes anything."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from parados.arguments import shown, writing
from parados.errors import InputError

__all__ = ["OutputFolder", "file_option", "folder_option", "named_place"]


def _writable(target: Path) -> None:
    """Check that a file or folder can be made at `target`, by a temporary file in the nearest folder that exists."""
    parent = target.absolute().parent
    while not os.path.exists(parent):  # unlike Path.exists, it is False for a name that the file system rejects
        parent = parent.parent
    if not parent.is_dir():
        raise InputError(f"--output: {shown(str(target))} cannot be written: {shown(str(parent))} is a file, not a folder")
    with writing("--output", target), tempfile.TemporaryFile(dir=parent), suppress(FileNotFoundError):
        target.lstat()  # raises an error for a name that the file system rejects


def _check_folder(target: Path | None) -> Path | None:
    if target is not None:
        if os.path.exists(target) and not target.is_dir():
            raise InputError(f"{target.name} is a file; give a folder to write into")
        if os.path.islink(target) and not os.path.exists(target):
            raise InputError(f"--output: {shown(str(target))} cannot be written: it is a link to a place that does not exist")
        _writable(target / "file" if os.path.isdir(target) else target)
    return target


def _check_file(target: Path | None) -> Path | None:
    if target is not None:
        if os.path.isdir(target):
            raise InputError(f"--output: {shown(str(target))} is a folder; give a file to write")
        _writable(target)
    return target


def named_place(given: str) -> Path:
    """Return a path; an empty name, which would be the current folder, is rejected."""
    if not str(given):
        raise typer.BadParameter("the name is empty; give a name, or . for the current folder")
    return Path(given)


def _option(help: str, check: Callable[[Path | None], Path | None]) -> Any:
    return typer.Option("--output", "-o", help=help, callback=check, parser=named_place, metavar="PATH")


def folder_option(help: str) -> Any:
    """Return the option -o of a command that writes a folder."""
    return _option(help, _check_folder)


def file_option(help: str) -> Any:
    """Return the option -o of a command that writes one file."""
    return _option(help, _check_file)


OutputFolder = Annotated[Path, folder_option("Folder to write; other files in it are kept.")]
