"""Units of indices that depend on the robot or on the region."""

from __future__ import annotations

from parados.model.model import Model
from parados.study.study_parts import ChosenIndex
from parados.study.study_states import StudyStates

__all__ = ["unit_of_index"]

UNITS = {"rad": {"effort": "N m", "speed": "rad/s", "reach": "m/rad"}, "m": {"effort": "N", "speed": "m/s", "reach": "m/m"}}
"""Units of an actuator that turns, and of one that slides."""


def unit_of_index(model: Model, chosen: ChosenIndex, states: StudyStates) -> str:
    """Return the unit of an index of a study."""
    named = chosen.options.get("actuators")
    names = list(model.actuated_names) if named is None else [named] if isinstance(named, str) else list(named)
    first = model.mechanism.joints[model.mechanism.actuated[model.actuated_names.index(names[0])]].unit
    units = dict(UNITS[first])
    if states.grid is not None:
        units |= {"content": _product([axis.unit for axis in states.grid.axes]), "border": "m²"}
    return chosen.index.unit.format(**units)


def _product(units: list[str]) -> str:
    """Return m³ for three lengths, m² rad for two lengths and an angle, and so on."""
    powers = {1: "", 2: "²", 3: "³"}
    counts = {unit: units.count(unit) for unit in dict.fromkeys(units)}
    return " ".join(f"{unit}{powers.get(count, f'^{count}')}" for unit, count in counts.items())
