"""Test robot files whose names and titles contain HTML, markup, formulas and escape sequences: all are shown as plain text."""

from __future__ import annotations

import csv
import json
import re
import subprocess
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from tests.node import NODE

import parados as package
from parados.plots import style
from parados.singularity import singularity_map

IMAGE = "<img src=x onerror=alert(1)>"
TITLE = r"x @DATA@ y @SCRIPT@ </title><script>alert(1)</script> [/red] [bold]z :smile: \e]0;owned\a\e[31m $\frac{ | $ \u202E"
FIRST, SECOND = "=cmd|' /C calc'!A0 [/red] " + IMAGE, "@x </script><!-- $y [/bold]"

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


def hostile_file(folder):
    text = (files("parados.robots") / "five-bar.yaml").read_text()
    text = re.sub("^title: .*", lambda _: f'title: "{TITLE}"'.replace("\\f", "\\\\f"), text, flags=re.M)
    text = re.sub("^name: .*", lambda _: r'name: "bad \e[31m [/red] <b>$"', text, flags=re.M)
    text = text.replace("name: q11,", f'name: "{FIRST}",').replace("name: q21,", f'name: "{SECOND}",')
    (folder / "hostile.yaml").write_text(text)
    return folder / "hostile.yaml"


class Page(HTMLParser):
    """Tags of a page with their attributes, and the text of each script element."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.scripts, self.inside = [], [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.inside = tag

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        if self.inside == "script":
            self.scripts.append(data)


@pytest.mark.parametrize("command", ["show", "check"])
def test_names_and_titles_are_printed_as_plain_text(parados, tmp_path, command):
    result = parados(command, hostile_file(tmp_path))
    assert result.exit_code == 0, result.output
    assert not CONTROL.search(result.output)
    assert r"\x1b[31m [/red]" in result.output
    if command == "show":
        assert ":smile:" in result.output and IMAGE in result.output


def test_run_writes_names_as_plain_text(parados, motion_csv, circle, tmp_path):
    result = parados("run", hostile_file(tmp_path), motion_csv(circle), "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "\x1b" not in result.output and "[/red]" in result.output
    summary = (tmp_path / "out" / "summary.md").read_text()
    assert "<" not in summary and "\x1b" not in summary and "&lt;img src=x" in summary
    rows = [line for line in summary.splitlines() if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1
    with (tmp_path / "out" / "motion.csv").open(newline="") as file:
        heading = next(csv.reader(file))
    assert not [name for name in heading if name[0] in "=+-@"] and f"q_{FIRST}" in heading


def test_map_writes_names_as_plain_text(parados, tmp_path, monkeypatch):
    save = style.save  # the PNG of a figure has the same text as its SVG
    monkeypatch.setattr(style, "save", lambda figure, path: path.suffix == ".svg" and save(figure, path))
    over = ("--over", "px=-0.2:0.2:9", "--over", "py=0.1:0.3:9")
    result = parados("map", hostile_file(tmp_path), *over, "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "\x1b" not in result.output
    page = Page((tmp_path / "out" / "map.html").read_text())
    check_page(page)
    assert json.loads(page.scripts[0])["axes"][0]["name"] == "px"


def check_page(page):
    """Check that a page contains only the elements of the template: two scripts, no handlers, no sources, no images."""
    assert [tag for tag, _ in page.tags].count("script") == 2 and len(page.scripts) == 2
    assert not {tag for tag, _ in page.tags} & {"img", "iframe", "b", "object", "svg"}
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on") or name in ("src", "href")]
    policy = next(a["content"] for _, a in page.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; script-src 'sha256-") and "unsafe" not in policy
    assert not re.search("innerHTML|outerHTML|insertAdjacent|document.write", page.scripts[1])


@pytest.fixture(scope="module")
def joint_map(tmp_path_factory):
    """Singularity map over two joints with hostile names."""
    robot = package.load(hostile_file(tmp_path_factory.mktemp("robot"))).in_coordinates([FIRST, SECOND])
    q = robot.survey.home
    return singularity_map(robot.compile(), {FIRST: (q[0] - 0.3, q[0] + 0.3, 12), SECOND: (q[1] - 0.3, q[1] + 0.3, 11)})


def test_axis_names_stay_text_in_page_figures_and_tables(joint_map, tmp_path):
    joint_map.save(tmp_path)
    page = Page((tmp_path / "map.html").read_text())
    check_page(page)
    assert [axis["name"] for axis in json.loads(page.scripts[0])["axes"]] == [FIRST, SECOND]
    with (tmp_path / "curves.csv").open(newline="") as file:
        heading = next(csv.reader(file))
    assert heading[4:6] == ["'" + FIRST, "'" + SECOND]
    assert "<img" not in (tmp_path / "aspects.svg").read_text()
    script = Path(__file__).parents[1] / "singularity" / "page_in_node.js"
    run = subprocess.run([NODE, script, tmp_path / "map.html", "100", "250"], capture_output=True, text=True, check=True)
    seen = json.loads(run.stdout)
    assert [name for name, _ in seen["read"][:2]] == [FIRST, SECOND] and seen["table"][0].startswith(FIRST)
    assert np.load(tmp_path / "map.npz")["names"].tolist() == [FIRST, SECOND]


def test_saved_motion_with_hostile_column_names_is_read_back(tmp_path):
    from parados.trajectory import point_to_point, read_motion, read_motion_table

    motion = point_to_point([0.0, 1.0], [0.5, 2.0], 1.0)
    motion.save(tmp_path / "motion.csv", 11, labels=[FIRST, SECOND])
    assert (tmp_path / "motion.csv").read_text().splitlines()[0].startswith("t,'=cmd")
    labels = dict.fromkeys(("x", "xd", "xdd"), (FIRST, SECOND))
    assert np.array_equal(read_motion_table(tmp_path / "motion.csv", labels).x, motion.sample(11)[1][0])
    again = read_motion(tmp_path / "motion.csv", columns=[FIRST, SECOND])
    assert np.allclose(again([0.3]).x, motion([0.3]).x, atol=1e-3)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("show", "no\x1b[31mrobot"), 2),
        (("show", "no\x1b[31mrobot.yaml"), 2),
        (("map", "five-bar", "--over", "p\x1b[31m", "--over", "px", "-o", "out"), 2),
        (("map", "five-bar", "--nothing\x1b[31m"), 2),
        (("wrong\x1b[31m",), 2),
    ],
)
def test_errors_have_no_control_characters(parados, tmp_path, monkeypatch, arguments, code):
    monkeypatch.chdir(tmp_path)
    result = parados(*arguments)
    assert result.exit_code == code and "\x1b" not in result.output
    assert r"\x1b[31m" in result.stderr


def test_messages_about_a_file_have_no_control_characters(parados, tmp_path):
    (tmp_path / "bad.yaml").write_text('name: x\n"k\\e[31m\\nparados: all is well": 1\nplatform: {coordinates: [px]}\nlegs: []\n')
    result = parados("check", tmp_path / "bad.yaml")
    assert result.exit_code == 1 and "\x1b" not in result.stderr
    assert "parados: all is well" not in [line.strip() for line in result.stderr.splitlines()]


def test_warnings_have_no_control_characters(parados, monkeypatch):
    import warnings

    def warns(name):
        warnings.warn(f"leg \x1b[31m{name}", RuntimeWarning, stacklevel=2)
        raise package.ParadosError("stop")

    monkeypatch.setattr("parados.api.load", warns)
    result = parados("show", "five-bar")
    assert result.stderr.splitlines() == [r"Warning: leg \x1b[31mfive-bar", "parados: stop"]


def test_help_shows_units_in_brackets(parados):
    assert "distances [m]." in re.sub(r"\s+", " ", parados("map", "--help").output)


def test_representation_of_a_robot_has_no_control_characters(tmp_path):
    robot = package.load(hostile_file(tmp_path))
    assert not CONTROL.search(repr(robot))
    assert "\\x1b[31m" in repr(robot)
