"""Test index maps, sizing and studies in working modes other than the default one, against the model with this mode."""

from __future__ import annotations

import numpy as np
import pytest
from tests.study.studies import delta

import parados
from parados.cluster import Cluster
from parados.singularity import distances
from parados.study import Study, index_map, read_study, size_motors
from parados.study.design_states import DesignStates
from parados.study.index_table import INDICES
from parados.study.study_motions import region_states
from parados.trajectory import point_to_point

OVER = {"px": (-0.15, 0.15, 7), "py": (0.1, 0.3, 5)}
OTHER = (1, 1)
MIRRORED = {(1, 1): (-1, -1), (1, -1): (1, -1), (-1, 1): (-1, 1)}
"""Working mode of the five-bar -> the mode of its mirror image; the mirror exchanges the legs and turns the elbows."""


@pytest.fixture(scope="module")
def model():
    return parados.load("five-bar").compile("vm")


@pytest.fixture(scope="module")
def deltas():
    return delta().compile("vm")


def dexterity_of(model, x, mode):
    """Smallest singular value over the largest; velocities are divided by the characteristic length."""
    T = model.platform_jacobian(x, mode=mode) @ model.jacobian(x, mode=mode)
    T[:3] /= model.characteristic_length
    sizes = np.linalg.svd(T, compute_uv=False)
    return sizes[-1] / sizes[0]


def poses(made):
    return made.grid.poses(made.grid.nodes)[made.reached]


@pytest.mark.parametrize("mode", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_map_has_the_values_of_the_model_in_this_mode(model, mode):
    made = index_map(model, ["dexterity", "singular_distance", "footprint", "least_velocity"], OVER, mode=mode)
    assert made.mode == mode and made.reached.sum() > 20
    found = {name: values[made.reached] for name, values in made.fields.items()}
    for k, x in enumerate(poses(made)):
        assert found["dexterity"][k] == pytest.approx(dexterity_of(model, x, mode), rel=1e-9)
        slowest = np.linalg.svd(model.jacobian(x, mode=mode), compute_uv=False)[-1]
        assert found["least_velocity"][k] == pytest.approx(slowest, rel=1e-9)
        assert found["singular_distance"][k] == pytest.approx(distances(model, x[None], mode=mode).nearest[0], rel=1e-9)
        across = np.linalg.norm(model.link_frames(x, mode=mode)[:, :2, 3], axis=1)
        assert found["footprint"][k] == pytest.approx(across.max(), rel=1e-9)


def test_maps_of_two_modes_differ_and_the_default_is_that_of_the_file(model):
    default = index_map(model, ["dexterity"], OVER)
    same = index_map(model, ["dexterity"], OVER, mode=model.working_mode())
    other = index_map(model, ["dexterity"], OVER, mode=OTHER)
    assert default.mode == model.working_mode() != OTHER
    assert np.array_equal(default.fields["dexterity"], same.fields["dexterity"], equal_nan=True)
    assert np.nanmax(np.abs(default.fields["dexterity"] - other.fields["dexterity"])) > 0.05


@pytest.mark.parametrize(("mode", "mirror"), MIRRORED.items())
def test_mirrored_modes_of_a_symmetric_robot_have_mirrored_maps(model, mode, mirror):
    names = ["least_velocity", "singular_distance", "worst_transmission"]
    one, other = (index_map(model, names, OVER, mode=own) for own in (mode, mirror))
    for name in names:
        values = one.fields[name].reshape(one.grid.shape)
        assert np.allclose(values, other.fields[name].reshape(one.grid.shape)[::-1], rtol=1e-9, equal_nan=True)


def test_elastic_indices_and_volumes_follow_the_mode(deltas):
    mode, over = (1, 1, 1), {"px": (-0.2, 0.2, 3), "pz": (-0.2, 0.2, 3)}
    assert deltas.working_mode() != mode
    names = ["lowest_frequency", "least_stiffness", "footprint", "usable_volume"]
    made = index_map(deltas, {name: {"clearance": 0.1} if name == "usable_volume" else {} for name in names}, over, mode=mode)
    x = poses(made)
    lowest = [deltas.natural_frequencies(pose, count=1, mode=mode)[0] for pose in x]
    assert made.fields["lowest_frequency"][made.reached] == pytest.approx(lowest, rel=1e-9)
    softest = [np.linalg.eigvalsh(deltas.platform_stiffness(pose, mode=mode))[0] for pose in x]
    assert made.fields["least_stiffness"][made.reached] == pytest.approx(softest, rel=1e-6)
    shares = np.outer([0.25, 0.5, 0.25], [0.25, 0.5, 0.25]).ravel()[made.reached]
    clear = distances(deltas, x, mode=mode).nearest >= 0.1
    inside = deltas.within_limits(x, mode=mode)
    assert made.totals["usable_volume"] == pytest.approx((clear & inside) @ shares * 0.16, rel=1e-9)
    assert made.fields["footprint"][made.reached].max() < index_map(deltas, ["footprint"], over).fields["footprint"].max()


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ((1, 5), r"mode\[1\]: leg2 has one choice \(q21\) and takes 1 or -1, not 5"),
        ((1, 1, 1), "mode: one entry for each leg is expected"),
        ("all", "mode: one entry for each leg is expected"),
    ],
)
def test_wrong_modes_get_the_usual_sentence(model, mode, told):
    with pytest.raises(parados.InputError, match=told):
        index_map(model, ["dexterity"], OVER, mode=mode)
    with pytest.raises(parados.InputError, match=told):
        size_motors(model, _way(), _motor(), mode=mode)
    with pytest.raises(parados.InputError, match=told):
        _study(mode=mode)


