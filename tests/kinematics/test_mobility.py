"""Degrees of freedom by the two methods of Briot & Khalil, appendix A."""

from pathlib import Path

import pytest

import parados

BOOK = {"five-bar": 2, "3-rpr": 3, "orthoglide": 3, "tripteron": 3}
"""Briot & Khalil, sections A.4.1 to A.4.4."""

OTHERS = {
    "dualv": (3, 1, 9),
    "delta-d3-1200": (3, 0, 0),
    "gough-stewart-lopes": (6, 0, 0),
    "c5": (6, 0, 0),
    "tripteron": (3, 0, 3),
}
"""Degrees of freedom, actuation redundancy, overconstraint; counted by hand: each planar loop has three redundant rows."""


@pytest.mark.parametrize("name", BOOK)
def test_the_two_methods_agree_on_the_examples_of_the_book(name: str) -> None:
    found = parados.load(name).mobility()
    assert found.dof == found.gogu == BOOK[name]
    assert found.platform_dof == BOOK[name]
    assert str(BOOK[name]) in found.how


@pytest.mark.parametrize("name", parados.catalog())
def test_the_two_methods_agree_on_every_robot_of_the_catalog(name: str) -> None:
    robot = parados.load(name)
    found = robot.mobility()
    assert found.dof == found.gogu == robot.mechanism.n_dof


@pytest.mark.parametrize("name", OTHERS)
def test_redundancy_and_overconstraint_equal_hand_counts(name: str) -> None:
    found = parados.load(name).mobility()
    assert (found.dof, found.actuation_redundancy, found.overconstraint) == OTHERS[name]


def test_leg_spaces_of_orthoglide_and_tripteron_equal_the_book() -> None:
    """Each leg allows five platform motions in A.4.3 and four in A.4.4."""
    assert parados.load("orthoglide").mobility().leg_spaces == (5, 5, 5)
    assert parados.load("tripteron").mobility().leg_spaces == (4, 4, 4)


def test_count_of_a_tree_names_only_its_joints() -> None:
    """There is neither a closure nor a platform in Table 4.1 of the book."""
    found = parados.load(Path(__file__).parents[1] / "serial_robots" / "tree-4-1.yaml").mobility()
    assert found.how == f"{found.dof} joints, no closures = {found.dof}"
