"""Natural frequencies and modes about the undeformed robot at rest (Briot & Khalil 11.36-11.42)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.arguments import whole
from parados.errors import InputError
from parados.flexible.mode_display import modes_display, modes_figure
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["VibrationModes", "is_loose", "platform_compliance", "solve_frequencies", "solve_modes"]

Array = NDArray[np.float64]

LOOSE = 1e-14
"""A motion has no stiffness if its squared frequency is below this times the largest diagonal ratio K / M (round-off)."""


@dataclass(frozen=True)
class VibrationModes(Shown):
    """Natural frequencies and modes, lowest first; for a stack of poses, all arrays have an additional first axis.

    Attributes
    ----------
    frequencies : (k,) [Hz]
    shapes : (k, n) coordinates of the tree in each mode, of unit modal mass
    names : names of the n coordinates
    bodies : (k, b) fraction of the elastic energy in each beam element or elastic joint, for each mode
    body_names : names of the b elements and joints
    platform : (k, 6) displacement and rotation of the platform in each mode, base axes at P
    """

    frequencies: Array
    shapes: Array
    names: tuple[str, ...]
    bodies: Array
    body_names: tuple[str, ...]
    platform: Array

    def _display(self) -> Display:
        return modes_display(self)

    def plot(self) -> Figure:
        """Draw the share of the elastic energy that each body holds in each mode; for a stack of poses, draw the frequencies."""
        return modes_figure(self)

    def summary(self, mode: int | None = None) -> str:
        """Tabulate all modes, or describe one mode of a single pose in one sentence: its frequency, the parts that bend, the
        motion of the platform."""
        if mode is None:
            return super().summary()
        if self.frequencies.ndim != 1:
            raise InputError(
                "mode: these are the modes of a stack of poses; call summary() without a mode, or compute the modes of one pose"
            )
        whole("mode", mode, 0, len(self.frequencies) - 1, "the number of a mode")
        parts = self.bodies[mode]
        strongest = [k for k in np.argsort(-parts) if parts[k] > 0.1][:3]
        bends = ", ".join(f"{self.body_names[k]} ({parts[k]:.0%})" for k in strongest)
        moves = self.platform[mode] / max(np.abs(self.platform[mode]).max(), 1e-300)
        order = [k for k in np.argsort(-np.abs(moves)) if abs(moves[k]) > 0.3]
        largest = [f"{'turns about' if k > 2 else 'moves along'} {'xyz'[k % 3]}" for k in order]
        return f"{self.frequencies[mode]:.4g} Hz: {bends}; platform: {', '.join(largest) or 'at rest'}"


def solve_modes(M: Array, K: Array, count: int | None) -> tuple[Array, Array]:
    """Solve K v = (2 pi f)^2 M v for the frequencies (k,) [Hz] and vectors (n, k), (11.38)."""
    from scipy.linalg import eigh

    squares, vectors = eigh(K, M, subset_by_index=_lowest(M, count), check_finite=False)
    return _hertz(squares), vectors


def solve_frequencies(M: Array, K: Array, count: int | None) -> Array:
    """Solve K v = (2 pi f)^2 M v for the frequencies (N, k) [Hz] only, for N matrices (N, n, n) together.

    With M = L L^T these are the eigenvalues of L^-1 K L^-T.
    """
    L = np.linalg.cholesky(M)
    reduced = np.linalg.solve(L, np.swapaxes(np.linalg.solve(L, K), -1, -2))
    return _hertz(np.linalg.eigvalsh(reduced)[..., :count])


def is_loose(M: Array, K: Array, lowest: Array) -> NDArray[np.bool_]:
    """(N,) True if the lowest frequency [Hz] is zero up to round-off, i.e. a motion has no stiffness; matrices (N, n, n)."""
    ratios = np.diagonal(K, axis1=-2, axis2=-1) / np.diagonal(M, axis1=-2, axis2=-1)
    return np.asarray((2 * np.pi * lowest) ** 2 < LOOSE * ratios.max(axis=-1))


def _lowest(M: Array, count: int | None) -> list[int] | None:
    return None if count is None or count >= len(M) else [0, count - 1]


def _hertz(squares: Array) -> Array:
    return np.sqrt(np.maximum(squares, 0.0)) / (2 * np.pi)


def platform_compliance(K: Array, at_platform: Array) -> Array:
    """(6, 6) or (3, 3) compliance V_p K^-1 V_p^T at the platform."""
    from scipy.linalg import cho_factor, cho_solve

    return np.asarray(at_platform @ cho_solve(cho_factor(K), at_platform.T))
