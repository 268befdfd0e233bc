"""Loads that statics does not determine, shared by elastic parts: textbook frames, the flexible model, balance of all bodies."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from tests.robots.body_balance import needed
from tests.robots.test_reactions import on_bodies

import parados
from parados.errors import InputError
from parados.model.model import Model
from parados.robot.reading import parse_robot
from parados.topology.mechanism import PLATFORM

HERE = Path(__file__).parent / "data"

TEXTBOOK = 1e-6
"""The textbook neglects the stretch of the bars; with an area of 1 m^2 it is 1e-7 of the bending."""

BALANCE = 1e-9
"""Relative to the largest wrench of the robot: round-off times the condition of the closures."""

SPRINGS = """springs:
  - {name: pull, between: [base, platform], at: [[0.1, -0.2, 0.9], [0, 0, 0]], stiffness: 300, length: 0.2, damping: 5}
"""


@cache
def portal() -> Model:
    return parados.load(HERE / "portal-frame.yaml").compile("vm")


def test_portal_frame_has_the_moments_of_the_textbook() -> None:
    """Clamped portal under a force F at its corner (Kleinlogel): M = F h / 2 (3 k + 1) / (6 k + 1), k = Ig h / (Ic l)."""
    F, h, width = 100.0, 0.6, 0.9
    k = 5e-8 * h / (2e-8 * width)
    found = portal().reactions([0.0], [0.0], [0.0], wrench=[F, 0, 0, 0, 0, 0], distribution="elastic")
    foot, corner, upright = (
        F * h / 2 * (3 * k + 1) / (6 * k + 1),
        F * h / 2 * 3 * k / (6 * k + 1),
        F * h / width * 3 * k / (6 * k + 1),
    )
    for name, sign in (("q1", -1), ("q2", 1)):
        assert np.allclose(found[name], [-F / 2, 0, sign * upright, 0, -foot, 0], atol=TEXTBOOK * F)
    for name, sign in (("left", -1), ("right", 1)):
        assert np.allclose(found[name], [-F / 2, 0, sign * upright, 0, corner, 0], atol=TEXTBOOK * F)
    assert found.undetermined == 0 and portal().reactions([0.0], [0.0], [0.0]).undetermined == 5


def test_propped_beam_carries_three_eighths_of_its_weight_on_the_hinge() -> None:
    model = parados.load(HERE / "propped-beam.yaml").compile("vm")
    weight, length, carriage = 2700 * 0.02**2 * 0.8 * 9.81, 0.8, 9.81
    found = model.reactions([0.0], [0.0], [0.0], distribution="elastic")
    assert np.allclose(found["hinged"], [0, 0, 3 / 8 * weight, 0, 0, 0], atol=1e-9 * weight)
    assert np.allclose(found["q1"], [0, 0, 5 / 8 * weight + carriage, 0, -weight * length / 8, 0], atol=1e-9 * weight)


def test_passive_joint_with_a_stiffness_takes_its_share() -> None:
    """Slope at the end: theta (4 EI / l + k) = w l^2 / 12; moment of the joint k theta, force w l / 2 - 6 EI theta / l^2."""
    k, length, weight = 900.0, 0.8, 2700 * 0.02**2 * 0.8 * 9.81
    text = (HERE / "propped-beam.yaml").read_text()
    text = text.replace(
        "alpha: -pi/2, d: l, link: {m: 1}}",
        f"alpha: -pi/2, d: l, link: {{m: 1}}}}\n      - {{name: q3, kind: R, stiffness: {k}}}",
    )
    model = parados.api.Robot(parse_robot(text.replace("{joint: R, platform:", "{joint: fixed, platform:"))).compile("vm")
    bending = 70e9 * 0.02**4 / 12
    theta = weight * length / 12 / (4 * bending / length + k)
    found = model.reactions([0.0], [0.0], [0.0], distribution="elastic")
    expected = [weight / 2 - 6 * bending * theta / length**2, k * theta]
    assert np.allclose(np.abs(found["q3"][[2, 4]]), expected, rtol=1e-9)
    assert np.abs(model.reactions([0.0], [0.0], [0.0]).balanced[2, 4]) < 1e-12  # free without the stiffness


def test_beam_that_accelerates_sideways_is_loaded_as_by_a_weight() -> None:
    """The hinge is about y, so it holds the turn about z: a beam clamped at both ends, one of which carries no drive."""
    model = parados.load(HERE / "propped-beam.yaml").compile("vm")
    mass, length, a = 2700 * 0.02**2 * 0.8, 0.8, 3.0
    found = model.reactions([0.1], [0.0], [a], distribution="elastic")
    driven = found["hinged"][1]  # force along the rail that the passive carriage of 1 kg passes to the beam
    assert np.isclose(driven, -a)
    tip = -driven
    # clamped beam under an even load and a force `tip` at its end, which cannot turn: the integral of its moment is zero
    uniform = mass * a / length
    expected = uniform * length**2 / 6 + tip * length / 2
    assert np.isclose(abs(found["hinged"][5]), expected, rtol=1e-9)


@cache
def tripteron(stiffer: float, springs: str = "") -> Model:
    text = (HERE / "tripteron-beams.yaml").read_text().replace("E: 70e9", f"E: {70e9 * stiffer}") + springs
    return parados.api.Robot(parse_robot(text)).compile("vm")


def falls_with_the_stiffness(models: list[Model], beams: dict[str, str]) -> None:
    """Compare K z_e of beams, the load on their ends at the equilibrium of the nonlinear model with held motors, with reactions.

    models : the same robot, each ten times as stiff as the one before
    beams : name of a beam's element -> name of the joint or closure that its end carries; the beam is along x of its link
    """
    errors = []
    for model in models:
        elastic, x, still = model.elastic_model(friction=False), model.survey.home, np.zeros(model.mechanism.n_dof)
        z = elastic.equilibrium(x)
        worst, size = 0.0, 0.0
        for beam, next_part in beams.items():
            own = [k for k, name in enumerate(elastic.names) if name.startswith(f"{beam}.")]
            found = model.reactions(x, still, still, axes=beam.partition(".")[0], distribution="elastic")
            on_end = elastic.K_tot[np.ix_(own, own)] @ z[own]
            worst = max(worst, float(np.abs(on_end + found[next_part]).max()))
            size = max(size, float(np.abs(found.balanced).max()))
        errors.append(worst / size)
    assert errors[-1] < 1e-4
    assert np.allclose([one / other for one, other in pairwise(errors)], 10, rtol=0.1)


def leaning(stiffer: float, springs: str = "") -> Model:
    """Portal frame with weight along x and z."""
    text = (HERE / "portal-frame.yaml").read_text().replace("gravity: [0, 0, 0]", "gravity: [20, 0, -9.81]")
    text = text.replace("A: 1,", "A: 1e-3,").replace("E: 70e9", f"E: {70e9 * stiffer}")
    return parados.api.Robot(parse_robot(text + springs)).compile("vm")


@pytest.mark.parametrize("springs", [pytest.param("", marks=pytest.mark.slow), SPRINGS], ids=["weight", "weight and spring"])
def test_loads_of_a_portal_are_the_limit_of_the_flexible_model(springs: str) -> None:
    falls_with_the_stiffness([leaning(k, springs) for k in (1.0, 10.0, 100.0)], {"q1.e1": "left", "q2.e1": "right"})


@pytest.mark.slow
@pytest.mark.parametrize("springs", ["", SPRINGS], ids=["weight", "weight and spring"])
def test_loads_of_a_tripteron_are_the_limit_of_the_flexible_model(springs: str) -> None:
    beams = {f"q{i}{link}.e1": f"q{i}{link + 1}" for i in (1, 2, 3) for link in (2, 3)}
    falls_with_the_stiffness([tripteron(k, springs) for k in (1.0, 10.0, 100.0)], beams)


@pytest.mark.parametrize("springs", [pytest.param("", marks=pytest.mark.slow), SPRINGS], ids=["plain", "spring"])
def test_every_body_is_in_balance_and_determined_parts_do_not_change(springs: str) -> None:
    model = tripteron(1.0, springs)
    rng = np.random.default_rng(3)
    for _ in range(3):
        x, xd, xdd = model.survey.home + 0.05 * rng.normal(size=3), rng.normal(size=3), rng.normal(size=3)
        loads = {"wrench": rng.normal(size=6), "link_wrenches": {"q13": rng.normal(size=6)}}
        shared = model.reactions(x, xd, xdd, **loads, distribution="elastic")
        plain = model.reactions(x, xd, xdd, **loads)
        assert (plain.undetermined, shared.undetermined) == (3, 0)
        assert np.isfinite(shared.wrenches).all()
        size = np.abs(shared.balanced).max()
        applied, alike = on_bodies(model, shared), on_bodies(model, plain)
        assert max(np.abs(applied[k] - alike[k]).max() for k in applied) < BALANCE * size
        moved = np.einsum("nij,nj->ni", plain.projectors, shared.balanced - plain.balanced)
        assert np.abs(moved).max() < BALANCE * size
        assert np.abs(shared.ground - model.ground_reaction(x, xd, xdd, **loads)).max() < BALANCE * size
        if not springs:
            bare = model.reactions(x, xd, xdd, distribution="elastic")
            wanted = needed(model, x, xd, xdd)
            off = max(np.abs(on_bodies(model, bare)[k] - w).max() for k, w in wanted.items() if k != PLATFORM)
            assert off < BALANCE * size


@pytest.mark.slow
def test_wrench_on_a_link_bends_the_beam_before_it() -> None:
    """The last link is fixed on the platform: a wrench on it loads all other parts as the same wrench on the platform does."""
    model = tripteron(1.0)
    x, still = model.survey.home, np.zeros(3)
    wrench = np.array([3.0, -2.0, 1.0, 0.4, 0.2, -0.3])
    on_platform = model.reactions(x, still, still, wrench=wrench, distribution="elastic")
    on_link = model.reactions(x, still, still, link_wrenches={"q14": wrench}, distribution="elastic")
    same = [k for k, name in enumerate(on_link.names) if "leg1" not in name]
    size = np.abs(on_link.balanced).max()
    assert np.abs(on_link.balanced[same] - on_platform.balanced[same]).max() < BALANCE * size


@pytest.mark.slow
def test_stack_gives_the_rows_of_single_states_and_live_stiffness_those_of_a_frozen_robot() -> None:
    robot = parados.load(HERE / "tripteron-beams.yaml")
    model = robot.compile("vm", live=["E", "d3"])
    x = model.survey.home + np.linspace(0, 0.05, 3)[:, None]
    xd, xdd = np.full((3, 3), 0.2), np.full((3, 3), -0.5)
    values = {"E": 7e9, "d3": 0.39}
    found = model.reactions(x, xd, xdd, distribution="elastic", parameters=values)
    frozen = robot.with_parameters(**values).compile("vm")
    alone = np.array([frozen.reactions(*row, distribution="elastic").balanced for row in zip(x, xd, xdd, strict=True)])
    assert np.allclose(found.balanced, alone, rtol=0, atol=1e-9 * np.abs(alone).max())


def test_refusals_say_what_is_missing_and_what_stays_undetermined() -> None:
    rigid = parados.load("tripteron").compile("vm")
    still = np.zeros(3)
    with pytest.raises(InputError, match="nothing is elastic in tripteron"):
        rigid.reactions(rigid.survey.home, still, still, distribution="elastic")
    with pytest.raises(InputError, match="distribution: 'even' is not known; use statics, elastic"):
        rigid.reactions(rigid.survey.home, still, still, distribution="even")
    planar = parados.load("five-bar-flexible").compile("vm")
    with pytest.raises(InputError, match=r"passes through no elastic part, so the wrenches of q11, .* stay undetermined"):
        planar.reactions(planar.survey.home, still[:2], still[:2], distribution="elastic")


@pytest.mark.slow
def test_robot_that_statics_determines_has_the_same_loads() -> None:
    model = parados.load("orthoglide-flexible").compile("vm")
    x, xd, xdd = model.survey.home, np.array([0.1, 0.2, -0.1]), np.array([1.0, -2.0, 0.5])
    plain, shared = model.reactions(x, xd, xdd), model.reactions(x, xd, xdd, distribution="elastic")
    assert plain.undetermined == 0
    assert np.allclose(plain.balanced, shared.balanced, rtol=0, atol=BALANCE * np.abs(plain.balanced).max())


def test_partly_rigid_frame_keeps_the_rest_as_nan() -> None:
    """Columns that are planar beams share forces of their plane; what acts out of this plane stays undetermined."""
    text = (HERE / "portal-frame.yaml").read_text().replace("length: h,", "length: h, planar: true,")
    model = parados.api.Robot(parse_robot(text.replace("length: l,", "length: l, planar: true,"))).compile("vm")
    found = model.reactions([0.0], [0.0], [0.0], wrench=[100, 0, 0, 0, 0, 0], distribution="elastic")
    assert 0 < found.undetermined < 5
    assert "passes through no elastic part" in found.summary()
    assert np.isnan(found["q1"]).any()
