"""Test runs of a simulation: start, end, invalid arguments, given efforts, damping and static equilibrium."""

from dataclasses import fields, replace
from inspect import Parameter, signature
from pathlib import Path

import numpy as np
import pytest
from dual_emps import MODE, RECORDED, SQUARE, START, model, simulation

import parados
from parados.errors import InputError, RobotFileError, TimeStepError
from parados.flexible.locked_modes import locked_modes
from parados.flexible.motors import with_motors
from parados.simulate.damping import ModalDamping, RayleighDamping
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.simulate.pd_law import PDLaw
from parados.simulate.start import sagging
from parados.trajectory import point_by_point

BALANCE = 1e-9
RATIO = 0.02  #: damping ratio of the runs with modal damping, which share their compiled kernels


def still(times):
    none = np.zeros((len(times), 2))
    return none, none, none


def test_efforts_of_the_inverse_problem_give_the_same_motion():
    """The efforts computed for a motion, with weak feedback, give that motion."""
    inverse = simulation().prescribed(RECORDED, 0.05, 2.5e-4)

    def law(t, q, qd):
        push = [np.interp(t, inverse.t, inverse.efforts[:, k]) for k in (0, 1)]
        wanted, rate, _ = RECORDED(np.array([t]))
        return np.array(push) + 1e4 * (wanted[0] - q) + 1e3 * (rate[0] - qd)

    direct = simulation().driven(law, 0.05, 2.5e-4)
    assert np.abs(direct.actuators - inverse.actuators).max() < 1e-6
    assert np.abs(direct.pose - inverse.pose).max() < 1e-6
    assert direct.energy.relative_error < BALANCE


def test_pd_law_follows_the_motion():
    run = simulation(damping=ModalDamping(RATIO)).driven(PDLaw(RECORDED, 4e5, 8e3, 95.0), 0.1, 1e-3)
    assert np.abs(run.actuators - RECORDED(run.t)[0]).max() < 1e-4
    assert run.energy.relative_error < BALANCE
    assert run.drift.max() < 1e-9


@pytest.mark.parametrize(
    ("damping", "ratio"),
    [
        (ModalDamping(RATIO), lambda omega: RATIO),
        (RayleighDamping(alpha=3.0), lambda omega: 1.5 / omega),
        (RayleighDamping(alpha=3.0, beta=1e-5), lambda omega: 1.5 / omega + 0.5e-5 * omega),
    ],
)
def test_each_mode_has_its_damping_ratio(damping, ratio):
    """With locked actuators each mode decays at ratio * omega, by the eigenvalues of the linearised free motion."""
    base = simulation(damping=damping)
    system = base.system.driven(motion=still)
    z = base.start
    out = system.kernels["jacobians"](1, {"z": z, "zd": 0 * z, "zdd": 0 * z, "multipliers": np.zeros(len(system.model.rows))})
    free, n = system.free, system.model.size
    from scipy.linalg import null_space

    V = null_space(out["G"][0][:, free])
    M, D, K = (V.T @ out[name][0][:n][np.ix_(free, free)] @ V for name in ("M", "by_zd", "by_z"))
    A = np.block([[np.zeros_like(M), np.eye(len(M))], [-np.linalg.solve(M, K), -np.linalg.solve(M, D)]])
    roots = np.linalg.eigvals(A)
    vibrating = np.abs(roots.imag) > 0
    omega = np.abs(roots[vibrating])
    np.testing.assert_allclose(-roots.real[vibrating] / omega, [ratio(own) for own in omega], rtol=1e-6)


