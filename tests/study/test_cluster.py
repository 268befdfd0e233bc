"""Test studies and maps on clusters: the numbers of one process, a worker that is killed, interruption, invalid input."""

from __future__ import annotations

import os
import pickle
import re
import signal
import socket
import subprocess
import sys
import time

import numpy as np
import pytest
from pyarrow import parquet
from tests.study.studies import STUDIES, cycle, delta_study, five_bar_study

import parados
from parados.cluster import Cluster
from parados.cluster import worker_tasks as tasks
from parados.singularity import singularity_map
from parados.study import INDICES, index, index_map
from parados.study.design_evaluation import DesignEvaluation


@pytest.fixture(scope="module")
def one_worker():
    with Cluster(1) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def two_workers():
    with Cluster(2) as cluster:
        yield cluster


def same(one, other):
    assert np.array_equal(one.designs, other.designs) and one.reasons == other.reasons
    assert np.array_equal(one.rows.values, other.rows.values, equal_nan=True)


def processes(cluster):
    return list(cluster._client.run(os.getpid).values())


def kept_tasks():
    """Numbers of the tasks that a worker keeps, and of the kernels of the model of the last one."""
    evaluation = next(reversed(tasks._tasks.values())).__self__
    return len(tasks._tasks), id(evaluation.study.model), os.getpid()


def test_a_worker_compiles_once_and_gives_the_numbers_of_this_process(one_worker, tmp_path):
    same(five_bar_study().run(tmp_path, cluster=one_worker), five_bar_study().run(threads=1))
    search = {"kind": "nsga2", "population": 8, "generations": 3, "seed": 2}
    study = five_bar_study(search=search)
    same(study.run(cluster=one_worker), study.run(threads=1))
    (found,) = one_worker._client.run(kept_tasks).values()
    assert found[0] == 2 and found[2] != os.getpid()  # one task for each study, not for each generation
    made = index_map(study.model, ["dexterity"], {"px": (-0.1, 0.1, 30), "py": (0.2, 0.3, 30)}, cluster=one_worker)
    here = index_map(study.model, ["dexterity"], {"px": (-0.1, 0.1, 30), "py": (0.2, 0.3, 30)})
    assert np.array_equal(made.fields["dexterity"], here.fields["dexterity"], equal_nan=True) and made.totals == here.totals


def test_a_study_travels_with_its_states_and_without_its_model():
    study = five_bar_study()
    evaluation = DesignEvaluation(study)
    content = pickle.dumps(evaluation)
    other = pickle.loads(content)
    assert "model" not in vars(other.study) and other.study.states["way"].x.tolist() == study.states["way"].x.tolist()
    designs = np.array([[0.21, 0.19]])
    assert other.together(designs).values.tolist() == evaluation.together(designs).values.tolist()
    assert other.study.model.threads == 1 and other.study.key == study.key


def test_an_index_of_a_script_travels_with_its_function(one_worker):
    """A function of the main script, which a worker cannot import, is sent as it is."""
    source = "def highest(at):\n    'Largest py.'\n    return at.of('pose', 'x')[..., 1]\n"
    made: dict[str, object] = {"__name__": "__main__"}
    exec(source, made)
    index("m", over="poses")(made["highest"])
    try:
        study = five_bar_study(indices={"top": {"index": "highest", "over": "way"}}, objectives={"top": "min"})
        same(study.run(cluster=one_worker), study.run(threads=1))
    finally:
        del INDICES["highest"]


def test_interrupted_study_on_a_cluster_continues(one_worker, tmp_path, monkeypatch):
    monkeypatch.setattr(DesignEvaluation, "block", property(lambda self: 4))

    def stop(done, total):
        if done >= 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        five_bar_study().run(tmp_path, cluster=one_worker, progress=stop)
    kept = sum(parquet.read_table(path).num_rows for path in (tmp_path / "designs").glob("*.parquet"))
    assert 8 <= kept < 24
    first = []
    made = five_bar_study().run(tmp_path, threads=1, progress=lambda done, total: first.append(done))
    assert kept <= first[-1] == 24
    same(made, five_bar_study().run(threads=1))


def test_an_error_of_an_index_is_told_as_without_a_cluster(one_worker):
    study = five_bar_study()
    with pytest.raises(ZeroDivisionError):
        list(one_worker.run(_failing, [study.lower[None]]))
    assert [one for _, one in one_worker.run(len, [[1, 2]])] == [2]  # the worker is still there


def _failing(block):
    raise ZeroDivisionError


def test_another_version_on_a_worker_is_told(monkeypatch):
    packed = tasks.packed(len)
    monkeypatch.setattr(tasks, "__version__", "0.0.1")
    with pytest.raises(parados.InputError, match=r"a worker has parados 0\.0\.1, but this is .*; install the same version"):
        tasks.evaluated(packed, [1])


