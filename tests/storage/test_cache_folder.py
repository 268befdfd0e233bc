"""The cache folder is private; otherwise it is not used."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import parados
from parados.storage.folder import cache_folder, checked_folder, private_folder

ENTRY = "0" * 32 + ".so"


def test_cache_folder_is_private(cache, messages):
    assert cache_folder() == cache
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    assert messages() == []


def test_a_cache_writable_by_others_becomes_private(cache):
    cache.mkdir(parents=True)
    (cache / ENTRY).write_bytes(b"")
    cache.chmod(0o777)
    assert cache_folder() == cache
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o770])
def test_a_folder_with_other_files_writable_by_others_is_not_used(cache, messages, mode):
    cache.mkdir(parents=True)
    (cache / "thesis.tex").write_text("")
    cache.chmod(mode)
    assert [cache_folder() for _ in range(3)] == [private_folder()] * 3
    assert stat.S_IMODE(cache.stat().st_mode) == mode
    assert messages() == [
        f"other users may write into the cache folder {cache} (mode {mode:04o}); set PARADOS_CACHE to a folder that you own, "
        "with mode 0700; models are kept in a temporary folder until the program ends"
    ]


def test_a_folder_with_other_files_writable_by_the_user_only_is_used(cache, messages):
    cache.mkdir(parents=True)
    (cache / "thesis.tex").write_text("")
    cache.chmod(0o755)
    assert cache_folder() == cache
    assert stat.S_IMODE(cache.stat().st_mode) == 0o755
    assert messages() == []


def test_a_folder_of_another_user_is_not_used(cache, messages, give_away):
    cache.mkdir(parents=True)
    give_away(cache)
    assert cache_folder() == private_folder()
    assert len(messages()) == 1 and "belongs to another user" in messages()[0]


def test_a_file_in_place_of_the_cache_folder_is_not_used(cache, messages):
    cache.parent.mkdir()
    cache.write_text("")
    assert cache_folder() == private_folder()
    assert len(messages()) == 1 and "is a file; set PARADOS_CACHE to a folder" in messages()[0]


def test_a_link_to_a_folder_of_the_user_is_used(cache, tmp_path):
    (tmp_path / "disk").mkdir()
    cache.parent.mkdir()
    cache.symlink_to(tmp_path / "disk")
    assert cache_folder() == tmp_path / "disk"


@pytest.mark.parametrize("home", ["", "relative", "/dev/null"])
def test_parados_works_without_a_valid_home(cache, messages, monkeypatch, home):
    monkeypatch.delenv("PARADOS_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    assert cache_folder() == private_folder()
    assert len(messages()) == 1 and "PARADOS_CACHE" in messages()[0]


def test_a_relative_cache_home_is_ignored(cache, tmp_path, monkeypatch):
    monkeypatch.delenv("PARADOS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert checked_folder() == tmp_path / ".cache" / "parados"


def test_folder_of_a_process_is_removed_at_its_end(tmp_path):
    script = "from parados.storage.folder import private_folder as f; p = f(); assert p.is_dir() and p == f(); print(p)"
    path = Path(_run(script, tmp_path, TMPDIR=str(tmp_path)).stdout.strip())
    assert path.parent == tmp_path and not path.exists()


def test_a_forked_process_has_its_own_folder(tmp_path):
    script = """
import os, sys
from parados.storage.folder import private_folder
mine = private_folder()
child = os.fork()
if child == 0:
    assert private_folder() != mine
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
assert mine.is_dir()
"""
    _run(script, tmp_path, TMPDIR=str(tmp_path))
    assert list(tmp_path.iterdir()) == []


AS_NOBODY = """
import json, os, sys
import parados
robot = parados.load("five-bar")
robot.compile("vm").inverse_kinematics([0.0, 0.25])  # imports modules that a user without rights may not be able to read
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
del os.environ["PARADOS_CACHE"]
os.environ.update(json.loads(sys.argv[1]))
model = robot.compile()
print(model.inverse_kinematics([0.0, 0.25]).tolist(), model.kernel("inverse_kinematics").backend)
"""


def _run(script, folder, *arguments, **environment):
    own = {"PYTHONPATH": str(Path(parados.__file__).parents[1]), "PATH": os.environ["PATH"], **environment}
    run = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, env=own, cwd=folder)
    assert run.returncode == 0, run.stderr
    return run


@pytest.fixture
def as_nobody(tmp_path):
    """Function that solves as a user without rights and returns the standard output and the warnings."""
    if os.geteuid() != 0:
        pytest.skip("needs root, to become a user without rights")
    place = tmp_path / "temporary"
    place.mkdir()
    place.chmod(0o1777)
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)

    def run(**environment):
        own = {"PARADOS_CACHE": os.environ["PARADOS_CACHE"], "TMPDIR": str(place)}
        done = _run(AS_NOBODY, "/", json.dumps(environment), **own)
        return done.stdout, [line for line in done.stderr.splitlines() if "UserWarning" in line]

    return run


def test_parados_works_where_home_cannot_be_used(as_nobody, tmp_path, model):
    """No home, or one that cannot be read or written, gives one warning and the right numbers; no file is left."""
    closed, mine = tmp_path / "closed", tmp_path / "mine"
    closed.mkdir(mode=0o700)
    mine.mkdir()
    os.chown(mine, 65534, 65534)
    mine.chmod(0o500)
    expected = f"{model('five-bar').inverse_kinematics([0.0, 0.25]).tolist()} c\n"
    cases = {"HOME": "/nonexistent"}, {"PARADOS_CACHE": str(closed / "cache")}, {"PARADOS_CACHE": str(mine)}
    for environment in cases:
        output, messages = as_nobody(**environment)
        assert output == expected
        assert len(messages) == 1 and "cache folder" in messages[0], messages
    assert list((tmp_path / "temporary").iterdir()) == []
