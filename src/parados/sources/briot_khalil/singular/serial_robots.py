"""Two planar robots with the serial singularities of Figs. 7.20 and 7.22; the figures of the book name no robot."""

from __future__ import annotations

from functools import cache

from parados.api import Robot
from parados.robot.reading import parse_robot

__all__ = ["slides_in_line", "three_rrr"]

SLIDES = """
name: slides-in-line
title: Planar robot with two legs, PRP with both slides actuated and RPR
platform: {coordinates: [px, py, a3], link: {m: 1}}
legs:
  - name: leg1
    joints:
      - {name: q11, kind: P, active: true, gamma: pi/2, alpha: pi/2}
      - {name: q12, kind: R, alpha: -pi/2, theta: -pi/2}
      - {name: q13, kind: P, active: true, gamma: pi/2, alpha: pi/2}
    closure: {joint: fixed, platform: {gamma: pi/2, alpha: pi/2}}
  - name: leg2
    base: {at: [0.45, 0.35, 0]}
    joints:
      - {name: q21, kind: R}
      - {name: q22, kind: P, active: true, alpha: pi/2}
      - {name: q23, kind: R, alpha: -pi/2}
    closure: {joint: fixed, platform: {at: [0.1, 0, 0]}}
home: [0.45, 0.1, 0.4]
workspace: {px: [0.35, 0.5], py: [0.05, 0.15], a3: [0.3, 0.6]}
"""

THREE_RRR = """
name: three-rrr
title: Planar 3-RRR robot
platform: {coordinates: [px, py, a3], link: {m: 1}}
legs:
  - repeat:
      A: [[0, 0], [0.45, 0.15], [0.3, 0.62]]
      B: [[0, 0], [0.16, 0], [0.08, 0.14]]
    name: leg{i}
    joints:
      - {name: "q{i}1", kind: R, active: true, gamma: "atan2(A[1], A[0])", d: "hypot(A[0], A[1])", theta: "-atan2(A[1], A[0])"}
      - {name: "q{i}2", kind: R, d: 0.2}
      - {name: "q{i}3", kind: R, d: 0.2}
    closure: {joint: fixed, platform: {at: ["B[0]", "B[1]", 0]}}
home: [0.05, 0.3, 0]
workspace: {px: [0, 0.1], py: [0.25, 0.33], a3: [-0.2, 0.2]}
"""


@cache
def slides_in_line() -> Robot:
    """Load a robot with two actuators in leg 1, which slide along one line if joint 2 of the leg is at zero."""
    return Robot(parse_robot(SLIDES, "slides-in-line.yaml")).checked()


@cache
def three_rrr() -> Robot:
    return Robot(parse_robot(THREE_RRR, "three-rrr.yaml")).checked()
