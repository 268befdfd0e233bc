"""One report of everything that a folder holds: printed value, ours, difference and verdict, line by line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from parados.sources.entry import Line, Verdict
from parados.sources.index import DOCUMENTS, ENTRIES
from parados.sources.running import RESULT
from parados.text.markdown import markdown_table, markdown_text

__all__ = ["REPORT", "missed", "read_results", "status", "write_report"]

REPORT = "REPORT.md"


def read_results(folder: Path) -> dict[str, dict[str, Any]]:
    """What stands in a folder from this or earlier runs, by id."""
    found = {entry.id: folder / entry.id / RESULT for entry in ENTRIES}
    return {id: json.loads(path.read_text(encoding="utf-8")) for id, path in found.items() if path.is_file()}


def missed(result: Mapping[str, Any]) -> list[str]:
    """Which lines of a result were missed."""
    return [line["what"] for line in result["lines"] if line["verdict"] == Verdict.MISSED]


def status(result: Mapping[str, Any] | None) -> str:
    """One phrase: how an entry came out."""
    if result is None:
        return "not run yet"
    failed = len(missed(result))
    if failed:
        return f"{failed} of {len(result['lines'])} lines MISSED"
    counts = Counter(line["verdict"] for line in result["lines"])
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict]) or "drawn"


def write_report(folder: Path, results: Mapping[str, Mapping[str, Any]]) -> None:
    """Write `REPORT` for the results of a folder."""
    total = Counter(line["verdict"] for result in results.values() for line in result["lines"])
    parts = [
        "# What the sources print, regenerated",
        f"{len(results)} of {len(ENTRIES)} entries, {sum(total.values())} lines: "
        + ", ".join(f"{total[verdict]} {verdict}" for verdict in Verdict if total[verdict])
        + ".",
        _meaning(),
    ]
    for document, title in DOCUMENTS.items():
        own = [result for id, result in results.items() if id.startswith(f"{document}/")]
        if own:
            parts += [f"## {document} {title}", *map(_section, own)]
    (folder / REPORT).write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _meaning() -> str:
    return (
        "*agrees*: the printed value came out, to its printed digits. *better*: a cost below, or a performance above, the "
        "printed one. *source corrected*: what is printed is wrong, for the reason given. *not printed*: a figure of ours "
        "that the document does not give. *MISSED*: neither. Figures stand beside this report as PNG and SVG, data as CSV."
    )


def _section(result: Mapping[str, Any]) -> str:
    id = result["id"]
    parts = [f"### {id} {markdown_text(result['title'])}", f"{status(result)}; {result['seconds']:.1f} s."]
    if result["choices"]:
        parts.append("\n".join(f"- Chosen here: {markdown_text(choice)}" for choice in result["choices"]))
    if result["lines"]:
        names = [field.name for field in fields(Line)]
        parts.append(markdown_table([names, *[[line[name] for name in names] for line in result["lines"]]], align="---"))
    parts += [f"![{name}]({id}/{name}.png)" for name in result["figures"]]
    if result["data"]:
        parts.append("Data: " + ", ".join(f"[{name}.csv]({id}/{name}.csv)" for name in result["data"]))
    return "\n\n".join(parts)
