"""A robot as solids in a scene of viser; `show` moves them to another pose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from parados.plots.skeleton_parts import SkeletonPart, skeleton_parts
from parados.studio.body_meshes import BodyMesh, body_meshes
from parados.studio.scene_colours import COLOURS, Colour
from parados.studio.solid_shapes import Mesh, ball, box, coil, cylinder, hull, quaternions_of
from parados.topology.mechanism import BASE, PLATFORM

if TYPE_CHECKING:
    from collections.abc import Callable

    from viser import SceneApi


__all__ = ["PlacedRobot", "RobotScene", "robot_size"]

Array = NDArray[np.float64]


class PlacedRobot(Protocol):
    """A robot with the frames of its bodies: a `PosedRobot`, or a robot whose loops are open."""

    @property
    def model(self) -> Any:
        """The model, or a robot without one; both have a mechanism and a description."""

    @property
    def bodies(self) -> Array:
        """(n_t + 2, 4, 4) frames of all bodies in base axes."""

    @property
    def platform(self) -> Array:
        """(4, 4) frame of the platform in base axes."""

    @property
    def beyond(self) -> Array:
        """(n_t,) distance of every joint beyond its limits [rad, m]."""


THIN = 0.011
"""Radius of a bar, over the size of the robot."""

OVERHANG = 0.12
"""Length of a rail beyond its slider, over the size of the robot."""

#: kind of part -> (shape, colour, radius over that of a bar, half length over the radius of a bar)
MARKS: dict[str, tuple[Mesh, str, float, float]] = {
    "motor": (cylinder(24), "actuated", 2.6, 2.9),
    "pin": (cylinder(), "pin", 1.7, 2.2),
    "ball": (ball(), "ball", 2.0, 2.0),
    "slider": (box(), "actuated", 2.4, 3.2),
    "base": (box(), "ground", 2.3, 1.4),
}

#: kind of segment -> colour, radius over that of a bar
SEGMENTS: dict[str, tuple[str, float]] = {"bar": ("link", 1.0), "rail": ("rail", 1.3), "strut": ("link", 0.85)}

BARREL = 1.7
"""Radius of the barrel of a strut, over that of a bar."""


def robot_size(pose: PlacedRobot) -> float:
    """Return the largest extent of the joints and of the platform at a pose [m]."""
    points = skeleton_parts(pose.model).placed(pose.bodies)
    return max(float(np.ptp(points, axis=0).max()), 1e-6)


class RobotScene:
    """Solids of one robot below one node of a scene.

    scene : scene of a server or of one client;  name : node, e.g. "/robot";  opacity : below 1 for a ghost
    clicked : function of the part that a user clicks;  told : function of the sentence about a mesh that cannot be shown
    """

    def __init__(
        self,
        scene: SceneApi,
        pose: PlacedRobot,
        *,
        name: str = "/robot",
        opacity: float = 1.0,
        clicked: Callable[[SkeletonPart], None] | None = None,
        told: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.scene, self.name, self.opacity, self.clicked = scene, name, opacity, clicked
        self.size = robot_size(pose)
        self.radius = THIN * self.size
        self._batches: dict[str, tuple[NDArray[np.intp], Any]] = {}
        self._own_colours: dict[str, NDArray[np.uint8]] = {}
        self._painted: set[str] = set()
        self._root = scene.add_frame(name, show_axes=False)
        self._describe(pose, told)
        self._add(pose)
        self.show(pose)

    def show(self, pose: PlacedRobot) -> None:
        """Move all solids to a pose of the same robot."""
        points, axes = self._plan.placed(pose.bodies), self._plan.axes(pose.bodies)
        for kind, (which, handle) in self._batches.items():
            starts, ends = points[self._plan.starts[which]], self._ends(points, which)
            places = self._places(kind, starts, ends, axes[which])
            handle.batched_positions, handle.batched_wxyzs, handle.batched_scales = places
        self._mark_limits(pose)
        for mesh, handle in zip(self._meshes, self._mesh_nodes, strict=True):
            handle.position, handle.wxyz = pose.bodies[mesh.body, :3, 3], _quaternion(pose.bodies[mesh.body])
        if self._plate is not None:
            self._plate.position = pose.platform[:3, 3]
            self._plate.wxyz = _quaternion(pose.platform)
        for spring, handle in self._coils:
            start = self._plan.starts[spring]
            handle.points = coil(points[start : start + 2], 2.2 * self.radius).astype(np.float32)

    def rebuild(self, pose: PlacedRobot) -> None:
        """Show another robot of the same structure, e.g. with other lengths, in place of this one."""
        self._describe(pose, lambda _: None)
        for mesh, handle in zip(self._meshes, self._mesh_nodes, strict=True):
            handle.vertices, handle.faces = mesh.vertices, mesh.triangles
        if self._plate is not None:
            vertices, triangles = self.plate_mesh(pose)
            self._plate.vertices, self._plate.faces = vertices.astype(np.float32), triangles.astype(np.uint32)
        self.show(pose)

    def remove(self) -> None:
        """Remove the robot from the scene."""
        self._root.remove()

    @property
    def visible(self) -> bool:
        return bool(self._root.visible)

    @visible.setter
    def visible(self, visible: bool) -> None:
        self._root.visible = visible

    @property
    def batched_parts(self) -> dict[str, list[SkeletonPart]]:
        """The nodes with many solids -> the part of each solid."""
        return {f"{self.name}/{kind}": [self._plan.parts[k] for k in which] for kind, (which, _) in self._batches.items()}

    @property
    def body_nodes(self) -> dict[str, int]:
        """The nodes with one solid -> its body: a link, PLATFORM or BASE."""
        nodes = {f"{self.name}/mesh{k}": mesh.body for k, mesh in enumerate(self._meshes)}
        return nodes if self._plate is None else {**nodes, f"{self.name}/platform": PLATFORM}

    @property
    def spring_nodes(self) -> dict[str, SkeletonPart]:
        """The nodes of springs -> their parts."""
        return {f"{self.name}/spring{which}": self._plan.parts[which] for which, _ in self._coils}

    def part_names(self, pose: PlacedRobot) -> list[tuple[str, Array]]:
        """List the joints, closures and springs with their places (3,), each name once."""
        points = self._plan.placed(pose.bodies)
        seen: dict[str, Array] = {}
        for part, start in zip(self._plan.parts, self._plan.starts, strict=True):
            if part.kind in ("motor", "pin", "ball", "slider", "strut", "spring"):
                middle = points[start : start + len(part.points)].mean(axis=0)
                seen.setdefault(part.name, middle)
        return list(seen.items())

    def _describe(self, pose: PlacedRobot, told: Callable[[str], None]) -> None:
        self._plan = skeleton_parts(pose.model)
        self._joint_of = {joint.name: k for k, joint in enumerate(pose.model.mechanism.joints)}
        self._meshes = body_meshes(pose.model, told)
        meshed = {mesh.body for mesh in self._meshes}
        #: kinds of the parts; "" for bars of bodies that have a mesh
        self._kinds = ["" if part.kind == "bar" and part.points[0].body in meshed else part.kind for part in self._plan.parts]
        joints = pose.model.mechanism.joints
        #: bodies that bend; a bar belongs to the body of its first point, and its name is that of the joint at its end
        self._elastic = {k for k, joint in enumerate(joints) if joint.beams or joint.superelement}

    def _add(self, pose: PlacedRobot) -> None:
        kinds = self._kinds
        for kind, (shade, _) in SEGMENTS.items():
            colours = [self._shade(part, shade) for part, own in zip(self._plan.parts, kinds, strict=True) if own == kind]
            self._add_batch(kind, kinds, cylinder(), colours)
        if "strut" in kinds:
            count = kinds.count("strut")
            barrels = ["barrel" if kind == "strut" else "" for kind in kinds]
            self._add_batch("barrel", barrels, cylinder(), [COLOURS["actuated"]] * count)
        for kind, (mesh, shade, _, _) in MARKS.items():
            self._add_batch(kind, kinds, mesh, [COLOURS[shade]] * kinds.count(kind))
        self._coils: list[tuple[int, Any]] = []
        for which, part in enumerate(self._plan.parts):
            if part.kind == "spring":
                wire = np.zeros((1, 2, 3), dtype=np.float32)
                node = f"{self.name}/spring{which}"
                self._coils.append(
                    (which, self.scene.add_line_segments(node, wire, COLOURS["spring"], thickness=2.5, thickness_units="screen"))
                )
        self._mesh_nodes = [self._add_mesh(k, mesh) for k, mesh in enumerate(self._meshes)]
        self._add_plate(pose)

    def _add_mesh(self, number: int, mesh: BodyMesh) -> Any:
        shade = COLOURS["platform" if mesh.body == PLATFORM else "ground" if mesh.body == BASE else "link"]
        return self.scene.add_mesh_simple(
            f"{self.name}/mesh{number}", mesh.vertices, mesh.triangles, color=shade, flat_shading=True, side="double",
            opacity=None if self.opacity >= 1 else self.opacity,
        )  # fmt: skip

    def _shade(self, part: SkeletonPart, shade: str) -> Colour:
        return COLOURS["beam" if part.kind == "bar" and part.points[0].body in self._elastic else shade]

    def _add_batch(self, kind: str, kinds: list[str], mesh: Mesh, colours: list[Colour]) -> None:
        which = np.array([k for k, own in enumerate(kinds) if own == kind], dtype=np.intp)
        if not len(which):
            return
        handle = self.scene.add_batched_meshes_simple(
            f"{self.name}/{kind}",
            *mesh,
            np.tile([1.0, 0.0, 0.0, 0.0], (len(which), 1)),
            np.zeros((len(which), 3)),
            batched_scales=np.ones((len(which), 3)),
            batched_colors=np.array(colours, dtype=np.uint8),
            opacity=None if self.opacity >= 1 else self.opacity,
            lod="off",
            cast_shadow=self.opacity >= 1,
        )
        if self.clicked is not None:
            handle.on_click(lambda event: self._tell(which, event.instance_index))
        self._batches[kind] = (which, handle)
        self._own_colours[kind] = np.array(colours, dtype=np.uint8)

    def _tell(self, which: NDArray[np.intp], index: int | None) -> None:
        if self.clicked is not None and index is not None:
            self.clicked(self._plan.parts[which[index]])

    def _add_plate(self, pose: PlacedRobot) -> None:
        """Add the platform: the hull of its corners, in its own frame."""
        self._plate = None
        if pose.model.mechanism.platform.is_absent or any(mesh.body == PLATFORM for mesh in self._meshes):
            return
        vertices, triangles = self.plate_mesh(pose)
        self._plate = self.scene.add_mesh_simple(
            f"{self.name}/platform", vertices.astype(np.float32), triangles.astype(np.uint32), color=COLOURS["platform"],
            opacity=0.75 if self.opacity >= 1 else self.opacity, flat_shading=True, side="double",
        )  # fmt: skip

    def plate_mesh(self, pose: PlacedRobot) -> Mesh:
        """Return the platform as a solid in its own frame [m]."""
        points = self._plan.placed(pose.bodies)
        pairs = zip(self._plan.parts, self._plan.starts, strict=True)
        own = [start for part, start in pairs if part.kind in ("corner", "origin")]
        local = (points[own] - pose.platform[:3, 3]) @ pose.platform[:3, :3]
        return hull(local, 1.6 * self.radius)

    def _ends(self, points: Array, which: NDArray[np.intp]) -> Array:
        """(n, 3) last points of the parts `which`."""
        last = [self._plan.starts[k] + len(self._plan.parts[k].points) - 1 for k in which]
        return points[last]

    def _places(self, kind: str, starts: Array, ends: Array, axes: Array) -> tuple[Array, Array, Array]:
        """Return positions (n, 3), quaternions (n, 4) and scales (n, 3) of the solids of a kind."""
        r = self.radius
        if kind in MARKS:
            _, _, radius, half = MARKS[kind]
            shift = axes * half * r if kind in ("motor", "pin") else np.zeros_like(axes)  # cylinders start at z = 0
            long = 2 * half * r if kind in ("motor", "pin") else half * r
            return starts - shift, quaternions_of(axes), np.tile([radius * r, radius * r, long], (len(starts), 1))
        if kind == "rail":
            along = np.where(np.einsum("ij,ij->i", ends - starts, axes) < 0, -1.0, 1.0)[:, None] * axes * OVERHANG * self.size
            starts, ends = starts - along, ends + along
        if kind == "barrel":
            ends = (starts + ends) / 2
        thick = r * (BARREL if kind == "barrel" else SEGMENTS[kind][1])
        length = np.linalg.norm(ends - starts, axis=1)
        return starts, quaternions_of(ends - starts), np.stack([np.full_like(length, thick)] * 2 + [length], axis=1)

    def _mark_limits(self, pose: PlacedRobot) -> None:
        """Paint joints beyond their limits red."""
        beyond = {pose.model.joint_names[k] for k in np.flatnonzero(pose.beyond)}
        if beyond == self._painted:
            return
        for kind in ("motor", "pin", "slider", "barrel", "rail"):
            if kind in self._batches:
                which, handle = self._batches[kind]
                shades = self._own_colours[kind].copy()
                shades[[self._plan.parts[k].name in beyond for k in which]] = COLOURS["beyond"]
                handle.batched_colors = shades
        self._painted = beyond


def _quaternion(frame: Array) -> Array:
    from parados.spatial.rotations import quaternion

    return quaternion(frame[:3, :3])
