"""Write a C file that evaluates a graph for many states, LANES states at a time.

Each value of the graph is a vector with one entry for each of LANES states. The function `long NAME(const rows *r)` goes through
the rows of a stack: it gathers LANES rows, evaluates them together, checks the results, and writes them. The last vector of a
stack repeats its last row in the lanes that are left, so one state takes the same path as a million, and gets the same numbers.
LANES is the number of doubles that one instruction of this machine's processor computes at a time.
"""

from __future__ import annotations

import os
import platform
from functools import cache
from typing import NamedTuple

import casadi as ca

from parados.errors import InputError
from parados.graph.c_source import statements
from parados.graph.lane_math import LANE_MATH
from parados.graph.operations import OPERATIONS
from parados.graph.tape import Tape

__all__ = ["ROWS", "LaneWidth", "lane_source", "lane_width"]

ON_STACK = 1 << 16
"""Largest size of the gathered inputs and outputs that are kept on the stack [bytes]."""

LONG = 20_000
"""Number of instructions above which a graph gets one lane only: its values would take too much of a thread's stack."""

ROWS = """
typedef struct {
  long n;                       /* number of rows */
  const double *const *in;      /* inputs, and the step from row to row; 0 repeats one row */
  const long *in_step;
  double *const *out;           /* outputs; NULL for those that are not wanted */
  const long *out_step;
  const double *smallest;       /* smallest sizes of the entries of the last output */
  double largest;               /* largest size of the inputs */
  unsigned char *failed;        /* 1 for each row without a result; NULL to check nothing */
} rows;
"""
"""C struct of the arguments of every compiled function, see `RowsCall`."""

_LOOP = """
long {name}(const rows *r)
{{
  long k, failures = 0;
  int l, e;
{buffers}
  for (k = 0; k < r->n; k += LANES) {{
    const int last = r->n - k < LANES ? (int)(r->n - k) : LANES;
    mask bad = {{0}};
{gather}
    {name}_lanes({arguments});
    if (r->failed) {{
{checks}
      for (l = 0; l < last; ++l) {{ r->failed[k + l] = bad[l] != 0; failures += bad[l] != 0; }}
    }}
{scatter}
  }}
{release}  return failures;
}}
"""

WIDTHS = ("1", "2", "4", "8")


def lane_source(f: ca.Function, name: str, lanes: int) -> str:
    """Write the C file of a graph with dense outputs.

    A row fails if an entry of an output other than the last is not finite, if an entry of the last output is smaller than
    `smallest`, or if an entry of an input is larger than `largest`. Entries that are NaN fail.
    """
    tape = Tape(f)
    width = lanes if len(tape.instructions) <= LONG else 1
    n_in, n_out = f.n_in(), f.n_out()
    arrays = [f"i{k}" for k in range(n_in)] + [f"o{k}" for k in range(n_out)]
    sizes = [f.numel_in(k) for k in range(n_in)] + [f.numel_out(k) for k in range(n_out)]
    buffers, release = _buffers(arrays, sizes, width)
    loop = _LOOP.format(
        name=name,
        buffers=buffers,
        gather="\n".join(_gather(k, f.numel_in(k)) for k in range(n_in)),
        arguments=", ".join(arrays),
        checks="\n".join([*(_too_large(k, f.numel_in(k)) for k in range(n_in)), *_bad_outputs(f)]),
        scatter="\n".join(_scatter(k, f.numel_out(k)) for k in range(n_out)),
        release=release,
    )
    declared = [f"const lanes *{a}" for a in arrays[:n_in]] + [f"lanes *{a}" for a in arrays[n_in:]]
    unused = "".join(f"  (void){a};\n" for a in arrays)
    body = "\n".join(f"  {line}" for line in _statements(tape, arrays))
    head = f"static void {name}_lanes({', '.join(declared)})\n{{\n{unused}{body}\n}}\n"
    return f"#define LANES {width}\n{LANE_MATH}{ROWS}\n{head}{loop}"


def _statements(tape: Tape, arrays: list[str]) -> list[str]:
    """Write the lines of C on lanes; the sine and cosine of one angle are computed together."""
    turns: dict[str, str] = {}
    n_in = tape.function.n_in()

    def operation(k: int, op: int, *operands: str) -> tuple[list[str], str]:
        if op in (ca.OP_SIN, ca.OP_COS):
            part, known = "sine" if op == ca.OP_SIN else "cosine", operands[0] in turns
            turn = turns.setdefault(operands[0], f"t{k}")
            return [] if known else [f"const turn {turn} = lanes_turn({operands[0]});"], f"{turn}.{part}"
        entry = OPERATIONS[op]
        return [f"const lanes a{k} = {(entry.lanes or entry.c).format(*operands)};"], f"a{k}"

    return statements(tape, "ALL({})", operation, arrays[:n_in], arrays[n_in:])


def _buffers(arrays: list[str], sizes: list[int], lanes: int) -> tuple[str, str]:
    """Return the declarations of the gathered arrays, and the line that releases them."""
    if 8 * lanes * sum(sizes) <= ON_STACK:
        return "\n".join(f"  lanes {a}[{max(n, 1)}];" for a, n in zip(arrays, sizes, strict=True)), ""
    places = [sum(sizes[:k]) for k in range(len(sizes))]
    bytes_ = f"{sum(sizes)} * sizeof(lanes)"
    block = f"  void *const raw = malloc({bytes_} + sizeof(lanes));\n"
    block += "  lanes *const all = (lanes *)(((size_t)raw + sizeof(lanes) - 1) / sizeof(lanes) * sizeof(lanes));\n"
    parts = [f"  lanes *const {a} = all + {start};" for a, start in zip(arrays, places, strict=True)]
    return block + "\n".join(parts) + "\n  if (!raw) return -1;", "  free(raw);\n"


def _gather(k: int, size: int) -> str:
    return (
        f"    for (l = 0; l < LANES; ++l) {{\n"
        f"      const double *const from = r->in[{k}] + (k + (l < last ? l : last - 1)) * r->in_step[{k}];\n"
        f"      for (e = 0; e < {size}; ++e) i{k}[e][l] = from[e];\n    }}"
    )


def _scatter(k: int, size: int) -> str:
    return (
        f"    if (r->out[{k}]) for (l = 0; l < last; ++l) {{\n"
        f"      double *const to = r->out[{k}] + (k + l) * r->out_step[{k}];\n"
        f"      for (e = 0; e < {size}; ++e) to[e] = o{k}[e][l];\n    }}"
    )


def _too_large(k: int, size: int) -> str:
    return f"      for (e = 0; e < {size}; ++e) bad |= ~(lanes_abs(i{k}[e]) <= r->largest);"


def _bad_outputs(f: ca.Function) -> list[str]:
    last = f.n_out() - 1
    finite = [f"      for (e = 0; e < {f.numel_out(k)}; ++e) bad |= ~(lanes_abs(o{k}[e]) <= DBL_MAX);" for k in range(last)]
    return [*finite, f"      for (e = 0; e < {f.numel_out(last)}; ++e) bad |= ~(lanes_abs(o{last}[e]) >= r->smallest[e]);"]


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