def test_a_scheduler_that_is_not_there_is_told_in_one_sentence(monkeypatch):
    monkeypatch.setattr("parados.cluster.dask_cluster.ANSWER", 0.5)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{unused.getsockname()[1]}"
    with pytest.raises(parados.InputError, match=r"^scheduler: no Dask scheduler answers at tcp://.* within 0.5 s; start one"):
        Cluster(scheduler=address)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"workers": 0}, "workers: a number of processes from 1 to 1024"),
        ({"scheduler": "here"}, "an address such as tcp://"),
        ({"scheduler": "tcp://:8786"}, "an address such as tcp://"),
        ({"workers": 2, "scheduler": "tcp://127.0.0.1:8786"}, "not both"),
    ],
)
def test_invalid_clusters_are_rejected(given, told):
    with pytest.raises(parados.InputError, match=told):
        Cluster(**given)


def test_a_closed_cluster_and_threads_with_a_cluster_are_rejected(one_worker):
    with pytest.raises(parados.InputError, match="give threads or a cluster"):
        five_bar_study().run(threads=2, cluster=one_worker)
    with pytest.raises(parados.InputError, match=r"cluster: a cluster \(parados.cluster.Cluster\) is expected"):
        five_bar_study().run(cluster="tcp://127.0.0.1:8786")


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(two_workers, tmp_path):
    """One of two workers is killed while both have work; every design is there, with the numbers of one process."""
    study = delta_study({"torque": "peak_effort"}, motions={"cycle": cycle(200)}, search={"kind": "sobol", "designs": 4000})
    before, killed = processes(two_workers), []

    def kill(done, total):
        if done > 400 and not killed:
            os.kill(before[0], signal.SIGKILL)
            killed.append(done)

    made = study.run(tmp_path, cluster=two_workers, progress=kill)
    assert killed and killed[0] < 4000
    same(made, study.run(threads=2))
    for _ in range(60):  # the process is started again
        time.sleep(0.5)
        if len(after := processes(two_workers)) == 2:
            break
    assert before[0] not in after and len(after) == 2
    assert len(study.run(cluster=two_workers)) == 4000


@pytest.mark.slow
def test_a_block_that_ends_every_worker_is_told():
    with Cluster(1) as cluster, pytest.raises(parados.InputError, match=r"one block ended several workers one after the other"):
        list(cluster.run(_deadly, [0]))


def _deadly(block):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.slow
def test_maps_on_two_workers_equal_those_of_one_process(two_workers):
    model = parados.load("delta-d3-1200").compile()
    for over in ({"px": 70, "py": 70}, {"px": 18, "py": 18, "pz": 18}):
        here, there = singularity_map(model, over), singularity_map(model, over, cluster=two_workers)
        for kind, field in here.of().fields.distances.items():
            assert np.array_equal(field, there.of().fields.distances[kind], equal_nan=True)
        assert np.array_equal(here.of().aspects.number, there.of().aspects.number)


@pytest.mark.slow
def test_a_cluster_of_another_process_is_used_and_stays():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=2, processes=True, dashboard_address="127.0.0.1:0") as other:
        with Cluster(scheduler=other.scheduler_address) as cluster:
            assert cluster.threads == 4
            same(five_bar_study().run(cluster=cluster), five_bar_study().run(threads=1))
        assert len(other.scheduler.workers) == 2


COMMAND = """
import sys
from parados.cli.main import app
if __name__ == "__main__":
    app(["study", sys.argv[1], "-o", sys.argv[2], "--workers", "2"])
"""


@pytest.mark.slow
def test_interrupted_command_on_workers_says_how_to_continue(tmp_path):
    """Ctrl-C in a terminal reaches the command and its workers."""
    text = (STUDIES / "delta-study.yaml").read_text().replace("robot: delta.yaml", f"robot: {STUDIES / 'delta.yaml'}")
    (tmp_path / "study.yaml").write_text(re.sub("search: .*", "search: {kind: sobol, designs: 20000}", text))
    (tmp_path / "command.py").write_text(COMMAND)
    command = [sys.executable, str(tmp_path / "command.py"), str(tmp_path / "study.yaml"), str(tmp_path / "out")]
    with (tmp_path / "told.txt").open("w") as told:
        run = subprocess.Popen(command, stdout=told, stderr=subprocess.STDOUT, start_new_session=True,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background processes ignore it by default
            )
        try:
            for _ in range(600):
                time.sleep(0.1)
                if len(list((tmp_path / "out" / "designs").glob("*.parquet"))) > 2:
                    break
            os.killpg(run.pid, signal.SIGINT)
            assert run.wait(timeout=60) == 130
        finally:
            run.kill()
    lines = (tmp_path / "told.txt").read_text()
    assert "run the same command again to continue" in lines and "Traceback" not in lines
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["designs"]
    assert not list((tmp_path / "out" / "designs").glob(".*"))
