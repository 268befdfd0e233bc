"""Tables that are wider than a page: their columns in blocks, each under the names of the rows again."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["column_blocks"]


def column_blocks(widths: Sequence[int], room: int, keys: int = 1) -> list[list[int]]:
    """Columns of each block, by number; the first `keys` stand in every block.

    widths : of the columns, with what separates them
    room : characters of a line; a column that is wider alone has a block of its own
    """
    head = list(range(keys))
    taken = sum(widths[:keys])
    blocks: list[list[int]] = []
    for column in range(keys, len(widths)):
        used = taken + sum(widths[k] for k in blocks[-1][keys:]) if blocks else room + 1
        if used + widths[column] > room:
            blocks.append(list(head))
        blocks[-1].append(column)
    return blocks or [head]
