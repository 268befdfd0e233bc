"""Efforts on regrouped parameters: they equal those on the parameters of the file, with fewer operations."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.dynamics.dynamic_parameters import parameter_values
from parados.model.graphs import Graphs
from parados.model.quantities import regrouped_graphs

EXACT = 1e-12
"""Relative to the largest effort; the regrouped parameters are exact to round-off."""

GAINS = {"3-rpr": 0.95, "agile-eye": 0.85, "orthoglide": 0.82, "3-rrr-parallelogram": 0.7}
"""Largest part of the operations of the inverse dynamics that is left."""


@pytest.fixture
def of_file(monkeypatch):
    """Function of_file(name) that compiles a robot without regrouping."""

    def compiled(name):
        monkeypatch.setattr("parados.model.quantities.regrouped_graphs", lambda graphs: [])
        monkeypatch.setattr("parados.model.evaluation.stored_graph", lambda key, build: build())
        model = parados.load(name).compile("vm")
        for quantity in ("inverse_dynamics", "mass_matrix", "bias", "forward_dynamics", "platform_force"):
            model.kernel(quantity)
        monkeypatch.undo()
        return model

    return compiled


@pytest.mark.parametrize("name", GAINS)
def test_quantities_equal_those_with_the_parameters_of_the_file(name, model, some_states, of_file, off):
    m, plain = model(name), of_file(name)
    for x, xd, xdd in some_states(name, 4):
        tau = plain.inverse_dynamics(x, xd, xdd)
        assert off(m.inverse_dynamics(x, xd, xdd), tau) < EXACT
        assert off(m.platform_force(x, xd, xdd), plain.platform_force(x, xd, xdd)) < EXACT
        assert off(m.mass_matrix(x), plain.mass_matrix(x)) < EXACT
        assert off(m.bias(x, xd), plain.bias(x, xd)) < EXACT
        assert off(m.forward_dynamics(x, xd, tau), plain.forward_dynamics(x, xd, tau)) < 1e3 * EXACT  # solves with M


@pytest.mark.parametrize("name", GAINS)
def test_regrouped_parameters_need_fewer_operations(name, model, of_file):
    m, plain = model(name), of_file(name)
    before, after = (one.kernel("inverse_dynamics").operations["total"] for one in (plain, m))
    assert after <= GAINS[name] * before
    for quantity in ("mass_matrix", "forward_dynamics", "bias"):
        assert m.kernel(quantity).operations["total"] <= plain.kernel(quantity).operations["total"]


@pytest.mark.parametrize("name", GAINS)
def test_regrouped_parameters_have_more_zeros_and_the_same_base_parameters(name, model, off):
    m = model(name)
    base = m.robot.base_parameters(friction=None, springs=False)
    others = regrouped_graphs(Graphs(m.robot))
    assert others
    for graphs in others:
        values = np.asarray(parameter_values(graphs.mechanism), dtype=float)
        assert np.count_nonzero(values) < np.count_nonzero(m.parameters)
        assert off(base.of_standard(values), base.values) < 1e3 * EXACT


def test_models_with_live_parameters_keep_the_parameters_of_the_file(model, some_states, off):
    live = parados.load("3-rpr").compile("vm", live=["mp"])
    for x, xd, xdd in some_states("3-rpr", 2):
        assert off(live.inverse_dynamics(x, xd, xdd), model("3-rpr").inverse_dynamics(x, xd, xdd)) < EXACT
