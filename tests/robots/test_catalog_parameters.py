"""Parameters of the catalog: every robot names its numbers, and every name is used."""

from __future__ import annotations

import pytest

import parados
from parados.robot.robot_parameters import robot_parameters

DESCRIBED = ("five-bar", "delta-d3-1200", "gough-stewart-lopes", "3-rpr", "orthoglide")
"""Robots whose files tell the unit and the meaning of their parameters."""


@pytest.mark.parametrize("name", parados.catalog())
def test_every_parameter_is_used_in_a_leg_or_the_platform(name):
    """A parameter that only other parameters use could not be live together with them."""
    parameters = robot_parameters(parados.describe(name))
    assert parameters
    for one in parameters:
        assert any(not place.startswith("parameters") for place in parameters.details(one).used), one


@pytest.mark.parametrize("name", DESCRIBED)
def test_units_and_meanings_of_the_most_used_robots(name):
    """Only the identified parameters of the five-bar that are zero have no sentence."""
    parameters = robot_parameters(parados.describe(name))
    silent = [one for one in parameters if not (parameters.details(one).unit and parameters.details(one).about)]
    assert all(name == "five-bar" and parameters[one] == 0 for one in silent)
    assert any(parameters.details(one).range for one in parameters)
