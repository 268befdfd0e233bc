"""Lopes' model by the generalized momentum, compared with the reference cases and the engine."""

from __future__ import annotations

import json
import warnings
from functools import cache
from importlib import resources
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import parados
from parados.errors import RobotWarning, UnknownNameError
from parados.sources.lopes_stewart.model import LopesStewart, Parameters
from parados.spatial.vectors import cross

ROUND_OFF = 1e-12
"""Largest relative difference of two correct derivations; on these well-conditioned states it is a few 1e-15."""

FAT = Parameters(I_C=(0.05, 0.1, 0.13), I_S=(0.03, 0.08, 0.1))
"""Parameters of `gough-stewart-lopes-fat`, whose legs have an inertia about their axis, so that spin has an effect."""

UNEVEN = Parameters(m_C=0.6, b_C=0.4, b_S=0.7)
"""Parameters whose gravity moments do not cancel; with the equal halves of Table 2 they do."""

EXACT = {"gough-stewart-lopes": LopesStewart(), "gough-stewart-lopes-fat": LopesStewart(FAT, spin=True)}

with warnings.catch_warnings():
    warnings.simplefilter("ignore", RobotWarning)
    NEGLECTED = LopesStewart(FAT)
"""Model of the fat legs without their spin, as in the paper."""

GROUPS = ("platform", "cylinders", "pistons")


def cases(name):
    folder = Path(__file__).parents[1] / "oracle" / "data"
    return json.loads((folder / f"{name}.json").read_text())["cases"]


@cache
def functions(lopes):
    return lopes.functions()


def values(f, *states):
    """Call a function; return its outputs as arrays, by name."""
    called = f(**dict(zip(f.name_in(), states, strict=False)))
    return {name: np.squeeze(called[name].full()) for name in f.name_out()}


def states(count=20):
    """Return random states in the workspace of the robot of the catalog."""
    rng = np.random.default_rng(2009)
    low = np.array([-0.3, -0.3, 1.6, -0.35, -0.35, -0.35])
    high = np.array([0.3, 0.3, 2.2, 0.35, 0.35, 0.35])
    return [(rng.uniform(low, high), rng.normal(size=6), 3 * rng.normal(size=6)) for _ in range(count)]


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("number", range(16))
def test_model_equals_the_reference(name, number, off):
    f, case = functions(EXACT[name]), cases(name)[number]
    x, xd, xdd = case["x"], case["xd"], case["xdd"]
    lengths, energy = values(f["lengths"], x, xd, xdd), values(f["energy"], x, xd)
    assert off(lengths["l"], case["q"]) < ROUND_OFF
    assert off(lengths["ld"], case["qd"]) < ROUND_OFF
    assert off(lengths["ldd"], case["qdd"]) < ROUND_OFF
    assert off(values(f["jacobians"], x)["J_E"], case["inverse_jacobian"]) < ROUND_OFF
    assert off(energy["kinetic"], case["kinetic"]) < ROUND_OFF
    assert off(energy["potential"], case["potential"]) < ROUND_OFF
    assert off(values(f["platform_force"], x, xd, xdd)["euler"], case["platform_force"]) < ROUND_OFF
    assert off(values(f["inverse_dynamics"], x, xd, xdd)["tau"], case["tau"]) < ROUND_OFF


def test_all_reference_cases_are_tested():
    assert all(len(cases(name)) == 16 for name in EXACT)


@pytest.mark.parametrize("name", EXACT)
def test_model_equals_the_engine(name, model, off):
    engine, f = model(name), functions(EXACT[name])
    for x, xd, xdd in states():
        T = values(f["jacobians"], x)["T"]
        matrices = values(f["total_matrices"], x, xd)
        gravity = sum(values(f["gravity"], x).values())
        assert off(values(f["inverse_dynamics"], x, xd, xdd)["tau"], engine.inverse_dynamics(x, xd, xdd)) < ROUND_OFF
        assert off(T.T @ matrices["inertia"], engine.mass_matrix(x)) < ROUND_OFF
        assert off(T.T @ (matrices["coriolis"] @ xd + gravity), engine.platform_force(x, xd, np.zeros(6))) < ROUND_OFF


@pytest.mark.parametrize("lopes", [*EXACT.values(), NEGLECTED, LopesStewart(UNEVEN)])
def test_matrices_give_the_same_force_as_momenta(lopes, off):
    """The matrices (81) and the momenta (82) give the same force."""
    f = lopes.function("f", {"matrices": lopes.total_force_by_matrices, "momenta": lopes.total_force})
    for state in states(5):
        both = values(f, *state)
        assert off(both["matrices"], both["momenta"]) < ROUND_OFF


def test_unknown_group_is_rejected():
    with pytest.raises(UnknownNameError, match="'cylinder' is not a group of bodies; use platform, cylinders, pistons"):
        LopesStewart().force("cylinder")


def test_groups_add_up_to_the_whole(off):
    """The groups of Fig. 6 are platform, cylinders and pistons."""
    f = functions(LopesStewart())
    for x, xd, xdd in states(5):
        parts = values(f["contributions"], x, xd, xdd)
        assert tuple(parts) == GROUPS
        assert off(sum(parts.values()), values(f["inverse_dynamics"], x, xd, xdd)["tau"]) < ROUND_OFF
        total = values(f["total_matrices"], x, xd)
        assert off(sum(values(f["inertia"], x).values()), total["inertia"]) < ROUND_OFF
        assert off(sum(values(f["coriolis"], x, xd).values()), total["coriolis"]) < ROUND_OFF


