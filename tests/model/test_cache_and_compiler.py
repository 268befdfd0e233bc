"""Compiled libraries: kept, written atomically, safe under concurrent use; and what happens without a compiler."""

from __future__ import annotations

import multiprocessing
import os
import warnings

import casadi as ca
import numpy as np
import pytest

from parados import CompilerError
from parados.model import compiler as compiler_module
from parados.model import kernel as kernel_module
from parados.model.compiler import compile_library
from parados.model.emit import batch_source
from parados.model.kernel import Kernel


def _graph(factor=2.5):
    x = ca.SX.sym("x", 2)
    return ca.Function("scaled", [x], [factor * x + ca.sin(x[0])], ["x"], ["y"])


def _evaluate(args):
    """In another process: compile the same kernel and use it."""
    folder, factor = args
    os.environ["PARADOS_CACHE"] = folder
    return Kernel(_graph(factor), "c")(1, {"x": np.array([0.0, 2.0])})["y"].ravel().tolist()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    path = tmp_path / "deep" / "cache"
    monkeypatch.setenv("PARADOS_CACHE", str(path))
    return path


def test_a_library_is_made_once(folder):
    source = batch_source(_graph(), "scaled")
    first = compile_library(source)
    made = first.stat().st_mtime_ns
    assert compile_library(source) == first
    assert first.stat().st_mtime_ns == made
    assert [p.name for p in folder.iterdir()] == [first.name]


def test_another_source_is_another_library(folder):
    libraries = {compile_library(batch_source(_graph(factor), "scaled")) for factor in (1.5, 2.5)}
    assert len(libraries) == len(list(folder.iterdir())) == 2


def test_other_flags_or_compilers_are_another_library(folder, monkeypatch):
    source = batch_source(_graph(), "scaled")
    first = compile_library(source)
    monkeypatch.setattr(compiler_module, "FLAGS", tuple("-O1" if f == "-O2" else f for f in compiler_module.FLAGS))
    assert compile_library(source) != first


def test_processes_share_the_cache(folder):
    """Eight processes at once on two kernels: right numbers, one library each, nothing left over."""
    jobs = [(str(folder), factor) for factor in (1.5, 2.5)] * 4
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        results = pool.map(_evaluate, jobs, chunksize=1)
    assert results == [[0.0, 2 * factor] for _, factor in jobs]
    assert sorted(p.suffix for p in folder.iterdir()) == [".so", ".so"]


def test_refused_code_leaves_nothing(folder):
    with pytest.raises(CompilerError, match="refused the generated code"):
        compile_library("this is not C")
    assert list(folder.iterdir()) == []


def test_a_cache_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PARADOS_CACHE", str(tmp_path / "file"))
    with pytest.raises(CompilerError, match="PARADOS_CACHE"):
        compile_library(batch_source(_graph(), "scaled"))


@pytest.fixture
def no_compiler(folder, monkeypatch):
    for module in (compiler_module, kernel_module):
        monkeypatch.setattr(module, "compiler", lambda: None)
    monkeypatch.setattr(kernel_module, "_told", False)


def test_auto_falls_back_and_says_so_once(no_compiler):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        kernels = [Kernel(_graph(), "auto") for _ in range(3)]
    assert [k.backend for k in kernels] == ["vm"] * 3
    assert [str(w.message) for w in caught if "C compiler" in str(w.message)] == [
        "no C compiler was found: models run on the CasADi virtual machine, about ten times slower"
    ]
    assert kernels[0](1, {"x": np.array([0.0, 2.0])})["y"].ravel().tolist() == [0.0, 5.0]


def test_c_without_a_compiler_raises(no_compiler):
    with pytest.raises(CompilerError, match="no C compiler was found"):
        Kernel(_graph(), "c")(1, {"x": np.zeros(2)})


def test_auto_uses_the_compiler_that_is_there(folder):
    assert Kernel(_graph(), "auto").backend == "c"