@pytest.mark.parametrize(("elements", "stiffness"), [(1, 0), (3, 0), (2, 900), (0, 900)])
def test_rayleigh_damping_does_not_depend_on_the_elements_and_acts_on_elastic_joints(elements, stiffness, tmp_path):
    beam = f"beams: [{{length: 0.6, E: 2e11, rho: 7800, nu: 0.3, elements: {elements}, section: {{rectangle: [0.01, 0.02]}}}}]"
    body = f"{{{beam}}}" if elements else "{mass: 1, com: [0.3, 0, 0], inertia: [0, 0.1, 0.1]}"
    soft = f"stiffness: {stiffness}, rotor: 0.01, " if stiffness else ""
    path = tmp_path / "arm.yaml"
    path.write_text(
        "name: arm\ngravity: [0, 0, 0]\nplatform: {carrier: q, link: {mass: 0.4}, frame: {at: [0.6, 0, 0]}}\n"
        f"legs: [{{name: arm, joints: [{{name: q, kind: R, active: true, {soft}link: {body}}}]}}]\nhome: [0.2]\n"
    )
    model = parados.load(path).compile("vm")
    structure = ElasticSimulation.at(model, [0.2], backend="vm").structure
    z = ElasticSimulation.at(model, [0.2], backend="vm").start
    omega, shapes = locked_modes(structure, z)
    damped = shapes.T @ RayleighDamping(alpha=3.0, beta=1e-5).matrix(structure, z) @ shapes
    np.testing.assert_allclose(damped, np.diag(3.0 + 1e-5 * omega**2), atol=1e-6 * (3.0 + 1e-5 * omega[-1] ** 2))
    assert damped[0, 0] == pytest.approx(3.0 + 1e-5 * omega[0] ** 2, rel=1e-6)


def test_rayleigh_damping_dissipates_energy():
    run = simulation(damping=RayleighDamping(alpha=1.0, beta=1e-4)).prescribed(RECORDED, 0.1, 1e-3)
    assert run.energy.dissipated[-1] > 0
    assert run.energy.relative_error < BALANCE


def test_stiff_transmissions_carry_the_efforts_and_conserve_energy():
    """With motors as separate bodies the transmission carries the effort; a stiff one changes the motion only a little."""
    base = simulation()
    mechanism = base.structure.mechanism
    soft = [replace(j, stiffness=1e10) if k in mechanism.actuated else j for k, j in enumerate(mechanism.joints)]
    structure = with_motors(replace(base.structure, mechanism=replace(mechanism, joints=tuple(soft))))
    assert len(structure.mechanism.joints) == len(mechanism.joints) + 2
    start = np.zeros(len(structure.mechanism.joints))
    for old, new in zip(
        (*base.structure.place_of, *base.structure.platform), (*structure.place_of, *structure.platform), strict=True
    ):
        start[new] = base.start[old]
    run = ElasticSimulation(structure, start, friction=False, backend="vm").prescribed(RECORDED, 0.02, 2.5e-4)
    reference = base.prescribed(RECORDED, 0.02, 2.5e-4)
    assert run.energy.relative_error < BALANCE
    assert 0 < np.abs(run.pose - reference.pose).max() < 1e-6
    twist = run.z[:, [k + 1 for k in structure.mechanism.actuated]]
    np.testing.assert_allclose(run.efforts, -1e10 * twist, rtol=1e-6, atol=1e-3)


def test_robot_stays_at_rest_at_its_static_equilibrium():
    """Gravity acts in the plane of the robot."""
    base = simulation()
    heavy = replace(base.structure, mechanism=replace(base.structure.mechanism, gravity=np.array([0.0, -9.81, 0.0])))
    hanging = ElasticSimulation(heavy, base.start, friction=False, sag=True, backend="vm")
    z = sagging(hanging.system, hanging.start)
    assert np.abs(z - base.start).max() > 1e-5
    run = hanging.prescribed(still, 0.01, 1e-3)
    assert np.abs(run.z - z).max() < 1e-11
    falling = ElasticSimulation(heavy, base.start, friction=False, backend="vm").prescribed(still, 0.02, 1e-4)
    assert falling.energy.gravitational[-1] != falling.energy.gravitational[0]
    assert falling.energy.relative_error < BALANCE


