"""Two descriptions of one robot give the same models."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np

import parados
from parados.model.model import Model
from parados.spatial.rotations import quaternion, rate_columns
from parados.spatial.vectors import column

from .independent import relative_difference
from .test_generality import HERE, compiled, states

SAME = 1e-9  #: relative

FIRST_BARS = [0, 4, 8]  #: A D of each leg, the first of the four links of a leg in either file


def test_models_do_not_depend_on_where_a_parallelogram_is_cut() -> None:
    """The geometry of NaVARo is a closed form if the loops are cut at C, and also if they are cut at D as in the book."""
    ours, book = compiled("3-rrr-parallelogram"), compiled("navaro-cut-at-d")
    assert ours.survey.geometry.is_closed_form and book.survey.geometry.is_closed_form
    x = states("navaro-cut-at-d")[0].x
    bars = book.link_frames(x)[FIRST_BARS]
    modes = [m for m in ours.working_modes() if np.abs(ours.link_frames(x, mode=m)[FIRST_BARS] - bars).max() < SAME]
    assert len(modes) == 1, "the working mode that the guess of the book's cut stands for"
    mode = modes[0]
    for x, xd, xdd in states("navaro-cut-at-d"):
        turn = ours.inverse_kinematics(x, mode=mode) - book.inverse_kinematics(x)
        assert np.abs(np.exp(1j * turn) - 1).max() < SAME
        tau = ours.inverse_dynamics(x, xd, xdd, mode=mode)
        assert relative_difference(tau, book.inverse_dynamics(x, xd, xdd)) < SAME
        assert relative_difference(ours.mass_matrix(x, mode=mode), book.mass_matrix(x)) < SAME
        assert relative_difference(ours.ground_reaction(x, xd, xdd, mode=mode), book.ground_reaction(x, xd, xdd)) < SAME


def test_models_do_not_depend_on_the_orientation_parameters() -> None:
    """Compare a hexapod in tilt-torsion angles with the same hexapod in quaternions and twists."""
    angles, quaternions = compiled("6-ups-tilt-torsion"), compiled("6-ups-quaternion")
    step = 1e-4

    def rates(a: np.ndarray) -> np.ndarray:
        """(3, 3) matrix that maps the rates of the angles to omega."""
        D = rate_columns("tilt-torsion", column(np.cos(a)), column(np.sin(a)))
        return np.array([[float(D[i, j]) for j in range(3)] for i in range(3)])

    for x, xd, xdd in states("6-ups-tilt-torsion"):
        R = angles.platform_frame(x)[:3, :3]
        D = rates(x[3:])
        D_dot = (rates(x[3:] + step * xd[3:]) - rates(x[3:] - step * xd[3:])) / (2 * step)
        y = np.concatenate([x[:3], quaternion(R)])
        yd = np.concatenate([xd[:3], D @ xd[3:]])
        ydd = np.concatenate([xdd[:3], D @ xdd[3:] + D_dot @ xd[3:]])
        assert relative_difference(quaternions.inverse_kinematics(y), angles.inverse_kinematics(x)) < SAME
        assert relative_difference(quaternions.inverse_dynamics(y, yd, ydd), angles.inverse_dynamics(x, xd, xdd)) < 1e-7
        linear = [m.forward_dynamics(*s, np.ones(6))[:3] for m, s in ((quaternions, (y, yd)), (angles, (x, xd)))]
        assert relative_difference(*linear) < SAME


E_JOINT = "{name: e, kind: E, theta: 0.3, r: 0.05, link: {mass: 0.4, com: [0.03, 0.01, 0], inertia: [1e-3, 1e-3, 1e-3]}}"
SEPARATE = """{name: ea, kind: P, gamma: 0.3 + pi/2, b: 0.05, alpha: pi/2}
      - {name: eb, kind: P, gamma: pi/2, alpha: pi/2}
      - {name: ec, kind: R, gamma: pi/2, alpha: pi/2,
         link: {mass: 0.4, com: [0.03, 0.01, 0], inertia: [1e-3, 1e-3, 1e-3]}}"""


def _with_passive_leg(joints: str, folder: Path) -> Model:
    """The planar 3-RRR, whose platform a passive leg of the given joints holds in the plane z = 0.05."""
    text = (files("parados") / "robots" / "3-rrr.yaml").read_text(encoding="utf-8")
    leg = f"  - name: held\n    joints:\n      - {joints}\n    closure: {{joint: fixed, platform: {{at: [0, 0, 0.05]}}}}\n"
    path = folder / "robot.yaml"
    path.write_text(text.replace("mode: [1, 1, 1]\n", f"{leg}mode: [1, 1, 1, 1]\n"), encoding="utf-8")
    return parados.load(path).compile("vm")


def test_planar_joint_equals_two_translations_and_a_rotation(tmp_path: Path) -> None:
    planar, separate = (_with_passive_leg(joints, tmp_path) for joints in (E_JOINT, SEPARATE))
    assert planar.joint_names == separate.joint_names and planar.joint_names[-3:] == ("ea", "eb", "ec")
    for x, xd, xdd in states("3-rrr"):
        c, s = np.cos(0.3), np.sin(0.3)
        e = [c * x[0] + s * x[1], -s * x[0] + c * x[1], x[2] - 0.3]  # along x, along y, about z of the joint's frame
        assert np.abs(planar.joints(x)[-3:] - e).max() < SAME
        assert relative_difference(planar.link_frames(x), separate.link_frames(x)) < SAME
        for quantity in ("inverse_dynamics", "ground_reaction"):
            ours, theirs = (getattr(model, quantity)(x, xd, xdd) for model in (planar, separate))
            assert relative_difference(ours, theirs) < SAME
        assert relative_difference(planar.mass_matrix(x), separate.mass_matrix(x)) < SAME


def test_planar_joint_of_the_tree_equals_a_planar_closure(tmp_path: Path) -> None:
    """The leg that lifts a plane of the platform, with the planar joint cut and with the joint E before a fixed closure."""
    cut = compiled("planar-and-cylindrical")
    before = "    closure: {joint: planar, frame: {rotation: {XYZ: [0, 90 deg, 0]}}, platform: {at: [0, 0.1, -0.05]}}\n"
    after = "      - {name: e, kind: E, gamma: pi/2, alpha: pi/2, theta: -pi/2}\n"
    after += "    closure: {joint: fixed, platform: {at: [0, 0.1, -0.05]}}\n"
    text = (HERE / "planar-and-cylindrical.yaml").read_text(encoding="utf-8")
    assert text.count(before) == 1
    path = tmp_path / "robot.yaml"
    path.write_text(text.replace(before, after), encoding="utf-8")
    in_tree = parados.load(path).compile("vm")
    for x, xd, xdd in states("planar-and-cylindrical"):
        assert relative_difference(in_tree.inverse_kinematics(x), cut.inverse_kinematics(x)) < SAME
        assert relative_difference(in_tree.inverse_dynamics(x, xd, xdd), cut.inverse_dynamics(x, xd, xdd)) < SAME
        assert relative_difference(in_tree.ground_reaction(x, xd, xdd), cut.ground_reaction(x, xd, xdd)) < SAME
