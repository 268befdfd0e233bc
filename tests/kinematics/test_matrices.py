"""The rows of A, B and A_r vary continuously with the pose, and the matrices of kinematically redundant robots."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import parados

ROBOTS = Path(__file__).parents[1] / "robots"
RAIL = str(ROBOTS / "planar-3-rrr-on-rail.yaml")

EXACT = 1e-9
"""Null spaces by singular values are good to about 1e-13 here."""

SMOOTH = 0.25
"""Largest change of a row's direction from one pose of a dense path to the next: a change of sign would be 2."""

PATHS = {
    "five-bar": ([-0.08, 0.22], [0.08, 0.3]),
    "gough-stewart-lopes": ([-0.1, 0.1, 1.9, -0.2, 0.1, 0.1], [0.2, -0.1, 2.1, 0.3, -0.2, 0.2]),
    "delta-d3-1200": ([-0.2, -0.2, -0.7], [0.25, 0.15, -0.6]),
    "dualv": ([-0.05, -0.05, -0.3], [0.05, 0.05, 0.3]),
    "tripteron": ([0.2, 0.2, 0.3], [0.4, 0.4, 0.5]),
    "orthoglide": ([-0.1, -0.1, 0.25], [0.1, 0.1, 0.4]),
    "navaro": None,
    "dualemps": None,
    RAIL: ([-0.05, 0.05, -0.2, -0.08], [0.05, -0.05, 0.3, 0.08]),
    str(ROBOTS / "2-6r.yaml"): ([0.0, 0.0, 0.4, 0.0, 0.0, 0.0], [0.02, -0.02, 0.41, 0.05, 0.05, -0.05]),
    str(ROBOTS / "planar-2-rrr-redundant.yaml"): None,
    str(ROBOTS / "6-ups-quaternion.yaml"): None,
}
"""First and last pose; None: across the middle of the workspace."""


def dense_path(model, ends, count):
    survey = model.survey
    if model.mechanism.platform.is_quaternion:
        ends = (np.array([*survey.home[:2], survey.home[2] - 0.05, *survey.home[3:]]), survey.home)
    elif ends is None:
        centre, size = (survey.lower + survey.upper) / 2, survey.upper - survey.lower
        ends = (centre - 0.3 * size, centre + 0.3 * size)
    return np.linspace(*np.asarray(ends), count)


def volume(A_r):
    """The signed determinant, or where A_r is taller those of all its square parts of adjacent rows."""
    n = A_r.shape[1]
    return np.array([np.linalg.det(A_r[k : k + n]) for k in range(len(A_r) - n + 1)])


@pytest.mark.parametrize("name", PATHS)
def test_rows_keep_their_signs_along_a_dense_path(name, model):
    m = model(name, "vm")
    found = [m.matrices(x) for x in dense_path(m, PATHS[name], 60)]
    for before, after in pairwise(found):
        for rows in ("A", "B"):
            a, b = getattr(before, rows), getattr(after, rows)
            assert np.abs(b - a).max() < SMOOTH * np.abs(a).max()


@pytest.mark.parametrize("name", PATHS)
def test_the_determinant_changes_its_sign_only_where_it_passes_zero(name, model):
    """Where it changes between two poses, it does so once, and the smallest singular value falls to zero in between."""
    m = model(name, "vm")
    path = dense_path(m, PATHS[name], 60)
    values = np.array([volume(m.matrices(x).A_r) for x in path])
    for k, j in zip(*np.nonzero(values[:-1] * values[1:] < 0), strict=True):
        low, high = path[k], path[k + 1]
        for _ in range(50):
            middle = (low + high) / 2
            same = volume(m.matrices(middle).A_r)[j] * values[k, j] > 0
            low, high = (middle, high) if same else (low, middle)
        n = values.shape[1] and m.matrices(low).A_r.shape[1]
        sizes = np.linalg.svd(m.matrices(low).A_r[j : j + n], compute_uv=False)
        assert sizes[-1] < EXACT * sizes[0]


