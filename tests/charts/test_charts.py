"""Robots in other independent coordinates have the same mechanics, also where the coordinates of the file are singular."""

import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.api import Robot
from parados.charts.chart_motion import States, chart_coordinates, chart_motion, platform_motion, working_mode
from parados.errors import InputError, SingularConfigurationError, UnknownNameError, UnreachableError

EXACT = 1e-9
"""Relative error. The charts are regular at the tested states, but the five-bar comes near a Type 2 singularity, where the
chart of its actuators is singular."""

CHARTS = [
    ("five-bar", "q11 q21", "numeric"),
    ("five-bar", "q11 q12", "closed"),
    ("tripteron", "q12 q13 pz", "closed"),
    ("3-rpr", "q11 q12 a3", "closed"),
    ("3-rpr", "q12 q22 py", "numeric"),
    ("delta-d3-1200", "theta1 theta2 theta3", "numeric"),
    ("delta-d3-1200", "theta1 elbow1 psi1", "closed"),
    ("orthoglide", "q11 q21 q31", "numeric"),
    ("schoenflies-4-ruu", "q11 q21 q31 q41", "numeric"),
    ("hexaglide", "s1 s2 s3 s4 s5 s6", "numeric"),
    ("gough-stewart-fried", "theta1 theta2 theta3 a1 a2 a3", "numeric"),
    ("gough-stewart-fried", "beta_b1 gamma_b1 theta1 a1 a2 a3", "closed"),
]
ROBOTS = Path(__file__).parents[1] / "robots"


@cache
def robot(name):
    return parados.load(ROBOTS / f"{name}.yaml" if (ROBOTS / f"{name}.yaml").exists() else name)


@cache
def chart(name, coordinates):
    return robot(name).in_coordinates(coordinates.split())


@cache
def models(name, coordinates):
    return robot(name).compile("vm"), chart(name, coordinates).compile("vm")


def states(model, count, seed, part=0.3):
    """Return random states around home."""
    rng, n = np.random.default_rng(seed), model.mechanism.n_dof
    survey = model.survey
    x = survey.home + part * rng.uniform(-1, 1, (count, n)) * (survey.upper - survey.lower) / 2
    return States(x, rng.normal(size=(count, n)), rng.normal(size=(count, n)))


@cache
def in_chart(name, coordinates):
    """Return (model, model of the chart, motions in the file's coordinates, the same in the chart, mode of the chart)."""
    own, other = models(name, coordinates)
    given = states(own, 5, 5)
    modes = working_mode(other, own, given.x)
    assert None not in modes and len(set(modes)) == 1  # near home
    return own, other, given, chart_motion(own, other, *given), modes[0]


def close(wanted):
    return pytest.approx(wanted, rel=EXACT, abs=EXACT * np.abs(wanted).max())


@pytest.mark.parametrize(("name", "coordinates", "geometry"), CHARTS)
def test_dynamics_do_not_depend_on_the_coordinates(name, coordinates, geometry):
    assert chart(name, coordinates).survey.geometry.is_closed_form == (geometry == "closed")
    own, other, x, y, mode = in_chart(name, coordinates)
    tau = own.inverse_dynamics(*x)
    assert other.inverse_dynamics(*y, mode=mode) == close(tau)
    assert other.energy(y.x, y.xd, mode=mode).kinetic == close(own.energy(x.x, x.xd).kinetic)
    assert other.energy(y.x, y.xd, mode=mode).potential == close(own.energy(x.x, x.xd).potential)


@pytest.mark.parametrize(("name", "coordinates", "geometry"), CHARTS)
def test_mass_matrices_are_congruent(name, coordinates, geometry):
    own, other, x, y, mode = in_chart(name, coordinates)
    units = np.eye(own.mechanism.n_dof)
    slopes = chart_motion(own, other, np.tile(x.x[0], (len(units), 1)), units, 0 * units).xd.T  # yd = slopes @ xd
    assert slopes.T @ other.mass_matrix(y.x[0], mode=mode) @ slopes == close(own.mass_matrix(x.x[0]))


