"""Report of all results in a folder: printed value, our value, difference and verdict of each line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from parados.sources.entry import MEANINGS, Line, Verdict
from parados.sources.index import DOCUMENTS, ENTRIES
from parados.sources.running import RESULT
from parados.text.markdown import markdown_row, markdown_table, markdown_text

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
        "## Overview",
        _overview(results),
    ]
    for document, title in DOCUMENTS.items():
        own = [result for id, result in results.items() if id.startswith(f"{document}/")]
        if own:
            parts += [f"## {document} {title}", _contents(own), *_choices(own), *map(_section, own)]
    (folder / REPORT).write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _meaning() -> str:
    """Explain the verdicts."""
    rows = [[str(verdict), meaning] for verdict, meaning in MEANINGS.items()]
    table = markdown_table([["verdict", "meaning"], *rows], align="---")
    return f"{table}\n\nFigures are in the same folder as PNG and SVG, data as CSV."


def _overview(results: Mapping[str, Mapping[str, Any]]) -> str:
    """Build a table with a row for each source: its entries, and how many lines have each verdict."""
    rows = [["source", "entries", *Verdict]]
    for document, title in DOCUMENTS.items():
        own = [result for id, result in results.items() if id.startswith(f"{document}/")]
        known = sum(entry.id.startswith(f"{document}/") for entry in ENTRIES)
        counts = Counter(line["verdict"] for result in own for line in result["lines"])
        cells = [str(counts[verdict]) if counts[verdict] else "" for verdict in Verdict]
        rows.append([f"{document} {title}", f"{len(own)} of {known}", *cells])
    return markdown_table(rows)


def _contents(own: list[Mapping[str, Any]]) -> str:
    """Build the table of contents of a source: its entries and their outcomes, with links."""
    rows = [["entry", "title", "outcome"], ["---"] * 3]
    for result in own:
        link = f"[{markdown_text(result['id'])}](#{_anchor(result)})"
        rows.append([link, markdown_text(result["title"]), markdown_text(status(result))])
    return "\n".join(map(markdown_row, rows))


def _anchor(result: Mapping[str, Any]) -> str:
    """Return the link to the section of an entry, as Markdown viewers build it from the heading."""
    heading = f"{result['id']} {result['title']}".lower()
    return "".join(c for c in heading if c.isalnum() or c in " -_").replace(" ", "-")


def _choices(own: list[Mapping[str, Any]]) -> list[str]:
    """List what was chosen for the entries of a source, each sentence once, with the entries that it concerns."""
    where: dict[str, list[str]] = {}
    for result in own:
        for choice in result["choices"]:
            where.setdefault(choice, []).append(result["id"].partition("/")[2])
    if not where:
        return []
    lines = [f"- {markdown_text(choice)} ({', '.join(ids)})" for choice, ids in where.items()]
    return ["Chosen here, because the source does not print it:\n\n" + "\n".join(lines)]


def _section(result: Mapping[str, Any]) -> str:
    id = result["id"]
    parts = [f"### {id} {markdown_text(result['title'])}", f"{status(result)}; {result['seconds']:.1f} s."]
    if result["lines"]:
        names = [field.name for field in fields(Line)]
        parts.append(markdown_table([names, *[[line[name] for name in names] for line in result["lines"]]], align="---"))
    parts += [f"![{name}]({id}/{name}.png)" for name in result["figures"]]
    if result["data"]:
        parts.append("Data: " + ", ".join(f"[{name}.csv]({id}/{name}.csv)" for name in result["data"]))
    return "\n\n".join(parts)
