"""Test the list of working modes of a gallery."""

import parados
from parados.model.working_mode_sheet import listed_modes


def test_few_modes_are_all_listed():
    model = parados.load("delta-d3-1200").compile("vm")
    assert [one.mode for one in listed_modes(model)] == model.working_modes()


def test_many_modes_are_listed_leg_by_leg_around_a_mode():
    model = parados.load("hexa").compile("vm")
    around = model.working_modes()[-1]
    listed = listed_modes(model, around)
    assert len(listed) == 12
    for one in listed:
        assert one.leg is not None
        assert [k for k, (a, b) in enumerate(zip(one.mode, around, strict=True)) if a != b] in ([], [one.leg])
    assert {one.leg for one in listed} == set(range(6))


def test_robot_with_one_mode_has_an_empty_list():
    assert listed_modes(parados.load("gough-stewart-lopes").compile("vm")) == []
