"""The option --output of the commands; its place is tried before a command computes anything."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from parados.arguments import shown, writing
from parados.errors import InputError

__all__ = ["OutputFolder", "file_option", "folder_option"]


def _writable(target: Path) -> None:
    """Check that a file or folder can be made at `target`, by a temporary file in the nearest folder that exists."""
    parent = target.absolute().parent
    while not parent.exists():
        parent = parent.parent
    if not parent.is_dir():
        raise InputError(f"--output: {shown(str(target))} cannot be written: {shown(str(parent))} is a file, not a folder")
    with writing("--output", target), tempfile.TemporaryFile(dir=parent):
        pass


def _check_folder(target: Path | None) -> Path | None:
    if target is not None:
        if target.exists() and not target.is_dir():
            raise InputError(f"{target.name} is a file; give a folder to write into")
        if target.is_symlink() and not target.exists():
            raise InputError(f"--output: {shown(str(target))} cannot be written: it is a link to a place that does not exist")
        _writable(target / "file" if target.is_dir() else target)
    return target


def _check_file(target: Path | None) -> Path | None:
    if target is not None:
        if target.is_dir():
            raise InputError(f"--output: {shown(str(target))} is a folder; give a file to write")
        _writable(target)
    return target


def folder_option(help: str) -> Any:
    """Return the option -o of a command that writes a folder."""
    return typer.Option("--output", "-o", help=help, callback=_check_folder)


def file_option(help: str) -> Any:
    """Return the option -o of a command that writes one file."""
    return typer.Option("--output", "-o", help=help, callback=_check_file)


OutputFolder = Annotated[Path, folder_option("Folder to write; other files in it are kept.")]
