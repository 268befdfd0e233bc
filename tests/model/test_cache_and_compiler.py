"""Compiled libraries and graphs: kept, checked, safe under concurrent use; and what happens when the compiler fails."""

from __future__ import annotations

import ast
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import parados
from parados import CompilerError, InputError
from parados.graph import compiler as compiler_module
from parados.graph import kernel as kernel_module
from parados.graph.c_source import batch_source
from parados.graph.compiled_library import compiled_function
from parados.graph.compiler import build_library
from parados.graph.finished_graph import FinishedGraph
from parados.graph.kernel import Kernel
from parados.graph.stored_graphs import stored_graph
from parados.model.source_hash import LAYERS
from parados.storage import folder as folder_module

STATE = {"x": np.array([0.0, 2.0])}


def _graph(factor=2.5):
    x = ca.SX.sym("x", 2)
    return ca.Function("scaled", [x], [factor * x + ca.sin(x[0])], ["x"], ["y"])


def _numbers(graph, backend="c"):
    return Kernel(graph, backend)(1, STATE)["y"].ravel().tolist()


def _evaluate(args):
    """In another process: compile the same kernel and use it."""
    folder, factor = args
    os.environ["PARADOS_CACHE"] = folder
    return _numbers(_graph(factor))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    path = tmp_path / "deep" / "cache"
    monkeypatch.setenv("PARADOS_CACHE", str(path))
    monkeypatch.setattr(folder_module, "_warned", set())
    monkeypatch.setattr(kernel_module, "_warned", False)
    return path


