"""Colours of the studio: those of the figures, as bytes."""

from __future__ import annotations

from parados.plots.style import ACTUATED, BEYOND, GROUND, LINK, PALETTE, PLATFORM, SPRING

__all__ = ["COLOURS", "Colour", "colour"]

Colour = tuple[int, int, int]


def colour(text: str) -> Colour:
    """Return red, green and blue, 0 to 255, of a colour such as "#0072B2"."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


COLOURS: dict[str, Colour] = {
    "link": colour("#8C98A4"),
    "beam": colour("#2A9D8F"),
    "pin": colour(LINK),
    "ball": colour("#C3CBD3"),
    "rail": colour("#A7AFB7"),
    "actuated": colour(ACTUATED),
    "platform": colour(PLATFORM),
    "ground": colour(GROUND),
    "spring": colour(SPRING),
    "beyond": colour(BEYOND),
    "path": colour(PALETTE[2]),
    "effort": colour("#2B8A3E"),
    "weight": colour("#7B61C9"),
    "wrench": colour(PALETTE[3]),
    "reaction": colour(PALETTE[5]),
    "velocity": colour(PALETTE[0]),
    "force": colour(PALETTE[3]),
}
