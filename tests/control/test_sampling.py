"""What stands between a law and the robot: sampling, delay, encoders, saturation, drives."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from control_loops import five_bar, run

from parados.control import Sampling
from parados.errors import InputError

ROUND_OFF = 1e-12


class Recorder:
    """A law that returns given efforts, one row for each update, and notes what it is told."""

    def __init__(self, rows=None):
        self.rows, self.seen = rows, []

    def __call__(self, t, q, qd, x, xd):
        self.seen.append((t, q, qd, x, xd))
        return np.zeros(2) if self.rows is None else self.rows[len(self.seen) - 1]


def _stairs(count):
    return np.outer(np.arange(1, count + 1), [1e-3, -2e-3])


def test_law_is_updated_at_its_rate_and_its_efforts_are_held():
    law = Recorder(_stairs(20))
    found = run(five_bar(), law, 0.01, step=1e-4, rate=1e3)
    assert np.allclose([row[0] for row in law.seen], 1e-3 * np.arange(11), atol=ROUND_OFF)
    held = np.repeat(law.rows[:11], 10, axis=0)[:101]
    assert np.array_equal(found.rows["efforts"], held)


@pytest.mark.parametrize("late", [0, 3, 10, 23])
def test_efforts_act_after_the_delay(late):
    law = Recorder(_stairs(30))
    found = run(five_bar(), law, 0.02, step=1e-4, sampling=Sampling(rate=1e3, delay=late * 1e-4))
    updates = np.maximum(np.arange(201) - late, 0) // 10
    assert np.array_equal(found.rows["efforts"], law.rows[updates])


def test_encoders_round_to_their_steps_and_rates_are_differences():
    law, grain = Recorder(), 2e-4
    sampling = Sampling(rate=1e3, measured="joints", resolution=grain, rates="difference")
    run(five_bar(), law, 0.05, xd=[0.3, -0.2], sampling=sampling)
    q, qd = (np.array([row[k] for row in law.seen]) for k in (1, 2))
    assert np.abs(q / grain - np.round(q / grain)).max() < 1e-9
    assert np.allclose(qd[1:], np.diff(q, axis=0) / 1e-3, atol=1e-9)


def test_noise_has_its_deviation_and_the_same_seed_gives_the_same_run():
    runs = []
    for seed in (1, 1, 2):
        law = Recorder()
        sampling = Sampling(rate=1e3, measured="joints", noise=[1e-4, 3e-4], seed=seed)
        found = run(five_bar(), law, 1.0, sampling=sampling)
        runs.append(np.array([row[1] for row in law.seen]) - found.rows["q"])
    assert np.array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])
    assert np.allclose(runs[0].std(axis=0), [1e-4, 3e-4], rtol=0.1)


def test_saturation_limits_efforts_and_their_change():
    law = Recorder(np.array([[0.0, 0.0]] + [[5.0, -5.0]] * 30))
    found = run(five_bar(), law, 0.02, rate=1e3, sampling=Sampling(rate=1e3, effort_limit=[0.02, 0.01], slew_limit=5.0))
    rise = np.minimum(5e-3 * np.arange(21)[:, None], [0.02, 0.01]) * [1, -1]
    assert np.allclose(found.rows["efforts"], rise, atol=ROUND_OFF)


def test_drive_follows_its_command_as_a_first_order_system():
    law, constant = Recorder(np.array([[0.0, 0.0]] + [[1e-2, -2e-2]] * 30)), 4e-3
    found = run(five_bar(), law, 0.02, step=5e-4, sampling=Sampling(rate=1e3, time_constant=constant))
    wanted = np.array([1e-2, -2e-2]) * (1 - np.exp(-np.maximum(found.t - 1e-3, 0.0) / constant))[:, None]
    assert np.allclose(found.rows["efforts"], wanted, atol=ROUND_OFF)


@pytest.mark.parametrize(
    ("setting", "efforts"),
    [
        ({"delay": 1e-3}, [0.02, 0.02, -0.01]),
        ({"slew_limit": 5.0}, [0.02, 0.015, 0.01]),
        ({"time_constant": 1e-3}, [0.02, 0.02, -0.01 + 0.03 * np.exp(-1)]),
        ({"delay": 1e-3, "slew_limit": 5.0}, [0.02, 0.02, 0.015]),
    ],
)
def test_first_command_acts_at_once_in_full_and_the_next_ones_begin_from_it(setting, efforts):
    law = Recorder(np.array([[0.02, -0.02]] + [[-0.01, 0.01]] * 9))
    found = run(five_bar(), law, 3e-3, sampling=Sampling(rate=1e3, **setting))
    assert np.array_equal(found.rows["efforts"][0], [0.02, -0.02])
    assert np.allclose(found.rows["efforts"][:3, 0], efforts, atol=ROUND_OFF)
    small = run(five_bar(), Recorder(law.rows), 3e-3, sampling=Sampling(rate=1e3, effort_limit=0.01, **setting))
    assert np.array_equal(small.rows["efforts"][0], [0.01, -0.01])


def test_settings_that_do_not_fit_are_rejected():
    with pytest.raises(InputError, match="does not divide the period"):
        run(five_bar(), Recorder(), 0.012, step=3e-4, rate=1e3)
    with pytest.raises(InputError, match="whole number of steps"):
        run(five_bar(), Recorder(), 0.01, sampling=Sampling(rate=1e3, delay=1.5e-3))
    with pytest.raises(InputError, match='measured="joints"'):
        Sampling(resolution=1e-4)
    with pytest.raises(InputError, match="noise: one number or 2 are expected"):
        run(five_bar(), Recorder(), 0.01, sampling=Sampling(rate=1e3, measured="joints", noise=[1e-4] * 3))
    with pytest.raises(InputError, match="positive"):
        Sampling(effort_limit=0.0)
    with pytest.raises(InputError, match="divide the duration"):
        run(five_bar(), Recorder(), 0.01, step=3e-3, rate=1 / 3e-3)


def test_settings_are_kept_as_floats_and_copies():
    noise = np.array([1e-4, 2e-4])
    odd = {"rate": Fraction(1000), "delay": Decimal("0.002"), "time_constant": np.float32(0.5), "seed": np.int64(3)}
    sampling = Sampling(**odd, measured="joints", noise=noise)
    noise[:] = 1.0
    assert [type(getattr(sampling, name)) for name in ("rate", "delay", "time_constant", "seed")] == [float, float, float, int]
    assert (sampling.rate, sampling.delay, sampling.time_constant) == (1000.0, 0.002, 0.5)
    assert np.array_equal(sampling.noise, [1e-4, 2e-4])


@pytest.mark.parametrize("delay", [1e4, 1e6, 1e15])
def test_delay_of_too_many_periods_is_rejected(delay):
    told = r"delay: \S+ s is 1e\+\d+ periods of the law of 0\.001 s; at most 1,000,000 are accepted"
    with pytest.raises(InputError, match=told):
        Sampling(rate=1e3, delay=delay)
    assert Sampling(rate=1e3, delay=1e3).delay == 1e3
