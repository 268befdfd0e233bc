"""Build the result of a rigid run from the states that were kept."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.model.cut_model import CutModel, CutPose
from parados.model.cut_poses import accelerations_of, coordinates_in_time, rate_rows
from parados.simulate.elastic_result import EnergyReport
from parados.simulate.run_record import RunRecord
from parados.simulate.simulated_run import Run

__all__ = ["StateRows", "result_of_states", "rigid_result"]

Array = NDArray[np.float64]


class StateRows(NamedTuple):
    """Kept states of a run: t (k,), z, zd, zdd (k, n_z), reference (k, 9), efforts (k, n_a), and energies sums (k, 3):
    work of the actuators, work of the wrench, lost energy."""

    t: Array
    z: Array
    zd: Array
    zdd: Array
    reference: Array
    efforts: Array
    sums: Array


def rigid_result(cut: CutModel, record: RunRecord, first: Array, complete: bool, method: str) -> Run:
    """Build the result of a run with error control; first : (n_x,) x at the start."""
    kept = record.kept
    z, reference = (np.array([getattr(state.pose, name) for state in kept]) for name in ("z", "reference"))
    zd, zdd, efforts, sums = (np.array([getattr(state, name) for state in kept]) for name in ("zd", "zdd", "efforts", "sums"))
    rows = StateRows(np.array([state.t for state in kept]), z, zd, zdd, reference, efforts, sums)
    told = f"{method}, {record.steps} steps, {record.charts} charts of the closed configurations"
    return result_of_states(cut, rows, first, events=tuple(record.events), complete=complete, method=told)


def result_of_states(cut: CutModel, states: StateRows, first: Array, **about: Any) -> Run:
    """Evaluate poses, energies and closures at the kept states.

    first : (n_x,) x at the start;  about : the fields `events`, `complete`, `method` and others of the result
    """
    mechanism = cut.mechanism
    z, zd, zdd, reference, sums = states.z, states.zd, states.zdd, states.reference, states.sums
    now = cut.report(z, zd, reference, zdd)
    frames, n_t = now["frame"], cut.n_t
    x = coordinates_in_time(mechanism, z, frames, first)
    rates = [rate_rows(mechanism, *at) @ own for *at, own in zip(x, frames, now["by_rates"], zd, strict=True)]
    moving = zip(x, frames, now["twist"], now["acceleration"], zdd, strict=True)
    potential, springs = now["potential"][:, 0], now["springs"][:, 0]
    energy = EnergyReport(now["kinetic"][:, 0], springs, potential - springs, sums[:, 0], sums[:, 2], sums[:, 1])
    return Run(
        model=cut.model,
        t=states.t,
        x=x,
        xd=np.array(rates),
        xdd=np.array([accelerations_of(mechanism, *each) for each in moving]),
        joints=z[:, :n_t],
        joint_rates=zd[:, :n_t],
        joint_accelerations=zdd[:, :n_t],
        frames=None if mechanism.platform.is_absent else frames,
        efforts=states.efforts,
        energy=energy,
        closure=np.array([np.abs(cut.closing(CutPose(*pose))[0]).max(initial=0.0) for pose in zip(z, reference, strict=True)]),
        **about,
    )
