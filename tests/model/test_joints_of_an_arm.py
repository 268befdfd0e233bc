"""A serial arm described by its joints has a result at every configuration, whatever the orientation of its platform."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import parados

ARM = (Path(__file__).parent / "arm-6r.yaml").read_text()
NAMES = [f"q{k}" for k in range(1, 7)]
ROWS = [(0, 0, 0.4), (np.pi / 2, 0, 0), (0, 0.5, 0), (np.pi / 2, 0.1, 0.45), (-np.pi / 2, 0, 0), (np.pi / 2, 0, 0.08)]
"""Rows alpha, d, r of the modified Denavit-Hartenberg parameters in the file."""

CLOSED = 1e-11
"""Newton's method closes the loop to 1e-12 [m, -]."""


def frame(q):
    """(4, 4) frame of the platform, computed directly from the Denavit-Hartenberg rows."""
    T = np.eye(4)
    for (alpha, d, r), theta in zip(ROWS, q, strict=True):
        step = np.eye(4)
        step[:3, :3] = (Rotation.from_euler("x", alpha) * Rotation.from_euler("z", theta)).as_matrix()
        step[:3, 3] = [d, -np.sin(alpha) * r, np.cos(alpha) * r]
        T = T @ step
    return T


@pytest.fixture(scope="module")
def arm_in_its_joints(tmp_path_factory):
    """Function arm_in_its_joints(sequence) that returns the model of the arm with these angles of the platform."""
    return cache(lambda sequence: _arm_in_its_joints(tmp_path_factory.mktemp("arm"), sequence))


def _arm_in_its_joints(folder, sequence):
    home = [0.3, 0.8, -1.0, 0.4, 0.9, 0.2]
    T = frame(home)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        angles = Rotation.from_matrix(T[:3, :3]).as_euler(sequence)
    text = ARM[: ARM.index("home:")].replace("orientation: ZYX", f"orientation: {sequence}")
    pose = ", ".join(f"{value:.15g}" for value in [*T[:3, 3], *angles])
    guess = ", ".join(f"{name}: {value}" for name, value in zip(NAMES, home, strict=True))
    path = folder / "arm.yaml"
    path.write_text(f"{text}home: [{pose}]\nguess: {{{guess}}}\n")
    return parados.load(path).in_coordinates(NAMES).compile("vm")


@pytest.mark.parametrize("sequence", ["ZYX", "XYZ", "ZYZ", "xyz"])
def test_every_configuration_has_a_result(arm_in_its_joints, sequence):
    arm = arm_in_its_joints(sequence)
    q = arm.survey.home + np.random.default_rng(1).uniform(-np.pi, np.pi, (60, 6))
    found = arm.platform_frame(q)
    assert np.isfinite(found).all()
    assert max(np.abs(T - frame(row)).max() for T, row in zip(found, q, strict=True)) < CLOSED
    assert np.abs(arm.joints(q) - q).max() < CLOSED


def test_a_configuration_in_gimbal_lock_has_a_pose(arm_in_its_joints):
    """ZYX angles are singular if the x axis of the platform is along z of the base: a planar arm with its wrist pointing up."""
    arm = arm_in_its_joints("ZYX")
    q = np.array([0.3, 0.8, -1.0, 0.0, 0.0, 0.0])
    level = np.arcsin(frame(q)[2, 0])
    upright = [q + np.eye(6)[4] * (up * np.pi / 2 + turned * level) for up in (-1, 1) for turned in (-1, 1)]
    locked = [row for row in upright if abs(abs(frame(row)[2, 0]) - 1) < 1e-14]
    assert len(locked) == 2
    assert np.abs(arm.platform_frame(np.array(locked)) - np.array([frame(row) for row in locked])).max() < CLOSED
