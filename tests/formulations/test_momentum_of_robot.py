"""The generalized momentum approach on robots of the engine, compared with its Newton-Euler recursion."""

from __future__ import annotations

import numpy as np
import pytest

from parados.errors import InputError
from parados.sources.lopes_stewart.model import LopesStewart
from parados.sources.lopes_stewart.momentum_of_robot import RobotMomenta

ROUND_OFF = 1e-11
"""Largest relative difference of two derivations; a redundant robot is solved by its normal matrix."""

QUICK = ["five-bar", "dualv"]
LATER = [
    "delta-d3-1200",
    "3-rpr",
    "c5",
    "orthoglide",
    "tripteron",
    "gough-stewart-lopes-fat",
    "3-rrr-parallelogram",
    "navaro",
    "hexa",
    "quattro",
]

COUNTS = {
    "five-bar": {"momenta": 378, "matrices": 408, "Newton-Euler": 132},
    "delta-d3-1200": {"momenta": 1409, "matrices": 2123, "Newton-Euler": 301},
    "3-rpr": {"momenta": 732, "matrices": 1093, "Newton-Euler": 388},
    "dualv": {"momenta": 1086, "matrices": 1640, "Newton-Euler": 452},
}
"""Operations of one inverse dynamics without friction, as stated on the page of the formulation."""


@pytest.mark.parametrize("name", [*QUICK, *[pytest.param(name, marks=pytest.mark.slow) for name in LATER]])
def test_efforts_equal_those_of_newton_euler(name, model, off):
    engine = model(name)
    functions, known = RobotMomenta(engine).functions, engine.survey.samples.named(engine.survey.geometry)
    rng, n = np.random.default_rng(7), engine.mechanism.n_dof
    for k in range(3):
        x, xd, xdd = known["x"][k], rng.normal(size=n), rng.normal(size=n)
        state = {"x": x, "xd": xd, "xdd": xdd, "mode": engine.signs(), "unknowns": engine.unknowns(x)}
        expected = engine.inverse_dynamics(x, xd, xdd, friction=False)
        for function in (functions["inverse_dynamics"], functions["by_matrices"]):
            tau = function(**{key: state[key] for key in function.name_in()})["tau"].full().ravel()
            assert off(tau, expected) < ROUND_OFF


@pytest.mark.parametrize(
    "name", ["five-bar", *[pytest.param(name, marks=pytest.mark.slow) for name in COUNTS if name != "five-bar"]]
)
def test_newton_euler_needs_fewer_operations(name, model):
    counts = RobotMomenta(model(name)).counts()
    assert counts == COUNTS[name]
    assert counts["Newton-Euler"] < counts["momenta"] < counts["matrices"]


@pytest.mark.slow
def test_matrices_equal_those_of_the_paper(model, off):
    """On Lopes' robot the inertia matrix is that of the paper; the Coriolis matrices differ, but not their product with xd."""
    engine, lopes = model("gough-stewart-lopes"), LopesStewart().functions()["total_matrices"]
    momenta = RobotMomenta(engine)
    x, xd = np.array([0.05, -0.1, 1.9, 0.1, -0.1, 0.2]), np.array([0.2, 0.1, 0.3, 0.5, -0.4, 0.2])
    found = momenta.functions["matrices"]
    signs = engine.survey.samples.named(engine.survey.geometry)["mode"][0] if "mode" in found.name_in() else None
    ours = found(x=x, xd=xd) if signs is None else found(x=x, xd=xd, mode=np.ones_like(signs))
    paper = lopes(x=x, xd=xd)
    assert off(ours["inertia"].full(), paper["inertia"].full()) < ROUND_OFF
    assert off(ours["coriolis"].full() @ xd, paper["coriolis"].full() @ xd) < ROUND_OFF


def test_varying_inertia_is_rejected(model):
    with pytest.raises(InputError, match=r"has a varying inertia, .* the momentum approach needs bodies of constant inertia"):
        RobotMomenta(model("gough-stewart-fried"))
