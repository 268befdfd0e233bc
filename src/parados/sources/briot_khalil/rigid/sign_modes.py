"""Working modes of robots whose legs have one choice each, as the book writes them: a sign for each leg."""

from __future__ import annotations

from parados.geometry.working_modes import mode_signs
from parados.model.model import Model

__all__ = ["sign_modes"]


def sign_modes(model: Model) -> list[tuple[int, ...]]:
    """Every working mode."""
    return [tuple(int(sign) for sign in mode_signs(model.survey.geometry, mode)) for mode in model.working_modes()]
