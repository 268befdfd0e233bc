"""Test `parados reproduce`: the list of entries, the written files, invalid arguments and interrupts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import parados
from parados.cli import map as map_command
from parados.sources import index, running
from parados.sources.entry import Reproduction, Verdict, at_least, at_most, corrected, equal, holds, same, unprinted
from parados.sources.index import DOCUMENTS, ENTRIES, Entry
from parados.sources.reproduction_report import status
from parados.sources.running import write
from parados.text.markdown import markdown_text

QUICK = "003/fig-7.4"


def test_every_entry_has_a_function():
    assert len({entry.id for entry in ENTRIES}) == len(ENTRIES) >= 32
    assert {entry.id.partition("/")[0] for entry in ENTRIES} == set(DOCUMENTS)
    for entry in ENTRIES:
        module, function = entry.place.split(":")
        assert hasattr(__import__(f"parados.sources.{module}", fromlist=[function]), function), entry.id


def test_command_without_ids_lists_all_entries(parados, tmp_path):
    result = parados("reproduce", "-o", tmp_path / "none")
    assert result.exit_code == 0
    assert all(entry.id in result.stdout for entry in ENTRIES)
    assert result.stdout.count("not run yet") == len(ENTRIES)


def test_reproduced_entry_is_written_and_listed(parados, tmp_path):
    result = parados("reproduce", QUICK, "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "out" / QUICK
    written = json.loads((folder / "result.json").read_text())
    assert written["lines"] and written["figures"]
    for name in written["figures"]:
        assert (folder / f"{name}.png").stat().st_size > 1000 and "<svg" in (folder / f"{name}.svg").read_text()[:1000]
    for name in written["data"]:
        assert len((folder / f"{name}.csv").read_text().splitlines()) > 1
    report = (tmp_path / "out" / "REPORT.md").read_text()
    assert all(markdown_text(line["what"]) in report for line in written["lines"])
    assert parados("reproduce", "-o", tmp_path / "out").stdout.count("not run yet") == len(ENTRIES) - 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(["002/table-7"], "did you mean 002/table-2 or 002/table-1"), (["nonsense"], "`parados reproduce` lists them")],
)
def test_unknown_ids_are_rejected_with_a_suggestion(parados, tmp_path, arguments, sentence):
    result = parados("reproduce", *arguments, "-o", tmp_path / "out")
    assert result.exit_code == 2
    assert sentence in result.stderr and "Traceback" not in result.output
    assert not list(tmp_path.iterdir())


def test_folders_that_cannot_be_written_are_rejected(parados, tmp_path):
    (tmp_path / "file").write_text("kept")
    for target in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/nowhere/out")):
        result = parados("reproduce", QUICK, "-o", target)
        assert result.exit_code == 2 and len(result.stderr.splitlines()) == 1, result.output
    assert [p.name for p in tmp_path.iterdir()] == ["file"] and (tmp_path / "file").read_text() == "kept"


def test_missed_line_gives_exit_code_1(parados, tmp_path, monkeypatch):
    def one_missed(entries, folder):
        for entry in entries:
            write(entry, Reproduction([equal("length", 1.0, 1.2, within=0.05)]), folder / entry.id, 0.0)
            yield entry

    monkeypatch.setattr("parados.sources.running.reproduce", one_missed)
    result = parados("reproduce", QUICK, "-o", tmp_path / "out")
    assert result.exit_code == 1 and f"MISSED: {QUICK}: length" in result.stdout
    assert "MISSED" in (tmp_path / "out" / "REPORT.md").read_text()


def test_error_leaves_no_files(parados, tmp_path, monkeypatch):
    monkeypatch.setattr(index, "ENTRIES", (Entry("000/broken", "", "entry:nothing"),))
    result = parados("reproduce", "000/broken", "-o", tmp_path / "out")
    assert result.exit_code != 0 and not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_interrupted_run_does_not_change_the_folder(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "REPORT.md").write_text("old")
    environment = {**os.environ, "PYTHONPATH": str(Path(parados.__file__).parents[1])}
    command = [sys.executable, "-m", "parados.cli.main", "reproduce", "--all", "-o", str(tmp_path / "out")]
    run = subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background processes ignore it by default
    )
    end = time.monotonic() + 60
    while len(list(tmp_path.iterdir())) < 2:  # the run writes into a folder beside `out`
        assert run.poll() is None and time.monotonic() < end, "the run has not begun"
        time.sleep(0.05)
    time.sleep(1)  # the workers start
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert run.returncode == 130 and "existing files were not changed" in out.replace("\n", " ")
    assert "Traceback" not in err
    assert [p.name for p in tmp_path.iterdir()] == ["out"]
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["REPORT.md"]
    assert (tmp_path / "out" / "REPORT.md").read_text() == "old"


@pytest.fixture
def _interrupts_are_received():
    """Let this process receive interrupts; a process that was started in the background ignores them by default."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interrupts_are_received")
