"""The printed claim that M_s underestimates inertia and torques (sections 3 and 5.1), judged with and without rotors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from parados.sources.entry import Line, corrected, same, unprinted
from parados.sources.falezza_delta.model import DeltaParameters
from parados.sources.falezza_delta.models import COMPLETE, SIMPLIFIED

__all__ = ["ROTORS", "judged", "rod_inertia", "turning_point"]

Array = NDArray[np.float64]

ROTORS = 2.73e-4 * 20.0**2
"""Chosen I_3 k_r^2 [kg m^2]: 2.73 kg cm^2 behind a gear of 20, of the size of the motors in Table 2."""


def turning_point(tau: dict[str, Array], theta_dd: Array) -> float:
    """Return the rotor inertia I_3 k_r^2 with which M_f has the same largest torque as M_s, which has no rotors [kg m^2]."""
    wanted = np.abs(tau[SIMPLIFIED]).max()
    return float(brentq(lambda J: np.abs(tau[COMPLETE] + J * theta_dd).max() - wanted, 0.0, 1.0))


def judged(tau: dict[str, Array], theta_dd: Array) -> list[Line]:
    """Compare the largest torques (N, 3) of both models [N m], with rotors in M_f and without; theta_dd (N, 3) [rad/s^2]."""
    simplified, bare = (float(np.abs(tau[name]).max()) for name in (SIMPLIFIED, COMPLETE))
    turning, rotors = turning_point(tau, theta_dd), float(np.abs(tau[COMPLETE] + ROTORS * theta_dd).max())
    shown = f"{simplified:.1f} N m and {rotors:.1f} N m"
    note = f"M_f has rotors (T_3) and M_s has none; I_3 and k_r are in no table: I_3 k_r^2 = {ROTORS:.3f} kg m^2 is chosen"
    return [
        same("section 5.1: largest torque of M_s and of M_f with rotors", "M_s underestimates", shown, simplified < rotors, note),
        unprinted("the same without rotors", f"{simplified:.1f} N m and {bare:.1f} N m", "", "then M_s overestimates"),
        unprinted("I_3 k_r^2 above which M_s underestimates", turning, "kg m^2"),
    ]


def rod_inertia() -> Line:
    """Report that point masses instead of rods add inertia; section 3 says that they remove it."""
    p = DeltaParameters()
    points, rod = p.simplified().rod_inertia, p.rod_inertia
    steps = (np.arange(20_000) + 0.5) / 20_000 - 0.5
    proof = float(np.mean((steps * p.l2) ** 2)) * p.m2 / rod - 1  # a rod as many points
    note = "two points of m_2/2 have m_2 l_2^2/4, a rod m_2 l_2^2/12; said: A2 leads to an underestimation of the inertia"
    what = "section 3: inertia of a rod about its centre, as two points (A2) in the column printed"
    return corrected(what, points, rod, note, "kg m^2", 1e-6, proof=proof)
