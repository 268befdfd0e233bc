"""Export C code for a controller: a header, a source and a test driver that need only libm and allocate no memory.

Arrays have the names and sizes of the API; matrices are stored by rows. `mode` holds the signs of the free roots of the
inverse geometry; the default of the file is a constant in the header. If the geometry is numeric, `NAME_close` computes
`unknowns` in that mode, starting from `NAME_home_unknowns` or from the last ones. `NAME_forward_kinematics` finds x for measured
positions q of the actuated joints, starting from a guess. Every function returns a status
(`c_status`); if it is not NAME_OK, all results are NaN. If the model has live parameters, the first argument of every function
is a struct of them (`c_parameters`); its default is a constant in the header.

`loaded` adds functions with the wrench on the platform and a factor of the friction as inputs, `regressor` the matrix Y of
tau = Y p, Briot & Khalil (8.265).
"""

from __future__ import annotations

from pathlib import Path

from parados.arguments import flag
from parados.model.c_driver import driver
from parados.model.c_manifest import manifest_text
from parados.model.c_unit import CUnit
from parados.model.compiled_robot import CompiledRobot
from parados.model.files_together import checked_folder, write_together

__all__ = ["export_c"]


def export_c(
    model: CompiledRobot,
    folder: str | Path,
    *,
    loaded: bool = False,
    regressor: bool = False,
    single_header: bool = False,
    manifest: bool = False,
) -> list[Path]:
    """Write NAME.h, NAME.c, test_NAME.c and NAME.json into a folder, all of them or none; returns their paths.

    A single header has no NAME.c; NAME.json is the manifest.
    """
    path, alone = checked_folder(folder), flag("single_header", single_header)
    measured = flag("manifest", manifest)
    unit = CUnit.of(model, loaded=flag("loaded", loaded), regressor=flag("regressor", regressor))
    name, test = unit.name, driver(unit)
    texts = {f"{name}.h": unit.header(), f"{name}.c": unit.source(), f"test_{name}.c": test}
    if alone:
        macro = f"#define PARADOS_{name}_IMPLEMENTATION\n"
        texts = {f"{name}.h": unit.single_header(), f"test_{name}.c": macro + test}
    if measured:
        texts[f"{name}.json"] = manifest_text(unit, list(texts))
    return write_together(path, texts)
