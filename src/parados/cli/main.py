"""Command `parados` and its sub-commands. Each command imports its modules when it runs, so that help is fast."""

from __future__ import annotations

from typing import Annotated

import typer

from parados.cli.base_table import base
from parados.cli.cache import cache
from parados.cli.calibrate_command import calibrate_robot, choose_poses
from parados.cli.check import check
from parados.cli.compare import compare_with_log
from parados.cli.demo import demo
from parados.cli.excite import excite
from parados.cli.fmu_command import fmu
from parados.cli.formulation_list import formulations
from parados.cli.identify_command import identify_robot
from parados.cli.index_maps import map_frequencies, map_stiffness, map_workspace
from parados.cli.listing import list_robots
from parados.cli.map import map_robot
from parados.cli.new import new
from parados.cli.optimal_command import optimal
from parados.cli.plain_errors import PlainErrors
from parados.cli.reproduce import reproduce
from parados.cli.run import run
from parados.cli.show import show
from parados.cli.simulate_command import simulate_robot
from parados.cli.size import size
from parados.cli.studio_command import studio
from parados.cli.study_command import study_designs
from parados.version import __version__

__all__ = ["app"]

app = typer.Typer(
    name="parados",
    help="Every model of a parallel robot from its description.",
    cls=PlainErrors,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # help texts contain units in brackets
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"parados {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Every model of a parallel robot from its description."""


app.command("list")(list_robots)
app.command("show")(show)
app.command("check")(check)
app.command("new")(new)
app.command("run")(run)
app.command("simulate")(simulate_robot)
app.command("identify")(identify_robot)
app.command("calibrate")(calibrate_robot)
app.command("poses")(choose_poses)
app.command("demo")(demo)
app.command("reproduce")(reproduce)
app.command("formulations")(formulations)
app.command("map")(map_robot)
app.command("excite")(excite)
app.command("fmu")(fmu)
app.command("optimal")(optimal)
app.command("base")(base)
app.command("compare")(compare_with_log)
app.command("studio")(studio)
app.command("study")(study_designs)
app.command("size")(size)
app.command("workspace")(map_workspace)
app.command("stiffness")(map_stiffness)
app.command("frequencies")(map_frequencies)
app.command("cache")(cache)

if __name__ == "__main__":
    app()
