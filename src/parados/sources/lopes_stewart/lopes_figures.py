"""Figs. 4-6: motion of the actuators, their forces, and the contributions of platform, cylinders and pistons."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.plots.panels import Panel, curves_figure
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, holds, unprinted
from parados.sources.lopes_stewart.model import LopesStewart
from parados.sources.lopes_stewart.there_and_back import CHOICES, engine, evaluate, formulation, there_and_back
from parados.trajectory.motion_table import MotionTable

__all__ = ["actuators", "contributions", "forces", "shares_by_regressor"]

Array = NDArray[np.float64]

TOP_OF_AXIS = 3200.0
"""Only number of Fig. 4 that is readable in the scan [mm]."""

TITLE = "Stewart platform of Lopes"
GROUPS = ("platform", "cylinders", "pistons")


def actuators() -> Reproduction:
    """Compute Fig. 4: lengths, rates and accelerations of the actuators."""
    motion, model = there_and_back(), engine()
    ours = evaluate(formulation()["lengths"], motion)
    general = {
        "l": model.inverse_kinematics(motion.x),
        "ld": model.joint_rates(motion.x, motion.xd),
        "ldd": model.joint_accelerations(*motion.states),
    }
    what = {"l": "lengths", "ld": "rates", "ldd": "accelerations"}
    lines = [agree(f"{what[name]}: formulation and engine", "", difference(ours[name], general[name])) for name in what]
    lines += _lengths(motion, 1e3 * ours["l"])
    labels = {"l": "length [m]", "ld": "rate [m/s]", "ldd": "acceleration [m/s$^2$]"}
    panels = [Panel(label, _by_leg(ours[name])) for name, label in labels.items()]
    figure = curves_figure(motion.t, panels, title=f"{TITLE}, Fig. 4 in a chosen time: actuators")
    units = {"l": "[m]", "ld": "[m/s]", "ldd": "[m/s^2]"}
    table = {f"{name}{leg + 1} {unit}": ours[name][:, leg] for name, unit in units.items() for leg in range(6)}
    return Reproduction(lines, {"actuators": figure}, {"actuators": {"t [s]": motion.t, **table}}, CHOICES)


def _lengths(motion: MotionTable, l: Array) -> list[Line]:  # noqa: E741 - the paper's letter
    at_P_2 = l[len(motion.t) // 2]
    note = "the only number of the figure that is readable in the scan, taken as the top label"
    return [
        unprinted("lengths in P1, all six", float(l[0].mean()), "mm", note="equal, by symmetry"),
        unprinted("lengths in P2", ", ".join(f"{length:.1f}" for length in at_P_2) + " mm"),
        holds(
            "the longest leg fits the axis of Fig. 4(a)", f"up to {TOP_OF_AXIS:.0f} mm", f"{l.max():.1f} mm",
            bool(l.max() < TOP_OF_AXIS), note,
        ),
    ]  # fmt: skip


def forces() -> Reproduction:
    """Compute Fig. 5: forces of the actuators, by momenta (82) and by matrices (81)."""
    motion, lopes = there_and_back(), LopesStewart()
    tau = evaluate(formulation()["inverse_dynamics"], motion)["tau"]
    by_matrices = lopes.function("by_matrices", {"tau": lopes.actuator_forces(lopes.total_force_by_matrices)})
    pistons_twice = lopes.kinetic_force(*GROUPS) + lopes.gravity("platform") + 2 * lopes.gravity("pistons")
    as_printed = evaluate(lopes.function("printed", {"tau": lopes.actuator_forces(pistons_twice)}), motion)["tau"]
    gap = difference(tau, engine().inverse_dynamics(*motion.states))
    lines = [
        agree("formulation and engine", "", gap),
        agree("momenta (82) and matrices (81)", "", difference(tau, evaluate(by_matrices, motion)["tau"])),
        unprinted("force of each actuator at rest in P1", float(tau[0].mean()), "N", note="equal, by symmetry"),
        unprinted("largest force", float(tau.max()), "N"),
        unprinted("smallest force", float(tau.min()), "N"),
        corrected(
            "(83): force at rest in P1, as printed", float(as_printed[0].mean()), float(tau[0].mean()),
            "the gravity of the pistons is given twice, that of the cylinders is missing", "N", differs_by=0.1,
            proof=gap, formula=True,
        ),
    ]  # fmt: skip
    title = f"{TITLE}, Fig. 5 in a chosen time: forces of the actuators"
    figure = curves_figure(motion.t, [Panel("force [N]", _by_leg(tau))], title=title, size=(6.5, 3.6))
    return Reproduction(lines, {"forces": figure}, {"forces": _table(motion, {"tau": tau})}, CHOICES)


def contributions() -> Reproduction:
    """Compute Fig. 6: contributions of platform, cylinders and pistons to the forces of the actuators."""
    motion = there_and_back()
    parts = evaluate(formulation()["contributions"], motion)
    tau = evaluate(formulation()["inverse_dynamics"], motion)["tau"]
    general = shares_by_regressor(motion)
    lines = [agree("the three contributions add up to the forces", "", difference(sum(parts.values(), np.zeros_like(tau)), tau))]
    lines += [agree(f"{name}: formulation and engine's regressor", "", difference(parts[name], general[name])) for name in GROUPS]
    for name in GROUPS:
        lines.append(unprinted(f"{name}, largest contribution", float(np.abs(parts[name]).max()), "N"))
        share = np.linalg.norm(parts[name]) / sum(np.linalg.norm(part) for part in parts.values())
        lines.append(unprinted(f"{name}, share of the contributions' norms", f"{share:.0%}"))
    panels = [Panel(f"force from\n{name} [N]", _by_leg(parts[name])) for name in GROUPS]
    title = f"{TITLE}, Fig. 6 in a chosen time: contributions (three scales)"
    figure = curves_figure(motion.t, panels, title=title)
    return Reproduction(lines, {"contributions": figure}, {"contributions": _table(motion, parts)}, CHOICES)


def shares_by_regressor(motion: MotionTable) -> dict[str, Array]:
    """Return the forces (N, 6) [N] of each group by the engine: the regressor times the parameters of that group only."""
    model = engine()
    Y = model.regressor(*motion.states)
    link = np.array([name.partition("_")[2] for name in model.parameter_names])
    of_group = {
        "platform": link == "p",
        "cylinders": np.char.startswith(link, "yaw") | np.char.startswith(link, "pitch"),
        "pistons": np.char.startswith(link, "l"),
    }
    return {name: Y @ np.where(own, model.parameters, 0.0) for name, own in of_group.items()}


def _by_leg(values: Array) -> dict[str, Array]:
    return {f"leg {leg + 1}": values[:, leg] for leg in range(6)}


def _table(motion: MotionTable, parts: dict[str, Array]) -> dict[str, Array]:
    columns = {f"{name} {leg + 1} [N]": values[:, leg] for name, values in parts.items() for leg in range(6)}
    return {"t [s]": motion.t, **columns}