def test_difference_from_twice_the_step_is_an_upper_estimate_of_the_error():
    fine = simulation().prescribed(RECORDED, 0.05, 1.25e-4, every=4)
    rough = simulation().prescribed(RECORDED, 0.05, 5e-4, compare=True)
    error = np.abs(rough.pose - fine.pose).max(), np.abs(rough.efforts - fine.efforts).max()
    assert rough.difference is not None
    assert error[0] < rough.difference[0] < 1e-6
    assert error[1] < rough.difference[1]


@pytest.mark.slow
@pytest.mark.parametrize("modes", [3, 5])
def test_reported_error_of_a_reduction_is_right_within_a_factor_of_two(modes):
    full = simulation().prescribed(RECORDED, 0.3, 5e-4)
    few = simulation(vibration_modes=modes).prescribed(RECORDED, 0.3, 5e-4)
    error = np.abs(few.pose - full.pose).max()
    assert few.neglected / 2 < error < 2 * few.neglected
    assert few.energy.relative_error < BALANCE and few.drift.max() < 1e-9


def test_reduction_to_all_modes_equals_no_reduction():
    every, full = (simulation(vibration_modes=modes, backend="vm").prescribed(RECORDED, 0.02, 1e-3) for modes in (9, None))
    np.testing.assert_allclose(every.z, full.z, rtol=0, atol=1e-10)


def test_reduced_robot_at_rest_does_not_move_at_a_pose_with_nonzero_actuators():
    """The reduction must keep the actuators at their places among the coordinates."""
    away = ElasticSimulation.at(model(), [0.3, 0.85], mode=MODE, friction=False, vibration_modes=4, backend="vm")
    q = away.start[list(away.structure.mechanism.actuated)]
    assert np.abs(q).min() > 1e-3

    def held(times):
        none = np.zeros((len(times), 2))
        return none + q, none, none

    run = away.prescribed(held, 0.01, 1e-3)
    np.testing.assert_allclose(run.z, np.tile(away.start, (len(run.t), 1)), rtol=0, atol=1e-9)


def test_zero_modes_are_rejected():
    with pytest.raises(InputError, match="vibration_modes"):
        simulation(vibration_modes=0).prescribed(still, 0.1, 1e-3)


def test_interrupted_run_returns_the_states_so_far():
    def impatient(done, total):
        if done > total / 2:
            raise KeyboardInterrupt

    run = simulation().prescribed(SQUARE, 0.5, 1e-3, progress=impatient)
    assert not run.complete
    assert 0.25 < run.t[-1] < 0.5
    assert len(run.t) == len(run.z) == len(run.energy.work) == len(run.efforts)


@pytest.mark.parametrize(("duration", "calls"), [(0.5, [200, 400, 500]), (0.4, [200, 400])])
def test_progress_counts_the_steps_to_the_last_one(duration, calls):
    told = []
    run = simulation().prescribed(RECORDED, duration, 1e-3, progress=lambda *now: told.append(now))
    assert run.complete and told == [(done, calls[-1]) for done in calls]
    assert all(type(part) is int for now in told for part in now)


def test_signature_of_at_offers_every_attribute_with_its_default():
    """Only `damping` differs: in `at` it is by default that of the robot's file."""
    offered = signature(ElasticSimulation.at).parameters
    attributes = {own.name: own.default for own in fields(ElasticSimulation) if own.name not in ("structure", "start")}
    assert set(offered) == {"model", "x", "mode", *attributes}
    assert {name for name, default in attributes.items() if offered[name].default != default} == {"damping"}
    assert all(own.kind is Parameter.KEYWORD_ONLY for name, own in offered.items() if name not in ("model", "x"))


