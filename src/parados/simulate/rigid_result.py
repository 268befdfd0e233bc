"""Build the result of a rigid run from the states that were kept."""

from __future__ import annotations

import numpy as np

from parados.model.cut_model import CutModel
from parados.model.cut_poses import accelerations_of, coordinates_in_time, rate_rows
from parados.simulate.elastic_result import EnergyReport
from parados.simulate.run_record import RunRecord
from parados.simulate.simulated_run import Run

__all__ = ["rigid_result"]


def rigid_result(cut: CutModel, record: RunRecord, first: np.ndarray, complete: bool, method: str) -> Run:
    """Evaluate poses, energies and closures at the kept states; first : (n_x,) x at the start."""
    kept, mechanism = record.kept, cut.mechanism
    z, reference = (np.array([getattr(state.pose, name) for state in kept]) for name in ("z", "reference"))
    zd, zdd, efforts, sums = (np.array([getattr(state, name) for state in kept]) for name in ("zd", "zdd", "efforts", "sums"))
    now = cut.report(z, zd, reference, zdd)
    frames, n_t = now["frame"], cut.n_t
    rows = [rate_rows(mechanism, *pair) @ rates for *pair, rates in zip(frames, now["by_rates"], zd, strict=True)]
    moving = zip(frames, now["twist"], now["acceleration"], zdd, strict=True)
    potential, springs = now["potential"][:, 0], now["springs"][:, 0]
    energy = EnergyReport(now["kinetic"][:, 0], springs, potential - springs, sums[:, 0], sums[:, 2], sums[:, 1])
    return Run(
        model=cut.model,
        t=np.array([state.t for state in kept]),
        x=coordinates_in_time(mechanism, z, frames, first),
        xd=np.array(rows),
        xdd=np.array([accelerations_of(mechanism, *each) for each in moving]),
        joints=z[:, :n_t],
        joint_rates=zd[:, :n_t],
        joint_accelerations=zdd[:, :n_t],
        frames=None if mechanism.platform.is_absent else frames,
        efforts=efforts,
        energy=energy,
        closure=np.array([np.abs(cut.closing(state.pose)[0]).max(initial=0.0) for state in kept]),
        events=tuple(record.events),
        complete=complete,
        method=f"{method}, {record.steps} steps, {record.charts} charts of the closed configurations",
    )
