"""Show the choices of a robot's inverse geometry: the joint of each sign, and its positions for both signs."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from parados.cli.sheet import Sheet
from parados.geometry.working_modes import mode_name, mode_of_signs, mode_signs
from parados.text.numbers import angle, number

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["choice_lines", "choice_table"]


def choice_lines(model: Model) -> list[str]:
    """Return lines about the legs whose inverse geometry has a closed form, and about the working modes."""
    names, numeric = model.mechanism.leg_names, _numeric_legs(model)
    closed = [name for name in names if name not in numeric]
    dependent = [] if model.survey.geometry.is_closed_form or not closed else list(model.spec.platform.dependent)
    lines = [f"Inverse geometry in closed form: {', '.join(closed)}"] if closed else []
    if numeric or dependent:
        lines.append(f"Inverse geometry numeric, by Newton's method: {', '.join([*numeric, *dependent])}")
    if model.survey.geometry.settled:
        lines.append(f"Settled at home, as near to guess as possible: {', '.join(model.survey.geometry.settled)}")
    count, default = 2 ** len(model.survey.geometry.free_choices), mode_name(model.survey.mode)
    lines.append(f"Working modes: {count}, by default {default} (one entry for each leg; 1 for a leg without a choice)")
    return lines


def _numeric_legs(model: Model) -> list[str]:
    """Return the legs with a joint that has no closed form for a given pose of the platform."""
    placements = model.survey.placements
    if placements is None:
        return []
    placed = {step.unknown for step in placements.steps}
    left = [joint.leg for k, joint in enumerate(model.mechanism.joints) if k not in placed]
    return [model.mechanism.leg_names[leg] for leg in sorted(set(left))]


def choice_table(model: Model) -> Sheet | None:
    """Return a table of the joints with two positions, what decides between these, and both at home; None without such joints."""
    geometry, mechanism = model.survey.geometry, model.mechanism
    if not geometry.choices:
        return None
    title = "Choices: +1 is the position on the joint's positive side of the middle of the two  [rad, m]"
    sheet = Sheet(title, ("leg", "joint", "decided by", "+1 at home", "-1 at home"), keys=2)
    for place, choice in enumerate(geometry.choices):
        joint = mechanism.joints[choice.joint]
        leg = mechanism.leg_names[choice.leg]
        decided = _entry(model, place) if choice.fixed is None else f"branch {choice.fixed:+d}"
        shown = [_position(model, place, sign) for sign in (1.0, -1.0)]
        sheet.rows.append((leg, joint.name, decided, *shown))
    return sheet


def _entry(model: Model, place: int) -> str:
    """Return the name of the mode entry that decides a free choice, for example mode[1] or mode[1][0]."""
    choices = model.survey.geometry.choices
    own = [k for k, c in enumerate(choices) if c.leg == choices[place].leg and c.fixed is None]
    return f"mode[{choices[place].leg}]" + (f"[{own.index(place)}]" if len(own) > 1 else "")


def _position(model: Model, place: int, sign: float) -> str:
    """Return the position at home of the joint of a choice for a sign; the other choices are those of the default mode."""
    geometry = model.survey.geometry
    choice = geometry.choices[place]
    if choice.fixed is not None and choice.fixed != sign:
        return "-"
    signs = mode_signs(geometry, model.survey.mode)
    if choice.fixed is None:
        signs[geometry.free_choices.index(choice)] = sign
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        q = model.joints(model.survey.home[None], mode=mode_of_signs(geometry, signs))[0, choice.joint]
    if not np.isfinite(q):
        return "out of reach"
    return number(float(q)) if model.mechanism.joints[choice.joint].unit == "m" else angle(float(q))
