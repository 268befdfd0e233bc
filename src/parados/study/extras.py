"""Packages that only studies need."""

from __future__ import annotations

from importlib.util import find_spec

from parados.errors import InputError

__all__ = ["needed"]


def needed(package: str, what: str) -> None:
    """Raise InputError if a package of the extra `study` is not installed."""
    if find_spec(package) is None:
        raise InputError(f"{what} needs the package {package}, which is not installed; install parados[study]")
