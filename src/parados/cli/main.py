"""Command `parados` and its sub-commands. Each command imports its modules when it runs, so that help is fast."""

from __future__ import annotations

from typing import Annotated

import typer

from parados.cli.base_table import base
from parados.cli.cache import cache
from parados.cli.calibrate_command import calibrate_robot, choose_poses
from parados.cli.check import check
from parados.cli.command_examples import ending
from parados.cli.compare import compare_with_log
from parados.cli.demo import demo
from parados.cli.excite import excite
from parados.cli.fmu_command import fmu
from parados.cli.formulation_list import formulations
from parados.cli.grouped_help import DESIGN, FILES, MACHINE, MODELS, PLACES, START, GroupedHelp
from parados.cli.identify_command import identify_robot
from parados.cli.index_maps import map_frequencies, map_stiffness, map_workspace
from parados.cli.listing import list_robots
from parados.cli.map import map_robot
from parados.cli.new import new
from parados.cli.optimal_command import optimal
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
    cls=GroupedHelp,
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


app.command("list", rich_help_panel=START, epilog=ending("list"))(list_robots)
app.command("show", rich_help_panel=START, epilog=ending("show"))(show)
app.command("check", rich_help_panel=START, epilog=ending("check"))(check)
app.command("new", rich_help_panel=START, epilog=ending("new"))(new)
app.command("demo", rich_help_panel=START, epilog=ending("demo"))(demo)
app.command("studio", rich_help_panel=START, epilog=ending("studio"))(studio)
app.command("run", rich_help_panel=MODELS, epilog=ending("run"))(run)
app.command("simulate", rich_help_panel=MODELS, epilog=ending("simulate"))(simulate_robot)
app.command("optimal", rich_help_panel=MODELS, epilog=ending("optimal"))(optimal)
app.command("fmu", rich_help_panel=MODELS, epilog=ending("fmu"))(fmu)
app.command("map", rich_help_panel=PLACES, epilog=ending("map"))(map_robot)
app.command("workspace", rich_help_panel=PLACES, epilog=ending("workspace"))(map_workspace)
app.command("stiffness", rich_help_panel=PLACES, epilog=ending("stiffness"))(map_stiffness)
app.command("frequencies", rich_help_panel=PLACES, epilog=ending("frequencies"))(map_frequencies)
app.command("study", rich_help_panel=DESIGN, epilog=ending("study"))(study_designs)
app.command("size", rich_help_panel=DESIGN, epilog=ending("size"))(size)
app.command("identify", rich_help_panel=MACHINE, epilog=ending("identify"))(identify_robot)
app.command("compare", rich_help_panel=MACHINE, epilog=ending("compare"))(compare_with_log)
app.command("base", rich_help_panel=MACHINE, epilog=ending("base"))(base)
app.command("excite", rich_help_panel=MACHINE, epilog=ending("excite"))(excite)
app.command("calibrate", rich_help_panel=MACHINE, epilog=ending("calibrate"))(calibrate_robot)
app.command("poses", rich_help_panel=MACHINE, epilog=ending("poses"))(choose_poses)
app.command("reproduce", rich_help_panel=FILES, epilog=ending("reproduce"))(reproduce)
app.command("formulations", rich_help_panel=FILES, epilog=ending("formulations"))(formulations)
app.command("cache", rich_help_panel=FILES, epilog=ending("cache"))(cache)

if __name__ == "__main__":
    app()
