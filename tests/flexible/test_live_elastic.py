"""Flexible robots with live parameters: every quantity equals that of a robot whose file has the same values.

Such a robot is read from its description, so that it has graphs of its own, without live parameters.
"""

from pathlib import Path

import numpy as np
import pytest

import parados
from parados.flexible.beam_integrals import Beam, beam_integrals
from parados.flexible.clamped_elements import planar_element, spatial_element
from parados.flexible.live_elements import live_element
from parados.robot.beams import BeamSpec
from parados.spatial.live_numbers import Family, nominal
from parados.spatial.vectors import SX

DATA = Path(__file__).parent / "data"
QUICK = ["dualemps", "five-bar-flexible", DATA / "live-sections.yaml"]
SLOW = ["orthoglide-flexible", "navaro"]
ROBOTS = [*QUICK, *[pytest.param(name, marks=pytest.mark.slow) for name in SLOW]]

AGREEMENT = 1e-10
"""Relative difference of two results. The graphs differ in the order of their operations."""

EIGENVALUES = 2e-15
"""Error of the squares of the frequencies, divided by the largest one: round-off of the eigenvalue problem."""

SETS = 3
POSES = 2


def alone(robot, values):
    """Compile a robot without live parameters."""
    return parados.Robot(robot.with_parameters(**values).spec).compile("vm")


def stated(robot):
    """Return the parameters that the file writes as numbers; the others follow them."""
    names = {one.name for one in robot.spec.file[1]}
    return [name for name in names if not any(f"parameters.{name}" in one.used for one in robot.spec.file[1])]


def random_values(robot, rng):
    return {name: float(robot.parameters[name]) * rng.uniform(0.93, 1.07) for name in sorted(stated(robot))}


def poses(model, rng):
    """(POSES, n_x) poses near home that the robot reaches."""
    span = 0.15 * (model.survey.upper - model.survey.lower)
    drawn = model.survey.home + rng.uniform(-span, span, (20, len(span)))
    return drawn[np.isfinite(model.quietly("joints", drawn)["joints"]).all(axis=1)][:POSES]


def assert_same_frequencies(found, expected):
    allowed = AGREEMENT * expected + EIGENVALUES * expected.max(axis=-1, keepdims=True) ** 2 / expected
    assert (np.abs(found - expected) < allowed).all()


def assert_same(found, expected):
    assert np.abs(found - expected).max() < AGREEMENT * np.abs(expected).max()


@pytest.fixture(scope="module", params=ROBOTS, ids=lambda robot: Path(robot).stem)
def cases(request):
    """Return the model with all parameters live, and for several sets of values: the values, the reference model, poses."""
    robot, rng = parados.load(request.param), np.random.default_rng(7)
    model = robot.compile("vm", live=[one.name for one in robot.spec.file[1]])
    found = []
    for _ in range(SETS):
        values = random_values(robot, rng)
        reference = alone(robot, values)
        found.append((values, reference, poses(reference, rng)))
    return model, found


def test_natural_frequencies_equal_those_of_the_robot_alone(cases):
    model, found = cases
    for values, reference, x in found:
        assert_same_frequencies(model.natural_frequencies(x, parameters=values), reference.natural_frequencies(x))
        assert_same_frequencies(model.natural_frequencies(x[0], parameters=values), reference.natural_frequencies(x[0]))


def test_platform_stiffness_equals_that_of_the_robot_alone(cases):
    model, found = cases
    for values, reference, x in found:
        assert_same(model.platform_stiffness(x, parameters=values), reference.platform_stiffness(x))


def test_vibration_modes_equal_those_of_the_robot_alone(cases):
    """Shapes and shares of the energy are those of the eigenvalue problem: 1e-6 for modes that are close to each other."""
    model, found = cases
    for values, reference, x in found:
        own, other = model.vibration_modes(x, count=4, parameters=values), reference.vibration_modes(x, count=4)
        highest = reference.natural_frequencies(x).max(axis=1, keepdims=True)
        allowed = AGREEMENT * other.frequencies + EIGENVALUES * highest**2 / other.frequencies
        assert (np.abs(own.frequencies - other.frequencies) < allowed).all()
        assert own.body_names == other.body_names and np.abs(own.bodies - other.bodies).max() < 1e-6
        lines, expected = (
            one.centre_lines(x[0], modes.shapes[0]) for one, modes in ((model.with_parameters(values), own), (reference, other))
        )
        assert np.abs(lines.places - expected.places).max() < 1e-12
        assert np.abs(np.abs(lines.moved) - np.abs(expected.moved)).max() < 1e-6


def test_rigid_models_equal_those_of_the_robot_alone(cases):
    model, found = cases
    for values, reference, x in found:
        xd = np.full((POSES, reference.mechanism.n_dof), 0.3)
        for name, states in (("inverse_dynamics", (x, xd, -xd)), ("mass_matrix", (x,)), ("joints", (x,))):
            assert_same(getattr(model, name)(*states, parameters=values), getattr(reference, name)(*states))


def test_one_set_of_values_for_each_row_gives_the_rows_of_single_sets(cases):
    model, found = cases
    sets, x = [values for values, _, _ in found], np.array([x[0] for _, _, x in found])
    rows = {name: [values[name] for values in sets] for name in sets[0]}
    frequencies, stiffness = model.natural_frequencies(x, parameters=rows), model.platform_stiffness(x, parameters=rows)
    modes = model.vibration_modes(x, count=2, parameters=rows)
    for k, values in enumerate(sets):
        assert_same_frequencies(frequencies[k], model.natural_frequencies(x[k], parameters=values))
        assert_same(stiffness[k], model.platform_stiffness(x[k], parameters=values))
        assert np.allclose(modes.bodies[k], model.vibration_modes(x[k], count=2, parameters=values).bodies, atol=1e-6)
    assert model.natural_frequencies(x[0], parameters=rows).shape == frequencies.shape


def test_values_of_the_file_give_the_frequencies_of_the_file(cases):
    model, _ = cases
    reference = parados.Robot(model._evaluator.graphs.robot.spec).compile("vm")
    x = reference.survey.home
    assert_same_frequencies(model.natural_frequencies(x), reference.natural_frequencies(x))


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("rotary", [True, False])
def test_constants_of_a_live_element_equal_the_integrals_along_the_beam(planar, rotary):
    """The values of a live element for the robot of the file are those of quadrature."""
    numbers = {"length": 0.37, "E": 7e10, "nu": 0.3, "rho": 2700.0}
    sides = (0.013, 0.02)
    given = BeamSpec(**numbers, section={"rectangle": sides}, planar=planar, rotary=rotary, elements=3)
    family = Family(SX.sym("p", 6), np.array([[*numbers.values(), *sides]]))
    live = dict(zip(numbers, map(family.number, range(4)), strict=True))
    section = given.section.model_copy(update={"rectangle": (family.number(4), family.number(5))})
    found = live_element(given.model_copy(update={**live, "section": section}))
    shapes = (planar_element if planar else spatial_element)(0.37 / 3)
    expected = beam_integrals(Beam(shapes, given.section.section(), 7e10, given.shear_modulus, 2700.0, rotary))
    for name in ("m", "s0", "S", "P0", "N0", "C", "Kee", "Mee", "beta", "Irr"):
        own, other = nominal(getattr(found, name)), np.asarray(getattr(expected, name))
        assert own.shape == other.shape and np.abs(own - other).max() <= 1e-14 * np.abs(other).max(), name
