"""Centre of mass: against the frames of the bodies, the potential energy, differences and Newton's law."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.model.model import Model
from parados.robot.description import LinkSpec

from .independent import FIRST, OFFSETS, SPACE_STEP, TIME_STEP, Path, advance, bodies, relative_difference
from .test_generality import Array, compiled, some_modes, states

ROBOTS = ["five-bar", pytest.param("3-rpr", marks=pytest.mark.slow), "delta-d3-1200", "3-rrr-parallelogram"]
ROBOTS += ["3-prs", "6-ups-quaternion", "3-rps-tilt-torsion", "planar-3-rrr-on-rail"]
"""Planar, in space, overconstrained, with loops inside legs; numeric geometry with dependent coordinates, quaternions, angles
other than Euler's, redundant joints."""

EXACT = 1e-12
"""Relative; both sides add the same terms in another order."""

DIFFERENCES = 1e-8
"""Relative; first differences of order 8 of exact values."""


@pytest.fixture(scope="module", params=ROBOTS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def model(name: str) -> Model:
    return compiled(name)


def _mass(model: Model) -> float:
    return sum(body.mass for body in bodies(model))


def _from_frames(model: Model, x: Array, mode: object = None) -> Array:
    """(3,) centre of mass from the frames of all bodies."""
    places = [*model.link_frames(x, mode=mode), model.platform_frame(x, mode=mode)]
    pairs = list(zip(places, bodies(model), strict=True))
    first: Array = np.sum([b.mass * T[:3, 3] + T[:3, :3] @ b.first for T, b in pairs], axis=0)
    return first / _mass(model)


def test_centre_of_mass_follows_from_the_frames_of_the_bodies(name: str, model: Model) -> None:
    x = states(name)[0].x
    reached = 0
    for mode in some_modes(model):
        try:
            expected = _from_frames(model, x, mode)
        except parados.UnreachableError:
            continue
        reached += 1
        assert relative_difference(model.centre_of_mass(x, mode=mode), expected) < EXACT
    assert reached


def test_potential_energy_is_the_mass_times_gravity_times_height(name: str, model: Model) -> None:
    """Gravity points in no special direction, so that all three components of the centre of mass enter its height."""
    x, xd, _ = (np.array(part) for part in zip(*states(name), strict=True))
    up = np.array([0.3, -0.5, 0.7])
    tilted = parados.Robot(model.spec.model_copy(update={"gravity": tuple(-up)})).compile("vm")
    heights = model.centre_of_mass(x) @ up
    assert relative_difference(_mass(model) * heights, tilted.energy(x, xd).potential) < EXACT


def _lines(model: Model, x: Array) -> list[Array]:
    """(9, n_x) poses along each entry of xd."""
    units = np.eye(model.mechanism.n_dof)
    return [np.array([advance(model, x, SPACE_STEP * k * unit) for k in OFFSETS]) for unit in units]


def test_jacobian_equals_differences(name: str, model: Model) -> None:
    for x, _, _ in states(name):
        slopes = [FIRST @ model.centre_of_mass(line) / SPACE_STEP for line in _lines(model, x)]
        assert relative_difference(model.centre_of_mass_jacobian(x), np.array(slopes).T) < DIFFERENCES


def test_ground_force_is_the_mass_times_acceleration_minus_weight(name: str, model: Model) -> None:
    for x, xd, xdd in states(name):
        path = Path(x, xd, xdd)
        places, rates = ([f(model, TIME_STEP * k) for k in OFFSETS] for f in (path.at, path.velocity))
        velocity = np.einsum("nij,nj->ni", model.centre_of_mass_jacobian(np.array(places)), np.array(rates))
        acceleration = FIRST @ velocity / TIME_STEP
        expected = _mass(model) * (acceleration - model.mechanism.gravity)
        assert relative_difference(model.ground_reaction(x, xd, xdd)[:3], expected) < DIFFERENCES


def test_derivative_by_x_along_unit_rates_is_the_jacobian(name: str, model: Model) -> None:
    x = states(name)[0].x
    slope = model.derivatives("centre_of_mass", "x")(x)
    rates_of_x = np.array([FIRST @ line / SPACE_STEP for line in _lines(model, x)]).T
    assert relative_difference(slope @ rates_of_x, model.centre_of_mass_jacobian(x)) < DIFFERENCES


def test_stack_returns_the_rows(name: str, model: Model) -> None:
    x = np.array([state.x for state in states(name)])
    n = model.mechanism.n_dof
    places, slopes = model.centre_of_mass(x), model.centre_of_mass_jacobian(x)
    assert places.shape == (len(x), 3) and slopes.shape == (len(x), 3, n)
    assert relative_difference(places, np.array([model.centre_of_mass(row) for row in x])) < EXACT
    assert relative_difference(slopes, np.array([model.centre_of_mass_jacobian(row) for row in x])) < EXACT
    assert model.centre_of_mass(x[:0]).shape == (0, 3) and model.centre_of_mass_jacobian(x[:0]).shape == (0, 3, n)


def test_payload_moves_the_centre_of_mass() -> None:
    robot, x = parados.load("delta-d3-1200"), np.array([0.1, 0.0, -0.8])
    own, mass = compiled("delta-d3-1200"), _mass(compiled("delta-d3-1200"))
    loaded = robot.with_payload(2.0, com=[0.0, 0.0, -0.1]).compile("vm").centre_of_mass(x)
    expected = (mass * own.centre_of_mass(x) + 2.0 * (x - 0.1 * np.eye(3)[2])) / (mass + 2.0)
    assert relative_difference(loaded, expected) < EXACT


@pytest.mark.parametrize("call", ["centre_of_mass", "centre_of_mass_jacobian"])
def test_robot_without_mass_has_no_centre_of_mass(call: str) -> None:
    spec, nothing = parados.load("five-bar-feasible").spec, {"link": LinkSpec()}
    legs = [leg.model_copy(update={"joints": tuple(j.model_copy(update=nothing) for j in leg.joints)}) for leg in spec.legs]
    bare = {"legs": tuple(legs), "platform": spec.platform.model_copy(update=nothing)}
    model = parados.Robot(spec.model_copy(update=bare)).compile("vm")
    with pytest.raises(parados.RobotFileError, match="add up to 0 kg, so there is no centre of mass"):
        getattr(model, call)([0.0, 0.25])
