"""Flexible robots with joints on the platform, legs on other legs and closures between any links: one five-bar in three words."""

import numpy as np
import pytest
import yaml

import parados
from parados.errors import RobotFileError

EQUAL = 1e-9

BEAM = {"length": 0.3, "planar": True, "E": 74e9, "rho": 2800, "section": {"A": 2e-4, "Iz": 2.667e-10}, "elements": 2}
LEFT = {
    "name": "left",
    "base": {"at": [-0.15, 0, 0]},
    "joints": [
        {"name": "q11", "kind": "R", "active": True, "stiffness": 500, "rotor": 0.01, "link": {"m": 0.4, "mx": 0.05, "zz": 0.01}},
        {"name": "q12", "kind": "R", "d": 0.25, "link": {"beams": [BEAM]}},
    ],
    "closure": {"joint": "fixed", "frame": {"d": 0.3}},
}
MOTOR = {"name": "q21", "kind": "R", "active": True, "stiffness": 800, "rotor": 0.02, "link": {"m": 0.3, "mx": 0.04, "zz": 0.02}}
RIGHT = {"name": "right", "base": {"at": [0.15, 0, 0]}}
COMMON = {
    "gravity": [0, -9.81, 0],
    "platform": {"coordinates": ["px", "py"], "dependent": ["a3"], "link": {"m": 0.5, "zz": 0.002}},
    "home": [0.02, 0.35],
    "workspace": {"px": [-0.05, 0.05], "py": [0.3, 0.4]},
}
REVERSED = {"beams": [BEAM]}  # clamped at P instead of at the elbow: rigid motions and fields span the same space

FILES = {
    "two legs": {
        "legs": [
            LEFT,
            {**RIGHT, "joints": [MOTOR, {"name": "q22", "kind": "R", "d": 0.25, "link": {"beams": [BEAM]}}],
             "closure": {"joint": "R", "frame": {"d": 0.3}}},
        ],
        "guess": {"q11": 2.2, "q12": -1.4, "q21": 0.9, "q22": 1.4},
    },
    "a bar on the platform": {
        "legs": [
            LEFT,
            {"name": "bar", "carrier": "platform", "joints": [{"name": "q23", "kind": "R", "link": REVERSED}]},
            {**RIGHT, "joints": [MOTOR],
             "closure": {"to": "q23", "joint": "R", "frame": {"d": 0.25}, "platform": {"at": [0.3, 0, 0]}}},
        ],
        "guess": {"q11": 2.2, "q12": -1.4, "q21": 0.9},
    },
    "a bar on the other leg": {
        "legs": [
            LEFT,
            {"name": "bar", "carrier": "q12", "joints": [{"name": "q23", "kind": "R", "d": 0.3, "link": REVERSED}]},
            {**RIGHT, "joints": [MOTOR]},
        ],
        "closures": [{"between": ["q21", "q23"], "joint": "R", "frames": [{"d": 0.25}, {"at": [0.3, 0, 0]}]}],
        "guess": {"q11": 2.2, "q12": -1.4, "q21": 0.9},
    },
}  # fmt: skip


def made(tmp_path, name):
    path = tmp_path / "made.yaml"
    path.write_text(yaml.safe_dump({"name": "made", **COMMON, **FILES[name]}, sort_keys=False))
    return parados.load(path).compile("vm")


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    return {name: made(tmp_path_factory.mktemp("files"), name) for name in FILES}


def same_mode(models, x):
    """Return the working mode of each model in which the elbows are outside."""
    found = {}
    for name, model in models.items():
        for mode in model.working_modes():
            left, right = elbows_in(model, x, mode)
            if left < -0.15 and right > 0.15:
                found[name] = mode
    return found


def elbows_in(model, x, mode):
    frames = dict(zip(model.joint_names, model.link_frames(x, mode=mode), strict=True))
    return [(frames[name][:3] @ [0.25, 0, 0, 1])[0] for name in ("q11", "q21")]


