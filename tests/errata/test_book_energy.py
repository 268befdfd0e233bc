"""Compare the kinetic energy of the five-bar, (8.225)-(8.226) and (8.127)-(8.131), as printed and corrected, to the engine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from errata_cases import proves, reference

import parados

P, CASES = reference("five-bar-feasible")
CASES = [case for case in CASES if case["mode"] == [1, -1]]


def kinetic(case, my=-1, mx_22=P["mx22"], mx_44=None):
    """Energy [J]; printed: my = +1, and mx_44 = mx_12 in M_44."""
    passive = dict(zip(("q12", "q22", "q13"), zip(case["passive"], case["passive_d"], strict=True), strict=True))
    E = P["m4"] / 2 * np.dot(case["xd"], case["xd"])
    for i, mx, mx_diagonal in ((1, P["mx12"], P["mx12"]), (2, mx_22, mx_22 if mx_44 is None else mx_44)):
        d_2, (q_2, rate) = P[f"d{i}2"], passive[f"q{i}2"]
        first = case["qd"][i - 1]
        side = my * P[f"my{i}2"] * np.sin(q_2)
        M_11 = P[f"zz{i}1R"] + P[f"zz{i}2"] + 2 * d_2 * (mx_diagonal * np.cos(q_2) + side)
        M_12 = P[f"zz{i}2"] + d_2 * (mx * np.cos(q_2) + side)
        E += (M_11 * first**2 + 2 * M_12 * first * rate + P[f"zz{i}2"] * rate**2) / 2
    return E


def errors(m, **reading):
    return [abs(kinetic(case, **reading) / m.energy(case["x"], case["xd"]).kinetic - 1) for case in CASES]


@pytest.mark.parametrize(("sign", "figure"), [(-1, 0), (1, 0.133)], ids=["corrected", "printed"])
def test_equation_8_225_has_the_wrong_sign_of_my(sign, figure, model):
    """The printed + my sin q_2 gives an error of 13 % of the energy."""
    proves(errors(model("five-bar-feasible"), my=sign), figure)


@pytest.fixture(scope="module")
def heavier(tmp_path_factory):
    """The five-bar with mx_22 = 0.016 kg m, so that its two legs are different."""
    text = (Path(parados.__file__).parent / "robots" / "five-bar-feasible.yaml").read_text()
    assert text.count("mx22: 0.012") == 1
    path = tmp_path_factory.mktemp("robot") / "heavier.yaml"
    path.write_text(text.replace("mx22: 0.012", "mx22: 0.016"))
    return parados.load(path).compile("vm")


@pytest.mark.parametrize(("reading", "figure"), [({}, 0), ({"mx_44": P["mx12"]}, 0.0235)], ids=["corrected", "printed"])
def test_equation_8_130_has_mx_12_instead_of_mx_22(reading, figure, heavier):
    """M_44 has mx_12 instead of mx_22; if the legs are different, the error is 2.3 % of the energy."""
    proves(errors(heavier, mx_22=0.016, **reading), figure)
