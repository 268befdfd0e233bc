"""Collect facts about a robot that can be shown without compiling it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from parados.geometry.working_modes import all_modes, mode_name
from parados.robot.description import LegSpec, RobotSpec
from parados.text.numbers import counted, number, number_list

if TYPE_CHECKING:
    from parados.api import Robot

__all__ = ["robot_facts"]


def robot_facts(robot: Robot) -> dict[str, str]:
    """Return the facts about a robot by their names."""
    spec, mechanism, survey = robot.spec, robot.mechanism, robot.survey
    platform, geometry = spec.platform, survey.geometry
    names = ", ".join(mechanism.joint_names[k] for k in mechanism.actuated)
    modes = counted(len(all_modes(geometry)), "working mode")
    facts = {
        "source": spec.source,
        "mobility": robot.mobility().freedoms(),
        "coordinates": f"x = ({', '.join(spec.x_names)})" + _orientation(spec),
        "following from the closures": ", ".join(platform.dependent),
        "actuators": names,
        "legs": "; ".join(f"{count} x {chain}" for chain, count in Counter(map(_chain, spec.legs)).items()),
        "couplings": ", ".join(coupling.name for coupling in spec.couplings),
        "inverse geometry": f"{'closed form' if geometry.is_closed_form else 'numeric'}, {modes}",
        "default working mode": mode_name(survey.mode),
        "home": f"({number_list(survey.home)})",
        "moving mass": "" if spec.identified else f"{number(_mass(spec))} kg",
        "springs": ", ".join([*[j.name for j in mechanism.joints if j.spring], *[spring.name for spring in mechanism.springs]]),
        "gravity": f"({number_list(spec.gravity)}) m/s²",
    }
    return {key: value for key, value in facts.items() if value}


def _orientation(spec: RobotSpec) -> str:
    turning = any(name.startswith("a") for name in (*spec.platform.own_coordinates, *spec.platform.dependent))
    return f", orientation {spec.platform.orientation}" if turning else ""


def _chain(leg: LegSpec) -> str:
    """Return the kinds of the joints from the base to the platform, actuated ones in brackets, and the closure of the leg."""
    joints = " ".join(f"[{joint.kind}]" if joint.active else joint.kind for joint in leg.joints)
    inner = f" with {counted(len(leg.loops), 'loop')}" if leg.loops else ""
    if leg.closure is None:
        return joints + inner
    return f"{joints}{inner}, {leg.closure.joint or ' '.join(leg.closure.freedoms())} at the platform"


def _mass(spec: RobotSpec) -> float:
    """Return the mass of all links and of the platform [kg]."""
    links = [joint.link for leg in spec.legs for joint in leg.joints]
    return float(sum(link.standard()[-1] for link in [*links, spec.platform.link]))