@pytest.mark.parametrize(("name", "coordinates", "geometry"), CHARTS)
def test_conversion_to_a_chart_and_back_returns_the_same_motion(name, coordinates, geometry):
    own, other, x, y, mode = in_chart(name, coordinates)
    for value, wanted in zip(chart_motion(other, own, *y, mode=mode), x, strict=True):
        assert value == close(wanted)
    back = working_mode(own, other, y.x[0], mode)  # the mode of the file, or another that gives the same joints
    assert own.joints(x.x[0], mode=back) == pytest.approx(own.joints(x.x[0]), abs=EXACT)


@pytest.mark.parametrize(("name", "coordinates"), [("five-bar", "q11 q21"), ("tripteron", "q12 q13 pz"), ("3-prs", "s1 s2 s3")])
def test_rates_of_the_pose_are_its_derivatives(name, coordinates):
    """Compare with five-point differences of the pose along a path, for all six coordinates, also the parasitic ones."""
    model, h = chart(name, coordinates).compile("vm"), 1e-3
    y, yd, ydd = model.survey.home, *np.random.default_rng(2).normal(0, 0.3, (2, model.mechanism.n_dof))
    times = h * np.arange(-2, 3)
    poses = model.pose(y + np.outer(times, yd) + np.outer(times**2 / 2, ydd))
    motion = platform_motion(model, y, yd, ydd)
    assert np.array([1, -8, 0, 8, -1]) @ poses / (12 * h) == pytest.approx(motion.xd, abs=1e-9)
    assert np.array([-1, 16, -30, 16, -1]) @ poses / (12 * h * h) == pytest.approx(motion.xdd, abs=1e-6)
    moving = [k for k, name in enumerate(("px", "py", "pz", "a1", "a2", "a3")) if name in model.spec.platform.dependent]
    assert (np.abs(motion.xd[moving]) > 1e-6).any()


def test_x_is_the_named_platform_coordinates_and_then_the_named_joints():
    model = chart("tripteron", "q12 q13 pz").compile("vm")
    assert list(model.labels["x"]) == list(model.labels["xd"]) == ["pz", "q12", "q13"]
    assert model.spec.platform.dependent == ("px", "py")


@pytest.mark.parametrize(("name", "coordinates"), [("tripteron", "q12 q13 pz"), ("planar-3-rrr-on-rail", "q21 q11 q22 rail")])
def test_mobility_does_not_depend_on_the_coordinates(name, coordinates):
    """The text of the result is the same too. The robot on a rail is kinematically redundant in every chart."""
    assert chart(name, coordinates).mobility() == robot(name).mobility()


def test_description_of_a_chart_differs_from_that_of_the_robot():
    assert chart("tripteron", "q12 q13 pz").spec.model_dump_json() != robot("tripteron").spec.model_dump_json()


def test_a_chart_of_a_chart_in_the_original_coordinates_is_the_original_robot():
    """Convert to two other sets of coordinates and back to those of the file."""
    again = chart("tripteron", "q12 q13 pz").in_coordinates(["px", "q22", "pz"]).in_coordinates(["px", "py", "pz"])
    own, back, given = robot("tripteron").compile("vm"), again.compile("vm"), states(robot("tripteron").compile("vm"), 4, 9)
    assert back.inverse_dynamics(*given) == pytest.approx(own.inverse_dynamics(*given), rel=EXACT)


@pytest.mark.parametrize(
    ("name", "coordinates"),
    [("3-rpr", "px py q11"), ("delta-d3-1200", "pz theta1 psi1"), ("3-rrcu", "px py pz b1 b2 b3")],
    ids=["other branch", "branch out of reach", "joints named like coordinates"],
)
def test_home_is_the_same_configuration_in_every_chart(name, coordinates):
    """In other coordinates, the `branch` of a joint may be another root; then the geometry of the chart is numeric."""
    own, other = models(name, coordinates)
    assert chart(name, coordinates).spec.numeric
    assert other.joints(other.survey.home) == pytest.approx(own.joints(own.survey.home), abs=1e-10)
    assert other.pose(other.survey.home) == pytest.approx(own.pose(own.survey.home), abs=1e-10)


