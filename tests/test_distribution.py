"""Test the source archive and the wheel: their files and metadata. `make test-dist` also installs the wheel."""

from __future__ import annotations

import subprocess
import sys

import pytest
import yaml
from helpers.distribution import check_files
from tests.pages import ROOT

import parados


@pytest.mark.slow
def test_wheel_and_source_archive_are_complete(tmp_path):
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    check_files(tmp_path)


def test_citation_has_the_version_of_the_package():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == parados.__version__
    assert f"version = {{{parados.__version__}}}" in (ROOT / "docs" / "citation.md").read_text(encoding="utf-8")
