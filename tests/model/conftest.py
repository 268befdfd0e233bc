"""Fixtures for exported C: the files of a robot, written once in a session, and a library that tests can call."""

from __future__ import annotations

import ctypes
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.geometry.working_modes import mode_signs


class ExportedC:
    """Functions of an exported source; `call(quantity, {name: array})` returns (status, {output: array})."""

    def __init__(self, model, name: str, library: Path) -> None:
        self.model, self.name = model, name
        self.library = ctypes.CDLL(str(library))

    def call(self, quantity: str, values: dict[str, np.ndarray]) -> tuple[int, dict[str, np.ndarray]]:
        f = self.model.kernel(quantity).graph
        names = [f.name_in(k) for k in range(f.n_in()) if f.name_in(k) != "parameters"]
        inputs = [np.ascontiguousarray(values[key], dtype=float) for key in [*self._struct, *names]]
        outputs = {f.name_out(k): np.full(f.numel_out(k), 7.0) for k in range(f.n_out() - 1)}
        return self._run(quantity, [*inputs, *outputs.values()]), outputs

    @property
    def _struct(self) -> list[str]:
        """The first argument, if the model has live parameters: the compilers of the tests store the struct as an array."""
        return ["parameters"] if self.model.live else []

    def close(
        self, x: np.ndarray, unknowns: np.ndarray, mode: np.ndarray | None = None, parameters: np.ndarray | None = None
    ) -> int:
        """Close the loops, in the default mode unless one is given; `unknowns` is changed in place."""
        survey = self.model.survey
        signs = mode_signs(survey.geometry, survey.mode) if mode is None else np.array(mode, dtype=float)
        first = [np.ascontiguousarray(part, dtype=float) for part in (parameters, x) if part is not None]
        return self._run("close", [*first, *([signs] if len(signs) else []), unknowns])

    def forward(self, q, x: np.ndarray, unknowns: np.ndarray | None = None, mode=None, parameters=None) -> int:
        """Find the pose of actuated joints q, in the default mode unless one is given; x and unknowns are changed in place."""
        survey = self.model.survey
        signs = mode_signs(survey.geometry, survey.mode) if mode is None else np.array(mode, dtype=float)
        first = [np.ascontiguousarray(part, dtype=float) for part in (parameters, q) if part is not None]
        results = [x] if unknowns is None else [x, unknowns]
        return self._run("forward_kinematics", [*first, *([signs] if len(signs) else []), *results])

    def _run(self, function: str, arrays: list[np.ndarray]) -> int:
        return int(getattr(self.library, f"{self.name}_{function}")(*[ctypes.c_void_p(a.ctypes.data) for a in arrays]))


@pytest.fixture(scope="session")
def exported(model, tmp_path_factory):
    """Function from the name of a robot to its exported files (header, source, driver)."""
    return cache(lambda name: model(name, "vm").export_c(tmp_path_factory.mktemp("export")))


@pytest.fixture(scope="session")
def exported_c(model, exported):
    """Function from the name of a robot to its ExportedC."""

    @cache
    def build(name: str) -> ExportedC:
        return as_library(model(name, "vm"), exported(name))

    return build


def as_library(model, files: list[Path]) -> ExportedC:
    """Build the library of exported files."""
    header, source, _ = files
    library = source.with_suffix(".so")
    subprocess.run(["gcc", "-std=c99", "-O1", "-fPIC", "-shared", source, "-o", library, "-lm"], check=True)
    return ExportedC(model, header.stem, library)


@pytest.fixture(scope="session")
def live_c(tmp_path_factory):
    """Function from the name of a robot and its live parameters to (ExportedC, exported files)."""

    @cache
    def build(name: str, live: tuple[str, ...]) -> tuple[ExportedC, list[Path]]:
        model = parados.load(name).compile("vm", live=live)
        files = model.export_c(tmp_path_factory.mktemp("live"))
        return as_library(model, files), files

    return build
