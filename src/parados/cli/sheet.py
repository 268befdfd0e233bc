"""Print a table on a terminal of any width without cutting cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Table

from parados.text.column_blocks import column_blocks
from parados.text.printable import printable

__all__ = ["Sheet"]

SEPARATOR = 3
"""Number of characters between the cells of two columns."""


@dataclass
class Sheet:
    """Table with headings and rows of text.

    Attributes
    ----------
    keys : number of first columns that name the rows; if the table is split into parts, they are in every part
    right : columns from this one on are aligned right
    wraps : True if a cell may be broken into lines between its words
    """

    title: str
    headings: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    keys: int = 1
    right: int | None = None
    wraps: bool = False

    def print(self, console: Console) -> None:
        """Print the title, then one table, or several tables below each other if the terminal is narrow."""
        console.print(self.title, style="italic")
        for table in self._tables(console.width):
            console.print(table)

    def _tables(self, width: int) -> Iterator[Table]:
        columns = [[heading, *(row[k] for row in self.rows)] for k, heading in enumerate(self.headings)]
        least = [max(_longest_word(cell) if self.wraps else _length(cell) for cell in column) for column in columns]
        whole = [max(map(_length, column)) for column in columns]
        blocks = column_blocks([own + SEPARATOR for own in least], width - 1, self.keys)
        for block in blocks:
            room = width - 1 - SEPARATOR * len(block)
            fitted = _fitted([least[k] for k in block], [whole[k] for k in block], room)
            table = Table()
            for k, own in zip(block, fitted, strict=True):
                justify: JustifyMethod = "left" if self.right is None or k < self.right else "right"
                table.add_column(self.headings[k], justify=justify, width=own, overflow="fold")
            for row in self.rows:
                if len(blocks) == 1 or any(row[k] for k in block[self.keys :]):
                    table.add_row(*[row[k] for k in block])
            yield table


def _length(cell: str) -> int:
    return cell_len(printable(cell))


def _longest_word(cell: str) -> int:
    return max(map(cell_len, printable(cell).split()), default=0)


def _fitted(least: Sequence[int], whole: Sequence[int], room: int) -> list[int]:
    """Return the widths of columns, from the longest word to the whole cell; extra room goes to the column that lacks most."""
    widths = list(least)
    for _ in range(room - sum(least)):
        lacking = [own - have for own, have in zip(whole, widths, strict=True)]
        widths[lacking.index(max(lacking))] += max(lacking) > 0
    while sum(widths) > room and max(widths) > 1:  # one word is longer than a line: it is folded
        widths[widths.index(max(widths))] -= 1
    return widths
