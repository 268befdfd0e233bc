"""Test the transformations of twists and wrenches, and the page of `parados.spatial`."""

from __future__ import annotations

import re

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.pages import examples, page_text, run_example

import parados.spatial
from parados.errors import InputError
from parados.spatial import acceleration_drift, twist_transform, wrench_transform

EXACT = 1e-13


def frame(rng):
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = Rotation.from_rotvec(rng.normal(size=3)).as_matrix(), rng.normal(size=3)
    return T


def test_velocities_forces_and_accelerations_of_points():
    """Against the velocity, the moment and the acceleration of a point of the body, written with cross products."""
    rng = np.random.default_rng(3)
    T, twist, wrench, second = frame(rng), *rng.normal(size=(3, 6))
    R, r = T[:3, :3], T[:3, 3]
    there = [R.T @ (twist[:3] + np.cross(twist[3:], r)), R.T @ twist[3:]]
    assert twist_transform(T) @ twist == pytest.approx(np.concatenate(there), abs=EXACT)
    moved = [R.T @ wrench[:3], R.T @ (wrench[3:] - np.cross(r, wrench[:3]))]
    assert wrench_transform(T) @ wrench == pytest.approx(np.concatenate(moved), abs=EXACT)
    w = twist[3:]
    v_dot = second[:3] + np.cross(second[3:], r) + np.cross(w, np.cross(w, r))
    found = twist_transform(T) @ second + acceleration_drift(T, w)
    assert found == pytest.approx(np.concatenate([R.T @ v_dot, R.T @ second[3:]]), abs=EXACT)


def test_properties_of_the_book():
    """(3.14) product, (3.15) inverse, (3.18) duality."""
    rng = np.random.default_rng(4)
    T_01, T_12 = frame(rng), frame(rng)
    assert np.allclose(twist_transform(T_01 @ T_12), twist_transform(T_12) @ twist_transform(T_01), atol=EXACT)
    assert np.allclose(twist_transform(np.linalg.inv(T_01)), np.linalg.inv(twist_transform(T_01)), atol=EXACT)
    assert np.allclose(wrench_transform(T_01), np.linalg.inv(twist_transform(T_01)).T, atol=EXACT)


@pytest.mark.parametrize(
    ("T", "message"),
    [
        (np.eye(3), r"a frame of shape \(4, 4\) is expected"),
        (2 * np.eye(4), "perpendicular unit vectors"),
        (np.diag([1.0, 1, -1, 1]), "right-handed"),
        (np.eye(4) + np.outer([0, 0, 0, 1], [1, 0, 0, 0]), "the last row"),
    ],
)
def test_what_is_not_a_frame_is_rejected(T, message):
    with pytest.raises(InputError, match=message):
        twist_transform(T)


def test_page_names_every_public_function_and_its_example_runs():
    text = page_text("spatial.md")
    for block in examples(text):
        run_example(block, "spatial.md")
    rows = " ".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`([A-Za-z_]+)", rows)) == set(parados.spatial.__all__)