def test_summary_figure_and_page_say_another_mode(model, tmp_path):
    other, default = index_map(model, ["dexterity"], OVER, mode=OTHER), index_map(model, ["dexterity"], OVER)
    assert "+1 +1" in other.summary() and "mode" not in default.summary()
    assert "mode +1 +1" in _texts(other.plot()) and "mode" not in _texts(default.plot())
    other.save(tmp_path)
    assert "working mode: +1 +1" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "working mode +1 +1" in size_motors(model, _way(), _motor(), mode=OTHER).sentence()


def test_workers_map_the_same_mode(model):
    over = {"px": (-0.15, 0.15, 30), "py": (0.1, 0.3, 30)}
    with Cluster(1) as cluster:
        made = index_map(model, ["dexterity", "singular_distance"], over, mode=OTHER, cluster=cluster)
    here = index_map(model, ["dexterity", "singular_distance"], over, mode=OTHER)
    assert made.mode == OTHER and made.totals == here.totals
    assert all(np.array_equal(made.fields[name], here.fields[name], equal_nan=True) for name in here.fields)


def test_sizing_has_the_efforts_of_the_mode(model):
    sized = size_motors(model, _way(), _motor(), mode=OTHER)
    x, xd, xdd = _way().table(sized.motion.t).states
    tau = model.inverse_dynamics(x, xd, xdd, mode=OTHER)
    assert np.allclose(sized.tau, tau, rtol=1e-12) and np.allclose(sized.qd, model.joint_rates(x, xd, mode=OTHER))
    assert sized.mode == OTHER and sized.use.max() == pytest.approx((np.abs(tau) / 100).max(), rel=1e-9)
    assert not np.allclose(size_motors(model, _way(), _motor()).tau, tau)


def test_studies_evaluate_designs_in_their_mode():
    study, designs = _study(mode=[1, 1]), [[0.21], [0.225]]
    found, usual = study.evaluate(designs), _study().evaluate(designs)
    assert study.mode == OTHER and study.key != _study().key
    assert "working mode: +1 +1" in found.summary() and "working mode" not in usual.summary()
    for k, (d12,) in enumerate(designs):
        model = parados.load("five-bar").with_parameters(d12=d12).compile("vm")
        x, xd, xdd = (getattr(study.states["way"], name) for name in ("x", "xd", "xdd"))
        assert found.values("torque")[k] == pytest.approx(np.abs(model.inverse_dynamics(x, xd, xdd, mode=OTHER)).max(), rel=1e-9)
        T = [model.platform_jacobian(pose, mode=OTHER) @ model.jacobian(pose, mode=OTHER) for pose in x]
        slowest = min(np.linalg.svd(one[:3], compute_uv=False)[1] for one in T)
        assert found.values("slowest")[k] == pytest.approx(slowest, rel=1e-9)
        robot = found.robot(k)
        assert robot.compile("vm").working_mode() == OTHER and robot.parameters["d12"] == d12
        assert "mode:" in found.robot_file(k)
    assert usual.robot(0).compile("vm").working_mode() == _study().mode != OTHER


def test_gradients_by_the_variables_follow_the_mode():
    study = _study(mode=OTHER)
    designs = (0.21, 0.21 - 1e-6, 0.21 + 1e-6)
    at = [DesignStates(study.model, ["d12"], np.array([[d]]), study.states["way"], OTHER) for d in designs]
    for name in ("peak_effort", "peak_speed", "dexterity"):
        _, low, high = (INDICES[name].terms(one)[0] for one in at)
        assert np.allclose(INDICES[name].slopes(at[0])[0, :, 0], (high - low) / 2e-6, rtol=1e-4, atol=1e-6)


def test_frequency_slopes_follow_the_mode():
    family, mode = delta().compile("vm", live=["l1"]), (1, 1, 1)
    states = region_states("here", {"px": [0.0, 0.1, 2]}, family)
    at = [DesignStates(family, ["l1"], np.array([[d]]), states, mode) for d in (0.3, 0.3 - 1e-6, 0.3 + 1e-6)]
    _, low, high = (INDICES["lowest_frequency"].terms(one)[0] for one in at)
    assert np.allclose(INDICES["lowest_frequency"].slopes(at[0])[0, :, 0], (high - low) / 2e-6, rtol=1e-4)


def test_study_files_have_a_mode(tmp_path):
    text = "robot: five-bar\nmode: [1, 1]\nvariables: {d12: [0.2, 0.23]}\nindices: {mass: moving_mass}\n"
    (tmp_path / "study.yaml").write_text(text)
    assert read_study(tmp_path / "study.yaml").mode == OTHER


def _way():
    return point_to_point([-0.03, 0.25], [0.03, 0.27], 0.5)


def _motor():
    return {"speed": [0, 900], "effort": [100, 100]}


def _study(**more):
    indices = {"torque": "peak_effort", "slowest": {"index": "least_velocity", "over": "way"}}
    return Study("five-bar", variables={"d12": [0.2, 0.23]}, motions={"way": _way()}, indices=indices, **more)


def _texts(figure):
    titles = [axes.get_title() for axes in figure.axes]
    return " ".join([*titles, figure.get_suptitle() or "", *[text.get_text() for text in figure.texts]])
