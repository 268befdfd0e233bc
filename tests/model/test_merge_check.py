"""Merged graphs are checked at configurations that merging has not seen, in every working mode."""

from dataclasses import replace
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import parados
from parados.geometry.inverse import Samples
from parados.geometry.witnesses import find_witnesses
from parados.graph.virtual_machine import run_rows
from parados.model import graph_finishing
from parados.model.graph_finishing import contradicting
from parados.model.graphs import Graphs
from parados.model.quantities import build_quantity
from parados.model.quantity import Options

QUANTITIES = ("link_frames", "inverse_dynamics")
SAME = 1e-9


def sampled_in_one_mode(name):
    """Return the graphs of a robot whose samples all have the default working mode."""
    robot = parados.Robot(parados.load(name).spec)
    survey = robot.survey
    inputs = survey.samples.inputs.copy()
    inputs[:, -survey.geometry.signs.numel() :] = survey.default_signs
    joints = Samples(inputs).values(survey.geometry, ca.vertcat(*[joint.q for joint in survey.geometry.joints]))
    inputs = inputs[np.isfinite(joints).all(axis=(1, 2))]
    robot.__dict__["survey"] = replace(survey, samples=Samples(inputs))
    return Graphs(robot)


def values(graph, states):
    """Evaluate a finished graph, without its pivots."""
    f = graph.function
    inputs = [states[f.name_in(k)] for k in range(f.n_in())]
    return np.hstack([part.reshape(len(part), -1) for part in run_rows(f, inputs, len(states["x"]))[:-1]])


def states_in_all_modes(graphs):
    """Return closed configurations in many working modes, with rates."""
    rng, known = np.random.default_rng(0), find_witnesses(graphs.survey).named(graphs.survey.geometry)
    n = graphs.mechanism.n_dof
    return {**known, **{key: rng.normal(size=(len(known["x"]), n)) for key in ("xd", "xdd")}}


@pytest.mark.parametrize("name", ["five-bar", "dualv", "andrews-squeezer"])
def test_a_working_mode_that_the_samples_miss_has_right_numbers(name):
    graphs, full = sampled_in_one_mode(name), Graphs(parados.load(name))
    states = states_in_all_modes(full)
    for quantity in QUANTITIES:
        expected = values(build_quantity(full, quantity, Options()), states)
        found = values(build_quantity(graphs, quantity, Options()), states)
        regular = np.abs(expected).max(axis=1) < 100 * np.median(np.abs(expected).max(axis=1))
        assert np.abs(found - expected)[regular].max() < SAME * np.abs(expected[regular]).max(), quantity


@pytest.mark.parametrize("name", ["five-bar", "dualv", "andrews-squeezer"])
def test_without_the_check_such_a_mode_has_wrong_numbers(name, monkeypatch):
    monkeypatch.setattr(graph_finishing, "contradicting", lambda *arguments: arguments[-1][:0])
    graphs, full = sampled_in_one_mode(name), Graphs(parados.load(name))
    states = states_in_all_modes(full)
    found, expected = (values(build_quantity(g, "link_frames", Options()), states) for g in (graphs, full))
    assert np.abs(found - expected).max() > 0.01


NUMERIC = str(Path(__file__).parents[1] / "numeric_robots" / "3-prs.yaml")


@pytest.mark.parametrize("name", ["five-bar", "delta-d3-1200", "3-prs", NUMERIC, "agile-eye"])
def test_witnesses_are_new_closed_configurations_in_every_mode(name):
    survey = parados.load(name).survey
    inputs, geometry = find_witnesses(survey).inputs, survey.geometry
    assert len(inputs) >= 16
    assert not (inputs[:, None] == survey.samples.inputs[None]).all(axis=2).any()
    assert np.abs(Samples(inputs).values(geometry, geometry.residual())).max() < 1e-10
    signs = inputs[:, geometry.given.numel() :]
    if not geometry.is_closed_form:
        signs = np.sign(survey.placements.sides(inputs[:, : geometry.given.numel()], signs))
    assert len(np.unique(signs, axis=0)) == 2 ** len(geometry.free_choices)


def test_complete_samples_are_not_contradicted(model, monkeypatch):
    """The check must not be the reason of another graph, with more operations."""
    found = []
    monkeypatch.setattr(graph_finishing, "contradicting", lambda *arguments: found.append(contradicting(*arguments)) or found[-1])
    build_quantity(model("delta-d3-1200", "vm")._evaluator.graphs, "inverse_dynamics", Options())
    assert found and not any(map(len, found))


def test_inertia_forces_beside_a_very_stiff_spring_are_kept(tmp_path):
    """At unit rates they are 1e-14 of the force of the spring; at high rates they are larger than its round-off."""
    plain = parados.load("five-bar")
    text = (Path(parados.__file__).parent / "robots" / "five-bar.yaml").read_text()
    spring = "{name: s, between: [q11, q22], at: [[0.05, 0, 0], [0.03, 0, 0]], stiffness: 1.0e+14, length: 0.01}"
    (tmp_path / "stiff.yaml").write_text(f"{text}\nsprings: [{spring}]\n")
    fast = ([0.03, 0.24], [1e4, -5e3], [1e4, 1e4])

    def inertia_forces(robot):
        model = robot.compile("vm")
        return model.inverse_dynamics(*fast, friction=False) - model.inverse_dynamics(fast[0], [0, 0], [0, 0], friction=False)

    expected = inertia_forces(plain)
    assert np.abs(inertia_forces(parados.load(tmp_path / "stiff.yaml")) - expected).max() < SAME * np.abs(expected).max()
