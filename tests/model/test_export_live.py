"""Exported C with live parameters: one build gives the numbers and the failures of Python for every set of values."""

import pickle
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tests.model.c_builds import C99, CPP, SANITIZED, build_and_run

import parados
from parados.model.model import Model
from parados.model.quantities import QUANTITIES
from parados.model.status_codes import STATUSES
from parados.model.surveyed_robot import SurveyedRobot

STATUS = {name: k for k, name in enumerate(STATUSES)}
EXPORTED = [key for key, entry in QUANTITIES.items() if entry.exported]

SAME = 1e-12
"""Error relative to the largest entry: C and Python evaluate the same operations in the same order."""

DELTA = ("delta-d3-1200", ("rf", "re", "l1", "l2", "a1", "m0", "m1", "m2", "I1"))
GOUGH_STEWART = ("gough-stewart-lopes", ("rB", "rP", "m_p", "payload"))
ROBOTS = Path(__file__).parents[1] / "robots"
SPRUNG = (str(ROBOTS / "delta-sprung.yaml"), ("free", "wound", "counterweight", "N", "springs", "friction"))
NUMERIC = (str(ROBOTS.parent / "numeric_robots" / "3-prs.yaml"), ("l", "gravity", "payload"))

TOOL = {"mass": 1.7, "com": [0.02, -0.03, 0.08], "inertia": [0.004, 1e-4, -2e-4, 0.005, 3e-4, 0.003]}
PART = {"mass": 0.4, "com": [0, 0, -0.05]}

SETS = {
    DELTA: [
        {},
        {"l1": 0.41, "l2": 0.87, "m0": 2.5},
        {"rf": 0.21, "re": 0.07, "l1": 0.33, "l2": 0.95, "a1": 0.09, "m0": 0.3, "m1": 2.2, "m2": 0.8, "I1": 0.2},
    ],
    GOUGH_STEWART: [{}, {"payload": TOOL}, {"rB": 1.9, "rP": 0.5, "m_p": 4.2, "payload": PART}],
    SPRUNG: [{}, {"k_balance1": 90, "free": 0.2, "wound": -3, "c_gas": 20, "k_gas": 50, "fb_theta2": 0.3, "f0_theta1": -0.2}],
    NUMERIC: [{}, {"l": 0.5, "payload": TOOL}, {"l": 0.38, "gravity": [1.2, -3.1, 7.0], "payload": PART}],
}
"""Robot with its live parameters -> sets of values; {} stands for the default values."""

CASES = [pytest.param(case, id=Path(case[0]).stem, marks=[pytest.mark.slow] if case == SPRUNG else []) for case in SETS]
BUILDS = {"c99": C99, "c++17": CPP, "sanitized": SANITIZED}
QUICK = {(DELTA, "c99"), (DELTA, "c++17"), (NUMERIC, "c99")}


def states(model, count=8):
    """Yield the arguments of every quantity at poses that the robot reaches."""
    rng, n = np.random.default_rng(11), model.mechanism.n_dof
    survey = model.survey
    for _ in range(count):
        x = survey.home + rng.uniform(-0.2, 0.2, len(survey.home)) * (survey.upper - survey.lower)
        known = {"x": x, "mode": model.signs(), "unknowns": model.unknowns(x), "parameters": model._evaluator.live}
        yield {**known, "xd": rng.normal(size=n), "xdd": rng.normal(size=n), "tau": rng.normal(size=len(model.labels["tau"]))}


def of_python(model, quantity, values):
    """Return the results of Python, one after the other."""
    used = {key: values[key] for key in ("x", "xd", "xdd", "tau") if key in model.kernel(quantity).inputs}
    _, out = model._evaluator.evaluate(quantity, used, None)
    return np.concatenate([value.ravel() for value in out.values()])


@pytest.mark.parametrize("case", CASES)
def test_every_set_of_values_gives_the_numbers_of_python(case, live_c, record_property):
    c, _ = live_c(*case)
    worst = 0.0
    for values in SETS[case]:
        model = c.model.with_parameters(values)
        for state in states(model):
            for quantity in EXPORTED:
                wanted = of_python(model, quantity, state)
                status, out = c.call(quantity, state)
                assert status == STATUS["OK"]
                worst = max(worst, np.abs(np.concatenate(list(out.values())) - wanted).max() / np.abs(wanted).max())
    record_property("difference of C and Python with live parameters", float(worst))
    assert worst < SAME


def built(case, build):
    marks = [] if (case, build) in QUICK else [pytest.mark.slow]
    return pytest.param(case, build, marks=marks, id=f"{Path(case[0]).stem}-{build}")


@pytest.mark.parametrize(("case", "build"), [built(case, build) for case in SETS for build in BUILDS])
def test_driver_compiles_without_warnings_and_passes(case, build, live_c):
    _, files = live_c(*case)
    text = files[2].read_text()
    assert "parameters = {" in text and "_default_parameters;" in text  # other values and default values
    assert int(build_and_run(files, BUILDS[build]).split()[0]) >= 100


