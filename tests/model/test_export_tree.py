"""Exported C of the tree and of the free platform: it compiles without warnings and gives the numbers of Python."""

import numpy as np
import pytest
from tests.model.c_builds import C99, CPP, SANITIZED, build_and_run

import parados
from parados.errors import InputError

STATES = 4


@pytest.mark.parametrize(
    "compiler", [C99, pytest.param(CPP, marks=pytest.mark.slow), pytest.param(SANITIZED, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    "name", ["five-bar", *[pytest.param(n, marks=pytest.mark.slow) for n in ("h4", "gough-stewart-fried", "3-rps-wrist")]]
)
def test_driver_compiles_without_warnings_and_passes(name, compiler, tmp_path):
    """Also with joints on the platform, inertias that vary with q, and a platform that a link carries (no w_p of its own)."""
    files = parados.load(name).compile("vm").tree.export_c(tmp_path)
    functions = 3 if name == "3-rps-wrist" and parados.load(name).mechanism.platform.carrier is not None else 5
    assert int(build_and_run(files, compiler).split()[0]) == functions * (STATES + 1)


def test_live_parameters_are_a_struct(tmp_path):
    model = parados.load("five-bar").compile("vm", live=["d12"])
    header, _, _ = files = model.tree.export_c(tmp_path)
    assert "double d12;" in header.read_text() and "const five_bar_tree_parameters *parameters" in header.read_text()
    build_and_run(files, C99)


def test_robot_that_shares_a_model_has_the_text_of_a_robot_alone(tmp_path):
    changed = parados.load("five-bar").with_parameters(d12=0.22)
    shared = changed.compile("vm").tree.export_c(tmp_path / "shared")
    assert "*parameters" not in shared[0].read_text()
    build_and_run(shared, C99)


def test_bias_is_the_effort_without_accelerations(tmp_path):
    """The driver of the test above compares C with graphs; here the graphs are compared with the methods of the tree."""
    from parados.model.tree_graphs import tree_graph

    model = parados.load("five-bar").compile("vm")
    graphs = model._evaluator.graphs
    bias = tree_graph(graphs.mechanism, graphs.survey.home_joints, "bias")
    rng = np.random.default_rng(1)
    q, qd = rng.normal(size=(2, 5))
    assert np.allclose(bias(q, qd).full()[:, 0], model.tree.bias(q, qd), rtol=1e-13)


def test_folder_that_is_a_file_is_refused(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError, match="file"):
        parados.load("five-bar").compile("vm").tree.export_c(file)
