"""Exported C with wrench, friction switch, regressor, as a single header, with a manifest, and for a Cortex-M7."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tests.model.c_builds import C99, CPP, SANITIZED, STRICT, build_and_run
from tests.model.conftest import as_library

import parados
from parados.graph import code_measurement
from parados.graph.code_measurement import deepest

HERE = Path(__file__).parents[1] / "robots"
RUBBING = str(HERE / "delta-sprung.yaml")
"""A Delta robot with springs, and with friction in many joints."""

SERIAL = str(Path(__file__).parent / "arm-6r.yaml")
SLOW = (RUBBING, "3-prs", "gough-stewart-lopes", "dualv", "h4", SERIAL)
ROBOTS = ["five-bar", *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)]

SAME = 1e-12
"""Error relative to the largest entry: other operations of about the same number."""

LIBM = {
    "fmax",
    "fmin",
    "fabs",
    "sin",
    "cos",
    "sincos",
    "tan",
    "atan2",
    "acos",
    "asin",
    "atan",
    "sqrt",
    "floor",
    "exp",
    "tanh",
    "pow",
}

START = Path(__file__).parent / "cortex_m7_start.c"
CORTEX_M7 = ["-mcpu=cortex-m7", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv5-d16"]


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """Function from the name of a robot to the files of an export with everything."""
    everything = {"loaded": True, "regressor": True, "manifest": True}
    return cache(lambda name: parados.load(name).compile("vm").export_c(tmp_path_factory.mktemp("loaded"), **everything))


@pytest.fixture(scope="module")
def library(loaded):
    return cache(lambda name: as_library(parados.load(name).compile("vm"), loaded(name)[:3]))


def states(model, count=6):
    rng, survey, n = np.random.default_rng(8), model.survey, model.mechanism.n_dof
    for _ in range(count):
        x = survey.home + rng.uniform(-0.1, 0.1, len(survey.home)) * (survey.upper - survey.lower)
        known = {"x": x, "mode": model.signs(), "unknowns": model.unknowns(x)}
        yield {**known, "xd": rng.normal(size=n), "xdd": rng.normal(size=n), "wrench": 10 * rng.normal(size=6)}


def called(c, function, values, outputs):
    """Call an exported function with the arguments that its graph takes; returns its only output."""
    held = [np.ascontiguousarray(values[key], dtype=float) for key in arguments(c, function) if key in values]
    result = np.full(outputs, 7.0)
    assert c._run(function, [*held, result]) == 0
    return result


def arguments(c, function):
    """Names of the inputs of a function, as its header declares them."""
    text = c.header.read_text().partition(f"{c.name}_{function}(")[2].partition(")")[0]
    return [part.split("[")[0].split()[-1] for part in text.split(",") if part.strip().startswith("const")]


@pytest.mark.parametrize("robot", ROBOTS)
def test_wrench_and_friction_give_the_numbers_of_python(robot, library, loaded):
    c = library(robot)
    c.header = loaded(robot)[0]
    model, n_a = c.model, len(c.model.labels["tau"])
    for state in states(model):
        x, xd, xdd = (state[key] for key in ("x", "xd", "xdd"))
        wrench = {"wrench": state["wrench"]} if model.spec.has_platform else {}
        for factor in (0.0, 1.0):
            options = {**wrench, "friction": bool(factor)}
            tau = model.inverse_dynamics(x, xd, xdd, **options)
            state["friction"] = [factor]
            close_to(called(c, "inverse_dynamics_loaded", state, n_a), tau)
            state["tau"] = tau
            close_to(called(c, "forward_dynamics_loaded", state, len(xdd)), model.forward_dynamics(x, xd, tau, **options))
            if not wrench:
                close_to(called(c, "bias_loaded", state, len(xdd)), model.bias(x, xd, friction=options["friction"]))
        off, on = (model.inverse_dynamics(x, xd, xdd, **wrench, friction=f) for f in (False, True))
        state["friction"] = [0.3]
        close_to(called(c, "inverse_dynamics_loaded", state, n_a), off + 0.3 * (on - off))


def close_to(got, wanted):
    assert np.abs(got - wanted).max() <= SAME * max(np.abs(wanted).max(), 1.0)


@pytest.mark.parametrize("robot", ROBOTS)
def test_efforts_are_the_regressor_times_the_exported_parameters(robot, library, loaded):
    c = library(robot)
    c.header = loaded(robot)[0]
    n_a, n_p = len(c.model.labels["tau"]), len(c.model.parameters)
    exported = np.ctypeslib.as_array((np.ctypeslib.ctypes.c_double * n_p).in_dll(c.library, f"{c.name}_dynamic_parameters"))
    assert np.array_equal(exported, c.model.parameters)
    for state in states(c.model):
        Y = called(c, "regressor", state, n_a * n_p).reshape(n_a, n_p)
        close_to(Y @ exported, c.model.inverse_dynamics(state["x"], state["xd"], state["xdd"]))


BUILDS = {"c99": C99, "c++17": CPP, "sanitized": SANITIZED}


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("build", [b if b == "c99" else pytest.param(b, marks=pytest.mark.slow) for b in BUILDS])
def test_driver_of_all_functions_passes(robot, build, loaded):
    build_and_run(loaded(robot)[:3], BUILDS[build])


@pytest.mark.slow
@pytest.mark.parametrize("robot", ["five-bar", RUBBING, "3-prs"])
def test_valgrind_finds_nothing_in_all_functions(robot, loaded):
    assert shutil.which("valgrind"), "this test needs valgrind: install the package of that name"
    build_and_run(loaded(robot)[:3], ["gcc", "-std=c99", "-O1", "-g"], ("valgrind", "-q", "--error-exitcode=9"))


# -- single header --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("build", [C99, CPP])
@pytest.mark.parametrize("robot", ["five-bar", pytest.param("3-prs", marks=pytest.mark.slow)])
def test_single_header_needs_no_source(robot, build, tmp_path):
    model = parados.load(robot).compile("vm")
    files = model.export_c(tmp_path, single_header=True)
    assert [f.suffix for f in files] == [".h", ".c"] and files[1].name.startswith("test_")
    build_and_run(files, build)


def test_single_header_may_be_included_in_many_files(tmp_path):
    header, test = parados.load("five-bar").compile("vm").export_c(tmp_path, single_header=True)
    (tmp_path / "other.c").write_text(f'#include "{header.name}"\nint other(void) {{ return (int)five_bar_OK; }}\n')
    subprocess.run([*C99, test, "other.c", "-o", "both", "-lm"], cwd=tmp_path, check=True)
    subprocess.run(["./both"], cwd=tmp_path, check=True, capture_output=True)


@pytest.mark.parametrize("key", ["loaded", "regressor", "single_header", "manifest"])
def test_options_are_truth_values(key, tmp_path):
    with pytest.raises(parados.InputError, match=f"^{key}: "):
        parados.load("five-bar").compile("vm").export_c(tmp_path, **{key: "yes"})


# -- manifest -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("robot", ROBOTS)
def test_manifest_tells_what_every_function_costs(robot, loaded):
    header, source, test, manifest = loaded(robot)
    told = json.loads(manifest.read_text())
    assert told["files"] == [header.name, source.name, test.name]
    assert told["static_bytes"] == 0, "no static state"
    assert set(told["calls"]) - {"memset"} <= LIBM, "compilers set large arrays to zero with memset"
    prototypes = {line.partition("(")[0].split("_status ")[1] for line in header.read_text().splitlines() if ");" in line}
    assert {f"{header.stem}_{key}" for key in told["functions"]} == prototypes
    model = parados.load(robot).compile("vm")
    for key, one in told["functions"].items():
        assert one["stack_bytes"] > 0 and one["worst_time_ns"] > 0
        if key in ("inverse_dynamics", "mass_matrix", "regressor"):
            assert sum(one["operations"].values()) == model.kernel(key).operations["total"]
    assert told["code_bytes"] > 1000 and told["build"]["reason"] is None


def test_stack_is_that_of_the_deepest_path(tmp_path):
    """A chain of three functions, each with an array of its own size."""
    (tmp_path / "deep.c").write_text(
        "static void use(volatile char *p, int n) { p[n - 1] = 1; }\n"
        "__attribute__((noinline)) static int low(void) { volatile char a[4000]; use(a, 4000); return a[0]; }\n"
        "__attribute__((noinline)) static int other(void) { volatile char a[100]; use(a, 100); return a[0]; }\n"
        "int top(void) { volatile char a[1000]; use(a, 1000); return a[0] + low() + other(); }\n"
    )
    flags = ["-O2", "-fcallgraph-info=su", "-fstack-usage", "-mno-red-zone"]
    subprocess.run(["gcc", *flags, "-c", "deep.c"], cwd=tmp_path, check=True)
    found = deepest((tmp_path / "deep.ci").read_text())
    assert 5000 <= found["top"] <= 5100 and 4000 <= found["low"] <= 4050


def test_manifest_without_a_compiler_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr(code_measurement, "compiler", lambda: None)
    *_, manifest = parados.load("five-bar").compile("vm").export_c(tmp_path, manifest=True)
    told = json.loads(manifest.read_text())
    assert "no C compiler was found" in told["build"]["reason"] and told["code_bytes"] is None
    one = told["functions"]["inverse_dynamics"]
    assert one["stack_bytes"] is None and one["worst_time_ns"] is None and one["operations"]["*"] > 0


# -- a controller -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("robot", ["five-bar", RUBBING, "3-prs"])
def test_source_compiles_for_a_cortex_m7(robot, loaded, tmp_path):
    assert shutil.which("arm-none-eabi-gcc"), "this test needs gcc-arm-none-eabi and libnewlib-arm-none-eabi"
    source = loaded(robot)[1]
    flags = ["-std=c99", "-O2", "-Wconversion", *STRICT, *CORTEX_M7]
    subprocess.run(["arm-none-eabi-gcc", *flags, "-c", source, "-o", "unit.o"], cwd=tmp_path, check=True)
    sizes = subprocess.run(["arm-none-eabi-size", "unit.o"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    data, bss = sizes.splitlines()[1].split()[1:3]
    assert (data, bss) == ("0", "0"), "no static state"


@pytest.mark.slow
@pytest.mark.parametrize("robot", ["five-bar", RUBBING, "3-prs"])
def test_driver_passes_on_an_emulated_cortex_m7(robot, loaded, tmp_path):
    assert shutil.which("arm-none-eabi-gcc"), "this test needs gcc-arm-none-eabi and libnewlib-arm-none-eabi"
    assert shutil.which("qemu-system-arm"), "this test needs qemu-system-arm"
    _, source, test, _ = loaded(robot)
    link = ["arm-none-eabi-gcc", "-O2", *CORTEX_M7, "--specs=rdimon.specs", "-Wl,--section-start=.vectors=0x0"]
    subprocess.run([*link, START, source, test, "-lm", "-o", "test.elf"], cwd=tmp_path, check=True)
    board = ["-M", "mps2-an500", "-cpu", "cortex-m7", "-nographic", "-monitor", "none", "-serial", "null"]
    command = ["qemu-system-arm", *board, "-semihosting-config", "enable=on,target=native", "-kernel", "test.elf"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 0 and run.stdout.strip().endswith(" passed, 0 failed"), run.stdout + run.stderr
