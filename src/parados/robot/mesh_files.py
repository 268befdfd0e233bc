"""Pictures of bodies in a robot file: STL and OBJ files beside it. No model depends on them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pydantic import Field, field_validator

from parados.errors import InputError
from parados.robot.fields import FrameSpec, Number, Spec

if TYPE_CHECKING:
    from parados.robot.description import RobotSpec

__all__ = ["MOST_BYTES", "MeshSpec", "file_meshes", "mesh_path", "missing_meshes"]

KINDS = (".stl", ".obj")

MOST_BYTES = 30_000_000
"""Largest size of a mesh file."""


class MeshSpec(Spec):
    """A mesh that shows a body: `file` beside the robot file, `scale` from its unit to metres, `frame` in the body's frame."""

    file: str = Field(min_length=1)
    scale: Number = Field(default=1.0, gt=0)
    frame: FrameSpec = FrameSpec()

    @field_validator("file")
    @classmethod
    def _check_file(cls, file: str) -> str:
        path = PurePosixPath(file)
        if not file.isprintable():
            raise ValueError(f"{file!r:.60} is not the name of a file; use letters, digits and signs that can be printed")
        if "\\" in file or ":" in file or path.is_absolute() or ".." in path.parts:
            raise ValueError(f"{file!r:.60} is not beside the robot file; give a name such as leg.stl, or meshes/leg.stl")
        if path.suffix.lower() not in KINDS:
            raise ValueError(f"{file!r:.60} is not a mesh; use a file that ends in {' or '.join(KINDS)}")
        return file


def file_meshes(spec: RobotSpec) -> Iterator[tuple[str, str, MeshSpec]]:
    """Yield the place in the file, the body (a joint, "platform" or "base") and the mesh of every body that has one."""
    if spec.mesh is not None:
        yield "mesh", "base", spec.mesh
    if spec.platform.mesh is not None:
        yield "platform.mesh", "platform", spec.platform.mesh
    for k, leg in enumerate(spec.legs):
        for j, joint in enumerate(leg.joints):
            if joint.mesh is not None:
                yield f"legs[{k}].joints[{j}].mesh ({joint.name})", joint.name, joint.mesh


def mesh_path(spec: RobotSpec, mesh: MeshSpec) -> Path:
    """Return the file of a mesh; raises InputError if it is missing, too large, or not below the folder of the robot file."""
    if spec.folder is None:
        raise InputError(f"{mesh.file} is beside a robot file, but this robot was not read from a file")
    folder = spec.folder.resolve()
    path = (folder / mesh.file).resolve()
    if not path.is_relative_to(folder):
        raise InputError(f"{mesh.file} leads out of the folder of the robot file")
    if not path.is_file():
        raise InputError(f"{mesh.file} is not beside the robot file, in {folder}")
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise InputError(f"{mesh.file} has {size / 1e6:.0f} MB; a mesh has at most {MOST_BYTES / 1e6:.0f} MB")
    return path


def missing_meshes(spec: RobotSpec) -> Iterator[str]:
    """Yield a sentence for each mesh of a robot file that cannot be found; the file of each is looked for once."""
    if spec.folder is None:
        return
    seen: set[str] = set()
    for place, _, mesh in file_meshes(spec):
        if mesh.file not in seen:
            seen.add(mesh.file)
            try:
                mesh_path(spec, mesh)
            except InputError as error:
                yield f"{place}: {error}; the body is shown without it"
