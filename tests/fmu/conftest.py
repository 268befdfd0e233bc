"""Fixtures of FMUs: each is written once in a session."""

from functools import cache

import pytest

import parados
from parados import fmu as fmus


@pytest.fixture(scope="session")
def fmu(tmp_path_factory):
    """Function from a robot, its live parameters and the options of `export_fmu` to (model, path of the FMU)."""

    @cache
    def model(robot, live):
        return parados.load(robot).compile("vm", live=live)

    @cache
    def write(robot, kind="plant", version=3, live=(), **options):
        made = model(robot, live)
        folder = tmp_path_factory.mktemp("fmu")
        return made, fmus.export_fmu(made, folder / "robot.fmu", kind=kind, version=version, **options)

    return write
