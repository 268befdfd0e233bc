"""Result of `physical_parameters`: real bodies, how well they explain the estimate, and what the prior had to decide."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from parados.identify.body_priors import BodyPrior, central_inertia
from parados.spatial.inertia import pseudo_inertia
from parados.text.result_display import Display, Shown, Table

__all__ = ["PhysicalBody", "PhysicalFit", "lowest_eigenvalue", "physical_body"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PhysicalBody:
    """A body of the result.

    Attributes
    ----------
    name : name of the joint of the link, or "p" for the platform
    mass, file_mass : [kg]
    com : (3,) centre of mass in the frame of the body [m]
    inertia : (3, 3) inertia matrix about the centre of mass, axes of the body's frame [kg m^2]
    standard : (10,) xx xy xz yy yz zz mx my mz m
    lowest : smallest eigenvalue of the pseudo-inertia [kg, kg m^2]; not negative for a real body
    """

    name: str
    mass: float
    file_mass: float
    com: Array
    inertia: Array
    standard: Array
    lowest: float


def lowest_eigenvalue(standard: Array) -> float:
    """Return the smallest eigenvalue of the pseudo-inertia (4, 4) of ten standard parameters."""
    return float(np.linalg.eigvalsh(pseudo_inertia(standard))[0])


def physical_body(body: BodyPrior, standard: Array) -> PhysicalBody:
    """Describe the body with ten standard parameters."""
    com, inertia = central_inertia(standard)
    return PhysicalBody(body.name, float(standard[9]), float(body.file[9]), com, inertia, standard, lowest_eigenvalue(standard))


@dataclass(frozen=True)
class PhysicalFit(Shown):
    """Standard parameters of real bodies.

    Attributes
    ----------
    standard : all standard parameters, name -> value [SI units], in the order of `model.parameter_names`
    names, values : names (n_b,) and values (n_b,) of the base parameters of this set
    estimate : (n_b,) base parameters of the unconstrained estimate
    misfit : (values - estimate)^T information (values - estimate); n_b is a usual size if the information is right
    rows : number of measured efforts behind the information, or None
    bodies : the bodies that the program decided
    shares : share of the data in the knowledge of each parameter, name -> 0 (prior alone) to 1 (data alone)
    at_prior : names of the parameters of the set that the data do not determine; they stay at, or follow from, the prior
    active : bounds that hold with equality
    remarks : sentences about priors that differ from the file, and about round-off
    distance, weight : as in the call
    """

    standard: dict[str, float]
    names: tuple[str, ...]
    values: Array
    estimate: Array
    misfit: float
    rows: int | None
    bodies: tuple[PhysicalBody, ...]
    shares: dict[str, float] = field(repr=False)
    at_prior: tuple[str, ...]
    active: tuple[str, ...]
    remarks: tuple[str, ...]
    distance: str
    weight: float

    @property
    def parameters(self) -> Array:
        """(n_p,) all standard parameters, as `model.parameters`."""
        return np.array(list(self.standard.values()))

    @property
    def residual_ratio(self) -> float:
        """Weighted residual of the efforts, divided by that of the unconstrained estimate; NaN without `rows`."""
        if self.rows is None:
            return float("nan")
        return float(np.sqrt(1 + self.misfit / (self.rows - len(self.names))))

    @property
    def feasible(self) -> bool:
        """True if every body is a real one; checked with eigenvalues, independent of the solver."""
        return all(body.lowest >= 0 and body.mass > 0 for body in self.bodies)

    def _display(self) -> Display:
        facts: dict[str, object] = {
            "bodies": f"{len(self.bodies)}, {'all of them real' if self.feasible else 'NOT all of them real'}",
            "distance to the estimate": f"chi-square {self.misfit:.3g} over {len(self.names)} base parameters",
        }
        if self.rows is not None:
            facts["errors of the efforts"] = f"{self.residual_ratio:.4f} times those of the unconstrained estimate"
        facts["nearest to the robot file by"] = f"{self.distance} distance, weight {self.weight:g}"
        facts["not shown by the data"] = f"{len(self.at_prior)} of {len(self.shares)} parameters, which follow the robot file"
        facts["bounds reached"] = "; ".join(self.active) or "none"
        head = ("body", "mass [kg]", "file [kg]", "x [m]", "y [m]", "z [m]", "Ixx [kg m²]", "Iyy [kg m²]", "Izz [kg m²]")
        cells = [
            [body.name, *[f"{v:.4g}" for v in (body.mass, body.file_mass, *_rounded(body.com), *np.diag(body.inertia))]]
            for body in self.bodies
        ]
        return Display("Physically consistent parameters", facts, [Table(head, cells)], "\n".join(self.remarks))


def _rounded(com: Array) -> Array:
    """Set what is round-off beside the largest coordinate of a centre of mass (3,) to zero."""
    return np.where(np.abs(com) < 1e-9 * np.abs(com).max(initial=0.0), 0.0, com)
