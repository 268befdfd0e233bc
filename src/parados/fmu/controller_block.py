"""The FMU of a controller: computed torque on the coordinates x, from measured joints or from measured coordinates.

    tau = inverse dynamics(x, xd, u),    u = xrdd + kd (xrd - xd) + kp (xr - x)

With an exact model the errors e = xr - x obey e'' + kd e' + kp e = 0.

References
----------
J. Y. S. Luh, M. W. Walker, R. P. C. Paul, Resolved-acceleration control of mechanical manipulators, IEEE Transactions on
Automatic Control 25(3), 1980.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.fmu import block_pieces as pieces
from parados.fmu.fmu_block import Block, Equations
from parados.fmu.fmu_variables import Group, Interface, Role
from parados.fmu.robot_groups import RobotGroups
from parados.model.c_unit import CUnit
from parados.topology.mechanism import Mechanism

__all__ = ["CONTROLLER_FUNCTIONS", "check_controlled", "controller_equations", "controller_interface"]

Array = NDArray[np.float64]

CONTROLLER_FUNCTIONS = ("inverse_dynamics_loaded", "jacobian")

KP, KD = 400.0, 40.0
"""Gains at the start [1/s^2, 1/s]: both poles of the errors are at -20 1/s."""

REFERENCE = ("xr", "xrd", "xrdd")


def check_controlled(mechanism: Mechanism, measured: str) -> None:
    """Raise InputError if a robot cannot have this controller."""
    if mechanism.platform.is_quaternion:
        raise InputError(
            "kind: a controller takes differences of coordinates as errors, which fails for quaternions; use Euler angles"
        )
    if measured == "q" and len(mechanism.actuated) < mechanism.n_dof:
        raise InputError("measured: the actuated joints of this robot do not determine its pose; use measured='x'")


def controller_interface(unit: CUnit, measured: str, q: Array) -> Interface:
    """Return the variables of a controller; `q` are the actuated joints at home."""
    make, home = RobotGroups(unit), unit.model.survey.home
    joints = [
        make.joints("q", Role.INPUT, "measured position of an actuated joint", 0, q),
        make.joints("qd", Role.INPUT, "measured rate of an actuated joint", 1),
    ]
    coordinates = [
        make.coordinates("x", Role.INPUT, "measured coordinate", 0, home),
        make.coordinates("xd", Role.INPUT, "measured rate of a coordinate", 1),
    ]
    inputs = joints if measured == "q" else coordinates
    wanted = [
        make.coordinates("xr", Role.INPUT, "wanted coordinate", 0, home),
        make.coordinates("xrd", Role.INPUT, "wanted rate", 1),
        make.coordinates("xrdd", Role.INPUT, "wanted acceleration", 2),
    ]
    used = [group.key for group in (*inputs, *wanted)]
    gains = [_gain(make, "kp", "1/s2", "gain of the error", KP), _gain(make, "kd", "1/s", "gain of the rate of the error", KD)]
    time = Group.single("time", "s", Role.TIME, "time")
    return Interface((time, *inputs, *wanted, make.efforts(Role.OUTPUT, used), *gains, *make.parameters()))


def _gain(make: RobotGroups, key: str, unit: str, about: str, value: float) -> Group:
    names = make.coordinates(key, Role.TUNABLE, about, 0).names
    return Group(key, names, (unit,) * len(names), Role.TUNABLE, about, (value,) * len(names))


def controller_equations(block: Block, measured: str, q: Array) -> Equations:
    """Write the equations of a controller."""
    own, mechanism = block.interface, block.unit.model.mechanism
    n, n_q = mechanism.n_dof, len(mechanism.actuated)
    rest = f"wanted[{n}], none[6] = {{0.0}};\n  int k;\n"
    place = {key: own.place(key) for key in (*REFERENCE, "kp", "kd", "tau")}
    law = pieces.LAW.format(n=n, **{key: place[key] for key in (*REFERENCE, "kp", "kd")})
    given = {**block.unknowns_of_memory, "x": "x", "xd": "xd", "xdd": "wanted", "wrench": "none"}
    efforts = "  (void)none;\n" + block.call("inverse_dynamics_loaded", given, {"tau": f"v + {place['tau']}"})
    if measured == "x":
        begin = f"  const double *x = v + {own.place('x')}, *xd = v + {own.place('xd')};\n  double {rest}"
        closing = block.closing("x")
        return Equations("", begin + closing + law + efforts, block.memory_of_closing(), block.closing_function())
    passed = ", ".join([*block.first, f"v + {own.place('q')}", "v + FMU_VALUES"])
    finding = f"  status = found({passed});\n  if (status) return (int)status;\n"
    rates = block.call("jacobian", {**block.unknowns_of_memory, "x": "x"}, {"jacobian": "J"})
    rates += f"  for (k = 0; k < {n}; ++k) for (j = 0, xd[k] = 0.0; j < {n_q}; ++j) "
    rates += f"xd[k] += J[{n_q} * k + j] * v[{own.place('qd')} + j];\n"
    begin = f"  const double *x = v + FMU_VALUES;\n  double J[{n * n_q}], xd[{n}], {rest}".replace("int k;", "int k, j;")
    memory = (*block.unit.model.survey.home, *block.unknowns, *q)
    return Equations("", begin + finding + rates + law + efforts, tuple(map(float, memory)), _finding_function(block))


def _finding_function(block: Block) -> str:
    """Write the static function that finds the pose of measured joints."""
    mechanism, n_u = block.unit.model.mechanism, len(block.unknowns)
    n_x = mechanism.n_x
    mode = ["mode"] if len(block.mode) else []
    passed = [*(["robot"] if block.first else []), "between", *mode, "x", *(["u"] if n_u else [])]
    copies = [f"\n    memcpy(u, memory + {n_x}, sizeof u);", f"\n      memcpy(memory + {n_x}, u, sizeof u);"] if n_u else ["", ""]
    return pieces.FOUND.format(
        name=block.unit.name,
        robot=block.robot_argument,
        n_q=len(mechanism.actuated),
        n_x=n_x,
        n_u=n_u,
        u=f", u[{n_u}]" if n_u else "",
        copy_u=copies[0],
        keep_u=copies[1],
        passed=", ".join(passed),
    )