def test_both_kinds_of_run_take_the_same_keywords():
    by_keyword = [
        {name: own.default for name, own in signature(run).parameters.items() if own.kind is Parameter.KEYWORD_ONLY}
        for run in (ElasticSimulation.prescribed, ElasticSimulation.driven)
    ]
    assert by_keyword == [{"every": 1, "progress": None, "compare": False}] * 2


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"every": 0}, "every: "),
        ({"every": 1.5}, "every: "),
        ({"compare": "yes"}, "compare: "),
        ({"progress": 3}, "progress: a function of done, total is expected"),
    ],
)
def test_wrong_arguments_of_a_run_are_rejected_by_name(wrong, message):
    for run, drive in ((simulation().prescribed, still), (simulation().driven, lambda t, q, qd: np.zeros(2))):
        with pytest.raises(InputError, match=f"^{message}"):
            run(drive, 0.1, 1e-3, **wrong)


def test_message_for_too_large_a_step():
    violent = point_by_point([[0.0, 0.0], [0.3, -0.3]], travel=0.02)
    with pytest.raises(TimeStepError, match="use a smaller step"):
        simulation().prescribed(violent, 0.02, 0.01)


@pytest.mark.parametrize("duration, step", [(1.0, 0.0), (1.0, -1e-3), (1.0, 2.0), (np.inf, 1e-3), (1.0, np.nan)])
def test_invalid_steps_are_rejected(duration, step):
    with pytest.raises(InputError, match=r"^(step|duration): "):
        simulation().prescribed(still, duration, step)


def test_motion_that_does_not_begin_at_the_actuators_is_rejected():
    with pytest.raises(InputError, match="the actuators are at"):
        simulation().prescribed(point_by_point([[0.1, 0], [0.2, 0]], travel=1.0), 1.0, 1e-3)


def test_law_with_a_result_of_wrong_shape_is_rejected():
    with pytest.raises(InputError, match="one effort for each of 2"):
        simulation().driven(lambda t, q, qd: np.zeros(3), 1.0, 1e-3)


@pytest.mark.parametrize("make", [lambda: ModalDamping(-1.0), lambda: RayleighDamping(beta=np.nan),
                                  lambda: simulation(friction_width=0.0), lambda: point_by_point([[0, 0]], travel=1.0),
                                  lambda: point_by_point([[0, 0], [1, 1]], travel=0.0)])  # fmt: skip
def test_invalid_arguments_are_rejected(make):
    with pytest.raises(InputError):
        make()


@pytest.mark.parametrize(
    ("written", "meant"),
    [("{ratio: 0.02}", ModalDamping(0.02)), ("{alpha: 1, beta: 1e-4}", RayleighDamping(1.0, 1e-4)), (None, None)],
)
def test_damping_of_the_robot_file_is_used(written, meant, tmp_path):
    text = (Path(parados.__file__).parent / "robots" / "dualemps.yaml").read_text()
    path = tmp_path / "robot.yaml"
    path.write_text(text + (f"damping: {written}\n" if written else ""))
    model = parados.load(path).compile("vm")
    assert ElasticSimulation.at(model, START).damping == meant
    assert ElasticSimulation.at(model, START, damping=None).damping is None


@pytest.mark.parametrize("written", ["{}", "{ratio: 0.1, beta: 1e-3}", "{ratio: -0.1}"])
def test_invalid_damping_in_the_robot_file_is_rejected(written, tmp_path):
    text = (Path(parados.__file__).parent / "robots" / "dualemps.yaml").read_text()
    path = tmp_path / "robot.yaml"
    path.write_text(text + f"damping: {written}\n")
    with pytest.raises(RobotFileError) as error:
        parados.load(path)
    assert len(error.value.findings) == 1 and "damping" in error.value.findings[0]


def test_actuators_rest_after_the_end_of_a_trajectory():
    run = simulation().prescribed(point_by_point([[0.0, 0.0], [0.01, 0.0]], travel=0.02), 0.03, 1e-3)
    late = run.t > 0.0201
    assert late.any() and np.abs(run.actuators[late] - [0.01, 0.0]).max() < 1e-15
