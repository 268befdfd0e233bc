"""Report of all results in a folder: printed value, our value, difference and verdict of each line."""

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
    """Read the results of this and earlier runs from a folder, by id."""
    found = {entry.id: folder / entry.id / RESULT for entry in ENTRIES}
    return {id: json.loads(path.read_text(encoding="utf-8")) for id, path in found.items() if path.is_file()}


def missed(result: Mapping[str, Any]) -> list[str]:
    """Return the names of the lines of a result that were missed."""
    return [line["what"] for line in result["lines"] if line["verdict"] == Verdict.MISSED]


def status(result: Mapping[str, Any] | None) -> str:
    """Summarise the outcome of an entry in one phrase."""
    if result is None:
        return "not run yet"
    failed = len(missed(result))
    if failed:
        return f"{failed} of {len(result['lines'])} lines MISSED"
    counts = Counter(line["verdict"] for line in result["lines"])
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict]) or "drawn"


def write_report(folder: Path, results: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the file `REPORT` with the results of a folder."""
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
        "*agrees*: our value equals the printed value to its printed digits. *better*: our cost is lower, or our performance is "
        "higher, than printed. *source corrected*: the printed value is wrong; the note gives the reason. *not printed*: a value "
        "that the document does not give. *MISSED*: none of these. Figures are in the same folder as PNG and SVG, data as CSV."
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
