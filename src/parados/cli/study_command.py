"""`parados study`: evaluate the designs of a study, and write its results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parados.cli.cluster_options import SCHEDULER, WORKERS, given_cluster
from parados.cli.output_option import folder_option
from parados.cli.plain_errors import INTERRUPTED

if TYPE_CHECKING:
    from rich.console import Console

    from parados.cluster.dask_cluster import Cluster
    from parados.study.study import Study
    from parados.study.study_result import StudyResult

__all__ = ["study_designs"]


def study_designs(
    file: Annotated[Path, typer.Argument(help="Study file (YAML).")],
    output: Annotated[
        Path, folder_option("Folder to write; a study that was interrupted continues in it.")
    ],
    threads: Annotated[int | None, typer.Option(help="Designs that are evaluated at the same time; default: the cores.")] = None,
    workers: WORKERS = None,
    scheduler: SCHEDULER = None,
) -> None:
    """Search for the best designs of a robot: evaluate the indices of a study, and write tables, figures and robot files.

    Every finished design is kept in OUTPUT/designs: run the same command again to continue after an interruption. The results
    are results.parquet, results.nc, figures, a robot file for each of the best designs, and report.html.
    """
    from parados.cli.console import PlainConsole
    from parados.study import read_study

    console = PlainConsole()
    study = read_study(file)
    try:
        with given_cluster(workers, scheduler) as cluster:
            result = _run(study, output, threads, cluster, console)
    except KeyboardInterrupt:
        console.print(
            f"Interrupted: finished designs are kept in {output}; run the same command again to continue.", soft_wrap=True
        )
        raise typer.Exit(INTERRUPTED) from None
    result.save(output)
    for line in result.summary().splitlines():
        console.print(line, soft_wrap=True)
    console.print(f"Written: {output}", soft_wrap=True)
    result.check_feasible()


def _run(study: Study, output: Path, threads: int | None, cluster: Cluster | None, console: Console) -> StudyResult:
    """Run a study with a progress bar."""
    from parados.cli.console import plain_progress

    with plain_progress(console) as progress:
        task = progress.add_task(f"{study.name}: designs", total=study.search.total)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return study.run(output, threads=threads, cluster=cluster, progress=show)
