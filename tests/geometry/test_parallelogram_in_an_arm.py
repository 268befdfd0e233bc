"""An arm with a parallelogram inside and joint coordinates: its loop is searched near home, whatever turn the guess is in."""

from __future__ import annotations

import numpy as np
import pytest

import parados

ARM = """
name: arm
parameters: {l: 0.5, c: 0.15}
legs:
  - name: arm
    joints:
      - {name: q1, kind: R, active: true, link: {mass: 8}}
      - {name: q2, kind: R, active: true, alpha: pi/2, link: {mass: 6, com: [0.25, 0, 0]}}
      - {name: q4, kind: R, d: l, link: {mass: 4, com: [0.2, 0, 0]}}
      - {name: q3, kind: R, antecedent: q1, active: true, alpha: pi/2, link: {mass: 1.5, com: [0.05, 0, 0]}}
      - {name: q5, kind: R, d: c, link: {mass: 1, com: [0.25, 0, 0]}}
    loops:
      - {between: [q5, q4], joint: R, frames: [{at: [l, 0, 0]}, {at: [-c, 0, 0]}]}
home: [0, 1.4, 3.0]
guess: {q4: ANGLE, q5: -1.6}
workspace: {q1: [-1.2, 1.2], q2: [0.9, 1.9], q3: [2.7, 3.6]}
"""


@pytest.mark.parametrize("angle", ["-1.5", "-1.5416", "4.74"])
def test_the_loop_is_a_parallelogram_in_closed_form(tmp_path, angle):
    (tmp_path / "arm.yaml").write_text(ARM.replace("ANGLE", angle))
    model = parados.load(tmp_path / "arm.yaml").compile("vm")
    assert model.survey.geometry.is_closed_form
    for x in ([0.0, 1.4, 3.0], [0.3, 1.2, 3.2]):
        q = dict(zip(model.joint_names, model.joints(x), strict=True))
        assert np.exp(1j * (q["q2"] + q["q4"])) == pytest.approx(-np.exp(1j * q["q3"]), abs=1e-12)  # parallel to the other crank
        assert np.exp(1j * (q["q3"] + q["q5"])) == pytest.approx(np.exp(1j * q["q2"]), abs=1e-12)
