"""Compare the constants of beams to symbolic integration and to the tables of Briot & Khalil."""

from dataclasses import replace

import numpy as np
import pytest
import symbolic_beam as exact
import sympy as sp

from parados.errors import InputError
from parados.flexible.beam_integrals import Beam, beam_integrals
from parados.flexible.clamped_elements import planar_element, spatial_element
from parados.flexible.shape_functions import bernoulli
from parados.spatial.sections import Section
from scaled_mass import with_mass_scaled

EXACT = 1e-13

WIDTH, HEIGHT, LENGTH, RHO, YOUNG, SHEAR = 0.011, 0.024, 0.43, 2800.0, 74e9, 28e9
SECTION = Section.rectangle(WIDTH, HEIGHT)
BEAM = Beam(spatial_element(LENGTH), SECTION, YOUNG, SHEAR, RHO)
NUMBERS = {exact.L: LENGTH, exact.b: WIDTH, exact.h: HEIGHT, exact.rho: RHO, exact.E: YOUNG, exact.G: SHEAR}


def numbers(values):
    """Convert nested lists of symbolic matrices to one numerical array."""
    if isinstance(values, list):
        return np.array([numbers(value) for value in values])
    return np.array(values.subs(NUMBERS), dtype=float)


@pytest.mark.parametrize("rotary", [True, False])
def test_integrals_equal_symbolic_integration(rotary):
    S, P0, N0, C = exact.constants(rotary)
    body = beam_integrals(replace(BEAM, rotary_inertia=rotary))
    pairs = [(body.S, S), (body.P0, P0), (body.N0, N0), (body.C, C)]
    for got, symbolic in pairs:
        expected = numbers(symbolic)
        np.testing.assert_allclose(got, expected, rtol=EXACT, atol=0)  # zeros are zeros
    assert body.m == pytest.approx(float(exact.m.subs(NUMBERS)), rel=EXACT)
    np.testing.assert_allclose(body.s0, [body.m * LENGTH / 2, 0, 0], rtol=EXACT)


def printed_tables():
    """MS_de (F.12) with its entry (2, 6) corrected, MS_re (F.13), M_ee (F.14), and I_rr, which the book does not print."""
    L, m, rho, Iy, Iz, Ip = exact.L, exact.m, exact.rho, exact.Iy, exact.Iz, exact.Ip
    S = sp.zeros(3, 6)
    S[0, 0] = S[1, 1] = S[2, 2] = m / 2
    S[1, 5], S[2, 4] = -m * L / 12, m * L / 12
    beta = sp.zeros(3, 6)
    beta[0, 3], beta[1, 2], beta[2, 1] = rho * L * Ip / 2, -rho * Iy - 7 * m * L / 20, rho * Iz + 7 * m * L / 20
    beta[1, 4] = beta[2, 5] = -m * L**2 / 20
    Mee = sp.diag(m / 3, 0, 0, rho * L * Ip / 3, 0, 0)
    Mee[1, 1], Mee[2, 2] = (13 * m / 35 + 6 * rho * moment / (5 * L) for moment in (Iz, Iy))
    Mee[4, 4], Mee[5, 5] = ((m * L**2 + 14 * rho * moment * L) / 105 for moment in (Iy, Iz))
    Mee[2, 4] = Mee[4, 2] = (11 * m * L + 21 * rho * Iy) / 210
    Mee[1, 5] = Mee[5, 1] = -(11 * m * L + 21 * rho * Iz) / 210
    Irr = sp.diag(rho * L * Ip, m * L**2 / 3 + rho * L * Iy, m * L**2 / 3 + rho * L * Iz)
    return S, beta, Mee, Irr


def test_corrected_tables_equal_the_integrals():
    S, beta, Mee, Irr = printed_tables()
    Phi = exact.fields()
    cross = sp.Matrix.hstack(*[exact.R0.cross(Phi[:, k]) for k in range(6)])
    square = (exact.R0.T * exact.R0)[0] * sp.eye(3) - exact.R0 * exact.R0.T
    for table, integrand in ((S, Phi), (beta, cross), (Mee, Phi.T * Phi), (Irr, square)):
        assert sp.expand(table - exact.integrated(integrand)) == sp.zeros(*table.shape)


