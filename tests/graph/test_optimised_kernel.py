"""What the compiler's optimisation does to a kernel: nothing but its speed, so that quick tests may do without."""

from __future__ import annotations

import os

import numpy as np
import pytest

from parados.graph import compiler as compiler_module
from parados.graph.kernel import Kernel


@pytest.fixture
def built(tmp_path, monkeypatch):
    """built(graph, flag): a kernel compiled by the system's compiler into an empty cache, with an optimisation flag."""

    def build(graph, flag):
        monkeypatch.setenv("PARADOS_CACHE", str(tmp_path / flag))
        monkeypatch.delenv("CC", raising=False)
        compiler_module.compiler.cache_clear()
        flags = [f for f in compiler_module.FLAGS if not f.startswith("-O")]
        monkeypatch.setattr(compiler_module, "FLAGS", (*flags, flag))
        kernel = Kernel(graph, "c")
        assert kernel._library is not None
        return kernel

    yield build
    monkeypatch.undo()
    compiler_module.compiler.cache_clear()


def test_optimised_numbers_are_the_same_to_the_last_bit(model, some_states, built):
    assert "-O2" in compiler_module.FLAGS, "what users get"
    m = model("gough-stewart-lopes", "vm")
    graph = m.kernel("inverse_dynamics").graph
    states = some_states("gough-stewart-lopes", 20)
    inputs = {key: np.array([getattr(state, key) for state in states]) for key in ("x", "xd", "xdd")}
    inputs["mode"] = m.signs()
    used = {key: inputs[key] for key in Kernel(graph, "vm").inputs}
    plain, fast = (built(graph, flag)(len(states), used) for flag in ("-O0", "-O2"))
    assert all(np.array_equal(plain[key], fast[key]) for key in plain)
    assert np.isfinite(plain["tau"]).all()


def test_quick_compiler_is_told_from_the_real_one(monkeypatch, request):
    quick = request.config.rootpath / "tests" / "quick_cc"
    assert os.access(quick, os.X_OK)
    compiler_module.compiler.cache_clear()
    monkeypatch.setenv("CC", str(quick))
    assert compiler_module.compiler()[1].endswith(", not optimised")
    monkeypatch.undo()
    compiler_module.compiler.cache_clear()