def test_joints_in_x_keep_their_given_positions_in_numeric_geometry():
    """The position of the rail is an entry of x: Newton's method must keep it."""
    spec = robot("planar-3-rrr-on-rail").spec
    own = robot("planar-3-rrr-on-rail").compile("vm")
    guess = dict(zip(own.joint_names, own.joints(own.survey.home), strict=True))
    numeric = Robot(spec.model_copy(update={"numeric": True, "mode": None, "guess": guess})).checked().compile("vm")
    given = states(own, 5, 3, 0.2)
    assert not numeric.survey.geometry.is_closed_form
    assert numeric.joints(given.x) == pytest.approx(own.joints(given.x), abs=1e-10)
    assert numeric.inverse_dynamics(*given) == pytest.approx(own.inverse_dynamics(*given), rel=EXACT)


# -- the Tripteron through the stretched leg, Briot & Khalil 9.5 --------------------------------------------------------

STRETCHED = np.array([0.35, np.pi / 4, 0.0])  # pz, q12, q13
THROUGH = np.array([0.1, 0.3, -0.8])


def path(times, yd, ydd):
    times = np.atleast_1d(times)[:, None]
    return STRETCHED + times * yd + times**2 / 2 * ydd, yd + times * ydd, np.tile(ydd, (len(times), 1))


def test_stretched_leg_is_regular_in_coordinates_of_its_joints():
    """The geometry is that of a planar 2R arm; the joints pass from one working mode of the file to the other."""
    own, leg = models("tripteron", "q12 q13 pz")
    times = np.array([-1e-1, -1e-3, -1e-6, -1e-9, 0.0, 1e-9, 1e-6, 1e-3, 1e-1])
    y, _, _ = path(times, THROUGH, np.zeros(3))
    a, b = y[:, 1], y[:, 1] + y[:, 2]
    arm = np.column_stack([0.38 * np.cos(a) + 0.36 * np.cos(b), 0.38 * np.sin(a) + 0.36 * np.sin(b), y[:, 0]])
    assert leg.pose(y)[:, :3] == pytest.approx(arm, abs=1e-12)
    q = leg.joints(y)
    assert q[:, 1:3] == pytest.approx(y[:, 1:], abs=1e-15)
    assert q[:, 3] == pytest.approx(-b, abs=1e-12)  # the platform does not turn
    closed = np.abs(q - q[4]).max(axis=1)
    assert (closed <= 3 * np.abs(times) + 1e-12).all()
    assert np.linalg.eigvalsh(leg.mass_matrix(STRETCHED))[0] > 1e-3
    modes = working_mode(own, leg, y[[0, 1, 7, 8]])
    assert modes[:2] == [modes[0]] * 2 and modes[2:] == [modes[3]] * 2 and modes[0][0] == -modes[3][0]
    assert modes[0][1:] == modes[3][1:]
    assert own.joints(chart_coordinates(leg, own, y[1]), mode=modes[1]) == pytest.approx(q[1], abs=1e-10)


def test_efforts_through_the_stretched_leg_are_finite_only_if_the_criterion_holds():
    """Near the singular instant the efforts converge to one value only if criterion (9.15) holds."""
    _, leg = models("tripteron", "q12 q13 pz")
    M, c = leg.mass_matrix(STRETCHED), leg.bias(STRETCHED, THROUGH)
    free = np.linalg.svd(leg.inverse_jacobian(STRETCHED))[2][-1]  # motion of the leg while the actuators are at rest
    naive = np.array([0.2, 0.4, 0.5])
    crossing = naive - free @ (M @ naive + c) / (free @ M @ free) * free
    times = np.array([-1e-3, -1e-6, 1e-6, 1e-3])
    good = leg.inverse_dynamics(*path(times, THROUGH, crossing))
    assert np.abs(good[1] - good[2]).max() < 1e-4
    assert np.abs(good[0] - good[3]).max() < 0.1  # the efforts are about 35 N
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bad = leg.inverse_dynamics(*path(times, THROUGH, naive))
    assert np.abs(bad[1]).max() / np.abs(bad[0]).max() == pytest.approx(1e3, rel=0.02)
    with pytest.raises(SingularConfigurationError):
        leg.inverse_dynamics(STRETCHED, THROUGH, naive)


