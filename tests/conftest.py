"""Fixtures of all tests: compiled models, built once in a session, and random states inside the workspace of a robot.

A test with the argument `every_robot` runs once for each robot of the catalog.
"""

from __future__ import annotations

import gc
import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import settings
from scipy.spatial.transform import Rotation

os.environ.setdefault("PARADOS_CACHE", str(Path(__file__).parents[1] / ".pytest_cache" / "parados"))

import parados
from parados.api import Robot, describe

sys.path.insert(0, str(Path(__file__).parent))

from sharing import is_about_pages, is_long, is_variant, models, scope, share_loaded_robots

share_loaded_robots()

settings.register_profile("quick", derandomize=True, deadline=None, database=None, max_examples=8)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=25)
settings.load_profile("quick")

WELL_CONDITIONED = 200.0
"""Largest condition number of the inverse Jacobian, scaled by the size of the workspace, at which identities are tested. Some
workspaces (3-rpr, five-bar) contain Type 2 singularities, where efforts grow without bound and assembly modes meet."""


class State(NamedTuple):
    """State of a robot: x (n_x,), xd (n,), xdd (n,)."""

    x: np.ndarray
    xd: np.ndarray
    xdd: np.ndarray


def pytest_configure(config):
    config.addinivalue_line("markers", "robots_but(*names): `every_robot` omits these robots; another test shows the reason")


def pytest_generate_tests(metafunc):
    """Run a test with the argument `every_robot` once for each robot of the catalog."""
    if "every_robot" in metafunc.fixturenames:
        left_out = [name for mark in metafunc.definition.iter_markers("robots_but") for name in mark.args]
        metafunc.parametrize("every_robot", [name for name in parados.catalog() if name not in left_out])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark tests of variants of a robot and long tests as slow, so that only `make test-all` runs them, and tests of pages."""
    for item in items:
        if is_about_pages(item):
            item.add_marker(pytest.mark.pages)
        if is_variant(item) or is_long(item):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish():
    """Keep all that collecting has made out of the search for garbage, and search less often: most searches find nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_terminal_summary(terminalreporter):
    """Print the largest value of each number that tests have recorded."""
    reports = terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", [])
    figures = [(name, value, r.nodeid) for r in reports for name, value in r.user_properties if isinstance(value, float)]
    for name in dict.fromkeys(figure[0] for figure in figures):
        _, worst, place = max((f for f in figures if f[0] == name), key=lambda f: f[1])
        terminalreporter.write_line(f"worst {name}: {worst:.2e} ({place})")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Run all tests of a robot or of a document on one worker, because building graphs takes longer than the tests."""
    from xdist.scheduler import LoadScopeScheduling

    class ByRobot(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return scope(nodeid)

    return ByRobot(config, log)


@pytest.fixture(scope="session")
def model():
    """Function model(name, backend) that returns the model of a robot of the catalog."""
    return models("c")


@pytest.fixture(scope="session")
def mechanisms():
    """Mechanisms of all robots of the catalog, by name; the checks of robots are not run."""
    return {name: Robot(describe(name)).mechanism for name in parados.catalog()}


@pytest.fixture(scope="session")
def in_workspace():
    """Function in_workspace(model, fractions) that maps fractions from 0 to 1 to a pose x (n_x,) in the box of the survey."""

    def place(model, fractions):
        survey = model.survey
        values = survey.lower + np.asarray(fractions) * (survey.upper - survey.lower)
        if not model.mechanism.platform.is_quaternion:
            return values
        turn = Rotation.from_euler("XYZ", values[3:6]).as_quat(canonical=True, scalar_first=True)
        return np.concatenate([values[:3], turn, values[6:]])

    return place


@pytest.fixture(scope="session")
def well_conditioned():
    """Function well_conditioned(model, x) that tells whether x is within reach and not close to a singularity."""

    def check(model, x):
        try:
            J_inv = model.inverse_jacobian(x)
        except parados.ParadosError:
            return False
        return bool(np.linalg.cond(J_inv * (model.survey.upper - model.survey.lower)) < WELL_CONDITIONED)

    return check


@pytest.fixture(scope="session")
def new_state():
    """Function new_state(x, xd, xdd) that returns a State."""
    return State


@pytest.fixture(scope="session")
def some_states(model, in_workspace, well_conditioned):
    """Function some_states(name, count) that returns well-conditioned random states from a fixed seed."""

    def states(name, count, seed=11):
        m, rng = model(name), np.random.default_rng(seed)
        n, found = m.mechanism.n_dof, []
        while len(found) < count:
            x = in_workspace(m, rng.uniform(0.1, 0.9, n))
            if well_conditioned(m, x):
                found.append(State(x, rng.uniform(-1, 1, n), rng.uniform(-2, 2, n)))
        return found

    return states


@pytest.fixture(scope="session")
def along():
    """Function along(model, state, h) that returns x, xd at time h on a smooth path that has the given state at time 0."""

    def path(model, state, h):
        step = h * state.xd + h * h / 2 * state.xdd
        return _displaced(model, state.x, step), state.xd + h * state.xdd

    return path


def _displaced(model, x, step):
    if not model.mechanism.platform.is_quaternion:
        return x + step
    turned = Rotation.from_rotvec(step[3:6]) * Rotation.from_quat(x[3:7], scalar_first=True)
    return np.concatenate([x[:3] + step[:3], turned.as_quat(scalar_first=True), x[7:] + step[6:]])


@pytest.fixture(scope="session")
def slope():
    """Function slope(f, h) that returns df/dt at 0 by central differences of steps h to h/8 and Richardson extrapolation."""

    def extrapolated(f, h):
        row = [(f(s) - f(-s)) / (2 * s) for s in (h, h / 2, h / 4, h / 8)]
        for order in (4, 16, 64):
            row = [(order * fine - coarse) / (order - 1) for coarse, fine in pairwise(row)]
        return row[0]

    return extrapolated


@pytest.fixture(scope="session")
def off():
    """Function off(got, expected) that returns the largest difference, divided by the largest expected entry or by 1."""

    def difference(got, expected, scale=1.0):
        got, expected = np.asarray(got, dtype=float), np.asarray(expected, dtype=float)
        assert got.shape == expected.shape, f"shape {got.shape} instead of {expected.shape}"
        assert np.isfinite(got).all(), "not finite"
        return float(np.abs(got - expected).max() / max(scale, np.abs(expected).max()))

    return difference


@pytest.fixture(scope="session")
def browser():
    """Chromium, for all tests of pages."""
    from helpers.studio_page import chromium

    with chromium() as started:
        yield started
