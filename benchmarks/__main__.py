"""Print all measurements of parados, and those of other engines if they are installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import parados
from benchmarks.assembly import assembly
from benchmarks.controlled import controlled
from benchmarks.crossing import crossing
from benchmarks.flexible import flexible
from benchmarks.growth import growth
from benchmarks.identification import identification
from benchmarks.legs import legs
from benchmarks.live import live
from benchmarks.maps import maps
from benchmarks.memory import memory_beyond_arrays
from benchmarks.newton import newton
from benchmarks.peers import peers
from benchmarks.speed import speeds
from benchmarks.startup import startup
from benchmarks.studies import studies
from benchmarks.studio import studio
from benchmarks.time_optimal_paths import time_optimal_paths
from benchmarks.trajectories import one_time


class Measurement(NamedTuple):
    """A table of figures: its title, its columns with the formats of their values, and the function that yields its rows."""

    title: str
    columns: dict[str, str]
    rows: Callable[[], Iterable[Iterable[Any]]]


def operations() -> Iterator[tuple[Any, ...]]:
    """Yield robot, number of operations, and numbers of each kind."""
    for name in parados.catalog():
        counts = parados.load(name).compile().kernel("inverse_dynamics").operations
        yield name, counts["total"], " ".join(str(counts[kind]) for kind in ("+", "-", "*", "/", "sqrt", "other"))


def chains() -> Iterator[tuple[Any, ...]]:
    """Yield one row for each time of each chain of four-bars."""
    for chain in growth():
        for (engine, kind, what), microseconds in chain.times.items():
            yield str(chain.loops), f"{chain.inverse} {chain.forward}", engine, kind, what, microseconds


FIGURES = {"what": "", "figure": ".2f", "unit": ""}
OPTIMAL = {"limits": "", "s": ".3f", "inverse dynamics at 100,000 states = 1": ".1f", "excess": ".0e"}
CROSSING = {"robot": "", "answer": "", "first call s": ".2f", "kernels cached s": ".2f", "later calls s": ".2f"}
DRAG = {"robot": "", "shown": "", "ms": ".2f"}
CONTROLLED = {"robot": "", "engine": "", "s": ".3f", "ratio": ".1f", "closures m": ".1e"}
CHAINS = {"loops": "", "operations, inverse and forward": "", "engine": "", "dynamics": "", "what": "", "us": ".3f"}
ASSEMBLY = {"robot": "", "complex solutions": "", "preparation s": "", "solver ms": "", "call ms": ""}
PEERS = {"engine": "", "what": "", **dict.fromkeys(("call us", "binding us", "engine us", "call ratio", "engine ratio"), ".2f")}

MEASUREMENTS = (
    Measurement("Operations of one inverse dynamics", {"robot": "", "operations": "", "+ - * / sqrt other": ""}, operations),
    Measurement("Time per state", {"robot": "", "what": "", "us": ".3f"}, speeds),
    Measurement("A trajectory at one time, processor time", {"kind": "", "us": ".1f"}, one_time),
    Measurement("Newton's method in C", {"robot": "", "what": "", "us": ".2f", "Python / C": ".0f"}, newton),
    Measurement("Start", {"what": "", "s": ".3f"}, startup),
    Measurement("10 s of a robot at 10 kHz, processor time", CONTROLLED, controlled),
    Measurement(
        "Memory of ten million states, in addition to the arrays",
        {"robot": "", "method": "", "MiB": ".0f"},
        memory_beyond_arrays,
    ),
    Measurement("Assembly modes", ASSEMBLY, assembly),
    Measurement("Flexible robots", FIGURES, flexible),
    Measurement("Identification", FIGURES, identification),
    Measurement("Live parameters", FIGURES, live),
    Measurement("Studies", FIGURES, studies),
    Measurement("Legs on several processors, formulation of Fried et al.", FIGURES, legs),
    Measurement("Chains of four-bars", CHAINS, chains),
    Measurement("Singularity maps", {"robot": "", "what": "", "s": ".1f"}, maps),
    Measurement("Crossing a singularity, plan.cross", CROSSING, crossing),
    Measurement("Time-optimal motion of a Delta, 1000 points", OPTIMAL, time_optimal_paths),
    Measurement("One step of a drag in the studio, processor time of the server", DRAG, studio),
    Measurement("Comparison with other engines in the same run", PEERS, peers),
)


def main() -> None:
    """Measure and print one table after the other."""
    console = Console()
    for title, columns, rows in MEASUREMENTS:
        table = Table(title=title)
        for name, form in columns.items():
            table.add_column(name, justify="right" if form or name == "operations" else "left")
        for row in rows():
            table.add_row(*[format(value, form) for value, form in zip(row, columns.values(), strict=True)])
        console.print(table)


main()
