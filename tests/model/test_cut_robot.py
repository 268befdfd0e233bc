"""The robot with all loops cut, solved on its closures, has the accelerations and energies of the closed robot."""

import numpy as np
import pytest
from scipy.linalg import null_space

import parados
from parados.model.cut_model import CutModel, CutPose
from parados.model.cut_poses import coordinates_in_time, pose_at, rate_rows

ROUND_OFF = 1e-12
"""Relative differences of two ways to the same numbers: 1e-14 at the worst of these robots."""

QUICK = ("3-prs", "3-rps-wrist", "andrews-squeezer")
SLOW = ("five-bar", "delta-d3-1200", "gough-stewart-fried", "agile-eye", "quattro", "exechon")
ROBOTS = (*QUICK, *[pytest.param(name, marks=pytest.mark.slow) for name in SLOW])


def at_home(name: str, seed: int = 1):
    model = parados.load(name).compile()
    rng, x = np.random.default_rng(seed), np.array(model.spec.home, dtype=float)
    cut = CutModel(model)
    pose = pose_at(cut, x, None)
    return model, cut, pose, x, rng.normal(size=model.mechanism.n_dof), rng


def rates_of(cut, pose, x, xd):
    now = cut.report(pose.z[None], np.zeros((1, cut.n_z)), pose.reference)
    _, G = cut.closing(pose)
    A = np.vstack([G, rate_rows(cut.mechanism, x, now["frame"][0], now["by_rates"][0])])
    return np.linalg.lstsq(A, np.concatenate([np.zeros(len(G)), xd]), rcond=None)[0]


@pytest.mark.parametrize("name", ROBOTS)
def test_accelerations_and_energies_equal_those_of_the_closed_robot(name):
    model, cut, pose, x, xd, rng = at_home(name)
    zd, wrench = rates_of(cut, pose, x, xd), rng.normal(size=6)
    tau = rng.normal(size=len(model.mechanism.actuated))
    assert np.allclose(zd[: cut.n_t], model.joint_rates(x, xd, joints="all"), rtol=ROUND_OFF, atol=ROUND_OFF)

    out = cut.motion(pose, zd, np.sign(zd[: cut.n_t]), wrench)
    V, M = null_space(out["G"], rcond=1e-9), out["M"]
    force = -out["h"]
    force[: cut.n_t] -= out["viscous"] + out["dry"]
    force[list(model.mechanism.actuated)] += tau
    particular = np.linalg.lstsq(out["G"], -out["gamma"], rcond=1e-9)[0]
    zdd = particular + V @ np.linalg.solve(V.T @ M @ V, V.T @ (force - M @ particular))
    xdd = model.forward_dynamics(x, xd, tau, wrench=wrench)
    wanted = model.joint_accelerations(x, xd, xdd, joints="all")
    assert np.abs(zdd[: cut.n_t] - wanted).max() < ROUND_OFF * np.abs(wanted).max()

    now, energy = cut.report(pose.z[None], zd[None], pose.reference), model.energy(x, xd)
    assert np.isclose(now["kinetic"][0, 0], energy.kinetic, rtol=ROUND_OFF)
    assert np.isclose(now["potential"][0, 0], energy.potential, rtol=ROUND_OFF, atol=1e-13)
    assert np.allclose(coordinates_in_time(model.mechanism, pose.z[None], now["frame"], x)[0], x, atol=1e-12)


def test_the_turn_of_the_platform_does_not_depend_on_its_reference():
    """With rho far from zero, the twist is the derivative of the frame, and the equations are those at rho = 0."""
    _, cut, pose, x, xd, _ = at_home("gough-stewart-fried")
    zd, rho = rates_of(cut, pose, x, xd), np.array([0.4, -0.7, 0.5])
    s = rho / 2
    hat = np.array([[0, -s[2], s[1]], [s[2], 0, -s[0]], [-s[1], s[0], 0]])
    back = np.eye(3) + 2 / (1 + s @ s) * (hat @ hat - hat)
    far = CutPose(np.concatenate([pose.z[:-3], rho]), (back @ pose.reference.reshape(3, 3)).ravel())
    omega = zd[-3:]
    rates = zd.copy()
    rates[-3:] = np.linalg.solve((np.eye(3) + hat) / (1 + s @ s), omega)
    near, same = (cut.report(p.z[None], r[None], p.reference) for p, r in ((pose, zd), (far, rates)))
    for key in ("frame", "twist", "kinetic", "potential"):
        assert np.allclose(near[key], same[key], rtol=1e-12, atol=1e-12), key

    h = 1e-6
    moved = [cut.report((far.z + k * h * rates)[None], rates[None], far.reference)["frame"][0, :3, :3] for k in (1, -1)]
    turning = (moved[0] - moved[1]) / (2 * h) @ same["frame"][0, :3, :3].T
    assert np.allclose([turning[2, 1], turning[0, 2], turning[1, 0]], omega, atol=1e-8)

    here = [cut.motion(p, r, np.zeros(cut.n_t), np.zeros(6)) for p, r in ((pose, zd), (far, rates))]
    bases = [null_space(out["G"], rcond=1e-9) for out in here]
    accelerations = []
    for out, V in zip(here, bases, strict=True):
        start = np.linalg.lstsq(out["G"], -out["gamma"], rcond=1e-9)[0]
        accelerations.append(start + V @ np.linalg.solve(V.T @ out["M"] @ V, -V.T @ (out["h"] + out["M"] @ start)))
    assert np.allclose(accelerations[0][: cut.n_t], accelerations[1][: cut.n_t], rtol=1e-11, atol=1e-11)
    back_again, again = cut.renewed(far, rates)
    assert np.allclose(back_again.reference, pose.reference, atol=1e-14)
    assert np.allclose(again, zd, rtol=1e-13, atol=1e-13)
