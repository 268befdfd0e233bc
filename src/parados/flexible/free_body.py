"""One flexible body by itself (Briot & Khalil 10.2, 10.61):

    [f, m, s] = M_j [v_dot, omega_dot, qdd] + c_j

f and m are the force and the moment on the body at the origin of its frame, s the generalised forces on its elastic
coordinates q; all vectors are in the axes of its frame. The matrices come from the wrench that the models of robots use.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import ValidationError

from parados.arguments import instance, vector
from parados.errors import InputError
from parados.flexible.body_integrals import BodyIntegrals
from parados.flexible.elastic_wrench import ElasticMotion, elastic_forces, elastic_wrench
from parados.flexible.elements import element_integrals
from parados.robot.beams import BeamSpec
from parados.robot.sentences import sentences
from parados.spatial.vectors import SX, tangent
from parados.storage.travel import WithoutDerived
from parados.text.result_display import Display, Shown, Table

__all__ = ["FreeBody", "beam_body"]

Array = NDArray[np.float64]

STILL = np.zeros(3)


@dataclass(frozen=True, eq=False, repr=False)
class FreeBody(WithoutDerived, Shown):
    """A flexible body that is not connected to anything.

    Attributes
    ----------
    integrals : its constants (10.35), (10.40)-(10.60): m, s0, S (MS_de), beta (MS_re, undeformed), Irr, N0, C, Mee, Kee
    names : names of its n elastic coordinates
    """

    integrals: BodyIntegrals
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        instance("integrals", self.integrals, BodyIntegrals, "the constants of a flexible body (BodyIntegrals)")

    def mass_matrix(self, q: ArrayLike | None = None) -> Array:
        """(6 + n, 6 + n) M_j over [v_dot, omega_dot, qdd] at elastic coordinates q (n,), undeformed by default; (F.10)."""
        return np.array(self._graphs(self._coordinates("q", q), np.zeros(self.integrals.n), STILL, STILL)[0].full())

    def bias(
        self,
        q: ArrayLike | None = None,
        qd: ArrayLike | None = None,
        omega: ArrayLike | None = None,
        *,
        gravity: ArrayLike | None = None,
    ) -> Array:
        """(6 + n,) c_j: centrifugal, Coriolis, elastic and gravity terms; arguments that are not given are zero.

        q, qd : (n,) elastic coordinates and their rates
        omega : (3,) angular velocity of the frame;  gravity : (3,) acceleration of gravity, both in the axes of the frame
        """
        spin = STILL if omega is None else vector("omega", omega, 3)
        g = STILL if gravity is None else vector("gravity", gravity, 3)
        found = self._graphs(self._coordinates("q", q), self._coordinates("qd", qd), spin, g)[1]
        return np.array(found.full().ravel())

    def _coordinates(self, name: str, value: ArrayLike | None) -> Array:
        n = self.integrals.n
        return np.zeros(n) if value is None else vector(name, value, n)

    @cached_property
    def _graphs(self) -> ca.Function:
        """Function of q, qd, omega and gravity that returns M_j and c_j."""
        n = self.integrals.n
        q, qd, omega, gravity = SX.sym("q", n), SX.sym("qd", n), SX.sym("omega", 3), SX.sym("gravity", 3)
        moving = SX.sym("moving", 6 + n)  # v_dot, omega_dot, qdd
        elastic = ElasticMotion(q, qd, moving[6:])
        w = elastic_wrench(self.integrals, elastic, moving[:3] - gravity, omega, tangent(omega, moving[3:6]))
        forces = ca.vertcat(w.rigid.f, w.rigid.c, w.e + elastic_forces(self.integrals, q))
        (c,) = ca.substitute([forces], [moving], [SX.zeros(6 + n, 1)])
        return ca.Function("free_body", [q, qd, omega, gravity], [ca.densify(ca.jacobian(forces, moving)), ca.densify(c)])

    def _display(self) -> Display:
        M, K = self.mass_matrix(), self.integrals.Kee
        names = self.names or tuple(f"q{k + 1}" for k in range(self.integrals.n))
        rows = [[name, f"{M[6 + k, 6 + k]:.5g}", f"{K[k, k]:.5g}"] for k, name in enumerate(names)]
        facts = {"mass [kg]": f"{self.integrals.m:.6g}", "elastic coordinates": self.integrals.n}
        return Display("Flexible body", facts, [Table(["coordinate", "M_kk", "K_kk"], rows)])


def beam_body(**beam: Any) -> FreeBody:
    """Build one element of a beam, clamped at the origin of its frame and along x, with the keys of `beams` in a robot file.

    Its coordinates are the displacements and rotations dx dy dz rx ry rz of its tip (dx dy rz if `planar`), then internal ones if
    `shapes` has more functions. `integrals.Kee` is (F.9), `mass_matrix()` (F.10)-(F.11), `integrals.S` (F.12), `integrals.beta`
    (F.13) and `integrals.Mee` (F.14), with the corrections of the errata.

    Examples
    --------
    >>> body = beam_body(length=0.4, section={"rectangle": (0.02, 0.03)}, E=74e9, nu=0.33, rho=2800)
    """
    try:
        spec = BeamSpec.model_validate(beam)
    except ValidationError as error:
        raise InputError("beam: " + "; ".join(sentences(error, ()))) from error
    tip = ("dx", "dy", "rz") if spec.planar else ("dx", "dy", "dz", "rx", "ry", "rz")
    integrals = element_integrals(spec)
    return FreeBody(integrals, (*tip, *[f"m{k + 1}" for k in range(integrals.n - len(tip))]))
