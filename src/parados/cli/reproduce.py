"""`parados reproduce`: compute the tables and figures of the sources."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parados.cli.output_option import named_place

if TYPE_CHECKING:
    from rich.console import Console

    from parados.sources.index import Entry

__all__ = ["reproduce"]

MISSED = 1
"""Exit code if a line of a source differs from the computed one without a known reason."""


def reproduce(
    ids: Annotated[list[str] | None, typer.Argument(help="Entries such as 002/table-1, or whole documents such as 002.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every entry.")] = False,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder to write.", parser=named_place, metavar="PATH")] = Path(
        "reproduced"
    ),
) -> None:
    """Compute tables and figures of the sources again, with a report that compares printed and computed values.

    Without ids, list the entries.
    """
    from parados.cli.console import PlainConsole
    from parados.sources.index import DOCUMENTS, select

    console = PlainConsole()
    entries = select(list(DOCUMENTS) if everything else ids or [])
    if not entries:
        _list(console, output)
        return
    failed = _run(entries, output, console)
    if failed:
        for line in failed:
            console.print(f"MISSED: {line}", style="red", soft_wrap=True)
        raise typer.Exit(MISSED)


def _list(console: Console, output: Path) -> None:
    from rich.table import Table

    from parados.sources.index import DOCUMENTS, ENTRIES
    from parados.sources.reproduction_report import read_results, status

    results = read_results(output)
    table = Table(title=f"Entries of the sources; status from {output}", title_justify="left")
    table.add_column("id", no_wrap=True)
    table.add_column("title")
    table.add_column("status")
    for document, title in DOCUMENTS.items():
        table.add_row(document, title, "", style="bold")
        for entry in ENTRIES:
            if entry.id.startswith(f"{document}/"):
                table.add_row(entry.id, entry.title, status(results.get(entry.id)))
    console.print(table)
    console.print("`parados reproduce ID ...` or `parados reproduce --all` computes them.")


def _run(entries: list[Entry], output: Path, console: Console) -> list[str]:
    """Compute the entries, write the report, and return the lines that were missed."""
    from rich.progress import MofNCompleteColumn

    from parados.cli.console import plain_progress
    from parados.plots.output_folder import output_folder
    from parados.sources.reproduction_report import REPORT, missed, read_results, status, write_report
    from parados.sources.running import reproduce as compute

    with output_folder(output) as folder, plain_progress(console, MofNCompleteColumn(), transient=False) as bar:
        task = bar.add_task("Reproducing", total=len(entries))
        for entry in compute(entries, folder):
            bar.advance(task)
            console.print(f"{entry.id}: {status(read_results(folder)[entry.id])}")
        new = read_results(folder)
        write_report(folder, read_results(output) | new)
    console.print(f"Written: {output / REPORT}", soft_wrap=True)
    return [f"{id}: {what}" for id, result in new.items() for what in missed(result)]
