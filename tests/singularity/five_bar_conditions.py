"""Elbows and singular poses of the five-bar mechanism, computed from its lengths only (Briot & Khalil 7.5.6.1)."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

HALF_BASE, D2, D3 = 0.14, 0.213, 0.1878
FEET = np.array([[-HALF_BASE, 0.0], [HALF_BASE, 0.0]])
MODES = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def unit(angle):
    return np.array([np.cos(angle), np.sin(angle)])


def cross(u, v):
    return u[0] * v[1] - u[1] * v[0]


def elbows(P, mode):
    """Return the two elbows (2, 2); the sign +1 is to the left of the line from foot to P."""
    found = []
    for foot, sign in zip(FEET, mode, strict=True):
        way = P - foot
        size = np.hypot(*way)
        along = (size**2 + D2**2 - D3**2) / (2 * size)
        across = np.sqrt(D2**2 - along**2) if along**2 <= D2**2 else np.nan
        found.append(foot + (along * way + sign * across * np.array([-way[1], way[0]])) / size)
    return np.array(found)


def bends(P, mode):
    """Return (2,) sin q_i2 of both legs."""
    return np.array([cross(E - foot, P - E) for E, foot in zip(elbows(P, mode), FEET, strict=True)]) / (D2 * D3)


def alignment(P, mode):
    """Return sin(q11 + q12 - q21 - q22), from the directions of the distal links."""
    E1, E2 = elbows(P, mode)
    return cross(P - E1, P - E2) / D3**2


def mode_of(P, E1, E2):
    return tuple(int(np.sign(cross(P - foot, E - foot))) for foot, E in zip(FEET, (E1, E2), strict=True))


def stretched_couplers(count=40):
    """Return triples (P, mode, direction of the distal links) with q11 + q12 - q21 - q22 = pi."""
    found = []
    for angle in np.linspace(0.05, 2 * np.pi, count):
        E1 = FEET[0] + D2 * unit(angle)
        way = FEET[1] - E1
        size = np.hypot(*way)
        along = (size**2 + (2 * D3) ** 2 - D2**2) / (2 * size)
        if abs(along) < 2 * D3 * 0.999:
            across = np.sqrt((2 * D3) ** 2 - along**2)
            for side in (1, -1):
                E2 = E1 + (along * way + side * across * np.array([-way[1], way[0]])) / size
                P = (E1 + E2) / 2
                found.append((P, mode_of(P, E1, E2), (E2 - E1) / (2 * D3)))
    return found


def folded_couplers(count=24):
    """Return triples (P, mode, direction of the distal links) with q11 + q12 - q21 - q22 = 0: both elbows at one point."""
    found = []
    for side in (1, -1):
        E = np.array([0.0, side * np.sqrt(D2**2 - HALF_BASE**2)])
        for angle in np.linspace(0.1, 2 * np.pi, count):
            P = E + D3 * unit(angle)
            if min(abs(cross(P - foot, E - foot)) for foot in FEET) > 1e-3:
                found.append((P, mode_of(P, E, E), unit(angle)))
    return found


def border_poses(count=16):
    """Return pairs (P, leg) with this leg (0 or 1) stretched or folded and the other one inside its reach."""
    found = []
    for leg, foot in enumerate(FEET):
        for radius in (D2 + D3, D2 - D3):
            for angle in np.linspace(0.07, 2 * np.pi, count):
                P = foot + radius * unit(angle)
                other = np.hypot(*(P - FEET[1 - leg]))
                if D2 - D3 + 0.01 < other < D2 + D3 - 0.01:
                    found.append((P, leg))
    return found


def in_reach(P, margin=0.0):
    sizes = [np.hypot(*(P - foot)) for foot in FEET]
    return all(D2 - D3 + margin < size < D2 + D3 - margin for size in sizes)


def roots(f, low=0.0, high=1.0, samples=2001):
    """Find all sign changes of f between finite samples, by Brent's method to round-off."""
    s = np.linspace(low, high, samples)
    with np.errstate(invalid="ignore"):
        values = np.array([f(t) for t in s])
    places = np.flatnonzero(values[:-1] * values[1:] < 0)
    return np.array([brentq(f, s[k], s[k + 1], xtol=1e-15, rtol=1e-14) for k in places])
