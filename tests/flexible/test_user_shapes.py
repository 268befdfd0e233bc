"""Beams with shape functions of the user: Bernoulli's own ones, modal ones, sampled ones, in files and by themselves."""

from importlib.resources import files

import numpy as np
import pytest
import yaml
from scipy.linalg import eigh

import parados
from parados.errors import InputError, RobotFileError
from parados.flexible.beam_integrals import Beam, beam_integrals
from parados.flexible.clamped_elements import planar_element, spatial_element
from parados.flexible.ritz_shapes import ritz_shapes
from parados.robot.beam_shapes import ShapeSpec
from parados.spatial.sections import Section

EXACT = 1e-10

CUBICS = {"v": [{"v": [0, 0, 3, -2]}, {"v": [0, 0, -1, 1]}], "w": [{"w": [0, 0, 3, -2]}, {"w": [0, 0, 1, -1]}]}
PLANAR = [{"u": [0, 1]}, *CUBICS["v"]]
SPATIAL = [*PLANAR, *CUBICS["w"], {"twist": [0, 1]}]
MIXED = [{"u": [0, 2e20]}, {"v": [0, 0, 1e-20]}, {"v": [0, 0, 5, -7]}]  # another basis of the same space
AT = [0, 0.1, 0.35, 0.7, 1]
SECTION = Section.rectangle(0.02, 0.03)


def sampled(shapes):
    """The same functions as values at five places."""
    return [
        {name: {"at": AT, "values": np.polynomial.Polynomial(c)(np.array(AT)).tolist()} for name, c in one.items()}
        for one in shapes
    ]


def functions(shapes):
    return [ShapeSpec.model_validate(one) for one in shapes]


@pytest.mark.parametrize("make", [lambda s: s, sampled], ids=["polynomials", "samples"])
@pytest.mark.parametrize(("shapes", "planar"), [(PLANAR, True), (MIXED, True), (SPATIAL, False)])
def test_bernoulli_functions_give_the_bernoulli_beam(shapes, planar, make):
    fields = ritz_shapes(functions(make(shapes)), 0.4, planar)
    got = beam_integrals(Beam(fields, SECTION, 74e9, 28e9, 2800.0))
    expected = beam_integrals(Beam(planar_element(0.4) if planar else spatial_element(0.4), SECTION, 74e9, 28e9, 2800.0))
    for name in ("m", "s0", "S", "P0", "N0", "C", "Kee", "Mee"):
        value = np.asarray(getattr(expected, name))
        np.testing.assert_allclose(getattr(got, name), value, rtol=0, atol=EXACT * np.abs(value).max())


def dualemps(tmp_path, shapes, name="made"):
    """The DualEMPS with shape functions in all three beams."""
    file = parados.load("dualemps").spec.model_dump(mode="json", exclude_defaults=True)
    for joint in file["legs"][0]["joints"]:
        for beam in joint.get("link", {}).get("beams", []):
            beam["shapes"] = shapes
    path = tmp_path / f"{name}.yaml"
    path.write_text(yaml.safe_dump({**file, "name": name}))
    return parados.load(path)


def test_a_robot_file_with_bernoulli_functions_is_the_same_robot(tmp_path):
    expected, got = parados.load("dualemps").compile("vm"), dualemps(tmp_path, sampled(MIXED)).compile("vm")
    home = expected.survey.home
    np.testing.assert_allclose(got.natural_frequencies(home), expected.natural_frequencies(home), rtol=EXACT)
    a, b = expected.elastic_model(friction=False), got.elastic_model(friction=False)
    z = a.undeformed(home)
    z[[a.names.index(name) for name in a.independent]] += 1e-4
    z = a.closed(z)
    zd = a.rates(z, np.linspace(-1, 1, len(a.independent)))
    assert a.names == b.names
    np.testing.assert_allclose(b.mass_matrix(z), a.mass_matrix(z), rtol=0, atol=EXACT * np.abs(a.mass_matrix(z)).max())
    np.testing.assert_allclose(b.bias(z, zd), a.bias(z, zd), rtol=0, atol=EXACT * np.abs(a.bias(z, zd)).max())


def test_polynomials_give_the_frequencies_of_a_cantilever():
    """cos(k) cosh(k) = -1 for bending of a clamped-free beam, (2 n - 1) pi / 2 for stretch; one element has 0.5 % and more."""
    fields = ritz_shapes(
        functions([*[{"u": [0] * k + [1]} for k in range(1, 9)], *[{"v": [0] * k + [1]} for k in range(2, 12)]]), 0.4, True
    )
    body = beam_integrals(Beam(fields, SECTION, 74e9, 28e9, 2800.0, rotary_inertia=False))
    squares = eigh(body.Kee, body.Mee, eigvals_only=True)
    bending = (
        np.sqrt(74e9 * SECTION.Iz / (2800.0 * SECTION.A))
        * (np.array([1.875104068711961, 4.694091132974174, 7.854757438237613]) / 0.4) ** 2
    )
    stretch = np.sqrt(74e9 / 2800.0) * np.array([0.5, 1.5]) * np.pi / 0.4
    for expected in (*bending, *stretch):
        assert np.abs(np.sqrt(squares) / expected - 1).min() < 1e-6
    assert np.isclose(np.sqrt(squares[0]), bending[0], rtol=1e-10)


