"""Test calibrations from partial measurements: positions, redundant encoders, distances, a camera, noisy and redundant drives."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.measured_robots import NOISE, five_bar, true_model
from scipy.optimize import least_squares
from scipy.stats import chi2

import parados
from parados.calibration import Distance, ImagePoint, calibrate
from parados.calibration.measured_quantities import MeasuredQuantities
from parados.calibration.projected_residuals import ProjectedResiduals

RARE = 1e-4
"""Probability that a right result fails."""


def _agrees(result, truth):
    error = (result.values - truth)[result.identifiable.free]
    assert chi2.sf(error @ np.linalg.solve(result.covariance, error), len(error)) > RARE
    assert chi2.sf(result.at.squares, result.freedom) > RARE
    for before, after, noise in result.accuracy.rms().values():
        assert after < 1.3 * noise < before


def _columns(model, names, values):
    return dict(zip([*model.labels["q"], *names], values.T, strict=True))


def test_delta_from_positions_alone():
    robot = parados.load("delta-d3-1200").with_corrections(["lengths", "offsets"])
    live = [f"{name}{i}" for name in ("d_elbow", "end_x_leg", "offset_theta") for i in (1, 2, 3)]
    rng = np.random.default_rng(5)
    truth = rng.normal(0, 1e-3, 9)
    true = true_model(robot, live, truth)
    x = rng.uniform([-0.3, -0.3, -0.95], [0.3, 0.3, -0.65], (40, 3))
    values = np.hstack([true.inverse_kinematics(x), x + rng.normal(0, NOISE, x.shape)])
    _agrees(calibrate(robot.compile(live=live), _columns(true, ["px", "py", "pz"], values), noise=NOISE), truth)


def test_hexaglide_whose_joints_have_the_names_of_angles():
    robot = parados.load("hexaglide").with_corrections(["offsets"])
    model = robot.compile("vm", live=["offset_s1", "offset_s4"])
    true, rng = model.with_parameters({"offset_s1": 1e-3, "offset_s4": -2e-3}), np.random.default_rng(13)
    home = np.array(robot.spec.home)
    x = home + 0.3 * rng.uniform(-1, 1, (15, 6)) * np.minimum(model.survey.upper - home, home - model.survey.lower)
    values = np.hstack([true.inverse_kinematics(x), x[:, :3] + rng.normal(0, NOISE, (15, 3))])
    _agrees(calibrate(model, _columns(true, ["px", "py", "pz"], values), noise=NOISE), np.array([1e-3, -2e-3]))


def test_five_bar_with_encoder_offsets():
    robot, live, truth, x = five_bar()
    true, rng = true_model(robot, live, truth), np.random.default_rng(6)
    values = np.hstack([true.inverse_kinematics(x), x + rng.normal(0, NOISE, x.shape)])
    result = calibrate(robot.compile(live=live), _columns(true, ["px", "py"], values), noise=NOISE)
    _agrees(result, truth)
    again = parados.load("five-bar").with_parameters(d12=result.value("d12"), d13=result.value("d13"))
    again = again.with_parameters(d22=result.value("d22"), d23=result.value("d23")).compile()
    read = np.array([result.value("offset_q11"), result.value("offset_q21")])
    x_found = again.forward_kinematics(true.inverse_kinematics(x) - read, guess=x)  # true position = measured - offset
    assert np.abs(x_found - x).max() < 3 * NOISE


def test_five_bar_from_a_redundant_encoder_on_a_passive_joint():
    robot, live, truth, x = five_bar()
    true, rng = true_model(robot, live, truth), np.random.default_rng(7)
    passive = true.joints(x)[:, [true.joint_names.index("q12")]]
    values = np.hstack([true.inverse_kinematics(x), passive + rng.normal(0, 1e-5, passive.shape)])
    _agrees(calibrate(robot.compile(live=live), _columns(true, ["q12"], values), noise=1e-5), truth)


CAMERA = np.array([[1200.0, 0, 0, 0], [0, 1200.0, 0, 0], [0, 0, 1, 0]]) @ np.array(
    [[1.0, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, 4.5], [0, 0, 0, 1]]
)
"""A camera 4.5 m above the base that looks down."""


def _six_ups(live):
    robot = parados.load("gough-stewart-lopes").with_corrections(["platform", "offsets"])
    rng = np.random.default_rng(9)
    truth = rng.normal(0, 1e-3, len(live))
    true = true_model(robot, live, truth)
    x = rng.uniform(true.survey.lower, true.survey.upper, (60, 6))
    return robot.compile(live=live), true, truth, x, rng


@pytest.mark.parametrize("kind", ["distances", "camera"])
def test_six_ups_from_distances_or_one_camera(kind):
    model, true, truth, x, rng = _six_ups([f"offset_l{i}" for i in range(1, 7)])
    T, q = true.platform_frame(x), true.inverse_kinematics(x)
    targets = np.array([[0.5, 0, 0.1], [-0.2, 0.4, 0.1], [-0.2, -0.4, 0.0]])
    X = T[:, None, :3, 3] + np.einsum("nij,kj->nki", T[:, :3, :3], targets)
    if kind == "distances":
        stations = np.array([[2.0, 0, 0], [-1, 2, 0.5], [-1, -2, 1.0]])
        seen = np.linalg.norm(X - stations, axis=2)
        sensors = [Distance(f"d{k}", stations[k], targets[k]) for k in range(3)]
        names, noise = ["d0", "d1", "d2"], NOISE
    else:
        view = np.concatenate([X, np.ones((*X.shape[:2], 1))], axis=2) @ CAMERA.T
        seen = (view[..., :2] / view[..., 2:]).reshape(len(x), 6)
        sensors = [ImagePoint(f"c{k}", CAMERA, targets[k]) for k in range(3)]
        names, noise = [f"c{k}_{letter}" for k in range(3) for letter in "uv"], 0.02
    values = np.hstack([q, seen + rng.normal(0, noise, seen.shape)])
    kinds = {"lengths": noise, "pixels": noise}
    _agrees(calibrate(model, _columns(true, names, values), noise=kinds, sensors=sensors), truth)


def test_redundant_drives_with_noisy_encoders():
    robot = parados.load("dualv").with_corrections(["offsets"])
    live = [f"offset_q{k}1" for k in (1, 2, 3, 4)]
    truth, rng = np.array([2e-3, -1e-3, 1e-3, 3e-3]), np.random.default_rng(10)
    true = true_model(robot, live, truth)
    x = rng.uniform(true.survey.lower, true.survey.upper, (40, len(true.survey.lower)))
    names = [name for name in true.labels["x"]]
    values = np.hstack([true.inverse_kinematics(x), x]) + rng.normal(0, NOISE, (40, 4 + len(names)))
    noise = {"lengths": NOISE, "angles": NOISE, "encoders": NOISE}
    result = calibrate(robot.compile(live=live), _columns(true, names, values), noise=noise)
    error = result.values - truth
    assert chi2.sf(error @ np.linalg.solve(result.covariance, error), 4) > RARE
    assert chi2.sf(result.at.squares, result.freedom) > RARE


def test_a_wrong_model_is_told_by_its_residuals_and_an_outlier_by_its_own():
    """One length cannot explain errors of six parameters; the search still ends at the minimum."""
    robot, live, truth, x = five_bar()
    true, rng = true_model(robot, live, truth), np.random.default_rng(14)
    z = np.hstack([true.inverse_kinematics(x), x + rng.normal(0, NOISE, x.shape)])
    model = robot.compile(live=live)
    result = calibrate(model, _columns(true, ["px", "py"], z), noise=NOISE, parameters=["d12"])
    assert result.chi_square > 100 and "times larger than the noise explains" in " ".join(result.remarks)
    slope = 2 * np.einsum("nk,nk->", result.at.J[:, :, 0], result.at.r)
    assert abs(slope) * result.standard_deviations[0] < 0.01 * np.sqrt(result.at.squares)
    assert (result.values[1:] == result.before[1:]).all() and np.isnan(result.standard_deviations[1:]).all()
    z[5, 2] += 2e-3
    assert calibrate(model, _columns(true, ["px", "py"], z), noise=NOISE).outliers == (6,)


def test_result_is_that_of_scipy_with_poses_and_parameters_together():
    """Noisy encoders: SciPy minimises over 30 poses and 6 parameters at once."""
    robot, live, truth, x = five_bar()
    true, rng = true_model(robot, live, truth), np.random.default_rng(11)
    z = np.hstack([true.inverse_kinematics(x), x])
    z = z + rng.normal(0, NOISE, z.shape)
    model = robot.compile(live=live)
    result = calibrate(model, _columns(true, ["px", "py"], z), noise={"lengths": NOISE, "encoders": NOISE})

    def residuals(unknowns):
        poses = unknowns[6:].reshape(-1, 2)
        q = model.inverse_kinematics(poses, parameters=dict(zip(live, unknowns[:6], strict=True)))
        return ((np.hstack([q, poses]) - z) / NOISE).ravel()

    start = np.concatenate([[0.213, 0.1878, 0.213, 0.1878, 0, 0], z[:, 2:].ravel()])
    found = least_squares(residuals, start, x_scale="jac", xtol=1e-14, ftol=1e-14, gtol=1e-14)
    assert 2 * found.cost == pytest.approx(result.at.squares, rel=1e-6)
    assert np.abs(found.x[:6] - result.values).max() < 1e-3 * np.nanmin(result.standard_deviations)
    full = np.linalg.inv(found.jac.T @ found.jac)[:6, :6]
    assert np.allclose(np.sqrt(np.diag(full)), result.standard_deviations, rtol=1e-3)


def test_slope_of_the_sum_of_squares():
    robot, live, truth, x = five_bar()
    model = robot.compile(live=live)
    quantities = MeasuredQuantities(model, ["px", "py", "q12"], [Distance("d", [0.3, 0.1, 0.0], [0.01, 0, 0])], None)
    rng = np.random.default_rng(12)
    z = quantities.at(truth, x, slopes=False).z
    residuals = ProjectedResiduals(quantities, z + rng.normal(0, 1e-3, z.shape), np.full(z.shape[1], 1e-3))
    p = truth + rng.normal(0, 1e-3, 6)
    here = residuals.at(p, x)
    slope, step = 2 * np.einsum("nkp,nk->p", here.J, here.r), 1e-6
    for k, direction in enumerate(np.eye(6)):
        up, down = (residuals.at(p + sign * step * direction, x).squares for sign in (1, -1))
        assert (up - down) / (2 * step) == pytest.approx(slope[k], rel=1e-5, abs=1e-5 * np.abs(slope).max())
