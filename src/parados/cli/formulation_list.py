"""`parados formulations`: list the models of the sources, or explain one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from parados.sources.formulations import Formulation

__all__ = ["formulations"]


def formulations(
    name: Annotated[str | None, typer.Argument(help="A formulation, such as lopes_stewart; without it, list all.")] = None,
) -> None:
    """List the models that the sources print, in their own symbols, or explain one: parameters, functions, operations.

    The engine (`parados.load`) is the model to use by default; docs/formulations/README.md explains when to use another.
    """
    from parados.cli.console import PlainConsole
    from parados.sources.formulations import FORMULATIONS, formulation

    console = PlainConsole()
    if name is not None:
        _explain(formulation(name), console)
        return
    for one in FORMULATIONS.values():
        console.print(one.name, style="bold")
        console.print(f"  {one.title}", soft_wrap=True)
        console.print(f"  robots: {', '.join(one.robots)}", soft_wrap=True)
        console.print(f"  {one.use}", soft_wrap=True)
    console.print("`parados formulations NAME` explains one.")


def _explain(one: Formulation, console: Console) -> None:
    from parados.cli.console import console_table
    from parados.graph.c_source import operations

    console.print(f"{one.name}: {one.title}", style="bold")
    console.print(one.use)
    console.print(f"Assumes: {one.assumes}.")
    console.print(f"Same numbers as {', '.join(one.robots)} of the catalog. Page: docs/formulations/{one.page}")
    cells = [[name, _shown(value)] for name, value in one.defaults().items()]
    console.print(console_table(f"Parameters, {one.parameters}(...)", [["name", "in the source"], *cells], left=(0, 1)))
    functions, rows = one.functions(), []
    for name, f in functions.items():
        total = sum(operations(f).values())
        rows.append([name, ", ".join(f.name_in()), ", ".join(f.name_out()), str(total)])
    heads = ["function", "inputs", "outputs", "operations"]
    console.print(console_table("Functions", [heads, *rows], left=(0, 1, 2)))
    console.print("In Python, with numbers of your own:")
    console.print(f"    from parados.sources.{one.module} import {one.parameters}")
    console.print("    from parados.sources.formulations import formulation")
    inputs = ", ".join(f"{key}=..." for key in functions["inverse_dynamics"].name_in())
    line = f'    formulation("{one.name}").evaluate("inverse_dynamics", {one.parameters}(...), {inputs})'
    console.print(line, soft_wrap=True)


def _shown(value: object) -> str:
    """Return the text of a default value; for a long array, its shape."""
    import numpy as np

    if isinstance(value, np.ndarray) and value.size > 3:
        return f"array of shape {value.shape}"
    return " ".join(str(value).split())
