"""Parse the YAML of a robot file within bounds: of size, depth, entries, aliases and digits.

A small text may stand for a huge one: aliases of lists of aliases, merged mappings, numbers of thousands of digits. One pass
over the events of the parser, which costs as much as the text is long, finds how much there is before anything is built.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

__all__ = ["BOUNDS", "parse_yaml"]

MOST_CHARACTERS = 1_000_000
MOST_ENTRIES = 100_000
DEEPEST = 40
LONGEST_NUMBER = 60

BOUNDS = (
    f"at most {MOST_CHARACTERS:,} characters, {MOST_ENTRIES:,} entries with all aliases written out, lists and mappings "
    f"{DEEPEST} deep, numbers of {LONGEST_NUMBER} characters"
)
"""What a robot file may hold."""

_NUMBER = re.compile(r"[-+.0-9][-+.0-9_:a-fA-FxXoO]*")
_MERGE = "tag:yaml.org,2002:merge"
_Safe: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _UniqueKeys(_Safe):  # type: ignore[misc]
    """A safe loader that refuses a key given twice."""


def _mapping(loader: _UniqueKeys, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: set[Any] = set()
    for key_node, _ in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise yaml.constructor.ConstructorError(None, None, "a key is a word, not a list or a mapping", key_node.start_mark)
        if key_node.tag != _MERGE and key_node.value in seen:
            told = f"the key {key_node.value!r:.60} stands twice"
            raise yaml.constructor.ConstructorError(None, None, told, key_node.start_mark)
        seen.add(key_node.value)
    return dict(loader.construct_mapping(node, deep=True))


_UniqueKeys.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def parse_yaml(text: str) -> Any:
    """The data of a text; raises ValueError with a sentence about what it may not hold."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"it has {len(text):,} characters; a robot file has {BOUNDS}")
    try:
        _check_size(text)
        return yaml.load(text, Loader=_UniqueKeys)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        reason = getattr(error, "problem", None) or getattr(error, "reason", None) or "it cannot be parsed"
        raise ValueError(f"{where}this is not YAML that a robot file may hold: {reason!s:.400}") from error
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ValueError(f"this is not YAML that a robot file may hold: {reason:.400}") from error


def _check_size(text: str) -> None:
    """Count what the text stands for: an alias counts as much as what it repeats."""
    sizes: dict[str, int] = {}  # of what an anchor names
    open_: list[tuple[str | None, int]] = []  # anchors of the lists and mappings around, and the count before each
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
                raise _refused(event, f"a number has {len(event.value):,} characters; a robot file has {BOUNDS}")
        elif isinstance(event, yaml.AliasEvent):
            if any(event.anchor == anchor for anchor, _ in open_):
                raise _refused(event, f"the alias *{event.anchor:.60} stands within what it repeats")
            count += sizes.get(str(event.anchor), 1)
        if len(open_) > DEEPEST or count > MOST_ENTRIES:
            raise _refused(event, f"it is nested too deeply or stands for too much; a robot file has {BOUNDS}")


def _refused(event: yaml.Event, told: str) -> yaml.YAMLError:
    mark: Any = event.start_mark
    return yaml.constructor.ConstructorError(None, None, told, mark)
