"""Write the C files of one FMU that differ from robot to robot: fmu_sizes.h and fmu_block.c."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.fmu import block_pieces as pieces
from parados.fmu.fmu_block import Block
from parados.fmu.robot_groups import parameter_key
from parados.model.c_text import literal, number
from parados.model.status_codes import STATUSES

__all__ = ["BlockSource"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class BlockSource:
    """Writer of the files of a block."""

    block: Block

    def sizes(self, token: str) -> str:
        """Return the text of fmu_sizes.h."""
        own = self.block.interface
        step = own.place("step") if "step" in own else 0
        counts = {
            "values": own.count,
            "memory": max(len(self.block.equations.memory), 1),
            "states": len(own.states),
            "step": step,
        }
        return pieces.SIZES.format(token=literal(token), **counts)

    def source(self) -> str:
        """Return the text of fmu_block.c."""
        own, groups = self.block.interface, self.block.interface.groups
        start = [value for group in groups for value in (group.start or (0.0,) * len(group.names))]
        kinds = [int(group.role) for group in groups for _ in group.names]
        booleans = [int(group.is_boolean) for group in groups for _ in group.names]
        memory = self.block.equations.memory or (0.0,)
        signs = f"static const double mode[{len(self.block.mode)}] = {_braced(self.block.mode)};\n" if self._uses_mode else ""
        return pieces.BLOCK.format(
            name=self.block.unit.name,
            start=_braced([*start, *memory]),
            kinds=_listed(kinds),
            booleans=_listed(booleans),
            states=_listed([*own.states, 0]),
            slopes=_listed([*own.slopes, 0]),
            mode=signs,
            robot=self._reading(),
            helpers=self.block.equations.helpers,
            find_slopes=self._body(self.block.equations.slopes),
            find_outputs=self._body(self.block.equations.outputs),
            sentences=",\n    ".join(literal(sentence) for sentence in STATUSES.values()),
            n_sentences=len(STATUSES),
        )

    @property
    def _uses_mode(self) -> bool:
        text = self.block.equations.slopes + self.block.equations.outputs + self.block.equations.helpers
        return bool(len(self.block.mode)) and "mode" in text

    def _body(self, statements: str) -> str:
        """Write the body of a function: the live parameters, then the statements."""
        if not statements:
            return "  (void)v;\n  return 0;"
        name = self.block.unit.name
        robot = f"  {name}_parameters robot;\n" if self.block.first else ""
        read = "  read_robot(v, &robot);\n" if self.block.first else ""
        return f"{robot}  {name}_status status;\n{read}{statements}  return 0;"

    def _reading(self) -> str:
        """Write the static function that fills the struct of live parameters."""
        struct, lines = self.block.unit.struct, []
        for member in struct.members:
            place = self.block.interface.place(parameter_key(member.name))
            lines += [f"  robot->{entry} = v[{place + k}];" for k, entry in enumerate(member.entries())]
        return pieces.READ.format(name=self.block.unit.name, body="\n".join(lines)) if lines else ""


def _listed(values: Sequence[int]) -> str:
    return "{" + ", ".join(map(str, values)) + "}"


def _braced(values: Sequence[float] | Array) -> str:
    return "{" + ", ".join(number(value) for value in values) + "}"
