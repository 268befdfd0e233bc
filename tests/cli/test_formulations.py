"""Test `parados formulations`, and that `list` and `show` mention it."""

from __future__ import annotations

import pytest

from parados.sources.formulations import FORMULATIONS


def test_all_formulations_are_listed_with_their_robots(parados):
    result = parados("formulations")
    assert result.exit_code == 0
    for one in FORMULATIONS.values():
        assert one.name in result.output and all(robot in result.output for robot in one.robots)


@pytest.mark.parametrize("name", ["lopes_stewart", "fried_c5_rods", "briot_dualv"])
def test_one_formulation_is_explained(parados, name):
    result = parados("formulations", name)
    one = FORMULATIONS[name]
    assert result.exit_code == 0
    for text in (one.title.split(":")[0], one.page, one.lengths[0], "operations", one.parameters, *one.defaults()):
        assert text in result.output


def test_unknown_formulation_lists_the_known_ones(parados):
    result = parados("formulations", "lopes")
    assert result.exit_code == 2
    assert "lopes_stewart" in result.stderr and "Traceback" not in result.stderr


def test_list_and_show_mention_the_formulations(parados):
    assert "parados formulations" in parados("list").output
    assert "parados formulations fried_c5_platform" in parados("show", "c5").output
    assert "formulations" not in parados("show", "hexa").output
