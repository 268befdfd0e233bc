"""Write the files of a folder all together or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parados.errors import InputError
from parados.storage.scratch import scratch_folder

__all__ = ["output_folder"]


@contextmanager
def output_folder(target: Path) -> Iterator[Path]:
    """Yield a temporary folder to write into; if the block ends without an error, move its files to `target`.

    If `target` exists, files with the same names are replaced and other files are kept.
    """
    target = target.absolute()
    if target.exists() and not target.is_dir():
        raise InputError(f"{target.name} is a file; give a folder to write into")
    target.parent.mkdir(parents=True, exist_ok=True)
    with scratch_folder(target.parent, target.name) as scratch:
        folder = scratch / "new"  # in the same folder as the target, so that moving is renaming
        folder.mkdir()
        yield folder
        if not target.exists():
            folder.rename(target)
            return
        shutil.copytree(folder, target, dirs_exist_ok=True, copy_function=lambda a, b: Path(a).replace(b))
