"""Joint limits: the end of a run, bounces and resting contact, against exact solutions."""

import numpy as np
import pytest
from tests.simulate.small_machines import compiled, one_joint

import parados
from parados.errors import InputError
from parados.simulate import simulate

BALL = one_joint("P", "limits: [0, 5], link: {mass: 2}", gravity="[0, 0, -9.81]")
FALL = np.sqrt(2 / 9.81)
"""Time of a fall from 1 m [s]."""


def test_a_ball_bounces_as_it_should_and_comes_to_rest(tmp_path):
    run = simulate(compiled(BALL, tmp_path), [1.0], [0.0], 3.0, limits="stop", restitution=0.6, times=61)
    impacts = np.array([event.t for event in run.events if event.kind == "impact"])
    flights = 2 * FALL * 0.6 ** np.arange(1, len(impacts))
    assert np.abs(impacts - np.cumsum([FALL, *flights])).max() < 1e-11
    assert [event.kind for event in run.events if event.kind != "impact"] == ["rest"]
    assert run.events[-1].t == pytest.approx(FALL * (1 + 2 * 0.6 / 0.4), abs=1e-8)  # the sum of all flights
    assert np.abs(run.x[run.t > run.events[-1].t]).max() < 1e-12
    assert run.energy.dissipated[-1] == pytest.approx(2 * 9.81, rel=1e-12)
    assert run.energy.relative_error < 1e-12


def test_without_restitution_a_ball_stays_on_the_ground(tmp_path):
    run = simulate(compiled(BALL, tmp_path), [1.0], [0.0], 1.0, limits="stop")
    assert [event.kind for event in run.events] == ["impact", "rest"]
    assert np.abs(run.x[run.t > FALL]).max() < 1e-12


@pytest.mark.slow
def test_full_restitution_conserves_the_energy(tmp_path):
    run = simulate(compiled(BALL, tmp_path), [1.0], [0.0], 5.0, limits="stop", restitution=1.0)
    assert len(run.events) == 6
    assert np.ptp(run.energy.total) < 1e-9


def test_a_ball_leaves_its_stop_when_it_is_lifted(tmp_path):
    """An effort of m g t / 1.5 exceeds the weight at 1.5 s."""
    run = simulate(compiled(BALL, tmp_path), [0.0], [0.0], 3.0, limits="stop", efforts=lambda t, s: [19.62 * t / 1.5])
    (event,) = run.events
    assert (event.kind, event.t) == ("leave", pytest.approx(1.5, abs=1e-8))
    assert run.x[-1, 0] == pytest.approx(9.81 / 1.5 * 1.5**3 / 6, abs=1e-9)


def test_a_run_ends_at_a_limit_by_default(tmp_path):
    run = simulate(compiled(BALL, tmp_path), [1.0], [0.0], 3.0)
    assert [event.kind for event in run.events] == ["limit"]
    assert run.t[-1] == pytest.approx(FALL, abs=1e-11)
    assert not run.complete
    assert "reaches its limit" in run.summary()


def test_a_stop_in_a_closed_loop_keeps_the_closures_and_loses_energy():
    """A five-bar swings against limits of a driven joint; the others follow through the closures."""
    text = parados.load("five-bar").spec
    first = text.legs[0].joints[0]
    model = parados.load("five-bar").compile()
    start = float(model.joints([0.0, 0.25])[0])
    limited = first.model_copy(update={"limits": (start - 0.3, start + 0.05)})
    leg = text.legs[0].model_copy(update={"joints": (limited, *text.legs[0].joints[1:])})
    robot = parados.Robot(text.model_copy(update={"legs": (leg, *text.legs[1:])}))
    rates = model.jacobian([0.0, 0.25]) @ [1.0, 0.0]
    run = simulate(robot.compile(), [0.0, 0.25], rates, 0.3, limits="stop", restitution=0.5, friction=False)
    event = run.events[0]
    assert event.kind == "impact"
    assert run.joints[:, 0].max() <= start + 0.05 + 1e-11
    assert run.closure.max() < 1e-14
    assert run.energy.dissipated[-1] > 0
    assert run.energy.relative_error < 1e-10


def test_a_start_beyond_a_limit_is_rejected(tmp_path):
    with pytest.raises(InputError, match=r"s is at -0\.1 m, beyond its limits 0 and 5"):
        simulate(compiled(BALL, tmp_path), [-0.1], [0.0], 1.0)
    run = simulate(compiled(BALL, tmp_path), [-0.1], [0.0], 0.1, limits="ignore")
    assert run.x[-1, 0] < -0.1
