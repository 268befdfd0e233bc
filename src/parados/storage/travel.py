"""Copy and pickle objects without the values of their cached properties."""

from __future__ import annotations

from functools import cached_property

__all__ = ["WithoutDerived"]


class WithoutDerived:
    """Base class whose copies and pickles leave out the values of cached properties; a copy computes them again when needed.

    CasADi expressions cannot be pickled. They are not needed in the copy, because they follow from the robot description.
    """

    def __getstate__(self) -> dict[str, object]:
        kind = type(self)
        return {key: value for key, value in vars(self).items() if not isinstance(getattr(kind, key, None), cached_property)}
