"""Put numbers into the data of a robot file so that its templates and named parameters stay in use.

A number that the file names (a parameter, or a list under `repeat`) and uses in one place only is changed where it is named. Any
other number is written in its place; if it differs over the copies of a leg, it becomes a list under `repeat`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from parados.robot.file_parameters import RESERVED, is_used, unused_lists

__all__ = ["FileNumbers", "words_of"]

DIGITS = 12
"""Significant digits of a number in a file."""

EQUAL = 1e-11
"""Relative difference below which copies of a leg have the same number."""

_WORD = re.compile(r"[A-Za-z_]\w*")


def words_of(value: Any) -> Iterator[str]:
    """Yield the words of all texts in a part of a file."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from words_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words_of(inner)
    elif isinstance(value, str):
        yield from _WORD.findall(value)


class FileNumbers:
    """Writes numbers into a copy of the data of a robot file."""

    def __init__(self, data: dict[Any, Any]) -> None:
        self.data = data
        self._uses = Counter(words_of({key: value for key, value in data.items() if key not in ("name", "title", "source")}))

    def place(self, owner: dict[Any, Any], key: str, values: Sequence[float], leg: dict[Any, Any] | None, label: str) -> None:
        """Write a number, which may differ over the copies of a leg.

        owner, key : mapping of the file, and the key to set;  values : one number for each copy
        leg : the leg of the file that has a `repeat`, or None;  label : name of a new list under `repeat`
        """
        numbers = [float(f"{value:.{DIGITS}g}") for value in values]
        equal = np.ptp(numbers) <= EQUAL * np.abs(numbers).max()
        named = owner.get(key)
        alone = isinstance(named, str) and self._uses[named] == 1
        lists = leg["repeat"] if leg is not None else {}
        if alone and isinstance(lists.get(named), list):
            lists[named] = numbers
        elif alone and equal and self._is_number(named):
            self._set_parameter(str(named), numbers[0])
        elif equal:
            owner[key] = numbers[0]
        else:
            owner[key] = self._free(label, lists)
            lists[owner[key]] = numbers

    def _is_number(self, name: Any) -> bool:
        """Tell whether a parameter of the file has this name and is one number or an expression."""
        written = (self.data.get("parameters") or {}).get(name)
        return isinstance(written.get("value") if isinstance(written, dict) else written, int | float | str)

    def _set_parameter(self, name: str, value: float) -> None:
        written = self.data["parameters"][name]
        if isinstance(written, dict):
            self.data["parameters"][name] = {**{k: v for k, v in written.items() if k != "range"}, "value": value}
        else:
            self.data["parameters"][name] = value

    def _free(self, label: str, lists: dict[Any, Any]) -> str:
        """Return a name that the file does not use yet."""
        taken = {*RESERVED, *lists, *(self.data.get("parameters") or {}), "count", "around", "angles"}
        name = label
        while name in taken:
            name += "_"
        return name

    def drop_unused(self) -> None:
        """Remove the lists of `repeat` and the parameters that nothing in the file uses any more.

        The last parameter comes first: one may be used by another alone.
        """
        for leg in self.data["legs"]:
            if unused := unused_lists(leg):
                leg["repeat"] = {name: value for name, value in leg["repeat"].items() if name not in unused}
        known = self.data.get("parameters") or {}
        for name in list(known)[::-1]:
            if not is_used(name, self.data):
                del known[name]
        if not known:
            self.data.pop("parameters", None)
