"""Section 10.7 with a controller: the flexible DualEMPS along one edge of its square, its sliders under a PD law.

The book drives the model with measured motions of the sliders. Here the sliders are controlled: by a PD law alone, and by the
same law with the forces of the rigid model as feed-forward. The rest of the error is that of the beams and of friction.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import parados.api as api
from parados.model.model import Model
from parados.plots.panels import Panel, curves_figure
from parados.simulate.damping import ModalDamping
from parados.simulate.elastic_result import ElasticResult
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.simulate.pd_law import PDLaw
from parados.sources.briot_khalil.flexible.histories import BALANCED, LOSSES, RATIO, SQUARE, STEP, TRAVEL, WIDTH, rigid_forces
from parados.sources.entry import Line, Reproduction, holds, unprinted

__all__ = ["one_edge"]

Array = NDArray[np.float64]

BANDWIDTH = 5.0
"""Of the PD law [Hz]."""

REST = 0.2
"""Time after the edge [s]."""


def one_edge() -> Reproduction:
    """Compute the entry 003/control-10.7."""
    model = api.load("dualemps").compile("vm")
    x0 = model.forward_kinematics(SQUARE(np.zeros(1))[0][0], guess=[0.28, 0.79])
    gains, duration = _gains(model, x0), TRAVEL + REST
    law = PDLaw(SQUARE, *gains)
    t = np.arange(0.0, duration + STEP, STEP)
    forces = rigid_forces(model, SQUARE, t, x0)

    def with_model(time: float, q: Array, qd: Array) -> Array:
        return law(time, q, qd) + np.array([np.interp(time, t, forces[:, k]) for k in range(forces.shape[1])])

    simulation = ElasticSimulation.at(model, x0, friction_width=WIDTH, damping=ModalDamping(RATIO))
    results = {"PD law": simulation.driven(law, duration, STEP)}
    results["PD law and rigid model"] = simulation.driven(with_model, duration, STEP)
    errors = {name: _slider_errors(run) for name, run in results.items()}
    figure = curves_figure(
        next(iter(results.values())).t,
        [
            Panel("error of a slider [mm]", {name: 1e3 * error[:, 0] for name, error in errors.items()}),
            Panel("force of a slider [N]", {name: run.efforts[:, 0] for name, run in results.items()}),
        ],
    )
    data = {"t": results["PD law"].t} | {f"error {name}": error[:, 0] for name, error in errors.items()}
    choices = [LOSSES, f"The PD law has a bandwidth of {BANDWIDTH:g} Hz with the masses that the sliders feel at the start."]
    return Reproduction(_lines(results, errors), {"tracking": figure}, {"tracking": data}, choices)


def _gains(model: Model, x0: Array) -> tuple[Array, Array]:
    """Return stiffness and damping of the PD law (n_a,)."""
    back = np.linalg.inv(model.inverse_jacobian(x0))
    mass, omega = np.diag(back.T @ model.mass_matrix(x0) @ back), 2 * np.pi * BANDWIDTH
    return omega**2 * mass, 2 * omega * mass


def _slider_errors(run: ElasticResult) -> Array:
    """(k, n_a) wanted minus simulated positions of the sliders [m]."""
    return np.asarray(SQUARE(run.t).x - run.actuators)


def _lines(results: dict[str, ElasticResult], errors: dict[str, Array]) -> list[Line]:
    lines = []
    for name, run in results.items():
        error, balance = float(1e3 * np.abs(errors[name]).max()), run.energy.relative_error
        lines.append(unprinted(f"{name}: largest error of a slider", error, "mm"))
        lines.append(holds(f"{name}: energy balance", "", f"{balance:.1e} of the largest energy", balance < BALANCED))
    alone, helped = (float(np.abs(error).max()) for error in errors.values())
    told = f"{alone / helped:.1f} times smaller"
    return [*lines, holds("error of the sliders with the rigid model as feed-forward", "", told, helped < alone)]
