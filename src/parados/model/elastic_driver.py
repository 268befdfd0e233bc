"""Write the test driver of the exported C of a flexible robot: numbers at a few states, and states that must be rejected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.model.c_pieces import DRIVER
from parados.model.c_status import constant
from parados.model.c_text import literal, number

if TYPE_CHECKING:
    from parados.model.elastic_model import ElasticModel

__all__ = ["call_lines", "elastic_driver"]

Array = NDArray[np.float64]

STATES = 3


def elastic_driver(model: ElasticModel, name: str) -> str:
    """Write the C program; the expected numbers in it are computed by the Python model."""
    return DRIVER.format(name=name, body="\n".join(_lines(model, name)))


def _lines(model: ElasticModel, name: str) -> Iterator[str]:
    rng, n, n_a = np.random.default_rng(4), len(model.names), len(model.actuated)
    sampled = model._evaluation.graphs.states[:STATES]
    home = np.concatenate([model.undeformed(model.model.survey.home), np.zeros(n)])
    own = [model._evaluation.graphs.equations.independent]
    for state in [*sampled, home]:
        z, zd, tau, qdd_a = state[:n], state[n:], rng.normal(size=n_a), rng.normal(size=n_a)
        at, found = model.equations(z, zd), model.inverse_dynamics(z, zd, qdd_a)
        yield from call_lines(name, "model", {"z": z, "zd": zd}, {"M": at.M.ravel(), "c": at.c})
        arguments = {"z": z, "zd": zd, "qdd_a": qdd_a}
        yield from call_lines(name, "inverse_dynamics", arguments, {"tau": found.tau, "qdd_c": found.qdd_c})
        yield from call_lines(
            name, "forward_dynamics", {"z": z, "zd": zd, "tau": tau}, {"qdd": model.forward_dynamics(z, zd, tau)}
        )
        yield from call_lines(name, "rates", {"z": z, "qd": zd[tuple(own)]}, {"zd": zd})
        yield from _closed(model, name, z)
    for z, status in ((np.nan * home[:n], "NOT_FINITE"), (home[:n] + 1e-3 * np.arange(1, n + 1), "NOT_CLOSED")):
        if model.dependent or status == "NOT_FINITE":
            yield from call_lines(name, "model", {"z": z, "zd": home[n:]}, {"M": at.M.ravel(), "c": at.c}, status)
            yield from call_lines(name, "rates", {"z": z, "qd": np.zeros(len(model.independent))}, {"zd": home[n:]}, status)
    lost = {"z": home[:n], "zd": home[n:], "tau": np.full(n_a, np.inf)}
    yield from call_lines(name, "forward_dynamics", lost, {"qdd": at.c}, "NOT_FINITE")


def call_lines(
    name: str, what: str, values: Mapping[str, Array], expected: Mapping[str, Array], status: str = "OK", first: str = ""
) -> Iterator[str]:
    """Yield C lines that call a function and compare its results or, if `status` is not "OK", its status.

    first : an argument before the arrays, or an empty text
    """
    yield "  {"
    yield from (f"    const double {key}[{len(v)}] = {{{', '.join(map(number, v))}}};" for key, v in values.items())
    yield from (f"    double found_{key}[{len(value)}];" for key, value in expected.items())
    passed = ", ".join([*([first] if first else []), *values, *(f"found_{key}" for key in expected)])
    yield f"    const {name}_status status = {name}_{what}({passed});"
    for key, value in expected.items():
        if status == "OK":
            yield f"    {constant(f'expected_{key}', value)}"
            yield f"    compare({literal(what)}, status, {len(value)}, found_{key}, expected_{key});"
        else:
            yield f"    fails({literal(what)}, status, {name}_{status}, {name}_{status}, {len(value)}, found_{key});"
    yield "  }"


def _closed(model: ElasticModel, name: str, z: Array) -> Iterator[str]:
    """Yield C lines that change the dependent coordinates of z a little, and check that NAME_close restores z."""
    near = z.copy()
    near[model._evaluation.graphs.equations.dependent] += 1e-5
    yield "  {"
    yield f"    double z[{len(z)}] = {{{', '.join(map(number, near))}}};"
    yield f"    {constant('expected', z)}"
    yield f"    compare({literal('close')}, {name}_close(z), {len(z)}, z, expected);"
    yield "  }"
