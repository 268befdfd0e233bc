"""Compare every field of every reference case through the public API, one state at a time."""

from __future__ import annotations

import parados

AGREEMENT = 1e-9
"""Relative; required agreement with a reference that was derived and coded independently."""

ROUND_OFF = 1e-11
"""Relative; round-off between two correct derivations on these cases. The goal is 1e-12."""

WITHOUT_GROUND = ("five-bar", "dualv")
"""Lumped parameters do not determine the ground reaction; these files have no `ground_wrench`."""


def test_every_reference_robot_is_in_the_catalog(references):
    assert set(references) <= set(parados.catalog())


def test_every_field_of_the_reference_files_is_tested(references):
    known = {"x", "xd", "xdd", "mode"} | set(references["dualv"].fields) | {"ground_wrench"}
    for reference in references.values():
        for case in reference.cases:
            assert set(case) <= known
        assert ("ground_wrench" in reference.fields) == (reference.name not in WITHOUT_GROUND)


def test_field_equals_the_reference(file, field, references, model):
    reference, m = references[file], model(file)
    for number, case in enumerate(reference.cases):
        got = reference.ask(m, field, case["x"], case["xd"], case["xdd"], case.get("mode"))
        off = reference.off(m, field, got, case[field])
        assert off < AGREEMENT, f"case {number}: {off:.1e}"


def test_the_default_working_mode_is_that_of_the_reference(file, references, model):
    reference, m = references[file], model(file)
    for case in reference.data["cases"]:
        assert reference.off(m, "q", m.inverse_kinematics(case["x"]), case["q"]) < AGREEMENT


def test_worst_difference_is_round_off(file, references, model, record_property):
    reference, m, worst = references[file], model(file), 0.0
    for case in reference.cases:
        for field in reference.fields:
            got = reference.ask(m, field, case["x"], case["xd"], case["xdd"], case.get("mode"))
            worst = max(worst, reference.off(m, field, got, case[field]))
    record_property("relative difference to the reference", worst)
    assert worst < ROUND_OFF