@pytest.fixture
def told():
    """told(): the warnings of the test so far."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield lambda: [str(w.message) for w in caught]


@pytest.fixture
def builds(monkeypatch):
    """The sources that were compiled; each only once, from then on its library is at hand."""
    sources, made = [], {}

    def build(source):
        sources.append(source)
        if source not in made:
            made[source] = build_library(source)
        return made[source]

    monkeypatch.setattr(compiler_module, "build_library", build)
    return sources


def _spoilt(content, count):
    """`count` variants of a file: cut short, emptied, lengthened, with one byte or a whole page changed."""
    draw = random.Random(5)
    yield from (b"", b"\0" * len(content), content + b"\n", content[: len(content) // 2], content[::-1])
    for k in range(count - 5):
        place = draw.randrange(len(content))
        if k % 8 == 0:
            yield content[:place]
        elif k % 8 == 1:
            yield content[:place] + bytes(4096) + content[place + 4096 :]
        else:
            yield content[:place] + bytes([content[place] ^ draw.randrange(1, 256)]) + content[place + 1 :]


# -- libraries ----------------------------------------------------------------------------------------------------------


def test_a_library_is_made_once(folder, builds):
    source = batch_source(_graph(), "scaled")
    compiled_function(source, "scaled")
    (library,) = folder.iterdir()
    made = library.stat().st_mtime_ns
    compiled_function(source, "scaled")
    assert len(builds) == 1
    assert [p.name for p in folder.iterdir()] == [library.name]
    assert library.stat().st_mtime_ns == made


def test_another_source_is_another_library(folder):
    for factor in (1.5, 2.5):
        compiled_function(batch_source(_graph(factor), "scaled"), "scaled")
    assert len(list(folder.iterdir())) == 2


def test_other_flags_or_machines_are_another_library(folder, monkeypatch):
    source = batch_source(_graph(), "scaled")
    compiled_function(source, "scaled")
    monkeypatch.setattr(compiler_module, "FLAGS", tuple("-O1" if f == "-O2" else f for f in compiler_module.FLAGS))
    compiled_function(source, "scaled")
    monkeypatch.setattr("platform.machine", lambda: "another")
    compiled_function(source, "scaled")
    assert len(list(folder.iterdir())) == 3


def test_processes_share_the_cache(folder):
    """Eight processes at once on two kernels: right numbers, one library each, nothing left over."""
    jobs = [(str(folder), factor) for factor in (1.5, 2.5)] * 4
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        results = pool.map(_evaluate, jobs, chunksize=1)
    assert results == [[0.0, 2 * factor] for _, factor in jobs]
    assert sorted(p.suffix for p in folder.iterdir()) == [".so", ".so"]


def test_refused_code_leaves_nothing(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(CompilerError, match="rejected the generated code"):
        compiled_function("this is not C", "scaled")
    assert list(folder.iterdir()) == []
    assert list(tmp_path.iterdir()) == [folder.parent]


def test_a_cache_that_cannot_be_used_is_done_without(tmp_path, folder, told, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PARADOS_CACHE", str(tmp_path / "file"))
    assert _numbers(_graph()) == [0.0, 5.0]
    assert len(told()) == 1 and "is a file; set PARADOS_CACHE to a folder" in told()[0]


@pytest.fixture
def mounted(folder):
    """mounted(path, options): a file system in memory of 64 KiB."""
    places = []

    def mount(path, options):
        path.mkdir(parents=True, mode=0o700, exist_ok=True)
        command = ["mount", "-t", "tmpfs", "-o", f"size=64k,mode=0700,{options}", "none", str(path)]
        if os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode:
            pytest.skip("no right to mount")
        places.append(path)

    yield mount
    for path in places:
        subprocess.run(["umount", "--lazy", path], check=True)


def test_a_full_disk_is_done_without(folder, mounted, told):
    """One sentence for graphs and libraries together."""
    mounted(folder, "noexec")
    (folder / ("0" * 32 + ".so")).write_bytes(bytes(60 * 1024))
    finished = stored_graph(["a robot", "scaled"], lambda: FinishedGraph(_graph(), ("J_td",), np.arange(3000.0)))
    assert _numbers(finished.function) == [0.0, 5.0]
    wanted = f"the cache folder {folder} cannot be written: No space left on device; parados continues without it"
    assert told() == [wanted]


def test_a_temporary_folder_that_programs_may_not_run_from(folder, mounted, tmp_path, told, monkeypatch):
    mounted(tmp_path / "temporary", "noexec")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    assert _numbers(_graph()) == [0.0, 5.0]
    assert told() == []
    assert [p.suffix for p in folder.iterdir()] == [".so"]


# -- faults in kept files -----------------------------------------------------------------------------------------------


def test_two_hundred_spoilt_graphs_are_built_again(folder, told):
    """Never another number, never a crash; afterwards the file is whole."""
    built = []

    def graph():
        def build():
            built.append(1)
            return FinishedGraph(_graph(), ("J_td",), np.array([0.125]))

        return stored_graph(["a robot", "scaled"], build)

    graph()
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for count, spoilt in enumerate(_spoilt(whole, 200), start=2):
        path.write_bytes(spoilt)
        found = graph()
        assert _numbers(found.function, "vm") == [0.0, 5.0]
        assert (found.pivot_names, found.smallest_pivots.tolist()) == (("J_td",), [0.125])
        assert len(built) == count, "a spoilt graph was taken for whole"
        assert path.read_bytes() == whole
    graph()
    assert len(built) == 201
    assert told() == []


def test_two_hundred_spoilt_libraries_are_built_again(folder, builds, told):
    """Files are changed in place, under the programs that use them; the first kernel goes on as well."""
    graph = _graph()
    first = Kernel(graph, "c")
    assert first(1, STATE)["y"].ravel().tolist() == [0.0, 5.0]
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for count, spoilt in enumerate(_spoilt(whole, 200), start=2):
        path.write_bytes(spoilt)
        assert _numbers(graph) == [0.0, 5.0]
        assert len(builds) == count, "a spoilt library was loaded"
        assert path.read_bytes() == whole
        assert first(1, STATE)["y"].ravel().tolist() == [0.0, 5.0]
    assert told() == []


def test_spoilt_libraries_in_new_processes(folder):
    """The same with a compiler and without anything that was loaded before."""
    expected = _evaluate((str(folder), 3.5))
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for spoilt in list(_spoilt(whole, 6))[1:]:
        path.write_bytes(spoilt)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            assert pool.apply_async(_evaluate, [(str(folder), 3.5)]).get(120) == expected


def test_a_whole_library_that_cannot_be_loaded_is_built_again(folder, builds, monkeypatch):
    """Such as one that was built for another machine under the same name."""
    source = batch_source(_graph(4.5), "scaled")
    with monkeypatch.context() as other:
        other.setattr(compiler_module, "build_library", lambda source: b"of another machine")
        with pytest.raises(CompilerError, match="cannot be loaded"):
            compiled_function(source, "scaled")
    compiled_function(source, "scaled")
    assert len(builds) == 1


REPEATED = """
import sys, numpy as np
sys.path.insert(0, sys.argv[1])
from test_cache_and_compiler import _graph, _numbers
from parados.graph.finished_graph import FinishedGraph
from parados.graph.stored_graphs import stored_graph
print("ready", flush=True)
for k in range(int(sys.argv[2])):
    factor = 1.5 + k
    made = stored_graph(["a robot", f"scaled {k}"], lambda: FinishedGraph(_graph(factor)))
    assert _numbers(made.function) == [0.0, 2 * factor], k
