"""Calls of an FMU: several instances, saved states, states without a result, and calls that are not allowed."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from fmpy import extract, instantiate_fmu, read_model_description
from fmpy.fmi1 import FMICallException

import parados
from parados.fmu import export_fmu

DISCARD, ERROR = 2, 3


class Instance:
    """An instance of FMI 2 or 3; `said` are the messages that it logged."""

    def __init__(self, path, type="CoSimulation"):
        self.description = read_model_description(str(path))
        self.is_3, self.said = self.description.fmiVersion.startswith("3"), []
        self.references = {variable.name: variable.valueReference for variable in self.description.modelVariables}
        self.fmu = instantiate_fmu(extract(str(path)), self.description, fmi_type=type, logger=self._heard)

    def _heard(self, *arguments):
        self.said.append(arguments[-1].decode())

    def begin(self, **values):
        if not self.is_3:
            self.fmu.setupExperiment(startTime=0.0)
        self.set(**values)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()
        return self

    def set(self, **values):
        for name, value in values.items():
            (self.fmu.setFloat64 if self.is_3 else self.fmu.setReal)([self.references[name.replace("__", ".")]], [value])

    def get(self, *names):
        return np.array((self.fmu.getFloat64 if self.is_3 else self.fmu.getReal)([self.references[name] for name in names]))

    def step(self, time, size):
        return self.fmu.doStep(currentCommunicationPoint=time, communicationStepSize=size)

    def states(self):
        return self.get("x.px", "x.py", "xd.px", "xd.py")


@pytest.fixture(params=[2, 3])
def plant(request, fmu):
    """(model, path) of a five-bar without friction in its start, for both versions."""
    return fmu("five-bar", version=request.param, live=("payload", "d12"))


def test_instances_do_not_share_anything(plant):
    """Two instances in turns move as each does alone."""
    _, path = plant

    def run(*instances):
        for k in range(10):
            for one in instances:
                one.step(k * 1e-3, 1e-3)
        return [one.states() for one in instances]

    starts = [{"xd__px": 0.3, "tau__q11": 0.5}, {"xd__py": -0.2, "parameters__payload_mass": 2.0}]
    alone = [run(Instance(path).begin(**start))[0] for start in starts]
    both = run(*[Instance(path).begin(**start) for start in starts])
    assert np.array_equal(alone, both) and not np.array_equal(*both)


def test_saved_state_is_restored_and_survives_as_bytes(plant):
    _, path = plant
    own = Instance(path).begin(xd__px=0.3)
    own.step(0.0, 0.01)
    calls = {name.lower(): getattr(own.fmu, name) for name in dir(own.fmu) if name.lower().endswith("fmustate")}
    get, put, pack, unpack, free = (calls[f"{verb}fmustate"] for verb in ("get", "set", "serialize", "deserialize", "free"))
    saved = get()
    before = own.states()
    own.step(0.01, 0.01)
    after = own.states()
    put(saved)
    assert np.array_equal(own.states(), before)
    own.step(0.01, 0.01)
    assert np.array_equal(own.states(), after)
    kept = unpack(pack(saved))
    put(kept)
    assert np.array_equal(own.states(), before)
    for one in (saved, kept):
        free(one)


def test_reset_begins_again(plant):
    model, path = plant
    own = Instance(path).begin(xd__px=0.3)
    own.step(0.0, 0.01)
    own.fmu.reset()
    assert np.array_equal(own.begin().states(), [*model.survey.home, 0.0, 0.0])


@pytest.mark.parametrize("version", [2, 3])
def test_a_plant_that_leaves_its_reach_stops_with_a_sentence(version, fmu):
    """A Delta robot without efforts, thrown sideways, falls until a leg is stretched."""
    model, path = fmu("delta-d3-1200", version=version)
    own, done = Instance(path).begin(xd__px=2.0), 0
    with pytest.raises(FMICallException) as caught:
        for done in range(1000):
            own.step(done * 1e-3, 1e-3)
    assert caught.value.status == DISCARD and 200 < done < 400
    assert len(own.said) == 1 and "a leg cannot reach the pose in this working mode" in own.said[0]
    time = float(own.said[0].split()[3])
    assert done * 1e-3 <= time <= (done + 1) * 1e-3, "the sentence names the time at which it happened"
    if version == 2:
        assert own.fmu.getRealStatus(2) == pytest.approx(time, rel=1e-8) and own.fmu.getBooleanStatus(3)
    assert np.isfinite(model.inverse_kinematics(own.get("x.px", "x.py", "x.pz"))).all(), "the last state is within reach"


@pytest.mark.parametrize("version", [2, 3])
def test_a_motion_out_of_reach_has_no_efforts(version, fmu):
    _, path = fmu("five-bar", kind="inverse_dynamics", version=version)
    own = Instance(path, "ModelExchange").begin()
    own.fmu.enterContinuousTimeMode()
    assert np.isfinite(own.get("tau.q11")).all()
    own.set(x__py=0.9)
    with pytest.raises(FMICallException) as caught:
        own.get("tau.q11")
    assert caught.value.status == DISCARD and "a leg cannot reach the pose" in own.said[-1]
    own.set(x__py=0.26)
    assert np.isfinite(own.get("tau.q11")).all()


def test_continuous_states_out_of_reach_are_discarded(plant):
    """A solver that tried too long a step can go back and try a shorter one."""
    model, path = plant
    own = Instance(path, "ModelExchange").begin()
    own.fmu.enterContinuousTimeMode()
    count = len(own.description.derivatives)
    states, slopes = (ctypes.c_double * count)(0.0, 0.9, 0.0, 0.0), (ctypes.c_double * count)()
    derivatives = own.fmu.getContinuousStateDerivatives if own.is_3 else own.fmu.getDerivatives
    own.fmu.setContinuousStates(states, count)
    with pytest.raises(FMICallException) as caught:
        derivatives(slopes, count)
    assert caught.value.status == DISCARD and "a leg cannot reach the pose" in own.said[-1]
    own.fmu.setContinuousStates((ctypes.c_double * count)(*model.survey.home, 0.1, 0.0), count)
    derivatives(slopes, count)
    assert np.allclose(slopes[:2], [0.1, 0.0]) and np.isfinite(slopes[2:]).all()


def test_a_start_out_of_reach_is_an_error(plant):
    with pytest.raises(FMICallException) as caught:
        Instance(plant[1]).begin(x__py=2.0)
    assert caught.value.status == ERROR


WRONG = {
    "a value that is not finite": lambda own: own.set(tau__q11=float("nan")),
    "an output": lambda own: own.set(q__q11=0.1),
    "a state after the start": lambda own: own.set(x__px=0.1),
    "the step after the start": lambda own: own.set(step=1e-3),
    "a step backwards": lambda own: own.step(0.0, -1e-3),
    "a step from another time": lambda own: own.step(0.5, 1e-3),
    "initialization again": lambda own: own.fmu.enterInitializationMode(),
    "an unknown variable": lambda own: (own.fmu.getFloat64 if own.is_3 else own.fmu.getReal)([10_000]),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_not_allowed_is_an_error_with_a_sentence(what, plant):
    own = Instance(plant[1]).begin()
    with pytest.raises(FMICallException) as caught:
        WRONG[what](own)
    assert caught.value.status == ERROR and len(own.said) == 1 and own.said[0].startswith("at t = 0 s: ")
    own.step(0.0, 1e-3)


def test_a_step_of_zero_length_for_the_integration_is_an_error(plant):
    with pytest.raises(FMICallException):
        Instance(plant[1]).begin(step=0.0)


def test_friction_can_be_switched_off(plant):
    model, path = plant
    found = []
    for value in (True, False):
        own = Instance(path)
        own.fmu.setBoolean([own.references["friction"]], [value])
        own.begin(xd__px=0.3)
        assert bool(own.fmu.getBoolean([own.references["friction"]])[0]) == value
        found.append(own.get("der(xd.px)", "der(xd.py)"))
        wanted = model.forward_dynamics(model.survey.home, [0.3, 0.0], [0.0, 0.0], friction=value)
        assert np.abs(found[-1] - wanted).max() < 1e-10 * np.abs(wanted).max()
    assert not np.allclose(*found)


@pytest.mark.slow
def test_the_working_mode_can_be_chosen(fmu):
    modes = fmu("five-bar")[0].working_modes()
    found = []
    for mode in modes:
        model, path = fmu("five-bar", mode=tuple(mode))
        found.append(Instance(path).begin().get("q.q11", "q.q21"))
        assert np.allclose(found[-1], model.inverse_kinematics(model.survey.home, mode=mode), atol=1e-14)
    assert len(np.unique(np.round(found, 6), axis=0)) == len(modes) > 1


@pytest.mark.slow
@pytest.mark.parametrize("what", ["other numbers", "joints as coordinates"])
def test_robots_derived_from_others_can_be_plants(what, tmp_path):
    robot = parados.load("five-bar")
    joints = robot.compile("vm").joint_names[:2]
    model = (robot.with_parameters(d12=0.2) if what == "other numbers" else robot.in_coordinates(joints)).compile("vm")
    own = Instance(export_fmu(model, tmp_path / "robot.fmu")).begin()
    home, still, labels = model.survey.home, np.zeros(2), model.labels
    got = own.get(*[f"der(xd.{label})" for label in labels["x"]], *[f"q.{label}" for label in labels["q"]])
    assert np.allclose(got, [*model.forward_dynamics(home, still, still), *model.inverse_kinematics(home)], rtol=1e-11)