@pytest.mark.parametrize("case", CASES)
def test_every_function_takes_the_struct(case, live_c):
    c, files = live_c(*case)
    found = re.findall(rf"^{c.name}_status {c.name}_(\w+)\((.*)\);$", files[0].read_text(), re.MULTILINE)
    assert {key for key, _ in found} == {*EXPORTED, "forward_kinematics", *(["close"] if case == NUMERIC else [])}
    assert all(arguments.startswith(f"const {c.name}_parameters *parameters, ") for _, arguments in found)


@pytest.mark.parametrize("case", CASES)
def test_values_that_are_not_finite_are_rejected_by_every_function(case, live_c):
    c, _ = live_c(*case)
    state = next(states(c.model))
    for k in range(len(state["parameters"])):
        for bad in (np.nan, np.inf, -np.inf):
            wrong = {**state, "parameters": np.where(np.arange(len(state["parameters"])) == k, bad, state["parameters"])}
            for quantity in EXPORTED:
                status, out = c.call(quantity, wrong)
                assert status == STATUS["NOT_FINITE"] and all(np.isnan(value).all() for value in out.values())


def test_a_length_that_is_too_short_makes_a_pose_unreachable_as_in_python(live_c):
    c, _ = live_c(*DELTA)
    short = c.model.with_parameters({"l1": 0.2, "l2": 0.6})
    state = next(states(c.model)) | {"x": np.array([0, 0, -0.9])}
    with pytest.raises(parados.UnreachableError):
        short.joints(state["x"])
    for quantity in EXPORTED:
        assert c.call(quantity, state)[0] == STATUS["OK"]
        status, out = c.call(quantity, {**state, "parameters": short._evaluator.live})
        assert status == STATUS["UNREACHABLE"] and all(np.isnan(value).all() for value in out.values())


def test_numbers_equal_those_of_a_robot_with_these_numbers_in_its_file(live_c):
    c, _ = live_c(*DELTA)
    values = SETS[DELTA][2]
    frozen = Model(SurveyedRobot(parados.load(DELTA[0]).with_parameters(**values).spec), "vm")
    for state in states(c.model.with_parameters(values)):
        wanted = frozen.inverse_dynamics(state["x"], state["xd"], state["xdd"])
        assert np.abs(c.call("inverse_dynamics", state)[1]["tau"] - wanted).max() < SAME * np.abs(wanted).max()


# -- numeric geometry -----------------------------------------------------------------------------------------------------


def test_close_gives_the_unknowns_of_python_for_every_set_of_values(live_c):
    c, _ = live_c(*NUMERIC)
    for values in SETS[NUMERIC]:
        model = c.model.with_parameters(values)
        for state in states(model):
            unknowns = c.model.survey.home_unknowns.copy()
            assert c.close(state["x"], unknowns, parameters=state["parameters"]) == STATUS["OK"]
            assert np.abs(unknowns - state["unknowns"]).max() < 1e-10


def test_close_fails_and_keeps_the_unknowns_if_a_length_is_too_short_or_not_finite(live_c):
    c, _ = live_c(*NUMERIC)
    for length, statuses in ((0.1, ("NOT_CLOSED", "SINGULAR")), (np.nan, ("NOT_FINITE",)), (np.inf, ("NOT_FINITE",))):
        values, unknowns = c.model._evaluator.live.copy(), c.model.survey.home_unknowns.copy()
        values[0] = length
        assert c.close(c.model.survey.home, unknowns, parameters=values) in [STATUS[key] for key in statuses]
        assert np.array_equal(unknowns, c.model.survey.home_unknowns)


def test_unknowns_of_other_values_do_not_close_the_loops(live_c):
    c, _ = live_c(*NUMERIC)
    state, other = next(states(c.model)), c.model.with_parameters({"l": 0.46})._evaluator.live
    for quantity in EXPORTED:
        assert c.call(quantity, {**state, "parameters": other})[0] == STATUS["NOT_CLOSED"]


# -- a controller ---------------------------------------------------------------------------------------------------------

PROGRAM = """
#include "gough_stewart_lopes.h"
#include <stdio.h>

int main(void)
{
  const double x[6] = {0.1, -0.1, 1.9, 0.1, 0.2, -0.1}, rates[6] = {0.3, 0.2, -0.4, 0.1, -0.2, 0.5};
  double tau[6];
  int k;
  gough_stewart_lopes_parameters p = gough_stewart_lopes_default_parameters;
  p.payload_mass = 1.7;
  p.payload_com[1] = -0.03;
  p.payload_inertia[0] = p.payload_inertia[3] = p.payload_inertia[5] = 0.004;
  p.payload_inertia[4] = 3e-4;
  p.rP = 0.7;
  if (gough_stewart_lopes_inverse_dynamics(&p, x, rates, rates, tau) != gough_stewart_lopes_OK) return 1;
  for (k = 0; k < 6; ++k) printf("%.17g ", tau[k]);
  return 0;
}
"""


