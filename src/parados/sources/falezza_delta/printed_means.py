"""Printed means of the errors of both models, Tables 3-5, and the printed claim that M_s underestimates the torques."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.sources.entry import Line, Verdict, corrected
from parados.sources.falezza_delta.models import COMPLETE, SIMPLIFIED

__all__ = ["Y_1", "Y_2", "Y_3", "Means", "overestimate"]

FAR = 1.0
"""Smallest difference from a printed mean that counts as a correction; a smaller one would confirm the print [N m]."""


@dataclass(frozen=True)
class Means:
    """Means of measured minus modelled torque over a trajectory, for each joint [N m]."""

    table: int
    of_M_f: tuple[float, float, float]
    of_M_s: tuple[float, float, float]

    @property
    def differences(self) -> tuple[float, ...]:
        """(3,) means of M_f - M_s [N m]; the measured torque cancels."""
        return tuple(s - f for s, f in zip(self.of_M_s, self.of_M_f, strict=True))

    def compared(self, joint: int, ours: float) -> Line:
        """Compare the printed mean of M_f - M_s with ours."""
        what = f"Table {self.table}: joint {joint + 1}, mean of M_f - M_s; printed: difference of the means"
        note = (
            "our trajectory is different, but at rest the models differ by m_1 g (l_1/2 - a_1) cos(theta) <= 0.90 N m, and "
            "accelerations nearly cancel in a mean: Table 1 cannot give 8 to 10 N m on each of three trajectories"
        )
        return corrected(what, self.differences[joint], ours, note, "N m", differs_by=FAR)


Y_1 = Means(3, of_M_f=(0.63, -2.99, -3.77), of_M_s=(10.17, 5.74, 4.85))
Y_2 = Means(4, of_M_f=(2.41, -1.43, -2.18), of_M_s=(12.13, 7.25, 6.02))
Y_3 = Means(5, of_M_f=(1.46, -3.69, -1.76), of_M_s=(11.01, 4.93, 7.36))


def overestimate(tau: dict[str, NDArray[np.float64]]) -> Line:
    """Report that point masses instead of rods add inertia; sections 3 and 5.1 say that they remove it.

    tau : torques (N, 3) of both models [N m]
    """
    simplified, complete = (float(np.abs(tau[name]).max()) for name in (SIMPLIFIED, COMPLETE))
    note = (
        "A2 gives a rod the inertia m_2 l_2^2/4 instead of m_2 l_2^2/12, A1 gives an arm 0.066 kg m^2 instead of 0.056; the "
        "measured torques exceed M_s because of friction and of the rotors, which M_s lacks and no table gives"
    )
    return Line(
        "section 5.1: largest torque of M_s and of M_f",
        "M_s underestimates",
        f"{simplified:.1f} N m and {complete:.1f} N m",
        f"{simplified / complete - 1:+.1%}",
        Verdict.CORRECTED if simplified > complete else Verdict.MISSED,
        note,
    )
