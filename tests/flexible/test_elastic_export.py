"""Exported C of flexible robots: it compiles without warnings, allocates no memory and gives the numbers of Python."""

import pytest
import yaml
from deformed import elastic
from tests.model.c_builds import C99, CPP, SANITIZED, build_and_run

import parados
from parados.errors import InputError

SLOW = ["five-bar-flexible", "orthoglide-flexible", "navaro"]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    found = {}

    def exported(name):
        if name not in found:
            found[name] = elastic(name, True).export_c(tmp_path_factory.mktemp(name))
        return found[name]

    return exported


def test_the_driver_compiles_without_warnings_and_passes(files):
    assert int(build_and_run(files("dualemps"), C99).split()[0]) == 35


@pytest.mark.slow
@pytest.mark.parametrize("compiler", [C99, CPP, SANITIZED], ids=["c99", "c++17", "sanitizers"])
@pytest.mark.parametrize("name", ["dualemps", *SLOW])
def test_all_flexible_robots_of_the_catalog(name, compiler, files):
    quick = [flag for flag in compiler if flag not in ("-O1", "-g")] if name == "navaro" else compiler
    build_and_run(files(name), quick)


def test_the_source_needs_only_libm_and_has_the_operations_of_the_graph(files):
    header, source, _ = files("dualemps")
    text = source.read_text()
    assert [line for line in text.splitlines() if line.startswith("#include")] == [
        '#include "dualemps_elastic.h"',
        "#include <math.h>",
    ]
    assert "alloc" not in text and "static double" not in text
    assert "z, zd: q11, q12, b13.e1.dx" in header.read_text() and "q_a: q11, q21" in header.read_text()
    graph = text.split("dualemps_elastic_model_graph")[1].split("\n}\n")[0]
    assert graph.count("const double a") == elastic("dualemps", True).kernel().operations["total"]


def test_the_rigid_export_has_the_elastic_matrices(tmp_path):
    files = elastic("dualemps").model.export_c(tmp_path)
    assert "dualemps_status dualemps_elastic_matrices(const double x[2]" in files[0].read_text()
    assert "elastic_matrices" not in parados.load("five-bar").compile("vm").export_c(tmp_path)[0].read_text()
    build_and_run(files, C99)


def test_why_a_flexible_model_is_left_out(tmp_path):
    """A closure between two nodes of a beam: the rigid models are exported, and the header says why the others are not."""
    file = parados.load("dualemps").spec.model_dump(mode="json", exclude_defaults=True)
    file["legs"][0]["joints"][3]["d"] = 0.2
    file["legs"][0]["joints"][4]["d"] += 0.2505
    path = tmp_path / "off.yaml"
    path.write_text(yaml.safe_dump(file))
    header = parados.load(path).compile("vm").export_c(tmp_path / "c")[0].read_text()
    assert "elastic_matrices is left out: dualemps: legs: a joint or closure is on a beam" in header


def test_odd_folders_are_refused():
    with pytest.raises(InputError, match="folder: the path of a folder is expected"):
        elastic("dualemps").export_c(3)
