"""Lopes' Table 1: Coriolis matrices by Lagrange, by Koditschek's representation and by the generalized momentum."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from parados.graph.c_source import operations
from parados.sources.lopes_stewart.model import (
    LopesStewart,
    Parameters,
    koditschek_coriolis,
    lagrange_coriolis,
    lopes_bodies,
    mass_matrix,
)

ROUND_OFF = 1e-12
"""Largest relative difference of three correct derivations; on these well-conditioned states it is a few 1e-15."""

SYMBOLIC = Parameters.symbolic()
FAT = Parameters(I_C=(0.05, 0.1, 0.13), I_S=(0.03, 0.08, 0.1))

MAKERS = {
    "platform": lambda k: lopes_bodies.platform(k),
    "translating cylinder": lambda k: lopes_bodies.translating_cylinder(k, 0),
    "rotating cylinder": lambda k: lopes_bodies.rotating_cylinder(k, 0),
    "translating piston": lambda k: lopes_bodies.translating_piston(k, 0),
    "rotating piston": lambda k: lopes_bodies.rotating_piston(k, 0),
}
METHODS = {"Lagrange": lagrange_coriolis, "Koditschek": koditschek_coriolis, "momentum": lambda body: body.coriolis}

TABLE_1 = {  # additions, multiplications, divisions as printed
    "platform": {"Lagrange": (485, 719, 0), "Koditschek": (474, 735, 0), "momentum": (182, 326, 0)},
    "translating cylinder": {"Lagrange": (2982, 5483, 7), "Koditschek": (2389, 4283, 7), "momentum": (238, 533, 4)},
    "rotating cylinder": {"Lagrange": (5433, 9215, 8), "Koditschek": (3908, 6765, 8), "momentum": (471, 942, 8)},
    "translating piston": {"Lagrange": (2985, 5483, 7), "Koditschek": (2392, 4283, 7), "momentum": (241, 533, 4)},
    "rotating piston": {"Lagrange": (5433, 9215, 8), "Koditschek": (3908, 6765, 8), "momentum": (471, 942, 8)},
}
WHOLE = (3197, 4783, 12)
"""Operation counts of V|E in one function, with dynamic parameters as symbols."""

PRINTED_TOTALS = {"Lagrange": (101483, 177095, 180), "Koditschek": (76056, 133311, 180), "momentum": (8708, 18026, 144)}
"""Printed totals; for the divisions by Lagrange 80 is printed, but the sum of the column is 180."""

OURS = {  # the same counts of our functions; every dynamic parameter is a symbol, as in Maple
    "platform": {"Lagrange": (370, 547, 0), "Koditschek": (359, 525, 0), "momentum": (110, 179, 0)},
    "translating cylinder": {"Lagrange": (1886, 2623, 1), "Koditschek": (1705, 2404, 1), "momentum": (180, 333, 1)},
    "rotating cylinder": {"Lagrange": (2415, 3283, 2), "Koditschek": (2290, 3092, 2), "momentum": (260, 422, 2)},
    "translating piston": {"Lagrange": (1885, 2623, 1), "Koditschek": (1708, 2404, 1), "momentum": (179, 333, 1)},
    "rotating piston": {"Lagrange": (2415, 3283, 2), "Koditschek": (2290, 3092, 2), "momentum": (260, 422, 2)},
}


def states(count):
    """Return random poses and velocities in the workspace of the robot of the catalog."""
    rng = np.random.default_rng(1)
    low = np.array([-0.3, -0.3, 1.6, -0.35, -0.35, -0.35])
    return [(rng.uniform(low, [0.3, 0.3, 2.2, 0.35, 0.35, 0.35]), rng.normal(size=6)) for _ in range(count)]


def counts(f):
    """Count additions and subtractions, multiplications, and divisions."""
    n = operations(f)
    return n["+"] + n["-"], n["*"], n["/"]


@cache
def counted(kind, method, parameters):
    lopes = LopesStewart(parameters)
    return counts(lopes.function("V", {"V": METHODS[method](MAKERS[kind](lopes.kinematics))}))


def total(table, method):
    """Return the total of the platform and six legs."""
    columns = np.array([table[kind][method] for kind in MAKERS])
    return tuple(int(n) for n in columns[0] + 6 * columns[1:].sum(axis=0))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", MAKERS)
def test_count_of_one_body_is_at_most_the_printed_one(kind, method):
    ours = counted(kind, method, SYMBOLIC)
    assert all(n <= printed for n, printed in zip(ours, TABLE_1[kind][method], strict=True))
    assert ours == OURS[kind][method]


@pytest.mark.parametrize("method", METHODS)
def test_printed_totals_are_sums_of_their_columns(method):
    assert total(TABLE_1, method) == PRINTED_TOTALS[method]


def test_numbers_instead_of_symbols_cost_no_more():
    for kind in MAKERS:
        for method in METHODS:
            with_numbers, with_symbols = counted(kind, method, Parameters()), counted(kind, method, SYMBOLIC)
            assert sum(with_numbers) <= sum(with_symbols)


def test_whole_robot_costs_less_than_half_of_the_printed_total():
    """Legs share subexpressions: the count is less than half of the printed total, and less than the sum of our column."""
    lopes = LopesStewart(SYMBOLIC)
    whole = counts(lopes.function("V", {"V": lopes.coriolis()}))
    assert whole == WHOLE
    assert all(2 * n < printed for n, printed in zip(whole, PRINTED_TOTALS["momentum"], strict=True))
    assert sum(whole) < sum(total(OURS, "momentum"))


def test_counts_equal_those_on_the_docs_page():
    """The counts are with the numbers of Table 2; the momenta (82) need far fewer operations than the matrices (81)."""
    lopes = LopesStewart()
    by_matrices, by_momenta = (lopes.actuator_forces(f) for f in (lopes.total_force_by_matrices, lopes.total_force))
    out = {"V": lopes.coriolis(), "I": lopes.inertia(), "by_matrices": by_matrices, "by_momenta": by_momenta}
    found = {name: sum(operations(lopes.function(name, {name: e})).values()) for name, e in out.items()}
    assert found == {"V": 7003, "I": 4016, "by_matrices": 10736, "by_momenta": 2811}


def test_generalized_momentum_needs_fewest_operations():
    """The claim of the paper holds for each body."""
    for row in OURS.values():
        assert sum(row["momentum"]) < sum(row["Koditschek"]) <= sum(row["Lagrange"])


@pytest.mark.parametrize("lopes", [LopesStewart(), LopesStewart(FAT, spin=True)], ids=["slender", "fat"])
@pytest.mark.parametrize("kind", MAKERS)
def test_three_methods_give_the_same_force(kind, lopes, off):
    """V xd is the same for all methods; Koditschek's V makes dM/dt - 2 V skew-symmetric; the momentum gives a wrench in {B}."""
    k = lopes.kinematics
    body = MAKERS[kind](k)
    M = mass_matrix(body)
    out = {"momentum": k.T.T @ (body.coriolis @ k.xd), "inertia": k.T.T @ body.inertia, "M": M, "Md": k.rate(M)}
    f = lopes.function("f", {**out, "Lagrange": lagrange_coriolis(body), "Koditschek": koditschek_coriolis(body)})
    for x, xd in states(5):
        got = {name: np.squeeze(out.full()) for name, out in f(x=x, xd=xd).items()}
        skew = got["Md"] - 2 * got["Koditschek"]
        assert off(got["inertia"], got["M"]) < ROUND_OFF
        assert off(got["Lagrange"] @ xd, got["momentum"]) < ROUND_OFF
        assert off(got["Koditschek"] @ xd, got["momentum"]) < ROUND_OFF
        assert off(skew, -skew.T) < ROUND_OFF
