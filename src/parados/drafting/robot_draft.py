"""Draft a robot from the name of its family: plan its legs, find the motions of its platform, and write a valid file."""

from __future__ import annotations

from dataclasses import dataclass

from parados.api import Robot
from parados.drafting.draft_coordinates import moving_coordinates, platform_twists, well_chosen
from parados.drafting.draft_file import DraftFile
from parados.drafting.draft_leg import driven
from parados.drafting.family_name import Family, read_family
from parados.drafting.foot_angles import FootAngles, foot_angles
from parados.drafting.leg_plan import plan_leg
from parados.errors import InputError, RobotFileError
from parados.geometry.inverse import Choice
from parados.geometry.working_modes import mode_signs
from parados.robot.reading import parse_robot

__all__ = ["Draft", "draft_robot"]


@dataclass(frozen=True)
class Draft:
    """A drafted robot.

    Attributes
    ----------
    text : the robot file with its comments
    robot : the robot that it describes, checked
    """

    text: str
    robot: Robot


def draft_robot(family: str, *, active: str | None = None) -> Draft:
    """Draft a robot file for a family such as "6-UPS", "3-PRS" or "4-RUU".

    family : number of legs, hyphen, joints of a leg (R, P, U, S) from the base to the platform
    active : places of the actuated joints in a leg, from 1 at the base, e.g. "2" or "1,2"; by default the first P, or else the
        first R, and more joints if the platform has more degrees of freedom than there are legs
    Raises InputError if `family` is not such a name, or if no usual arrangement of the legs of this family gives a valid robot.
    """
    asked = read_family(family, active)
    reasons: list[str] = []
    fallback: Draft | None = None
    for feet in foot_angles(asked, plan_leg(asked, asked.active or ())):
        try:
            draft = _drafted(asked, feet)
        except RobotFileError as error:
            reasons.append(error.findings[0])
            continue
        if not draft.robot.remarks:
            return draft
        fallback = fallback or draft
    if fallback is not None:
        return fallback
    raise InputError(
        f"family: {asked.name} makes no robot in its usual arrangement: {_without_advice(reasons[0])}; "
        "try another --active, or other joints"
    )


def _without_advice(finding: str) -> str:
    """Return a finding without its advice, which is about a file that the user does not have."""
    depth = 0
    for k, letter in enumerate(finding):
        depth += (letter == "(") - (letter == ")")
        if letter == ";" and depth == 0:
            return finding[:k]
    return finding


def _drafted(family: Family, feet: FootAngles) -> Draft:
    """Draft the file for one arrangement of the legs' attachments; raises RobotFileError if the file is not a valid robot."""
    chosen = family.active or (family.drives()[0],)
    file = DraftFile(family, plan_leg(family, chosen), feet, chosen)
    free = well_chosen(platform_twists(file))
    if not free:
        raise RobotFileError(file.name, ["the platform cannot move"])
    if family.active is None:
        each = -(-len(free) // family.count)
        chosen = tuple(sorted(family.drives()[:each]))
    rest = tuple(name for name in file.coordinates if name not in free)
    file = DraftFile(family, plan_leg(family, chosen), feet, chosen, free, rest)
    try:
        moving = moving_coordinates(_robot(file), rest)
    except RobotFileError:
        sentence = f"its legs allow small motions along {', '.join(free)} at home, but no finite ones"
        raise RobotFileError(file.name, [sentence]) from None
    file = file.changed(dependent=moving)
    robot = _robot(file)
    file = _with_signs(file.changed(facts=(f"It has {robot.mobility().freedoms()}.",)), robot)
    return Draft(file.text(), _robot(file).checked())


def _robot(file: DraftFile) -> Robot:
    return Robot(parse_robot(file.text(), f"{file.name}.yaml"))


def _with_signs(file: DraftFile, robot: Robot) -> DraftFile:
    """Replace the guess of the joint positions by signs if the inverse geometry has a closed form.

    The inverse geometry has two solutions for some joints; a sign selects one. If a passive joint or a strut has the same sign in
    all legs, the file fixes it with the key `branch`. The working mode has the other signs.
    """
    survey = robot.survey
    if not survey.geometry.is_closed_form:
        return file
    places = {choice: _place(robot, choice) for choice in survey.geometry.free_choices}
    signs: dict[int, dict[int, int]] = {}  # by place in the leg, then by leg
    for choice, sign in zip(survey.geometry.free_choices, mode_signs(survey.geometry, survey.mode), strict=True):
        signs.setdefault(places[choice], {})[choice.leg] = int(sign)
    fixed = {k: next(iter(own.values())) for k, own in signs.items() if _is_fixed(file, k) and len(set(own.values())) == 1}
    left = [choice for choice in survey.geometry.free_choices if places[choice] not in fixed]
    mode = []
    for leg in range(file.family.count):
        own = [signs[places[choice]][leg] for choice in left if choice.leg == leg]
        mode.append(1 if not own else own[0] if len(own) == 1 else own)
    return file.changed(branches=fixed, mode=str(mode) if left else "")


def _place(robot: Robot, choice: Choice) -> int:
    """Place of the joint of a choice in the list of its leg in the file; the mechanism may have fewer joints than the file."""
    name = robot.mechanism.joints[choice.joint].name
    return [joint.name for joint in robot.spec.legs[choice.leg].joints].index(name)


def _is_fixed(file: DraftFile, k: int) -> bool:
    """Tell whether the file may fix the sign of joint k of a leg with the key `branch`: the joint is a strut or passive."""
    joint = file.plan.tree[k]
    return joint.role == "strut" or k not in driven(file.plan, file.active)
