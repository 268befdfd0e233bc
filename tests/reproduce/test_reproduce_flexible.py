"""Flexible robots of Briot & Khalil: no missed line, properties of maps and modes, and misprints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from parados.api import Robot, load
from parados.flexible.beam_integrals import Beam, beam_integrals
from parados.flexible.body_integrals import skew_part
from parados.flexible.clamped_elements import planar_element, spatial_element
from parados.model.centre_lines import centre_lines
from parados.sources.briot_khalil.flexible.navaro_frequencies import POSES, TABLE
from parados.sources.briot_khalil.flexible.navaro_refined import refined_navaro
from parados.sources.briot_khalil.flexible.printed import half_digit
from parados.sources.briot_khalil.flexible.variants import with_elements
from parados.sources.entry import Verdict
from parados.spatial.sections import Section

TABLES = [f"003/table-{number}" for number in ("10.3", "10.4", "10.5", "10.6", "11.1", "11.4", "11.5")]
OTHERS = ["003/map-dualemps", "003/map-navaro", "003/modes-navaro"]

LENGTH = 0.43
BEAM = Beam(spatial_element(LENGTH), Section.rectangle(0.02, 0.03), 74e9, 28e9, 2800.0)


@pytest.fixture(scope="module")
def navaro():
    return load("navaro").compile("vm")


@pytest.mark.parametrize("id", TABLES + OTHERS)
def test_no_line_is_missed(id, computed):
    assert [line.what for line in computed(id).lines if line.verdict == Verdict.MISSED] == []


def test_only_the_listed_beam_constants_are_misprinted(computed):
    """The wrong printed constants are exactly these."""
    wrong = {line.what for id in TABLES[:4] for line in computed(id).lines if line.verdict == Verdict.CORRECTED}
    assert wrong == {
        "Table 10.3: msdex of coordinate 1 of link 16",
        "Table 10.3: msdey of coordinate 2 of link 16",
        "Table 10.5: jeyx31 of link 16",
        "Table 10.5: jeyy33 of link 13",
        "Table 10.5: jeyy33 of link 23",
        "Table 10.6: k23 of link 16",
        "Table 10.6: k32 of link 16",
    }


def test_half_digit_of_printed_numbers():
    assert half_digit("0.1261") == 5e-5 and half_digit("3.2852e7") == 500 and half_digit("-9.1467e-4") == 5e-9


def test_map_of_the_navaro_is_symmetric(computed):
    """The map has three equal thirds, its maximum at the centre, and the printed values at the poses."""
    table = computed("003/map-navaro").data["map"]
    first = np.asarray(table["f1 [Hz]"])
    third = (len(first) - 1) // 3
    assert len(first) == 3 * third + 1 and third > 300
    places = np.column_stack([table["x [m]"], table["y [m]"]])
    assert len(np.unique(places.round(9), axis=0)) == len(places)
    assert np.isfinite(first).all() and first.argmax() == 0 and first[0] == pytest.approx(45.709, abs=1e-3)
    near = np.hypot(*(places - POSES[2, :2]).T).argmin()
    assert first[near] == pytest.approx(36.98, abs=0.2)


def test_map_of_the_dualemps_is_flat(computed):
    table = computed("003/map-dualemps").data["map"]
    for k in range(1, 6):
        assert np.ptp(table[f"f{k} [Hz]"]) < 1e-3 * np.mean(table[f"f{k} [Hz]"])
    assert np.ptp(table["x [m]"]) > 0.6


def test_modes_are_drawn_and_animated(computed, tmp_path):
    from PIL import Image

    entry = computed("003/modes-navaro")
    path = Path(tmp_path) / "mode.gif"
    entry.animations["mode-1"](path)
    with Image.open(path) as moving:
        assert moving.n_frames > 15
    energies = np.array([entry.data["energies"][f"mode {k}, part of the energy"] for k in (1, 2, 3, 4)])
    assert np.allclose(energies.sum(axis=1), 1)


def test_centre_lines_stay_connected(navaro):
    """In a mode, ends of beams that a joint connects move together, and clamped ends do not move."""
    x = POSES[2]
    lines = centre_lines(navaro, x, navaro.vibration_modes(x, count=4).shapes)
    places, moved = lines.places.reshape(-1, 3), lines.moved.reshape(4, -1, 3)
    for i in range(len(places)):
        same = np.linalg.norm(places - places[i], axis=1) < 1e-9
        assert np.abs(moved[:, same] - moved[:, i : i + 1]).max() < 1e-9
    radius = np.hypot(*places[:, :2].T)
    feet = np.abs(radius - 0.7 / np.sqrt(3)) < 1e-9
    assert feet.sum() == 6 and np.abs(moved[:, feet]).max() < 1e-12


def test_more_elements_lower_every_frequency_of_the_dualemps():
    one, two = (with_elements("dualemps", n).compile("vm").natural_frequencies([0.28, 0.792], count=6) for n in (1, 2))
    assert (two < one).all() and two[5] < 0.5 * one[5]


def _navaro(change):
    """Return the NaVARo with its beams changed by a function of (name of the body, beam)."""
    spec = load("navaro").spec
    legs = []
    for leg in spec.legs:
        joints = [
            j.model_copy(update={"link": j.link.model_copy(update={"beams": tuple(change(j.name, b) for b in j.link.beams)})})
            for j in leg.joints
        ]
        legs.append(leg.model_copy(update={"joints": type(leg.joints)(joints)}))
    link = spec.platform.link.model_copy(update={"beams": tuple(change("platform", b) for b in spec.platform.link.beams)})
    platform = spec.platform.model_copy(update={"link": link})
    return Robot(spec.model_copy(update={"legs": type(spec.legs)(legs), "platform": platform})).compile("vm")


def _thick(name, beam):
    section = beam.section.model_copy(update={"Iy": 3.333e-8})
    return beam.model_copy(update={"section": section}) if name == "platform" else beam


READINGS = {
    "no rotary inertia": (lambda name, beam: beam.model_copy(update={"rotary": False}), 0.0015, 17),
    "printed G": (lambda name, beam: beam.model_copy(update={"G": 28.9e9}), 0.0088, 4),
    "printed Iy": (_thick, 0.302, 4),
}
"""Name -> change of a beam, largest relative error, and number of the 20 values of poses 1 to 4 that differ from the print."""


@pytest.mark.parametrize("reading", READINGS)
def test_table_11_4_needs_rotary_inertia_and_a_thin_platform(reading):
    change, error, wrong = READINGS[reading]
    found = _navaro(change).natural_frequencies(POSES[:4], count=5)
    printed = np.array(TABLE, dtype=float).T[:4]
    assert np.abs(found / printed - 1).max() == pytest.approx(error, rel=0.02)
    assert (np.abs(found - printed) > 0.005).sum() == wrong


def test_pose_7_is_below_the_centre(navaro):
    above, below = navaro.natural_frequencies(POSES[[6, 6]] * [[1, -1, 1], [1, 1, 1]], count=1)[:, 0]
    assert f"{below:.2f}" == TABLE[0][6]
    assert above / below - 1 == pytest.approx(0.045, abs=0.001)


def test_printed_F_12_gives_no_positive_mass_matrix():
    body = beam_integrals(BEAM)
    S = body.S.copy()
    S[1, 5] *= -1
    assert np.linalg.eigvalsh(body.mass_matrix()).min() > 0 > np.linalg.eigvalsh(replace(body, S=S).mass_matrix()).min()


def test_transposed_coupling_gives_no_positive_mass_matrix():
    body = beam_integrals(BEAM)
    M = body.mass_matrix()
    M[3:6, 6:] *= -1
    M[6:, 3:6] *= -1
    assert np.linalg.eigvalsh(M).min() < 0


def test_inertia_missing_in_F_10_is_right():
    section, rho, m = BEAM.section, BEAM.rho, BEAM.rho * BEAM.section.A * LENGTH
    turning = np.array([section.Ip, section.Iy, section.Iz]) * rho * LENGTH
    assert np.allclose(beam_integrals(BEAM).Irr, np.diag(turning + m * LENGTH**2 / 3 * np.array([0, 1, 1])), rtol=1e-12)


def _displaced(place, coordinate, step=1e-6):
    """Return the derivative (3, 3) of (F.2) with respect to x, y, z at a place, for one elastic coordinate."""

    def field(at):
        x, y, z = at
        d, r = (part(x)[:, coordinate] for part in (BEAM.shapes.displacement, BEAM.shapes.rotation))
        return d + np.array([-y * r[2] + z * r[1], -z * r[0], y * r[0]])

    sides = [(field(place + step * axis) - field(place - step * axis)) / (2 * step) for axis in np.eye(3)]
    return np.column_stack(sides)


def test_printed_10_30_has_a_wrong_derivative():
    """For the bending coordinate d Phi_2 / dy is zero, as (F.5) requires; d Phi_2 / dx, which is printed, is not."""
    gradient = _displaced(np.array([LENGTH / 2, 0.004, 0.003]), 1)
    assert abs(gradient[1, 1]) < 1e-9 and abs(gradient[1, 0]) * LENGTH > 0.5


def test_torsion_needs_twice_the_shear_strain():
    """K44 by (10.35) is G Ip / l with 2 G eps, and half of it with G eps as printed; (F.9) has I0, which includes warping."""
    nodes = np.array([-1, 1]) / np.sqrt(12)
    total = 0.0
    for y, z in ((a * 0.02, b * 0.03) for a in nodes for b in nodes):
        gradient = _displaced(np.array([LENGTH / 3, y, z]), 3)
        strain = (gradient + gradient.T) / 2
        total += 2 * (strain[0, 1] ** 2 + strain[0, 2] ** 2) * BEAM.section.A / 4 * LENGTH
    polar = BEAM.G * BEAM.section.Ip / LENGTH
    assert 2 * BEAM.G * total == pytest.approx(polar, rel=1e-6)
    assert BEAM.G * total == pytest.approx(polar / 2, rel=1e-6)
    assert beam_integrals(BEAM).Kee[3, 3] == pytest.approx(BEAM.G * BEAM.section.I0 / LENGTH, rel=1e-12)
    assert BEAM.section.Ip / BEAM.section.I0 == pytest.approx(1.38, abs=0.01)
    thin = Section.rectangle(0.004, 0.024)
    assert thin.Ip / thin.I0 == pytest.approx(10.3, abs=0.1)


def test_printed_10_54_to_10_57_have_wrong_entries():
    """J_12 of the planar element is compared with (10.56) and (10.57)."""
    C = beam_integrals(replace(BEAM, shapes=planar_element(LENGTH))).C
    J = C[0, 1]
    assert np.array_equal(J, C[1, 0].T) and not np.allclose(J, J.T)
    jexy = J[0, 1]
    right = skew_part(J)
    assert np.allclose(right, [0, 0, -jexy])  # integral of Phi_2 x Phi_1: along -z
    printed = np.array([J[1, 1] - J[1, 2], J[0, 2] - J[0, 0], J[1, 0] - J[0, 1]])
    assert np.allclose(printed[2], right[2])
    J = C[1, 1]
    printed = np.array([J[1, 1] - J[1, 2], J[0, 2] - J[0, 0], J[1, 0] - J[0, 1]])
    assert np.allclose(skew_part(J), 0) and abs(printed[0]) == pytest.approx(J[1, 1])
    inertia = np.trace(J) * np.eye(3) - J.T
    printed = np.array([[J[1, 1] + J[0, 2], -J[1, 0], -J[0, 2]], [-J[0, 1], J[0, 0] + J[0, 2], -J[0, 1]]])
    assert np.allclose(printed, inertia[:2])  # jexz is printed instead of jezz; both are zero in the plane
    J = beam_integrals(BEAM).C[2, 2]
    assert abs(J[1, 1] + J[0, 2] - (np.trace(J) * np.eye(3) - J.T)[0, 0]) == pytest.approx(J[2, 2])


@pytest.mark.slow
def test_table_11_5_is_fitted_with_values_near_the_printed_ones(computed):
    """The matrices of the fitted robot itself give the frequencies that were interpolated."""
    lines = {line.what: line for line in computed("003/table-11.5").lines}
    mass, stiffness = (
        float(lines[f"{what}, fitted to the calculated column"].ours.split()[0])
        for what in ("mass of a joint", "stiffness of a clutch")
    )
    assert mass == pytest.approx(0.350, abs=0.001) and stiffness == pytest.approx(2252, abs=2)
    data = computed("003/table-11.5").data["frequencies"]
    ours, pose = np.asarray(data["ours, fitted to calculated [Hz]"]), np.asarray(data["pose"])
    found = refined_navaro(mass, stiffness).compile("vm").natural_frequencies(POSES[2], count=10)
    np.testing.assert_allclose(ours[(pose == 3) & (ours > 0)], found, rtol=1e-5)
