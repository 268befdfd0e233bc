"""Criteria that a motion must meet to cross a singularity with finite efforts (Briot & Khalil 9.3 and the recipe of 9.6).

At a pose with  J_inv t_s = 0,  the balance  J_inv^T tau = f  requires  t_s^T f = 0: all forces together must have zero
power along the motion t_s that the locked actuators leave free. In the coordinates of the platform this is

    t_s^T w_d = 0                  (9.11)   Type 2
    qd_d^s^T tau_td = 0            (9.15)   LPJTS, in coordinates that stay valid there (`Robot.in_coordinates`)

since f and w_d differ by J_inv^T tau_ta, which does no work on t_s. The criterion is linear in the accelerations and,
without friction, quadratic in the velocities:

    linear . xdd + xd^T quadratic xd + damping . xd + constant + friction(xd) = 0

The constant is the power of gravity and springs; `damping` has the coefficients of dampers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import freeze, instance
from parados.errors import InputError
from parados.kinematics.matrix_display import matrix_table
from parados.model.model import COMPILED, Model
from parados.model.state_arguments import check_state, kept_mode
from parados.singularity.classification import classify
from parados.singularity.leg_scales import structure_of
from parados.text.numbers import number_list
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["CrossingCriterion", "crossing_criterion", "free_motions"]

Array = NDArray[np.float64]

LOST = 1e-7
"""Singular values of the dimensionless J_inv below this count as zero."""


@dataclass(frozen=True)
class CrossingCriterion(Shown):
    """Criterion at one singular pose: k conditions for the k motions that the locked actuators leave free.

    Attributes
    ----------
    motions : (k, n) t_s as rates of x, of unit size when lengths are divided by the characteristic length
    equation : number of the criterion in the book, (9.11) or (9.15)
    """

    model: Model
    x: Array
    mode: ArrayLike | None
    motions: Array
    equation: str

    def __post_init__(self) -> None:
        freeze(self)

    @cached_property
    def linear(self) -> Array:
        """(k, n) coefficients of xdd: t_s^T M."""
        n = self.model.mechanism.n_dof
        x, pushes = np.tile(self.x, (n + 1, 1)), np.vstack([np.eye(n), np.zeros(n)])
        pushed = self.model.platform_force(x, np.zeros((n + 1, n)), pushes, mode=self.mode)  # no friction at rest
        return np.asarray((pushed[:n] - pushed[n]) @ self.motions.T).T

    @cached_property
    def _bias(self) -> tuple[Array, Array, Array]:
        """(n,) constant, (n, n) linear and (n, n, n) quadratic parts of the force without friction at xdd = 0.

        They are found by polarisation: the force is constant + damping xd + xd^T quadratic xd. The constant and the quadratic
        term are its even part in xd; the linear term, which dampers cause, is its odd part.
        """
        n = self.model.mechanism.n_dof
        pairs = [(i, j) for i in range(n) for j in range(i, n)]
        unit = np.eye(n)
        states = np.array([np.zeros(n), *[unit[i] + (unit[j] if i != j else 0) for i, j in pairs]])
        still = np.zeros_like(states)
        forward, back = self._force(states, still), self._force(-states, still)
        values, odd = (forward + back) / 2, (forward - back) / 2
        constant, squares = values[0], dict(zip(pairs, values[1:] - values[0], strict=True))
        quadratic = np.zeros((n, n, n))
        for i, j in pairs:
            both = squares[i, j] if i == j else (squares[i, j] - squares[i, i] - squares[j, j]) / 2
            quadratic[:, i, j] = quadratic[:, j, i] = both
        alone = [1 + k for k, (i, j) in enumerate(pairs) if i == j]
        return constant, odd[alone].T, quadratic

    @property
    def quadratic(self) -> Array:
        """(k, n, n) coefficients of xd xd^T."""
        return np.einsum("kn,nij->kij", self.motions, self._bias[2])

    @property
    def damping(self) -> Array:
        """(k, n) coefficients of xd; zero without dampers."""
        return self.motions @ self._bias[1]

    @property
    def constant(self) -> Array:
        """(k,) constant term, the power of gravity and springs along the free motions."""
        return self.motions @ self._bias[0]

    def _force(self, xd: Array, xdd: Array) -> Array:
        return self.model.platform_force(np.tile(self.x, (len(xd), 1)), xd, xdd, mode=self.mode, friction=False)

    def _rates(self, xd: ArrayLike, xdd: ArrayLike) -> tuple[Array, Array]:
        """Validate xd (n,) and xdd (n,) of one instant."""
        labels = self.model.labels
        return check_state("xd", xd, labels), check_state("xdd", xdd, labels)

    def value(self, xd: ArrayLike, xdd: ArrayLike, friction: bool = True) -> Array:
        """Return (k,) t_s^T f, the power [W] along the free motions; the efforts stay finite if it is zero."""
        xd, xdd = self._rates(xd, xdd)
        return self.motions @ self.model.platform_force(self.x, xd, xdd, mode=self.mode, friction=friction)

    def relative(self, xd: ArrayLike, xdd: ArrayLike, friction: bool = True) -> Array:
        """Return (k,) t_s^T f divided by |t_s| |f|, dimensionless."""
        xd, xdd = self._rates(xd, xdd)
        force = self.model.platform_force(self.x, xd, xdd, mode=self.mode, friction=friction)
        scale = structure_of(self.model).coordinate_scales
        return self.motions @ force / max(float(np.linalg.norm(force * scale)), 1e-300)

    def least_change(self, xd: ArrayLike, xdd: ArrayLike, friction: bool = True) -> Array:
        """Return (n,) the accelerations nearest to `xdd` that meet the criterion at velocities `xd`.

        Nearest means the smallest change in the norm of the mass matrix.
        """
        xd, wanted = self._rates(xd, xdd)
        for _ in range(2):  # the second pass removes the round-off of the first
            share = np.linalg.solve(self.linear @ self.motions.T, self.value(xd, wanted, friction))
            wanted = wanted - self.motions.T @ share
        return wanted

    def function(self) -> ca.Function:
        """Return the criterion as a CasADi function (xd, xdd) -> criterion, for use in other planners."""
        graph = self.model.graph("platform_force")
        n = self.model.mechanism.n_dof
        xd, xdd = ca.SX.sym("xd", n), ca.SX.sym("xdd", n)
        given = {"x": ca.DM(self.x), "xd": xd, "xdd": xdd, "mode": ca.DM(self.model.signs(self.mode))}
        if "unknowns" in graph.name_in():
            given["unknowns"] = ca.DM(self.model.unknowns(self.x, mode=self.mode))
        inputs = {key: given[key] for key in graph.name_in()}
        force = graph(**inputs)["force"]
        return ca.Function("criterion", [xd, xdd], [ca.DM(self.motions) @ force], ["xd", "xdd"], ["criterion"])

    def draw(self) -> Figure:
        """Draw the robot at this pose."""
        return self.model.draw(self.x, mode=self.mode)

    def _display(self) -> Display:
        table = matrix_table("Motions that the locked actuators leave free, t_s", self.motions, columns=self.model.labels["xd"])
        return Display("Crossing criterion", {"x": f"({number_list(self.x)})"}, [table], self.summary(), self.draw)

    def summary(self) -> str:
        """Write the criteria as equations, without negligible terms."""
        names = self.model.labels["xd"]
        lines = []
        for m, Q, d, c in zip(self.linear, self.quadratic, self.damping, self.constant, strict=True):
            terms = [(value, f"d2({name})") for value, name in zip(m, names, strict=True)]
            for i in range(len(names)):
                terms += [(Q[i, j] * (1 if i == j else 2), f"d({names[i]}) d({names[j]})") for j in range(i, len(names))]
            terms += [(value, f"d({name})") for value, name in zip(d, names, strict=True)]
            largest = max(abs(value) for value, _ in [*terms, (c, "")])
            shown = [f"{value:+.4g} {what}" for value, what in terms if abs(value) > 1e-9 * largest]
            gravity = [f"{c:+.4g}"] if abs(c) > 1e-9 * largest else []
            lines.append(f"{self.equation}: " + " ".join([*shown, *gravity]) + self._friction_term() + " = 0")
        return "\n".join(lines)

    def _friction_term(self) -> str:
        passive = [joint.friction for k, joint in enumerate(self.model.mechanism.joints) if k in self.model.mechanism.passive]
        has_friction = any(law.acts for law in passive)
        return " + friction of the passive joints" if has_friction else ""


def free_motions(model: Model, x: Array, mode: ArrayLike | None) -> tuple[Array, float]:
    """Return (k, n) rates of x in the null space of the dimensionless J_inv, and its smallest singular value.

    A row longer than 1 is made a unit row, as its leg may be close to the border of its reach. A row that vanishes belongs to an
    actuator that does not move with the platform, such as a slider at its dead centre.
    """
    structure = structure_of(model)
    scale = structure.coordinate_scales
    out = model.quietly("twist_jacobian", x[None], mode=mode)
    J = out["J"][0] @ out["T"][0] * scale / structure.joint_scales[list(model.mechanism.actuated), None]
    if not np.isfinite(J).all():
        raise model.diagnose(x, mode=mode)
    _, sizes, Vt = np.linalg.svd(J / np.maximum(np.linalg.norm(J, axis=1, keepdims=True), 1.0))
    lost = sizes < LOST
    motions = Vt[: len(sizes)][lost]
    largest = np.take_along_axis(motions, np.abs(motions).argmax(axis=1)[:, None], axis=1)
    return motions * np.sign(largest) * scale, float(sizes[-1])


def crossing_criterion(model: Model, x: ArrayLike, *, mode: ArrayLike | None = None) -> CrossingCriterion:
    """Build the criterion at a singular pose (n_x,), in the coordinates of the model."""
    pose = check_state("x", x, instance("model", model, Model, COMPILED).labels)
    motions, smallest = free_motions(model, pose, mode)
    if not len(motions):
        raise InputError(
            f"x = {np.round(pose, 6).tolist()} is not singular: the smallest singular value of the "
            f"dimensionless J_inv is {smallest:.2g}; parados.singularity.nearest_singularity finds the nearest singular pose"
        )
    kinds = classify(model, pose, mode=mode, tolerance=1e-5).kinds
    equation = "(9.15)" if "LPJTS" in kinds and "Type 2" not in kinds else "(9.11)"
    return CrossingCriterion(model, pose, kept_mode(model, mode), motions, equation)
