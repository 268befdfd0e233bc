"""Valid robot files, a function that changes them, and a check of messages."""

from __future__ import annotations

from helpers.plain_messages import PYTHON, fault_of_message

FIVE_BAR = """\
name: good
title: A five-bar mechanism
gravity: [0, -9.81, 0]
parameters: {l1: 0.25, l2: 0.25, list: [1, 2]}
platform:
  coordinates: [px, py]
  dependent: [a3]
  constant: {pz: 0}
  orientation: xyz
  link: {m: 0.3}
legs:
  - name: left
    base: {at: [-0.15, 0, 0]}
    joints:
      - {name: q11, kind: R, active: true, rotor: 0.01, limits: [-4, 4],
         friction: {fv: 0.1, fs: 0.2}, link: {mass: 0.4, com: [0.1, 0, 0], inertia: [0.001, 0.002, 0.002]}}
      - {name: q12, kind: R, d: l1, link: {m: 0.2, mx: 0.02, zz: 0.004}}
      - {name: q13, kind: R, d: l2}
    closure: {joint: fixed}
  - name: right
    base: {at: [0.15, 0, 0]}
    joints:
      - {name: q21, kind: R, active: true}
      - {name: q22, kind: R, d: l1}
    closure: {joint: fixed, frame: {d: l2}}
mode: [1, -1]
home: [0, 0.3]
workspace: {px: [-0.1, 0.1], py: [0.25, 0.4]}
guess: {q11: 1}
"""

PLANAR_3RRR = """\
name: good
parameters: {rA: 0.5, rB: 0.12, l: 0.25}
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

GOUGH = """\
name: good
platform: {coordinates: [px, py, pz, a1, a2, a3], orientation: ZYX, link: {mass: 1, inertia: [0.2, 0.2, 0.3]}}
legs:
  - repeat: {g: [15 deg, 105 deg, 135 deg, 225 deg, 255 deg, 345 deg], h: [50 deg, 70 deg, 170 deg, 190 deg, 290 deg, 310 deg]}
    name: leg{i}
    base: {at: [cos(g), sin(g), 0]}
    joints:
      - {name: "u{i}", kind: U}
      - {name: "l{i}", kind: P, active: true, alpha: pi/2, branch: 1}
    closure: {joint: S, platform: {at: [0.5*cos(h), 0.5*sin(h), 0]}}
home: [0, 0, 1.2, 0, 0, 0]
"""

PARALLELOGRAM = """\
name: good
gravity: [0, -9.81, 0]
parameters: {a: 0.34, d4: 0.31, d6: 0.03, w: 0.08}
platform:
  coordinates: [px, py, pz]
  link: {mass: 0.5}
legs:
  - repeat:
      gamma1: [0, pi/2, 0]
      b1: [0, a, a]
      alpha1: [0, pi/2, -pi/2]
      r1: [0, -a, -a]
      alpha_p: [pi/2, 0, -pi]
      theta_p: [0, -pi/2, 0]
    name: leg{i}
    joints:
      - {name: "q{i}1", kind: P, active: true, gamma: gamma1, b: b1, alpha: alpha1, r: r1, link: {mass: 1.2}}
      - {name: "q{i}2", kind: R, alpha: -pi/2, branch: 1}
      - {name: "q{i}3", kind: R, b: -w/2, alpha: -pi/2}
      - {name: "q{i}4", kind: R, d: d4}
      - {name: "q{i}5", kind: R, alpha: pi/2, r: w/2}
      - {name: "q{i}6", kind: R, antecedent: "q{i}2", b: w/2, alpha: -pi/2}
    loops:
      - {between: ["q{i}6", "q{i}4"], joint: R, frames: [{d: d4}, {at: [0, -w, 0]}]}
    closure: {of: "q{i}5", joint: fixed, frame: {alpha: alpha_p, d: d6, theta: theta_p}}
mode: [-1, -1, -1]
home: [0.03, 0.03, 0.34]
workspace: {px: [-0.07, 0.13], py: [-0.07, 0.13], pz: [0.24, 0.44]}
"""

XY_TABLE = """\
name: good
platform: {coordinates: [px, py], link: {mass: 1}}
legs:
  - name: one
    joints:                   # the first along x, the second along y
      - {name: x1, kind: P, active: true, gamma: pi/2, alpha: pi/2}
      - {name: y1, kind: P, gamma: pi/2, alpha: pi/2}
    closure: {joint: fixed, frame: {gamma: pi/2, alpha: pi/2}}
  - name: two
    joints:
      - {name: x2, kind: P, gamma: pi/2, alpha: pi/2}
      - {name: y2, kind: P, active: true, gamma: pi/2, alpha: pi/2}
    closure: {joint: fixed, frame: {gamma: pi/2, alpha: pi/2}}
"""


def broken(text: str, *edits: tuple[str, str]) -> str:
    """Return the text after replacements; each old text must occur exactly once."""
    for old, new in edits:
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
        text = text.replace(old, new)
    return text


def check_message(message: str, fragments: tuple[str, ...]) -> None:
    """Check that a message contains the expected fragments and no technical words of other programs."""
    for fragment in fragments:
        assert fragment in message, f"{fragment!r} is not in: {message}"
    found = fault_of_message(message) or PYTHON.search(message)
    assert not found, f"{found} reached the user: {message}"
