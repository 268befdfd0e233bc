"""Wrong arguments of the analyses get a sentence."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.sensitivity import monte_carlo, sensitivity, worst_case
from parados.trajectory import point_to_point

X = [0.02, 0.25]


@pytest.mark.parametrize("analysis", [sensitivity, worst_case, monte_carlo])
@pytest.mark.parametrize(
    ("quantity", "states", "options", "message"),
    [
        ("torque", (X,), {}, "quantity: 'torque' is not a quantity of a model; use inverse_kinematics"),
        ("inverse_kinematics", (X,), {"tolerances": {"l9": 1.0}}, "'l9' is not a live parameter of this model; use d11"),
        ("inverse_kinematics", (X,), {"tolerances": {"d12": -1e-3}}, "tolerances: d12: .* at least 0, not -0.001"),
        ("inverse_kinematics", (X,), {"tolerances": {"d12": [1, 2]}}, "tolerances: d12: one number is expected, not an array"),
        ("inverse_kinematics", (X,), {"tolerances": 0.1}, "tolerances: a mapping of names to tolerances"),
        ("inverse_kinematics", ([1, 2, 3],), {}, r"x: shape \(2,\) or \(N, 2\) is expected"),
        ("inverse_kinematics", (np.zeros((0, 2)),), {}, "at least one state"),
        ("inverse_dynamics", (X,), {}, r"inverse_dynamics: 3 states \(x, xd, xdd\) or a motion"),
        ("inverse_kinematics", (X,), {"wrench": np.zeros(6)}, "inverse_kinematics: 'wrench' is not an option; use mode"),
        ("inverse_dynamics", (X, X, X), {"frictoin": True}, "'frictoin' is not an option; use wrench, mode, friction"),
        ("inverse_kinematics", (X,), {"times": [0.0, 1.0]}, r"times: shape \(1,\) is expected, one for each state"),
        ("forward_dynamics", (point_to_point(X, X, 1.0),), {}, "a motion gives x, xd and xdd, but tau is needed too"),
        ("inverse_dynamics", (point_to_point(X, X, 1.0), X, X), {}, "give either a motion alone or the states"),
        ("forward_kinematics", (), {}, r"forward_kinematics: 1 state \(q\), or the option x or a motion"),
        ("forward_kinematics", (), {"x": X, "guess": X}, "'guess' is not an option; use mode"),
    ],
)
def test_wrong_arguments_get_a_sentence(five_bar, analysis, quantity, states, options, message):
    with pytest.raises(parados.InputError, match=message):
        analysis(five_bar, quantity, *states, **options)


@pytest.mark.parametrize("analysis", [sensitivity, worst_case, monte_carlo])
def test_models_without_live_parameters_are_refused(analysis, five_bar):
    with pytest.raises(parados.InputError, match=r"no live parameters; name them in compile\(live="):
        analysis(parados.load("five-bar").compile("vm"), "inverse_kinematics", X)
    with pytest.raises(parados.InputError, match="several values, one per row of a stack; give each parameter a single value"):
        analysis(five_bar.with_parameters({"d12": [0.21, 0.22]}), "inverse_kinematics", X)
    with pytest.raises(parados.InputError, match="a compiled model"):
        analysis(parados.load("five-bar"), "inverse_kinematics", X)


def test_names_in_wrt_are_checked(five_bar):
    with pytest.raises(parados.UnknownNameError, match="wrt: 'x' is not a live parameter"):
        sensitivity(five_bar, "inverse_kinematics", X, wrt=["x"])
    with pytest.raises(parados.InputError, match="wrt: give the name of at least one"):
        sensitivity(five_bar, "inverse_kinematics", X, wrt=[])
    with pytest.raises(parados.InputError, match="tolerances: m4 is not in wrt; add it to wrt, or remove its tolerance"):
        sensitivity(five_bar, "inverse_kinematics", X, wrt="d12", tolerances={"m4": 1.0})
    with pytest.raises(parados.UnknownNameError, match="output: 'q9' is not an output of inverse_kinematics; use q11, q21"):
        sensitivity(five_bar, "inverse_kinematics", X).ranking("q9")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"samples": 1}, "samples: a number of robots from 2"),
        ({"seed": -1}, "seed: a whole number of at least 0"),
        ({"distribution": "gauss"}, "distribution: 'gauss' is not known; use uniform, normal"),
        ({"progress": 3}, "progress: a function of done, total"),
        ({"samples": 1_000_000, "x": np.zeros((300, 2)) + X}, "too many; stay below 50,000,000"),
        ({"tolerances": {"fv11": 50.0}}, "fv.* it must be at least 0"),
    ],
)
def test_wrong_random_robots_get_a_sentence(five_bar, options, message):
    x = options.pop("x", X)
    with pytest.raises(parados.InputError, match=message):
        monte_carlo(five_bar, "inverse_kinematics", x, **options)
