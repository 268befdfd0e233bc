"""Compiler optimisation changes only the speed of a kernel, so quick tests can compile without it."""

from __future__ import annotations

import os

import numpy as np
import pytest

from parados.graph import compiled_library as compiler_module
from parados.graph.kernel import Kernel


@pytest.fixture
def built(tmp_path, monkeypatch):
    """Function built(graph, flag): compile a kernel with an optimisation flag by the system's compiler, into an empty cache."""

    def build(graph, flag):
        monkeypatch.setenv("PARADOS_CACHE", str(tmp_path / flag))
        monkeypatch.delenv("CC", raising=False)
        compiler_module.compiler.cache_clear()
        flags = [f for f in compiler_module.FLAGS if not f.startswith("-O")]
        monkeypatch.setattr(compiler_module, "FLAGS", (*flags, flag))
        kernel = Kernel(graph, "c")
        assert kernel.compiled is not None
        return kernel

    yield build
    monkeypatch.undo()
    compiler_module.compiler.cache_clear()


def test_optimised_results_are_equal_to_the_last_bit(model, some_states, built):
    assert "-O2" in compiler_module.FLAGS, "the kernels of users must be optimised"
    m = model("gough-stewart-lopes", "vm")
    graph = m.kernel("inverse_dynamics").graph
    states = some_states("gough-stewart-lopes", 20)
    inputs = {key: np.array([getattr(state, key) for state in states]) for key in ("x", "xd", "xdd")}
    inputs["mode"] = m.signs()
    used = {key: inputs[key] for key in Kernel(graph, "vm").inputs}
    plain, fast = (built(graph, flag)(len(states), used) for flag in ("-O0", "-O2"))
    assert all(np.array_equal(plain[key], fast[key]) for key in plain)
    assert np.isfinite(plain["tau"]).all()


def test_the_quick_compiler_is_marked_as_not_optimised(monkeypatch, request):
    quick = request.config.rootpath / "tests" / "quick_cc"
    assert os.access(quick, os.X_OK)
    compiler_module.compiler.cache_clear()
    monkeypatch.setenv("CC", str(quick))
    assert compiler_module.compiler()[1].endswith(", not optimised")
    monkeypatch.undo()
    compiler_module.compiler.cache_clear()
