"""Every quantity rejects a pose that a leg does not reach, also quantities that do not depend on that leg."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.errors import UnreachableError

FAR = {"tripteron": [5.0, 5.0, 5.0], "five-bar": [0.9, 0.3], "delta-d3-1200": [2.0, 0.0, -0.8]}


@pytest.mark.parametrize("name", FAR)
@pytest.mark.parametrize(
    "quantity", ["inverse_kinematics", "joints", "pose", "jacobian", "inverse_jacobian", "joint_rates", "mass_matrix", "energy"]
)
def test_every_quantity_rejects_a_pose_out_of_reach(name, quantity, model):
    one = model(name, "vm")
    rates = [np.zeros(one.mechanism.n_dof)] * (quantity in ("joint_rates", "energy"))
    with pytest.raises(UnreachableError, match="cannot reach"):
        getattr(one, quantity)(FAR[name], *rates)


@pytest.mark.parametrize("quantity", ["joints", "pose", "platform_frame", "inverse_jacobian"])
def test_numeric_geometry_rejects_a_pose_out_of_reach(quantity):
    """Quantities that depend on x only reject it too: the platform cannot be at this pose."""
    numeric = parados.Robot(parados.describe("five-bar").model_copy(update={"numeric": True})).compile("vm")
    with pytest.raises(UnreachableError, match="no closed configuration"):
        getattr(numeric, quantity)(FAR["five-bar"])


def test_rows_out_of_reach_are_counted_in_a_stack(model):
    tripteron = model("tripteron", "vm")
    x = np.array([tripteron.survey.home, FAR["tripteron"]])
    with pytest.warns(RuntimeWarning, match="1 of 2 rows are NaN, the first is row 1: leg1 cannot reach"):
        q = tripteron.inverse_kinematics(x)
    assert np.isfinite(q[0]).all() and np.isnan(q[1]).all()


def test_small_efforts_have_an_effect_on_heavy_links():
    """Efforts far below the inertia forces still have an effect: merging does not remove them as round-off."""
    spec = parados.describe("five-bar-feasible")
    heavy = spec.platform.link.model_copy(update={"m": 1e18})
    one = parados.Robot(spec.model_copy(update={"platform": spec.platform.model_copy(update={"link": heavy})})).compile("vm")
    x, still = one.survey.home, np.zeros(2)
    wanted = np.array([0.3, -0.2])
    tau = one.inverse_dynamics(x, still, wanted)
    assert np.abs(one.forward_dynamics(x, still, tau) - wanted).max() < 1e-9


@pytest.mark.parametrize("call", ["inverse_kinematics", "inverse_dynamics", "mass_matrix"])
def test_warning_names_the_line_of_the_caller(call, model):
    tripteron = model("tripteron", "vm")
    rates = [np.zeros(3)] * (2 if call == "inverse_dynamics" else 0)
    with pytest.warns(RuntimeWarning, match="rows are NaN") as caught:
        getattr(tripteron, call)(np.array([tripteron.survey.home, FAR["tripteron"]]), *rates)
    assert [warning.filename for warning in caught] == [__file__]
