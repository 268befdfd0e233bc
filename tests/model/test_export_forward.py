"""Exported forward geometry: it finds the pose of measured joints as Python does, and fails with a status and x unchanged."""

import warnings
from pathlib import Path

import numpy as np
import pytest

from parados.geometry.survey import as_x
from parados.geometry.working_modes import mode_signs
from parados.model.status_codes import STATUSES

HERE = Path(__file__).parents[1] / "robots"
NUMERIC = str(HERE.parent / "numeric_robots" / "3-prs.yaml")
QUATERNION = str(HERE / "6-ups-quaternion.yaml")
STATUS = {name: k for k, name in enumerate(STATUSES)}

SAME = 1e-9
"""Largest difference to the pose that the joints come from [m, rad]: Newton's method stops at a residual of 1e-13."""

TYPE_2 = [0.0, 0.207567242116862]
"""A pose of the five-bar where the Jacobian has lost rank."""


def poses(model, count=8, part=0.5):
    rng, survey = np.random.default_rng(2), model.survey
    size = survey.upper - survey.lower
    is_quaternion = model.mechanism.platform.is_quaternion
    centre = (survey.lower + survey.upper) / 2 if is_quaternion else survey.home
    return as_x(model.mechanism, centre + rng.uniform(-0.5, 0.5, (count, len(size))) * part * size)


@pytest.mark.parametrize("name", ["five-bar", "delta-d3-1200", "dualv", QUATERNION])
def test_forward_kinematics_finds_the_poses_from_home(name, model, exported_c):
    m, c = model(name, "vm"), exported_c(name)
    for wanted in poses(m):
        x = m.survey.home.copy()
        assert c.forward(m.inverse_kinematics(wanted), x) == STATUS["OK"]
        assert np.abs(x - wanted).max() < SAME


def test_forward_kinematics_finds_pose_and_unknowns_of_a_numeric_geometry(model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    for wanted in poses(m):
        x, unknowns = m.survey.home.copy(), m.survey.home_unknowns.copy()
        assert c.forward(m.inverse_kinematics(wanted), x, unknowns) == STATUS["OK"]
        assert np.abs(x - wanted).max() < SAME and np.abs(unknowns - m.unknowns(wanted)).max() < SAME


def test_whole_turns_of_a_motor_do_not_count(model, exported_c):
    m, c = model("five-bar", "vm"), exported_c("five-bar")
    x = m.survey.home.copy()
    assert c.forward(m.inverse_kinematics([0.01, 0.26]) + np.array([2, -4]) * np.pi, x) == STATUS["OK"]
    assert np.abs(x - [0.01, 0.26]).max() < SAME


def test_forward_kinematics_is_found_in_the_given_mode(model, exported_c):
    m, c = model("five-bar", "vm"), exported_c("five-bar")
    for mode in m.working_modes():
        x, wanted = m.survey.home.copy(), m.survey.home + 0.005
        assert c.forward(m.inverse_kinematics(wanted, mode=mode), x, mode=m.signs(mode)) == STATUS["OK"]
        assert np.abs(x - wanted).max() < SAME


FAILING = {
    "joints of no assembly": ("delta-d3-1200", [3.0, 3.0, 3.0], [0, 0, -0.8], None, ("NOT_CLOSED", "SINGULAR")),
    "guess out of reach": ("delta-d3-1200", [0.1, 0.1, 0.1], [5.0, 0, 0], None, ("UNREACHABLE",)),
    "guess not finite": ("delta-d3-1200", [0.1, 0.1, 0.1], [0, np.nan, 0], None, ("NOT_FINITE",)),
    "joints not finite": ("delta-d3-1200", [0.1, np.inf, 0.1], [0, 0, -0.8], None, ("NOT_FINITE",)),
    "no mode": ("five-bar", [1.0, 2.0], [0, 0.26], [0.5, 7], ("BAD_MODE",)),
    "singular guess": ("five-bar", [1.0, 2.0], TYPE_2, None, ("SINGULAR",)),
}


@pytest.mark.parametrize("case", FAILING)
def test_forward_kinematics_fails_with_a_status_and_keeps_x(case, model, exported_c):
    name, q, guess, mode, statuses = FAILING[case]
    x = np.array(guess, dtype=float)
    assert exported_c(name).forward(np.array(q), x, mode=mode) in [STATUS[key] for key in statuses]
    assert np.array_equal(x, np.array(guess, dtype=float), equal_nan=True)


def test_a_quaternion_without_unit_length_is_rejected(model, exported_c):
    m, c = model(QUATERNION, "vm"), exported_c(QUATERNION)
    x = m.survey.home * np.where(np.arange(7) >= 3, 1.01, 1.0)
    assert c.forward(m.inverse_kinematics(m.survey.home), x) == STATUS["NOT_UNIT"]


def test_numeric_geometry_fails_with_a_status_and_keeps_x_and_unknowns(model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    home, own = m.survey.home, m.survey.home_unknowns
    signs = mode_signs(m.survey.geometry, m.survey.mode)
    q = m.inverse_kinematics(home + 0.01)
    for joints, mode, statuses in (
        (q + 5.0, signs, ("NOT_CLOSED", "SINGULAR")),
        (np.nan * q, signs, ("NOT_FINITE",)),
        (q, 0.5 * signs, ("BAD_MODE",)),
        (q, -signs, ("OTHER_MODE",)),
    ):
        x, unknowns = home.copy(), own.copy()
        assert c.forward(joints, x, unknowns, mode) in [STATUS[key] for key in statuses]
        assert np.array_equal(x, home) and np.array_equal(unknowns, own)


@pytest.mark.parametrize("case", [("delta-d3-1200", ("l1", "l2")), (NUMERIC, ("l",))], ids=["delta", "3-prs"])
def test_live_parameters_change_the_pose_as_in_python(case, live_c):
    c, _ = live_c(*case)
    for factor in (1.0, 1.1):
        own = c.model.with_parameters({case[1][-1]: factor * c.model.live[case[1][-1]]})
        wanted = own.survey.home + 0.01
        x, numeric = own.survey.home.copy(), not own.survey.geometry.is_closed_form
        unknowns = own.unknowns(x) if numeric else None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            q = own.inverse_kinematics(wanted)
        assert c.forward(q, x, unknowns, parameters=own._evaluator.live) == STATUS["OK"]
        assert np.abs(x - wanted).max() < SAME
