"""`parados cache`: show or clear the files that are kept between runs."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

__all__ = ["cache"]


class Action(StrEnum):
    """Actions of `parados cache`."""

    SHOW = "show"
    CLEAR = "clear"


def cache(
    action: Annotated[Action, typer.Argument(help="Show the size of the cache, or clear it.")] = Action.SHOW,
) -> None:
    """Show or clear the cache of graphs, compiled libraries and prepared assembly modes. PARADOS_CACHE sets its folder,
    PARADOS_CACHE_LIMIT its largest size in MiB."""
    from parados.storage.entries import clear, entries, size_limit
    from parados.storage.folder import checked_folder
    from parados.text.numbers import counted

    folder = checked_folder()
    kept = entries(folder)
    graphs = sum(entry.path.suffix == ".graph" for entry in kept)
    size = sum(entry.size for entry in kept) / 2**20
    paths = sum(entry.path.suffix == ".paths" for entry in kept)
    prepared = f", assembly modes of {counted(paths, 'robot')}" if paths else ""
    libraries = counted(len(kept) - graphs - paths, "library", "libraries")
    held = f"{counted(graphs, 'graph')} and {libraries}{prepared}, {size:.1f} MiB"
    if action is Action.SHOW:
        print(f"{folder}\n{held} of at most {size_limit() / 2**20:g} MiB")
        return
    clear(folder)
    print(f"{folder}\nRemoved: {held}")
