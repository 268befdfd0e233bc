"""Names of families of parallel robots, such as 6-UPS: a number of legs, and the joints of each from the base to the platform."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parados.arguments import shown
from parados.arguments.single_values import text as text_argument
from parados.errors import InputError
from parados.robot.description import MOST_LEGS

__all__ = ["FREEDOMS_OF", "Family", "read_family"]

FREEDOMS_OF = {"R": 1, "P": 1, "U": 2, "S": 3}
"""Degrees of freedom of each kind of joint."""

EXAMPLES = "6-UPS, 3-PRS, 4-RUU or 3-RRR"


@dataclass(frozen=True)
class Family:
    """A family of robots with equal legs.

    Attributes
    ----------
    count : number of legs
    letters : the joints of a leg from the base to the platform, each of R, P, U, S
    active : places of the actuated joints in `letters`, from 0; None if parados chooses them
    """

    count: int
    letters: str
    active: tuple[int, ...] | None = None

    @property
    def name(self) -> str:
        return f"{self.count}-{self.letters}"

    @property
    def leg_freedoms(self) -> int:
        """Number of degrees of freedom of one leg."""
        return sum(FREEDOMS_OF[letter] for letter in self.letters)

    def drives(self) -> list[int]:
        """Places of all letters, those to be actuated first at the front.

        Rails and struts come first, then R joints, then the first axes of U and S joints, then slides on the platform.
        """
        last = max((k for k, letter in enumerate(self.letters) if letter != "P"), default=len(self.letters))
        return sorted(range(len(self.letters)), key=lambda k: (k > last, "PRUS".index(self.letters[k]), k))


def read_family(text: str, active: str | None = None) -> Family:
    """Read the name of a family, such as "6-UPS", and the places of the actuated joints in a leg, such as "2".

    Raises InputError if the name is not that of a family, or if a place is not that of a joint.
    """
    name = text_argument("family", text)
    found = re.fullmatch(r"([0-9]{1,4})-([A-Za-z]+)", name.strip())
    if found is None:
        raise InputError(
            f"family: {shown(name)} is not a number of legs, a hyphen and the joints of a leg from the base to the "
            f"platform; write for example {EXAMPLES}"
        )
    count, letters = int(found[1]), found[2].upper()
    strange = sorted(set(letters) - set(FREEDOMS_OF))
    if strange:
        raise InputError(f"family: {', '.join(strange)} in {shown(name)} is not one of the joints R, P, U, S")
    if not 2 <= count <= MOST_LEGS:
        raise InputError(f"family: a parallel robot has 2 to {MOST_LEGS} legs, not {count}")
    freedoms = sum(FREEDOMS_OF[letter] for letter in letters)
    if freedoms < 2:
        raise InputError(f"family: a leg {letters} has one degree of freedom; a leg of a parallel robot has 2 to 6")
    spins = letters.count("S") > 1  # a rod between two balls turns about itself, which does not matter
    if freedoms > 6 + spins:
        raise InputError(
            f"family: a leg {letters} has {freedoms} degrees of freedom, so that it moves while the platform stands still; "
            "use legs of at most 6 (7 with a rod between two S joints, which spins about itself)"
        )
    return Family(count, letters, None if active is None else _places(active, letters))


def _places(text: str, letters: str) -> tuple[int, ...]:
    """Read places such as "1" or "1,2", counted from 1 at the base."""
    parts = [part.strip() for part in text_argument("active", text).split(",")]
    if not all(part.isdecimal() and 1 <= int(part) <= len(letters) for part in parts) or len(set(parts)) != len(parts):
        raise InputError(
            f"active: {shown(text)} does not name joints of a leg {letters}; "
            f"count them from the base: 1 to {len(letters)}, several with commas"
        )
    return tuple(sorted(int(part) - 1 for part in parts))
