"""Springs, dampers and couplings in flexible models: hand formulas, differences of the potential, energy of a run."""

from __future__ import annotations

from functools import cache
from itertools import product

import casadi as ca
import numpy as np
import pytest

import parados
from parados.api import Robot
from parados.errors import InputError, RobotFileError
from parados.model.elastic_model import ElasticModel
from parados.model.model import Model
from parados.robot.reading import parse_robot
from parados.simulate.elastic_simulation import ElasticSimulation

SPRUNG = """name: five-bar-sprung-flexible
title: Five-bar with elastic bars and gears, a joint spring, and a spring that holds the platform
gravity: [0, -9.81, 0]
parameters: {d: 0.14, l1: 0.213, l2: 0.1878, E: 70e9, rho: 2700}
platform: {coordinates: [px, py], dependent: [a3], link: {m: 0.272}}
legs:
  - name: leg1
    joints:
      - {name: q11, kind: R, active: true, d: -d, rotor: 0.012, stiffness: 8000, SPRING_IN_JOINT
         link: {beams: [{length: l1, planar: true, E: E, rho: rho, section: {rectangle: [0.012, 0.03]}}]}}
      - {name: q12, kind: R, d: l1,
         link: {m: 0.15, beams: [{length: l2, planar: true, E: E, rho: rho, section: {rectangle: [0.008, 0.03]}}]}}
      - {name: q13, kind: R, d: l2}
    closure: {joint: fixed}
  - name: leg2
    joints:
      - {name: q21, kind: R, active: true, d: d, rotor: 0.012,
         link: {beams: [{length: l1, planar: true, E: E, rho: rho, section: {rectangle: [0.012, 0.03]}}]}}
      - {name: q22, kind: R, d: l1,
         link: {m: 0.15, beams: [{length: l2, planar: true, E: E, rho: rho, section: {rectangle: [0.008, 0.03]}}]}}
    closure: {joint: fixed, frame: {d: l2}}
POINT_SPRING
mode: [1, -1]
home: [0, 0.26]
workspace: {px: [-0.08, 0.08], py: [0.2, 0.3]}
"""
IN_JOINT = "spring: {stiffness: 40, rest: 0.5, damping: 0.3, effort: 2},"
HELD = """springs:
  - {name: held, between: [platform, base], at: [[0, 0, 0], [0.1, 0.6, 0]], stiffness: 150, length: 0.2, force: 3, damping: 4}"""

SECOND = 2e-6
"""Central differences of second order with steps of 1e-4: their error is 1e-8 of fourth derivatives, and round-off."""


def made(text: str) -> Model:
    return Robot(parse_robot(text)).checked().compile("vm")


@cache
def models() -> tuple[ElasticModel, ElasticModel]:
    """The robot with its springs, and without them."""
    sprung = made(SPRUNG.replace("SPRING_IN_JOINT", IN_JOINT).replace("POINT_SPRING", HELD))
    plain = made(SPRUNG.replace("SPRING_IN_JOINT", "").replace("POINT_SPRING", ""))
    return sprung.elastic_model(friction=False), plain.elastic_model(friction=False)


@cache
def report(bare: ElasticModel) -> ca.Function:
    return bare._evaluation.graphs.equations.full.report()


def spring_energy(own: ElasticModel, z: np.ndarray) -> float:
    """Formulas of the file's keys, by hand; the joint's position is that of motor and transmission together."""
    q = z[own.names.index("q11.motor")] + z[own.names.index("q11")]
    x, y = (z[own.names.index(name)] for name in ("platform.dx", "platform.dy"))
    length = np.hypot(x - 0.1, y - 0.6)
    return float(40 / 2 * (q - 0.5) ** 2 + 2 * q + 150 / 2 * (length - 0.2) ** 2 + 3 * length)


def potential(own: ElasticModel, bare: ElasticModel, z: np.ndarray) -> float:
    """Elastic and gravitational energy of the robot without springs, plus the energy of the springs by hand."""
    _, elastic, gravitational, _ = (value.full() for value in report(bare)(z, np.zeros_like(z)))
    return float(elastic[0, 0] + gravitational[0, 0]) + spring_energy(own, z)


def test_forces_of_springs_are_slopes_of_their_energy() -> None:
    own, bare = models()
    z = own.undeformed(own.model.survey.home)
    rng = np.random.default_rng(5)
    z[[own.names.index(name) for name in own.independent]] += 0.01 * rng.normal(size=len(own.independent))
    z = own.closed(z)
    zd = own.rates(z, np.zeros(len(own.independent)))
    added = own.equations(z, zd).c_tot - bare.equations(z, zd).c_tot
    step, slopes = 1e-6, np.zeros(len(z))
    for k in range(len(z)):
        e = step * np.eye(len(z))[k]
        slopes[k] = (spring_energy(own, z + e) - spring_energy(own, z - e)) / (2 * step)
    assert np.allclose(added, slopes, rtol=0, atol=1e-7)
    assert np.abs(added).max() > 20


