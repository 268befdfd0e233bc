"""Test `parados cache`: show and clear."""

from __future__ import annotations

import pytest

from parados.storage.entries import write_entry
from parados.storage.folder import checked_folder


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PARADOS_CACHE", str(tmp_path / "cache"))
    folder = checked_folder()
    write_entry(folder, "0" * 32 + ".graph", bytes(2**20))
    for name in "12":
        write_entry(folder, name * 32 + ".so", bytes(2**19))
    return folder


@pytest.mark.parametrize("arguments", [(), ("show",)])
def test_show_prints_folder_number_of_files_and_size(parados, folder, arguments, monkeypatch):
    monkeypatch.setenv("PARADOS_CACHE_LIMIT", "500")
    result = parados("cache", *arguments)
    assert result.exit_code == 0
    assert result.output == f"{folder}\n1 graph and 2 libraries, 2.0 MiB of at most 500 MiB\n"
    assert len(list(folder.iterdir())) == 3


def test_clear_removes_all_files(parados, folder):
    result = parados("cache", "clear")
    assert result.exit_code == 0
    assert result.output == f"{folder}\nRemoved: 1 graph and 2 libraries, 2.0 MiB\n"
    assert list(folder.iterdir()) == []


def test_unknown_action_is_rejected(parados, folder):
    result = parados("cache", "wipe")
    assert result.exit_code == 2
    assert "show" in result.output and "clear" in result.output
    assert len(list(folder.iterdir())) == 3


def test_cache_folder_that_is_a_file_is_rejected(parados, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PARADOS_CACHE", str(tmp_path / "file"))
    result = parados("cache")
    assert result.exit_code == 2
    assert "is a file; set PARADOS_CACHE to a folder" in result.output