def test_derived_constants_equal_the_corrected_tables():
    S, beta, Mee, Irr = printed_tables()
    body = beam_integrals(BEAM)
    for got, table in ((body.S, S), (body.beta, beta), (body.Mee, Mee), (body.Irr, Irr)):
        np.testing.assert_allclose(got, numbers(table), rtol=EXACT, atol=0)
    whole = body.mass_matrix()
    np.testing.assert_array_equal(whole, whole.T)
    np.testing.assert_array_equal(whole[:3, 6:], body.S)


def test_stiffness_equals_F_9():
    """Bending and stretch in (F.9) also follow from (10.35)."""
    L, E, G, A, Iy, Iz = exact.L, exact.E, exact.G, exact.A, exact.Iy, exact.Iz
    K = sp.diag(E * A / L, 12 * E * Iz / L**3, 12 * E * Iy / L**3, 0, 4 * E * Iy / L, 4 * E * Iz / L)
    K[2, 4] = K[4, 2] = 6 * E * Iy / L**2
    K[1, 5] = K[5, 1] = -6 * E * Iz / L**2
    assert sp.simplify(K - exact.longitudinal_stiffness()) == sp.zeros(6, 6)
    K[3, 3] = G * sp.Float(SECTION.I0, 17) / L
    np.testing.assert_allclose(beam_integrals(BEAM).Kee, numbers(K), rtol=EXACT, atol=0)


@pytest.mark.parametrize("make", [spatial_element, planar_element])
def test_mass_and_stiffness_are_positive_definite(make):
    """With the printed sign of entry (2, 6) of F.12 the mass matrix would not be positive definite."""
    body = beam_integrals(replace(BEAM, shapes=make(LENGTH)))
    assert np.linalg.eigvalsh(body.mass_matrix()).min() > 0
    assert np.linalg.eigvalsh(body.Kee).min() > 0
    S = body.S.copy()
    S[1, -1] *= -1
    assert np.linalg.eigvalsh(replace(body, S=S).mass_matrix()).min() < 0


def test_planar_element_is_part_of_the_spatial_element():
    flat, whole, part = beam_integrals(replace(BEAM, shapes=planar_element(LENGTH))), beam_integrals(BEAM), [0, 1, 5]
    np.testing.assert_array_equal(flat.C, whole.C[np.ix_(part, part)])
    np.testing.assert_array_equal(flat.N0, whole.N0[part])
    np.testing.assert_array_equal(flat.Kee, whole.Kee[np.ix_(part, part)])


def test_exchanging_the_indices_of_C_transposes_it_exactly():
    C = beam_integrals(BEAM).C
    np.testing.assert_array_equal(C, C.transpose(1, 0, 3, 2))


def test_only_the_chosen_entries_of_the_mass_matrix_are_scaled():
    body = beam_integrals(BEAM)
    heavier = with_mass_scaled(body, [0, 3], 15.0)
    ratio = np.ones((6, 6))
    ratio[np.ix_([0, 3], [0, 3])] = 15.0
    np.testing.assert_allclose(heavier.Mee, ratio * body.Mee, rtol=EXACT)
    assert heavier.P0 is body.P0


def test_invalid_beams_raise():
    with pytest.raises(InputError, match="rho is -1"):
        replace(BEAM, rho=-1.0)
    with pytest.raises(InputError, match="coordinate 3 has no stiffness"):
        beam_integrals(replace(BEAM, G=0.0))
    with pytest.raises(InputError, match="coordinate 2 has no stiffness"):
        beam_integrals(replace(BEAM, section=Section(1e-4, 0.0, 1e-9, 0.0)))
    with pytest.raises(InputError, match="coordinate 0 has no stiffness"):
        beam_integrals(replace(BEAM, shapes=bernoulli(LENGTH, lambda x: [{"v": x}], degree=1)))
