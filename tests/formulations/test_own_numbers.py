"""Own numbers of a reader in the formulations: what is accepted, the sentences for the rest, and poses that are rejected."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.errors import InputError, SingularConfigurationError, UnknownNameError, UnreachableError
from parados.sources.briot_khalil.dualv_model import DualVParameters
from parados.sources.briot_khalil.five_bar_model import FiveBarParameters, LegParameters
from parados.sources.briot_khalil.tripteron_model import SliderParameters, TripteronParameters
from parados.sources.falezza_delta.model import DeltaParameters
from parados.sources.formulations import FORMULATIONS, formulation, formulations_of
from parados.sources.fried_c5.model import C5Parameters
from parados.sources.fried_gough_stewart.model import FriedParameters
from parados.sources.lopes_stewart.model import Parameters

A_I = np.array([[0, 0, 0.3], [0, 0, -0.3], [0.3, 0, 0], [-0.3, 0, 0], [0, 0.3, 0], [0, -0.3, 0.0]])

#: (class, own numbers) -> the sentence
BROKEN = [
    (FriedParameters, {"A": np.zeros((6, 3))}, "A: the 6 points lie on one line, so the legs cannot hold the platform"),
    (FriedParameters, {"B": np.zeros((5, 3))}, r"B: shape \(6, 3\) is expected, a point \[m\] for each leg, not \(5, 3\)"),
    (FriedParameters, {"m_1": -1.0}, "m_1: a number of at least 0 is expected, not -1"),
    (FriedParameters, {"m_C": "heavy"}, "m_C: a number of at least 0 is expected, not 'heavy'"),
    (FriedParameters, {"I_G": np.diag([1.0, 0.1, 0.1])}, "I_G: no body has the principal inertias .*; none may exceed the sum"),
    (FriedParameters, {"I_G": np.array([[1, 0.5, 0], [0, 1, 0], [0, 0, 1]])}, "I_G: an inertia matrix is symmetric"),
    (FriedParameters, {"I_G": -np.eye(3)}, "I_G: a principal inertia is -1 kg m"),
    (FriedParameters, {"I_C1": (0.1, -0.1, 0.1)}, "I_C1_yy: a number of at least 0 is expected, not -0.1"),
    (FriedParameters, {"CG": np.zeros(2)}, r"CG: shape \(3,\) is expected, not \(2,\)"),
    (FriedParameters, {"S_1": np.inf}, "S_1: inf is not a finite number"),
    (Parameters, {"m_P": -1.0}, "m_P: a number of at least 0 is expected, not -1"),
    (Parameters, {"r_B": 0.0}, r"r_B: a positive number \[m\] is expected, not 0"),
    (Parameters, {"I_P": (0.1, 0.1, 0.4)}, "I_P: no body has the principal inertias 0.1, 0.1, 0.4"),
    (Parameters, {"I_C": (0.1, 0.1)}, "I_C: three principal inertias are expected, not 2"),
    (Parameters, {"B": A_I[:4]}, r"B: shape \(6, 3\) is expected"),
    (Parameters, {"P": np.ones((6, 3))}, "P: the 6 points lie on one line"),
    (DeltaParameters, {"l2": -0.9}, r"l2: a positive number \[m\] is expected, not -0.9"),
    (DeltaParameters, {"m0": float("nan")}, "m0: nan is not a finite number"),
    (DeltaParameters, {"alpha_degrees": (0.0, 360.0, 120.0)}, "alpha_degrees: two legs have the same direction"),
    (DeltaParameters, {"alpha_degrees": (0.0, 120.0)}, r"alpha_degrees: shape \(3,\) is expected"),
    (C5Parameters, {"L": 0.0}, r"L: a positive number \[m\] is expected, not 0"),
    (C5Parameters, {"m_2": -1.0}, "m_2: a number of at least 0 is expected, not -1"),
    (C5Parameters, {"J_2": (0.1,)}, r"J_2: shape \(2,\) is expected"),
    (C5Parameters, {"A_i": A_I + 0.1}, r"A_i\[0\]: .* is 0.1 m; it must be 0, since Q_11 is measured from the base origin O"),
    (C5Parameters, {"A_i": A_I[[0, 0, 2, 3, 4, 5]]}, "A_i: rods 1 and 2 lie on one line"),
    (C5Parameters, {"I_C": (0.1, 0.1, 0.4)}, "I_C: no body has the principal inertias"),
    (DualVParameters, {"l_OA": -1.0}, "l_OA: a positive number"),
    (DualVParameters, {"gamma": (1.0, 2.0)}, r"gamma: shape \(4,\) is expected"),
    (FiveBarParameters, {"m_4": -1.0}, "m_4: a number of at least 0 is expected"),
    (LegParameters, {"d_2": 0.0, "d_3": 1.0, "zz_1R": 1.0}, "d_2: a positive number"),
    (TripteronParameters, {"sliders": (SliderParameters(-1, 0),) * 3}, r"sliders\[0\].m: a number of at least 0 is expected"),
]


@pytest.mark.parametrize(("kind", "numbers", "sentence"), BROKEN, ids=[f"{k.__name__}-{next(iter(n))}" for k, n, _ in BROKEN])
def test_impossible_numbers_get_a_sentence(kind, numbers, sentence):
    with pytest.raises(InputError, match=sentence) as caught:
        kind(**numbers)
    assert str(caught.value).startswith(next(iter(numbers)))


def test_unreachable_and_singular_poses_are_rejected():
    delta = formulation("falezza_delta")
    still = {"xd": np.zeros(3), "xdd": np.zeros(3), "h_ext": np.zeros(3), "mode": -np.ones(3)}
    with pytest.raises(UnreachableError, match="falezza_delta: leg 2 cannot reach this pose, it is too far or too near"):
        delta.evaluate("inverse_dynamics", x=[1.1, -0.2, -0.5], **still)
    planar = DeltaParameters(l1=0.5, l2=0.5, r_f=0.1, r_e=0.1)
    with pytest.raises(SingularConfigurationError, match="falezza_delta"):
        delta.evaluate("inverse_dynamics", planar, x=[0, 0, -1.0], **still)
    zeros = {"Xd": np.zeros(6), "Xdd": np.zeros(6)}
    flat = FriedParameters(A=FriedParameters().B)
    with pytest.raises(SingularConfigurationError, match=r"J\^-1 is singular in this pose .*; the actuators cannot hold"):
        formulation("fried_gough_stewart").evaluate("inverse_dynamics", flat, X=[0, 0, 0, 0, 0, 1.0], **zeros)


def test_wrong_states_get_a_sentence():
    lopes = formulation("lopes_stewart")
    with pytest.raises(InputError, match="xd: missing; inverse_dynamics takes x, xd, xdd, each of 6 numbers"):
        lopes.evaluate("inverse_dynamics", x=np.zeros(6))
    with pytest.raises(InputError, match=r"x: shape \(6,\) is expected, one state, not \(3,\)"):
        lopes.evaluate("lengths", x=np.zeros(3), xd=np.zeros(6), xdd=np.zeros(6))
    with pytest.raises(UnknownNameError, match="tau: lengths takes x, xd, xdd"):
        lopes.evaluate("lengths", x=[0, 0, 2, 0, 0, 0], xd=np.zeros(6), xdd=np.zeros(6), tau=np.zeros(6))
    with pytest.raises(UnknownNameError, match="function: 'forces' is not known"):
        lopes.evaluate("forces")
    with pytest.raises(InputError, match=r"parameters: lopes_stewart takes Parameters\(...\), not DeltaParameters"):
        lopes.functions(DeltaParameters())
    with pytest.raises(UnknownNameError, match="formulation: 'lopes' is not known"):
        formulation("lopes")


KINEMATICS = {"briot_3_rpr", "briot_orthoglide", "briot_gough_stewart"}
"""Formulations without dynamics; `test_briot_first_order.py` compares them with the engine."""


@pytest.mark.parametrize("name", [name for name in FORMULATIONS if name not in KINEMATICS])
def test_every_formulation_evaluates_its_robot_at_home(name, model, off):
    """A formulation with the numbers of its source gives the engine's efforts at rest at the robot's home pose."""
    one = formulation(name)
    engine = model(one.robots[0])
    home = np.array(engine.robot.spec.home, dtype=float) + 0.01
    n = len(home)
    angles_first = name.startswith("fried")
    f = one.functions()["inverse_dynamics"]
    rates = {key: np.zeros(n) for key in ("xd", "xdd", "Xd", "Xdd", "X_dot", "X_ddot") if key in f.name_in()}
    more = {"mode": -np.ones(3), "h_ext": np.zeros(3)} if name == "falezza_delta" else {}
    pose = {"X": np.roll(home, 3)} if angles_first else {"x": home}
    found = one.evaluate("inverse_dynamics", **pose, **rates, **more)
    tau = next(iter(found.values())).ravel()
    expected = engine.inverse_dynamics(home, np.zeros(n), np.zeros(n))
    assert off(tau[::-1] if name.startswith("fried_c5") else tau, expected) < 1e-11


def test_every_robot_of_a_formulation_is_in_the_catalog():
    for one in FORMULATIONS.values():
        assert set(one.robots) <= set(parados.catalog())
        assert set(one.defaults())
    assert [one.name for one in formulations_of("c5")] == ["fried_c5_platform"]
    assert [one.name for one in formulations_of("orthoglide")] == ["briot_orthoglide"]
    assert formulations_of("hexa") == []


@pytest.mark.parametrize(
    ("name", "entry", "leg"),
    [
        ("briot_five_bar", 1, 2),
        ("briot_dualv", 3, 4),
        ("briot_tripteron", 2, 1),
        ("briot_tripteron", 3, 2),
        ("briot_tripteron", 8, 3),
        ("falezza_delta", 1, 2),
        ("fried_c5_rods", 0, 6),
        ("fried_c5_platform", 5, 1),
        ("fried_gough_stewart", 4, 5),
        ("lopes_stewart", 5, 6),
    ],
)
def test_the_leg_that_does_not_reach_is_named(name: str, entry: int, leg: int) -> None:
    """The Tripteron has three passive joints in a leg; the C5 has segment 6 first."""
    one = formulation(name)
    function, output = one.lengths
    lengths = np.zeros(one.functions()[function].numel_out(output))
    assert len(one.legs) == len(lengths)
    lengths[entry] = np.nan
    with pytest.raises(UnreachableError, match=f"{name}: leg {leg} cannot reach this pose, it is too far or too near"):
        one._check_reach(lengths)


@pytest.mark.parametrize(("x", "leg"), [([5.0, 0.2, 0.2], 1), ([0.2, 0.2, 5.0], 2), ([0.0, 0.0, 0.3], 1)])
def test_the_tripteron_names_the_same_leg_as_the_engine(x: list[float], leg: int) -> None:
    """A far pose and one that is too near."""
    with pytest.raises(UnreachableError, match=f"^leg{leg} cannot reach"):
        parados.load("tripteron").compile("vm").joints(x)
    with pytest.raises(UnreachableError, match=f"^briot_tripteron: leg {leg} cannot reach"):
        formulation("briot_tripteron").evaluate("inverse_geometry", x=x)
