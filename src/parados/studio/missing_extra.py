"""Say which packages the studio needs, if they are missing."""

from __future__ import annotations

from parados.errors import InputError

__all__ = ["check_extra"]


def check_extra() -> None:
    """Raise InputError with the command that installs the packages of the studio, if they are missing."""
    try:
        import viser  # noqa: F401
    except ImportError as error:
        raise InputError(f'studio: the package {error.name} is missing; install it with: pip install "parados[studio]"') from None
