"""Scratch folders are removed at the end, or by the next process."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

import parados
from parados.plots.output_folder import output_folder
from parados.storage.entries import write_entry
from parados.storage.scratch import MARK, OLD, remove_abandoned, scratch_folder

WAITS = """
import sys, time
from pathlib import Path
from parados.storage.scratch import scratch_folder
with scratch_folder(Path(sys.argv[1]), "out") as folder:
    (folder / "half.csv").write_text("1,2")
    print(folder, flush=True)
    time.sleep(600)
"""


@pytest.fixture
def process(tmp_path):
    """Return a running process that uses a scratch folder, and this folder."""
    environment = {**os.environ, "PYTHONPATH": str(Path(parados.__file__).parents[1])}
    with subprocess.Popen(
        [sys.executable, "-c", WAITS, str(tmp_path)], stdout=subprocess.PIPE, text=True, env=environment
    ) as running:
        yield running, Path(running.stdout.readline().strip())
        running.kill()


def test_scratch_folder_is_private_and_removed_at_the_end(tmp_path):
    with scratch_folder(tmp_path, "out") as folder:
        assert folder.parent == tmp_path and folder.stat().st_mode & 0o777 == 0o700
    with pytest.raises(KeyError), scratch_folder(tmp_path, "out"):
        raise KeyError
    assert list(tmp_path.iterdir()) == []


def test_the_next_process_removes_the_folder_of_a_killed_process(process, tmp_path):
    running, folder = process
    remove_abandoned(tmp_path)
    assert (folder / "half.csv").exists(), "its process lives"
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert folder.exists()
    with output_folder(tmp_path / "result") as new:
        (new / "whole.csv").write_text("1,2,3")
    assert [p.name for p in tmp_path.iterdir()] == ["result"]


def test_the_next_program_cleans_the_cache_and_the_temporary_folder(process, tmp_path):
    """This includes a program that finds all entries and writes nothing."""
    running, folder = process
    running.kill()
    running.wait()
    script = "from parados.storage.folder import cache_folder; cache_folder()"
    environment = {"PYTHONPATH": str(Path(parados.__file__).parents[1]), "PARADOS_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True)
    assert not folder.exists()


def test_a_file_system_without_locks_keeps_scratch_for_a_day(tmp_path, monkeypatch):
    """No lock can tell there whether its process has ended, so the age of the mark decides."""

    def no_locks(file, operation):
        raise OSError("no locks available")

    folders = [tmp_path / ".out-parados-abcd1234", tmp_path / ".out-parados-efgh5678"]
    for folder in folders:
        folder.mkdir()
        (folder / MARK).write_text("")
    before = time.time() - 2 * OLD
    os.utime(folders[0] / MARK, (before, before))
    monkeypatch.setattr(fcntl, "flock", no_locks)
    remove_abandoned(tmp_path)
    assert [folder.exists() for folder in folders] == [False, True]


def test_folders_of_others_are_kept(tmp_path, give_away):
    """Kept are: a folder that only looks like ours, one with files but no mark, folders of another user, and a link."""
    (tmp_path / ".config-abcd1234").mkdir()
    (tmp_path / ".out-parados-unmarked").mkdir()
    (tmp_path / ".out-parados-unmarked" / "thesis.tex").write_text("")
    for name in (".out-parados-abcd1234", ".out-parados-efgh5678"):
        (tmp_path / name).mkdir()
        give_away(tmp_path / name)
    (tmp_path / ".out-parados-efgh5678" / MARK).write_text("")
    (tmp_path / ".out-parados-link1234").symlink_to(tmp_path / ".config-abcd1234")
    remove_abandoned(tmp_path)
    assert len(list(tmp_path.iterdir())) == 5


@pytest.mark.parametrize("held", [(), (MARK,), (MARK, "half.csv")])
def test_a_process_may_be_killed_while_it_makes_or_removes_its_folder(tmp_path, held):
    folder = tmp_path / ".out-parados-abcd1234"
    folder.mkdir()
    for name in held:
        (folder / name).write_text("")
    remove_abandoned(tmp_path)
    assert not folder.exists()


def test_a_folder_that_is_removed_during_creation_is_created_again(tmp_path, monkeypatch):
    """The folder is removed once before it is marked and once before its mark is locked."""
    made, lock, thieves = tempfile.mkdtemp, fcntl.flock, [remove_abandoned, remove_abandoned]

    def slow_mkdtemp(**options):
        folder = made(**options)
        if len(thieves) == 2:
            thieves.pop()(tmp_path)
        return folder

    def slow_flock(file, how):
        if len(thieves) == 1 and not os.fstat(file).st_size:
            thieves.pop()(tmp_path)
        return lock(file, how)

    monkeypatch.setattr("tempfile.mkdtemp", slow_mkdtemp)
    monkeypatch.setattr("fcntl.flock", slow_flock)
    with scratch_folder(tmp_path, "out") as folder:
        assert not thieves
        assert (folder / MARK).exists()
        remove_abandoned(tmp_path)
        assert (folder / MARK).exists()
    assert list(tmp_path.iterdir()) == []


def test_old_scratch_files_without_a_mark_are_removed_from_the_cache(tmp_path):
    (tmp_path / ".build-abcd1234").mkdir()
    (tmp_path / ".build-abcd1234" / "model.c").write_text("")
    (tmp_path / ".graph-abcd1234").write_text("")
    (tmp_path / ".other-abcd1234").write_text("")
    for path in tmp_path.iterdir():
        os.utime(path, (0, time.time() - 2 * OLD))
    (tmp_path / ".build-newer123").mkdir()
    write_entry(tmp_path, "0" * 32 + ".graph", b"")
    assert {p.name for p in tmp_path.iterdir()} == {".build-newer123", ".other-abcd1234", "0" * 32 + ".graph"}
