"""Write the operation counts on the pages of this folder anew.

A count on a page stands behind a comment that says what it counts, `<!--five-bar/inverse_dynamics-->248`: a robot of the
catalog (the engine's kernel) or a formulation, a function, and, if not the total, the kind of operation.

    python docs/formulations/count_operations.py          # after a change of the engine or of a formulation
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import casadi as ca

import parados
from parados.graph.c_source import operations
from parados.sources.briot_khalil.dualv_model import DualV
from parados.sources.briot_khalil.first_order_models import GoughStewart, Orthoglide, ThreeRPR
from parados.sources.briot_khalil.five_bar_model import FiveBar
from parados.sources.briot_khalil.tripteron_model import Tripteron
from parados.sources.falezza_delta.model import FalezzaDelta
from parados.sources.fried_c5.model import functions as c5_functions
from parados.sources.fried_gough_stewart.model import FriedGoughStewart
from parados.sources.lopes_stewart.model import LopesStewart

PAGES = [*sorted(Path(__file__).parent.glob("*.md")), Path(__file__).parents[2] / "README.md"]

FORMULATIONS: dict[str, Callable[[], dict[str, ca.Function]]] = {
    "briot_five_bar": lambda: FiveBar().functions(),
    "briot_dualv": lambda: DualV().functions(),
    "briot_tripteron": lambda: Tripteron().functions(),
    "briot_3_rpr": lambda: ThreeRPR().functions(),
    "briot_orthoglide": lambda: Orthoglide().functions(),
    "briot_gough_stewart": lambda: GoughStewart().functions(),
    "falezza_delta": lambda: FalezzaDelta().functions(),
    "fried_c5_rods": lambda: c5_functions("rods"),
    "fried_c5_platform": lambda: c5_functions("platform"),
    "fried_gough_stewart": lambda: FriedGoughStewart().functions(),
    "lopes_stewart": lambda: LopesStewart().functions(),
}

COUNT = re.compile(r"<!--(?P<model>[\w-]+)/(?P<function>\w+)(?:/(?P<kind>\S+?))?-->(?P<stated>\d+)")
"""A count with its comment; `kind` is one of + - * / sqrt sin cos other."""


@cache
def _functions(formulation: str) -> dict[str, ca.Function]:
    return FORMULATIONS[formulation]()


@cache
def _model(robot: str) -> parados.Model:
    return parados.load(robot).compile("vm")


def count(model: str, function: str, kind: str | None = None) -> int:
    """Operations of one state, all of them or of one kind."""
    if model in FORMULATIONS:
        counts = dict(operations(_functions(model)[function]))
        counts["total"] = sum(counts.values())
    else:
        counts = _model(model).kernel(function).operations
    return counts[kind or "total"]


def rewritten(page: str) -> str:
    """The page with every count as it is now."""

    def anew(found: re.Match[str]) -> str:
        comment = found[0][: found.start("stated") - found.start()]
        return f"{comment}{count(found['model'], found['function'], found['kind'])}"

    return COUNT.sub(anew, page)


def main() -> None:
    for page in PAGES:
        old = page.read_text()
        new = rewritten(old)
        page.write_text(new)
        print(page.relative_to(Path(__file__).parents[2]), "changed" if new != old else "as it was")


if __name__ == "__main__":
    main()
