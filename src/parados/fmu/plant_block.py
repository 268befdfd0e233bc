"""The FMU of a plant: efforts and a wrench move the robot; its states are the coordinates x and their rates xd.

The equations are those of the direct dynamics, Briot & Khalil (8.92), (8.162), with the friction of the file.
"""

from __future__ import annotations

from parados.fmu import block_pieces as pieces
from parados.fmu.fmu_block import Block, Equations
from parados.fmu.fmu_variables import Group, Interface, Role
from parados.fmu.robot_groups import RobotGroups
from parados.model.c_unit import CUnit

__all__ = ["PLANT_FUNCTIONS", "plant_equations", "plant_interface"]

PLANT_FUNCTIONS = ("forward_dynamics_loaded", "inverse_kinematics", "joint_rates")


def plant_interface(unit: CUnit, step: float) -> Interface:
    """Return the variables of a plant; `step` is the longest step of co-simulation [s]."""
    make = RobotGroups(unit)
    x = make.coordinates("x", Role.STATE, "coordinate of the platform", 0, unit.model.survey.home)
    xd = make.coordinates("xd", Role.STATE, "rate of a coordinate", 1)
    loads = ("tau", "wrench")
    return Interface(
        (
            Group.single("time", "s", Role.TIME, "time"),
            x,
            xd,
            make.slopes(x, ("x", "xd") if unit.model.mechanism.platform.is_quaternion else ("xd",)),
            make.slopes(xd, ("x", "xd", *loads)),
            make.efforts(Role.INPUT),
            *make.wrench(),
            make.joints("q", Role.OUTPUT, "position of an actuated joint", 0, depends=("x",)),
            make.joints("qd", Role.OUTPUT, "rate of an actuated joint", 1, depends=("x", "xd")),
            *make.parameters(),
            Group.single("step", "s", Role.FIXED, "longest step of the integration in co-simulation", step),
        )
    )


def plant_equations(block: Block) -> Equations:
    """Write the equations of a plant."""
    own, mechanism = block.interface, block.unit.model.mechanism
    place = {key: own.place(key) for key in ("x", "xd", "d_x", "d_xd", "q", "qd")}
    if mechanism.platform.is_quaternion:
        moving = {"x": place["x"], "xd": place["xd"], "dx": place["d_x"], "n_x": mechanism.n_x}
        rates, pose = pieces.QUATERNION.format(**moving), "pose"
        begin = f"  double pose[{mechanism.n_x}];\n"
    else:
        begin, pose = "", f"v + {place['x']}"
        rates = f"  memcpy(v + {place['d_x']}, v + {place['xd']}, {mechanism.n_x} * sizeof *v);\n"
    closing, given = block.closing(pose), {"x": pose, **block.unknowns_of_memory}
    slopes = block.call("forward_dynamics_loaded", given, {"xdd": f"v + {place['d_xd']}"})
    q = block.call("inverse_kinematics", given, {"q": f"v + {place['q']}"})
    qd = block.call("joint_rates", given, {"qd": f"v + {place['qd']}"})
    still = rates if begin else ""
    return Equations(
        slopes=begin + rates + closing + slopes,
        outputs=begin + still + closing + q + qd,
        memory=block.memory_of_closing(),
        helpers=block.closing_function(),
    )
