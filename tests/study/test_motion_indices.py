"""Test the indices along a motion against robots whose files have the numbers of the designs."""

from __future__ import annotations

import numpy as np
import pytest
from tests.study.studies import DESIGNS, VARIABLES, cycle, delta, delta_study

import parados
from parados.report.actuator_loads import actuator_loads
from parados.report.motion_evaluation import evaluate_motion
from parados.study import INDICES, MotorCurve, size_motors
from parados.study.design_states import DesignStates
from parados.study.study_states import StudyStates

ALONG = ("peak_effort", "rms_effort", "peak_speed", "rms_speed", "peak_acceleration", "peak_power", "mean_power", "energy")
EXACT = 1e-9
"""Relative difference of numbers that are computed by other functions of the same model."""

STEP = 1e-6
"""Step of central differences, as a part of the range of a variable."""


@pytest.fixture(scope="module")
def along():
    study = delta_study({**{name: name for name in ALONG}, "load": "bearing_load", "mass": "moving_mass"})
    return study, study.evaluate(DESIGNS)


def frozen(k):
    """The robot of design k by itself, not a member of a family."""
    return delta().with_parameters(**dict(zip(VARIABLES, DESIGNS[k].tolist(), strict=True)))


@pytest.mark.parametrize("k", range(len(DESIGNS)))
def test_loads_equal_those_of_the_robot_alone(along, k):
    model = frozen(k).compile("vm")
    results = evaluate_motion(model, cycle())
    loads = actuator_loads(model, cycle(), results)
    found = {name: along[1].values(name)[k] for name in ALONG}
    for name in ("peak_effort", "rms_effort", "peak_speed", "rms_speed", "peak_power"):
        assert found[name] == pytest.approx(max(getattr(load, name) for load in loads), rel=EXACT)
    assert found["peak_acceleration"] == pytest.approx(np.abs(results.qdd).max(), rel=EXACT)
    work = np.trapezoid(np.maximum(results.power, 0.0).sum(axis=1), cycle().t)
    assert found["energy"] == pytest.approx(work, rel=EXACT)
    assert found["mean_power"] == pytest.approx(work / 0.4, rel=EXACT)


def test_work_of_the_actuators_is_the_change_of_energy():
    """Without friction, the work with both signs over a half cycle is the change of kinetic and potential energy."""
    model = delta().compile("vm")
    table = cycle(2001)
    half = slice(0, 501)
    power = evaluate_motion(model, table).power.sum(axis=1)
    energy = model.energy(table.x, table.xd).total
    assert np.trapezoid(power[half], table.t[half]) == pytest.approx(energy[500] - energy[0], rel=1e-4)


def test_bearing_loads_and_mass_equal_those_of_the_robot_alone(along):
    model = frozen(1).compile("vm")
    found = model.reactions(cycle().x, cycle().xd, cycle().xdd)
    forces = np.stack([np.linalg.norm(found[name][:, :3], axis=1) for name in found.names])
    known = forces[np.isfinite(forces).all(axis=1)]
    assert along[1].values("load")[1] == pytest.approx(known.max(), rel=1e-6)
    links = [1.4 * 0.4 / 0.375, 0.39 * 0.95 / 0.9]  # masses of arm and rods follow their lengths
    assert along[1].values("mass")[1] == pytest.approx(0.94 + 3 * sum(links), rel=1e-12)
    assert model.moving_mass == pytest.approx(0.94 + 3 * sum(links), rel=1e-12)


def test_bearing_load_of_one_joint_is_at_most_that_of_all(along):
    one = delta_study({"load": {"index": "bearing_load", "joints": ["theta1"]}}).evaluate(DESIGNS).values("load")
    assert (one <= along[1].values("load") * (1 + 1e-12)).all() and (one > 0).all()


def test_units_follow_the_actuators(along):
    units = along[0].units
    assert units["peak_effort"] == "N m" and units["peak_speed"] == "rad/s" and units["l1"] == "m" and units["mass"] == "kg"


SMOOTH = [name for name, one in INDICES.items() if one.slopes is not None]


