"""Test `parados --version` and `python -m parados`."""

from __future__ import annotations

import subprocess
import sys

import parados as package


def test_version_is_printed(parados):
    assert parados("--version").output.strip() == f"parados {package.__version__}"


def test_python_m_parados_is_the_command():
    run = subprocess.run([sys.executable, "-m", "parados", "--version"], capture_output=True, text=True)
    assert run.stdout.strip() == f"parados {package.__version__}"
