"""The terminal that commands print to: text is shown as it is, never read as markup, emoji codes or escape sequences."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from parados.text.printable import printable

__all__ = ["PlainConsole", "console_table", "plain_progress"]


class PlainConsole(Console):
    """A console on which every string, also in tables and titles, is one line and has control characters as
    visible escapes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **options)

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(printable(text), **options)


class _Description(TextColumn):
    """What a task does, as plain text."""

    def __init__(self) -> None:
        super().__init__("{task.description}", style="progress.description", markup=False)

    def render(self, task: Task) -> Text:
        return Text(printable(task.description), style=self.style, justify=self.justify)


def plain_progress(console: Console, *more: ProgressColumn, transient: bool = True) -> Progress:
    """A progress bar whose descriptions are plain text, with columns of its own at the end."""
    columns = (_Description(), BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), *more)
    return Progress(*columns, console=console, transient=transient)


def console_table(title: str, cells: list[list[str]], left: tuple[int, ...] = (0,)) -> Table:
    """A table whose first row is headings; the columns with the numbers `left` are words, the others numbers."""
    table = Table(title=title or None, title_justify="left")
    for k, heading in enumerate(cells[0]):
        table.add_column(heading, justify="left" if k in left else "right")
    for row in cells[1:]:
        table.add_row(*row)
    return table
