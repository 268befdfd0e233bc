"""Conversion of a parados model to Exudyn: the tree and the platform as one kinematic tree, a spherical joint for each closure.

A platform that turns is carried by three slides and three turns about x, y, z; one that does not turn by three slides.
"""

from __future__ import annotations

from typing import Any

import exudyn
import numpy as np
from exudyn import itemInterface
from numpy.typing import NDArray

from parados.model.model import Model
from parados.topology.mechanism import PLATFORM

__all__ = ["as_exudyn"]

Array = NDArray[np.float64]

exu: Any = exudyn
items: Any = itemInterface


def as_exudyn(model: Model, z: Array, efforts: Array) -> tuple[Any, Any]:
    """Build the same robot at the positions z of its joints and of the carriers of its platform; constant efforts (n_a,) act.

    Returns the system container and the system, ready to be solved.
    """
    mechanism, platform = model.mechanism, model.mechanism.platform
    slides = platform.coordinates == (0, 1, 2) and not platform.dependent
    kinds = [exu.JointType.PrismaticZ if joint.unit == "m" else exu.JointType.RevoluteZ for joint in mechanism.joints]
    parents = [joint.antecedent for joint in mechanism.joints]
    frames = [np.asarray(joint.fixed, dtype=float) for joint in mechanism.joints]
    bodies = [np.asarray(joint.standard, dtype=float) for joint in mechanism.joints]
    carriers = [exu.JointType.PrismaticX, exu.JointType.PrismaticY, exu.JointType.PrismaticZ]
    carriers += [] if slides else [exu.JointType.RevoluteX, exu.JointType.RevoluteY, exu.JointType.RevoluteZ]
    for k, kind in enumerate(carriers):
        kinds.append(kind)
        parents.append(-1 if k == 0 else len(kinds) - 2)
        frames.append(np.eye(4))
        bodies.append(np.asarray(platform.standard, dtype=float) if k == len(carriers) - 1 else np.zeros(10))
    container = exu.SystemContainer()
    system = container.AddSystem()
    node = system.AddNode(items.NodeGenericODE2(referenceCoordinates=[0.0] * len(kinds), initialCoordinates=list(z),
                          initialCoordinates_t=[0.0] * len(kinds), numberOfODE2Coordinates=len(kinds)))  # fmt: skip
    masses = [body[9] for body in bodies]
    centres = [body[6:9] / body[9] if body[9] > 0 else np.zeros(3) for body in bodies]
    tau = np.zeros(len(kinds))
    tau[list(mechanism.actuated)] = efforts
    tree = system.AddObject(
        items.ObjectKinematicTree(
            nodeNumber=node,
            jointTypes=kinds,
            linkParents=parents,
            jointTransformations=exu.Matrix3DList([frame[:3, :3] for frame in frames]),
            jointOffsets=exu.Vector3DList([frame[:3, 3] for frame in frames]),
            linkInertiasCOM=exu.Matrix3DList([_central(body, c) for body, c in zip(bodies, centres, strict=True)]),
            linkCOMs=exu.Vector3DList(centres),
            linkMasses=masses,
            baseOffset=[0.0, 0.0, 0.0],
            gravity=list(np.asarray(mechanism.gravity, dtype=float)),
            jointForceVector=list(tau),
        )
    )
    for closure in mechanism.closures:
        ends = [(closure.a, closure.frame_a), (closure.b, closure.frame_b)]
        markers = [_marker(system, tree, len(kinds) - 1 if body == PLATFORM else body, frame) for body, frame in ends]
        system.AddObject(items.ObjectJointSpherical(markerNumbers=markers, constrainedAxes=[1, 1, 1]))
    system.Assemble()
    return container, system


def _marker(system: Any, tree: Any, body: int, frame: Array) -> Any:
    place = [float(value) for value in np.asarray(frame, dtype=float)[:3, 3]]
    return system.AddMarker(items.MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=body, localPosition=place))


def _central(standard: Array, c: Array) -> Array:
    """(3, 3) inertia about the centre of mass of standard parameters (10,)."""
    xx, xy, xz, yy, yz, zz = standard[:6]
    m = standard[9]
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - m * (c @ c * np.eye(3) - np.outer(c, c))
