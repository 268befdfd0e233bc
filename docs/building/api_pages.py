"""Public functions that have the name of their module, such as `parados.plan.cross`: the reference would show the module."""

from __future__ import annotations

from importlib import import_module

__all__ = ["with_functions_of_modules"]

BLOCK = """
::: {place}.{name}
    options:
      show_root_heading: true
      show_root_toc_entry: true
"""


def with_functions_of_modules(text: str, page: str) -> str:
    """Return the text of a page of the reference with blocks for these functions."""
    folder, _, name = page.removesuffix(".md").rpartition("/")
    package = f"parados.{name}"
    if folder != "api" or f"::: {package}\n" not in text:
        return text
    public = import_module(package)
    places = {name: getattr(getattr(public, name), "__module__", "") for name in public.__all__}
    return text + "".join(BLOCK.format(place=place, name=name) for name, place in places.items() if place.endswith(f".{name}"))
