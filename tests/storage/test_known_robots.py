"""Test that a robot file that passed every check is known to the cache, and is checked again after any change."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

import parados
from parados import checks, known_robots
from parados.errors import RobotFileError, RobotWarning
from parados.storage import folder as folder_module

TEXT = (resources.files("parados") / "robots" / "3-rrr.yaml").read_text(encoding="utf-8")
UNUSUAL = TEXT.replace("a3: [-0.4, 0.4]", "a3: [-23, 23]")
"""A valid robot with a remark: its angle goes beyond a full turn."""

PLANE = TEXT.replace("coordinates: [px, py, a3]", "coordinates: [px, py]")
WRONG = PLANE.replace("a3: [-0.4, 0.4]", "").replace("[0, 0, 0]\n", "[0, 0]\n")
"""A file that can be read, but whose mobility is not that of its coordinates."""


@pytest.fixture
def checked(cache, monkeypatch) -> list[str]:
    """Names of the robots that are checked during the test, with an empty cache at its beginning."""
    names: list[str] = []
    check = checks.check_robot
    monkeypatch.setattr(checks, "check_robot", lambda robot: (names.append(robot.spec.name), check(robot))[1])
    return names


@pytest.fixture
def unusual(tmp_path) -> Path:
    path = tmp_path / "unusual.yaml"
    path.write_text(UNUSUAL)
    return path


def loaded(path: Path) -> tuple[parados.Robot, list[str]]:
    """Return a robot and the warnings that it gave."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        robot = parados.load(path)
    return robot, [str(one.message) for one in caught if one.category is RobotWarning]


def verdicts(cache: Path) -> list[Path]:
    return sorted(cache.glob("*.verdict"))


def test_a_known_file_gives_the_same_robot_without_checks(checked, cache, unusual):
    first, told = loaded(unusual)
    again, told_again = loaded(unusual)
    assert checked == ["3-rrr"] and len(verdicts(cache)) == 1
    assert len(told) == 1 and "full turn" in told[0] and told_again == told
    assert again.remarks == first.remarks == tuple(one.removeprefix("3-rrr: ") for one in told)
    assert again.spec == first.spec
    for name in ("home", "lower", "upper", "home_unknowns"):
        assert np.array_equal(getattr(again.survey, name), getattr(first.survey, name))
    assert np.array_equal(again.survey.samples.inputs, first.survey.samples.inputs)
    assert again.survey.mode == first.survey.mode


def test_any_change_of_the_file_is_checked_again(checked, cache, tmp_path):
    path = tmp_path / "robot.yaml"
    for text in (TEXT, UNUSUAL, TEXT.replace("l1: 0.25", "l1: 0.2500000000000001"), TEXT):
        path.write_text(text)
        loaded(path)
    assert len(checked) == 3 and len(verdicts(cache)) == 3


def test_a_wrong_file_is_never_known(checked, cache, tmp_path):
    path = tmp_path / "wrong.yaml"
    path.write_text(WRONG)
    told = []
    for _ in range(2):
        with pytest.raises(RobotFileError) as error:
            parados.load(path)
        told.append(str(error.value))
    assert told[0] == told[1] and len(checked) == 2 and not verdicts(cache)


@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b.replace(b"full", b"dull"), lambda b: b"", lambda b: b[10:]])
def test_a_damaged_entry_is_made_again(checked, cache, unusual, damage):
    _, told = loaded(unusual)
    (entry,) = verdicts(cache)
    held = entry.read_bytes()
    entry.write_bytes(damage(held))
    assert loaded(unusual)[1] == told and len(checked) == 2
    assert entry.read_bytes() == held


@pytest.mark.parametrize("content", ["[]", "{}", '{"remarks": "none"}', '{"remarks": [1]}', "not JSON"])
def test_an_entry_with_other_content_is_made_again(checked, cache, unusual, content):
    _, told = loaded(unusual)
    (entry,) = verdicts(cache)
    known_robots.write_entry(cache, entry.name, content.encode())
    assert loaded(unusual)[1] == told and len(checked) == 2


def test_an_entry_that_others_may_write_is_made_again(checked, cache, unusual):
    loaded(unusual)
    (entry,) = verdicts(cache)
    entry.chmod(0o666)
    loaded(unusual)
    assert len(checked) == 2 and verdicts(cache)[0].stat().st_mode & 0o777 == 0o600


def test_another_version_is_checked_again(checked, cache, unusual, monkeypatch):
    loaded(unusual)
    monkeypatch.setattr(known_robots, "_engine", lambda: "another source")
    loaded(unusual)
    assert len(checked) == 2 and len(verdicts(cache)) == 2


def test_edited_source_has_another_hash(tmp_path, monkeypatch):
    """The hash covers the text of every file of its layers."""
    from parados.model import source_hash

    (tmp_path / "model").mkdir()
    for name in ("checks.py", "remarks.py"):
        (tmp_path / name).write_text("a = 1\n")
    monkeypatch.setattr(source_hash, "__file__", str(tmp_path / "model" / "source_hash.py"))
    before = source_hash.hash_of_source(("checks", "remarks"))
    (tmp_path / "remarks.py").write_text("a = 2\n")
    assert source_hash.hash_of_source(("checks", "remarks")) != before


def test_no_cache_folder_means_checks(checked, unusual, monkeypatch):
    def nowhere() -> Path:
        raise OSError("no folder")

    monkeypatch.setattr(known_robots, "cache_folder", nowhere)
    told = [loaded(unusual)[1] for _ in range(2)]
    assert len(checked) == 2 and told[0] == told[1] and len(told[0]) == 1


def test_a_folder_that_cannot_be_used_gives_one_warning(checked, cache, unusual, messages):
    cache.parent.mkdir(parents=True)
    cache.write_text("a file")
    parados.load(unusual)
    parados.load(unusual)
    assert len([one for one in messages() if "is a file" in one]) == 1 and folder_module._warned


SCRIPT = """
import json, sys, warnings
warnings.simplefilter("ignore")
import parados
robot = parados.load(sys.argv[1])
used = {name.split(".")[1] for name in sys.modules if name.startswith("parados.")}
print(json.dumps([robot.remarks, sorted(used)]))
"""


def test_two_processes_at_the_same_time_and_a_third_one(cache, unusual):
    """The third process finds the verdict of the others. The key covers every layer that the checks used."""
    command = [sys.executable, "-c", SCRIPT, str(unusual)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2)]
    answers = [json.loads(one.communicate()[0]) for one in both]
    assert len(verdicts(cache)) == 1
    third = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    assert answers[0][0] == answers[1][0] == third[0] and len(third[0]) == 1
    assert "checks" in answers[0][1] and "checks" not in third[1] and "geometry" not in third[1]
    from parados.model.source_hash import LAYERS

    assert not set(answers[0][1]) - {*LAYERS, *known_robots.FURTHER_LAYERS}
