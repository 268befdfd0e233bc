"""Remember in the cache which robot files passed every check, and the remarks on them.

A file that passed needs no second check as long as nothing changes on which the answer depends: the description, the source of
parados that reads, surveys and checks it, the meshes that are missing, and the versions of the libraries that compute. Their
hash is the name of the entry.
Only valid robots are stored. What else a survey finds (the inverse geometry, the samples) is computed again when it is needed.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING

from parados.model.source_hash import SOURCE_HASH, hash_of_source
from parados.robot.mesh_files import missing_meshes
from parados.storage.entries import discard_entry, read_entry, write_entry
from parados.storage.folder import cache_folder, has_cache, warn_unwritable

if TYPE_CHECKING:
    from parados.robot.description import RobotSpec

__all__ = ["FURTHER_LAYERS", "keep_remarks", "known_remarks"]

FURTHER_LAYERS = ("version", "text", "cluster", "trajectory", "singularity", "checks", "remarks", "known_robots", "api")
"""Layers on which the answer depends, in addition to those of `source_hash`."""

LIBRARIES = ("numpy", "scipy", "casadi", "pydantic", "pyyaml")
"""Libraries on which the answer depends."""


def known_remarks(spec: RobotSpec) -> tuple[str, ...] | None:
    """Return the remarks on a robot that passed every check before; None if it is not known or there is no cache."""
    if not has_cache():  # a robot that is rejected leaves nothing behind
        return None
    try:
        folder, entry = cache_folder(), _entry(spec)
    except OSError:
        return None
    content = read_entry(folder, entry)
    if content is None:
        return None
    try:
        remarks = json.loads(content)["remarks"]
        if isinstance(remarks, list) and all(isinstance(one, str) for one in remarks):
            return tuple(remarks)
    except (ValueError, KeyError, TypeError):
        pass
    discard_entry(folder, entry)  # undamaged, but not written by this function
    return None


def keep_remarks(spec: RobotSpec, remarks: tuple[str, ...]) -> None:
    """Store that a robot has passed every check, with its remarks."""
    try:
        folder = cache_folder()
    except OSError:
        return  # there is not even a temporary folder
    try:
        write_entry(folder, _entry(spec), json.dumps({"remarks": remarks}).encode())
    except OSError as error:
        warn_unwritable(folder, error)


def _entry(spec: RobotSpec) -> str:
    """Return the name of the entry of a description."""
    missing = list(missing_meshes(spec))  # files beside the robot file may come and go
    described = f"{spec.model_dump_json()}\0{spec.file!r}\0{spec.is_chart}\0{spec.first_axes}\0{missing}"
    return hashlib.sha256(f"{described}\0{_engine()}".encode()).hexdigest()[:32] + ".verdict"


@cache
def _engine() -> str:
    """Return the source and the libraries that check robots, as one text."""
    return "\0".join([SOURCE_HASH, hash_of_source(FURTHER_LAYERS), *(version(name) for name in LIBRARIES)])
