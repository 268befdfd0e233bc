"""Write the files of a folder all together or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from parados.arguments import writing
from parados.errors import InputError
from parados.storage.scratch import scratch_folder

__all__ = ["output_folder"]


@contextmanager
def output_folder(target: Path) -> Iterator[Path]:
    """Yield a temporary folder to write into; if the block ends without an error, move its files to `target`.

    If `target` exists, files with the same names are replaced and other files are kept.
    """
    target = target.absolute()
    if os.path.exists(target) and not os.path.isdir(target):
        raise InputError(f"{target.name} is a file; give a folder to write into")
    with ExitStack() as stack:
        with writing("folder", target):
            target.parent.mkdir(parents=True, exist_ok=True)
            folder = stack.enter_context(scratch_folder(target.parent, target.name)) / "new"  # beside: moving is renaming
            folder.mkdir()
        yield folder
        with writing("folder", target):
            _move(folder, target)


def _move(folder: Path, target: Path) -> None:
    """Move a folder to `target`, or its files into `target` if it exists."""
    if not target.exists():
        folder.rename(target)
        return
    shutil.copytree(folder, target, dirs_exist_ok=True, copy_function=lambda a, b: Path(a).replace(b))
