"""The variables and equations of one FMU: the equations are calls of the exported functions of the robot.

Where the geometry is numeric, the loops are closed from the last closed pose, in smaller steps if one step fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parados.fmu import block_pieces as pieces
from parados.fmu.fmu_variables import Interface
from parados.model.c_unit import CUnit

__all__ = ["Block", "Equations"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Equations:
    """C statements of an FMU, and what they remember from call to call.

    slopes, outputs : statements; each may return a status, and `status` is declared
    memory : values at the start of what is remembered, behind the variables
    helpers : static functions that the statements call
    """

    slopes: str
    outputs: str
    memory: tuple[float, ...] = ()
    helpers: str = ""


@dataclass(frozen=True)
class Block:
    """Variables and equations of an FMU, and the parts that its equations are made of.

    mode : (n_signs,) working mode;  unknowns : (n_u,) joint positions at home in this mode, empty for a closed form
    """

    unit: CUnit
    interface: Interface
    mode: Array
    unknowns: Array
    equations: Equations = Equations("", "")

    def with_equations(self, equations: Equations) -> Block:
        return replace(self, equations=equations)

    @property
    def is_numeric(self) -> bool:
        return len(self.unknowns) > 0

    @property
    def first(self) -> list[str]:
        """The first argument of every function of the robot, if it has live parameters."""
        return ["&robot"] if self.unit.struct.members else []

    def call(self, function: str, given: Mapping[str, str], results: Mapping[str, str]) -> str:
        """Write a call of a function of the robot that returns its status if it fails.

        given : arrays other than those of the FMU, by the names of the arguments;  results : where the results go
        """
        f = self.unit.graphs[function].function
        known = {**{group.key: f"v + {self.interface.place(group.key)}" for group in self.interface.groups}, "mode": "mode"}
        inputs = [f.name_in(k) for k in range(f.n_in()) if f.name_in(k) != "parameters"]
        outputs = [f.name_out(k) for k in range(f.n_out() - 1)]
        passed = [*self.first, *({**known, **given}[key] for key in inputs), *(results[key] for key in outputs)]
        return f"  status = {self.unit.name}_{function}({', '.join(passed)});\n  if (status) return (int)status;\n"

    def closing(self, pose: str) -> str:
        """Write the statement that closes the loops at a pose; the unknowns are then in `unknowns`."""
        if not self.is_numeric:
            return ""
        passed = ", ".join([*self.first, pose, "v + FMU_VALUES"])
        return f"  status = closed({passed});\n  if (status) return (int)status;\n"

    @property
    def unknowns_of_memory(self) -> dict[str, str]:
        """The argument `unknowns` after `closing`, if the geometry is numeric."""
        return {"unknowns": f"v + FMU_VALUES + {self.unit.model.mechanism.n_x}"} if self.is_numeric else {}

    def memory_of_closing(self) -> tuple[float, ...]:
        """Return the home and its unknowns, with which `closing` begins."""
        home = self.unit.model.survey.home
        return tuple(float(value) for value in (*home, *self.unknowns)) if self.is_numeric else ()

    def closing_function(self) -> str:
        """Write the static function that `closing` calls."""
        if not self.is_numeric:
            return ""
        mechanism, robot = self.unit.model.mechanism, self.robot_argument
        passed = [*(["robot"] if robot else []), "between", *(["mode"] if len(self.mode) else []), "u"]
        unit = pieces.TO_UNIT if mechanism.platform.is_quaternion else ""
        return pieces.CLOSED.format(
            name=self.unit.name, robot=robot, n_x=mechanism.n_x, n_u=len(self.unknowns), passed=", ".join(passed), unit=unit
        )

    @property
    def robot_argument(self) -> str:
        """Declaration of the live parameters as an argument of a static function, with a comma."""
        return f"const {self.unit.name}_parameters *robot, " if self.unit.struct.members else ""