print("right", flush=True)
"""


@pytest.mark.slow
def test_sixteen_processes_and_twenty_kills(folder, tmp_path):
    """Sixteen processes at once make the same twelve kernels; twenty are killed at work, at random moments, and started again."""
    place = tmp_path / "temporary"
    place.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(Path(parados.__file__).parents[1]), "TMPDIR": str(place)}
    command = [sys.executable, "-c", REPEATED, str(Path(__file__).parent), "12"]

    def start():
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)

    draw, running, kills = random.Random(3), [start() for _ in range(16)], 0
    while kills < 20:
        k = kills % 16
        assert running[k].stdout.readline() == "ready\n"
        time.sleep(draw.uniform(0.0, 0.3))
        running[k].send_signal(signal.SIGKILL)
        assert running[k].communicate()[0] in ("", "right\n")
        running[k], kills = start(), kills + 1
    for process in running:
        output, complaint = process.communicate(timeout=300)
        assert (output.removeprefix("ready\n"), process.returncode) == ("right\n", 0), complaint
    kept = {p: p.stat().st_mtime_ns for p in folder.iterdir()}
    subprocess.run(command, env=environment, check=True, capture_output=True)  # finds everything, and tidies up
    assert {p: p.stat().st_mtime_ns for p in folder.iterdir()} == {p: t for p, t in kept.items() if not p.name.startswith(".")}
    assert sorted(p.suffix for p in folder.iterdir()) == [".graph"] * 12 + [".so"] * 12
    assert [p.name for p in place.iterdir() if p.name.startswith(".")] == []


# -- compilers that fail ------------------------------------------------------------------------------------------------


@pytest.fixture
def no_compiler(folder, monkeypatch):
    for module in (compiler_module, kernel_module):
        monkeypatch.setattr(module, "compiler", lambda: None)


def test_auto_falls_back_and_says_so_once(no_compiler, told):
    kernels = [Kernel(_graph(), "auto") for _ in range(3)]
    assert [k.backend for k in kernels] == ["vm"] * 3
    assert [sentence for sentence in told() if "C compiler" in sentence] == [
        "no C compiler was found: models run on the CasADi virtual machine, about ten times slower"
    ]
    assert kernels[0](1, STATE)["y"].ravel().tolist() == [0.0, 5.0]


def test_c_without_a_compiler_raises(no_compiler):
    with pytest.raises(CompilerError, match="no C compiler was found"):
        Kernel(_graph(), "c")(1, {"x": np.zeros(2)})


def test_auto_uses_the_compiler_that_is_there(folder):
    assert Kernel(_graph(), "auto").backend == "c"


@pytest.fixture
def as_compiler(folder, tmp_path, monkeypatch):
    """as_compiler(script): what answers instead of the compiler."""

    def put(script):
        path = tmp_path / "cc"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        for module in (compiler_module, kernel_module):
            monkeypatch.setattr(module, "compiler", lambda: (str(path), "1.0"))
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        monkeypatch.setattr(compiler_module, "_hung", set())

    return put


def test_a_compiler_that_fails(as_compiler, told):
    as_compiler("echo no licence >&2; exit 3")
    kernels = [Kernel(_graph(), "auto") for _ in range(3)]
    assert [k(1, STATE)["y"].ravel().tolist() for k in kernels] == [[0.0, 5.0]] * 3
    assert [k.one(STATE)["y"].ravel().tolist() for k in kernels] == [[0.0, 5.0]] * 3
    assert [k.backend for k in kernels] == ["vm"] * 3
    assert len(told()) == 1 and "no licence: models run on the CasADi virtual machine" in told()[0]
    with pytest.raises(CompilerError, match="no licence"):
        Kernel(_graph(), "c")(1, STATE)


def test_a_compiler_that_hangs_is_stopped_with_its_children(as_compiler, folder, tmp_path, told, monkeypatch):
    """Its child holds the outputs open; it is waited for once, not for every kernel."""
    as_compiler(f"echo run >> {tmp_path}/runs; sleep 1000 & echo $! > {tmp_path}/child; wait")
    monkeypatch.setenv("PARADOS_COMPILER_TIMEOUT", "0.5")
    kernels = [Kernel(_graph(factor), "auto") for factor in (2.5, 1.5)]
    assert [k(1, STATE)["y"].ravel().tolist() for k in kernels] == [[0.0, 5.0], [0.0, 3.0]]
    assert (tmp_path / "runs").read_text() == "run\n"
    assert len(told()) == 1 and "did not finish within 0.5 s and was stopped" in told()[0]
    with pytest.raises(CompilerError, match="PARADOS_COMPILER_TIMEOUT"):
        Kernel(_graph(), "c")(1, STATE)
    assert not _runs(int((tmp_path / "child").read_text()))
    assert not list(folder.iterdir())
    assert not [p for p in tmp_path.iterdir() if p.name.startswith(".")]


def _runs(process):
    """Whether a process is there and not merely waiting to be collected."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("limit", ["soon", "0", "-1", "nan", ""])
def test_a_time_limit_that_is_no_time_is_refused(folder, limit, monkeypatch):
    monkeypatch.setenv("PARADOS_COMPILER_TIMEOUT", limit)
    with pytest.raises(InputError, match="PARADOS_COMPILER_TIMEOUT: a number of seconds above 0 is expected"):
        build_library("void f(void) {}")


# -- what a graph is filed under ----------------------------------------------------------------------------------------


SHOWING = ("text", "plots")
"""Layers that show results; no graph is built by them."""


def test_graphs_depend_on_the_layers_that_are_hashed_and_on_no_other():
    package = Path(parados.__file__).parent
    for layer in LAYERS:
        for path in [*package.glob(f"{layer}.py"), *(package / layer).rglob("*.py")]:
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("parados."):
                    assert node.module.split(".")[1] in (*LAYERS, *SHOWING), f"{path.relative_to(package)} imports {node.module}"
    assert not {"cli", "plots", "singularity", "api"} & set(LAYERS)
