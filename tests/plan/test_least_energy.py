"""Motions with the least energy against exact solutions."""

from __future__ import annotations

import re

import numpy as np
import pytest
from tests.plan.small_arms import ARM, compiled, slide

from parados import trajectory
from parados.errors import InputError
from parados.plan import ActuatorLimits, Demands, energy_program, least_energy, time_optimal

WAY = trajectory.line([0.1], [1.1])
LIMIT = 1e-6
CLOSE = 1e-3


def energy(motion):
    """Return the energy that a motion prints [J], and its part of the energy of a plain motion."""
    found = re.search(r"rounds: (\S+) J, (\S+) of the energy", motion.how)
    return float(found[1]), float(found[2])


def test_mass_on_a_slide_moves_by_a_cubic(tmp_path):
    """The least integral of F^2 from rest to rest is 12 m^2 D^2 / T^3, that of s = D (3 r^2 - 2 r^3) (Euler-Lagrange)."""
    motion = least_energy(slide(tmp_path), WAY, 2.0)
    assert energy(motion)[0] == pytest.approx(12 * 2.0**2 / 2.0**3, rel=CLOSE)
    assert energy(motion)[1] == pytest.approx(12 / (120 / 7), rel=CLOSE), "the quintic law needs 120/7"
    r = np.linspace(0.05, 0.95, 19)
    assert motion(2.0 * r).x[:, 0] == pytest.approx(0.1 + 3 * r**2 - 2 * r**3, abs=1e-3)
    assert motion.duration == pytest.approx(2.0, rel=1e-9)


def test_limits_are_kept_and_cost_energy(tmp_path):
    robot = slide(tmp_path, fs=0.5, fv=0.3)
    free = least_energy(robot, WAY, 2.0)
    kept = least_energy(robot, WAY, 2.0, ActuatorLimits(effort=2.8, speed=0.68))
    assert kept.excess < LIMIT and energy(kept)[0] > energy(free)[0]
    assert {"effort", "speed"} <= {part.kind for part in kept.active}


def test_recovered_work_of_a_robot_without_friction_is_free(tmp_path):
    robot = slide(tmp_path)
    heat, recovered, lost = (energy(least_energy(robot, WAY, 2.0, recover=part, intervals=100))[0] for part in (None, 1.0, 0.0))
    assert recovered == pytest.approx(heat, rel=CLOSE) and lost > heat + 0.4


def test_closed_path_is_followed_at_the_speed_that_costs_least(model):
    five_bar = model("five-bar")
    motion = least_energy(five_bar, trajectory.circle([0.0, 0.26], None, 0.04), 1.0, periodic=True, intervals=60)
    first, last = motion(np.array(motion.trajectory.times)).xd
    assert first == pytest.approx(last, rel=1e-9) and np.linalg.norm(first) > 0.1
    assert energy(motion)[1] < 1


def test_in_a_long_time_a_robot_waits_where_it_holds_its_weight_with_the_least_effort(tmp_path, capfd):
    """A second more costs the heat of holding the arm there; the rest of the motion stays."""
    arm, way = compiled(tmp_path, ARM), trajectory.line([0.3, 0.8], [-0.4, 1.2])
    limits = ActuatorLimits(effort=25.0, speed=3.0)
    shortest = time_optimal(arm, way, limits).duration
    heat = {part: energy(least_energy(arm, way, part * shortest, limits, intervals=100))[0] for part in (3, 10, 20, 50, 1e3)}
    x = way.derivative(np.linspace(0.0, way.length, 2001), 0)
    holding = (arm.inverse_dynamics(x, 0.0 * x, 0.0 * x) ** 2).sum(axis=1).min()
    for fewer, more in ((10, 20), (20, 50), (50, 1e3)):
        assert (heat[more] - heat[fewer]) / (more - fewer) / shortest == pytest.approx(holding, rel=CLOSE)
    assert heat[3] < heat[10] and "".join(capfd.readouterr()) == ""


def test_motions_of_a_robot_with_viscous_friction_are_found_in_few_rounds(model):
    """Friction is linear in the speed: the second round solves the same program."""
    five_bar = model("five-bar")
    home = five_bar.survey.home
    way = trajectory.line(home, np.add(home, [0.03, 0.02]))
    for duration in (1.0, 2.0, 10.0):
        motion = least_energy(five_bar, way, duration, intervals=30)
        assert " 2 rounds:" in motion.how and energy(motion)[1] < 1


@pytest.mark.slow
@pytest.mark.parametrize("intervals", [60, 80, 100])
def test_motions_of_any_duration_are_found(tmp_path, intervals):
    """A longer motion never costs less than holding the arm at the best place for the time that is added."""
    arm, way = compiled(tmp_path, ARM), trajectory.line([0.3, 0.8], [-0.4, 1.2])
    limits = ActuatorLimits(effort=25.0, speed=3.0)
    shortest = time_optimal(arm, way, limits).duration
    x = way.derivative(np.linspace(0.0, way.length, 2001), 0)
    holding = (arm.inverse_dynamics(x, 0.0 * x, 0.0 * x) ** 2).sum(axis=1).min()
    durations = shortest * np.geomspace(3.0, 1e3, 12)
    moving = [energy(least_energy(arm, way, each, limits, intervals=intervals))[0] - holding * each for each in durations]
    assert np.all(np.diff(moving) < CLOSE * holding * durations[1:])
    assert moving[-1] == pytest.approx(moving[-3], abs=CLOSE * holding * durations[-1])


def test_message_distinguishes_a_failed_search_from_infeasible_limits(tmp_path, monkeypatch):
    monkeypatch.setitem(energy_program.SETTINGS, "ipopt.max_iter", 1)
    with pytest.raises(InputError, match=r"duration: the search for a motion of 2 s did not end .IPOPT says Maximum_Iter"):
        least_energy(slide(tmp_path), WAY, 2.0)


@pytest.mark.parametrize(("kind", "names"), [(ActuatorLimits, ("effort", "jerk")), (Demands, ("speed", "effort"))])
def test_limits_are_copies(kind, names):
    for name in names:
        for own in (np.array([1.0, 2.0]), [1.0, 2.0]):
            limits = kind(**{name: own})
            own[0] = 0.0
            assert list(getattr(limits, name)) == [1.0, 2.0]


def test_short_durations_and_open_cycles_are_rejected(tmp_path):
    robot = slide(tmp_path)
    shortest = time_optimal(robot, WAY, ActuatorLimits(effort=8.0)).duration
    with pytest.raises(InputError, match=r"no motion of 0\.9 s keeps the limits"):
        least_energy(robot, WAY, 0.9 * shortest, ActuatorLimits(effort=8.0))
    with pytest.raises(InputError, match="periodic: the path does not end with the same point"):
        least_energy(robot, WAY, 1.0, periodic=True)
    with pytest.raises(InputError, match=r"limits\.jerk: the motion with the least energy"):
        least_energy(robot, WAY, 1.0, ActuatorLimits(jerk=1.0))
    with pytest.raises(InputError, match="recover: a part from 0 to 1 is expected, not 2"):
        least_energy(robot, WAY, 1.0, recover=2)
