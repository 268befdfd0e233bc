"""FMUs are valid by the checks of FMPy, hold what the standard asks for, and refuse what they cannot be."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import fmpy
import pytest
import yaml
from fmpy import read_model_description
from fmpy.validation import validate_fmu
from lxml import etree

import parados
from parados.fmu import export_fmu, fmu_binary

KINDS = ("plant", "inverse_dynamics", "controller")
CASES = [(kind, version) for kind in KINDS for version in (2, 3)]
QUATERNION = str(Path(__file__).parents[1] / "robots" / "6-ups-quaternion.yaml")


@pytest.mark.parametrize(("kind", "version"), CASES)
def test_fmpy_finds_no_problems(kind, version, fmu):
    """FMPy checks the schema, names, start values, units and the model structure."""
    _, path = fmu("five-bar", kind=kind, version=version, live=("payload", "d12"))
    assert validate_fmu(str(path)) == []
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
    library = {2: "binaries/linux64", 3: "binaries/x86_64-linux"}[version]
    assert {"modelDescription.xml", f"{library}/five_bar_{kind}.so", "sources/five_bar.c", "sources/fmu_block.c"} <= names
    assert ("sources/buildDescription.xml" in names) == (version == 3)


@pytest.mark.slow
@pytest.mark.parametrize("robot", parados.catalog())
def test_fmpy_finds_no_problems_in_plants_of_the_catalog(robot, tmp_path):
    model = parados.load(robot).compile("vm")
    for version in (2, 3):
        assert validate_fmu(str(export_fmu(model, tmp_path / "robot.fmu", version=version, binary=False))) == []


@pytest.mark.parametrize("version", [2, 3])
def test_plant_describes_its_states_units_and_dependencies(version, fmu):
    model, path = fmu("five-bar", version=version, live=("payload", "d12"))
    told = read_model_description(str(path))
    variables = {variable.name: variable for variable in told.modelVariables}
    assert [one.variable.name for one in told.derivatives] == ["der(x.px)", "der(x.py)", "der(xd.px)", "der(xd.py)"]
    assert variables["der(xd.px)"].derivative is variables["xd.px"] and variables["der(xd.px)"].unit == "m/s2"
    assert (variables["tau.q11"].causality, variables["tau.q11"].unit) == ("input", "N.m")
    assert variables["parameters.payload_mass"].causality == "parameter" and variables["parameters.payload_mass"].unit == "kg"
    assert float(variables["x.py"].start) == model.survey.home[1]
    outputs = {one.variable.name: {used.name for used in one.dependencies} for one in told.outputs}
    assert outputs["q.q11"] == {"x.px", "x.py"} and outputs["x.px"] == {"x.px"}
    slopes = {one.variable.name: {used.name for used in one.dependencies} for one in told.derivatives}
    assert slopes["der(x.py)"] == {"xd.py"} and {"tau.q21", "wrench.fx", "x.px", "xd.py"} <= slopes["der(xd.px)"]
    for kind in (told.modelExchange, told.coSimulation):
        assert kind.canGetAndSetFMUstate is True


def test_library_needs_only_the_c_library(fmu, tmp_path):
    _, path = fmu("five-bar")
    with zipfile.ZipFile(path) as archive:
        archive.extract("binaries/x86_64-linux/five_bar_plant.so", tmp_path)
    library = tmp_path / "binaries" / "x86_64-linux" / "five_bar_plant.so"
    told = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
    needed = {line.split("[")[1].split("]")[0] for line in told.splitlines() if "(NEEDED)" in line}
    assert needed <= {"libm.so.6", "libc.so.6"}
    shown = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    assert all(line.split()[-1].startswith("fmi3") for line in shown.splitlines())


def test_build_description_follows_the_schema_of_the_standard(fmu):
    schema = Path(fmpy.__file__).parent / "schema" / "fmi3" / "fmi3BuildDescription.xsd"
    with zipfile.ZipFile(fmu("five-bar")[1]) as archive:
        told = etree.fromstring(archive.read("sources/buildDescription.xml"))
        names = archive.namelist()
    etree.XMLSchema(etree.parse(schema)).assertValid(told)
    assert all(f"sources/{one.get('name')}" in names for one in told.iter("SourceFile"))


def test_the_same_model_gives_the_same_file(tmp_path):
    model = parados.load("five-bar").compile("vm")
    first, second = (export_fmu(model, tmp_path / name, binary=False).read_bytes() for name in ("a.fmu", "b.fmu"))
    assert first == second


def test_odd_names_are_written_safely(tmp_path):
    text = yaml.safe_load((Path(parados.__file__).parent / "robots" / "five-bar.yaml").read_text())
    text |= {"title": 'Größe <&"> ]]> \x07 */', "name": "int *//*"}
    text["legs"][0]["joints"][0]["name"] = "5 % 'q' é<"
    file = tmp_path / "robot.yaml"
    file.write_text(yaml.safe_dump(text, allow_unicode=True), encoding="utf-8")
    for version in (2, 3):
        path = export_fmu(parados.load(file).compile("vm"), tmp_path / "robot.fmu", version=version)
        assert validate_fmu(str(path)) == []


# -- refusals -----------------------------------------------------------------------------------------------------------------

REFUSED = {
    "kind": ("motor", "is not a kind of FMU; use plant, inverse_dynamics, controller"),
    "version": (1, "the version of FMI, a whole number from 2 to 3 is expected, not 1"),
    "measured": ("tau", "use q, x"),
    "step": (0.0, "a positive number"),
    "binary": ("yes", "binary: "),
    "mode": ([2, 1], "mode"),
}


@pytest.mark.parametrize("key", REFUSED)
def test_a_wrong_option_is_refused_in_a_sentence(key, tmp_path):
    value, words = REFUSED[key]
    with pytest.raises(parados.InputError, match=words):
        export_fmu(parados.load("five-bar").compile("vm"), tmp_path / "robot.fmu", **{key: value})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "option", "words"),
    [
        ("plant", {"measured": "x"}, 'measured: it is for kind="controller" only'),
        ("inverse_dynamics", {"measured": "q"}, 'measured: it is for kind="controller" only'),
        ("inverse_dynamics", {"step": 1e-3}, 'step: it is for kind="plant" only'),
        ("controller", {"step": 1e-3}, 'step: it is for kind="plant" only'),
    ],
)
def test_an_option_of_another_kind_is_refused(kind, option, words, tmp_path):
    with pytest.raises(parados.InputError, match=words):
        export_fmu(parados.load("five-bar").compile("vm"), tmp_path / "robot.fmu", kind=kind, binary=False, **option)
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_an_fmu_ends_with_fmu(tmp_path):
    with pytest.raises(parados.InputError, match=r"ends with \.fmu"):
        export_fmu(parados.load("five-bar").compile("vm"), tmp_path / "robot.zip")


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(parados.InputError, match="cannot be written"):
        export_fmu(parados.load("five-bar").compile("vm"), tmp_path / "file" / "robot.fmu", binary=False)


def test_controller_of_a_quaternion_is_refused(tmp_path):
    with pytest.raises(parados.InputError, match="use Euler angles"):
        export_fmu(parados.load(QUATERNION).compile("vm"), tmp_path / "robot.fmu", kind="controller")


def test_another_machine_gets_sources_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(fmu_binary.platform, "machine", lambda: "sparc")
    model = parados.load("five-bar").compile("vm")
    with pytest.raises(parados.InputError, match="not for Linux on sparc; use binary=False"):
        export_fmu(model, tmp_path / "robot.fmu")
    assert validate_fmu(str(export_fmu(model, tmp_path / "robot.fmu", binary=False))) == []


def test_without_a_compiler_the_message_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(fmu_binary, "compiler", lambda: None)
    with pytest.raises(parados.CompilerError, match="install one or use binary=False"):
        export_fmu(parados.load("five-bar").compile("vm"), tmp_path / "robot.fmu")


def test_parameters_with_rows_are_refused(tmp_path):
    model = parados.load("five-bar").compile("vm", live=["d12"]).with_parameters({"d12": [0.2, 0.21]})
    with pytest.raises(parados.InputError, match="one value"):
        export_fmu(model, tmp_path / "robot.fmu")
