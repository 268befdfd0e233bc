"""Robot with one degree of freedom: its inverse Jacobian is a single number, which is zero at a Type 2 singularity."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq

import parados

CRANK = Path(__file__).parents[1] / "robots" / "four-bar.yaml"


@pytest.fixture(scope="module")
def driven_rocker(tmp_path_factory):
    """Return the four-bar driven by its rocker, which stands still where crank and coupler are in line."""
    text = CRANK.read_text(encoding="utf-8").replace("active: true, ", "")
    text = text.replace("name: rocker, kind: R,", "name: rocker, kind: R, active: true,")
    path = tmp_path_factory.mktemp("robots") / "rocker.yaml"
    path.write_text(text.replace("a3: [0.42, 0.6]", "a3: [0.4, 1.2]"), encoding="utf-8")
    return parados.load(path).compile("vm")


@pytest.fixture(scope="module")
def singular(driven_rocker):
    """Return the angle of the coupler at which the inverse Jacobian is zero."""
    return brentq(lambda turn: driven_rocker.inverse_jacobian([turn])[0, 0], 0.56, 0.7, xtol=1e-16)


@pytest.mark.parametrize("beside", [0.0, 1e-16, -1e-15])
@pytest.mark.parametrize("xd", [0.0, 1.0])
def test_efforts_that_are_not_finite_are_rejected(driven_rocker, singular, beside, xd):
    with pytest.raises(parados.SingularConfigurationError, match=r"Type 2.*criterion"):
        driven_rocker.inverse_dynamics([singular + beside], [xd], [0.5])


def test_jacobian_is_rejected_as_singular(driven_rocker, singular):
    with pytest.raises(parados.SingularConfigurationError, match=r"A_r.*Type 2"):
        driven_rocker.jacobian([singular])


def test_efforts_are_the_limit_along_a_motion_that_fulfils_the_criterion(driven_rocker, singular):
    """At this acceleration the singular pose needs no force; the limit agrees with the efforts on both sides."""
    x, xd = np.array([singular]), np.array([1.0])
    force = [driven_rocker.platform_force(x, xd, [xdd])[0] for xdd in (0.0, 1.0)]
    xdd = np.array([-force[0] / (force[1] - force[0])])
    limit = driven_rocker.inverse_dynamics(x, xd, xdd)
    beside = [driven_rocker.inverse_dynamics(x + xd * t + xdd * t * t / 2, xd + xdd * t, xdd) for t in (-1e-5, 1e-5)]
    assert np.mean(beside, axis=0) == pytest.approx(limit, rel=1e-6)
