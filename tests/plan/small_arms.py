"""Robots whose equations fit in a line: a mass on a slide, and a planar arm of two point masses."""

from __future__ import annotations

import parados

SLIDE = """
name: slide
gravity: [0, 0, 0]
parameters: {{m: 2.0}}
coordinates: [d]
legs:
  - name: slide
    joints:
      - {{name: d, kind: P, active: true, link: {{mass: m}}, friction: {{fs: {fs}, fv: {fv}}}{more}}}
home: [0.1]
"""

LIFT = SLIDE.replace("gravity: [0, 0, 0]", "gravity: [0, 0, -9.81]")

ARM = """
name: arm
gravity: [0, -9.81, 0]
parameters: {L: 0.4, m: 1.5}
platform: {carrier: q2, frame: {at: [L, 0, 0]}, link: {mass: m}}
legs:
  - name: arm
    joints:
      - {name: q1, kind: R, active: true, link: {mass: m, com: [L, 0, 0]}}
      - {name: q2, kind: R, active: true, d: L}
home: [0.3, 0.8]
"""

RUBBING_FIVE_BAR = """
name: rubbing-five-bar
gravity: [0, -9.81, 0]
platform: {coordinates: [px, py], dependent: [a3], link: {mass: 0.4}}
legs:
  - name: left
    joints:
      - {name: q11, kind: R, active: true, link: {mass: 0.5, com: [0.1, 0, 0]}, friction: {fs: 0.2}}
      - {name: q12, kind: R, d: 0.25, link: {mass: 0.3, com: [0.15, 0, 0]}}
    closure: {joint: fixed, frame: {d: 0.3}}
  - name: right
    base: {at: [0.2, 0, 0]}
    joints:
      - {name: q21, kind: R, active: true, link: {mass: 0.5, com: [0.1, 0, 0]}, friction: {fs: 0.2}}
      - {name: q22, kind: R, d: 0.25, link: {mass: 0.3, com: [0.15, 0, 0]}}
    closure: {joint: R, frame: {d: 0.3}}
home: [0.1, 0.4]
mode: [1, -1]
"""


def compiled(tmp_path, text: str):
    """Compile the robot of a description."""
    file = tmp_path / "robot.yaml"
    file.write_text(text, encoding="utf-8")
    return parados.load(file).compile()


def slide(tmp_path, fs: float = 0.0, fv: float = 0.0, more: str = "", text: str = SLIDE):
    """Compile a mass of 2 kg on a slide, with dry friction fs [N] and viscous friction fv [N s/m]."""
    return compiled(tmp_path, text.format(fs=fs, fv=fv, more=more))