# -- rejected arguments -------------------------------------------------------------------------------------------------

REJECTED = [
    ("tripteron", ["q12", "q13", "q19"], UnknownNameError, ("'q19' is neither a coordinate that moves nor a joint; use px, py",)),
    ("tripteron", ["q12", "q13", "a1"], UnknownNameError, ("'a1' is neither a coordinate that moves",)),
    (
        "tripteron",
        ["q12", "q13"],
        InputError,
        ("in_coordinates: a list of 3 names is expected, one for each degree of freedom of tripteron, not of 2",),
    ),
    ("tripteron", ["q12", "q12", "pz"], InputError, ("q12 is given twice",)),
    ("tripteron", "pxy", InputError, ("a list of names is expected, not 'pxy'",)),
    ("tripteron", ["q12", "q13", "q14"], InputError, ("q12, q13, q14 do not determine tripteron at home", "pz can still move")),
    ("tripteron", ["pz", "q11", "px"], InputError, ("px, pz, q11 do not determine", "py can still move")),
    ("6-ups-tilt-torsion", ["px", "py", "pz", "a2", "a3", "p1"], InputError, ("a1 of tilt-torsion cannot follow",)),
]


@pytest.mark.parametrize(("name", "names", "error", "parts"), REJECTED)
def test_invalid_names_are_rejected(name, names, error, parts):
    with pytest.raises(error) as raised:
        robot(name).in_coordinates(names)
    assert all(part in str(raised.value) for part in parts), str(raised.value)
    assert "\n" not in str(raised.value) and str(raised.value).startswith("in_coordinates: ")


def test_part_of_a_quaternion_is_rejected():
    platform = robot("6-ups-quaternion")
    with pytest.raises(InputError, match="only a whole quaternion can be in x"):
        platform.in_coordinates(["px", "py", "pz", "a1", "a2", platform.mechanism.joint_names[2]])


def test_models_of_two_different_robots_are_rejected():
    with pytest.raises(InputError, match="five-bar is not a description of tripteron"):
        chart_coordinates(robot("tripteron").compile("vm"), robot("five-bar").compile("vm"), [0.3, 0.3, 0.4])


def test_working_mode_is_none_where_x_does_not_determine_the_joints():
    """If the leg is stretched, the x of the file does not determine the joints; a stack has one result for each row."""
    own, leg = models("tripteron", "q12 q13 pz")
    assert working_mode(own, leg, STRETCHED) is None
    assert [mode is None for mode in working_mode(own, leg, np.add(STRETCHED, [[0, 0, 0], [0, 0, 0.1]]))] == [True, False]


def test_poses_out_of_reach_are_rejected_in_charts():
    """In numeric and closed form, a pose where the loops do not close raises an error, or is NaN in a stack."""
    for name, coordinates, far in [("five-bar", "q11 q21", [np.pi, 0.0]), ("five-bar", "q11 q12", [np.pi, 0.0])]:
        model = models(name, coordinates)[1]
        with pytest.raises(UnreachableError):
            model.joints(far)
        with pytest.warns(RuntimeWarning, match="1 of 2 rows are NaN"):
            rows = model.joints([model.survey.home, far])
        assert np.isfinite(rows[0]).all() and np.isnan(rows[1]).all()


def test_a_chart_and_a_robot_with_the_same_text_do_not_share_stored_graphs(tmp_path, monkeypatch):
    """A chart with numeric geometry has no working modes, although a robot with the same text may have some."""
    monkeypatch.setenv("PARADOS_CACHE", str(tmp_path / "cache"))
    own = parados.describe("five-bar").model_copy(update={"numeric": True})
    marked = own.as_chart()
    assert own.model_dump_json() == marked.model_dump_json()
    kept = []
    for spec in (own, marked, own):
        Robot(spec).compile("vm").kernel("inverse_kinematics")
        kept.append(len(list((tmp_path / "cache").glob("*.graph"))))
    assert kept[0] > 0
    assert kept[1] == 2 * kept[0]
    assert kept[2] == kept[1]
