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


@pytest.mark.parametrize("limits", ["end", "stop"])
def test_a_run_goes_on_from_the_last_state_of_another_one_at_a_limit(tmp_path, limits):
    model = compiled(BALL.replace("[0, 5]", "[0.3, 5]"), tmp_path)
    run = simulate(model, [1.0], [0.0], 1.0, limits=limits)
    assert run.x[-1, 0] < 0.3  # by less than 1e-12 m
    further = simulate(model, run.x[-1], [2.0], 0.3, limits=limits)
    assert further.complete
    stepped = simulate(model, run.x[-1], [2.0], 0.3, method="rk4", step=1e-3)
    assert stepped.complete
    for end in (further, stepped):
        assert end.x[-1, 0] == pytest.approx(0.3 + 2.0 * 0.3 - 9.81 * 0.3**2 / 2, abs=1e-9)


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


STOPPED_FIVE_BAR = """
name: five-bar-with-a-stop
gravity: [0, 0, 0]
platform: {coordinates: [px, py], dependent: [a3], link: {mass: 0.4}}
legs:
  - name: left
    joints:
      - {name: q11, kind: R, active: true, link: {mass: 0.5, com: [0.1, 0, 0], inertia: [0.001, 0.002, 0.002]}}
      - {name: q12, kind: R, d: 0.25, limits: [-1.6, -1.3], link: {mass: 0.3, com: [0.15, 0, 0], inertia: [0.001, 0.002, 0.002]}}
    closure: {joint: fixed, frame: {d: 0.3}}
  - name: right
    base: {at: [0.2, 0, 0]}
    joints:
      - {name: q21, kind: R, active: true, link: {mass: 0.5, com: [0.1, 0, 0], inertia: [0.001, 0.002, 0.002]}}
      - {name: q22, kind: R, d: 0.25, link: {mass: 0.3, com: [0.15, 0, 0], inertia: [0.001, 0.002, 0.002]}}
    closure: {joint: R, frame: {d: 0.3}}
home: [0.1, 0.4]
mode: [1, -1]
"""


@pytest.fixture(scope="module")
def stopped_five_bar(tmp_path_factory):
    return compiled(STOPPED_FIVE_BAR, tmp_path_factory.mktemp("stopped"))


@pytest.mark.parametrize(
    ("efforts", "restitution"),
    [([1.0, -2.0], 0.3), ([-1.0, 2.0], 0.3), ([-1.0, 2.0], 0.5), ([-2.0, -1.0], 0.5), ([1.0, 0.0], 0.3), ([0.0, 1.0], 0.3)],
)
def test_a_driven_joint_bounces_until_it_rests(stopped_five_bar, efforts, restitution):
    """The flights become shorter than a step, at a limit that is not a round number."""
    options = {"efforts": efforts, "limits": "stop", "restitution": restitution}
    run = simulate(stopped_five_bar, [0.1, 0.4], [0, 0], 0.3, **options, times=301)
    rates = np.array([event.rate for event in run.events if event.kind == "impact"])
    assert len(rates) > 5
    for side in (-1, 1):
        speeds = side * rates[side * rates > 1e-5]  # slower flights are as high as round-off
        assert (np.diff(speeds[-5:]) < 0).all()
    q12 = run.joints[:, 1]
    assert q12.min() > -1.6 - 1e-11
    assert q12.max() < -1.3 + 1e-11
    assert run.energy.relative_error < 1e-8


def _after_impact(model, x, xd, restitution):
    """Return xd after an impact of q12, by Newton's law for the mass matrix and the rate of q12 in the coordinates x."""
    step = 1e-6
    row = np.array([(model.joints(x + step * e)[1] - model.joints(x - step * e)[1]) / (2 * step) for e in np.eye(2)])
    way = np.linalg.solve(model.mass_matrix(x), row)
    return xd - (1 + restitution) * (row @ xd) / (row @ way) * way


def test_bounces_follow_the_impulse_law(stopped_five_bar):
    """Each flight is a run of its own, which ends at the limit; the next one begins after an impact by hand."""
    model, duration, restitution, efforts = stopped_five_bar, 0.3, 0.5, [-1.0, 2.0]
    run = simulate(model, [0.1, 0.4], [0, 0], duration, efforts=efforts, limits="stop", restitution=restitution)
    impacts = np.array([event.t for event in run.events if event.kind == "impact"])[:6]
    x, xd, t, lost, found = np.array([0.1, 0.4]), np.zeros(2), 0.0, 0.0, []
    for _ in impacts:
        flight = simulate(model, x, xd, duration - t, efforts=efforts)
        x, t = flight.x[-1], t + flight.t[-1]
        xd = _after_impact(model, x, flight.xd[-1], restitution)
        M = model.mass_matrix(x)
        lost += (flight.xd[-1] @ M @ flight.xd[-1] - xd @ M @ xd) / 2
        found.append(t)
    assert np.abs(impacts - found).max() < 1e-8
    assert lost == pytest.approx(run.energy.dissipated[np.searchsorted(run.t, t)], rel=1e-6)


@pytest.mark.parametrize("restitution", [0.3, 0.5, 0.9])
def test_every_bounce_on_an_uneven_limit_is_found(tmp_path, restitution):
    """Under a large constant force the ball is back before a step of the integration ends; times and losses are exact."""
    low, force, speed = -1.7, 5e3, 0.3
    text = one_joint("P", f"limits: [{low}, 5], link: {{mass: 2}}")
    options = {"efforts": [-force], "limits": "stop", "restitution": restitution}
    run = simulate(compiled(text, tmp_path), [low], [speed], 0.02, **options, times=3)
    impacts = [event for event in run.events if event.kind == "impact"]
    speeds = speed * restitution ** np.arange(len(impacts))
    flights, high = 4 * speeds / force, speeds**2 / force > 1e-8  # the lowest flights are as high as round-off
    assert high.sum() > 3
    assert np.abs(np.array([event.t for event in impacts]) - np.cumsum(flights)).max() < 1e-8
    assert np.abs(np.array([event.rate for event in impacts])[high] / -speeds[high] - 1).max() < 1e-4
    assert run.energy.dissipated[-1] == pytest.approx(speed**2, abs=force * 1e-12)  # a limit is met to 1e-12 m
    assert run.energy.relative_error < 1e-8


def test_a_start_beyond_a_limit_is_rejected(tmp_path):
    with pytest.raises(InputError, match=r"s is at -0\.1 m, beyond its limits 0 and 5"):
        simulate(compiled(BALL, tmp_path), [-0.1], [0.0], 1.0)
    run = simulate(compiled(BALL, tmp_path), [-0.1], [0.0], 0.1, limits="ignore")
    assert run.x[-1, 0] < -0.1
