"""A stack gives the same numbers as single calls, on both back ends."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest

SAME = 1e-14
"""Relative to the largest entry; one row and many rows use the same kernel, so only the last bit may differ."""

BACKENDS = 1e-11
"""Relative; compiled C may fuse and reorder operations of the virtual machine, so round-off differs."""


def _groups(reference):
    """Group the cases by working mode, because a stack is evaluated in one working mode."""

    def key(case):
        return str(case.get("mode"))

    return [list(group) for _, group in groupby(sorted(reference.cases, key=key), key=key)]


@pytest.mark.parametrize("backend", ["c", "vm"])
def test_stack_equals_single_calls(file, backend, references, model):
    reference, m = references[file], model(file, backend)
    for group in _groups(reference):
        mode = group[0].get("mode")
        x, xd, xdd = (np.array([case[key] for case in group]) for key in ("x", "xd", "xdd"))
        for field in reference.fields:
            stacked = reference.ask(m, field, x, xd, xdd, mode)
            singles = np.array([reference.ask(m, field, *row, mode) for row in zip(x, xd, xdd, strict=True)])
            assert stacked.shape == singles.shape
            assert np.abs(stacked - singles).max() <= SAME * np.abs(singles).max(), field


def test_backends_agree(file, references, model):
    reference = references[file]
    for group in _groups(reference):
        mode = group[0].get("mode")
        x, xd, xdd = (np.array([case[key] for case in group]) for key in ("x", "xd", "xdd"))
        for field in reference.fields:
            c, vm = (reference.ask(model(file, backend), field, x, xd, xdd, mode) for backend in ("c", "vm"))
            assert np.abs(c - vm).max() <= BACKENDS * np.abs(vm).max(), field
