"""Printed means and standard deviations of the errors of both models, Tables 3-5."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.sources.entry import Line, unprinted

__all__ = ["Y_1", "Y_2", "Y_3", "Means"]

Three = tuple[float, float, float]


@dataclass(frozen=True)
class Means:
    """Means and standard deviations of measured minus modelled torque over a trajectory, for each joint [N m]."""

    table: int
    of_M_f: Three
    of_M_s: Three
    std_M_f: Three
    std_M_s: Three

    @property
    def differences(self) -> tuple[float, ...]:
        """(3,) means of M_f - M_s [N m]; the measured torque cancels."""
        return tuple(s - f for s, f in zip(self.of_M_s, self.of_M_f, strict=True))

    @property
    def spreads(self) -> list[tuple[float, float]]:
        """Smallest and largest possible standard deviation of M_f - M_s for each joint, given those of both errors [N m]."""
        return [(abs(s - f), s + f) for s, f in zip(self.std_M_s, self.std_M_f, strict=True)]

    def compared(self, apart: NDArray[np.float64]) -> list[Line]:
        """Report mean and standard deviation of M_f - M_s (N, 3) on our motion, with the printed ones in the note."""
        lines = []
        for joint in range(3):
            mean, spread = float(apart[:, joint].mean()), float(apart[:, joint].std())
            low, high = self.spreads[joint]
            other = f"Table {self.table}, on another motion that is not printed: "
            lines += [
                unprinted(f"joint {joint + 1}, mean of M_f - M_s", mean, "N m", f"{other}{self.differences[joint]:.2f} N m"),
                unprinted(
                    f"joint {joint + 1}, standard deviation of M_f - M_s", spread, "N m",
                    f"{other}from {low:.2f} to {high:.2f} N m, by the standard deviations of both errors",
                ),
            ]  # fmt: skip
        return lines


Y_1 = Means(3, (0.63, -2.99, -3.77), (10.17, 5.74, 4.85), (6.42, 7.79, 6.61), (11.66, 13.23, 9.51))
Y_2 = Means(4, (2.41, -1.43, -2.18), (12.13, 7.25, 6.02), (14.27, 12.62, 11.60), (27.72, 23.74, 23.87))
Y_3 = Means(5, (1.46, -3.69, -1.76), (11.01, 4.93, 7.36), (2.17, 2.95, 2.52), (2.36, 3.37, 2.68))
