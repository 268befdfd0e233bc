"""Write a map to files: arrays, curves, surfaces, figures and a page. If one fails, none is written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.plots.output_folder import output_folder
from parados.singularity.singularity_kinds import BY_LEG, KINDS
from parados.text.csv_cells import CsvWriter

if TYPE_CHECKING:
    from parados.singularity.maps.map_result import SingularityMap

__all__ = ["save_map"]


def save_map(made: SingularityMap, folder: Path) -> list[Path]:
    """Write all files of a map to a folder and return their paths."""
    from parados.plots.style import save
    from parados.singularity.maps.map_figures import FIGURES
    from parados.singularity.maps.page import map_page

    with output_folder(folder) as new:
        arrays: dict[str, Any] = _arrays(made)
        np.savez_compressed(new / "map.npz", **arrays)
        if made.is_volume:
            _write_surfaces(made, new)
        else:
            _write_curves(made, new / "curves.csv")
        for kind in (*FIGURES, "surface") if made.is_volume else FIGURES:
            figure = made.plot(kind, None if made.is_volume else "all")
            save(figure, new / f"{kind}.png")
            save(figure, new / f"{kind}.svg")
        (new / "map.html").write_text(map_page(made), encoding="utf-8")
        names = sorted(path.name for path in new.iterdir())
    return [folder / name for name in names]


def _arrays(made: SingularityMap) -> dict[str, NDArray[Any]]:
    """Return the arrays of `map.npz`; docs/singularity-maps.md lists the keys."""

    def stacked(values: list[NDArray[Any]]) -> NDArray[Any]:
        return np.stack([made.array(value) for value in values])

    modes = made.modes
    arrays: dict[str, NDArray[Any]] = {
        "names": np.array([axis.name for axis in made.grid.axes]),
        "units": np.array([axis.unit for axis in made.grid.axes]),
        "x_names": np.array(list(made.model.labels["x"])),
        "at": made.grid.at,
        "length": np.array(made.length),
        "legs": np.array(made.legs),
        "kinds": np.array(KINDS),
        "modes": np.array([one.mode or () for one in modes], dtype=int),
        **{f"axis_{axis.name}": axis.values for axis in made.grid.axes},
        "reached": stacked([one.fields.reached for one in modes]),
        "kind": stacked([one.fields.kind for one in modes]),
        "nearest": stacked([one.fields.nearest for one in modes]),
        "determinant": stacked([one.fields.determinant for one in modes]),
        "condition": stacked([one.fields.condition for one in modes]),
        "aspect": stacked([one.aspects.number for one in modes]),
        "limits": stacked([one.fields.limits for one in modes]),
    }
    for kind in KINDS:
        arrays[kind] = stacked([one.fields.distances[kind] for one in modes])
    for kind in BY_LEG:
        arrays[f"leg_{kind}"] = stacked([one.fields.legs[kind] for one in modes])
    rows = [
        (number, k, size, sign, tiny)
        for number, one in enumerate(modes)
        for k, (size, sign, tiny) in enumerate(zip(one.aspects.sizes, one.aspects.signs, one.aspects.tiny, strict=True))
    ]
    arrays["aspects"] = np.array(rows, dtype=int).reshape(-1, 5)
    for kind in sorted({kind for one in modes for kind in one.crossed}):
        empty = np.zeros(tuple(n - 1 for n in made.grid.shape), dtype=bool)
        arrays[f"crossed_{kind}"] = np.stack([one.crossed.get(kind, empty) for one in modes])
    for number, one in enumerate(modes):
        for name, surface in one.surfaces.items():
            arrays[f"vertices_{name}_{number}"], arrays[f"triangles_{name}_{number}"] = surface.vertices, surface.triangles
    return arrays


def _write_curves(made: SingularityMap, path: Path) -> None:
    first, second = (axis.name for axis in made.grid.axes)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = CsvWriter(file)
        writer.writerow(["mode", "curve", "kind", "border", first, second, "distance"])
        for one in made.modes:
            for number, curve in enumerate(one.curves):
                for (x, y), distance in zip(curve.points.tolist(), curve.distance.tolist(), strict=True):
                    row = [f"{x:.15g}", f"{y:.15g}", f"{distance:.3g}"]
                    writer.writerow([one.name, number, curve.kind, int(curve.border), *row])


def _write_surfaces(made: SingularityMap, folder: Path) -> None:
    for number, one in enumerate(made.modes):
        for name, surface in one.surfaces.items():
            surface.write_stl(folder / f"{name}-{number}.stl")
