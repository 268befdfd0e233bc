"""Small machines with known motions, as robot files."""

from __future__ import annotations

import parados
from parados.model.model import Model

BAR = "{mass: 1, com: [0.5, 0, 0], inertia: [0, 0.08333333333333333, 0.08333333333333333]}"


def compiled(text: str, folder) -> Model:
    """Write a robot file and compile it."""
    path = folder / "machine.yaml"
    path.write_text(text)
    return parados.load(path).compile()


def four_bars(n: int) -> str:
    """Chain of n four-bar loops of bars of 1 m and 1 kg (IFToMM benchmark A02 for n = 2); x is the angle of the first bar."""
    joints = [f"      - {{name: v0, kind: R, active: true, link: {BAR}}}"]
    loops = []
    for i in range(1, n + 1):
        joints.append(f"      - {{name: h{i}, antecedent: v{i - 1}, kind: R, d: 1, link: {BAR}}}")
        joints.append(f"      - {{name: v{i}, antecedent: base, kind: R, d: {i}, link: {BAR}}}")
        loops.append(f"      - {{between: [h{i}, v{i}], joint: R, frames: [{{at: [1, 0, 0]}}, {{at: [1, 0, 0]}}]}}")
    guess = ", ".join(f"v{i}: 1.5708, h{i}: -1.5708" for i in range(1, n + 1))
    head = "name: four-bars\ngravity: [0, -9.81, 0]\ncoordinates: [v0]\nlegs:\n  - name: chain\n    joints:\n"
    tail = f"home: [1.5707963267948966]\nguess: {{{guess}}}\nworkspace: {{v0: [1.4, 1.7]}}\n"
    return head + "\n".join(joints) + "\n    loops:\n" + "\n".join(loops) + "\n" + tail


SLIDER_CRANK = """
name: spatial-slider-crank
source: E. J. Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems (1989), section 12.2
gravity: [0, 0, -9.81]
coordinates: [crank]
legs:
  - name: chain
    joints:
      - {name: crank, kind: R, active: true, gamma: pi/2, b: 0.12, alpha: pi/2, d: 0.1, theta: pi/2,
         link: {mass: 0.12, com: [0.04, 0, 0], inertia: [1.0e-4, 1.0e-4, 1.0e-4]}}
      - {name: slider, antecedent: base, kind: P, gamma: pi/2, alpha: pi/2, link: {mass: 2}}
      - {name: turn, kind: R, alpha: -pi/2}
      - {name: tilt, kind: R, alpha: pi/2, link: {mass: 0.5, com: [0.15, 0, 0], inertia: [4.0e-4, 4.0e-3, 4.0e-3]}}
    loops:
      - {between: [tilt, crank], joint: S, frames: [{at: [0.3, 0, 0]}, {at: [0.08, 0, 0]}]}
home: [0]
guess: {slider: 0.2, turn: 0.7, tilt: 0.7}
workspace: {crank: [-0.5, 0.5]}
"""


EQUAL_SLIDER_CRANK = f"""
name: equal-slider-crank
gravity: [0, -9.81, 0]
coordinates: [crank]
legs:
  - name: chain
    joints:
      - {{name: crank, kind: R, active: true, link: {BAR}}}
      - {{name: rod, kind: R, d: 1, link: {BAR}}}
      - {{name: slider, antecedent: base, kind: P, gamma: pi/2, alpha: pi/2, link: {{mass: 1}}}}
    loops:
      - {{between: [rod, slider], joint: S, frames: [{{at: [1, 0, 0]}}, {{}}]}}
home: [0.7853981633974483]
guess: {{rod: -1.5707963, slider: 1.414}}
workspace: {{crank: [0.6, 0.9]}}
"""

BRICARD = f"""
name: bricard
source: IFToMM benchmark A03, six bars of 1 m with orthogonal axes, one of them the base
gravity: [0, -9.81, 0]
coordinates: [q1]
legs:
  - name: loop
    joints:
      - {{name: q1, kind: R, active: true, link: {BAR}}}
      - {{name: q2, kind: R, d: 1, alpha: pi/2, link: {BAR}}}
      - {{name: q3, kind: R, d: 1, alpha: -pi/2, link: {BAR}}}
      - {{name: q4, kind: R, d: 1, alpha: pi/2, link: {BAR}}}
      - {{name: q5, kind: R, d: 1, alpha: -pi/2, link: {BAR}}}
    loops:
      - between: [q5, base]
        joint: R
        frames: [{{at: [1, 0, 0], rotation: {{XYZ: [pi/2, 0, 0]}}}}, {{at: [-1, 0, 0], rotation: {{XYZ: [pi/2, 0, 0]}}}}]
home: [1.5707963267948966]
guess: {{q2: 1.57, q3: 1.57, q4: 1.57, q5: 1.57}}
workspace: {{q1: [1.4, 1.7]}}
"""


def one_joint(kind: str, joint: str, gravity: str = "[0, 0, 0]", home: str = "[0.1]") -> str:
    """One body on one joint s; `joint` are more keys of the joint."""
    return f"""
name: one-joint
gravity: {gravity}
coordinates: [s]
legs:
  - name: chain
    joints:
      - {{name: s, kind: {kind}, active: true, {joint}}}
home: {home}
workspace: {{s: [0.05, 0.2]}}
"""


BELT = """
name: block-on-a-belt
gravity: [0, 0, 0]
coordinates: [belt, block]
legs:
  - name: chain
    joints:
      - {name: belt, kind: P, active: true, link: {mass: 1.0e+12}}
      - {name: block, kind: P, active: true, friction: {fs: 2, fb: 1, vs: 1.0e-6}, link: {mass: 1}}
springs:
  - {name: spring, between: [base, block], at: [[0, 0, 0], [0, 0, 0]], stiffness: 100, length: 0}
home: [0.1, 0.1]
workspace: {belt: [-1, 1], block: [-1, 1]}
"""
