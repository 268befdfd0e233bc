"""The derivative of the potential energy is minus the generalised force of gravity: the bias at rest."""

import numpy as np
import pytest

import parados


@pytest.mark.parametrize("name", ["3-rpr", "five-bar-feasible", "tripteron", "delta-d3-1200"])
def test_gradient_of_the_potential_equals_the_static_bias(name: str) -> None:
    model = parados.load(name).compile()
    x = model.survey.home
    still = np.zeros(model.mechanism.n_dof)
    slopes = model.derivatives("energy", wrt="x")(x, still)
    assert isinstance(slopes, dict) and slopes["potential"].shape == x.shape
    assert slopes["potential"] == pytest.approx(model.bias(x, still, friction=False), rel=1e-10, abs=1e-10)
    assert slopes["kinetic"] == pytest.approx(np.zeros_like(x), abs=1e-12)
