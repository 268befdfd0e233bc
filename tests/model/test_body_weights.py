"""Test the weights of bodies against the reaction of the ground, which a kernel computes from the equations of motion."""

import numpy as np
import pytest

import parados
from parados.model.body_weights import body_weights
from parados.plots.skeleton_parts import body_frames


@pytest.mark.parametrize("name", ["gough-stewart-lopes", "delta-d3-1200", "3-rpr", "tricept", "h4"])
def test_weights_balance_the_reaction_of_the_ground(name):
    robot = parados.load(name)
    model = robot.compile("vm")
    found = body_weights(model)
    places = found.places(body_frames(model, model.link_frames(robot.home), model.platform_frame(robot.home)))
    still = np.zeros(model.mechanism.n_dof)
    ground = model.ground_reaction(robot.home, still, still)
    total = np.concatenate([found.weights.sum(axis=0), np.cross(places, found.weights).sum(axis=0)])
    assert np.allclose(ground, -total, atol=1e-9 * np.abs(ground).max())


def test_base_parameters_have_no_weights():
    assert len(body_weights(parados.load("orthoglide").compile("vm")).bodies) == 0
