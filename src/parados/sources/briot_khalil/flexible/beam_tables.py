"""Constants of the thin links of the DualEMPS, one planar Bernoulli element each: Tables 10.3 to 10.6.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 10.7; (10.35), (10.42), (10.54), (10.58) and appendix F.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from parados.api import describe
from parados.flexible.body_integrals import BodyIntegrals
from parados.flexible.elements import element_integrals
from parados.sources.briot_khalil.flexible.printed import table_line
from parados.sources.entry import Line, Reproduction

__all__ = ["elastic_inertia", "first_moments", "mixed_moments", "stiffness"]

Value = Callable[[BodyIntegrals], float]

LINKS = ("13", "16", "23")
"""Flexible links; 13 and 23 are equal."""


@dataclass(frozen=True)
class Column:
    """A column of a table: its header, a function for the quantity, its unit and the printed values of the links.

    `wrong` gives, for a link with a wrong printed value, the reason and the right value from other columns of the tables.
    """

    header: str
    value: Value
    unit: str
    printed: tuple[str, str, str]
    wrong: Mapping[str, tuple[str, Value]] = field(default_factory=dict)


def first_moments() -> Reproduction:
    """Compute the entry 003/table-10.3: first moments MS_de of the beams.

    The headers of the three columns should be msdex1, msdey2 and msdey3.
    """
    lost = {"16": ("a zero is missing: it is m/2 of a beam of 0.0784 kg", lambda b: 1.5 * b.C[0, 0, 0, 0])}  # jexx11 is m/3
    columns = [
        Column("msdex of coordinate 1", lambda b: b.S[0, 0], "kg", ("0.1261", "0.392", "0.1261"), lost),
        Column("msdey of coordinate 2", lambda b: b.S[1, 1], "kg", ("0.1261", "0.392", "0.1261"), lost),
        Column("msdey of coordinate 3", lambda b: b.S[1, 2], "kg m", ("-0.0095", "-9.1467e-4", "-0.0095")),
    ]
    return _table("Table 10.3", columns)


def mixed_moments() -> Reproduction:
    """Compute the entry 003/table-10.4: mixed moments J_re of the beams.

    (10.58) of the book is the transpose of N0; jrxy_k is the integral of x times Phi_k along y.
    """
    columns = [
        Column("jrxx1", lambda b: b.N0[0, 0, 0], "kg m", ("0.0379", "0.0037", "0.0379")),
        Column("jrxy2, printed as jryy", lambda b: b.N0[1, 1, 0], "kg m", ("0.0398", "0.0038", "0.0398")),
        Column("jryx2", lambda b: b.N0[1, 0, 1], "kg m", ("-7.4667e-7",) * 3),
        Column("jrxy3", lambda b: b.N0[2, 1, 0], "kg m^2", ("-0.0026", "-7.6832e-5", "-0.0026")),
    ]
    return _table("Table 10.4", columns)


def elastic_inertia() -> Reproduction:
    """Compute the entry 003/table-10.5: elastic inertia J_ee of the beams."""
    copied = ("rows 13, 23: the digits are those of jexx33 in the next column; m l^2/105 is 4.8762e-4", _turning)
    transposed = "J_31 is the transpose of J_13, whose element is negative in the same table"
    positive = {"16": (transposed, lambda b: float(b.C[0, 2, 0, 1]))}
    columns = [
        Column("jexx11", lambda b: b.C[0, 0, 0, 0], "kg", ("0.0841", "0.0261", "0.0841")),
        Column("jexy12", lambda b: b.C[0, 1, 0, 1], "kg", ("0.0883", "0.0274", "0.0883")),
        Column("jexy13", lambda b: b.C[0, 2, 0, 1], "kg m", ("-0.0057", "-5.4880e-4", "-0.0057")),
        Column("jeyx21", lambda b: b.C[1, 0, 1, 0], "kg", ("0.0883", "0.0274", "0.0883")),
        Column("jexx22", lambda b: b.C[1, 1, 0, 0], "kg", ("1.9889e-6", "6.4000e-6", "1.9889e-6")),
        Column("jeyy22", lambda b: b.C[1, 1, 1, 1], "kg", ("0.0937", "0.0291", "0.0937")),
        Column("jexx23, printed as jexx33", lambda b: b.C[1, 2, 0, 0], "kg m", ("-7.4667e-8",) * 3),
        Column("jeyy23", lambda b: b.C[1, 2, 1, 1], "kg m", ("-0.0060", "-5.7493e-4", "-0.0060")),
        Column("jeyx31", lambda b: b.C[2, 0, 1, 0], "kg m", ("-0.0057", "5.4880e-4", "-0.0057"), positive),
        Column("jexx32", lambda b: b.C[2, 1, 0, 0], "kg m", ("-7.4667e-8",) * 3),
        Column("jeyy32", lambda b: b.C[2, 1, 1, 1], "kg m", ("-0.0060", "-5.7493e-4", "-0.0060")),
        Column("jexx33", lambda b: b.C[2, 2, 0, 0], "kg m^2", ("4.4850e-8", "1.3938e-8", "4.4850e-8")),
        Column(
            "jeyy33",
            lambda b: b.C[2, 2, 1, 1],
            "kg m^2",
            ("4.4850e-4", "1.4635e-5", "4.4850e-4"),
            {"13": copied, "23": copied},
        ),
    ]
    return _table("Table 10.5", columns)


def stiffness() -> Reproduction:
    """Compute the entry 003/table-10.6: stiffness K_ee of the beams."""
    reason = "it is 6 E I / l^2 with E, I and l from the other four columns"
    coupling = {"16": (reason, lambda b: -float(np.sqrt(0.75 * b.Kee[1, 1] * b.Kee[2, 2])))}  # 12 E I/l^3 times 4 E I/l
    columns = [
        Column("k11", lambda b: b.Kee[0, 0], "N/m", ("3.2852e7", "1.0571e8", "3.2852e7")),
        Column("k22", lambda b: b.Kee[1, 1], "N/m", ("2.5900e3", "8.6297e4", "2.5900e3")),
        Column("k23", lambda b: b.Kee[1, 2], "N", ("-583.3942", "-6.0403e3", "-583.3942"), coupling),
        Column("k32", lambda b: b.Kee[2, 1], "N", ("-583.3942", "-6.0403e3", "-583.3942"), coupling),
        Column("k33", lambda b: b.Kee[2, 2], "N m", ("175.2127", "563.8095", "175.2127")),
    ]
    return _table("Table 10.6", columns)


def _turning(b: BodyIntegrals) -> float:
    """Return m l^2/105, with m from jexx11 = m/3 and l from k22 = 12 E I/l^3, k23 = -6 E I/l^2."""
    length = -2 * b.Kee[1, 2] / b.Kee[1, 1]
    return float(3 * b.C[0, 0, 0, 0] * length**2 / 105)


def _beams() -> dict[str, BodyIntegrals]:
    """Return the constants of the elements in the robot of the catalog, by link."""
    joints = {joint.name: joint for leg in describe("dualemps").legs for joint in leg.joints}
    return {link: element_integrals(joints[f"b{link}"].link.beams[0]) for link in LINKS}


def _line(place: str, column: Column, link: str, text: str, body: BodyIntegrals) -> Line:
    """Compare one number of a table; if it is wrong, with the value that follows from other columns too."""
    ours = column.value(body)
    reason, known = column.wrong.get(link, ("", column.value))
    return table_line(place, f"{column.header} of link {link}", text, ours, column.unit, reason, proof=ours / known(body) - 1)


def _table(place: str, columns: list[Column]) -> Reproduction:
    bodies = _beams()
    lines = [
        _line(place, column, link, text, bodies[link])
        for column in columns
        for link, text in zip(LINKS, column.printed, strict=True)
    ]
    data: dict[str, ArrayLike] = {
        "link": list(LINKS),
        **{c.header: [float(c.value(bodies[link])) for link in LINKS] for c in columns},
    }
    choices = ["E = 74 GPa and a density of 2800 kg/m^3, computed from the tables; sections of 4 by 50 mm."]
    return Reproduction(lines, data={"table": data}, choices=choices)
