"""Terminal output of the commands: text is shown unchanged, never as markup, emoji codes or escape sequences."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from parados.text.printable import printable

__all__ = ["PlainConsole", "console_table", "plain_progress"]


class PlainConsole(Console):
    """Console that prints every string on one line, also in tables and titles, with control characters as visible escapes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **options)

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(printable(text), **options)


class _Description(TextColumn):
    """Column with the description of a task as plain text."""

    def __init__(self) -> None:
        super().__init__("{task.description}", style="progress.description", markup=False)

    def render(self, task: Task) -> Text:
        return Text(printable(task.description), style=self.style, justify=self.justify)


def plain_progress(console: Console, *more: ProgressColumn, transient: bool = True) -> Progress:
    """Build a progress bar with plain-text descriptions; the columns `more` are added at the end."""
    columns = (_Description(), BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), *more)
    return Progress(*columns, console=console, transient=transient)


def console_table(title: str, cells: list[list[str]], left: tuple[int, ...] = (0,)) -> Table:
    """Build a table from cells; the first row contains the headings. The columns `left` are aligned left, the others right."""
    table = Table(title=title or None, title_justify="left")
    for k, heading in enumerate(cells[0]):
        table.add_column(heading, justify="left" if k in left else "right")
    for row in cells[1:]:
        table.add_row(*row)
    return table
