"""Live parameters: a thousand designs in one call, and another robot of a known structure, against compiling each design."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

import parados
from benchmarks.timing import best_of

__all__ = ["live"]

DESIGNS, STATES = 1000, 200


def live() -> Iterator[tuple[str, float, str]]:
    """Yield description, figure and unit."""
    robot = parados.load("delta-d3-1200")
    names = list(robot.parameters)
    model, plain = robot.compile(live=names), robot.compile()
    for name in ("inverse_dynamics", "jacobian"):
        ratio = model.kernel(name).operations["total"] / plain.kernel(name).operations["total"]
        yield f"Delta, nine live parameters: operations of {name}, live over frozen", ratio, "-"
    motion, values = _cycle(), _designs(robot, names)
    x, xd, xdd = (np.tile(part, (DESIGNS, 1)) for part in motion)
    model.inverse_dynamics(x[:2], xd[:2], xdd[:2])
    model.jacobian(x[:2])

    def all_designs() -> None:
        model.inverse_dynamics(x, xd, xdd, parameters=values)
        model.jacobian(x, parameters=values)

    together = best_of(all_designs)
    yield f"{DESIGNS} Delta designs x {STATES} states, efforts and Jacobian, one stacked call each", together, "s"
    alone = _one_by_one(robot, motion)
    yield "the same, every design as a robot of its own (4 measured)", alone * DESIGNS, "s"
    yield "ratio", alone * DESIGNS / together, "-"
    robot.with_parameters(l1=0.38).compile()
    ready = best_of(lambda: robot.with_parameters(l1=0.39).compile())
    yield "with_parameters(...).compile() of a known structure", 1e3 * ready, "ms"
    robot.with_payload(1.0).compile()
    yield "with_payload(...).compile() of a known structure", 1e3 * best_of(lambda: robot.with_payload(2.0).compile()), "ms"


def _cycle() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    angle = np.linspace(0, 2 * np.pi, STATES)
    x = np.stack([0.15 * np.cos(angle), 0.15 * np.sin(angle), -0.8 + 0.03 * np.sin(angle)], axis=1)
    xd = np.gradient(x, axis=0) * 50
    return x, xd, np.gradient(xd, axis=0) * 50


def _designs(robot: parados.Robot, names: list[str]) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {name: np.repeat(robot.parameters[name] * (1 + 0.05 * rng.uniform(-1, 1, DESIGNS)), STATES) for name in names}


def _one_by_one(robot: parados.Robot, motion: tuple[np.ndarray, np.ndarray, np.ndarray]) -> float:
    """Return the time [s] of one design that is loaded and compiled from its own description."""
    specs = [robot.with_parameters(l1=0.371 + 0.001 * k).spec for k in range(4)]
    start = time.perf_counter()
    for spec in specs:
        model = parados.Robot(spec).compile()
        model.inverse_dynamics(*motion)
        model.jacobian(motion[0])
    return (time.perf_counter() - start) / len(specs)