def test_frequencies_are_those_of_the_robot_in_other_words(models):
    x = [0.01, 0.36]
    modes = same_mode(models, x)
    assert set(modes) == set(FILES)
    expected = models["two legs"].natural_frequencies(x, mode=modes["two legs"])
    assert expected[0] > 1
    for name, model in models.items():
        np.testing.assert_allclose(model.natural_frequencies(x, mode=modes[name]), expected, rtol=EQUAL)
        K = model.platform_stiffness(x, mode=modes[name])
        np.testing.assert_allclose(K, models["two legs"].platform_stiffness(x, mode=modes["two legs"]), rtol=1e-7, atol=1e-4)


def test_efforts_at_a_moving_state_are_those_of_the_robot_in_other_words(models):
    """Inverse and direct problem of the full model at an undeformed, moving state: the same efforts and accelerations."""
    x, xd, qdd_a = np.array([0.01, 0.36]), np.array([0.5, -0.3]), np.array([1.0, -2.0])
    modes, found = same_mode(models, x), {}
    for name, model in models.items():
        own, mode = model.elastic_model(rest=x), modes[name]
        z = own.undeformed(x, mode=mode)
        zd = np.zeros_like(z)
        zd[list(own.structure.place_of)] = model.joint_rates(x, xd, mode=mode, joints="all")
        zd[list(own.structure.platform)] = model.pose_rates(x, xd, mode=mode)[[0, 1, 5]]
        tau = own.inverse_dynamics(z, zd, qdd_a).tau
        moving = own.accelerations(z, zd, own.forward_dynamics(z, zd, [3.0, 4.0]))
        found[name] = np.concatenate([tau, moving[list(own.structure.platform)]])
        at = own.equations(z, zd)
        assert np.linalg.eigvalsh(at.M).min() > 0 and np.allclose(at.J @ zd[[own.names.index(n) for n in own.independent]], zd)
    for name in FILES:
        np.testing.assert_allclose(found[name], found["two legs"], rtol=1e-7)


@pytest.mark.slow
def test_elastic_actuators_of_an_articulated_platform_are_those_of_the_rigid_model():
    """Quattro: K = J_inv^T k J_inv and M without rotors of the rigid robot, in the coordinates x."""
    spec = parados.load("quattro").spec
    legs = []
    for leg in spec.legs:
        joints = tuple(joint.model_copy(update={"stiffness": 2e4} if joint.active else {}) for joint in leg.joints)
        legs.append(leg.model_copy(update={"joints": joints}))
    model = parados.Robot(spec.model_copy(update={"legs": tuple(legs)})).compile("vm")
    x = np.array([0.05, 0.1, -0.72, 0.2])
    J = model.inverse_jacobian(x)
    K = J.T @ J * 2e4
    rotors = np.array([j.rotor for leg in spec.legs for j in leg.joints if j.active])
    M = model.mass_matrix(x) - J.T @ np.diag(rotors) @ J
    expected = np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(M, K)).real)) / (2 * np.pi)
    np.testing.assert_allclose(model.natural_frequencies(x), expected, rtol=EQUAL)
    np.testing.assert_allclose(model.platform_stiffness(x), K, rtol=EQUAL)


def test_a_bar_between_the_nodes_of_another_leg_is_refused(tmp_path):
    file = {"name": "made", **COMMON, **FILES["a bar on the other leg"]}
    bar = {**file["legs"][1], "joints": [{**file["legs"][1]["joints"][0], "d": 0.2}]}
    path = tmp_path / "made.yaml"
    path.write_text(yaml.safe_dump({**file, "legs": [file["legs"][0], bar, file["legs"][2]]}, sort_keys=False))
    with pytest.raises(RobotFileError, match=r"is on a beam of 0\.3 m at 0\.6667 of its length"):
        parados.load(path).compile("vm").natural_frequencies([0.01, 0.36])
