"""Every entry has no missed line and complete tables, and the errors of the source that it reports are in docs/errata.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from parados.sources.entry import Verdict
from parados.sources.index import ENTRIES

PAGE = (Path(__file__).parents[2] / "docs" / "errata.md").read_text()


def places(document):
    """Return the first column of the tables of a document in docs/errata.md."""
    own = next(part for part in PAGE.split("\n## ") if part.startswith(f"{document}: "))
    return [line.split(" | ")[0] for line in own.splitlines() if line.startswith("| ")]


@pytest.mark.parametrize("id", [entry.id for entry in ENTRIES])
def test_entry_agrees_and_its_errata_are_listed(id, computed):
    entry = computed(id)
    assert entry.lines and (entry.figures or "fig" not in id)
    assert [line.what for line in entry.lines if line.verdict == Verdict.MISSED] == []
    for table in entry.data.values():
        assert len({len(column) for column in table.values()}) == 1
    listed = places(id[:3])
    for line in entry.lines:
        if line.verdict == Verdict.AGREES:
            assert line.printed and not line.printed.startswith("formula"), f"{line.what!r} agrees with nothing printed"
        if line.verdict == Verdict.CHECKED:
            assert not line.printed
        if line.verdict in (Verdict.CORRECTED, Verdict.FORMULA_CORRECTED):
            assert line.printed.startswith("formula: ") == (line.verdict == Verdict.FORMULA_CORRECTED)
            place, colon, _ = line.what.partition(": ")
            assert colon and any(place in cell for cell in listed), f"{line.what!r} is not in docs/errata.md"
