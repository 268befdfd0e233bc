"""Test mutated robot files and odd calls with a short campaign (`make test`) or a longer one (`make test-all`).

The code that judges the cases is tested too.

`python -m tests.fuzz --files 20000 --calls 10000 --seed 1` runs a whole campaign.
"""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from helpers.plain_messages import LONGEST

import parados
from parados.model.model import Model

from .bad_endings import ends_badly
from .campaign import Case, campaign
from .identities import examined
from .mutations import mutated_file
from .odd_calls import CALLS
from .outcome import Outcome
from .verdicts import judged_error

SEED = 7_000_000


def _outcomes(files: int, calls: int, workers: int) -> list[Outcome]:
    """Run a campaign, check that no case fails, and return the outcomes."""
    cases = [Case("file", SEED + k) for k in range(files)] + [Case("call", SEED + k) for k in range(calls)]
    judged = list(campaign(cases, workers))
    assert [f"{case}: {outcome}" for case, outcome in judged if outcome.failed] == []
    return [outcome for _, outcome in judged]


def _check_shares(outcomes: list[Outcome], working: float, compared: float) -> None:
    """Check that enough cases work and enough identities are compared; a program that rejects everything must not pass."""
    assert np.mean([outcome.kind == "works" for outcome in outcomes]) > working
    others = [outcome.compared for outcome in outcomes if outcome.compared >= 0]
    assert others and np.mean(others) > compared


def test_short_campaign_has_no_failure():
    _check_shares(_outcomes(files=6, calls=24, workers=1), working=0.2, compared=0.5)


@pytest.mark.slow
def test_longer_campaign_has_no_failure():
    _check_shares(_outcomes(files=400, calls=400, workers=2), working=0.25, compared=1.0)


# -- the judge ------------------------------------------------------------------------------------------------------------


def test_same_seed_gives_the_same_file():
    assert [mutated_file(k) for k in range(40)] == [mutated_file(k) for k in range(40)]


def test_crashes_and_hangs_are_reported():
    """Each ends its process; the cases after it are still judged."""
    kinds = ["fine", "crash", "fine", "hang", "fine"]
    found = dict(campaign([Case(kind, k) for k, kind in enumerate(kinds)], 1, ends_badly))
    assert [found[case].kind for case in sorted(found, key=lambda case: case.seed)] == [
        "works",
        "crash",
        "works",
        "hang",
        "works",
    ]


class ValueErrorOfParados(parados.ParadosError):
    """Error whose message is not shortened."""

    def __init__(self, message: str) -> None:
        Exception.__init__(self, message)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (parados.InputError("x: shape (2,) is expected"), "rejected"),
        (KeyError("legs"), "traceback"),
        (ValueErrorOfParados("x" * (LONGEST + 1)), "message"),
        (parados.InputError("'NoneType' object has no attribute 'shape'"), "message"),
        (parados.InputError(" "), "message"),
    ],
)
def test_only_short_plain_messages_of_parados_pass(error, kind):
    assert judged_error(error, "", 0.1).kind == kind
    assert judged_error(error, "", 11.0).failed


class _Altered:
    """Model with one wrong quantity."""

    def __init__(self, model, quantity, change):
        self.model, self.quantity, self.change = model, quantity, change

    def __getattr__(self, name):
        attribute = getattr(self.model, name)
        return (lambda *a, **k: self.change(attribute(*a, **k))) if name == self.quantity else attribute


@pytest.mark.parametrize(
    ("quantity", "change", "identity"),
    [
        ("platform_frame", lambda T: T + 0.001, "closed"),
        ("forward_kinematics", lambda x: x + 1e-4, "forward"),
        ("joint_rates", lambda qd: 1.001 * qd, "rates"),
        ("mass_matrix", lambda M: M + np.array([[0, 1e-3], [0, 0]]), "mass"),
        ("forward_dynamics", lambda xdd: 1.01 * xdd, "efforts"),
        ("inverse_dynamics", lambda tau: 1.01 * tau, "power"),
        ("regressor", lambda Y: 1.01 * Y, "linear"),
    ],
)
def test_wrong_quantity_violates_an_identity(model, quantity, change, identity):
    honest = model("five-bar", "vm")
    assert examined(honest.spec, honest, np.random.default_rng(1)) == ([], 7)
    found = examined(honest.spec, _Altered(honest, quantity, change), np.random.default_rng(1))
    assert any(message.startswith(identity) for message in found.violations)


def test_every_public_method_of_a_model_is_called():
    left_out = {
        "assembly_modes",
        "centre_lines",
        "check_one_robot",
        "continue_assembly",
        "elastic_model",
        "export_c",
        "finished_graph",
        "graph",
        "of_rows",
        "prepare",
        "reach",
        "resolve_redundancy",
        "resolve_redundant_acceleration",
        "single_robot",
        "with_parameters",
        "with_threads",
        "with_values",
        "working_modes",
    }
    quiet = {"at_samples", "diagnose", "quietly", "unknowns"}  # they return NaN without a warning by design
    displays = {"draw", "draw_vibration_modes", "draw_working_modes", "summary"}
    methods = {name for name, _ in inspect.getmembers(Model, inspect.isfunction) if not name.startswith("_")}
    assert methods - set(CALLS) == left_out | quiet | displays
