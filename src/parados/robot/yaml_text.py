"""Parse the YAML of a robot file, with limits of its size, depth, entries, aliases and digits.

A small text may describe a huge structure: aliases of lists of aliases, merged mappings, numbers with thousands of digits. One
pass over the events of the parser counts the entries before anything is built; its time is proportional to the length of the
text.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

__all__ = ["BOUNDS", "MOST_CHARACTERS", "parse_yaml", "write_yaml"]

MOST_CHARACTERS = 1_000_000
"""Largest number of characters of a robot file, a study, motors or settings."""

MOST_ENTRIES = 100_000
DEEPEST = 40
LONGEST_NUMBER = 60

BOUNDS = (
    f"at most {MOST_CHARACTERS:,} characters, {MOST_ENTRIES:,} entries (an alias counts as the entries that it repeats), "
    f"{DEEPEST} levels of lists and mappings, and {LONGEST_NUMBER} characters in a number"
)
"""Limits of a robot file, for messages."""

_NUMBER = re.compile(r"[-+.0-9][-+.0-9_:a-fA-FxXoO]*")
_OTHER_BASE = re.compile(r"[-+]?0[0-9_]+|.*:.*")
_MERGE, _WHOLE = "tag:yaml.org,2002:merge", "tag:yaml.org,2002:int"
_Safe: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _UniqueKeys(_Safe):  # type: ignore[misc]
    """A safe loader that rejects a key given twice."""


def _mapping(loader: _UniqueKeys, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: set[Any] = set()
    for key_node, _ in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            message = "a key must be a word, not a list or a mapping"
            raise yaml.constructor.ConstructorError(None, None, message, key_node.start_mark)
        if key_node.tag != _MERGE and key_node.value in seen:
            message = f"the key {key_node.value!r:.60} is given twice"
            raise yaml.constructor.ConstructorError(None, None, message, key_node.start_mark)
        seen.add(key_node.value)
    return dict(loader.construct_mapping(node, deep=True))


def _decimal(loader: _UniqueKeys, node: yaml.ScalarNode) -> int | float:
    """Read a number; reject the two spellings of YAML 1.1 that look decimal: 010 would be 8, and 1:30 would be 90."""
    if _OTHER_BASE.fullmatch(node.value):
        message = f"{node.value:.60} would be read in base {60 if ':' in node.value else 8}; write the number in base 10"
        raise yaml.constructor.ConstructorError(None, None, message, node.start_mark)
    is_whole = node.tag == _WHOLE
    number: int | float = loader.construct_yaml_int(node) if is_whole else loader.construct_yaml_float(node)
    return number


_UniqueKeys.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)
_UniqueKeys.add_constructor(_WHOLE, _decimal)
_UniqueKeys.add_constructor("tag:yaml.org,2002:float", _decimal)


def parse_yaml(text: str) -> Any:
    """Parse a YAML text and return its data. Raises ValueError with the reason if the text is not accepted."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"it has {len(text):,} characters; allowed are {BOUNDS}")
    try:
        _check_size(text)
        return yaml.load(text, Loader=_UniqueKeys)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        reason = getattr(error, "problem", None) or getattr(error, "reason", None) or "it cannot be parsed"
        raise ValueError(f"{where}this is not valid YAML: {reason!s:.400}") from error
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ValueError(f"this is not valid YAML: {reason:.400}") from error


def _check_size(text: str) -> None:
    """Count the entries of the text and check the limits; an alias counts as the entries that it repeats."""
    sizes: dict[str, int] = {}  # number of entries at each anchor
    open_: list[tuple[str | None, int]] = []  # anchor of each open list or mapping, and the count at its start
    count = 0
    for event in yaml.parse(text, Loader=_Safe):
        if isinstance(event, yaml.CollectionStartEvent):
            count += 1
            open_.append((event.anchor, count))
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = open_.pop()
            if anchor is not None:
                sizes[anchor] = count - before + 1
        elif isinstance(event, yaml.ScalarEvent):
            count += 1
            if event.anchor is not None:
                sizes[event.anchor] = 1
            if len(event.value) > LONGEST_NUMBER and _NUMBER.fullmatch(event.value):
                raise _error(event, f"a number has {len(event.value):,} characters; allowed are {BOUNDS}")
        elif isinstance(event, yaml.AliasEvent):
            if any(event.anchor == anchor for anchor, _ in open_):
                raise _error(event, f"the alias *{event.anchor:.60} is inside the list or mapping that it repeats")
            count += sizes.get(str(event.anchor), 1)
        if len(open_) > DEEPEST or count > MOST_ENTRIES:
            raise _error(event, f"it is nested too deeply or has too many entries; allowed are {BOUNDS}")


def _error(event: yaml.Event, message: str) -> yaml.YAMLError:
    mark: Any = event.start_mark
    return yaml.constructor.ConstructorError(None, None, message, mark)


class _Writer(yaml.SafeDumper):
    """Writer without aliases: equal lists are written out."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def write_yaml(data: Any) -> str:
    """Return data as the text of a robot file; short lists and mappings are on one line, keys keep their order."""
    return yaml.dump(data, Dumper=_Writer, sort_keys=False, default_flow_style=None, width=120, allow_unicode=True)
