"""Reference cases, and the calls of a model that compute each of their fields."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

FILES = sorted((Path(__file__).parent / "data").glob("*.json"))


def _passive(data, model, joints):
    """Select the joints that the file names; beta of the Delta is absolute there, but relative to theta in the model."""
    names, columns = list(model.joint_names), []
    for name in data["passive_names"]:
        if name.startswith("beta") and name not in names:
            i = name.removeprefix("beta")
            columns.append(joints[..., names.index(f"theta{i}")] + joints[..., names.index(f"elbow{i}")])
        else:
            columns.append(joints[..., names.index(name)])
    return np.stack(columns, axis=-1)


#: field -> function of (file, model, x, xd, xdd, mode)
FIELDS = {
    "q": lambda d, m, x, xd, xdd, mode: m.inverse_kinematics(x, mode=mode),
    "qd": lambda d, m, x, xd, xdd, mode: m.joint_rates(x, xd, mode=mode),
    "qdd": lambda d, m, x, xd, xdd, mode: m.joint_accelerations(x, xd, xdd, mode=mode),
    "tau": lambda d, m, x, xd, xdd, mode: m.inverse_dynamics(x, xd, xdd, mode=mode),
    "tau_frictionless": lambda d, m, x, xd, xdd, mode: m.inverse_dynamics(x, xd, xdd, mode=mode, friction=False),
    "tau_book_8_148": lambda d, m, x, xd, xdd, mode: m.inverse_dynamics(x, xd, xdd, mode=mode, solution="book"),
    "platform_force": lambda d, m, x, xd, xdd, mode: m.platform_force(x, xd, xdd, mode=mode),
    "kinetic": lambda d, m, x, xd, xdd, mode: m.energy(x, xd, mode=mode).kinetic,
    "potential": lambda d, m, x, xd, xdd, mode: m.energy(x, xd, mode=mode).potential,
    "inverse_jacobian": lambda d, m, x, xd, xdd, mode: m.inverse_jacobian(x, mode=mode),
    "ground_wrench": lambda d, m, x, xd, xdd, mode: m.ground_reaction(x, xd, xdd, mode=mode),
    "passive": lambda d, m, x, xd, xdd, mode: _passive(d, m, m.joints(x, mode=mode)),
    "passive_d": lambda d, m, x, xd, xdd, mode: _passive(d, m, m.joint_rates(x, xd, mode=mode, joints="all")),
    "passive_dd": lambda d, m, x, xd, xdd, mode: _passive(d, m, m.joint_accelerations(x, xd, xdd, mode=mode, joints="all")),
}
INPUTS = ("x", "xd", "xdd", "mode")


class Reference:
    """One file of reference cases."""

    def __init__(self, path):
        self.name = path.stem
        self.data = json.loads(path.read_text())
        self.cases = [*self.data["cases"], *self.data["cases_modes"]]
        self.fields = [f for f in self.cases[0] if f not in INPUTS]

    def ask(self, model, field, x, xd, xdd, mode):
        return FIELDS[field](self.data, model, np.array(x), np.array(xd), np.array(xdd), mode)

    def turning(self, model, field):
        """True for the entries of a field that are angles."""
        prismatic = {j.name: j.unit == "m" for j in model.mechanism.joints}
        names = {"q": "q_names", "passive": "passive_names"}.get(field)
        return np.array([not prismatic.get(name, False) for name in self.data[names]]) if names else np.array(False)

    def off(self, model, field, got, expected):
        """Largest difference relative to the largest entry, or to at least 1 rad for angles; angles are compared modulo 2 pi."""
        got, expected = np.asarray(got), np.asarray(expected)
        assert got.shape == expected.shape, f"shape {got.shape} instead of {expected.shape}"
        difference, turning = got - expected, self.turning(model, field)
        difference = np.where(turning, (difference + np.pi) % (2 * np.pi) - np.pi, difference)
        size = np.abs(expected).max()
        if turning.any():
            size = max(size, 1.0)
        return float(np.abs(difference).max() / size) if size > 0 else float(np.abs(difference).max())


@pytest.fixture(scope="session")
def references():
    return {path.stem: Reference(path) for path in FILES}


def pytest_generate_tests(metafunc):
    if "field" in metafunc.fixturenames:
        pairs = [(path.stem, field) for path in FILES for field in Reference(path).fields]
        metafunc.parametrize(("file", "field"), pairs)
    elif "file" in metafunc.fixturenames:
        metafunc.parametrize("file", [path.stem for path in FILES])
