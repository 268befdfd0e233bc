"""Drafted robot files: each loads without a remark, has the motions that its family is known for, and its loops close."""

from __future__ import annotations

import numpy as np
import pytest
import yaml
from tests.robots.independent import closure_gaps

import parados
from parados.drafting import draft_robot
from parados.drafting.right_angle_rows import axes_along, shortest_row
from parados.robot.expressions import evaluate
from parados.spatial.mdh import mdh_matrix

XYZ, ALL = ("px", "py", "pz"), ("px", "py", "pz", "a1", "a2", "a3")
PLANE, LIFT = ("px", "py", "a3"), ("pz", "a1", "a2")

KNOWN = [
    ("3-PRS", LIFT, ("px", "py", "a3"), 0),
    ("3-RRR", PLANE, (), 6),
]
"""Families with their independent coordinates, parasitic coordinates and redundant constraints, as textbooks give them."""

MORE = [
    ("4-RUU", ("px", "py", "pz", "a3"), (), 2),
    ("6-UPS", ALL, (), 0),
    ("3-UPU", XYZ, (), 0),
    ("6-PUS", ALL, (), 0),
    ("3-RPR", PLANE, (), 6),
    ("3-RPS", LIFT, ("px", "py", "a3"), 0),
    ("3-RRS", LIFT, ("px", "py", "a3"), 0),
    ("3-RUU", XYZ, (), 0),
    ("3-PUU", XYZ, (), 0),
    ("3-PRRR", XYZ, (), 3),
    ("3-RRPR", XYZ, (), 3),
    ("4-UPU", ("px", "py", "pz", "a3"), (), 2),
    ("4-PUU", ("px", "py", "pz", "a3"), (), 2),
    ("6-RUS", ALL, (), 0),
    ("6-SPU", ALL, (), 0),
    ("6-SPS", ALL, (), 0),
    ("3-PRR", PLANE, (), 6),
    ("3-PPR", PLANE, (), 6),
    ("3-RRP", PLANE, (), 6),
    ("4-RRR", PLANE, (), 9),
    ("2-RRR", PLANE, (), 3),
    ("3-URS", ALL, (), 0),
]


@pytest.mark.parametrize(
    ("family", "free", "parasitic", "redundant"), [*KNOWN, *[pytest.param(*one, marks=pytest.mark.slow) for one in MORE]]
)
def test_draft_has_the_motions_of_its_family(tmp_path, family, free, parasitic, redundant):
    draft = draft_robot(family)
    path = tmp_path / "draft.yaml"
    path.write_text(draft.text, encoding="utf-8")
    robot = parados.load(path)  # a remark would be a warning, and an error here
    assert (robot.spec.platform.coordinates, robot.spec.platform.dependent) == (free, parasitic)
    found = robot.mobility()
    assert (found.dof, found.overconstraint) == (len(free), redundant)
    model = robot.compile(backend="vm")
    assert max(closure_gaps(robot.spec, model, robot.survey.home, None).values()) < 1e-10
    assert np.linalg.cond(model.inverse_jacobian(robot.survey.home)) < 200
    assert all(robot.parameters.details(one).unit for one in robot.parameters)
    assert all(robot.parameters.details(one).range for one in robot.parameters)


def test_actuated_joints_can_be_chosen_and_comments_explain_the_file():
    draft = draft_robot("3-RRR", active="2")
    assert [joint.name for leg in draft.robot.spec.legs for joint in leg.joints if joint.active] == ["q12", "q22", "q32"]
    assert draft.text.count("#") > 12
    assert yaml.safe_load(draft.text)["name"] == draft.robot.name == "my-3-rrr"


def test_rows_between_right_angled_frames_connect_them():
    """Right-angled frames, with a length along some axes, against the matrix of the row."""
    units = [*np.eye(3), *-np.eye(3)]
    frames = [axes_along(z, x) for z in units for x in units if not x @ z]
    for before in frames[::11]:
        for after in frames:
            for along in units[::2]:
                row = shortest_row(before, after, along, "w")
                values = {key: evaluate(text, {"w": 0.3}) for key, text in row.items()}
                T = mdh_matrix(*[values.get(key, 0.0) for key in ("gamma", "b", "alpha", "d", "theta", "r")])
                assert np.abs(before @ T[:3, :3] - after).max() < 1e-15
                assert np.abs(before @ T[:3, 3] - 0.3 * along).max() < 1e-15


REFUSED = [
    ("6UPS", None, "is not a number of legs, a hyphen and the joints"),
    ("", None, "is not a number of legs"),
    ("-3-RRR", None, "is not a number of legs"),
    ("3-RXR", None, "X in '3-RXR' is not one of the joints R, P, U, S"),
    ("1-RRR", None, "2 to 24 legs, not 1"),
    ("30-UPS", None, "2 to 24 legs, not 30"),
    ("3-R", None, "has one degree of freedom"),
    ("6-UPUS", None, "has 8 degrees of freedom"),
    ("6-RRSU", None, "has 7 degrees of freedom"),
    ("3-RRRRR", None, "do not say which axes are parallel"),
    pytest.param("3-RR", None, "makes no robot in its usual arrangement: its legs allow small motions", marks=pytest.mark.slow),
    ("2-RRR", "1", "2 actuated joints cannot drive 3 degrees of freedom; try another --active, or other joints"),
    pytest.param("5-UPS", "3", "5 actuated joints cannot drive 6 degrees of freedom", marks=pytest.mark.slow),
    ("3-RRR", "4", "does not name joints of a leg RRR; count them from the base: 1 to 3"),
    ("3-RRR", "1,1", "does not name joints of a leg RRR"),
    ("3-RRR", "first", "does not name joints"),
]
"""Names of families and places of actuated joints that make no robot, with words of the sentence."""


@pytest.mark.parametrize(("family", "active", "words"), REFUSED)
def test_names_that_make_no_robot_get_a_sentence(family, active, words):
    with pytest.raises(parados.InputError) as caught:
        draft_robot(family, active=active)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
