"""Compare the wrenches of the legs to Briot & Khalil, appendix C, and the matrices to section 7.3."""

from pathlib import Path

import numpy as np
import pytest

import parados
from parados.model.model import Model

HERE = Path(__file__).parent

EXACT = 1e-9
"""Null spaces from singular values have errors of about 1e-13 here."""


def displaced(model: Model) -> np.ndarray:
    n = len(model.survey.home)
    return model.survey.home + 0.03 * np.cos(np.arange(n))


def parallel(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.linalg.norm(np.cross(a, b)) / np.linalg.norm(a) / np.linalg.norm(b))


def test_ups_leg_pushes_along_its_axis_and_constrains_nothing() -> None:
    """C.4.1: the actuation wrench is a force along the line of the two joint centres."""
    model = parados.load("gough-stewart-lopes").compile()
    x = displaced(model)
    platform, links = model.platform_frame(x), model.link_frames(x)
    for k, leg in enumerate(model.leg_wrenches(x)):
        A, B = links[3 * k][:3, 3], links[3 * k + 2][:3, 3]
        (w,) = leg.actuation
        assert leg.constraint.shape == (0, 6)
        assert parallel(w[:3], B - A) < EXACT
        assert np.abs(w[3:] - np.cross(B - platform[:3, 3], w[:3])).max() < EXACT
        assert abs(abs(leg.work[0, k]) - 1) < EXACT


def test_upu_leg_pushes_along_its_axis_and_resists_one_turn() -> None:
    """C.4.2: the constraint wrench is a pure moment normal to both axes of the universal joints."""
    model = parados.load(HERE / "upu.yaml").compile()
    x = displaced(model)
    links = model.link_frames(x)
    for k, leg in enumerate(model.leg_wrenches(x)):
        first, second = links[4 * k][:3, 2], links[4 * k + 1][:3, 2]
        stroke = links[4 * k + 2][:3, 2]
        ((force, moment),) = leg.constraint.reshape(-1, 2, 3)
        assert np.abs(force).max() < EXACT
        assert parallel(moment, np.cross(first, second)) < EXACT
        (w,) = leg.actuation
        # a multiple of the constraint moment may be part of the actuation wrench, so only its force is along the leg
        assert parallel(w[:3], stroke) < EXACT


def test_rus_leg_pushes_along_its_rod() -> None:
    """C.4.3: the actuation wrench is a force along the rod A B, and it is not reciprocal to the actuated joint."""
    model = parados.load(HERE / "rus.yaml").compile()
    x = displaced(model)
    platform, links = model.platform_frame(x), model.link_frames(x)
    for k, leg in enumerate(model.leg_wrenches(x)):
        rod = links[3 * k + 2]
        A, B = rod[:3, 3], rod[:3, 3] + 0.7 * rod[:3, 0]
        (w,) = leg.actuation
        assert leg.constraint.shape == (0, 6)
        assert parallel(w[:3], B - A) < EXACT
        assert np.abs(w[3:] - np.cross(B - platform[:3, 3], w[:3])).max() < EXACT
        assert abs(leg.work[0, k]) > 1e-3


@pytest.mark.parametrize("name", parados.catalog())
def test_matrices_relate_the_rates_as_in_the_book(name: str) -> None:
    model = parados.load(name).compile()
    x = displaced(model)
    K = model.matrices(x)
    rng = np.random.default_rng(0)
    xd = rng.normal(size=model.mechanism.n_dof)
    rates = model.joint_rates(x, xd, joints="all")
    qd_a, qd_d = rates[list(model.mechanism.actuated)], rates[list(model.mechanism.passive)]
    t_r = np.linalg.lstsq(K.A_r, -K.B @ qd_a, rcond=None)[0]
    assert np.abs(K.A @ K.Psi_t @ t_r + K.B @ qd_a).max() < EXACT  # (7.60)
    if len(qd_a) <= len(t_r) or np.linalg.matrix_rank(K.B) == len(qd_a):  # a redundant robot has other qd_a for the same t_r
        assert np.abs(K.J_inv @ t_r - qd_a).max() < EXACT * np.abs(qd_a).max()  # (7.64)
    else:
        assert np.abs(K.J @ K.J_inv - np.eye(len(t_r))).max() < EXACT  # (7.66): the rates of least norm
    assert np.abs(K.J @ qd_a - t_r).max() < EXACT * np.abs(t_r).max()  # (7.63), (7.65)
    if len(qd_d):
        assert np.abs(K.J_td @ qd_d - (K.J_t @ t_r - K.J_ta @ qd_a)).max() < EXACT * np.abs(qd_d).max()  # (7.91)