def test_a_program_changes_the_payload_by_the_names_of_the_members(live_c, tmp_path):
    c, (header, source, _) = live_c(*GOUGH_STEWART)
    (tmp_path / "main.c").write_text(PROGRAM)
    subprocess.run([*C99, f"-I{header.parent}", "main.c", source, "-o", "main", "-lm"], cwd=tmp_path, check=True)
    out = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True).stdout
    payload = {"mass": 1.7, "com": [0, -0.03, 0], "inertia": [0.004, 0, 0, 0.004, 3e-4, 0.004]}
    x, rates = [0.1, -0.1, 1.9, 0.1, 0.2, -0.1], [0.3, 0.2, -0.4, 0.1, -0.2, 0.5]
    wanted = c.model.inverse_dynamics(x, rates, rates, parameters={"rP": 0.7, "payload": payload})
    assert np.abs(np.array(out.split(), dtype=float) - wanted).max() < SAME * np.abs(wanted).max()


@pytest.mark.parametrize("case", [CASES[0], CASES[2]])
def test_the_default_values_are_those_of_the_bound_model(case, live_c, tmp_path):
    c, _ = live_c(*case)
    bound = c.model.with_parameters(SETS[case][1])
    files = bound.export_c(tmp_path)
    default = re.search(r"_default_parameters = (.*);", files[1].read_text()).group(1)
    assert np.array_equal([float(value) for value in re.findall(r"[-+.0-9e]+", default)], bound._evaluator.live)
    build_and_run(files, C99)


def test_a_model_with_one_value_for_each_row_is_rejected(live_c, tmp_path):
    model = live_c(*DELTA)[0].model.with_parameters({"l1": [0.3, 0.4]})
    with pytest.raises(parados.InputError, match=r"^export_c: each parameter must have one value, not one for each row"):
        model.export_c(tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_changed_robot_without_live_parameters_is_exported_with_its_own_numbers(tmp_path):
    robot = parados.load("five-bar").with_payload(0.5)
    model = robot.compile("vm")
    assert model.live  # it shares its kernels with other robots
    texts = []
    for k, own in enumerate((model, pickle.loads(pickle.dumps(model)), Model(SurveyedRobot(robot.spec), "vm"))):
        texts.append([file.read_text() for file in own.export_c(tmp_path / str(k))])
    assert texts[0] == texts[1] == texts[2]
    assert not any("_parameters" in text for text in texts[0])


# -- names of members -----------------------------------------------------------------------------------------------------

EVIL = "x */ int injected(void){return 1;} /* ??/ \\"

ODD = """
name: odd
title: Five-bar whose parameters have odd names
gravity: [0, -9.81, 0]
parameters:
  double: {value: 0.213, unit: m², range: [0.1, 0.5], about: "*/ #error"}
  größe: 0.1878
  I: 2*größe
  arms__m: [[0.4, 0.3], [0.2, 0.1]]
  arms_m: 0.02
platform:
  coordinates: [px, py]
  dependent: [a3]
  link: {mass: I, com: [arms_m, 0, 0]}
legs:
  - name: leg1
    joints:
      - {name: EVIL, kind: R, active: true, d: -0.14, friction: {fv: 0.1}, link: {mass: "arms__m[0][0]", com: [0.1, 0, 0]}}
      - {name: q12, kind: R, d: double, link: {mass: "arms__m[0][1]", com: [0.1, 0, 0]}}
      - {name: q13, kind: R, d: größe}
    closure: {joint: fixed}
  - name: leg2
    joints:
      - {name: q21, kind: R, active: true, d: 0.14, link: {mass: "arms__m[1][0]", com: [0.1, 0, 0]}}
      - {name: q22, kind: R, d: double, link: {mass: "arms__m[1][1]", com: [0.1, 0, 0]}}
    closure: {joint: fixed, frame: {d: größe}}
mode: [1, -1]
home: [0, 0.26]
workspace: {px: [-0.02, 0.02], py: [0.24, 0.28]}
"""


def test_names_from_the_file_become_different_valid_members(tmp_path):
    path = tmp_path / "odd.yaml"
    path.write_text(ODD.replace("EVIL", f"'{EVIL}'"), encoding="utf-8")
    robot = parados.load(path)
    model = robot.compile("vm", live=["double", "größe", "I", "arms__m", "arms_m", f"fv_{EVIL}", "friction", "gravity"])
    files = model.export_c(tmp_path / "out")
    text = files[0].read_text(encoding="ascii")
    body = text.partition("typedef struct odd_parameters {\n")[2].partition("}")[0]
    declared = re.findall(r"^  double (\w+(?:\[\d\])*);", body, re.MULTILINE)
    assert declared[:5] == ["parameter_double", "gru00f6u00dfe", "parameter_I", "arms_m_2[2][2]", "arms_m"]
    assert len(declared) == len(set(declared)) and declared[-1] == "gravity[3]"
    assert "/* * / #error; from 0.1 to 0.5 [m^2] */" in body and "/* 2*gr<U+00F6><U+00DF>e in the robot file */" in body
    build_and_run(files, C99)
    build_and_run(files, CPP)


def test_without_live_parameters_nothing_is_written_about_them(exported):
    assert all("_parameters" not in file.read_text() for file in exported("five-bar"))
