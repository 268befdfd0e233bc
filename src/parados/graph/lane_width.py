"""Number of lanes of this machine: how many doubles one instruction of its processor computes at a time."""

from __future__ import annotations

import os
import platform
from functools import cache
from typing import NamedTuple

from parados.errors import InputError

__all__ = ["LaneWidth", "lane_width"]

WIDTHS = ("1", "2", "4", "8")


class LaneWidth(NamedTuple):
    """Number of lanes, and the flags with which the C compiler uses instructions of this width."""

    lanes: int
    flags: tuple[str, ...] = ()


FEATURES = (
    (("avx512f", "avx512dq"), LaneWidth(8, ("-mavx512f", "-mavx512dq", "-mprefer-vector-width=512"))),
    (("avx2",), LaneWidth(4, ("-mavx2",))),
)
"""Features of x86 processors, and the widths that they allow."""


@cache
def lane_width() -> LaneWidth:
    """Return the width for this machine: $PARADOS_LANES (1, 2, 4 or 8), or that of its widest instructions.

    A width of 2 needs no flags: every processor of 64 bits has it, and a compiler splits it on any other.
    """
    widest = next((width for names, width in FEATURES if _features() >= set(names)), LaneWidth(2))
    asked = os.environ.get("PARADOS_LANES")
    if asked is None:
        return widest
    if asked not in WIDTHS:
        raise InputError(f"PARADOS_LANES: 1, 2, 4 or 8 is expected, not {asked!r:.60}")
    return LaneWidth(int(asked), widest.flags)


def _features() -> set[str]:
    """Return the names of the processor's features; empty if the system does not tell them."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return set()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            line = next((line for line in file if line.startswith("flags")), "")
    except OSError:
        return set()
    return set(line.partition(":")[2].split())
