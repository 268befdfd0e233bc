"""Write a drafted robot file with its comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from parados.drafting.draft_leg import leg_lines
from parados.drafting.draft_sizes import parameter_lines
from parados.drafting.family_name import Family
from parados.drafting.foot_angles import FootAngles
from parados.drafting.leg_plan import LegPlan
from parados.drafting.planned_home import leg_home, sizes_of
from parados.robot.description import COORDINATES
from parados.text.numbers import counted

__all__ = ["DraftFile"]

ABOVE = {"planar": (0.0, 0.0, 0.0), "orthogonal": (0.4, 0.4, 0.4)}
"""Position of the platform at home [m] of arrangements whose platform is not above the base."""

RANGES = {"p": 0.05, "a": 0.15}
"""Half the range of a position [m] and of an angle [rad] in the workspace."""


@dataclass(frozen=True)
class DraftFile:
    """Contents of a drafted robot file.

    Attributes
    ----------
    family, plan, feet : the family, the plan of its leg, and the angles of the legs about z
    active : places of the actuated joints among the letters of a leg, from 0
    coordinates, dependent : names of the platform's independent and dependent coordinates
    branches : place of a joint in the leg, from 0 -> sign of its solution that the file fixes (key `branch`)
    mode : text of the working mode, empty if no leg has a choice; None to write joint positions at home as a guess instead
    facts : sentences for the comment at the head of the file
    """

    family: Family
    plan: LegPlan
    feet: FootAngles
    active: tuple[int, ...]
    coordinates: tuple[str, ...] = COORDINATES
    dependent: tuple[str, ...] = ()
    branches: Mapping[int, int] = field(default_factory=dict)
    mode: str | None = None
    facts: tuple[str, ...] = ()

    def changed(self, **parts: object) -> DraftFile:
        """Return a copy of the file in which some attributes have other values."""
        return replace(self, **parts)  # type: ignore[arg-type]

    @property
    def name(self) -> str:
        return f"my-{self.family.name.lower()}"

    def home(self) -> dict[str, float]:
        """The six coordinates of the platform at home [m, rad]."""
        place = ABOVE.get(self.plan.arrangement, (0.0, 0.0, sizes_of(self.plan).height))
        return dict(zip(COORDINATES, (*place, 0.0, 0.0, 0.0), strict=True))

    def guess(self) -> dict[str, float]:
        """Positions of the joints at home [rad, m], by name."""
        sides = np.radians(np.array(self.feet.platform) - np.array(self.feet.base))
        homes = [leg_home(self.plan, sizes_of(self.plan), float(aside)) for aside in sides]
        return {f"q{i + 1}{k + 1}": q for i, leg in enumerate(homes) for k, q in enumerate(leg.positions)}

    def text(self) -> str:
        """Return the text of the file."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        sizes = sizes_of(self.plan)
        aside = np.radians(self.feet.platform[0] - self.feet.base[0])
        drives = ", ".join(f"the {self.family.letters[k]} at place {k + 1}" for k in self.active)
        yield f"# A starting file for a {self.family.name}: {counted(self.family.count, 'leg')}, each with the joints"
        yield f"# {' '.join(self.family.letters)} from the base to the platform; actuated: {drives}."
        yield from (f"# {fact}" for fact in self.facts)
        yield "# All numbers are chosen: replace them by yours. Units are m, kg, s, rad; 30 deg is an angle in degrees."
        yield "# `parados check FILE` names what is wrong, `parados check FILE --draw gap.png` draws it."
        yield f"name: {self.name}"
        yield f"title: {self.family.name} drafted by parados new"
        yield "source: numbers chosen"
        yield f"gravity: [0, {'-9.81, 0' if self.plan.arrangement == 'planar' else '0, -9.81'}]   # [m/s²]"
        yield "parameters:                  # names for numbers; everything below may use them"
        yield from parameter_lines(self.plan, sizes, leg_home(self.plan, sizes, float(aside)), self.active)
        yield from self._platform()
        yield "legs:"
        yield from leg_lines(self.plan, self.feet, self.active, self.branches)
        yield from self._configuration()

    def _platform(self) -> Iterator[str]:
        fixed = {name: value for name, value in self.home().items() if name not in (*self.coordinates, *self.dependent)}
        held = ", ".join(f"{name}: {value:g}" for name, value in fixed.items() if value)
        yield "platform:"
        yield f"  coordinates: [{', '.join(self.coordinates)}]   # the vector x of every model"
        if self.dependent:
            yield f"  dependent: [{', '.join(self.dependent)}]   # these follow from the closures"
        if held:
            yield f"  constant: {{{held}}}"
        yield "  orientation: XYZ           # a1, a2, a3 turn about x, y, z"
        round_plate = "" if self.plan.arrangement == "orthogonal" else ", inertia: [mp*rB**2/4, mp*rB**2/4, mp*rB**2/2]"
        yield f"  link: {{mass: mp{round_plate}}}"

    def _configuration(self) -> Iterator[str]:
        home = self.home()
        yield f"home: [{', '.join(f'{home[name]:g}' for name in self.coordinates)}]   # a pose x within reach"
        ranges = [f"{c}: [{home[c] - RANGES[c[0]]:g}, {home[c] + RANGES[c[0]]:g}]" for c in self.coordinates]
        yield f"workspace: {{{', '.join(ranges)}}}   # the range of x in use"
        if self.mode == "":
            return
        if self.mode is not None:
            yield f"mode: {self.mode}   # one sign for each leg: which of its two positions"
            return
        yield "guess:                       # joint positions near the wanted configuration at home"
        yield from self._guess_lines(list(self.guess().items()))

    def _guess_lines(self, guess: Sequence[tuple[str, float]]) -> Iterator[str]:
        """Yield the guess, one line for each leg."""
        size = len(self.plan.tree)
        for k in range(0, len(guess), size):
            row = [f"{name}: {round(q, 2) + 0.0:g}" for name, q in guess[k : k + size]]
            yield f"  {', '.join(row)}" if size == 1 else "\n".join(f"  {entry}" for entry in row)
