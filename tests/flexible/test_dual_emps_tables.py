"""Constants of the flexible links of the DualEMPS robot (Briot & Khalil 10.7)."""

import pytest

from parados.flexible.beam_integrals import Beam, beam_integrals
from parados.flexible.clamped_elements import planar_element
from parados.spatial.sections import Section

DUAL_EMPS = {  # length; MS_de; J_re; J_ee; K_ee in the order of the test; K11, K22, K23, K33
    0.4505: ([0.1261, -0.0095], [0.0379, 0.0398, -7.4667e-7, -0.0026],
             [0.0841, 0.0883, -0.0057, 1.9889e-6, 0.0937, -7.4667e-8, -0.0060, 4.4850e-8, 4.8762e-4],
             [3.2852e7, 2.5900e3, -583.3942, 175.2127]),
    0.14: ([0.0392, -9.1467e-4], [0.0037, 0.0038, -7.4667e-7, -7.6832e-5],
           [0.0261, 0.0274, -5.4880e-4, 6.4e-6, 0.0291, -7.4667e-8, -5.7493e-4, 1.3938e-8, 1.4635e-5],
           [1.0571e8, 8.6297e4, -6040.8, 563.8095]),
}  # fmt: skip


@pytest.mark.parametrize("length", DUAL_EMPS)
def test_constants_equal_the_corrected_tables_of_dual_emps(length):
    """Tables 10.3 to 10.6 of Briot & Khalil, with their misprints corrected."""
    body = beam_integrals(Beam(planar_element(length), Section.rectangle(0.004, 0.05), 74e9, 28e9, 2800.0))
    S, N, C, K = DUAL_EMPS[length]
    got = [body.S[0, 0], body.S[1, 2]]
    got += [body.N0[0, 0, 0], body.N0[1, 1, 0], body.N0[1, 0, 1], body.N0[2, 1, 0]]
    places = [(0, 0, 0, 0), (0, 1, 0, 1), (0, 2, 0, 1), (1, 1, 0, 0), (1, 1, 1, 1), (1, 2, 0, 0), (1, 2, 1, 1), (2, 2, 0, 0)]
    got += [body.C[place] for place in [*places, (2, 2, 1, 1)]]
    got += [body.Kee[place] for place in [(0, 0), (1, 1), (1, 2), (2, 2)]]
    for value, printed in zip(got, S + N + C + K, strict=True):
        fixed = 1e-3 < abs(printed) < 1  # printed with four decimals, the others with five digits
        assert value == pytest.approx(printed, rel=5e-5, abs=5.1e-5 if fixed else 0)
