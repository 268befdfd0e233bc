"""Test that the rows of A, B and A_r vary continuously with the pose, and the matrices of kinematically redundant robots."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import parados

ROBOTS = Path(__file__).parents[1] / "robots"
RAIL = str(ROBOTS / "planar-3-rrr-on-rail.yaml")

EXACT = 1e-9
"""Null spaces from singular values have errors of about 1e-13 here."""

SMOOTH = 0.25
"""Largest change of a unit row between neighbouring poses of a dense path; a change of sign would be 2."""

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
"""First and last pose of a path; None: a path through the middle of the workspace."""


def dense_path(model, ends, count):
    survey = model.survey
    if model.mechanism.platform.is_quaternion:
        ends = (np.array([*survey.home[:2], survey.home[2] - 0.05, *survey.home[3:]]), survey.home)
    elif ends is None:
        centre, size = (survey.lower + survey.upper) / 2, survey.upper - survey.lower
        ends = (centre - 0.3 * size, centre + 0.3 * size)
    return np.linspace(*np.asarray(ends), count)


def volume(A_r):
    """Signed determinant of A_r; if A_r has more rows than columns, the determinants of all blocks of adjacent rows."""
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
def test_the_determinant_changes_sign_only_where_it_is_zero(name, model):
    """If the sign changes between two poses, bisection finds a pose where the smallest singular value is zero."""
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
def test_determinants_of_A_r_and_J_inv_change_sign_together(name, model):
    m = model(name, "vm")
    signs = {
        np.sign(np.linalg.det(m.matrices(x).A_r) * np.linalg.det(m.inverse_jacobian(x))) for x in dense_path(m, PATHS[name], 60)
    }
    assert len(signs) == 1


@pytest.mark.parametrize(
    ("name", "ends"),
    [("five-bar", ([0.0, 0.15], [0.0, 0.3])), ("gough-stewart-lopes", ([0, 0, 1.9, 1.2, 0, 0], [0, 0, 1.9, 1.9, 0, 0]))],
)
def test_the_determinant_changes_sign_once_across_a_singularity(name, ends, model):
    """Each path crosses one Type 2 singularity: five-bar at y = 0.2076, Gough-Stewart platform at a rotation of 90 degrees."""
    m = model(name, "vm")
    values = [np.linalg.det(m.matrices(x).A_r) for x in dense_path(m, ends, 61)]
    assert sum(a * b < 0 for a, b in pairwise(values)) == 1


def test_a_singular_pose_has_matrices_but_no_jacobian(model):
    singular = model("five-bar", "vm").matrices([-1.88e-13, 0.207567242116862])
    assert np.linalg.svd(singular.A_r, compute_uv=False)[-1] < 1e-12
    with pytest.raises(parados.SingularConfigurationError, match="Type 2"):
        _ = singular.J


def test_a_kinematically_redundant_robot_has_the_matrices_of_the_book(model):
    """Briot & Khalil 7.3.2.4: A_r is square, B has one more column, J = -A_r^-1 B, and J_inv is the pseudo-inverse of J."""
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


def test_a_row_of_a_redundant_leg_keeps_its_sign_where_its_work_on_an_actuator_is_zero(model):
    """A bar normal to the rail does no work on the rail: this entry of B changes sign, but the row does not."""
    m = model(RAIL, "vm")
    path = np.linspace([-0.05, -0.05, -0.3, -0.15], [0.05, 0.05, 0.4, 0.15], 80)
    found = [m.matrices(x) for x in path]
    assert max(np.abs(b.A - a.A).max() for a, b in pairwise(found)) < SMOOTH


def test_each_row_of_a_leg_with_two_actuators_works_on_one_actuator(model):
    m = model("navaro", "vm")
    B = m.matrices(m.survey.home).B
    assert B.shape == (6, 6) and np.abs(B - np.diag(np.diag(B))).max() < EXACT and (np.diag(B) < 0).all()
