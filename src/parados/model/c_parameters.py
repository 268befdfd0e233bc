"""Write the struct of the live parameters in exported C: a controller changes its members without a new build.

Every exported function takes a pointer to it. The graphs take the same numbers as an array, so each function first copies the
members into one; C does not promise that a struct of numbers can be read as an array.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.model import c_pieces as pieces
from parados.model.c_text import comment, members, number
from parados.model.compiled_robot import CompiledRobot
from parados.model.live_robot import LiveRobot
from parados.model.live_selection import LiveEntry
from parados.robot.fields import FileParameter

__all__ = ["Member", "ParameterStruct"]

Array = NDArray[np.float64]

PAYLOAD = {
    "mass": ((), "[kg]"),
    "com": ((3,), "centre of mass in the platform frame [m]"),
    "inertia": ((6,), "matrix elements xx, xy, xz, yy, yz, zz about com, in the axes of the platform [kg m^2]"),
}
"""Members of a payload, each with its shape and its meaning."""

_POWERS = str.maketrans({"²": "^2", "³": "^3"})


@dataclass(frozen=True)
class Member:
    """A member of the struct: its name in C, its shape and its meaning."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    def entries(self) -> Iterator[str]:
        """Yield the numbers of the member as expressions in C, in the order of the live parameters."""
        for index in np.ndindex(self.shape):
            yield self.name + "".join(f"[{k}]" for k in index)

    def declaration(self) -> str:
        """Declare the member, with a comment."""
        sizes = "".join(f"[{n}]" for n in self.shape)
        return f"  double {self.name}{sizes};" + (f" /* {comment(self.meaning)} */" if self.meaning else "")


@dataclass(frozen=True)
class ParameterStruct:
    """Writer of the struct NAME_parameters; a robot without live parameters has no members, and nothing is written.

    name : prefix of the robot's functions
    values : (n_p,) values of the model, the default in C
    """

    name: str
    members: tuple[Member, ...]
    values: Array

    @classmethod
    def of(cls, model: CompiledRobot, name: str) -> ParameterStruct:
        """Return the struct of a model; raises InputError if the model has one value for each row of a stack."""
        family, values = model._evaluator.graphs.robot, model._evaluator.live
        if not isinstance(family, LiveRobot) or values is None:
            return cls(name, (), np.zeros(0))
        if values.ndim > 1:
            raise InputError("export_c: each parameter must have one value, not one for each row; use model.with_parameters")
        written = {one.name: one for one in family.spec.file[1]} if family.spec.file else {}
        parts = [part for entry in family.entries for part in _parts(entry, written.get(entry.name))]
        unique = members([part.name for part in parts])
        return cls(name, tuple(Member(own, part.shape, part.meaning) for own, part in zip(unique, parts, strict=True)), values)

    @property
    def argument(self) -> list[str]:
        """The declaration of the argument of every exported function."""
        return [f"const {self.name}_parameters *parameters"] if self.members else []

    @property
    def reading(self) -> list[str]:
        """The statements that copy the members into the array `live`."""
        return [f"double live[{len(self.values)}];", f"{self.name}_read_parameters(parameters, live);"] if self.members else []

    def declarations(self) -> list[str]:
        """Return the declarations for the header."""
        if not self.members:
            return []
        body = "\n".join(member.declaration() for member in self.members)
        return [pieces.PARAMETERS.format(name=self.name, body=body)]

    def definitions(self) -> list[str]:
        """Return the default values and the static function that reads the struct, for the source."""
        if not self.members:
            return []
        entries = [entry for member in self.members for entry in member.entries()]
        lines = "\n".join(f"  values[{k}] = parameters->{entry};" for k, entry in enumerate(entries))
        default = f"const {self.name}_parameters {self.name}_default_parameters = {self.initialiser(self.values)};"
        return [default, pieces.READ_PARAMETERS.format(name=self.name, count=len(entries), body=lines)]

    def initialiser(self, values: Array) -> str:
        """Write values (n_p,) as the initialiser of a struct."""
        parts = np.split(values, np.cumsum([member.size for member in self.members])[:-1])
        return _braced([_nested(part.reshape(member.shape)) for member, part in zip(self.members, parts, strict=True)])


def _nested(values: Array) -> str:
    return _braced([_nested(one) for one in values]) if values.ndim else number(float(values))


def _braced(parts: Sequence[str]) -> str:
    return f"{{{', '.join(parts)}}}"


def _parts(entry: LiveEntry, written: FileParameter | None) -> Iterator[Member]:
    """Yield the members of one live parameter, before their names are valid in C."""
    if entry.kind == "payload":
        yield from (Member(f"payload_{key}", shape, meaning) for key, (shape, meaning) in PAYLOAD.items())
    elif entry.kind == "gravity":
        yield Member("gravity", (3,), "[m/s^2]")
    else:
        yield Member(entry.name, entry.values.shape, _meaning(entry, written))


def _meaning(entry: LiveEntry, written: FileParameter | None) -> str:
    """Say what the robot file says about a parameter."""
    parts = [] if written is None or entry.kind != "file" else [written.about.strip(), _expression(written)]
    parts += [f"from {entry.range[0]:g} to {entry.range[1]:g}"] if entry.range else []
    unit = f"[{entry.unit.translate(_POWERS)}]" if entry.unit else ""
    return " ".join(part for part in ("; ".join(part for part in parts if part), unit) if part)


def _expression(written: FileParameter) -> str:
    """Tell a parameter that the file computes from others: in C it keeps its value if they change."""
    return f"{written.written} in the robot file" if _is_computed(written.written) else ""


def _is_computed(written: Any) -> bool:
    return any(_is_computed(one) for one in written) if isinstance(written, list) else isinstance(written, str)
