"""Stored libraries and graphs are reused, checked and safe under concurrent use; failures of the compiler are reported."""

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
from parados.graph import compiled_library as compiler_module
from parados.graph import kernel as kernel_module
from parados.graph.compiled_library import build_library, compiled_function
from parados.graph.finished_graph import FinishedGraph
from parados.graph.kernel import Kernel
from parados.graph.lane_source import lane_source
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
    """Compile the same kernel in another process and evaluate it."""
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
def messages():
    """Function that returns the warnings of the test so far."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield lambda: [str(w.message) for w in caught]


@pytest.fixture
def builds(monkeypatch):
    """List of the compiled sources; each source is really compiled once, then its library is reused."""
    sources, made = [], {}

    def build(source, flags):
        sources.append(source)
        if source not in made:
            made[source] = build_library(source, flags)
        return made[source]

    monkeypatch.setattr(compiler_module, "build_library", build)
    return sources


def _damaged(content, count):
    """Return `count` damaged variants of a file: truncated, empty, too long, with a changed byte or a changed page."""
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


def test_a_library_is_built_once(folder, builds):
    source = lane_source(_graph(), "scaled", 2)
    compiled_function(source, "scaled")
    (library,) = folder.iterdir()
    made = library.stat().st_mtime_ns
    compiled_function(source, "scaled")
    assert len(builds) == 1
    assert [p.name for p in folder.iterdir()] == [library.name]
    assert library.stat().st_mtime_ns == made


def test_another_source_gives_another_library(folder):
    for factor in (1.5, 2.5):
        compiled_function(lane_source(_graph(factor), "scaled", 2), "scaled")
    assert len(list(folder.iterdir())) == 2


def test_other_flags_or_machines_give_another_library(folder, monkeypatch):
    source = lane_source(_graph(), "scaled", 2)
    compiled_function(source, "scaled")
    monkeypatch.setattr(compiler_module, "FLAGS", tuple("-O1" if f == "-O2" else f for f in compiler_module.FLAGS))
    compiled_function(source, "scaled")
    monkeypatch.setattr("platform.machine", lambda: "another")
    compiled_function(source, "scaled")
    assert len(list(folder.iterdir())) == 3


def test_processes_share_the_cache(folder):
    """Eight processes at once use two kernels: the numbers are right, each kernel has one library, no other file is left."""
    jobs = [(str(folder), factor) for factor in (1.5, 2.5)] * 4
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        results = pool.map(_evaluate, jobs, chunksize=1)
    assert results == [[0.0, 2 * factor] for _, factor in jobs]
    assert sorted(p.suffix for p in folder.iterdir()) == [".so", ".so"]


def test_code_that_does_not_compile_leaves_no_files(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(CompilerError, match="rejected the generated code"):
        compiled_function("this is not C", "scaled")
    assert list(folder.iterdir()) == []
    assert list(tmp_path.iterdir()) == [folder.parent]


def test_parados_works_without_a_usable_cache_folder(tmp_path, folder, messages, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PARADOS_CACHE", str(tmp_path / "file"))
    assert _numbers(_graph()) == [0.0, 5.0]
    assert len(messages()) == 1 and "is a file; set PARADOS_CACHE to a folder" in messages()[0]


@pytest.fixture
def mounted(folder):
    """Function mounted(path, options) that mounts a file system of 64 KiB in memory."""
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


def test_parados_works_with_a_full_disk(folder, mounted, messages):
    """There is one warning for graphs and libraries together."""
    mounted(folder, "noexec")
    (folder / ("0" * 32 + ".so")).write_bytes(bytes(60 * 1024))
    finished = stored_graph(["a robot", "scaled"], lambda: FinishedGraph(_graph(), ("J_td",), np.arange(3000.0)))
    assert _numbers(finished.function) == [0.0, 5.0]
    wanted = f"the cache folder {folder} cannot be written: No space left on device; parados continues without it"
    assert messages() == [wanted]


def test_temporary_folder_without_execute_permission(folder, mounted, tmp_path, messages, monkeypatch):
    mounted(tmp_path / "temporary", "noexec")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    assert _numbers(_graph()) == [0.0, 5.0]
    assert messages() == []
    assert [p.suffix for p in folder.iterdir()] == [".so"]


# -- damaged files ------------------------------------------------------------------------------------------------------


def test_two_hundred_damaged_graphs_are_built_again(folder, messages):
    """The numbers stay right, the program does not crash, and the file is complete afterwards."""
    built = []

    def graph():
        def build():
            built.append(1)
            return FinishedGraph(_graph(), ("J_td",), np.array([0.125]))

        return stored_graph(["a robot", "scaled"], build)

    graph()
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for count, damaged in enumerate(_damaged(whole, 200), start=2):
        path.write_bytes(damaged)
        found = graph()
        assert _numbers(found.function, "vm") == [0.0, 5.0]
        assert (found.pivot_names, found.smallest_pivots.tolist()) == (("J_td",), [0.125])
        assert len(built) == count, "a damaged graph was read as complete"
        assert path.read_bytes() == whole
    graph()
    assert len(built) == 201
    assert messages() == []


def test_two_hundred_damaged_libraries_are_built_again(folder, builds, messages):
    """Files are changed in place while programs use them; the first kernel continues to work."""
    graph = _graph()
    first = Kernel(graph, "c")
    assert first(1, STATE)["y"].ravel().tolist() == [0.0, 5.0]
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for count, damaged in enumerate(_damaged(whole, 200), start=2):
        path.write_bytes(damaged)
        assert _numbers(graph) == [0.0, 5.0]
        assert len(builds) == count, "a damaged library was loaded"
        assert path.read_bytes() == whole
        assert first(1, STATE)["y"].ravel().tolist() == [0.0, 5.0]
    assert messages() == []


def test_damaged_libraries_in_new_processes(folder):
    """New processes with a compiler, which have not loaded the library before, build it again."""
    expected = _evaluate((str(folder), 3.5))
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for damaged in list(_damaged(whole, 6))[1:]:
        path.write_bytes(damaged)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            assert pool.apply_async(_evaluate, [(str(folder), 3.5)]).get(120) == expected


def test_an_undamaged_library_that_cannot_be_loaded_is_built_again(folder, builds, monkeypatch):
    """For example, a library of the same name that was built for another machine."""
    source = lane_source(_graph(4.5), "scaled", 2)
    with monkeypatch.context() as other:
        other.setattr(compiler_module, "build_library", lambda source, flags: b"of another machine")
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
def test_cache_survives_sixteen_processes_and_twenty_kills(folder, tmp_path):
    """Sixteen processes build the same twelve kernels at once; twenty times one is killed at a random moment and restarted."""
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
    subprocess.run(command, env=environment, check=True, capture_output=True)  # finds all entries and removes temporary files
    assert {p: p.stat().st_mtime_ns for p in folder.iterdir()} == {p: t for p, t in kept.items() if not p.name.startswith(".")}
    assert sorted(p.suffix for p in folder.iterdir()) == [".graph"] * 12 + [".so"] * 12
    assert [p.name for p in place.iterdir() if p.name.startswith(".")] == []


# -- compilers that fail ------------------------------------------------------------------------------------------------


@pytest.fixture
def no_compiler(folder, monkeypatch):
    for module in (compiler_module, kernel_module):
        monkeypatch.setattr(module, "compiler", lambda: None)


def test_auto_falls_back_to_vm_with_one_warning(no_compiler, messages):
    kernels = [Kernel(_graph(), "auto") for _ in range(3)]
    assert [k.backend for k in kernels] == ["vm"] * 3
    assert [sentence for sentence in messages() if "C compiler" in sentence] == [
        "no C compiler was found: models run on the CasADi virtual machine, about ten times slower"
    ]
    assert kernels[0](1, STATE)["y"].ravel().tolist() == [0.0, 5.0]


def test_c_without_a_compiler_raises(no_compiler):
    with pytest.raises(CompilerError, match="no C compiler was found"):
        Kernel(_graph(), "c")(1, {"x": np.zeros(2)})


def test_auto_uses_the_compiler_if_there_is_one(folder):
    assert Kernel(_graph(), "auto").backend == "c"


@pytest.fixture
def as_compiler(folder, tmp_path, monkeypatch):
    """Function as_compiler(script) that makes a shell script the compiler."""

    def put(script):
        path = tmp_path / "cc"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        for module in (compiler_module, kernel_module):
            monkeypatch.setattr(module, "compiler", lambda: (str(path), "1.0"))
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        monkeypatch.setattr(compiler_module, "_hung", set())

    return put


def test_a_compiler_that_fails_is_reported_once(as_compiler, messages):
    as_compiler("echo no licence >&2; exit 3")
    kernels = [Kernel(_graph(), "auto") for _ in range(3)]
    assert [k(1, STATE)["y"].ravel().tolist() for k in kernels] == [[0.0, 5.0]] * 3
    assert [k.one(STATE)["y"].ravel().tolist() for k in kernels] == [[0.0, 5.0]] * 3
    assert [k.backend for k in kernels] == ["vm"] * 3
    assert len(messages()) == 1 and "no licence: models run on the CasADi virtual machine" in messages()[0]
    with pytest.raises(CompilerError, match="no licence"):
        Kernel(_graph(), "c")(1, STATE)


def test_a_compiler_that_hangs_is_stopped_with_its_children(as_compiler, folder, tmp_path, messages, monkeypatch):
    """Its child process keeps the outputs open. Parados waits for it once, not for every kernel."""
    as_compiler(f"echo run >> {tmp_path}/runs; sleep 1000 & echo $! > {tmp_path}/child; wait")
    monkeypatch.setenv("PARADOS_COMPILER_TIMEOUT", "0.5")
    kernels = [Kernel(_graph(factor), "auto") for factor in (2.5, 1.5)]
    assert [k(1, STATE)["y"].ravel().tolist() for k in kernels] == [[0.0, 5.0], [0.0, 3.0]]
    assert (tmp_path / "runs").read_text() == "run\n"
    assert len(messages()) == 1 and "did not finish within 0.5 s and was stopped" in messages()[0]
    with pytest.raises(CompilerError, match="PARADOS_COMPILER_TIMEOUT"):
        Kernel(_graph(), "c")(1, STATE)
    assert not _runs(int((tmp_path / "child").read_text()))
    assert not list(folder.iterdir())
    assert not [p for p in tmp_path.iterdir() if p.name.startswith(".")]


def _runs(process):
    """Tell whether a process is running and not a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("limit", ["soon", "0", "-1", "nan", ""])
def test_invalid_time_limit_is_rejected(folder, limit, monkeypatch):
    monkeypatch.setenv("PARADOS_COMPILER_TIMEOUT", limit)
    with pytest.raises(InputError, match="PARADOS_COMPILER_TIMEOUT: a number of seconds above 0 is expected"):
        build_library("void f(void) {}")


# -- hash of the source -------------------------------------------------------------------------------------------------


SHOWING = ("text", "plots", "version")
"""Layers that show results or name the version; they build no graph."""


def test_hashed_layers_are_exactly_those_that_graphs_depend_on():
    package = Path(parados.__file__).parent
    for layer in LAYERS:
        for path in [*package.glob(f"{layer}.py"), *(package / layer).rglob("*.py")]:
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("parados."):
                    assert node.module.split(".")[1] in (*LAYERS, *SHOWING), f"{path.relative_to(package)} imports {node.module}"
    assert not {"cli", "plots", "singularity", "api"} & set(LAYERS)
