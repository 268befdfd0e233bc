"""Print all measurements of parados, and those of other engines if they are installed."""

from __future__ import annotations

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

TIMES = ("call us", "binding us", "engine us", "call ratio", "engine ratio")
"""Titles of the columns with times of other engines, see `peers`."""

SECONDS = ("first call s", "kernels cached s", "later calls s")
"""Titles of the columns with times of `crossing`."""


def table(title: str, *columns: str) -> Table:
    made = Table(title=title)
    for column in columns:
        made.add_column(column, justify="right" if column in ("us", "ms", "s", "MiB", "operations", *TIMES, *SECONDS) else "left")
    return made


def main() -> None:
    console = Console()
    operations = table("Operations of one inverse dynamics", "robot", "operations", "+ - * / sqrt other")
    for name in parados.catalog():
        counts = parados.load(name).compile().kernel("inverse_dynamics").operations
        operations.add_row(name, str(counts["total"]), " ".join(str(counts[k]) for k in ("+", "-", "*", "/", "sqrt", "other")))
    console.print(operations)

    speed = table("Time per state", "robot", "what", "us")
    for robot, what, microseconds in speeds():
        speed.add_row(robot, what, f"{microseconds:.3f}")
    console.print(speed)

    motions = table("A trajectory at one time, processor time", "kind", "us")
    for kind, microseconds in one_time():
        motions.add_row(kind, f"{microseconds:.1f}")
    console.print(motions)

    solved = table("Newton's method in C", "robot", "what", "us", "Python / C")
    for robot, what, microseconds, ratio in newton():
        solved.add_row(robot, what, f"{microseconds:.2f}", f"{ratio:.0f}")
    console.print(solved)

    begin = table("Start", "what", "s")
    for what, seconds in startup():
        begin.add_row(what, f"{seconds:.3f}")
    console.print(begin)

    loops = table("10 s of a robot at 10 kHz, processor time", "robot", "engine", "s", "ratio", "closures m")
    for figure in controlled():
        loops.add_row(figure.robot, figure.engine, f"{figure.seconds:.3f}", f"{figure.ratio:.1f}", f"{figure.closure:.1e}")
    console.print(loops)

    space = table("Memory of ten million states, in addition to the arrays", "robot", "method", "MiB")
    for robot, method, mebibytes in memory_beyond_arrays():
        space.add_row(robot, method, f"{mebibytes:.0f}")
    console.print(space)

    modes = table("Assembly modes", "robot", "complex solutions", "preparation s", "solver ms", "call ms")
    for row in assembly():
        modes.add_row(*row)
    console.print(modes)

    elastic = table("Flexible robots", "what", "figure", "unit")
    for what, figure, unit in flexible():
        elastic.add_row(what, f"{figure:.2f}", unit)
    console.print(elastic)

    logs = table("Identification", "what", "figure", "unit")
    for what, figure, unit in identification():
        logs.add_row(what, f"{figure:.2f}", unit)
    console.print(logs)

    families = table("Live parameters", "what", "figure", "unit")
    for what, figure, unit in live():
        families.add_row(what, f"{figure:.2f}", unit)
    console.print(families)

    designs = table("Studies", "what", "figure", "unit")
    for what, figure, unit in studies():
        designs.add_row(what, f"{figure:.2f}", unit)
    console.print(designs)

    spread = table("Legs on several processors, formulation of Fried et al.", "what", "figure", "unit")
    for what, figure, unit in legs():
        spread.add_row(what, f"{figure:.2f}", unit)
    console.print(spread)

    sizes = table("Chains of four-bars", "loops", "operations, inverse and forward", "engine", "dynamics", "what", "us")
    for chain in growth():
        for (engine, kind, what), microseconds in chain.times.items():
            sizes.add_row(str(chain.loops), f"{chain.inverse} {chain.forward}", engine, kind, what, f"{microseconds:.3f}")
    console.print(sizes)

    drawn = table("Singularity maps", "robot", "what", "s")
    for robot, what, seconds in maps():
        drawn.add_row(robot, what, f"{seconds:.1f}")
    console.print(drawn)

    driven = table("Crossing a singularity, plan.cross", "robot", "answer", *SECONDS)
    for robot, answer, *seconds in crossing():
        driven.add_row(robot, answer, *[f"{figure:.2f}" for figure in seconds])
    console.print(driven)

    fast = table("Time-optimal motion of a Delta, 1000 points", "limits", "s", "inverse dynamics at 100,000 states = 1", "excess")
    for limits, seconds, ratio, excess in time_optimal_paths():
        fast.add_row(limits, f"{seconds:.3f}", f"{ratio:.1f}", f"{excess:.0e}")
    console.print(fast)

    page = table("One step of a drag in the studio, processor time of the server", "robot", "shown", "ms")
    for robot, shown, milliseconds in studio():
        page.add_row(robot, shown, f"{milliseconds:.2f}")
    console.print(page)

    others = table("Comparison with other engines in the same run", "engine", "what", *TIMES)
    for name, what, *figures in peers():
        others.add_row(name, what, *[f"{figure:.2f}" for figure in figures])
    console.print(others)


main()
