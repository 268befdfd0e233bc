"""Designs of a study as files: Parquet, NetCDF and CSV, with units."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.study.design_rows import DesignRows
from parados.study.extras import needed

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["dataset_of", "read_rows", "write_netcdf", "write_rows"]

Array = NDArray[np.float64]

REASON = "reason"
"""Column that says why a design is not feasible; empty for a feasible one."""


def _columns(study: Study, rows: DesignRows) -> dict[str, Array]:
    names = [*study.names, *[one.name for one in study.indices]]
    return dict(zip(names, np.hstack([rows.designs, rows.values]).T, strict=True))


def write_rows(path: Path, study: Study, rows: DesignRows) -> None:
    """Write designs as Parquet: variables, indices, and the reason why a design is not feasible."""
    needed("pyarrow", "a Parquet file")
    import pyarrow as pa
    from pyarrow import parquet

    columns = _columns(study, rows)
    fields = [pa.field(name, pa.float64(), metadata={"unit": study.units[name]}) for name in columns]
    table = pa.table([*columns.values(), list(rows.reasons)], schema=pa.schema([*fields, pa.field(REASON, pa.string())]))
    parquet.write_table(table, path)


def read_rows(path: Path, variables: Sequence[str], indices: Sequence[str]) -> DesignRows:
    """Read designs that `write_rows` wrote."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        table = parquet.read_table(path)
        columns = {name: np.asarray(table[name], dtype=float) for name in (*variables, *indices)}
        reasons = tuple(table[REASON].to_pylist())
    except (pa.ArrowException, KeyError, OSError) as error:
        raise InputError(f"folder: {path.name} cannot be read: {' '.join(str(error).split())[:200]}; remove this file") from None
    designs, values = (np.column_stack([columns[name] for name in names]) for names in (variables, indices))
    return DesignRows(designs, values, reasons)


def dataset_of(study: Study, rows: DesignRows, front: NDArray[np.bool_]) -> Any:
    """Return the designs as an xarray Dataset over the dimension `design`; every variable has its unit."""
    needed("xarray", "a data set of a study")
    import xarray as xr

    data: dict[str, Any] = {
        name: ("design", column, {"units": study.units[name]}) for name, column in _columns(study, rows).items()
    }
    data["feasible"] = ("design", rows.feasible)
    data["pareto"] = ("design", front)
    data[REASON] = ("design", np.array(rows.reasons, dtype=object))
    attributes = {"study": study.name, "robot": study.robot.name, "search": study.search.told}
    return xr.Dataset(data, {"design": np.arange(len(rows))}, attributes)


def write_netcdf(path: Path, study: Study, rows: DesignRows, front: NDArray[np.bool_]) -> None:
    """Write designs as NetCDF."""
    needed("h5netcdf", "a NetCDF file")
    dataset_of(study, rows, front).to_netcdf(path, engine="h5netcdf")
