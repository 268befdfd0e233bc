"""Put the C text of a loop together, compile it, and describe its memory and its call to Python."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.control.sampled_loop import Sampling
from parados.errors import CompilerError
from parados.graph.compiled_library import Function, compiled_function, compiler
from parados.model.model import Model
from parados.simulate.law_text import Controller, controller_unknowns, law_source, reference_sizes

__all__ = ["ASK", "Call", "LoopLibrary", "Plant", "loop_library"]

Array = NDArray[np.float64]

ASK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double, ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_double))
"""Type of a law in Python, called from C with the time, what is measured, and the efforts to write."""

POINTERS = ["a", "b", "c", "ahead", "decay", "parameters", "law_parameters", "gains", "reference", "noise", "feed", "wrench"]
POINTERS += ["most", "fastest", "resolution", "own", "commands", "rows"]
"""Names of the pointers in the struct `loop`, in their order."""

LARGE = 150_000
"""Number of characters of a text above which it is compiled with -O1, which takes less time."""


class Call(ctypes.Structure):
    """The struct `loop` of `loop_begin.c`."""

    _fields_ = (
        *[(name, ctypes.c_long) for name in ("first", "steps", "every", "keep", "late", "ring")],
        ("h", ctypes.c_double),
        *[(name, ctypes.c_void_p) for name in POINTERS],
        ("kept", ctypes.c_long),
        ("stopped", ctypes.c_long),
        ("ask", ASK),
    )


class Plant(Protocol):
    """A robot that is integrated: its C functions, and the memory that they need."""

    model: Model
    mode: ArrayLike | None
    n_y: int
    n_plant: int
    n_second: int
    follows_turns: bool

    def start(self, x: Array, xd: Array) -> dict[str, Array]:
        """Return the plant's own memory at a state: y, q and others, by name."""

    def source(self) -> str:
        """Write plant_rates, plant_observe and plant_settle."""

    def memory(self) -> dict[str, int]:
        """Return names and sizes of the plant's own memory; `plant` is kept in each row."""


class LoopLibrary(NamedTuple):
    """A compiled loop.

    run : the function `loop_run`;  memory : name -> place in the loop's memory;  row : name -> place in a kept row
    """

    run: Function
    memory: dict[str, slice]
    row: dict[str, slice]

    @property
    def memory_size(self) -> int:
        return max(place.stop for place in self.memory.values())

    @property
    def row_size(self) -> int:
        return max(place.stop for place in self.row.values())


def _places(sizes: Mapping[str, int]) -> dict[str, slice]:
    ends = np.cumsum([0, *sizes.values()])
    return {name: slice(int(a), int(b)) for name, a, b in zip(sizes, ends[:-1], ends[1:], strict=True)}


@cache
def _fixed(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def loop_library(plant: Plant, controller: Controller | None, sampling: Sampling, nodes: int, method: str) -> LoopLibrary:
    """Compile the loop of a plant and its controller, if there is one; raises CompilerError without a C compiler.

    nodes : number of instants in a step at which efforts are needed;  method : "runge_kutta" or "collocation"
    """
    if compiler() is None:
        raise CompilerError("method: a method with fixed steps needs a C compiler, and none was found; use method='DOP853'")
    labels = plant.model.labels
    n_x, n, n_a = len(labels["x"]), len(labels["xd"]), len(labels["q"])
    written = controller.law if controller is not None else None
    n_s, n_o = (len(written.start()), sum(written.outputs.values())) if written else (0, 0)
    n_u = controller_unknowns(controller.model) if controller is not None else 0
    memory = {"y": plant.n_y, "q": n_a, "drive": n_a, "law": n_s, "outputs": n_o, "measured": n_a, "guess": n_x}
    memory |= {"unknowns": n_u, "stages": nodes * plant.n_y, "begun": 1, "second": plant.n_second, **plant.memory()}
    memory = {name: max(size, 1) for name, size in memory.items()}  # C has no empty arrays
    row = {"x": n_x, "xd": n, "q": n_a, "qd": n_a, "efforts": n_a, "second": plant.n_second}
    row |= {"work": 1, "dissipated": 1, "outside": 1}
    row |= {"plant": plant.n_plant, "law": n_s, **(written.outputs if written else {})}
    sizes = {"X": n_x, "V": n, "A": n_a, "Y": plant.n_y, "U": n_u, "S": n_s, "O": n_o, "NODES": nodes}
    sizes |= {"PLANT": plant.n_plant, "SECOND": plant.n_second, "ROW": sum(row.values())}
    sizes["REFERENCE"] = sum(reference_sizes(written).values()) if written else 0
    numbers = [f"N_{name} = {size}" for name, size in sizes.items()]
    numbers += [f"HAS_LAW = {int(controller is not None)}", f"FOLLOWS_TURNS = {int(plant.follows_turns)}"]
    held = "".join(f"  double {name}[{size}];\n" for name, size in memory.items())
    text = [
        "#include <math.h>\n#include <stddef.h>\n",
        f"enum {{ {', '.join(numbers)} }};\n\ntypedef struct memory {{\n{held}}} memory;\n",
        _fixed("loop_begin.c"),
        plant.source(),
        law_source(controller, sampling),
        _fixed("time_steps.c"),
        f"#define time_step {method}\n",
        _fixed("rubbing_step.c"),
        _fixed("sampled_run.c"),
    ]
    source = "\n".join(text)
    flags = ("-O1",) if len(source) > LARGE else ()
    return LoopLibrary(compiled_function(source, "loop_run", flags), _places(memory), _places(row))
