"""Test the validators of arguments: accepted values, rejected values and messages."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from odd_values import ODD
from public_calls import flexible

import parados
from parados import trajectory
from parados.arguments import call, function, real_array, shown, whole
from parados.errors import InputError, RobotFileError
from parados.singularity import distances

X = [0.0, 0.25]


@pytest.mark.parametrize("what", ODD)
def test_values_are_shown_in_sixty_characters_on_one_line(what: str) -> None:
    text = shown(ODD[what]())
    assert 0 < len(text) <= 60
    assert "\n" not in text


@pytest.mark.parametrize("what", ["masked", "list of masked", "masked rows"])
def test_masked_numbers_are_rejected(what: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(InputError, match=r"x: [12] entries are masked"):
            parados.load("five-bar").compile("vm").joints(ODD[what]())


@pytest.mark.parametrize("what", ["contains itself", "list of masked", "silent", "array without axes"])
def test_angles_that_are_not_numbers_are_rejected(what: str) -> None:
    """A list that contains itself filled the memory; the others ended in errors of NumPy."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(InputError, match="values"):
            parados.spatial.rotation("ZYX", ODD[what]())  # type: ignore[arg-type]


def test_masked_array_without_masked_entries_is_accepted() -> None:
    assert real_array("x", np.ma.array(X)).tolist() == X


@pytest.mark.parametrize(
    "value", [[False, 0.35], (0.1, np.True_), [[0.1, 0.2], [0.3, True]], [np.array([True]), np.array([0.1])]], ids=repr
)
def test_truth_values_among_numbers_are_rejected(value: list[float]) -> None:
    """NumPy would read True as 1."""
    with pytest.raises(InputError, match=r"x: numbers are expected, not .*(True|False)"):
        real_array("x", value)


@pytest.mark.parametrize("what", ["objects", "list of words", "list of truth", "complex", "date", "set", "generator", "silent"])
def test_values_that_are_not_numbers_are_rejected(what: str) -> None:
    with pytest.raises(InputError, match="x: numbers are expected"):
        real_array("x", ODD[what]())  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [1e31, -1e308, 10**400, [0.0, 1e200]])
def test_numbers_too_large_to_compute_with_are_rejected(value: object) -> None:
    with pytest.raises(InputError, match="too large to compute with; stay below 1e30"):
        real_array("x", value)  # type: ignore[arg-type]


@pytest.mark.parametrize("friction", ["no", 0, 1, None, [True]])
def test_friction_must_be_true_or_false(friction: object) -> None:
    model = parados.load("five-bar").compile("vm")
    with pytest.raises(InputError, match="friction: True or False is expected"):
        model.inverse_dynamics(X, X, X, friction=friction)  # type: ignore[arg-type]
    assert np.isfinite(model.inverse_dynamics(X, X, X, friction=np.bool_(False))).all()


@pytest.mark.parametrize("length", [-1, True, [0.1], 0, np.nan])
def test_length_of_a_speed_law_must_be_positive(length: object) -> None:
    with pytest.raises(InputError, match="length"):
        trajectory.speed_law(length, law="cubic", duration=1.0)  # type: ignore[arg-type]


def test_upper_bound_of_zero_is_checked() -> None:
    assert whole("k", 0, 0, 0) == 0
    with pytest.raises(InputError, match="k: a whole number from 0 to 0 is expected, not 1"):
        whole("k", 1, 0, 0)


EMPTY = {
    "link_frames": (5, 4, 4),
    "jacobian": (2, 2),
    "inverse_jacobian": (2, 2),
    "mass_matrix": (2, 2),
    "joints": (5,),
    "platform_frame": (4, 4),
}


@pytest.mark.parametrize("backend", ["vm", "auto"])
def test_empty_stacks_give_empty_results(backend: str) -> None:
    model, none = parados.load("five-bar").compile(backend), np.zeros((0, 2))
    for name, shape in EMPTY.items():
        assert getattr(model, name)(none).shape == (0, *shape), name
    assert model.regressor(none, none, none).shape == (0, 2, len(model.parameters))
    assert model.energy(none, none).total.shape == (0,)
    assert distances(model, none).nearest.shape == (0,)


def test_empty_stacks_of_flexible_robots_give_empty_results() -> None:
    model = flexible()
    none = np.zeros((0, len(model.labels["x"])))
    assert model.natural_frequencies(none, count=2).shape == (0, 2)
    assert model.vibration_modes(none, count=2).shapes.shape[:2] == (0, 2)
    assert model.platform_stiffness(none).ndim == 3


def test_stiffness_of_a_pose_out_of_reach_is_nan() -> None:
    model = flexible()
    home = model.survey.home
    with pytest.warns(RuntimeWarning, match="1 of 2 rows are NaN"):
        found = model.platform_stiffness([home, home + 1e3])
    assert np.isfinite(found[0]).all() and np.isnan(found[1]).all()
    assert np.array_equal(found[0], model.platform_stiffness(home))


def test_errors_in_a_user_function_are_passed_on_and_unsuitable_functions_are_rejected() -> None:
    def broken(value: float) -> float:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        call("progress", broken, 1.0)
    with pytest.raises(InputError, match=r"progress: .* does not take these arguments"):
        call("progress", len, 1.0)
    with pytest.raises(InputError, match="progress: a function of done, all is expected"):
        function("progress", broken, "done, all")


def test_messages_with_long_lists_are_shortened() -> None:
    many = RobotFileError("a" * 500, [f"legs[{k}]: " + "wrong " * 300 for k in range(5000)])
    assert len(str(many)) <= 1500
    assert "more" in str(many)
    assert len(many.findings) == 5000
    assert len(str(InputError("x" * 100_000))) <= 1500
