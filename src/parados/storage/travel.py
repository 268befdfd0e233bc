"""Objects that are copied and pickled as what they were made of."""

from __future__ import annotations

from functools import cached_property

__all__ = ["WithoutDerived"]


class WithoutDerived:
    """A class whose copies and pickles leave out what its cached properties hold; a copy finds it again when it is asked.

    Expressions of CasADi cannot be pickled, and need not be: they follow from the description.
    """

    def __getstate__(self) -> dict[str, object]:
        kind = type(self)
        return {key: value for key, value in vars(self).items() if not isinstance(getattr(kind, key, None), cached_property)}
