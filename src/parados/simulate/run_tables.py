"""A run as a table of named columns, as a file, and as a dataset of xarray."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import file_path, writing
from parados.errors import InputError
from parados.text.csv_cells import write_columns
from parados.trajectory.names import rate_columns

if TYPE_CHECKING:
    from parados.simulate.simulated_run import Run

__all__ = ["dataset_of", "run_columns", "save_run"]

Array = NDArray[np.float64]


def run_columns(run: Run) -> dict[str, Array]:
    """Return the columns by name; `parados run` and `read_motion_table` know these names."""
    labels, actuated = run.model.labels, run.model.actuated_names
    columns = {"t": run.t, **dict(zip(labels["x"], run.x.T, strict=True))}
    for of, values in (("xd", run.xd), ("xdd", run.xdd)):
        columns |= zip(rate_columns(of, labels["xd"]), values.T, strict=True)
    for of, values in (("q", run.q), ("qd", run.qd), ("qdd", run.qdd), ("tau", run.efforts)):
        columns |= zip(rate_columns(of, actuated), values.T, strict=True)
    energy = run.energy
    columns |= {"kinetic": energy.kinetic, "potential": energy.gravitational + energy.elastic, "work": energy.work}
    return {**columns, "loads": np.broadcast_to(energy.loads, run.t.shape), "lost": energy.dissipated, "closure": run.closure}


def save_run(run: Run, path: str | Path) -> Path:
    """Write the columns of a run to a .csv or .parquet file."""
    place = file_path("path", path)
    if place.suffix not in (".csv", ".parquet"):
        raise InputError(f"path: {place.name} has the ending {place.suffix!r}; use .csv or .parquet")
    columns = run_columns(run)
    with writing("path", place):
        if place.suffix == ".csv":
            write_columns(place, columns, digits=17)
        else:
            arrow, parquet = _needed("pyarrow"), _needed("pyarrow.parquet")
            parquet.write_table(arrow.table({name: np.ascontiguousarray(column) for name, column in columns.items()}), place)
    return place


def dataset_of(run: Run) -> Any:
    """Return the run as an `xarray.Dataset`."""
    xarray, model, energy = _needed("xarray"), run.model, run.energy
    names = {"coordinate": model.labels["x"], "rate": model.labels["xd"]}
    names |= {"joint": model.joint_names, "actuator": model.actuated_names}
    parts = {"x": (run.x, "coordinate"), "xd": (run.xd, "rate"), "xdd": (run.xdd, "rate"), "joints": (run.joints, "joint")}
    parts |= {"joint_rates": (run.joint_rates, "joint"), "joint_accelerations": (run.joint_accelerations, "joint")}
    parts["efforts"] = (run.efforts, "actuator")
    data: dict[str, Any] = {name: (("t", over), values) for name, (values, over) in parts.items()}
    scalars = {"kinetic": energy.kinetic, "elastic": energy.elastic, "gravitational": energy.gravitational, "work": energy.work}
    scalars |= {"loads": np.broadcast_to(energy.loads, run.t.shape), "lost": energy.dissipated, "closure": run.closure}
    data |= {name: (("t",), np.asarray(values)) for name, values in scalars.items()}
    return xarray.Dataset(data, coords={"t": run.t, **{key: list(own) for key, own in names.items()}})


def _needed(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise InputError(f'{package} is needed for this; install it with pip install "parados[files]"') from None
