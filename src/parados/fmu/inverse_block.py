"""The FMU of the inverse dynamics: a motion and a wrench come in, the efforts of the actuators go out; it has no states.

The equations are those of Briot & Khalil (8.71), (8.145), with the friction of the file.
"""

from __future__ import annotations

from parados.fmu.fmu_block import Block, Equations
from parados.fmu.fmu_variables import Group, Interface, Role
from parados.fmu.robot_groups import RobotGroups
from parados.model.c_unit import CUnit

__all__ = ["INVERSE_FUNCTIONS", "inverse_equations", "inverse_interface"]

INVERSE_FUNCTIONS = ("inverse_dynamics_loaded",)


def inverse_interface(unit: CUnit) -> Interface:
    """Return the variables of an inverse dynamics."""
    make = RobotGroups(unit)
    return Interface(
        (
            Group.single("time", "s", Role.TIME, "time"),
            make.coordinates("x", Role.INPUT, "coordinate of the platform", 0, unit.model.survey.home),
            make.coordinates("xd", Role.INPUT, "rate of a coordinate", 1),
            make.coordinates("xdd", Role.INPUT, "acceleration of a coordinate", 2),
            *make.wrench(),
            make.efforts(Role.OUTPUT, ("x", "xd", "xdd", "wrench")),
            *make.parameters(),
        )
    )


def inverse_equations(block: Block) -> Equations:
    """Write the equations of an inverse dynamics."""
    closing = block.closing(f"v + {block.interface.place('x')}")
    efforts = block.call("inverse_dynamics_loaded", block.unknowns_of_memory, {"tau": f"v + {block.interface.place('tau')}"})
    return Equations("", closing + efforts, block.memory_of_closing(), block.closing_function())
