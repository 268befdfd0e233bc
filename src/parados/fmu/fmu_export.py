"""Write an FMU: a zip file with a description, C sources and a library, which needs neither Python nor parados."""

from __future__ import annotations

import hashlib
import os
import uuid
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from parados.arguments import file_path, flag, instance, positive, shown, whole, word, writing
from parados.errors import InputError
from parados.fmu.block_source import BlockSource
from parados.fmu.controller_block import CONTROLLER_FUNCTIONS, check_controlled, controller_equations, controller_interface
from parados.fmu.fmu_binary import binary_folder, compiled
from parados.fmu.fmu_block import Block
from parados.fmu.inverse_block import INVERSE_FUNCTIONS, inverse_equations, inverse_interface
from parados.fmu.model_description import Description
from parados.fmu.plant_block import PLANT_FUNCTIONS, plant_equations, plant_interface
from parados.geometry.working_modes import mode_signs
from parados.model.c_unit import CUnit
from parados.model.model import Model
from parados.storage.scratch import scratch_folder

__all__ = ["export_fmu"]

KINDS = {"plant": PLANT_FUNCTIONS, "inverse_dynamics": INVERSE_FUNCTIONS, "controller": CONTROLLER_FUNCTIONS}
"""Kinds of FMUs, with the functions of the robot that each needs."""

HEADERS = {
    2: ("fmi2Functions.h", "fmi2FunctionTypes.h", "fmi2TypesPlatform.h"),
    3: ("fmi3Functions.h", "fmi3FunctionTypes.h", "fmi3PlatformTypes.h"),
}
"""Headers of the FMI standard, by version; each contains its licence."""

STEP = 1e-4


def export_fmu(
    model: Model,
    path: str | Path,
    *,
    kind: str = "plant",
    version: int = 3,
    mode: ArrayLike | None = None,
    measured: str | None = None,
    step: float | None = None,
    binary: bool = True,
) -> Path:
    """Write an FMU for model exchange and co-simulation; return its path.

    kind : "plant" (efforts and wrench in; x, xd, q, qd out), "inverse_dynamics" (x, xd, xdd and wrench in; efforts out) or
        "controller" (computed torque: measured and wanted motion in; efforts out; its gains are parameters)
    version : 2 for FMI 2.0, 3 for FMI 3.0
    mode : working mode; None stands for the default mode
    measured : what a controller measures: "q" (actuated joints and their rates, the default) or "x" (coordinates and their
        rates); for kind="controller" only
    step : longest step of the integration of a plant in co-simulation [s], the start value of its parameter `step`; 1e-4 by
        default, for kind="plant" only
    binary : False leaves out the library of this machine; a tool must then compile the sources

    Live parameters of the model are parameters of the FMU. The C sources are in the FMU.
    """
    instance("model", model, Model, "a model (robot.compile())")
    target = file_path("path", path, "the path of an FMU")
    if target.suffix != ".fmu":
        raise InputError(f"path: the name of an FMU ends with .fmu, unlike {shown(str(path))}")
    word("kind", kind, list(KINDS), expected="a kind of FMU")
    sensor = "q" if measured is None else word("measured", measured, ["q", "x"], expected="what a controller measures")
    fmi = whole("version", version, 2, 3, "the version of FMI, a whole number")
    longest, with_library = STEP if step is None else positive("step", step), flag("binary", binary)
    for name, given, owner in (("measured", measured, "controller"), ("step", step, "plant")):
        if given is not None and kind != owner:
            raise InputError(f'{name}: it is for kind="{owner}" only, not for kind="{kind}"; leave it out')
    folder = binary_folder(fmi) if with_library else ""
    block = _block(model, kind, mode, sensor, longest)
    files = _files(block, kind, fmi, model.spec.title)
    sources = {name.removeprefix("sources/"): text for name, text in files.items() if name.startswith("sources/")}
    packed: dict[str, bytes] = {name: text.encode() for name, text in files.items()}
    if with_library:
        units = [name for name in sources if name.endswith(".c")]
        packed[f"binaries/{folder}/{block.unit.name}_{kind}.so"] = compiled(sources, units)
    _write(target, packed)
    return target


def _block(model: Model, kind: str, mode: ArrayLike | None, measured: str, step: float) -> Block:
    """Build the graphs, the variables and the equations of an FMU."""
    if kind == "controller":
        check_controlled(model.mechanism, measured)
    unit, home = CUnit.of(model, loaded=True, only=KINDS[kind]), model.survey.home
    signs = mode_signs(unit.model.survey.geometry, model.working_mode(mode))
    unknowns = model.unknowns(home, mode=mode)
    if not np.isfinite(unknowns).all():
        raise InputError("mode: the loops do not close at home in this working mode; use another mode")
    if kind == "plant":
        block = Block(unit, plant_interface(unit, step), signs, unknowns)
        return block.with_equations(plant_equations(block))
    if kind == "inverse_dynamics":
        block = Block(unit, inverse_interface(unit), signs, unknowns)
        return block.with_equations(inverse_equations(block))
    q = model.inverse_kinematics(home, mode=mode)
    block = Block(unit, controller_interface(unit, measured, q), signs, unknowns)
    return block.with_equations(controller_equations(block, measured, q))


def _files(block: Block, kind: str, version: int, title: str) -> dict[str, str]:
    """Return the text files of an FMU by their paths in it."""
    own = Path(__file__).parent / "c"
    name = block.unit.name
    units = [f"fmi{version}_interface.c", "fmu_instance.c", "fmu_block.c", f"{name}.c"]
    texts = {unit: (own / unit).read_text() for unit in (*units[:2], "fmu_instance.h", *HEADERS[version])}
    texts |= {"fmu_block.c": BlockSource(block).source(), f"{name}.c": block.unit.source(), f"{name}.h": block.unit.header()}
    digest = hashlib.sha256("".join(texts[key] for key in sorted(texts)).encode()).hexdigest()
    token = f"{{{uuid.uuid5(uuid.NAMESPACE_URL, f'parados {kind} {digest}')}}}"
    texts["fmu_sizes.h"] = BlockSource(block).sizes(token)
    description = Description(block.interface, version, f"{name}_{kind}", title, token, units)
    files = {"modelDescription.xml": description.model_description()}
    files |= {f"sources/{key}": text for key, text in texts.items()}
    return {**files, "sources/buildDescription.xml": description.build_description()} if version == 3 else files


def _write(path: Path, files: Mapping[str, bytes]) -> None:
    """Write a zip file, or leave what is there unchanged; the same files always give the same bytes."""
    with writing("path", path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with scratch_folder(path.parent, "fmu") as folder:
            with zipfile.ZipFile(folder / "new.fmu", "w", zipfile.ZIP_DEFLATED) as archive:
                for name, content in files.items():
                    archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
            os.replace(folder / "new.fmu", path)
