"""Times of singularity maps with 200 x 200 and with 48 x 48 x 48 poses, with classification, curves or surfaces, and aspects."""

from __future__ import annotations

import time
from collections.abc import Iterator

import parados
from parados.singularity.maps.mapping import singularity_map

__all__ = ["maps"]

ROBOTS = ("gough-stewart-lopes", "hexa", "delta-d3-1200", "five-bar")


def maps() -> Iterator[tuple[str, str, float]]:
    """Yield robot, description and seconds of each map on all cores, without the time to compile the kernels."""
    for name in ROBOTS:
        model = parados.load(name).compile()
        over = list(model.labels["x"])[:2]
        singularity_map(model, dict.fromkeys(over, 5))
        start = time.perf_counter()
        singularity_map(model, dict.fromkeys(over, 200))
        yield name, "200 x 200 poses, one mode", time.perf_counter() - start
        if name == "delta-d3-1200":
            start = time.perf_counter()
            singularity_map(model, dict.fromkeys(model.labels["x"], 48))
            yield name, "48 x 48 x 48 poses, one mode", time.perf_counter() - start
    start = time.perf_counter()
    singularity_map(model, mode="all")
    yield name, "200 x 200 poses, four modes", time.perf_counter() - start
