"""The quantity that the forward geometry iterates with: positions of the actuated joints and their derivatives."""

from __future__ import annotations

import casadi as ca

from parados.geometry.inverse import InverseGeometry
from parados.kinematics.structured_solve import Pivots
from parados.model.graphs import Graphs
from parados.model.kinematic_quantities import inverse_jacobian
from parados.model.quantity import Options, Quantity, entering, matrix, scalar, vector
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["FORWARD", "points"]

FORWARD: dict[str, Quantity] = {}
quantity = entering(FORWARD)


def points(mechanism: Mechanism, geometry: InverseGeometry) -> list[bool]:
    """Tell for each actuated joint whether its position is found as the direction of a vector, its cosine and its sine."""
    joints = [(mechanism.joints[k], geometry.joints[k].q) for k in mechanism.actuated]
    return [joint.is_periodic and not q.is_constant() and q.is_op(ca.OP_ATAN2) for joint, q in joints]


@quantity({"reached": vector, "aside": vector, "slopes": matrix, "reach": vector, "turning": scalar}, public=False)
def forward_step(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Positions q(x) of the actuated joints, J_inv, and the discriminants of the inverse geometry, negative out of reach.

    A joint that is found as a direction is given by its cosine in `reached` and its sine in `aside`: the angle itself is not
    needed, and takes longer. `turning` is the determinant of T in J_inv = J T; its sign changes where the angles are singular.
    """
    geometry, mechanism = graphs.survey.geometry, graphs.mechanism
    own = [geometry.joints[k] for k in mechanism.actuated]
    pointing = points(mechanism, geometry)
    return {
        "reached": ca.vertcat(*[joint.c if is_vector else joint.q for joint, is_vector in zip(own, pointing, strict=True)]),
        "aside": ca.vertcat(*[joint.s if is_vector else SX(0) for joint, is_vector in zip(own, pointing, strict=True)]),
        "slopes": inverse_jacobian(graphs, options, pivots)["inverse_jacobian"],
        "reach": geometry.discriminants(),
        "turning": ca.det(graphs.transform()),
    }
