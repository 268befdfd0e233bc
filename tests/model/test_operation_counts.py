"""Numbers of operations for one state. They are exact properties of the graph: they may fall, but must not grow."""

from __future__ import annotations

import casadi as ca
import pytest
from helpers.four_bar_chain import four_bar_chain

from parados.api import Robot
from parados.graph.c_source import operations
from parados.robot.reading import parse_robot

REACHED = {
    "3-rpr": 410,
    "3-rrr": 528,
    "3-prrr-redundant": 468,
    "c5": 483,
    "c5-plates-on-rods": 176,
    "delta-d3-1200": 301,
    "delta-d3-1200-simplified": 246,
    "dualv": 452,
    "five-bar": 144,
    "five-bar-feasible": 265,
    "five-bar-split": 144,
    "gough-stewart-fried": 1938,
    "gough-stewart-fried-constant": 1896,
    "gough-stewart-lopes": 1602,
    "gough-stewart-lopes-fat": 1686,
    "orthoglide": 324,
    "tripteron": 388,
    "3-prs": 859,
    "3-rps": 933,
    "3-upu": 465,
    "agile-eye": 542,
    "andrews-squeezer": 399,
    "exechon": 1091,
    "hexaglide": 1849,
    "linear-delta": 172,
    "quadrupteron": 426,
    "schoenflies-4-ruu": 858,
    "tricept": 1172,
    "par2": 216,
    "quattro": 733,
    "h4": 756,
    "3-rps-wrist": 1099,
}
"""Present numbers of operations of the inverse dynamics, the inverse geometry in closed form included; lower them when the engine
gets better."""

SLACK = 1.02
"""Allowed increase: CasADi versions may visit equal expressions in a different order."""

FORWARD = 3.0
"""Largest cost of the forward dynamics over that of the inverse dynamics: a mass matrix, its solution and the bias."""


@pytest.mark.parametrize("name", REACHED)
def test_operations_of_the_inverse_dynamics_do_not_grow(name, model):
    total = model(name).kernel("inverse_dynamics").operations["total"]
    assert total <= SLACK * REACHED[name]


def test_operations_of_the_forward_dynamics_are_bounded_by_the_inverse_dynamics(every_robot, model):
    m = model(every_robot)
    totals = {name: m.kernel(name).operations["total"] for name in ("forward_dynamics", "inverse_dynamics")}
    assert totals["forward_dynamics"] <= FORWARD * totals["inverse_dynamics"]


def test_every_operation_is_counted_once():
    a, b = ca.SX.sym("a"), ca.SX.sym("b")
    f = ca.Function("f", [a, b], [ca.sqrt(a * b + a / b) - ca.sin(a), 2 * b, a * a])
    assert operations(f) == {"+": 1, "-": 1, "*": 3, "/": 1, "sqrt": 1, "other": 1}


def test_operation_count_equals_that_of_the_c_code(model):
    kernel = model("five-bar").kernel("inverse_dynamics")
    assert kernel.c_source().count("const double a") == kernel.operations["total"]


def test_operations_grow_linearly_with_the_number_of_loops():
    """Each four-bar of a chain adds about 75 operations to the inverse dynamics, however long the chain is."""

    def count(loops):
        robot = Robot(parse_robot(four_bar_chain(loops), "chain.yaml"))
        return robot.compile("vm").kernel("inverse_dynamics").operations["total"]

    assert count(5) - count(2) <= 1.05 * 3 * (count(2) - count(1))
