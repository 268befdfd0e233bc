"""Uses of serial arms and trees: other coordinates, resolved rates, payloads, elastic joints, singularities, C, commands."""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import parados
from parados.cli.main import app
from parados.model.model import Model
from parados.robot.reading import parse_robot
from parados.singularity import classify, distances

from .open_chains import HERE, compiled

EXACT = 1e-11
"""Relative error of identities: round-off."""

arm = cache(lambda: compiled("arm-6r-tool"))
seven = cache(lambda: compiled("arm-7r"))
tree = cache(lambda: compiled("tree-4-1"))


def elastic(name: str) -> Model:
    """Return the model of a robot whose actuated joints have transmissions of 1000 N m/rad or N/m."""
    text = (HERE / f"{name}.yaml").read_text().replace("active: true,", "active: true, stiffness: 1000,")
    return parados.Robot(parse_robot(text)).checked().compile("vm")


@pytest.mark.parametrize("name", ["arm-6r-tool", "tree-4-1"])
def test_frequencies_of_elastic_transmissions_follow_from_the_mass_matrix(name: str) -> None:
    """With locked motors the rotors stand still, so det(K - omega^2 (M - I_a)) = 0."""
    model = elastic(name)
    x = model.survey.home
    M = model.mass_matrix(x) - np.diag([joint.rotor for joint in model.mechanism.joints])
    wanted = np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(M, 1000 * np.eye(len(M)))).real)) / (2 * np.pi)
    assert np.abs(model.natural_frequencies(x) / wanted - 1).max() < 1e-10


def test_stiffness_at_the_tool_follows_from_its_jacobian() -> None:
    model = elastic("arm-6r-tool")
    x = model.survey.home
    J, R = model.platform_jacobian(x), np.kron(np.eye(2), model.platform_frame(x)[:3, :3])
    wanted = R.T @ np.linalg.inv(J @ J.T / 1000) @ R
    assert np.abs(model.platform_stiffness(x) - wanted).max() < 1e-10 * np.abs(wanted).max()


def test_resolved_rates_of_a_redundant_arm_are_those_of_the_pseudo_inverse() -> None:
    model = seven()
    x, twist, null = model.survey.home, np.array([0.1, 0.2, -0.1, 0.3, 0.1, 0.2]), np.linspace(-1, 1, 7)
    J = model.platform_jacobian(x)
    wanted = np.linalg.pinv(J) @ twist + null - np.linalg.pinv(J) @ (J @ null)
    xd = model.resolve_redundancy(x, twist, null=null)
    assert np.abs(xd - wanted).max() < EXACT
    xdd = model.resolve_redundant_acceleration(x, xd, 2 * twist)
    assert np.abs(model.platform_acceleration(x, xd, xdd) - 2 * twist).max() < EXACT


def test_a_twist_that_the_tool_cannot_have_is_rejected() -> None:
    """The stretched arm cannot move its tool outward; the message names the entries of the argument."""
    q = np.array([0.2, 0.7, -0.3, 0.0, 0.4, 0.9, 0.1])
    U = np.linalg.svd(seven().platform_jacobian(q))[0]
    with pytest.raises(parados.errors.InputError, match=r"differs by .* in one of vx, vy, vz, wx, wy, wz"):
        seven().resolve_redundancy(q, U[:, -1])


def test_an_arm_with_as_many_joints_as_its_tool_needs_is_not_redundant() -> None:
    q = arm().survey.home
    with pytest.raises(parados.errors.InputError, match="not kinematically redundant: the platform alone determines xd"):
        arm().resolve_redundancy(q, np.zeros(6))
    with pytest.raises(parados.errors.InputError, match="not kinematically redundant: the platform alone determines xdd"):
        arm().resolve_redundant_acceleration(q, np.zeros(6), np.zeros(6))


def test_a_tree_without_a_platform_has_no_rates_to_resolve() -> None:
    with pytest.raises(parados.errors.RobotFileError, match="this robot has no platform, so it has no rates of a platform"):
        tree().resolve_redundancy(tree().survey.home, np.zeros(6))


