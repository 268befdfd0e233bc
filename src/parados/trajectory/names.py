"""Names and units of the entries of x, xd and xdd."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parados.arguments import name_list
from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.text.numbers import counted

if TYPE_CHECKING:
    from parados.trajectory.base import Trajectory

__all__ = ["names_of", "rate_columns", "units_of"]

LENGTHS, ANGLES = {"px", "py", "pz"}, {"a1", "a2", "a3"}
TWIST = ("vx", "vy", "vz", "wx", "wy", "wz")
POSE = ("px", "py", "pz", "w", "x", "y", "z")


def names_of(motion: Trajectory, labels: Sequence[str] | None) -> tuple[list[str], list[str]]:
    """Return the names of the entries of x, and the names of the entries of xd and xdd."""
    twist = motion.n_rates != motion.n
    own = list(POSE) if twist else [f"x{i + 1}" for i in range(motion.n)]
    names = own if labels is None else [labels] if isinstance(labels, str) else name_list("labels", labels)
    if len(names) != motion.n:
        raise InputError(
            f"labels: {counted(motion.n, 'name is', 'names are')} expected, one for each coordinate, not {len(names)}"
        )
    if len(set(names)) < len(names):
        raise InputError(f"labels: two coordinates have the same name in {listed(names)}")
    return names, list(TWIST) if twist else names


def rate_columns(of: str, names: Sequence[str]) -> list[str]:
    """Return the names of the columns of a file that hold xd or xdd."""
    return [f"{of}_{name}" for name in names]


def units_of(names: Sequence[str]) -> tuple[str, str, str]:
    """Return the units of x, xd and xdd for the labels of axes; empty for a coordinate of unknown kind."""
    if not set(names) <= LENGTHS | ANGLES | set(POSE):
        return "", "  [1/s]", "  [1/s²]"
    kinds = [unit for unit, some in (("m", LENGTHS), ("rad", ANGLES | set(POSE) - LENGTHS)) if set(names) & some]
    x = ["-" if kind == "rad" and "w" in names else kind for kind in kinds]
    xd, xdd = ([f"{kind}/{per}" for kind in kinds] for per in ("s", "s²"))
    return f"  [{', '.join(x)}]", f"  [{', '.join(xd)}]", f"  [{', '.join(xdd)}]"
