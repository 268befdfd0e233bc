"""Designs of a study as files: Parquet, NetCDF and CSV, with units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.study.design_rows import DesignRows
from parados.study.extras import needed

if TYPE_CHECKING:
    from parados.study.design_parts import DesignParts
    from parados.study.study import Study

__all__ = ["dataset_of", "read_rows", "write_netcdf", "write_rows"]

Array = NDArray[np.float64]

REASON = "reason"
"""Column that says why a design is not feasible; empty for a feasible one."""

CHUNK = 1 << 14
"""Number of designs that a NetCDF file stores together."""


def _columns(study: Study, rows: DesignRows) -> dict[str, Array]:
    names = [*study.names, *[one.name for one in study.indices]]
    return dict(zip(names, np.hstack([rows.designs, rows.values]).T, strict=True))


def write_rows(path: Path, study: Study, parts: Iterable[DesignRows]) -> None:
    """Write designs as Parquet, part by part: variables, indices, and the reason why a design is not feasible."""
    needed("pyarrow", "a Parquet file")
    import pyarrow as pa
    from pyarrow import parquet

    names = [*study.names, *[one.name for one in study.indices]]
    fields = [pa.field(name, pa.float64(), metadata={"unit": study.units[name]}) for name in names]
    schema = pa.schema([*fields, pa.field(REASON, pa.string())])
    with parquet.ParquetWriter(path, schema) as writer:
        for rows in parts:
            writer.write_table(pa.table([*_columns(study, rows).values(), list(rows.reasons)], schema=schema))


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
    return xr.Dataset(data, {"design": np.arange(len(rows))}, _attributes(study))


def _attributes(study: Study) -> dict[str, str]:
    return {"study": study.name, "robot": study.robot.name, "search": study.search.told}


def write_netcdf(path: Path, study: Study, parts: DesignParts, front: NDArray[np.bool_]) -> None:
    """Write designs as NetCDF, part by part; the file has what `dataset_of` returns.

    front : (D,) True for the designs of the Pareto front
    """
    needed("h5netcdf", "a NetCDF file")
    import h5netcdf
    import h5py

    with h5netcdf.File(path, "w") as file:
        file.attrs.update(_attributes(study))
        file.dimensions = {"design": len(parts)}
        size = (min(len(parts), CHUNK),)
        for name in (*study.names, *[one.name for one in study.indices]):
            file.create_variable(name, ("design",), float, fillvalue=np.nan, chunks=size).attrs["units"] = study.units[name]
        for name in ("feasible", "pareto"):
            file.create_variable(name, ("design",), "i1", chunks=size).attrs["dtype"] = "bool"  # as xarray writes them
        file.create_variable(REASON, ("design",), h5py.string_dtype(), chunks=size)
        file.create_variable("design", ("design",), "i8", chunks=size)
        start = 0
        for rows in parts:
            own = slice(start, start + len(rows))
            columns: dict[str, Any] = {**_columns(study, rows), "feasible": rows.feasible, "pareto": front[own]}
            columns |= {REASON: np.array(rows.reasons, dtype=object), "design": np.arange(own.start, own.stop)}
            for name, column in columns.items():
                file.variables[name][own] = column
            start = own.stop
