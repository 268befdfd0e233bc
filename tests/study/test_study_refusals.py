"""Test that invalid studies are rejected, each with one sentence, before anything is evaluated or written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from tests.study.studies import five_bar_study

import parados
from parados.study import INDICES, Study, index, index_map, read_study, slopes_of
from parados.study.design_states import DesignStates
from parados.study.study_states import StudyStates

WRONG = {
    "reversed range": ({"variables": {"d12": [0.23, 0.2]}}, "the lower end 0.23 is not below the upper end 0.2; exchange them"),
    "empty range": ({"variables": {"d12": [0.2, 0.2]}}, "is not below"),
    "one end": ({"variables": {"d12": [0.2]}}, r"a range \[lower, upper\] is expected"),
    "no variables": ({"variables": {}}, "at least one parameter"),
    "unknown variable": ({"variables": {"d99": [0, 1]}}, "'d99' is not a parameter of five-bar"),
    "range beyond the file": ({"variables": {"d12": [0.2, 0.9]}}, "leaves that of the robot file, 0.12 to 0.45"),
    "words as a range": ({"variables": {"d12": ["a", "b"]}}, "a range"),
    "no indices": ({"indices": {}}, "at least one index"),
    "unknown index": ({"indices": {"a": "beauty"}}, "'beauty' is not an index; use"),
    "unknown option": (
        {"indices": {"a": {"index": "peak_speed", "color": 1}}},
        "'color' is not an option of the index peak_speed",
    ),
    "missing option": ({"indices": {"a": {"index": "encoder_error", "over": "way"}}}, "needs the option resolution"),
    "no index key": ({"indices": {"a": {"over": "way"}}}, "the key index, with the name of an index, is missing"),
    "no region": ({"indices": {"a": "workspace_volume"}}, "taken over a region, but the study has none"),
    "unknown motion": ({"indices": {"a": {"index": "peak_speed", "over": "walk"}}}, "'walk' is not a motion of the study"),
    "robot over a motion": ({"indices": {"a": {"index": "moving_mass", "over": "way"}}}, "belongs to the robot itself"),
    "constraint of nothing": ({"constraints": {"mass": {"max": 1}}}, "'mass' is not an index of the study"),
    "empty constraint": ({"constraints": {"speed": {}}}, "give min, max or both"),
    "impossible constraint": ({"constraints": {"speed": {"min": 2, "max": 1}}}, "no value is at least 2 and at most 1"),
    "objective of nothing": ({"objectives": {"mass": "min"}}, "'mass' is not an index of the study"),
    "unknown sense": ({"objectives": {"speed": "less"}}, "'less' is not known; use min, max"),
    "unknown search": ({"search": {"kind": "magic"}}, "'magic' is not a search; use grid, sobol"),
    "no kind": ({"search": {"designs": 10}}, "None is not a search"),
    "unknown search option": ({"search": {"kind": "sobol", "color": 1}}, "'color' is not an option of this search"),
    "no designs": ({"search": {"kind": "sobol", "designs": 0}}, "a number of designs from 1"),
    "grid of one variable": ({"search": {"kind": "grid", "counts": {"d12": 3}}}, "give the number of values of d13 too"),
    "huge grid": ({"search": {"kind": "grid", "counts": 10_000}}, "too many for a grid"),
    "odd samples": ({"search": {"kind": "sensitivity", "samples": 100}}, "a power of two is expected"),
    "nsga2 without objectives": ({"objectives": {}, "search": {"kind": "nsga2"}}, "nsga2 needs objectives"),
    "index with the name of a variable": ({"indices": {"d12": "peak_speed"}}, "indices: d12 is also the name of a variable"),
    "index with the name of a column": (
        {"indices": {"feasible": "peak_speed"}},
        "feasible is a name in the results of every study",
    ),
    "index like the best compromise": ({"indices": {"compromise": "peak_speed"}}, "compromise is a name in the results"),
    "index that leads to another folder": ({"indices": {"../torque": "peak_speed"}}, "cannot name a file"),
    "parameter that is a variable": ({"parameters": {"d12": 0.21}}, "d12 is also a variable, so this value would have no effect"),
    "parameters that are no mapping": ({"parameters": [1]}, "a mapping of names to values"),
}


@pytest.mark.parametrize("name", WRONG)
def test_invalid_study_gets_one_sentence(name):
    change, told = WRONG[name]
    with pytest.raises(parados.InputError, match=told) as error:
        five_bar_study(**change)
    assert "\n" not in str(error.value)


RUNS = {
    "motion of another robot": ({"motions": {"way": parados.trajectory.point_to_point([0.0] * 3, [0.1] * 3, 1.0)}}, "x"),
    "unknown kind of motion": ({"motions": {"way": {"spiral": {}}}}, "'spiral' is not a kind of motion"),
    "unknown argument of a motion": (
        {"motions": {"way": {"through": {"points": [], "times": [], "pace": 1}}}},
        r"motions\[way\].through: 'pace' is not an argument of this motion; use points",
    ),
    "missing argument of a motion": (
        {"motions": {"way": {"through": {"points": []}}}},
        "times is missing; the arguments are points",
    ),
    "states of a file": (
        {"motions": {"way": {"file": "way.csv", "states": 9}}},
        "all states of the file are taken; leave states out",
    ),
    "one state of a motion": ({"motions": {"way": {"through": {}, "states": 1}}}, "a number of states from 2 to"),
    "wrong arguments of a motion": ({"motions": {"way": {"through": {"colour": 1}}}}, "colour"),
    "missing file": ({"motions": {"way": {"file": "no-such.csv"}}}, "no-such.csv"),
    "two kinds": ({"motions": {"way": {"through": {}, "file": "a"}}}, "give one of file"),
    "region of nothing": ({"regions": {"here": {}}}, "at least one coordinate"),
    "region over an unknown coordinate": ({"regions": {"here": {"pz": [0, 1, 2]}}}, "'pz' is not a coordinate of five-bar"),
    "region reversed": ({"regions": {"here": {"px": [1, 0, 2]}}}, "is not below"),
    "region too large": ({"regions": {"here": {"px": [0, 1, 5000], "py": [0, 1, 5000]}}}, "too many"),
}


@pytest.mark.parametrize("name", RUNS)
def test_invalid_states_get_one_sentence_before_the_run(name, tmp_path):
    change, told = RUNS[name]
    with pytest.raises(parados.InputError, match=told):
        five_bar_study(**change).run(tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_energy_of_a_motion_without_times_is_rejected(monkeypatch):
    """It was the mean power with the unit J."""
    motion = parados.trajectory.point_to_point([-0.03, 0.25], [0.03, 0.27], 0.5).table([0.1, 0.2, 0.3])
    motions = {"way": replace(motion, timed=False)}
    monkeypatch.setattr(DesignStates, "of", lambda *arguments: pytest.fail("states were evaluated"))
    for work in (lambda study: study.evaluate([[0.21, 0.19]]), lambda study: study.run()):
        study = five_bar_study(motions=motions, indices={"work": "energy"}, objectives={})
        with pytest.raises(parados.InputError, match=r"indices\[work\]: energy needs times, but way has none; give a column t"):
            work(study)
    with pytest.raises(parados.InputError, match="way: its states have no times"):
        StudyStates.of_motion("way", motions["way"]).duration  # noqa: B018


def test_index_that_the_robot_cannot_have_is_told_before_the_run(tmp_path):
    with pytest.raises(parados.ParadosError, match="nothing is elastic in this robot"):
        five_bar_study(indices={"f": {"index": "lowest_frequency", "over": "way"}}, objectives={}).run(tmp_path / "out")
    with pytest.raises(parados.InputError, match="base parameters, which need not be masses"):
        five_bar_study(indices={"mass": "moving_mass"}, objectives={}).run(tmp_path / "out")
    assert not (tmp_path / "out").exists()


FILES = {
    "not yaml": ("a: [1", "not a YAML file"),
    "a list": ("[1, 2]", "must contain keys with values"),
    "unknown key": ("robot: five-bar\nvariables: {}\nindices: {}\ncolour: red", "'colour' is not a key of a study"),
    "no robot": ("variables: {}\nindices: {}", "the key robot is missing"),
    "robot is a number": ("robot: 7\nvariables: {}\nindices: {}", "a name from the catalog"),
    "unknown robot": ("robot: no-such-robot\nvariables: {a: [0, 1]}\nindices: {a: peak_speed}", "is not in the catalog"),
}


@pytest.mark.parametrize("name", FILES)
def test_invalid_study_file_gets_one_sentence(name, tmp_path):
    text, told = FILES[name]
    path = tmp_path / "study.yaml"
    path.write_text(text)
    with pytest.raises(parados.InputError, match=told):
        read_study(path)


def test_missing_study_file_gets_one_sentence(tmp_path):
    with pytest.raises(parados.InputError, match="cannot be read: No such file"):
        read_study(tmp_path / "none.yaml")


def test_indices_of_users_are_checked():
    with pytest.raises(parados.InputError, match="'everywhere' is not known; use motion, poses, region, robot"):
        index("m", over="everywhere")
    with pytest.raises(parados.InputError, match="timed: an index over robot has no times; give over='motion'"):
        index("m", over="robot", timed=True)
    with pytest.raises(parados.InputError, match="a function of DesignStates"):
        index("m", over="poses")(7)
    with pytest.raises(parados.UnknownNameError, match="is not an index"):
        slopes_of("beauty")


def test_map_takes_indices_of_poses():
    model = parados.load("five-bar").compile("vm")
    with pytest.raises(parados.InputError, match="taken over a motion"):
        index_map(model, ["peak_effort"])
    with pytest.raises(parados.InputError, match="a value at each pose"):
        index_map(model, ["workspace_volume"], {"px": (-0.1, 0.1, 3), "py": (0.2, 0.3, 3)})
    with pytest.raises(parados.InputError, match="reaches no pose"):
        index_map(model, ["dexterity"], {"px": (5, 6, 3), "py": (5, 6, 3)})


def test_every_index_has_a_sentence_and_a_unit():
    for one in INDICES.values():
        assert one.about.endswith(".") or (one.about.endswith(")") and len(one.about) > 20)
        assert one.unit


def test_list_parameters_are_rejected_as_variables(tmp_path):
    file = yaml.safe_load((parados.api._CATALOG / "gough-stewart-lopes.yaml").read_text())
    path = tmp_path / "robot.yaml"
    path.write_text(yaml.safe_dump(file))
    with pytest.raises(parados.InputError, match="it is a list in the file"):
        Study(path, variables={"IP": [0, 1]}, indices={"mass": "moving_mass"})


def test_table_of_the_page_says_what_the_indices_say():
    lines = (Path(__file__).parents[2] / "docs" / "studies.md").read_text(encoding="utf-8").splitlines()
    rows = {line.split("`")[1]: [part.strip() for part in line.split("|")[2:-1]] for line in lines if line.startswith("| `")}
    for name, one in INDICES.items():
        if one.terms.__module__.startswith("parados."):
            over, takes, unit, about, smooth = rows[name]
            assert (over, takes, unit) == (one.over, one.take, one.unit)
            assert about.split(" Options: ")[0] == one.about and (smooth == "yes") == (one.slopes is not None)
