"""Natural frequencies and modes: printed and independent values, convergence, limit cases, rejected input."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import yaml
from scipy.linalg import eigh

import parados
from parados.errors import InputError, RobotFileError
from parados.geometry.inverse import Samples

DATA = Path(__file__).parent / "data"
NAVARO, DUALEMPS = (json.loads((DATA / f"{name}.json").read_text()) for name in ("navaro", "dualemps"))
POSES = NAVARO["assumptions"]["poses_x_y_theta"]

LISTED = 1e-9
"""Relative tolerance to independently computed frequencies; 1e-6 is required."""

START = [0.28, 0.4 * np.sqrt(2) * 1.4]
"""Position of P of the DualEMPS with both sliders at zero: cos q12 = 1/3, 0.84 m from the pivot [m]."""


@pytest.fixture(scope="module")
def navaro():
    return parados.load("navaro").compile("vm")  # its large graphs take longer to compile than to evaluate


@pytest.fixture(scope="module")
def dualemps():
    return parados.load("dualemps").compile("vm")


@pytest.mark.parametrize("pose", POSES)
def test_frequencies_equal_table_11_4_to_the_printed_digit(pose, navaro):
    printed = NAVARO["table_11_4_hz"][pose]
    found = navaro.natural_frequencies(POSES[pose], count=5)
    assert [f"{f:.2f}" for f in found] == [f"{f:.2f}" for f in printed]


@pytest.mark.parametrize("pose", NAVARO["computed_first_12_hz"])
def test_frequencies_of_navaro_equal_independent_values(pose, navaro):
    found = navaro.natural_frequencies(POSES[pose])
    assert len(found) == 90
    assert np.abs(found[:12] / NAVARO["computed_first_12_hz"][pose] - 1).max() < LISTED


VARIANTS = {
    "printed_rigid_data_exact_beams": {},
    "with_mx24_0.0111719_zz14_0.00307423_mx17_0.00582014": {
        "mx24": 0.0111719,
        "zz14": 0.00307423,
        "mx17": 0.00582014,
    },
}


@pytest.mark.parametrize("row", VARIANTS)
def test_frequencies_of_dualemps_equal_independent_values(row):
    found = parados.load("dualemps").with_parameters(**VARIANTS[row]).compile("vm").natural_frequencies(START)
    expected = DUALEMPS["frequencies_hz_locked_q11_q21_0"][row]
    assert np.abs(found / expected - 1).max() < (LISTED if not VARIANTS[row] else 1e-6)  # the second row's data are rounded


def test_frequencies_of_dualemps_equal_table_11_1_within_its_rounded_data():
    variant = parados.load("dualemps").with_parameters(**VARIANTS["with_mx24_0.0111719_zz14_0.00307423_mx17_0.00582014"])
    found = variant.compile("vm").natural_frequencies(START, count=6)
    printed = DUALEMPS["frequencies_hz_locked_q11_q21_0"]["book_model_row"]
    assert np.abs(found / printed - 1).max() < 2e-4


def test_matrices_take_fewer_operations_than_printed(navaro, dualemps):
    for model, printed in ((navaro, 36183 + 37341), (dualemps, 1287 + 1555)):
        kernel = model.kernel("elastic_matrices")
        assert kernel.operations["total"] < 0.15 * printed


def test_matrices_are_symmetric_positive_definite(navaro):
    out = navaro.quietly("elastic_matrices", [[0.05, 0.02, -0.4]])
    for matrix in (out["mass"][0], out["stiffness"][0]):
        assert np.array_equal(matrix, matrix.T)
        assert np.linalg.eigvalsh(matrix).min() > 0


def test_shapes_solve_the_eigenvalue_problem_and_keep_the_loops_closed(dualemps):
    modes = dualemps.vibration_modes(START)
    assert np.allclose(modes.frequencies, dualemps.natural_frequencies(START), rtol=1e-8)
    out = dualemps.quietly("elastic_matrices", [START])
    squares = eigh(out["stiffness"][0], out["mass"][0], eigvals_only=True)
    assert np.allclose((2 * np.pi * modes.frequencies) ** 2, squares, rtol=1e-8)
    elastic = dualemps._evaluator.graphs.elastic
    at_start = Samples(np.array([[*START, *dualemps.signs()]]))
    G = at_start.values(elastic.geometry, elastic.linear.closures)[0]
    assert np.abs(G @ modes.shapes.T).max() < 1e-9 * np.abs(modes.shapes).max()
    energies = np.einsum("ki,ij,kj->k", modes.shapes, elastic.linear.stiffness, modes.shapes)
    assert np.allclose(energies, squares, rtol=1e-8)
    assert np.allclose(modes.bodies.sum(axis=1), 1)
    assert "Hz" in modes.summary(0)


def test_summary_of_one_mode_needs_a_single_pose(dualemps):
    modes = dualemps.vibration_modes([START, START], count=2)
    assert "Hz" in modes.summary()
    with pytest.raises(InputError, match=r"call summary\(\) without a mode, or compute the modes of one pose"):
        modes.summary(0)


def test_a_stack_of_poses_equals_single_poses(navaro):
    x = np.array([POSES["1"], POSES["3"], [9.0, 9.0, 0.0]])
    with pytest.warns(RuntimeWarning, match="1 of 3 rows are NaN"):
        found = navaro.natural_frequencies(x, count=3)
    assert np.allclose(found[:2], [navaro.natural_frequencies(p, count=3) for p in x[:2]], rtol=1e-12)
    assert np.isnan(found[2]).all()
    assert navaro.vibration_modes(x[:2], count=2).shapes.shape[:2] == (2, 2)


def _five_bar(elements, E=70e9, more=""):
    beam = f"{{length: L, planar: true, E: {E}, rho: 2700, elements: {elements}, section: {{rectangle: [0.01, 0.03]}}}}"
    return yaml.safe_load(f"""