@pytest.mark.parametrize("name", ["five-bar", "gough-stewart-lopes"])
def test_the_determinant_of_A_r_has_the_sign_of_that_of_J_inv(name, model):
    m = model(name, "vm")
    signs = {
        np.sign(np.linalg.det(m.matrices(x).A_r) * np.linalg.det(m.inverse_jacobian(x))) for x in dense_path(m, PATHS[name], 60)
    }
    assert len(signs) == 1


@pytest.mark.parametrize(
    ("name", "ends"),
    [("five-bar", ([0.0, 0.15], [0.0, 0.3])), ("gough-stewart-lopes", ([0, 0, 1.9, 1.2, 0, 0], [0, 0, 1.9, 1.9, 0, 0]))],
)
def test_a_singularity_is_crossed_with_one_change_of_sign(name, ends, model):
    """The five-bar passes its Type 2 singularity at y = 0.2076, the platform that turned by 90 degrees; each passes no other."""
    m = model(name, "vm")
    values = [np.linalg.det(m.matrices(x).A_r) for x in dense_path(m, ends, 61)]
    assert sum(a * b < 0 for a, b in pairwise(values)) == 1


def test_the_matrices_of_a_singular_pose_are_given_and_the_jacobian_refused(model):
    singular = model("five-bar", "vm").matrices([-1.88e-13, 0.207567242116862])
    assert np.linalg.svd(singular.A_r, compute_uv=False)[-1] < 1e-12
    with pytest.raises(parados.SingularConfigurationError, match="Type 2"):
        _ = singular.J


def test_a_kinematically_redundant_robot_has_the_matrices_of_the_book(model):
    """Briot & Khalil 7.3.2.4: A_r is square, B has a column more, J = -A_r^-1 B and J_inv is its pseudo-inverse."""
    m, rng = model(RAIL, "vm"), np.random.default_rng(4)
    for x in dense_path(m, PATHS[RAIL], 7):
        K, xd = m.matrices(x), rng.normal(size=4)
        qd = m.joint_rates(x, xd)
        assert K.A_r.shape == (3, 3) and K.B.shape == (3, 4) and K.Psi_t.shape == (6, 3)
        assert np.abs(K.A_r @ xd[:3] + K.B @ qd).max() < EXACT * np.abs(qd).max()
        assert np.abs(K.J @ qd - xd[:3]).max() < EXACT * np.abs(qd).max()
        assert np.abs(K.J @ K.J_inv - np.eye(3)).max() < EXACT
        assert np.abs(K.J - m.jacobian(x)[:3]).max() < EXACT * np.abs(K.J).max()
        passive = m.joint_rates(x, xd, joints="all")[list(m.mechanism.passive)]
        assert np.abs(K.J_td @ passive - K.J_t @ xd[:3] + K.J_ta @ qd).max() < EXACT * np.abs(qd).max()
        assert np.abs(m.resolve_redundancy(x, xd[:3])[:3] - xd[:3]).max() < EXACT


def test_the_row_of_a_redundant_leg_keeps_its_sign_where_an_actuator_stops_to_feel_it(model):
    """The rail feels nothing of a bar that is normal to it: its entry of B passes zero, the row does not turn over."""
    m = model(RAIL, "vm")
    path = np.linspace([-0.05, -0.05, -0.3, -0.15], [0.05, 0.05, 0.4, 0.15], 80)
    found = [m.matrices(x) for x in path]
    assert max(np.abs(b.A - a.A).max() for a, b in pairwise(found)) < SMOOTH


def test_rows_of_legs_with_two_actuators_work_on_one_each(model):
    m = model("navaro", "vm")
    B = m.matrices(m.survey.home).B
    assert B.shape == (6, 6) and np.abs(B - np.diag(np.diag(B))).max() < EXACT and (np.diag(B) < 0).all()
