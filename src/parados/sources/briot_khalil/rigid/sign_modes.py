"""Working modes in the notation of the book, a sign for each leg, for robots whose legs have two solutions each."""

from __future__ import annotations

from parados.geometry.working_modes import mode_signs
from parados.model.model import Model

__all__ = ["sign_modes"]


def sign_modes(model: Model) -> list[tuple[int, ...]]:
    """Return all working modes."""
    return [tuple(int(sign) for sign in mode_signs(model.survey.geometry, mode)) for mode in model.working_modes()]
