"""A run as text, table, file, dataset, picture and moving picture; rigid and flexible robots have the same result."""

import numpy as np
import pytest
from PIL import Image
from pyarrow.parquet import read_table as read_parquet

import parados
from parados.control import named_law
from parados.errors import InputError
from parados.simulate import ElasticSimulation, run_animation, simulate
from parados.trajectory import read_motion_table


@pytest.fixture(scope="module")
def run():
    model = parados.load("five-bar").compile()
    return simulate(model, [0.02, 0.25], [0.3, 0.1], 0.1, friction=False, times=11)


def test_files_hold_the_run_and_can_be_read_as_a_motion(run, tmp_path):
    table = read_motion_table(run.save(tmp_path / "run.csv"), run.model.labels)
    assert (table.t == run.t).all()
    assert (table.x == run.x).all()
    assert (table.xdd == run.xdd).all()
    parquet = read_parquet(run.save(tmp_path / "run.parquet"))
    columns = run.columns()
    assert parquet.column_names == list(columns)
    assert (parquet["tau_q11"].to_numpy() == columns["tau_q11"]).all()
    with pytest.raises(InputError, match=r"use \.csv or \.parquet"):
        run.save(tmp_path / "run.txt")


def test_dataset_has_names(run):
    data = run.to_xarray()
    assert (data["x"].sel(coordinate="py").values == run.x[:, 1]).all()
    assert (data["joint_rates"].sel(joint="q12").values == run.joint_rates[:, 1]).all()
    assert data["x"].sel(t=0.05, method="nearest").shape == (2,)


def test_moving_picture_has_a_picture_for_each_instant(run, tmp_path):
    path = run.animate(tmp_path / "run.gif", speed=0.1, rate=5)
    with Image.open(path) as image:
        assert image.n_frames > 1
    with pytest.raises(InputError, match=r"a moving picture is a \.gif or \.mp4 file"):
        run.animate(tmp_path / "run.avi")
    with pytest.raises(InputError, match="pictures would be drawn"):
        run.animate(tmp_path / "run.gif", speed=1e-6)


def test_moving_picture_as_mp4_needs_ffmpeg(run, tmp_path, monkeypatch):
    film = run.animate(tmp_path / "run.mp4", speed=0.1, rate=5)
    assert film.read_bytes()[4:8] == b"ftyp"
    monkeypatch.setattr(run_animation, "which", lambda name: None)
    monkeypatch.setattr(run_animation, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"needs ffmpeg: pip install imageio-ffmpeg, or write a \.gif file"):
        run.animate(tmp_path / "other.mp4")
    assert not (tmp_path / "other.mp4").exists()


def test_summary_and_picture(run):
    text = run.summary()
    assert "Simulated motion" in text
    assert "q11" in text
    assert len(run.plot().axes) == 3


def test_a_flexible_robot_gives_the_same_result_and_moves_almost_as_the_rigid_one():
    model = parados.load("dualemps").compile("vm")
    x = np.array(model.survey.home, dtype=float)
    given = {"efforts": lambda t, state: [10.0, -5.0], "friction": False, "times": 5, "largest_step": 1e-3}
    flexible = simulate(model, x, [0.1, 0.05], 0.02, **given)
    rigid = simulate(model, x, [0.1, 0.05], 0.02, **given, flexible=False)
    assert flexible.elastic is not None
    assert rigid.elastic is None
    assert np.allclose(flexible.xd[0], [0.1, 0.05], atol=1e-9)
    moved = np.abs(rigid.x[-1] - x).max()
    assert 0 < np.abs(flexible.x - rigid.x).max() < 0.05 * moved
    assert np.allclose(flexible.t, rigid.t, atol=1e-15)
    assert flexible.energy.relative_error < 1e-9
    assert flexible.closure.max() < 1e-10
    assert np.abs(flexible.xdd[0] - np.gradient(flexible.xd[:, 0], flexible.t)[0]).max() < 1e3
    with pytest.raises(InputError, match="limits: this is for rigid robots"):
        simulate(model, x, [0.1, 0.05], 0.02, limits="stop")
    with pytest.raises(InputError, match=r"state\.joints is for rigid robots"):
        simulate(model, x, [0.1, 0.05], 0.02, efforts=lambda t, state: state.joints, friction=False)


def test_a_law_on_a_flexible_robot_knows_the_rigid_pose_of_its_actuators():
    model = parados.load("dualemps").compile("vm")
    x = model.survey.home
    law = named_law("computed-torque", model, x + 1e-3, bandwidth=5.0)
    given = {"friction": False, "times": 5, "largest_step": 1e-3}
    known = []

    def remembered(t, q, qd, x, xd):
        known.append((q, qd, x, xd))
        return law(t, q, qd, x, xd)

    flexible = simulate(model, x, [0.0, 0.0], 0.02, control=remembered, **given)
    for q, qd, pose, rates in known[:: len(known) // 5]:
        assert np.allclose(model.inverse_kinematics(pose), q, atol=1e-10)
        assert np.allclose(model.joint_rates(pose, rates), qd, atol=1e-10)
    assert flexible.energy.relative_error < 1e-9

    def by_hand(t, q, qd):
        pose = model.forward_kinematics(q, guess=x)
        return law(t, q, qd, pose, model.jacobian(pose) @ qd)

    same = ElasticSimulation.at(model, x, friction=False).driven(by_hand, 0.02, 1e-3, every=5)
    assert np.allclose(flexible.elastic.z, same.z, atol=1e-12)