@pytest.mark.parametrize("error", [ImportError("initialization failed"), RuntimeError("Error calling __set_name__")])
def test_an_interrupt_that_a_library_turns_into_its_own_error_is_told_as_an_interrupt(parados, monkeypatch, error):
    def import_it(ids):
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
        except KeyboardInterrupt:
            raise error from None

    monkeypatch.setattr(index, "select", import_it)
    result = parados("reproduce", QUICK)
    assert result.exit_code == 130 and result.output == "Interrupted: existing files were not changed.\n"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("_interrupts_are_received")
def test_a_command_that_handles_an_interrupt_itself_is_the_only_one_to_tell_of_it(parados, monkeypatch, tmp_path):
    """A study says that finished designs are kept; the line that no file was changed would be wrong after it."""

    def compute(*given, **options):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)

    monkeypatch.setattr(map_command, "_computed", compute)
    result = parados("map", "five-bar", "--over", "px=5", "--over", "py=5", "-o", tmp_path / "out")
    assert result.exit_code == 130 and result.output.count("Interrupted") == 1


@pytest.mark.usefixtures("_interrupts_are_received")
def test_an_interrupt_that_another_thread_receives_waits_until_the_workers_are_started():
    """The thread of a progress bar does not block interrupts; workers that were half started printed an EOFError."""
    done, other = threading.Event(), threading.Event()
    bystander = threading.Thread(target=other.wait)
    bystander.start()
    try:
        with pytest.raises(KeyboardInterrupt), running._interrupts_held():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.2)
            done.set()
    finally:
        other.set()
        bystander.join()
    assert done.is_set() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (equal("a", 1.23, 1.2349, within=0.005), Verdict.AGREES),
        (equal("a", 1.23, 1.236, within=0.005), Verdict.MISSED),
        (equal("a", 1.23, float("nan"), within=0.005), Verdict.MISSED),
        (at_most("a", 10, 9), Verdict.BETTER),
        (at_most("a", 10, 10), Verdict.AGREES),
        (at_most("a", 10, 11), Verdict.MISSED),
        (at_least("a", 10, 11), Verdict.BETTER),
        (at_least("a", 10, float("nan")), Verdict.MISSED),
        (corrected("a", 80, 180, note="the columns add up to it", proof=0), Verdict.CORRECTED),
        (corrected("a", 80, 80, note="right after all", proof=0), Verdict.MISSED),
        (corrected("a", 80, 180, note="ours is not confirmed", proof=1e-3), Verdict.MISSED),
        (corrected("a", 80, 180, note="no confirmation", proof=float("nan")), Verdict.MISSED),
        (corrected("a", 80, 180, note="a formula", proof=0, formula=True), Verdict.FORMULA_CORRECTED),
        (corrected("a", 80, 180, note="a formula, not confirmed", proof=1.0, formula=True), Verdict.MISSED),
        (holds("a", "", "closed", True), Verdict.CHECKED),
        (same("a", "", "differ by 0", True), Verdict.CHECKED),
        (same("a", "(22)", "differ by 0", True), Verdict.FORMULA_AGREES),
        (same("a", "(22)", "differ by 1", False), Verdict.MISSED),
        (holds("a", "two modes", "two modes", True), Verdict.AGREES),
        (holds("a", "two modes", "one mode", False), Verdict.MISSED),
        (unprinted("a", 3.0, "N"), Verdict.UNPRINTED),
    ],
)
def test_line_has_the_right_verdict(line, verdict):
    assert line.verdict == verdict


def test_status_counts_missed_lines():
    lines = [{"what": "a", "verdict": "agrees"}, {"what": "b", "verdict": "MISSED"}]
    assert status({"lines": lines}) == "1 of 2 lines MISSED"
    assert status({"lines": lines[:1]}) == "1 agrees"
    assert status(None) == "not run yet"
