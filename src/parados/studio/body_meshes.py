"""Read the meshes of a robot file, each in the frame of its body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.robot.mesh_files import MeshSpec, file_meshes, mesh_path
from parados.spatial.live_numbers import nominal
from parados.topology.mechanism import BASE, PLATFORM

__all__ = ["BodyMesh", "body_meshes", "read_mesh"]

Array = NDArray[np.float64]

MOST_TRIANGLES = 400_000
"""Largest number of triangles of a mesh."""


@dataclass(frozen=True)
class BodyMesh:
    """A mesh on a body: a link of the mechanism, PLATFORM or BASE.

    vertices : (n, 3) in the frame of the body [m];  triangles : (m, 3)
    """

    body: int
    vertices: NDArray[np.float32]
    triangles: NDArray[np.uint32]


def body_meshes(robot: Any, told: Callable[[str], None]) -> list[BodyMesh]:
    """Read all meshes of a robot or model; a mesh that cannot be shown is told in a sentence, and its body is drawn as bars."""
    found: list[BodyMesh] = []
    for place, owner, mesh in file_meshes(robot.spec):
        try:
            body, frame = _placed(robot, owner)
            path = mesh_path(robot.spec, mesh)
            vertices, triangles = _kept(path, path.stat().st_mtime_ns)
        except InputError as error:
            told(f"{place}: {error}")
            continue
        own = frame @ _matrix(mesh)
        points = mesh.scale * vertices @ own[:3, :3].T + own[:3, 3]
        found.append(BodyMesh(body, points.astype(np.float32), triangles.astype(np.uint32)))
    return found


def _matrix(mesh: MeshSpec) -> Array:
    return np.asarray(nominal(mesh.frame.matrix()), dtype=float)


def _placed(robot: Any, owner: str) -> tuple[int, Array]:
    """Return the body that carries a mesh, and the frame (4, 4) of the file in the frame of this body."""
    if owner in ("base", "platform"):
        return (BASE if owner == "base" else PLATFORM), np.eye(4)
    written = {joint.name: joint for leg in robot.spec.legs for joint in leg.joints}
    name, place = written[owner].elementary_names[-1], np.eye(4)
    bodies = {joint.name: k for k, joint in enumerate(robot.mechanism.joints)}
    every = getattr(robot, "robot", robot).links.joints
    links = {joint.name: joint for joint in every}
    while name not in bodies and links[name].welded:  # a fixed link is part of its antecedent
        place, before = np.asarray(nominal(links[name].fixed), dtype=float) @ place, links[name].antecedent
        if before < 0:
            return before, place
        name = every[before].name
    if name not in bodies:
        raise InputError(f"the link of {owner} is not a body of the model of its own; give its mesh to a neighbour")
    return bodies[name], np.asarray(nominal(robot.mechanism.joints[bodies[name]].file_frame), dtype=float) @ place


@lru_cache(maxsize=64)
def _kept(path: Path, stamp: int) -> tuple[Array, NDArray[np.int64]]:
    """Read a mesh once; a file with another time of change is read again."""
    return read_mesh(path)


def read_mesh(path: Path) -> tuple[Array, NDArray[np.int64]]:
    """Return vertices (n, 3) in the unit of the file and triangles (m, 3) of an STL or OBJ file; materials are left out."""
    import trimesh

    try:
        with path.open("rb") as file:
            made: Any = trimesh.load(file, file_type=path.suffix[1:].lower(), force="mesh", skip_materials=True)
        vertices, triangles = np.asarray(made.vertices, dtype=float), np.asarray(made.faces, dtype=np.int64)
    except Exception as error:  # readers of meshes raise errors of many kinds
        raise InputError(f"{path.name} cannot be read as a mesh: {error}") from error
    if not len(triangles) or not np.isfinite(vertices).all():
        raise InputError(f"{path.name} has no triangles")
    if len(triangles) > MOST_TRIANGLES:
        raise InputError(f"{path.name} has {len(triangles):,} triangles; at most {MOST_TRIANGLES:,} are shown")
    return vertices, triangles