def test_jacobians_are_derivatives_of_positions(off):
    """J_B and J_G are derivatives of the centres of mass (29), (59); J_D gives the rotation of the leg (33)."""
    lopes = LopesStewart()
    k = lopes.kinematics
    for leg in k.legs:
        turning = leg.J_D @ k.T @ k.xd
        pairs = {"C": (leg.J_B @ k.T, k.jacobian(leg.p_C)), "S": (leg.J_G @ k.T, k.jacobian(leg.p_S))}
        pairs["D"] = (cross(turning, leg.l_hat), k.rate(leg.l_hat))
        f = lopes.function("f", {f"{n}{j}": pair[j] for n, pair in pairs.items() for j in (0, 1)})
        plain = ca.Function("g", [k.x], k.eliminate([ca.densify(leg.p_C)]))  # a derivative without the symbols of the reciprocals
        derivative = ca.Function("d", [k.x], [ca.jacobian(plain(k.x), k.x)])
        for x, xd, _ in states(3):
            got = values(f, x, xd)
            assert all(off(got[f"{n}0"], got[f"{n}1"]) < ROUND_OFF for n in pairs)
            assert off(got["C0"], derivative(x).full()) < ROUND_OFF


def test_neglected_spin_changes_forces_of_fat_legs_by_a_few_percent():
    """The paper's assumption "cannot rotate along its own axis" is the default; its error is 5.4 % of the largest force."""
    f, worst = functions(NEGLECTED)["inverse_dynamics"], 0.0
    for case in cases("gough-stewart-lopes-fat"):
        tau = values(f, case["x"], case["xd"], case["xdd"])["tau"]
        worst = max(worst, np.abs(tau - case["tau"]).max() / np.abs(case["tau"]).max())
    assert 0.05 < worst < 0.06


def test_neglected_spin_has_no_effect_on_slender_legs(off):
    with_spin, without = functions(LopesStewart(spin=True)), functions(LopesStewart())
    for state in states(5):
        tau = values(without["inverse_dynamics"], *state)["tau"]
        assert off(values(with_spin["inverse_dynamics"], *state)["tau"], tau) < ROUND_OFF


def test_neglected_spin_gives_a_warning_where_it_matters():
    for parameters in (FAT, Parameters(I_S=(0.01, 0.1, 0.1))):
        with pytest.warns(RobotWarning, match=r"spin=True\) includes it"):
            LopesStewart(parameters)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        LopesStewart(), LopesStewart(FAT, spin=True), LopesStewart(Parameters.symbolic())


@pytest.mark.parametrize("lopes", [*EXACT.values(), LopesStewart(UNEVEN)])
def test_forward_dynamics_inverts_inverse_dynamics(lopes, off):
    f = functions(lopes)
    for x, xd, xdd in states(5):
        tau = values(f["inverse_dynamics"], x, xd, xdd)["tau"]
        assert off(values(f["forward_dynamics"], x, xd, tau)["xdd"], xdd) < 1e-11


def test_forward_dynamics_equals_the_engine(model, off):
    engine, f = model("gough-stewart-lopes"), functions(LopesStewart())
    for x, xd, _ in states(5):
        tau = np.array([10.0, -5.0, 20.0, 7.0, 0.0, 3.0])
        assert off(values(f["forward_dynamics"], x, xd, tau)["xdd"], engine.forward_dynamics(x, xd, tau)) < 1e-11


B = np.array([[1.5, 0.3, 0.1], [0.2, 1.4, 0.0], [-0.8, 1.2, -0.1], [-1.3, -0.4, 0.05], [-0.5, -1.3, 0.0], [1.0, -1.1, 0.2]])
P = np.array([[0.7, 0.3, 0.0], [0.1, 0.8, 0.05], [-0.6, 0.4, 0.0], [-0.7, -0.2, -0.05], [-0.1, -0.7, 0.0], [0.6, -0.5, 0.02]])
"""Attachment points without any symmetry [m]."""


def test_own_attachment_points_equal_the_engine(tmp_path, off):
    text = (resources.files("parados") / "robots" / "gough-stewart-lopes.yaml").read_text()
    head, _, tail = text.partition("      g: [")
    tail = tail.split("deg]\n", 2)[2]
    points = f"      g: {B.tolist()}\n      h: {P.tolist()}\n"
    text = (head + points + tail).replace("[rB*cos(g), rB*sin(g), 0]", "g").replace("[rP*cos(h), rP*sin(h), 0]", "h")
    unused = ("rB", "rP", "phiB", "phiP")
    text = "".join(line + "\n" for line in text.splitlines() if not line.strip().startswith(tuple(f"{n}: {{" for n in unused)))
    path = tmp_path / "own.yaml"
    path.write_text(text)
    engine, f = parados.load(path).compile("vm"), LopesStewart(Parameters(B=B, P=P)).functions()
    for x, xd, xdd in states(5):
        assert off(values(f["lengths"], x, xd, xdd)["l"], engine.inverse_kinematics(x)) < ROUND_OFF
        assert off(values(f["inverse_dynamics"], x, xd, xdd)["tau"], engine.inverse_dynamics(x, xd, xdd)) < ROUND_OFF
