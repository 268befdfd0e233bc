"""Entries of the cache are read only if they are complete and belong to the user; otherwise they count as missing."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO

import casadi as ca
import pytest

from parados import InputError
from parados.graph.finished_graph import FinishedGraph
from parados.graph.stored_graphs import stored_graph
from parados.storage.entries import clear, entries, read_entry, write_entry
from parados.storage.folder import checked_folder

NAME = "0123456789abcdef" * 2 + ".graph"
OTHER = "fedcba9876543210" * 2 + ".graph"
CONTENT = bytes(range(256)) * 3


class DamagedFile:
    """An open file whose content cannot be read from the disk."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def __enter__(self) -> DamagedFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def read(self) -> bytes:
        raise OSError(errno.EIO, "Input/output error")


def damage_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every file that is opened fail when it is read."""
    opened = os.fdopen

    def fdopen(file: int, mode: str) -> object:
        return DamagedFile(opened(file, mode)) if mode == "rb" else opened(file, mode)

    monkeypatch.setattr(os, "fdopen", fdopen)


@pytest.fixture
def folder(cache: Path) -> Path:
    return checked_folder()


def test_a_written_entry_can_be_read(folder):
    assert write_entry(folder, NAME, CONTENT) == folder / NAME
    assert read_entry(folder, NAME) == CONTENT
    assert [p.name for p in folder.iterdir()] == [NAME]
    assert read_entry(folder, OTHER) is None


def test_every_changed_byte_is_noticed(folder):
    """This holds for each byte of the file, also those of the checksum; the damaged file is removed."""
    whole = write_entry(folder, NAME, CONTENT).read_bytes()
    for place in range(len(whole)):
        (folder / NAME).write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        (folder / NAME).chmod(0o600)
        assert read_entry(folder, NAME) is None, f"byte {place}"
        assert not (folder / NAME).exists()


def test_every_truncation_is_noticed(folder):
    whole = write_entry(folder, NAME, CONTENT).read_bytes()
    for length in range(len(whole)):
        (folder / NAME).write_bytes(whole[:length])
        (folder / NAME).chmod(0o600)
        assert read_entry(folder, NAME) is None, f"{length} bytes"


def test_an_entry_under_another_name_is_not_read(folder):
    write_entry(folder, NAME, CONTENT).rename(folder / OTHER)
    assert read_entry(folder, OTHER) is None


def test_a_link_is_not_followed(folder, tmp_path):
    write_entry(folder, NAME, CONTENT).rename(tmp_path / "elsewhere")
    (folder / NAME).symlink_to(tmp_path / "elsewhere")
    assert read_entry(folder, NAME) is None
    assert (tmp_path / "elsewhere").exists()


def test_a_pipe_does_not_block_the_reader(folder):
    os.mkfifo(folder / NAME, 0o600)
    assert read_entry(folder, NAME) is None


def test_a_file_of_another_user_is_not_read(folder, give_away):
    give_away(write_entry(folder, NAME, CONTENT))
    assert read_entry(folder, NAME) is None


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_may_write_is_not_read(folder, mode):
    write_entry(folder, NAME, CONTENT).chmod(mode)
    assert read_entry(folder, NAME) is None


def test_entries_are_private_with_any_umask(cache):
    before = os.umask(0)
    try:
        path = write_entry(checked_folder(), NAME, CONTENT)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [stat.S_IMODE(p.stat().st_mode) for p in (cache, cache.parent)] == [0o700, 0o700]


def test_the_least_recently_used_entries_are_removed(folder, monkeypatch):
    """Nine entries of 0.1 MiB are written and the first is read again; two more entries exceed the limit of 1 MiB."""
    monkeypatch.setenv("PARADOS_CACHE_LIMIT", "1")
    names = [f"{k:032x}.so" for k in range(11)]
    for age, name in enumerate(names[:9]):
        os.utime(write_entry(folder, name, bytes(102400)), (0, 1e9 + age))
    assert read_entry(folder, names[0]) is not None
    for name in names[9:]:
        write_entry(folder, name, bytes(102400))
    kept = {entry.path.name for entry in entries(folder)}
    assert names[0] in kept and names[10] in kept
    assert names[1] not in kept
    assert sum(entry.size for entry in entries(folder)) <= 2**20


def test_small_entries_are_written_without_adding_up_the_folder_each_time(folder, monkeypatch):
    """The whole folder is read again after one hundredth of the limit was written, or near the limit."""
    monkeypatch.setenv("PARADOS_CACHE_LIMIT", "1")
    readings = []
    monkeypatch.setattr("parados.storage.entries.entries", lambda where: readings.append(where) or entries(where))
    for k in range(30):
        write_entry(folder, f"{k:032x}.graph", bytes(1000))
    assert len(readings) == 1 + 29 // 11  # 10,485 bytes are eleven entries
    write_entry(folder, f"{30:032x}.graph", bytes(1_100_000))
    assert [entry.path.name for entry in entries(folder)] == [f"{30:032x}.graph"]


def test_the_newest_entry_stays_with_any_limit(folder, monkeypatch):
    monkeypatch.setenv("PARADOS_CACHE_LIMIT", "0")
    for name in (NAME, OTHER):
        write_entry(folder, name, CONTENT)
        assert [entry.path.name for entry in entries(folder)] == [name]


@pytest.mark.parametrize("limit", ["much", "-1", "nan", "inf", ""])
def test_invalid_size_limit_is_rejected(folder, limit, monkeypatch):
    monkeypatch.setenv("PARADOS_CACHE_LIMIT", limit)
    with pytest.raises(InputError, match="PARADOS_CACHE_LIMIT: a number of MiB, 0 or more, is expected"):
        write_entry(folder, NAME, CONTENT)


def test_clearing_the_cache_keeps_other_files(folder):
    write_entry(folder, NAME, CONTENT)
    (folder / "notes.txt").write_text("mine")
    clear(folder)
    assert [p.name for p in folder.iterdir()] == ["notes.txt"]


def test_a_folder_in_place_of_an_entry_is_not_read(folder):
    (folder / NAME).mkdir()
    assert read_entry(folder, NAME) is None


def test_an_unreadable_entry_counts_as_missing_and_is_kept(folder, monkeypatch):
    """The file may be readable later; until then the entry is built again."""
    write_entry(folder, NAME, CONTENT)
    damage_reading(monkeypatch)
    assert read_entry(folder, NAME) is None
    monkeypatch.undo()
    assert (folder / NAME).exists()


def test_an_unreadable_graph_is_built_again(cache, monkeypatch):
    x = ca.SX.sym("x", 2)
    builds = []

    def build():
        builds.append(1)
        return FinishedGraph(ca.Function("twice", [x], [2 * x], ["x"], ["y"]))

    for _ in range(2):
        stored_graph(["a robot", "twice"], build)
    assert len(builds) == 1
    damage_reading(monkeypatch)
    again = stored_graph(["a robot", "twice"], build)
    assert len(builds) == 2
    assert again.function([1.0, 2.0]).full().ravel().tolist() == [2.0, 4.0]
