"""Display of a compiled model in a notebook: names, back end, operation counts and a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parados.arguments.single_values import listed
from parados.geometry.working_modes import mode_name
from parados.graph.operations import COUNTED
from parados.model.quantities import QUANTITIES
from parados.text.numbers import number_list
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["model_display"]

ALWAYS = ("inverse_kinematics", "inverse_jacobian", "inverse_dynamics", "forward_dynamics")
"""Quantities whose operations are always counted; building the graphs of all quantities would take too long."""


def model_display(model: Model, made: set[str]) -> Display:
    """Build the display: facts, and the operations for one state of the quantities `made` so far."""
    shown = [name for name, quantity in QUANTITIES.items() if quantity.public and name in {*ALWAYS, *made}]
    kernels = [model.kernel(name) for name in shown]
    facts = {
        "coordinates": f"x = ({', '.join(model.labels['x'])})",
        "actuators": ", ".join(model.actuated_names),
        "home": f"({number_list(model.survey.home)})",
        "default working mode": mode_name(model.survey.mode),
        "back end": {"c": "compiled C", "vm": "CasADi virtual machine"}[kernels[0].backend],
    }
    if model.live:
        facts["live parameters"] = listed(model.live)
    rows = [[kernel.name, *[str(kernel.operations[key]) for key in (*COUNTED, "total")]] for kernel in kernels]
    table = Table(["quantity", *COUNTED, "total"], rows, "Operations of one state")
    title = f"Model of {model.spec.name}" + (f": {model.spec.title}" if model.spec.title else "")
    return Display(title, facts, [table], picture=model.draw)