name: bending
gravity: [0, 0, 0]
parameters: {{L: 0.3}}
platform: {{coordinates: [px, py], dependent: [a3], link: {{m: 0.5}}}}
legs:
  - name: one
    joints:
      - {{name: q11, kind: R, active: true, d: -0.1, link: {{beams: [{beam}]}}}}
      - {{name: q12, kind: R, d: L, link: {{beams: [{beam}]}}}}
      - {{name: q13, kind: R, d: L}}
    closure: {{joint: fixed}}
  - name: two
    joints:
      - {{name: q21, kind: R, active: true, d: 0.1, link: {{beams: [{beam}]}} {more}}}
      - {{name: q22, kind: R, d: L, link: {{beams: [{beam}]}}}}
    closure: {{joint: fixed, frame: {{d: L}}}}
mode: [1, -1]
home: [0, 0.4]
""")


_models = {}
"""Models of this file by the text of their robots, because some tests begin with the same robot."""


def _compiled(tmp_path, content):
    path, text = tmp_path / "robot.yaml", yaml.safe_dump(content)
    if text not in _models:
        path.write_text(text)
        _models[text] = parados.load(path).compile("vm")
    return _models[text]


def test_frequencies_converge_from_above_with_order_four(tmp_path):
    found = [_compiled(tmp_path, _five_bar(n)).natural_frequencies([0, 0.4], count=3) for n in (1, 2, 4, 8)]
    steps = -np.diff(found, axis=0)
    assert (steps > 0).all()
    rates = np.log2(steps[1:-1] / steps[2:])
    assert np.allclose(rates, 4, atol=0.5)


def test_frequencies_are_proportional_to_the_square_root_of_the_modulus(tmp_path):
    soft, stiff = (_compiled(tmp_path, _five_bar(1, E)).natural_frequencies([0, 0.4]) for E in (70e9, 7e13))
    assert np.allclose(stiff / soft, np.sqrt(1000), rtol=1e-6)


def test_rigid_models_include_the_inertia_of_beams(tmp_path):
    """A beam has the mass, first moment and inertia of a rod."""
    model = _compiled(tmp_path, _five_bar(1))
    m, joint = 2700 * 0.01 * 0.03 * 0.3, model.mechanism.joints[0]
    assert np.isclose(joint.standard[9], m) and np.isclose(joint.standard[6], m * 0.15)
    assert np.isclose(joint.standard[5], m * 0.3**2 / 3 + 2700 * 0.3 * 0.03 * 0.01**3 / 12)


STIFF = 2e10
"""Stiffness of a transmission [N m/rad] at which its effect (1e-7 of a frequency) and round-off (1e-7) are both small."""


def test_an_elastic_transmission_lowers_the_frequencies(tmp_path):
    held = _compiled(tmp_path, _five_bar(1)).natural_frequencies([0, 0.4])
    geared = _compiled(tmp_path, _five_bar(1, more=", stiffness: 2000, rotor: 0.01")).natural_frequencies([0, 0.4])
    stiff = _compiled(tmp_path, _five_bar(1, more=f", stiffness: {STIFF}")).natural_frequencies([0, 0.4])
    assert len(geared) == len(held) + 1
    assert (geared[:-1] < held).all()
    assert np.allclose(stiff[: len(held)], held, rtol=1e-6)


def test_platform_stiffness_equals_that_of_a_static_load(dualemps):
    """The reference is the equilibrium of the tree under a load at P, with multipliers for closures and locked motors."""
    elastic = dualemps._evaluator.graphs.elastic
    linear = elastic.linear
    at_start = Samples(np.array([[*START, *dualemps.signs()]]))
    G = at_start.values(elastic.geometry, linear.closures)[0][elastic.rows]
    held = np.eye(linear.size)[list(linear.locked)]
    ties = np.vstack([G, held])
    system = np.block([[linear.stiffness, ties.T], [ties, np.zeros((len(ties), len(ties)))]])
    own = list(linear.structure.platform)
    compliance = np.zeros((3, 3))
    for k in range(3):
        load = np.zeros(len(system))
        load[own[k]] = 1
        compliance[:, k] = np.linalg.solve(system, load)[own]
    K = dualemps.platform_stiffness(START)
    assert np.allclose(K @ compliance, np.eye(3), atol=1e-6)
    assert np.allclose(K, K.T, rtol=1e-8) and np.linalg.eigvalsh(K).min() > 0


def test_a_beam_on_the_ground_vibrates_as_a_cantilever(tmp_path):
    """A pillar without load has the lowest frequency of one cubic element, omega^2 = 12.48 E I / (rho A l^4)."""
    content = _five_bar(1)
    pillar = {"length": 0.8, "planar": True, "E": 70e9, "rho": 2700.0, "rotary": False, "section": {"rectangle": [0.005, 0.03]}}
    content["legs"][0]["joints"].insert(0, {"name": "pillar", "kind": "fixed", "link": {"beams": [pillar]}})
    content["legs"][0]["joints"][1]["antecedent"] = "base"
    I_A = 0.005**2 / 12
    wanted = np.sqrt(12.4802 * 70e9 * I_A / (2700 * 0.8**4)) / (2 * np.pi)
    model = _compiled(tmp_path, content)
    modes = model.vibration_modes([0, 0.4])
    pillar_mode = int(np.argmax(modes.bodies[:, modes.body_names.index("pillar.e1")] > 0.999))
    assert np.isclose(modes.frequencies[pillar_mode], wanted, rtol=1e-4)


def test_a_joint_near_a_node_but_not_at_it_is_rejected(tmp_path):
    content = _five_bar(1)
    content["legs"][0]["joints"][1]["d"] = 0.300001
    with pytest.raises(RobotFileError, match=r"m from a node of a beam of 0\.3 m, but not at it"):
        _compiled(tmp_path, content).natural_frequencies([0, 0.4])


def test_a_motion_without_stiffness_is_detected():
    from parados.flexible.modes import is_loose, solve_frequencies

    M, K = np.eye(3), np.diag([0.0, 1e4, 1e8])
    assert is_loose(M, K, solve_frequencies(M, K, 1)[0])
    assert not is_loose(M, K + 1e-2 * np.eye(3), solve_frequencies(M, K + 1e-2 * np.eye(3), 1)[0])


def test_a_rigid_robot_is_rejected():
    with pytest.raises(RobotFileError, match="nothing is elastic in this robot; give a joint a stiffness, or a link beams"):
        parados.load("five-bar").compile("vm").natural_frequencies([0, 0.26])


@pytest.mark.parametrize("count", [0, -1, 1.5, True])
def test_invalid_counts_raise(count, dualemps):
    with pytest.raises(InputError, match="count: a number of modes"):
        dualemps.natural_frequencies(START, count=count)


BROKEN = {
    "length": ({"length": 0}, "length"),
    "no length": ({"length": None}, "length"),
    "section": ({"section": {"rectangle": [-0.01, 0.03]}}, "width"),
    "moments": ({"section": {"A": 1e-4, "Iz": -1e-9}}, "positive"),
    "two sections": ({"section": {"circle": 0.01, "tube": [0.02, 0.01]}}, "give one of"),
    "elements": ({"elements": 0}, "elements"),
    "modulus": ({"E": -1}, "E"),
    "twist": ({"planar": False}, "give G or nu"),
    "polar": ({"section": {"A": 1e-4, "Iy": 1e-9, "Iz": 1e-9, "Ip": 3e-9, "I0": 1e-9}}, "Iy + Iz"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_an_invalid_beam_is_rejected_with_one_message(case, tmp_path):
    change, word = BROKEN[case]
    content = _five_bar(1)
    beam = content["legs"][0]["joints"][0]["link"]["beams"][0]
    beam.update(change)
    if change.get("length", 1) is None:
        beam.pop("length")
    path = tmp_path / "robot.yaml"
    path.write_text(yaml.safe_dump(content))
    with pytest.raises(RobotFileError) as refusal:
        parados.load(path)
    assert word in str(refusal.value) and len(refusal.value.findings) == 1, str(refusal.value)


def test_equal_legs_have_the_same_dependent_coordinates(navaro):
    """The names of the dependent coordinates of two legs differ only by the number of the leg."""
    elastic = navaro._evaluator.graphs.elastic
    names = [elastic.linear.structure.mechanism.joints[k].name for k in elastic.dependent]
    by_leg = [sorted(name[2:] for name in names if name.startswith(f"q{leg}")) for leg in "123"]
    assert len(names) == 30 and by_leg[0] == by_leg[1] == by_leg[2]


def test_a_joint_between_two_nodes_is_rejected(tmp_path):
    content = _five_bar(1)
    content["legs"][0]["joints"][0]["link"]["beams"][0]["length"] = 0.6
    with pytest.raises(RobotFileError, match=r"at 0\.5 of its length, between its nodes"):
        _compiled(tmp_path, content).natural_frequencies([0, 0.4])
    content["legs"][0]["joints"][0]["link"]["beams"][0]["elements"] = 2
    assert _compiled(tmp_path, content).natural_frequencies([0, 0.4], count=1) > 0


def _condensed(beam):
    """Return the matrices of one spatial beam element, as from a finite-element program."""
    from parados.flexible.elements import element_integrals
    from parados.robot.beams import BeamSpec

    integrals = element_integrals(BeamSpec(**beam))
    return {
        "nodes": [[beam["length"], 0.0, 0.0]],
        "mass": integrals.mass_matrix().tolist(),
        "stiffness": integrals.Kee.tolist(),
    }


def _spatial_five_bar(beam=None, superelement=None):
    content = _five_bar(1)
    beam = beam or {"length": 0.3, "E": 70e9, "nu": 0.3, "rho": 2700.0, "section": {"rectangle": [0.01, 0.03]}}
    for leg in content["legs"]:
        for joint in leg["joints"][:2]:
            joint["link"] = {"superelement": _condensed(beam)} if superelement else {"beams": [beam]}
    return content


def test_a_superelement_has_the_frequencies_of_its_beam(tmp_path):
    beams = _compiled(tmp_path, _spatial_five_bar()).natural_frequencies([0, 0.4])
    condensed = _compiled(tmp_path, _spatial_five_bar(superelement=True)).natural_frequencies([0, 0.4])
    assert np.allclose(condensed, beams, rtol=1e-9)


def test_internal_modes_add_coordinates(tmp_path):
    """An internal oscillator of 50 Hz on the first link adds one mode at its frequency."""
    content = _spatial_five_bar(superelement=True)
    plain = _compiled(tmp_path, content).natural_frequencies([0, 0.4])
    body = content["legs"][0]["joints"][0]["link"]["superelement"]
    M, K = (np.pad(np.array(body[name]), (0, 1)) for name in ("mass", "stiffness"))
    M[-1, -1], K[-1, -1] = 1.0, (2 * np.pi * 50) ** 2
    body.update(modes=1, mass=M.tolist(), stiffness=K.tolist())
    more = _compiled(tmp_path, content).natural_frequencies([0, 0.4])
    assert len(more) == len(plain) + 1
    assert np.allclose(np.sort([*plain, 50.0]), more, rtol=1e-9)


def test_an_internal_mode_without_stiffness_is_reported(tmp_path):
    """Loading a robot rejects joints that can move freely, but an internal mode of a superelement may have no stiffness."""
    content = _spatial_five_bar(superelement=True)
    body = content["legs"][0]["joints"][0]["link"]["superelement"]
    M, K = (np.pad(np.array(body[name]), (0, 1)) for name in ("mass", "stiffness"))
    M[-1, -1] = 1.0
    body.update(modes=1, mass=M.tolist(), stiffness=K.tolist())
    model = _compiled(tmp_path, content)
    for ask in (model.natural_frequencies, model.vibration_modes):
        with pytest.raises(InputError, match=r"still moves without any stiffness, most of all in q11\.m1\.dx"):
            ask([0, 0.4])


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"mass": [[1.0]]}, "12 rows of 12 numbers are expected"),
        ({"stiffness": (np.eye(6) + np.eye(6, k=1)).tolist()}, "not symmetric"),
        ({"stiffness": (-np.eye(6)).tolist()}, "negative eigenvalue"),
        ({"nodes": []}, "nodes"),
    ],
)
def test_invalid_superelements_are_rejected(change, word, tmp_path):
    content = _spatial_five_bar(superelement=True)
    content["legs"][0]["joints"][0]["link"]["superelement"].update(change)
    path = tmp_path / "robot.yaml"
    path.write_text(yaml.safe_dump(content))
    with pytest.raises(RobotFileError) as refusal:
        parados.load(path)
    assert word in str(refusal.value)


def test_progress_of_natural_frequencies_counts_the_poses(navaro):
    told = []
    navaro.natural_frequencies([POSES["1"]] * 3, count=1, progress=lambda *now: told.append(now))
    assert told == [(1, 3), (2, 3), (3, 3)]
    navaro.natural_frequencies(POSES["1"], count=1, progress=lambda *now: told.append(now))
    assert told[-1] == (1, 1)


def test_centre_lines_stay_joined_in_every_mode(navaro):
    """Links 13 and 14 meet at C, legs and platform meet at E, undeformed and in every mode; the point A does not move."""
    modes = navaro.vibration_modes(POSES["1"], count=4)
    lines = navaro.centre_lines(POSES["1"], modes.shapes)
    names = [element.name for element in navaro._evaluator.graphs.elastic.linear.structure.elements]
    for first, second in (("q13.e1", "q14.b1"), ("q14.a1", "platform.a1"), ("q24.a1", "platform.b1")):
        a, b = names.index(first), names.index(second)
        assert np.allclose(lines.places[a, -1], lines.places[b, -1], atol=1e-12)
        assert np.allclose(lines.moved[:, a, -1], lines.moved[:, b, -1], atol=1e-9)
    assert np.abs(lines.moved[:, names.index("q11.e1"), 0]).max() < 1e-12
    assert np.allclose(np.linalg.norm(lines.moved, axis=-1).max(axis=(1, 2)), 1)
