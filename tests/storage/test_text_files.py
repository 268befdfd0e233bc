"""Test that files without an end, long paths and files that are too long are rejected with a sentence."""

from __future__ import annotations

import sys

import pytest

import parados
from parados.identify import read_log
from parados.storage.folder import cache_folder, has_cache, private_folder
from parados.storage.text_files import TextTooLongError, read_text
from parados.study import read_motors, read_study
from parados.trajectory import read_motion

ENDLESS = pytest.mark.skipif(sys.platform != "linux", reason="/dev/zero is a device of Linux")
LONG = "a" * 300


def test_text_is_read_up_to_its_limit(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("äöü", encoding="utf-8")
    assert read_text(path, 3) == "äöü"
    with pytest.raises(TextTooLongError, match="it has more than 2 characters"):
        read_text(path, 2)


@ENDLESS
def test_file_without_an_end_is_rejected(tmp_path):
    with pytest.raises(parados.RobotFileError, match="it has more than 1,000,000 characters; allowed are at most"):
        parados.load("/dev/zero")
    with pytest.raises(parados.InputError, match="study: zero cannot be read: it has more than 1,000,000 characters"):
        read_study("/dev/zero")
    study = tmp_path / "study.yaml"
    study.write_text("robot: /dev/zero\nvariables: {l1: [0.1, 0.2]}\nindices: {a: peak_speed}\n", encoding="utf-8")
    with pytest.raises(parados.RobotFileError, match="it has more than 1,000,000 characters"):
        read_study(study)


@ENDLESS
def test_links_to_a_file_without_an_end_are_rejected(tmp_path):
    for name in ("a.yaml", "a.csv"):
        (tmp_path / name).symlink_to("/dev/zero")
    robot = parados.load("five-bar")
    with pytest.raises(parados.InputError, match=r"motor: a\.yaml cannot be read: it has more than 1,000,000 characters"):
        read_motors(tmp_path / "a.yaml", ["q11"])
    with pytest.raises(parados.InputError, match="is a device or a pipe; give the path of a file"):
        read_motion(tmp_path / "a.csv")
    with pytest.raises(parados.InputError, match=r"settings: a\.yaml cannot be read: it has more than 1,000,000 characters"):
        read_log(tmp_path / "b.csv", robot, settings=tmp_path / "a.yaml")


def test_long_csv_file_is_rejected(tmp_path, monkeypatch):
    monkeypatch.setattr("parados.trajectory.column_tables.LONGEST_CSV", 20)
    path = tmp_path / "a.csv"
    path.write_text("t,px\n" + "0.1,0.2\n" * 9, encoding="utf-8")
    with pytest.raises(parados.InputError, match=r"a\.csv: it has more than 20 characters; split it"):
        read_motion(path)


def test_long_paths_are_rejected_with_a_sentence(tmp_path):
    robot = parados.load("five-bar")
    for read, more in ((read_motion, ()), (read_log, (robot,)), (read_motors, (["q11"],))):
        with pytest.raises(parados.InputError, match="there is no such file"):
            read(f"{LONG}.csv", *more)
    study = tmp_path / "study.yaml"
    study.write_text(f"robot: {'b' * 3000}\nvariables: {{l1: [0.1, 0.2]}}\nindices: {{a: peak_speed}}\n", encoding="utf-8")
    with pytest.raises(parados.InputError, match="is not in the catalog"):
        read_study(study)


@pytest.mark.parametrize("variables", [{"PARADOS_CACHE": "c" * 300}, {"HOME": "", "PARADOS_CACHE": "", "XDG_CACHE_HOME": ""}])
def test_cache_folder_that_cannot_be_used_gives_a_warning_and_a_temporary_folder(monkeypatch, variables):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("parados.storage.folder._warned", set())
    assert not has_cache()
    with pytest.warns(UserWarning, match="models are kept in a temporary folder until the program ends"):
        assert cache_folder() == private_folder()
    assert parados.load("five-bar").name == "five-bar"
