"""The Orthoglide with its real parallelograms (legs PRPaR), for counts of joints and constraints only.

The Orthoglide of the catalog has the equivalent legs of the book, two universal joints and a bar, for which some counts differ.
The rails are along z, x, y and the revolute axes along y, z, z, as in (7.23)-(7.25).
"""

from __future__ import annotations

from parados.api import Robot
from parados.robot.reading import parse_robot

__all__ = ["orthoglide_with_parallelograms"]

FILE = """
name: orthoglide-parallelograms
title: Orthoglide with its parallelograms
parameters: {l: 0.31, w: 0.04}
platform:
  coordinates: [px, py, pz]
  link: {m: 1}
legs:
  - repeat:
      axes: [[pi/2, 0, 0], [pi/2, pi/2, pi/2], [0, -pi/2, -pi/2]]
    name: leg{i}
    base: {gamma: "axes[0]", alpha: "axes[1]", theta: "axes[2]"}
    joints:
      - {name: "p{i}", kind: P, active: true, link: {m: 1}}
      - {name: "r{i}", kind: R, gamma: pi/2, alpha: pi/2, theta: -pi/2}
      - {name: "a{i}", kind: R, b: w, alpha: pi/2}
      - {name: "bar{i}", kind: R, d: l}
      - {name: "b{i}", antecedent: "r{i}", kind: R, b: -w, alpha: pi/2}
    loops:
      - {between: ["b{i}", "bar{i}"], joint: R, frames: [{at: [l, 0, 0]}, {at: [0, -2*w, 0]}]}
    closure:
      of: "bar{i}"
      joint: R
      frame: {at: [0, -w, 0], alpha: -pi/2}
      platform: {rotation: {ZXZ: ["axes[0]", "axes[1]", "axes[2]"]}, gamma: pi/2, alpha: pi/2}
home: [0.02, -0.01, 0.03]
guess: {p1: 0.31, p2: 0.31, p3: 0.31}
workspace: {px: [-0.06, 0.06], py: [-0.06, 0.06], pz: [-0.06, 0.06]}
"""


def orthoglide_with_parallelograms() -> Robot:
    return Robot(parse_robot(FILE, "orthoglide-parallelograms.yaml"))
