"""Rules of live parameters of flexible robots: what is refused, what follows, and simulations in time."""

from pathlib import Path

import numpy as np
import pytest
import yaml

import parados
from parados.errors import InputError, RobotFileError
from parados.flexible.elements import element_integrals
from parados.robot.beams import BeamSpec
from parados.robot.changed_bodies import with_added_bodies
from parados.simulate import ElasticSimulation
from parados.spatial.live_numbers import Family
from parados.spatial.sections import Section
from parados.spatial.vectors import SX

DATA = Path(__file__).parent / "data"
FIVE_BAR = DATA / "live-five-bar.yaml"
X = [0.02, 0.25]

AGREEMENT = 1e-9
"""Relative difference of two results; that of the lowest frequencies is the round-off of the eigenvalue problem."""


def changed(folder, *replacements):
    """Load the five-bar mechanism with other text in its file."""
    text = FIVE_BAR.read_text()
    for before, after in replacements:
        assert before in text
        text = text.replace(before, after)
    path = folder / "changed.yaml"
    path.write_text(text)
    return parados.load(path)


def alone(robot, **values):
    """Compile a robot without live parameters."""
    return parados.Robot(robot.with_parameters(**values).spec).compile("vm")


def test_a_parameter_of_the_elastic_parts_alone_is_live():
    """The rigid models do not depend on E."""
    robot = parados.load(FIVE_BAR)
    model = robot.compile("vm", live=["E"])
    found = model.natural_frequencies(X, count=3, parameters={"E": 50e9})
    assert np.allclose(found, alone(robot, E=50e9).natural_frequencies(X, count=3), rtol=AGREEMENT)


def test_a_parameter_without_effect_is_refused(tmp_path):
    robot = changed(tmp_path, ("parameters: {", "parameters: {unused: 1, "))
    with pytest.raises(InputError, match="no model of this robot depends on unused; leave it out"):
        robot.compile("vm", live=["unused", "E"]).natural_frequencies(X)


def test_a_parameter_that_only_the_damping_uses_is_live(tmp_path):
    robot = changed(
        tmp_path, ("parameters: {", "parameters: {loss: 0.01, "), ("platform:\n", "damping: {ratio: loss}\nplatform:\n")
    )
    model = robot.compile("vm", live=["loss"])
    assert ElasticSimulation.at(model.with_parameters({"loss": 0.02}), X).damping.ratio == 0.02


def test_parameters_written_as_expressions_follow_the_values_that_were_set_before():
    """Area and second moment follow w and h, also if these are set one after the other; E keeps its value."""
    robot = parados.load(FIVE_BAR)
    model = robot.compile("vm", live=["w", "h", "A", "I", "E"])
    both = model.with_parameters({"w": 0.01, "E": 60e9}).with_parameters({"h": 0.02})
    assert both.live["A"] == pytest.approx(2e-4) and both.live["E"] == 60e9
    expected = alone(robot, w=0.01, h=0.02, E=60e9)
    assert np.allclose(both.natural_frequencies(X), expected.natural_frequencies(X), rtol=AGREEMENT)


@pytest.mark.parametrize(
    ("section", "live", "values", "message"),
    [
        ("{rectangle: [s, 0.03]}", 0.01, -0.01, r"section\.rectangle\[0\] would be -0\.01; it must be above 0"),
        ("{circle: s}", 0.01, 0.0, r"section\.circle would be 0; it must be above 0"),
        ("{tube: [0.02, s]}", 0.01, 0.021, r"section\.tube\[0\] - tube\[1\] would be -0\.001; it must be above 0"),
        ("{A: 1e-4, Iz: s}", 1e-9, -1e-9, r"section\.Iz would be -1e-09; it must be above 0"),
        ("{A: 1e-4, Iy: 1e-9, Iz: s, Ip: 2e-9}", 1e-9, 2e-9, r"section\.0\.001 Ip \+ \(Ip - Iy - Iz\) would be"),
    ],
)
def test_impossible_sections_are_refused(tmp_path, section, live, values, message):
    robot = changed(tmp_path, ("parameters: {", f"parameters: {{s: {live}, "), ("{rectangle: [0.012, 0.03]}", section))
    with pytest.raises(InputError, match=message):
        robot.compile("vm", live=["s"]).natural_frequencies(X, parameters={"s": values})