@pytest.mark.slow
def test_internal_coordinates_of_a_robot(tmp_path):
    """Six bending functions: the first frequencies fall below those of one element, and the graphs have internal coordinates."""
    rich = [{"u": [0, 1]}, {"u": [0, 0, 1]}, *[{"v": [0] * k + [1]} for k in range(2, 8)]]
    model, home = dualemps(tmp_path, rich).compile("vm"), parados.load("dualemps").survey.home
    modes = model.vibration_modes(home, count=6)
    assert {"b13.e1.dx", "b13.e1.m1.dx", "b13.e1.m5.dx"} <= set(modes.names) and "b13.e1.m6.dx" not in modes.names
    assert (modes.frequencies < parados.load("dualemps").compile("vm").natural_frequencies(home, count=6)).all()
    assert modes.frequencies[5] == pytest.approx(188.5, abs=0.1)  # ten elements; 436 Hz with one
    elastic = model.elastic_model(friction=False)
    assert np.linalg.eigvalsh(elastic.mass_matrix(elastic.undeformed(home))).min() > 0
    assert np.isfinite(model.centre_lines(home, modes.shapes).moved).all()


def test_live_numbers_of_a_beam_with_shapes(tmp_path):
    """Length and modulus are live: the family equals robots with the same numbers; frequencies grow with the root of E."""
    shapes = "shapes: [{u: [0, 2]}, {v: [0, 0, 1]}, {v: [0, 0, 5, -7]}, {v: [0, 0, 0, 0, 1]}]"
    text = (files("parados.robots") / "dualemps.yaml").read_text().replace("planar: true,", f"planar: true, {shapes},")
    (tmp_path / "live.yaml").write_text(text)
    (tmp_path / "longer.yaml").write_text(text.replace("l3: 0.4505", "l3: 0.47").replace("E: 74e9", "E: 148e9"))
    live = parados.load(tmp_path / "live.yaml").compile("vm", live=["E", "l3"])
    home = live.survey.home
    single = parados.load(tmp_path / "longer.yaml").compile("vm")
    found = live.natural_frequencies(home, parameters={"E": 148e9, "l3": 0.47})
    np.testing.assert_allclose(found, single.natural_frequencies(home), rtol=1e-9)
    twice = live.natural_frequencies(home, parameters={"E": 148e9})
    np.testing.assert_allclose(twice, np.sqrt(2) * live.natural_frequencies(home), rtol=1e-9)
    for written in ("[0, 0, l3]", "{polynomial: [0, 0, l3]}"):
        (tmp_path / "bad.yaml").write_text(text.replace("[0, 0, 1]", written))
        with pytest.raises(InputError, match="cannot depend on live parameters"):
            parados.load(tmp_path / "bad.yaml").compile("vm", live=["l3"]).natural_frequencies(home)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"shapes": [{"v": [0, 1, 1]}, *PLANAR]}, "v: the beam is clamped at its start; the function must have the value and"),
        ({"shapes": [{"u": [1, 1]}, *PLANAR]}, "u: the beam is clamped at its start; the function must have the value 0 there"),
        ({"shapes": [{}, *PLANAR]}, "give at least one of u, v, w, twist"),
        ({"shapes": [{"w": [0, 0, 1]}, *PLANAR]}, "shapes[0].w: a planar beam has only u and v"),
        ({"shapes": [{"twist": [0, 1], "v": [0, 0, 1]}, *PLANAR]}, "twist: give it as a function of its own"),
        ({"shapes": [*PLANAR, {"v": [0, 0, 1]}]}, "shapes: the functions are linearly dependent"),
        ({"shapes": [*PLANAR, {"v": [0, 0, 0]}]}, "shapes[3]: the function is zero everywhere"),
        ({"shapes": PLANAR[1:]}, "shapes: they move the end of the beam in 2 of its 3 coordinates (dx, dy, rz)"),
        ({"shapes": PLANAR, "elements": 2}, "shapes: they belong to the whole beam; leave out elements, now 2"),
        ({"shapes": [{"u": {"at": [0, 1], "values": [0, 1]}}]}, "2 samples are too few; give at least 4"),
        ({"shapes": [{"u": {"at": [0, 0.5, 0.4, 1], "values": [0, 1, 1, 1]}}]}, "at: the places must increase from 0"),
        ({"shapes": [{"u": {"at": [0, 0.5, 1], "values": [0, 1, 1, 1]}}]}, "at has 3 numbers and values has 4"),
        ({"shapes": [{"u": {"polynomial": [0, 1], "values": [0, 1]}}]}, "give a list of coefficients, or values and the places"),
        ({"shapes": [{"v": [0] * 101}]}, "101 numbers are too many; at most 100 coefficients or samples are accepted"),
        ({"shapes": PLANAR * 40}, "shapes: 120 functions are too many; at most 100 are accepted"),
        ({"shapes": [{"v": {"at": [0, 0.2, 0.5, 1], "values": [1, 1, 1, 1]}}]}, "v: the beam is clamped at its start"),
    ],
)  # fmt: skip
def test_impossible_shapes_are_refused(change, sentence, tmp_path):
    file = parados.load("dualemps").spec.model_dump(mode="json", exclude_defaults=True)
    file["legs"][0]["joints"][2]["link"]["beams"][0] |= change
    path = tmp_path / "broken.yaml"
    path.write_text(yaml.safe_dump(file))
    with pytest.raises(RobotFileError) as found:
        parados.load(path)
    assert sentence in str(found.value)