def test_stiffness_is_the_second_derivative_of_the_potential_at_the_equilibrium() -> None:
    """The independent coordinates move, all others follow with closed loops; motors stay."""
    own, bare = models()
    x = own.model.survey.home
    z, linear = own.equilibrium(x), own.elastic_matrices(x)
    places = [own.names.index(name) for name in linear.independent]
    steps = 1e-4 * np.eye(len(z))[places]

    def energy(*moves: np.ndarray) -> float:
        return potential(own, bare, own.closed(z + np.sum(moves, axis=0)))

    slopes = [(energy(e) - energy(-e)) / 2e-4 for e in steps]
    assert np.abs(slopes).max() < SECOND * np.abs(linear.K_cc).max()  # it is an equilibrium
    chosen = [0, len(steps) // 2, len(steps) - 1]
    for i, j in product(chosen, chosen):
        e, f = steps[i], steps[j]
        second = (energy(e, f) - energy(e, -f) - energy(-e, f) + energy(-e, -f)) / 4e-8
        assert abs(second - linear.K_cc[i, j]) < SECOND * np.abs(linear.K_cc).max()


def test_equilibrium_needs_no_acceleration_and_the_efforts_of_the_motors_only() -> None:
    own, _ = models()
    z = own.equilibrium(own.model.survey.home)
    tau, qdd_c = own.inverse_dynamics(z, np.zeros_like(z), np.zeros(2))
    assert np.abs(qdd_c).max() < 1e-4 and np.abs(tau).max() > 1  # round-off of 1e6 N/m over 0.1 kg
    moved = z - own.undeformed(own.model.survey.home)
    assert 1e-4 < np.abs(moved).max() < 0.1


PENDULUM = """name: pendulum
title: Arm on an elastic joint, with or without a balancing spring
parameters: {m: 3, l: 0.4, I: 0.05, k: 120}
legs:
  - name: arm
    joints:
      - {name: q, kind: R, active: true, alpha: pi/2, stiffness: k, rotor: 0.2,
         link: {mass: m, com: [l, 0, 0], inertia: [I, I, I]}}
SPRING
home: [0.3]
workspace: {q: [-1, 1]}
"""


MOMENT, INERTIA = 3 * 9.81 * 0.4, 0.05 + 3 * 0.4**2
"""m g l and I + m l^2 of the pendulum."""


def test_balanced_pendulum_has_the_frequency_of_its_joint_alone() -> None:
    """A spring of zero free length with k a b = m g l balances the arm in all poses; its stiffness cancels that of the weight."""
    k, a, b = 120.0, 0.5, 0.3
    balance = f"springs: [{{name: s, between: [base, q], at: [[0, 0, {a}], [{b}, 0, 0]], stiffness: {MOMENT / (a * b)!r}}}]"
    balanced = made(PENDULUM.replace("SPRING", balance)).elastic_model()
    for q in (-0.5, 0.3, 0.9):
        assert np.isclose(balanced.natural_frequencies([q])[0], np.sqrt(k / INERTIA) / (2 * np.pi), rtol=1e-9)
        assert np.abs(balanced.equilibrium([q]) - balanced.undeformed([q])).max() < 1e-12


def test_pendulum_sags_and_loses_stiffness_by_its_weight() -> None:
    """k delta = -m g l cos(q + delta); stiffness k - m g l sin(q + delta)."""
    k, q = 120.0, 0.3
    own = made(PENDULUM.replace("SPRING", "")).elastic_model()
    delta = 0.0
    for _ in range(50):
        delta -= (k * delta + MOMENT * np.cos(q + delta)) / (k - MOMENT * np.sin(q + delta))
    z = own.equilibrium([q])
    assert np.isclose(z[own.names.index("q")], delta, rtol=1e-12)
    stiffness = k - MOMENT * np.sin(q + delta)
    assert np.isclose(own.natural_frequencies([q])[0], np.sqrt(stiffness / INERTIA) / (2 * np.pi), rtol=1e-10)
    stack = own.vibration_modes([[q], [q + 0.1]])
    assert stack.frequencies.shape == (2, 1) and np.isclose(stack.frequencies[0, 0], own.natural_frequencies([q])[0])


def test_unstable_equilibrium_is_named() -> None:
    """An arm that stands upright on a soft joint falls over."""
    text = PENDULUM.replace("SPRING", "").replace("k: 120", "k: 5").replace("[-1, 1]", "[1, 2]")
    own = made(text.replace("home: [0.3]", "home: [pi/2]"))
    with pytest.raises(InputError, match="the equilibrium is not stable"):
        own.elastic_model().natural_frequencies([np.pi / 2])


def test_joint_spring_beside_an_elastic_drive_adds_its_stiffness() -> None:
    """With a locked motor, the spring beside it and the transmission act in parallel on the arm."""
    k, own = 120.0, 45.0
    text = PENDULUM.replace("SPRING", "").replace("rotor: 0.2,", f"rotor: 0.2, spring: {{stiffness: {own}, rest: 0.3}},")
    weightless = made(text.replace("parameters", "gravity: [0, 0, 0]\nparameters")).elastic_model()
    assert np.isclose(weightless.natural_frequencies([0.3])[0], np.sqrt((k + own) / INERTIA) / (2 * np.pi), rtol=1e-9)


def test_spring_has_the_effort_of_the_rigid_robot_and_the_turns_of_x() -> None:
    """The joint is the coordinate of the robot, so x says how far its spring is wound up."""
    text = PENDULUM.replace("SPRING", "").replace("rotor: 0.2,", "rotor: 0.2, spring: {stiffness: 7, rest: 2.5},")
    text = text.replace("[-1, 1]", "[2, 4]").replace("stiffness: k,", "stiffness: 1e9,")
    model = made(text.replace("home: [0.3]", "home: [3.0]"))
    own = model.elastic_model(friction=False)

    def effort(q: float) -> float:
        z = own.undeformed([q])
        return float(own.equations(z, np.zeros_like(z)).c_tot[own.names.index("q.motor")])

    for q in (2.5, 3.3, 3.9):
        assert np.isclose(effort(q), model.inverse_dynamics([q], [0.0], [0.0])[0], rtol=1e-9)
        assert np.isclose(effort(q - 2 * np.pi), effort(q) - 7 * 2 * np.pi, rtol=1e-9)


def test_frequencies_about_the_undeformed_robot_are_refused_with_the_way_out() -> None:
    own, _ = models()
    x = own.model.survey.home
    for call in (own.model.natural_frequencies, own.model.platform_stiffness, own.model.elastic_matrices):
        with pytest.raises(RobotFileError, match=r"the springs \(q11, held\) load the undeformed robot.*model\.elastic_model"):
            call(x)
    light = parados.load("five-bar-flexible").compile("vm")
    assert np.allclose(light.elastic_model().natural_frequencies(light.survey.home), light.natural_frequencies(light.survey.home))


def test_energy_of_a_run_with_springs_and_dampers_balances() -> None:
    own, _ = models()
    run = ElasticSimulation.at(own.model, own.model.survey.home, friction=False, backend="vm")
    start = run.start[list(run.structure.mechanism.actuated)]
    result = run.prescribed(lambda t: (np.tile(start, (len(t), 1)), *np.zeros((2, len(t), 2))), 0.02, 1e-4)
    assert result.energy.relative_error < 1e-6
    assert np.ptp(result.energy.elastic) > 1e-3 and result.energy.dissipated[-1] > 1e-6


GEARED = """name: geared-arm
title: Elastic arm driven by a motor through a gear
gravity: [0, 0, 0]
parameters: {n: 12, k: 3.5, l: 0.5}
legs:
  - name: arm
    joints: [{name: q, kind: R, ARM link: {m: 1, beams: [{length: l, E: 70e9, nu: 0.3, rho: 2700, section: {circle: 0.02}}]}},
             {name: tip, kind: fixed, d: l, link: {mass: 2, inertia: [0.01, 0.01, 0.01]}}]
MOTOR
home: [0.3]
workspace: {q: [-1, 1]}
"""


def test_gear_moves_the_stiffness_of_the_motor_by_the_square_of_its_ratio() -> None:
    """A motor with a soft shaft behind a gear n is a joint with the stiffness n^2 k; with a rigid shaft the arm is clamped."""
    motor = """  - {name: motor, joints: [{name: m, kind: R, active: true, rotor: 1e-3, STIFF}]}
couplings: [{name: gear, terms: {m: 1, q: -n}, constant: 0.4}]
coordinates: [q]"""
    geared = GEARED.replace("ARM", "").replace("MOTOR", motor)
    direct = GEARED.replace("ARM", "active: true, STIFF,").replace("MOTOR", "")
    for stiff, alike in (("stiffness: k", "stiffness: n*n*k"), ("branch: null", "branch: null")):
        one, other = made(geared.replace("STIFF", stiff)), made(direct.replace("STIFF", alike))
        f = other.natural_frequencies([0.3])
        assert np.allclose(one.natural_frequencies([0.3]), f, rtol=1e-9)
        assert np.allclose(one.elastic_model().natural_frequencies([0.3]), f, rtol=1e-7)
        z = one.elastic_model().undeformed([0.3])
        assert np.allclose(one.elastic_model().closed(z), z, atol=1e-12)


def test_efforts_through_a_gear_are_those_of_the_rigid_robot_if_everything_is_stiff() -> None:
    motor = """  - {name: motor, joints: [{name: m, kind: R, active: true, rotor: 1e-3}]}
couplings: [{name: gear, terms: {m: 1, q: -n}, constant: 0.4}]
coordinates: [q]"""
    text = GEARED.replace("ARM", "").replace("MOTOR", motor).replace("gravity: [0, 0, 0]", "gravity: [0, -9.81, 0]")
    model = made(text)
    own = model.elastic_model()
    z = own.equilibrium([0.3])
    tau, _ = own.inverse_dynamics(z, np.zeros_like(z), [0.0])
    assert np.isclose(tau[0], model.inverse_dynamics([0.3], [0.0], [0.0])[0], rtol=1e-2)  # the arm sags a little
    linear = model.elastic_matrices([0.3])
    assert not any(name in ("m", "q") for name in linear.independent)
