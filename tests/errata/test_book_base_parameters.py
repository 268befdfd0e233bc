"""Check the base parameters of the book, (8.268)-(8.279), their number and order of elimination, with the engine's regressor."""

from __future__ import annotations

import numpy as np
import pytest

KINDS = ("zz", "mx", "my", "m", "ia", "fv", "fs")


def observed(m, names, count=200):
    """Return (rows, k) columns of the regressor at random states, and the largest entry of each column."""
    rng, box = np.random.default_rng(0), m.survey
    x = box.lower + rng.uniform(0.1, 0.9, (count, len(box.lower))) * (box.upper - box.lower)
    xd, xdd = rng.uniform(-1, 1, x.shape), rng.uniform(-5, 5, x.shape)
    W = m.regressor(x, xd, xdd).reshape(-1, len(m.parameter_names))
    W = W[np.isfinite(W).all(axis=1)][:, [m.parameter_names.index(name) for name in names]]
    scales = np.abs(W).max(axis=0)
    return W, scales


def independent(W, order):
    """Go through the columns in the given order and keep each one that is independent of the columns before it."""
    kept = []
    for k in order:
        rest = W[:, k] - W[:, kept] @ np.linalg.lstsq(W[:, kept], W[:, k], rcond=None)[0] if kept else W[:, k]
        if np.linalg.norm(rest) > 1e-8 * np.linalg.norm(W[:, k]):
            kept.append(k)
    return kept


@pytest.fixture(scope="module")
def five_bar(model):
    """Names in the order of (8.274), with the end effector first, and the columns that are not zero."""
    names = ["m_p", *(f"{kind}_q{i}{j}" for j in (1, 2) for kind in KINDS for i in (1, 2) if (kind, j) != ("ia", 2))]
    W, scales = observed(model("five-bar"), names)
    seen = [k for k in range(len(names)) if scales[k] > 1e-12]
    return [names[k] for k in seen], W[:, seen]


PRINTED = {"m_p", "zz_q11", "zz_q21", "zz_q12", "zz_q22", "my_q12", "my_q22"}
"""Inertial parameters that remain in (8.275) and (8.276)."""


def test_elimination_from_first_to_last_gives_the_printed_set(five_bar):
    names, W = five_bar
    kept = [names[k] for k in independent(W, range(len(names)))]
    assert {name for name in kept if name[:2] not in ("fv", "fs")} == PRINTED


def test_elimination_from_last_to_first_gives_another_set(five_bar):
    names, W = five_bar
    kept = {names[k] for k in independent(W, reversed(range(len(names))))}
    assert not kept >= PRINTED


def test_groups_of_equations_8_275_and_8_276_are_right(five_bar):
    """Compare the multiples of mx_12 and m_12 in the remaining parameters; (8.275) and (8.276) are right."""
    names, W = five_bar
    base = [names.index(name) for name in sorted(PRINTED)]
    for name, groups in (("mx_q12", {"zz_q11": -0.24158, "zz_q12": -0.1878, "m_p": 5.3248}), ("m_q12", {"zz_q11": 0.045369})):
        shares = np.linalg.lstsq(W[:, base], W[:, names.index(name)], rcond=None)[0]
        found = dict(zip(sorted(PRINTED), shares, strict=True))
        for kept in PRINTED:
            assert found[kept] == pytest.approx(groups.get(kept, 0.0), rel=1e-4, abs=1e-9)


def test_equation_8_279_has_rank_50(model):
    """The rank is not 53: zz, fv and fs of joints 23 and 33 cannot be separated."""
    m = model("orthoglide")
    W, scales = observed(m, m.parameter_names)
    s = np.linalg.svd(W[:, scales > 1e-12] / scales[scales > 1e-12], compute_uv=False)
    assert s[49] / s[0] > 1e-6
    assert s[50] / s[0] < 1e-13