def test_wrist_singularity_of_an_arm_is_named_by_its_joints() -> None:
    """With q5 = 0 the axes of q4 and q6 are in line, so the two joints can turn against each other."""
    found = classify(arm(), [0.3, 0.8, -1.0, 0.4, 0.0, 0.2])
    assert "LAJTS" in found.kinds
    assert any("q4 +1, q6 -1" in finding.sentence for finding in found.findings)
    assert distances(arm(), arm().survey.home).nearest[0] > 0.01


def test_singularities_of_a_tree_say_that_there_is_no_platform() -> None:
    with pytest.raises(parados.errors.RobotFileError, match="this robot has no platform"):
        classify(tree(), tree().survey.home)


def test_other_coordinates_of_a_tree() -> None:
    chart = parados.load(HERE / "tree-4-1.yaml").in_coordinates(["q4", "q3", "q2", "q1"]).compile("vm")
    x, xd = tree().survey.home, np.array([0.3, -0.2, 0.5, 0.7])
    assert chart.labels["x"] == ("q4", "q3", "q2", "q1")
    assert chart.energy(x[::-1], xd[::-1]).kinetic == pytest.approx(tree().energy(x, xd).kinetic, rel=EXACT)


def test_payload_of_an_arm_is_a_body_on_its_tool() -> None:
    robot = parados.load(HERE / "arm-7r.yaml")
    x, still = seven().survey.home, np.zeros(7)
    heavier = robot.with_payload(2.0, com=[0.1, 0, 0.05]).compile("vm").inverse_dynamics(x, still, still)
    T = seven().platform_frame(x)
    f = 2.0 * np.array(robot.spec.gravity)
    weight = np.concatenate([f, np.cross(T[:3, :3] @ [0.1, 0, 0.05], f)])
    wanted = seven().inverse_dynamics(x, still, still) - seven().platform_jacobian(x).T @ weight
    assert np.abs(heavier - wanted).max() < 1e-10


def test_joints_of_an_arm_are_all_there_is_to_solve() -> None:
    q = np.array([3.5, -2.0, 4.0, 0.1, -0.2, 6.0])
    assert np.array_equal(arm().inverse_kinematics(q), q)
    assert np.abs(arm().forward_kinematics(q) - q).max() < EXACT
    assert len(arm().assembly_modes(arm().survey.home)) == len(tree().assembly_modes(tree().survey.home)) == 1


def test_models_of_trees_are_pickled_drawn_and_exported(tmp_path: Path) -> None:
    again = pickle.loads(pickle.dumps(tree()))
    assert np.array_equal(again.mass_matrix(tree().survey.home), tree().mass_matrix(tree().survey.home))
    for model in (arm(), tree()):
        assert model.draw().axes
    assert len(tree().export_c(tmp_path / "c")) == 3


@pytest.mark.parametrize("name", ["arm-6r-tool", "tree-4-1", "two-arms"])
def test_commands_take_serial_robots(name: str, tmp_path: Path) -> None:
    path, run = str(HERE / f"{name}.yaml"), CliRunner().invoke
    shown = run(app, ["show", path])
    assert shown.exit_code == 0
    assert ("Platform: none" if name == "tree-4-1" else "Platform: on ") in shown.output
    assert run(app, ["check", path]).exit_code == 0


def test_run_and_map_of_a_tree(tmp_path: Path) -> None:
    """A motion of a tree has no path of a platform; a map of singularities needs one."""
    path, run = str(HERE / "tree-4-1.yaml"), CliRunner().invoke
    motion = tmp_path / "motion.csv"
    motion.write_text("t,q1,q2,q3,q4\n" + "\n".join(f"{t},{0.1 + t},0.5,{0.2 + t},0.3" for t in np.linspace(0, 0.4, 9)))
    assert run(app, ["run", path, str(motion), "-o", str(tmp_path / "out")]).exit_code == 0
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["actuators.png", "energy.png", "motion.csv", "summary.md"]
    refused = run(app, ["map", path, "-o", str(tmp_path / "map")])
    assert refused.exit_code != 0
    assert "this robot has no platform" in " ".join(refused.output.split())
