"""The quantity that the forward geometry iterates with: positions of the actuated joints and their derivatives."""

from __future__ import annotations

import casadi as ca

from parados.kinematics.structured_solve import Pivots
from parados.model.graphs import Graphs
from parados.model.kinematic_quantities import inverse_jacobian
from parados.model.options import Options
from parados.model.quantity import Quantity, entering, matrix, vector
from parados.spatial.vectors import SX

__all__ = ["FORWARD"]

FORWARD: dict[str, Quantity] = {}
quantity = entering(FORWARD)


@quantity({"reached": vector, "slopes": matrix, "reach": vector}, public=False)
def forward_step(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Positions q(x) of the actuated joints, J_inv, and the discriminants of the inverse geometry, negative out of reach."""
    geometry = graphs.survey.geometry
    q = ca.vertcat(*[geometry.joints[k].q for k in graphs.mechanism.actuated])
    slopes = inverse_jacobian(graphs, options, pivots)["inverse_jacobian"]
    return {"reached": q, "slopes": slopes, "reach": geometry.discriminants()}