def test_a_thin_tube_may_have_two_live_diameters(tmp_path):
    """Robots near the one of the file, which decide about the structure, need not be possible."""
    lengths = ("parameters: {", "parameters: {outer: 0.03, inner: 0.0295, ")
    robot = changed(tmp_path, lengths, ("{rectangle: [0.012, 0.03]}", "{tube: [outer, inner]}"))
    model = robot.compile("vm", live=["outer", "inner"])
    expected = alone(robot, outer=0.031, inner=0.03).natural_frequencies(X)
    assert np.allclose(model.natural_frequencies(X, parameters={"outer": 0.031, "inner": 0.03}), expected, rtol=AGREEMENT)


def test_a_stiffness_of_zero_is_refused_because_it_means_a_rigid_joint():
    model = parados.load(FIVE_BAR).compile("vm", live=["k"])
    with pytest.raises(InputError, match=r"joints\[0\]\.stiffness would be 0; it must be above 0"):
        model.natural_frequencies(X, parameters={"k": 0.0})


def test_a_stiffness_that_is_zero_in_the_file_is_refused(tmp_path):
    model = changed(tmp_path, ("k: 8000", "k: 0")).compile("vm", live=["k"])
    with pytest.raises(InputError, match="the stiffness of q11 is 0 in the file; it is rigid there"):
        model.natural_frequencies(X)


def test_a_joint_at_a_node_for_some_values_only_is_refused(tmp_path):
    robot = changed(tmp_path, ("parameters: {", "parameters: {short: 0.213, "), ("length: l1", "length: short"))
    model = robot.compile("vm", live=["short"])
    with pytest.raises(InputError, match="is at a node of a beam only for some values of the live parameters"):
        model.natural_frequencies(X)
    with pytest.raises(RobotFileError, match=r"m from a node of a beam|between its nodes"):
        robot.with_parameters(short=0.2131).compile("vm").natural_frequencies(X)


def test_values_that_bring_a_joint_close_to_a_node_are_refused(tmp_path):
    """A beam that ends before the elbow, which the rigid link carries."""
    robot = changed(tmp_path, ("parameters: {", "parameters: {short: 0.15, "), ("length: l1", "length: short"))
    model = robot.compile("vm", live=["short"])
    found = model.natural_frequencies(X, parameters={"short": 0.16})
    assert np.allclose(found, alone(robot, short=0.16).natural_frequencies(X), rtol=AGREEMENT)
    for short, words in ((0.21305, "m from a node of a beam of 0.21305 m, but not at it"), (0.25, "between its nodes")):
        with pytest.raises(InputError, match=words):
            model.platform_stiffness(X, parameters={"short": [0.16, short]})


def test_stiffness_of_the_actuators_alone_has_a_value_for_each_row(tmp_path):
    content = yaml.safe_load(FIVE_BAR.read_text())
    for leg in content["legs"]:
        for joint in leg["joints"]:
            joint["link"] = {"m": 0.1}
    path = tmp_path / "robot.yaml"
    path.write_text(yaml.safe_dump(content, sort_keys=False))
    robot = parados.load(path)
    model = robot.compile("vm", live=["k", "l1"])
    rows = {"k": [8000.0, 9000.0], "l1": [0.213, 0.22]}
    found = model.platform_stiffness(X, parameters=rows)
    for k in range(2):
        values = {name: each[k] for name, each in rows.items()}
        assert np.allclose(found[k], alone(robot, **values).platform_stiffness(X), rtol=AGREEMENT)
        assert np.allclose(found[k], model.platform_stiffness(X, parameters=values), rtol=1e-13)


def condensed_five_bar(folder):
    """Load a five-bar mechanism, two links of which are superelements; s multiplies mass and stiffness, l is the length."""
    beam = BeamSpec(length=0.3, E=70e9, nu=0.3, rho=2700.0, section={"rectangle": (0.01, 0.03)})
    body = element_integrals(beam)

    def scaled(matrix, factor):
        return [[f"{value!r}*{factor}" if value else 0.0 for value in row] for row in matrix.tolist()]

    link = {"superelement": {"nodes": [["l", 0, 0]], "mass": scaled(body.mass_matrix(), "s"), "stiffness": scaled(body.Kee, "c")}}
    content = yaml.safe_load(FIVE_BAR.read_text())
    content["parameters"] |= {"s": 1.0, "c": 1.0, "l": 0.213}
    for leg in content["legs"]:
        leg["joints"][0]["link"] = link
        leg["joints"][1]["d"] = "l"
        leg["joints"][1]["link"]["beams"][0].update(planar=False, nu=0.3, section={"rectangle": [0.008, 0.03]})
    path = folder / "condensed.yaml"
    path.write_text(yaml.safe_dump(content, sort_keys=False))
    return parados.load(path)


