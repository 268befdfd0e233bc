"""Option `--draw` of `parados check`: a picture of a file whose loops stay open, and of one whose loops close."""

from __future__ import annotations

from parados.api import Robot
from parados.robot.reading import parse_robot

OPEN = """\
name: open
parameters: {rA: 0.5, rB: 0.12, l: 0.15}
platform: {coordinates: [px, py, a3], link: {mass: 1}}
legs:
  - repeat: {count: 3, around: z}
    name: leg{i}
    joints:
      - {name: "q{i}1", kind: R, active: true, d: rA}
      - {name: "q{i}2", kind: R, d: l}
    closure: {joint: R, frame: {d: l}, platform: {at: [rB, 0, 0]}}
home: [0, 0, 0]
"""


def test_check_draws_the_gap_and_still_refuses(parados, tmp_path):
    file, picture = tmp_path / "open.yaml", tmp_path / "gap.png"
    file.write_text(OPEN, encoding="utf-8")
    refused = parados("check", file, "--draw", picture)
    assert refused.exit_code == 1
    assert "stays open by 80 mm along x" in refused.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_picture_marks_every_gap():
    figure = Robot(parse_robot(OPEN)).draw_assembly()
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert sum("80 mm along x" in label for label in labels) == 3
    closed = Robot(parse_robot(OPEN.replace("l: 0.15", "l: 0.25"))).draw_assembly()
    assert "every closure closes" in closed.get_suptitle()