@pytest.mark.parametrize("name", SMOOTH)
def test_slopes_of_terms_equal_differences(name):
    """All terms, not only the largest; terms near zero, where |term| has a kink, are left out."""
    study = delta_study({"one": {"index": name, "over": "cycle"}})
    index, states = INDICES[name], study.states["cycle"]

    def terms(design):
        return index.terms(DesignStates(study.model, study.names, design[None], states))[0]

    middle = DESIGNS[1]
    slopes = index.slopes(DesignStates(study.model, study.names, middle[None], states))[0]
    values = terms(middle)
    clear = np.abs(values) > 1e-3 * np.abs(values).max()
    for k, width in enumerate(study.upper - study.lower):
        step = np.zeros(len(middle))
        step[k] = STEP * width
        differences = (terms(middle + step) - terms(middle - step)) / (2 * step[k])
        scale = np.abs(differences).max() + 1e-9 * np.abs(values).max() / width
        assert np.abs(differences - slopes[:, k])[clear].max() < 2e-5 * scale


def test_indices_that_a_gradient_search_needs_are_smooth():
    assert {"peak_effort", "rms_effort", "peak_speed", "rms_speed", "dexterity", "lowest_frequency", "footprint"} == set(SMOOTH)


MOTOR = MotorCurve.read("motor", {"speed": [0, 10, 20], "effort": [100, 100, 40], "continuous": 25})


def test_motor_curve_between_and_beyond_its_points():
    assert MOTOR.limit(np.array([5.0, -15.0, 30.0])).tolist() == [100.0, 70.0, 40.0]
    use = MOTOR.use(np.array([50.0, -35.0, 4.0]), np.array([0.0, 15.0, 40.0]))
    assert use.tolist() == [0.5, 0.75, 2.0]  # half of 100; 15 of 20 rad/s is more than 35 of 70 N m; twice the largest speed


def test_gear_moves_the_curve():
    geared = MotorCurve.read("motor", {"speed": [0, 100, 200], "effort": [10, 10, 4], "continuous": 2.5, "gear": 10})
    assert np.allclose(geared.speed, MOTOR.speed) and np.allclose(geared.effort, MOTOR.effort) and geared.continuous == 25


def test_use_of_the_motors_in_a_study_and_in_a_sizing():
    given = {"speed": [0, 10, 20], "effort": [100, 100, 40], "continuous": 25}
    study = delta_study({"use": {"index": "motor_use", "motor": given}, "heat": {"index": "motor_use_rms", "motor": given}})
    found = study.evaluate(DESIGNS[:1])
    sized = size_motors(delta().compile("vm"), cycle(), MOTOR)
    assert found.values("use")[0] == pytest.approx(sized.worst.max(), rel=EXACT)
    assert found.values("heat")[0] == pytest.approx(sized.thermal.max(), rel=EXACT)
    k = int(sized.use[:, 0].argmax())
    by_hand = max(abs(sized.tau[k, 0]) / np.interp(abs(sized.qd[k, 0]), [0, 10, 20], [100, 100, 40]), abs(sized.qd[k, 0]) / 20)
    assert sized.worst[0] == pytest.approx(by_hand, rel=EXACT) and sized.instants[0] == cycle().t[k]
    assert sized.margins == pytest.approx(1 - np.maximum(sized.worst, sized.thermal))


def test_motor_without_continuous_effort_has_no_thermal_use():
    sized = size_motors(delta().compile("vm"), cycle(), {"speed": [0, 20], "effort": [200, 200]})
    assert np.isnan(sized.thermal).all() and sized.suffices and "suffice" in sized.sentence()
    short = size_motors(delta().compile("vm"), cycle(), {"speed": [0, 20], "effort": [20, 20]})
    assert not short.suffices and "NOT" in short.sentence()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"speed": [0, 1]}, "the key effort is missing"),
        ({"speed": [1, 0], "effort": [1, 1]}, "increasing speeds from 0"),
        ({"speed": [0, 1], "effort": [1, -1]}, "positive efforts"),
        ({"speed": [0, 1], "effort": [1, 1], "colour": 1}, "'colour' is not a key of a motor"),
        ({"theta1": {"speed": [0, 1], "effort": [1, 1]}}, "theta2 has no motor"),
        ({"theta9": {"speed": [0, 1], "effort": [1, 1]}}, "'theta9' is not an actuator"),
        ("no-such-file.yaml", "cannot be read"),
        (7, "a mapping with speed and effort"),
    ],
)
def test_invalid_motors_get_a_sentence(given, told):
    with pytest.raises(parados.InputError, match=told):
        size_motors(delta().compile("vm"), cycle(), given)


def test_states_without_times_have_equal_weights():
    states = StudyStates("", np.zeros((4, 2)), np.zeros((4, 2)), np.zeros((4, 2)))
    assert states.shares.tolist() == [0.25] * 4