def test_superelements_are_live(tmp_path):
    robot = condensed_five_bar(tmp_path)
    model = robot.compile("vm", live=["s", "c", "l"])
    values = {"s": 1.3, "c": 0.8, "l": 0.22}
    expected = alone(robot, **values)
    assert np.allclose(model.natural_frequencies(X, parameters=values), expected.natural_frequencies(X), rtol=AGREEMENT)
    assert np.allclose(model.platform_stiffness(X, parameters=values), expected.platform_stiffness(X), rtol=AGREEMENT)
    assert np.allclose(model.mass_matrix(X, parameters=values), expected.mass_matrix(X), rtol=AGREEMENT)
    with pytest.raises(InputError, match=r"superelement\.stiffness: the matrix has a negative eigenvalue"):
        model.natural_frequencies(X, parameters={"c": -1.0})


def test_dynamic_parameters_of_links_that_are_fixed_to_each_other_are_live():
    """The mass of q12 includes the beam and the bodies that are fixed to it; more mass is fixed to the first of them."""
    robot = parados.load("dualemps")
    model = robot.compile("vm", live=["m_q12", "zz_q12"])
    x = model.survey.home
    plain = parados.Robot(robot.spec).compile("vm")
    assert np.allclose(model.natural_frequencies(x), plain.natural_frequencies(x), rtol=AGREEMENT)
    names = list(plain.parameter_names)
    m, zz = (plain.parameters[names.index(name)] for name in ("m_q12", "zz_q12"))
    body = np.zeros(10)
    body[[5, 9]] = 0.01, 0.5
    heavier = parados.Robot(with_added_bodies(robot.spec, {"q12": body})).compile("vm")
    found = model.natural_frequencies(x, parameters={"m_q12": m + 0.5, "zz_q12": zz + 0.01})
    assert np.allclose(found, heavier.natural_frequencies(x), rtol=AGREEMENT)


def test_a_simulation_has_the_values_of_its_model():
    """A model without values has those of the file; one value for each row is refused."""
    robot = parados.load(FIVE_BAR)
    model = robot.compile("vm", live=["E", "l1", "k", "m4"])
    values = {"E": 60e9, "l1": 0.22, "k": 7000.0, "m4": 0.3}
    for given, own in (
        (values, model.with_parameters(values)),
        ({}, model),
        (values, robot.with_parameters(**values).compile("vm")),
    ):
        found, expected = ElasticSimulation.at(own, X), ElasticSimulation.at(alone(robot, **given), X)
        assert np.allclose(found.structure.stiffness, expected.structure.stiffness, rtol=1e-12)
        assert np.allclose(found.start, expected.start, rtol=0, atol=1e-12)
        states = (found.start, np.zeros(len(found.start)))
        forces, others = (one.system.model.balance()(*states) for one in (found, expected))
        assert all(np.allclose(a.full(), b.full(), rtol=1e-9, atol=1e-9) for a, b in zip(forces, others, strict=True))
    with pytest.raises(InputError, match="one set of values is expected here, not one for each row"):
        ElasticSimulation.at(model.with_parameters({"E": [60e9, 70e9]}), X)


def test_a_figure_of_modes_needs_one_set_of_values():
    model = parados.load(FIVE_BAR).compile("vm", live=["E"])
    shapes = model.vibration_modes(X, count=1).shapes
    with pytest.raises(InputError, match="one set of values is expected here"):
        model.centre_lines(X, shapes, parameters={"E": [60e9, 70e9]})


@pytest.mark.parametrize(("width", "height"), [(0.01, 0.03), (0.03, 0.01), (0.02, 0.02)])
def test_the_torsion_constant_of_a_live_rectangle_does_not_depend_on_which_side_is_longer(width, height):
    """The graph decides which side is longer; the rectangle of the file has the longer side along y."""
    import casadi as ca

    family = Family(SX.sym("p", 2), np.array([[0.03, 0.02]]))
    live = Section.rectangle(family.number(0), family.number(1))
    found = ca.Function("I0", [family.symbol], [live.I0.expression])([width, height])
    assert float(found) == pytest.approx(Section.rectangle(width, height).I0, rel=1e-14)


def test_compiled_c_gives_the_frequencies_of_the_virtual_machine():
    """The sides of a rectangle are compared in the graph."""
    robot = parados.load(DATA / "live-sections.yaml")
    in_c, in_vm = (robot.compile(backend, live=["w", "h", "nu"]) for backend in ("c", "vm"))
    rows = {"w": [0.01, 0.012], "h": [0.012, 0.01], "nu": [0.3, 0.35]}
    x = in_vm.survey.home
    found, expected = (model.natural_frequencies(x, parameters=rows) for model in (in_c, in_vm))
    assert np.allclose(found, expected, rtol=AGREEMENT)
