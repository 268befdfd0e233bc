"""Kinematic redundancy: rates of least norm plus a null-space vector, (7.66)."""

from pathlib import Path

import numpy as np
import pytest

import parados
from parados.model.redundancy import check_possible

ROBOT = Path(__file__).parents[1] / "robots" / "planar-3-rrr-on-rail.yaml"
EXACT = 1e-10


@pytest.fixture(scope="module")
def model():
    return parados.load(ROBOT).compile(backend="vm")


def test_the_robot_has_one_redundant_degree_of_freedom(model) -> None:
    found = parados.load(ROBOT).mobility()
    assert (found.dof, found.platform_dof, found.kinematic_redundancy, found.actuation_redundancy) == (4, 3, 1, 0)


def test_rates_have_least_norm_plus_the_null_space_part(model) -> None:
    x, wanted = model.survey.home, np.array([0.1, -0.2, 0.3])
    J = model.jacobian(x)[:3]
    qd = model.joint_rates(x, model.resolve_redundancy(x, wanted))
    assert J @ qd == pytest.approx(wanted, abs=EXACT)
    assert qd == pytest.approx(np.linalg.pinv(J) @ wanted, abs=EXACT)
    xi = np.array([1.0, 2.0, -1.0, 0.5])
    more = model.joint_rates(x, model.resolve_redundancy(x, wanted, null=xi))
    assert J @ more == pytest.approx(wanted, abs=EXACT)
    assert more - qd == pytest.approx(xi - np.linalg.pinv(J) @ J @ xi, abs=EXACT)
    assert np.linalg.norm(more) > np.linalg.norm(qd)


def test_resolved_accelerations_give_the_wanted_platform_acceleration(model) -> None:
    x, wanted = model.survey.home, np.array([0.5, -1.0, 2.0])
    xd = model.resolve_redundancy(x, [0.1, -0.2, 0.3])
    xdd = model.resolve_redundant_acceleration(x, xd, wanted, null=[1.0, 0, 0, 0])
    assert xdd[:3] == pytest.approx(wanted, abs=EXACT)


def test_a_robot_without_redundancy_raises() -> None:
    model = parados.load("five-bar").compile(backend="vm")
    with pytest.raises(parados.InputError, match="not kinematically redundant"):
        model.resolve_redundancy([0, 0.26], [0, 0])
    with pytest.raises(parados.InputError, match="not kinematically redundant: the platform alone determines xdd"):
        model.resolve_redundant_acceleration([0, 0.26], [0, 0], [0, 0])


def test_redundancy_does_not_depend_on_the_coordinates() -> None:
    """Joints in x do not make a robot redundant: the platform of the Tripteron determines all of them."""
    robot = parados.load("tripteron")
    said = set()
    for one in (robot, robot.in_coordinates(["q12", "q13", "pz"])):
        model = one.compile(backend="vm")
        with pytest.raises(parados.InputError) as error:
            model.resolve_redundancy(model.survey.home, np.zeros(len(model.spec.platform.own_coordinates)))
        said.add(str(error.value))
    assert said == {"tripteron is not kinematically redundant: the platform alone determines xd"}


def test_impossible_rates_are_told_with_the_names_of_their_entries() -> None:
    with pytest.raises(parados.InputError, match=r"^xd_platform: .* differs by 1 in one of px, a3$"):
        check_possible(np.zeros((2, 3)), np.zeros(3), np.array([1.0, 0.0]), "xd_platform", ["px", "a3"])
