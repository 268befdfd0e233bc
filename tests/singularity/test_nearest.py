"""The nearest singular pose: against curves of the five-bar mechanism and a grid search for zeros of the 3-RPR's determinant."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import five_bar_curves
import numpy as np
import pytest
from scipy.optimize import minimize

import parados
from parados.errors import InputError, ParadosError, UnreachableError
from parados.singularity.nearest import nearest_singularity

ROBOTS = Path(__file__).parents[1] / "robots"
OWN = Path(__file__).parent / "robots"
FIVE_BAR_LENGTH = np.hypot(0.14, 0.26)
"""Characteristic length [m]: the distance of the feet from P at home, since the platform is a point."""


@pytest.fixture(scope="module")
def curves():
    """mode -> points (n, 2) of all its singular curves, less than 4e-5 m apart."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(five_bar_curves, "SAMPLES", 100_001)
        border = five_bar_curves.type_1()
        return {mode: np.vstack([border, own]) for mode, own in five_bar_curves.type_2().items()}


@pytest.mark.parametrize("mode", [(1, -1), (1, 1), (-1, 1), (-1, -1)])
def test_five_bar_agrees_with_its_analytic_curves(model, curves, mode):
    robot = model("five-bar", "vm")
    kinds = set()
    for x in ([0.03, 0.24], [-0.05, 0.3], [0.08, -0.2], [0.1, 0.1]):
        found = nearest_singularity(robot, x, mode=mode)
        distance = np.linalg.norm(curves[mode] - x, axis=1)
        best = int(distance.argmin())
        assert found.distance * FIVE_BAR_LENGTH == pytest.approx(distance[best], abs=1e-7)
        assert np.linalg.norm(found.x - x) == pytest.approx(distance[best], abs=1e-7)
        assert np.linalg.norm(curves[mode] - found.x, axis=1).min() < 2e-5
        kinds.update(found.what.kinds)
    assert kinds >= ({"Type 1", "Type 2"} if mode == (1, -1) else {"Type 2"})


@cache
def rpr_determinant():
    """Return a function for the determinant of the 3-RPR's lines at poses (..., 3), written by hand."""
    A, B = np.array([[0, 0], [1, 0], [0.5, 0.9]]), np.array([[-0.2, -0.12], [0.2, -0.12], [0, 0.22]])

    def value(x):
        R = np.stack([np.cos(x[..., 2]), -np.sin(x[..., 2]), np.sin(x[..., 2]), np.cos(x[..., 2])], axis=-1).reshape(
            *x.shape[:-1], 2, 2
        )
        arms = np.einsum("...ij,kj->...ki", R, B)
        u = x[..., None, :2] + arms - A
        rows = np.concatenate([u, arms[..., :1] * u[..., 1:] - arms[..., 1:] * u[..., :1]], axis=-1)
        return np.linalg.det(rows / np.linalg.norm(u, axis=-1, keepdims=True))

    return value


def by_grid(x, scale, width, count=81):
    """Return the distance to the nearest zero of the determinant.

    A grid gives the edges on which it changes sign; the distance is then minimised on the surface from the nearest five.
    """
    det, axis = rpr_determinant(), np.linspace(-width, width, count)
    y = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), axis=-1)
    values = det(x + y * scale)
    centres = []
    for k in range(3):
        low, high = (np.take(values, range(*ends), axis=k) for ends in ((count - 1,), (1, count)))
        centres.append(np.take(y, range(count - 1), axis=k)[low * high < 0])
    starts = np.vstack(centres)
    starts = starts[np.argsort(np.linalg.norm(starts, axis=1))[:5]]
    surface = {"type": "eq", "fun": lambda y: float(det(x + y * scale))}
    fits = [minimize(lambda y: y @ y, s, constraints=[surface], method="SLSQP", options={"ftol": 1e-15}) for s in starts]
    return min(float(np.sqrt(fit.fun)) for fit in fits if abs(det(x + fit.x * scale)) < 1e-9)


@pytest.mark.parametrize("x", [[0.5, 0.35, 0.25], [0.4, 0.3, -0.3], [0.62, 0.45, 0.15]])
def test_3_rpr_agrees_with_a_grid_search(model, x):
    robot, x = model("3-rpr", "vm"), np.array(x)
    found = nearest_singularity(robot, x)
    assert found.what.kinds == ("Type 2",)
    length = found.what.distances.length
    scale = np.array([length, length, 1.0])
    assert found.distance == pytest.approx(by_grid(x, scale, 0.5), rel=1e-5)
    # the step is normal to the surface
    step, det = (found.x - x) / scale, rpr_determinant()
    slope = np.array([(det(found.x + e) - det(found.x - e)) / 2e-6 for e in 1e-6 * np.diag(scale)])
    assert abs(det(found.x)) < 1e-9
    assert np.linalg.norm(np.cross(step, slope)) < 1e-4 * np.linalg.norm(step) * np.linalg.norm(slope)


def test_nearest_pose_depends_on_the_length(model):
    """With a large length, a translation counts less than a rotation."""
    robot, x = model("3-rpr", "vm"), np.array([0.4, 0.3, -0.3])
    moves, turns = (nearest_singularity(robot, x, length=length).x - x for length in (50.0, 0.02))
    assert abs(moves[2]) < 0.01 and np.linalg.norm(turns[:2]) < 0.01 < abs(turns[2])


def test_nearest_constraint_singularity_is_found():
    """The singular poses of the SNU 3-UPU are its axis, a line that no ray meets."""
    found = nearest_singularity(parados.load(OWN / "snu-3-upu.yaml").compile("vm"), [0.02, 0.01, 0.6])
    assert found.what.kinds == ("constraint",)
    assert np.allclose(found.x, [0, 0, 0.6], atol=1e-6)
    assert found.distance == pytest.approx(np.hypot(0.02, 0.01) / 0.12, rel=1e-5)


def test_result_is_none_if_no_singularity_is_near(model):
    assert nearest_singularity(model("3-rpr", "vm"), [0.5, 0.35, 0.25], within=0.1) is None


def test_bad_arguments_are_rejected(model):
    with pytest.raises(UnreachableError, match="leg1 cannot reach"):
        nearest_singularity(model("five-bar", "vm"), [0.9, 0])
    with pytest.raises(InputError, match="x: shape"):
        nearest_singularity(model("five-bar", "vm"), [0.9])
    with pytest.raises(InputError, match="x: one state"):
        nearest_singularity(model("five-bar", "vm"), [[0, 0.26]])
    with pytest.raises(InputError, match="within"):
        nearest_singularity(model("five-bar", "vm"), [0, 0.26], within=-1)
    with pytest.raises(ParadosError, match="describe the platform by angles instead of a quaternion"):
        nearest_singularity(parados.load(ROBOTS / "6-ups-quaternion.yaml").compile("vm"), [0, 0, 0.7, 1, 0, 0, 0])
