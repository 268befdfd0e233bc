"""Exported controllers: clean C without static state or allocation, with the efforts and states of the law in Python."""

from __future__ import annotations

import ctypes
import re
import subprocess

import numpy as np
import pytest
from control_loops import START, five_bar, motion, weighed

from parados import control

STRICT = ["gcc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror", "-shared", "-fPIC"]
SAME = 1e-12

X, XD, WRENCH = [0.02, 0.27], [0.3, -0.2], [1.0, -2.0, 0.0, 0.0, 0.0, 0.0]

LAWS = {
    "pid": lambda m: control.PIDGravity(m, motion(), 30.0, 2.0, 5.0),
    "platform": lambda m: control.ComputedTorque(m, motion(), 100.0, 20.0),
    "joints": lambda m: control.ComputedTorque(m, motion(), 100.0, 20.0, space="joints"),
    "feed-forward": lambda m: control.FeedForwardPD(m, motion(), 30.0, 2.0),
    "adaptive": lambda m: control.SlotineLi(m, motion(), 5.0, 3.0, 0.5, adapted=["m_p", "zz_q11"]),
    "impedance": lambda m: control.Impedance(m, motion(), 30.0, 5.0, inertia=1.0),
    "admittance": lambda m: control.Admittance(m, motion(), 1.0, 5.0, 30.0, 100.0, 20.0),
    "observer": lambda m: control.ObservedComputedTorque(m, motion(), 100.0, 20.0, 30.0),
}


class Controller:
    """An exported controller, built and loaded."""

    def __init__(self, law, folder):
        _, source = control.export_controller(law, folder)
        library = folder / "controller.so"
        subprocess.run([*STRICT, str(source), "-o", str(library), "-lm"], check=True)
        loaded, name = ctypes.CDLL(str(library)), source.stem
        self.law, self.text = law, source.read_text()
        self.state = np.zeros(max(len(law.start()), 1))
        self.function = getattr(loaded, f"{name}_update")
        getattr(loaded, f"{name}_start")(self._pointer(self.state))

    @staticmethod
    def _pointer(array):
        return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))

    def update(self, t, measured, period=1e-3):
        law = self.law
        rows = law.reference.table(np.array([t]), law.wanted)
        known = {**measured._asdict(), **{name: row[0] for name, row in rows.items()}}
        known |= {"gains": law.gain_vector, "parameters": law.model.live_vector}
        arrays = [np.ascontiguousarray(known[key], dtype=float) for key in law.graph.name_in() if key not in ("dt", "state")]
        outputs = [np.empty(size) for size in (*law.outputs.values(), law.n_a)]
        given = [ctypes.c_double(period)] if "dt" in law.graph.name_in() else []
        status = self.function(self._pointer(self.state), *given, *[self._pointer(array) for array in (*arrays, *outputs)])
        return status, outputs[-1]


@pytest.mark.parametrize("name", LAWS)
def test_controller_in_c_does_what_the_law_does(name, tmp_path):
    law = LAWS[name](five_bar())
    controller = Controller(law, tmp_path)
    assert np.array_equal(controller.state[: len(law.start())], law.start())
    state, measured = law.start(), law.measure(X, XD, wrench=WRENCH)
    for t in (0.1, 0.101, 0.102):
        action = law.update(t, measured, state)
        status, efforts = controller.update(t, measured)
        state = action.state
        assert status == 0
        assert np.abs(efforts - action.efforts).max() <= SAME * np.abs(action.efforts).max()
        assert np.abs(controller.state[: len(state)] - state).max(initial=0.0) <= SAME * np.abs(state).max(initial=1.0)
    assert "alloc" not in controller.text
    assert not re.findall(r"\bstatic double\b", controller.text)


def test_controller_takes_live_parameters(tmp_path):
    heavy = weighed().with_parameters({"m4": 1.0})
    law = control.ComputedTorque(heavy, START, 100.0, 20.0)
    controller = Controller(law, tmp_path)
    measured = law.measure(X, XD)
    assert np.allclose(controller.update(0.0, measured)[1], law.update(0.0, measured).efforts, rtol=SAME, atol=0)
    assert "five_bar_controller_default_parameters[1] = {1.0}" in controller.text


def test_pose_out_of_reach_gives_nan_and_leaves_the_state(tmp_path):
    law = LAWS["observer"](five_bar())
    controller = Controller(law, tmp_path)
    before = controller.state.copy()
    status, efforts = controller.update(0.1, law.measure(X, XD)._replace(x=np.array([5.0, 5.0])))
    assert status == 1
    assert np.isnan(efforts).all()
    assert np.array_equal(controller.state, before)


def test_header_names_the_gains_in_their_order(tmp_path):
    header, _ = control.export_controller(LAWS["pid"](five_bar()), tmp_path)
    assert "gains holds, one after the other: kp (2), kd (2), ki (2), limit (2)." in header.read_text()
