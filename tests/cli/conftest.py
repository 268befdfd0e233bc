"""Fixtures of the command line tests: the command as a function, and a motion."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from parados.cli.main import app


@pytest.fixture
def parados(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Function that calls the command with arguments, on a wide terminal."""
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *arguments: CliRunner().invoke(app, [str(a) for a in arguments])


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write files without content instead of figures, in tests that look only at the other files."""
    monkeypatch.setattr("parados.plots.style.save", lambda figure, path: path.write_bytes(b""))


@pytest.fixture(scope="module")
def run_once(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Function run_once(robot, columns) that calls `parados run` once in a file of tests: its result and folder."""
    known: dict[str, Any] = {}

    def run(robot: str | Path, columns: dict[str, np.ndarray]) -> Any:
        if str(robot) not in known:
            folder = tmp_path_factory.mktemp("run")
            arguments = ["run", str(robot), str(_written(columns, folder / "given.csv")), "-o", str(folder / "out")]
            known[str(robot)] = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"}), folder / "out"
        return known[str(robot)]

    return run


@pytest.fixture
def circle() -> dict[str, np.ndarray]:
    """Columns t, px, py of a circle inside the workspace of the five-bar mechanism."""
    t = np.linspace(0.0, 1.0, 101)
    return {"t": t, "px": 0.05 * np.cos(2 * np.pi * t), "py": 0.26 + 0.04 * np.sin(2 * np.pi * t)}


@pytest.fixture
def motion_csv(tmp_path: Path) -> Callable[..., Path]:
    """Function that writes columns to a CSV file and returns its path."""

    return lambda columns: _written(columns, tmp_path / "motion.csv")


def _written(columns: dict[str, np.ndarray], path: Path) -> Path:
    np.savetxt(path, np.column_stack(list(columns.values())), delimiter=",", header=",".join(columns), comments="")
    return path
