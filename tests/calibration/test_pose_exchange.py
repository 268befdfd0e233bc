"""Test the choice of poses by exchange against all choices."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from helpers.measured_robots import NOISE, five_bar

from parados.calibration import measurement_poses
from parados.calibration.observability import observability
from parados.calibration.pose_exchange import exchanged
from parados.errors import InputError


@pytest.mark.parametrize("seed", range(4))
def test_exchange_reaches_the_best_of_all_choices_nearly(seed):
    """An exchange ends at a local maximum: its O1 is within 2 % of the best of the 495 choices."""
    blocks = np.random.default_rng(seed).normal(size=(12, 2, 5))
    indices = [observability(blocks[list(some)].reshape(-1, 5), 4) for some in combinations(range(12), 4)]
    own = observability(blocks[exchanged(blocks, 4)].reshape(-1, 5), 4)
    assert 0.98 * max(indices) < own <= max(indices) * (1 + 1e-12)


def test_poses_from_given_candidates_and_their_refusals(tmp_path):
    robot, live, _, x = five_bar()
    model = robot.compile(live=live)
    chosen = measurement_poses(model, 12, candidates=x, noise=NOISE)
    assert {tuple(one) for one in chosen.x} <= {tuple(one) for one in x} and len({tuple(one) for one in chosen.x}) == 12
    table = np.genfromtxt(chosen.write(tmp_path / "poses.csv"), delimiter=",", names=True)
    assert table.dtype.names == ("q11", "q21", "px", "py") and len(table) == 12
    with pytest.raises(InputError, match="fewer than the 40 poses wanted"):
        measurement_poses(model, 40, candidates=x, noise=NOISE)
    with pytest.raises(InputError, match="4 equations for 6 parameters"):
        measurement_poses(model, 2, candidates=x, noise=NOISE)
    with pytest.raises(InputError, match="reaches none"):
        measurement_poses(model, 2, candidates=[[5.0, 5.0]])
