"""Constants of cross-sections."""

from math import pi

import numpy as np
import pytest

from parados.errors import InputError
from parados.spatial.sections import Section

EXACT = 1e-14


def test_rectangle_has_its_width_along_y():
    section = Section.rectangle(0.004, 0.05)  # DualEMPS, which bends about z
    assert pytest.approx(2e-4, rel=EXACT) == section.A
    assert section.Iz == pytest.approx(0.05 * 0.004**3 / 12, rel=EXACT)
    assert section.Iy == pytest.approx(0.004 * 0.05**3 / 12, rel=EXACT)
    assert section.Ip == pytest.approx(section.Iy + section.Iz, rel=EXACT)


@pytest.mark.parametrize("ratio", [1.0, 1.2, 2.4, 4.0, 50.0])
def test_torsion_of_a_rectangle_equals_the_series(ratio):
    n = np.arange(1, 20001, 2)
    series = ratio * (1 / 3 - 64 / (pi**5 * ratio) * np.sum(np.tanh(n * pi * ratio / 2) / n**5))
    for section in (Section.rectangle(1.0, ratio), Section.rectangle(ratio, 1.0)):
        assert pytest.approx(series, rel=1e-13) == section.I0


@pytest.mark.parametrize(("sides", "printed"), [((0.010, 0.024), 5.902e-9), ((0.04, 0.01), 1.123e-8)])
def test_torsion_of_the_links_of_navaro_equals_table_11_3(sides, printed):
    """Table 11.3 of Briot & Khalil."""
    assert pytest.approx(printed, rel=3e-4) == Section.rectangle(*sides).I0


def test_constants_of_round_sections_are_right():
    disc, ring = Section.circle(0.02), Section.tube(0.02, 0.016)
    assert disc.I0 == disc.Ip == pytest.approx(pi * 0.02**4 / 32, rel=EXACT)
    assert pytest.approx(pi * (0.01**2 - 0.008**2), rel=EXACT) == ring.A
    assert ring.Iy == ring.Iz == pytest.approx(disc.Iy - Section.circle(0.016).Iy, rel=EXACT)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Section.rectangle(0.0, 1.0), "width is 0 m"),
        (lambda: Section.circle(float("nan")), "diameter"),
        (lambda: Section.tube(0.02, 0.02), "inner diameter"),
        (lambda: Section(0.0, 1.0, 1.0, 1.0), "A is 0"),
        (lambda: Section(1.0, -1.0, 1.0, 1.0), "Iy: .*, not -1"),
    ],
)
def test_invalid_sections_raise(make, message):
    with pytest.raises(InputError, match=message):
        make()
