"""Read the arrays of MAT and HDF5 files as named columns."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError

__all__ = ["hdf5_columns", "mat_columns"]

Array = NDArray[np.float64]

DEPTH = 6
"""Largest depth of structures in structures, and of groups in groups."""


def mat_columns(path: Path) -> dict[str, Array]:
    """Return the arrays of a MAT file, also those in structures (`run.q`); version 7.3 is HDF5 and needs h5py."""
    from scipy.io import loadmat
    from scipy.io.matlab import MatReadError

    try:
        content: dict[str, Any] = loadmat(path)
    except NotImplementedError:
        return hdf5_columns(path, matlab=True)
    except (MatReadError, ValueError, TypeError, OSError) as error:
        raise InputError(f"{path.name}: this is not a MAT file: {error}") from None
    own = {name: value for name, value in content.items() if not name.startswith("__")}
    return _columns(list(_members(own, DEPTH)))


def _members(content: dict[str, Any], depth: int) -> Iterator[tuple[str, Array]]:
    """Yield the names and arrays of numbers in a structure of a MAT file, also of structures inside it."""
    for name, value in content.items():
        if not isinstance(value, np.ndarray):
            continue
        if value.dtype.kind in "fiu":
            yield name, value.astype(float)
        elif value.dtype.names and value.size == 1 and depth:
            inner = {f"{name}.{field}": value.reshape(-1)[0][field] for field in value.dtype.names}
            yield from _members(inner, depth - 1)


def hdf5_columns(path: Path, *, matlab: bool = False) -> dict[str, Array]:
    """Return the arrays of an HDF5 file, those in groups as group/name; `matlab`: of a MAT file, which stores transposes."""
    try:
        h5py = import_module("h5py")
    except ImportError:
        kind = "MAT files of version 7.3" if matlab else "HDF5"
        raise InputError(f'{path.name}: reading {kind} needs h5py; install it with pip install "parados[files]"') from None
    found: list[tuple[str, Array]] = []

    def visit(name: str, item: Any) -> None:
        if not isinstance(item, h5py.Dataset) or name.startswith("#refs#"):
            return
        if item.dtype.names:
            found.extend((f"{name}/{field}", np.asarray(item[field], dtype=float)) for field in item.dtype.names)
        elif item.dtype.kind in "fiu":
            values = np.asarray(item[()], dtype=float)
            found.append((name, values.T if matlab else values))

    try:
        with h5py.File(path, "r") as file:
            file.visititems(visit)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(f"{path.name}: this is not an HDF5 file: {' '.join(str(error).split())}") from None
    return _columns(found)


def _columns(arrays: list[tuple[str, Array]]) -> dict[str, Array]:
    """Return arrays as columns; a matrix (k, n) or (n, k) gives name1 ... namen; k is the length of the vectors."""
    lengths = {value.size for _, value in arrays if value.size == max(value.shape, default=1) and value.size > 1}
    columns: dict[str, Array] = {}
    for name, value in arrays:
        matrix = value.reshape(-1, 1) if value.size == max(value.shape, default=1) else value
        if matrix.ndim != 2:
            continue
        rows, across = matrix.shape
        if (across in lengths and rows not in lengths) or (not lengths & {rows, across} and across > 10 * rows):
            matrix = matrix.T
        numbered = [name] if matrix.shape[1] == 1 else [f"{name}{k + 1}" for k in range(matrix.shape[1])]
        columns.update(zip(numbered, matrix.T.copy(), strict=True))
    return columns
