"""All public functions and methods of parados, each with arguments that it accepts."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from helpers.simulated_logs import fourier_states, log_of_states

import parados
from parados import calibration, cluster, control, fmu, identify, plan, sensitivity, singularity, studio, study, trajectory
from parados.charts import chart_motion as charts
from parados.flexible.free_body import beam_body
from parados.model.model import Model
from parados.simulate.collocation import Collocation
from parados.simulate.damping import ModalDamping, RayleighDamping
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.simulate.pd_law import PDLaw
from parados.simulate.simulation import simulate
from parados.singularity import line_geometry, screw_words
from parados.singularity.line_geometry.lines import from_points, scaled_rows
from parados.spatial import rotations, screw_transforms
from parados.spatial.sections import Section
from parados.trajectory.speed_laws import jerk_limited, trapezoidal

X, STILL = [0.0, 0.25], [0.0, 0.0]
SIX = [1.0, 0.0, 0.0, 0.0, 0.0, 0.5]
POSE = [0.0, 0.0, 1.0, 0.0, 0.0, 0.1]
LINES = np.array([[1.0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0.1, 0, 0]])

Call = tuple[Callable[..., Any], dict[str, Any]]


@cache
def five_bar() -> Model:
    return parados.load("five-bar").compile("vm")


@cache
def with_live() -> Model:
    return parados.load("five-bar").compile("vm", live=["d12", "m4"])


@cache
def in_joints() -> Model:
    return parados.load("five-bar").in_coordinates(five_bar().joint_names[:2]).compile("vm")


@cache
def flexible() -> Model:
    return parados.load("dualemps").compile("vm")


@cache
def motion() -> trajectory.Trajectory:
    return trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 1.0)


@cache
def crossing() -> plan.CrossingMotion:
    return plan.cross(five_bar(), [0.0, 0.3], [0.0, 0.15], 1.0)


@cache
def simulation() -> ElasticSimulation:
    return ElasticSimulation.at(flexible(), flexible().survey.home, backend="vm", stages=1, spectral_radius=0.5)


def _held(times: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    still = np.zeros((len(times), len(simulation()._initial_actuators)))
    return still + simulation()._initial_actuators, still, still


def _no_efforts(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
    return np.zeros_like(q)


def _api() -> dict[str, Call]:
    robot = parados.load("five-bar")
    return {
        "load": (parados.load, {"robot": "five-bar"}),
        "describe": (parados.describe, {"robot": "five-bar"}),
        "Robot": (parados.Robot, {"spec": robot.spec}),
        "Robot.compile": (robot.compile, {"backend": "vm", "threads": 2}),
        "Robot.draw": (robot.draw, {"x": X, "mode": None}),
        "Robot.in_coordinates": (robot.in_coordinates, {"names": five_bar().joint_names[:2]}),
        "Robot.with_parameters": (robot.with_parameters, {"d12": 0.213, "m4": 0.272}),
        "Robot.with_corrections": (robot.with_corrections, {"groups": ["offsets"], "axes": "xy"}),
        "Robot.with_payload": (robot.with_payload, {"mass": 1.0, "com": [0, 0, 0.1], "inertia": [0.1, 0.1, 0.1]}),
    }


def _model() -> dict[str, Call]:
    m, mode = five_bar(), five_bar().working_modes()[0]
    x, xd, xdd = {"x": X}, {"xd": STILL}, {"xdd": STILL}
    load = {"wrench": np.zeros(6), "link_wrenches": {m.joint_names[0]: np.zeros(6)}}
    of_x = ["inverse_kinematics", "joints", "pose", "platform_frame", "link_frames", "within_limits", "beyond_limits"]
    of_x += ["jacobian", "inverse_jacobian", "leg_wrenches", "mass_matrix", "unknowns", "diagnose"]
    of_x += ["centre_of_mass", "centre_of_mass_jacobian", "platform_jacobian"]
    calls = {name: {**x, "mode": mode} for name in of_x}
    calls["mass_matrix"]["space"] = "actuators"
    calls |= {
        "forward_kinematics": {"q": m.inverse_kinematics(X), "guess": X, "measured": None, "mode": mode},
        "assembly_modes": {"q": m.inverse_kinematics(X), "tries": 3},
        "continue_assembly": {**x, "q": m.inverse_kinematics(X), "mode": mode},
        "joint_rates": {**x, **xd, "mode": mode, "joints": "all"},
        "joint_accelerations": {**x, **xd, **xdd, "mode": mode, "joints": "all"},
        "pose_rates": {**x, **xd, "mode": mode},
        "link_twists": {**x, **xd, "mode": mode},
        "link_accelerations": {**x, **xd, **xdd, "mode": mode},
        "platform_twist": {**x, **xd, "mode": mode},
        "platform_acceleration": {**x, **xd, **xdd, "mode": mode},
        "pose_accelerations": {**x, **xd, **xdd, "mode": mode},
        "resolve_redundancy": {**x, "xd_platform": STILL, "null": STILL, "mode": mode},
        "resolve_redundant_acceleration": {**x, **xd, "xdd_platform": STILL, "null": STILL, "mode": mode},
        "inverse_dynamics": {
            **x, **xd, **xdd, **load, "overconstraint": None, "mode": mode, "friction": True, "solution": "book", "jerk": STILL,
        },
        "platform_force": {**x, **xd, **xdd, "mode": mode, "friction": False},
        "forward_dynamics": {**x, **xd, "tau": STILL, **load, "mode": mode, "friction": False},
        "bias": {**x, **xd, "space": "actuators", "mode": mode, "friction": True},
        "ground_reaction": {**x, **xd, **xdd, **load, "mode": mode},
        "ground_regressor": {**x, **xd, **xdd, "mode": mode},
        "reactions": {**x, **xd, **xdd, **load, "mode": mode, "friction": True, "axes": "own", "distribution": "statics"},
        "multipliers": {**x, **xd, **xdd, **load, "mode": mode, "friction": True},
        "matrices": {**x, **xd, "mode": mode},
        "energy": {**x, **xd, "mode": mode},
        "body_energies": {**x, **xd, "mode": mode},
        "dissipated_power": {**x, **xd, "mode": mode, "friction": False},
        "regressor": {**x, **xd, **xdd, "mode": mode, "friction": True},
        "platform_force_regressor": {**x, **xd, **xdd, "mode": mode, "friction": True},
        "regressor_parts": {**x, **xd, **xdd, "mode": mode, "friction": True},
        "energy_regressor": {**x, **xd, "mode": mode},
        "working_mode": {"mode": mode},
        "signs": {"mode": mode},
        "kernel": {"name": "jacobian"},
        "with_threads": {"threads": 2},
        "quietly": {"name": "joints", "x": [X, X], "mode": mode, "clamped": True},
        "at_samples": {"name": "joints", "clamped": False},
        "derivatives": {"name": "mass_matrix", "wrt": "x"},
    }  # fmt: skip
    found = {f"Model.{name}": (getattr(m, name), kwargs) for name, kwargs in calls.items()}
    derivative = m.derivatives("inverse_dynamics", "x")
    found["derivative"] = (derivative, {**x, **xd, **xdd, **load, "friction": False, "mode": mode, "motion": False})
    reactions = m.reactions(X, STILL, STILL)
    for name in ("projector", "determined_part", "point", "bodies"):
        found[f"Reactions.{name}"] = (getattr(reactions, name), {"name": "q12"})
    found["Model"] = (Model, {"robot": m.robot, "backend": "vm"})
    return found


def _tree() -> dict[str, Call]:
    m, n = five_bar(), len(five_bar().joint_names)
    q, qd, qdd = ({key: np.linspace(-1, 1, n)} for key in ("q", "qd", "qdd"))
    frame, twist, acceleration = np.eye(4), np.zeros(6), np.zeros(6)
    platform = {"platform_frame": frame, "platform_twist": twist, "platform_acceleration": acceleration}
    calls: dict[str, dict[str, Any]] = {
        "inverse_dynamics": {**q, **qd, **qdd, "friction": True, **platform},
        "mass_matrix": {**q, "platform_frame": frame},
        "bias": {**q, **qd, "friction": False, **platform},
        "platform_wrench": {"frame": frame, "twist": twist, "acceleration": acceleration},
        "platform_mass_matrix": {"frame": frame},
        "platform_bias": {"frame": frame, "twist": twist},
        "frames": {**q, "platform_frame": frame},
        "frame": {**q, "of": "q12", "seen_from": "platform", "platform_frame": frame},
        "twists": {**q, **qd, "platform_frame": frame, "platform_twist": twist},
        "accelerations": {**q, **qd, **qdd, **platform},
        "jacobian": {**q, "of": "q12", "at": [0.0, 0.1, 0.0], "platform_frame": frame},
        "leg_twists": {**q, "leg": "leg1", "platform_frame": frame},
    }
    return {f"tree.{name}": (getattr(m.tree, name), kwargs) for name, kwargs in calls.items()}


def _flexible() -> dict[str, Call]:
    m, home = flexible(), flexible().survey.home
    shapes = m.vibration_modes(home, count=1)
    return {
        "natural_frequencies": (m.natural_frequencies, {"x": home, "count": 2, "mode": None, "progress": print_nothing}),
        "vibration_modes": (m.vibration_modes, {"x": home, "count": 2, "mode": None}),
        "platform_stiffness": (m.platform_stiffness, {"x": home, "mode": None}),
        "centre_lines": (m.centre_lines, {"x": home, "shapes": shapes.shapes, "mode": None}),
        "elastic_matrices": (m.elastic_matrices, {"x": home, "mode": None}),
        "elastic_model": (m.elastic_model, {"rest": home, "friction": "viscous"}),
        **_elastic_model(),
        "VibrationModes.summary": (shapes.summary, {"mode": 0}),
        "Model.draw": (m.draw, {"x": home, "mode": None}),
        "Model.draw_working_modes": (m.draw_working_modes, {"x": home}),
        "Model.draw_vibration_modes": (m.draw_vibration_modes, {"x": home, "count": 1, "mode": None}),
    }


def _elastic_model() -> dict[str, Call]:
    own = flexible().elastic_model(friction=False)
    z = own.undeformed(flexible().survey.home)
    q, still = np.zeros(len(own.independent)), np.zeros(len(own.names))
    return {
        "ElasticModel.undeformed": (own.undeformed, {"x": flexible().survey.home, "mode": None}),
        **{
            f"ElasticModel.{name}": (getattr(own, name), {"x": flexible().survey.home, "mode": None, **count})
            for name, count in (
                ("equilibrium", {}),
                ("elastic_matrices", {}),
                ("vibration_modes", {"count": 2}),
                ("natural_frequencies", {"count": 2}),
            )
        },
        "ElasticModel.closed": (own.closed, {"z": z}),
        "ElasticModel.rates": (own.rates, {"z": z, "qd": q}),
        "ElasticModel.accelerations": (own.accelerations, {"z": z, "zd": still, "qdd": q}),
        "ElasticModel.equations": (own.equations, {"z": z, "zd": still}),
        "ElasticModel.mass_matrix": (own.mass_matrix, {"z": z}),
        "ElasticModel.bias": (own.bias, {"z": z, "zd": still}),
        "ElasticModel.inverse_dynamics": (own.inverse_dynamics, {"z": z, "zd": still, "qdd_a": STILL}),
        "ElasticModel.forward_dynamics": (own.forward_dynamics, {"z": z, "zd": still, "tau": STILL}),
        "ElasticModel.body": (own.body, {"name": "b13.e1"}),
        "FreeBody.mass_matrix": (own.body("b13.e1").mass_matrix, {"q": np.zeros(3)}),
        "FreeBody.bias": (
            own.body("b13.e1").bias, {"q": np.zeros(3), "qd": np.zeros(3), "omega": np.zeros(3), "gravity": np.zeros(3)},
        ),
        "beam_body": (
            beam_body,
            {"length": 0.4, "section": {"A": 2e-4, "Iz": 3e-10}, "E": 74e9, "rho": 2800.0, "planar": True, "rotary": False},
        ),
        "ElasticModel.kernel": (own.kernel, {"name": "elastic_tree"}),
    }  # fmt: skip


def print_nothing(*_: object) -> None:
    """Accept the arguments of a progress function and do nothing."""


def _charts() -> dict[str, Call]:
    m, c = five_bar(), in_joints()
    both, state = {"model": m, "chart_model": c}, {"x": X, "xd": STILL, "xdd": STILL, "mode": None}
    y = charts.chart_coordinates(m, c, X)
    return {
        "chart_coordinates": (charts.chart_coordinates, {**both, "x": X, "mode": None}),
        "chart_motion": (charts.chart_motion, {**both, **state}),
        "platform_motion": (charts.platform_motion, {"chart_model": c, "y": y, "yd": STILL, "ydd": STILL, "mode": None}),
        "working_mode": (charts.working_mode, {**both, "y": y, "mode": None}),
    }


def _trajectory() -> dict[str, Call]:
    t, m = trajectory, motion()
    path, times = t.line([0.0, 0.0, 0.5], [1.0, 0.0, 0.5]), np.linspace(0, 1, 8)
    limits = {"v_max": 1.0, "a_max": 2.0, "j_max": 5.0}
    ends = {"robot": "ZYX", "start": POSE, "end": [0.1, 0, 1, 0, 0, 0.3]}
    points = {"points": [[0.0], [1.0], [0.5]], "times": [0, 1, 2]}
    conditions = [t.Condition(0.0, 0, [0.0]), t.Condition(1.0, 0, [1.0])]
    return {
        "along": (t.along, {"path": path, "law": "jerk-limited", **limits}),
        "along over a duration": (t.along, {"path": path, "law": "quintic", "duration": 1.0}),
        "speed_law": (t.speed_law, {"length": 1.0, "law": "jerk-limited", **limits}),
        "speed_law over a duration": (t.speed_law, {"length": 1.0, "law": "cubic", "duration": 2.0}),
        "trapezoidal": (trapezoidal, {"length": 1.0, "v_max": 1.0, "a_max": 1.0}),
        "jerk_limited": (jerk_limited, {"length": 1.0, **limits}),
        "arc": (t.arc, {"a": [0.0, 0.0], "via": [1.0, 0.5], "b": [2.0, 0.0]}),
        "circle": (t.circle, {"centre": [0, 0, 0], "normal": [0, 0, 1], "radius": 1.0, "start": [1, 0, 0], "angle": 3.0}),
        "line": (t.line, {"a": [0.0, 0.0], "b": [1.0, 1.0]}),
        "polyline": (t.polyline, {"points": [[0.0, 0], [1, 0], [1, 1]], "blend": 0.1, "corner": "smooth"}),
        "path_through": (t.path_through, {"points": [[0.0, 0], [1, 0], [1, 1]], "closed": False}),
        "path_through poses": (t.path_through, {"points": [POSE, ends["end"]], "robot": "ZYX"}),
        "pick_and_place": (
            t.pick_and_place, {"start": [0.0, 0], "end": [1.0, 0], "lift": [0.0, 0.2], "blend": 0.1, "corner": "arc"},
        ),
        "read_path": (t.read_path, {"path": "no-such-file.csv", "model": five_bar(), "blend": 0.1, "corner": "arc"}),
        "concatenate": (lambda a, b: t.concatenate(a, b), {"a": m, "b": t.reversed_in_time(m)}),
        "superpose": (lambda a, b: t.superpose(a, b), {"a": m, "b": m}),
        "reversed_in_time": (t.reversed_in_time, {"trajectory": m}),
        "point_to_point": (t.point_to_point, {"start": [0.0, 1.0], "end": [1.0, 2.0], "duration": 1.0, "law": "quintic"}),
        "point_by_point": (t.point_by_point, {"points": [[0.0], [1.0], [0.5]], "travel": 1.0, "stop": 0.1, "law": "cubic"}),
        "polynomials_from_conditions": (
            t.polynomials_from_conditions,
            {"conditions": conditions, "duration": 1.0, "degree": 3, "about": 0.5, "minimise": 3},
        ),
        "Condition": (
            lambda time, order, value: t.polynomials_from_conditions([(time, order, value), conditions[1]], 1.0),
            {"time": 0.0, "order": 0, "value": [0.0]},
        ),
        "Polynomials": (t.Polynomials, {"coefficients": [[0.0, 1.0, 2.0]], "duration": 1.0, "about": 0.0}),
        "pose_to_pose": (t.pose_to_pose, {**ends, "duration": 1.0, "law": "quintic"}),
        "pose_along": (
            t.pose_along, {"robot": "ZYX", "path": path, "start": [0, 0, 0], "end": [0, 0, 1], "law": "jerk-limited", **limits},
        ),
        "poses_through": (
            t.poses_through,
            {"robot": "ZYX", "poses": [POSE, ends["end"]], "times": [0.0, 1.0], "kind": "quintic", "ends": "rest"},
        ),
        "read_motion": (
            t.read_motion, {"path": "no-such-file.csv", "columns": ["a"], "time": "t", "smoothing": None, "unwrap": []},
        ),
        "read_motion_table": (t.read_motion_table, {"path": "no-such-file.csv", "labels": five_bar().labels}),
        "sampled": (t.sampled, {"times": times, "values": np.sin(times), "smoothing": 0.1, "unwrap": [0]}),
        "through": (t.through, {**points, "kind": "trigonometric", "ends": "rest", "frequency": 1.0}),
        "through cubic": (t.through, {**points, "kind": "cubic", "ends": "natural"}),
        "Trajectory": (m, {"t": 0.5}),
        "Trajectory.derivative": (m.derivative, {"t": [0.0, 0.5], "k": 2}),
        "Trajectory.sample": (m.sample, {"count": 5}),
        "Trajectory.table": (m.table, {"t": [0.0, 0.5]}),
        "Trajectory.plot": (m.plot, {"labels": ["px", "py"], "title": ""}),
    }  # fmt: skip


def _singularity() -> dict[str, Call]:
    s, m = singularity, five_bar()
    at = {"model": m, "x": X, "mode": None, "length": None}
    d = s.distances(m, [X, X])
    criterion = crossing().passages[0].criterion
    rates = {"xd": STILL, "xdd": STILL, "friction": True}
    words = {"at": [0, 0, 0], "labels": ["x", "y", "z"], "length": 1.0}
    singular = crossing().passages[0].x
    return {
        "classify": (s.classify, {**at, "tolerance": 1e-6}),
        "classify_all": (s.classify_all, {**at, "tolerance": 1e-6}),
        "distances": (s.distances, at),
        "Distances.kinds_within": (d.kinds_within, {"tolerance": 1e-6}),
        "Distances.row": (d.row, {"k": 0}),
        "crossings": (s.crossings, {"model": m, "way": ([0.0, 0.3], [0.0, 0.25]), "mode": None, "samples": 5, "length": None}),
        "mode_aspects": (s.mode_aspects, {"modes": m.assembly_modes(m.inverse_kinematics(X)), "tries": 3, "seed": 1}),
        "same_aspect": (s.same_aspect, {"model": m, "x1": X, "x2": X, "mode": None, "tries": 3, "seed": 1}),
        "nearest_singularity": (s.nearest_singularity, {**at, "within": 0.01, "seed": 1}),
        "crossing_criterion": (s.crossing_criterion, {"model": m, "x": singular, "mode": None}),
        "CrossingCriterion.value": (criterion.value, rates),
        "CrossingCriterion.relative": (criterion.relative, rates),
        "CrossingCriterion.least_change": (criterion.least_change, rates),
        "tell_twist": (s.tell_twist, {"twist": SIX, **words}),
        "tell_wrench": (s.tell_wrench, {"wrench": SIX, **words}),
        "twist_geometry": (screw_words.twist_geometry, {"twist": SIX, "at": [0, 0, 0], "length": 1.0}),
        "wrench_geometry": (screw_words.wrench_geometry, {"wrench": SIX, "at": [0, 0, 0], "length": 1.0}),
    }


@cache
def machine_log() -> identify.Log:
    t = np.arange(120) / 100
    q = five_bar().inverse_kinematics(np.column_stack([0.04 * np.sin(6 * t), 0.25 + 0.02 * np.cos(9 * t)]))
    return identify.Log("made", t, {"q11": q[:, 0], "q21": q[:, 1]}, {"q11": np.sin(t), "q21": np.cos(t)})


def _logs() -> dict[str, Call]:
    m, log, i = five_bar(), machine_log(), identify
    at = {"model": m, "log": log, "derivatives": "spline", "cut_off": 10.0, "mode": None, "start": [0.0, 0.27]}
    series = {"model": m, "log": log, "derivatives": "fourier", "period": 1.05, "harmonics": 5}
    names = {"columns": {"q11": "a"}, "units": {"q11": "deg"}, "gains": {"q11": 2.0}, "rate": 100.0, "settings": None}
    parts = {"name": "log", "time": log.time, "joints": {"q": log.time}, "efforts": {"q": log.time}, "platform": {}}
    return {
        "Log": (i.Log, {**parts, "doubtful": np.zeros(120, dtype=bool), "remarks": ("one",)}),
        "read_log": (i.read_log, {"path": "no-such-file.csv", "robot": m, **names}),
        "log_motion": (i.log_motion, {**at, "decimate": 2}),
        "log_motion by a series": (i.log_motion, series),
        "compare": (i.compare, {**at, "friction": True}),
        "filtered": (i.filtered, {"rows": np.ones((100, 2)), "step": 0.01, "cut_off": 5.0, "decimate": 2}),
        "propose_cut_off": (i.propose_cut_off, {"values": log.joints["q11"], "step": 0.01, "names": ("a",), "sharpness": 8}),
    }


def _maps() -> dict[str, Call]:
    m = five_bar()
    over = {"px": (-0.1, 0.1, 4), "py": (0.2, 0.3, 4)}
    made = singularity.singularity_map(m, over)
    return {
        "singularity_map": (
            singularity.singularity_map,
            {
                "model": m, "over": over, "at": None, "mode": None, "length": None, "cluster": None, "progress": print_nothing,
            },
        ),
        "singularity_map over a range": (
            lambda given: singularity.singularity_map(m, {**over, "px": given}), {"given": (-0.1, 0.1, 4)},
        ),
        "SingularityMap.of": (made.of, {"mode": None}),
        "SingularityMap.array": (made.array, {"values": made.modes[0].fields.reach}),
        "SingularityMap.slices": (made.slices, {"name": "px", "values": [0.0], "count": 3}),
        "SingularityMap.slice_at": (made.slice_at, {"plane": 0, "mode": None}),
        "SingularityMap.plot": (made.plot, {"kind": "surface", "mode": None}),
    }  # fmt: skip


@cache
def small_study() -> study.Study:
    asked = {"motions": {"way": motion()}, "indices": {"speed": "peak_speed"}, "objectives": {"speed": "min"}}
    return study.Study(parados.load("five-bar"), variables={"d12": [0.2, 0.23]}, **asked, search={"kind": "sobol", "designs": 4})


def _study() -> dict[str, Call]:
    s, m, made = study, five_bar(), small_study().run()
    motor = {"speed": [0, 10], "effort": [100, 50], "continuous": 20}
    over = {"px": (-0.1, 0.1, 3), "py": (0.2, 0.3, 3)}
    asked = {
        "variables": {"d12": [0.2, 0.23]},
        "indices": {"speed": "peak_speed", "even": {"index": "dexterity", "over": "here"}},
        "motions": {"way": motion()},
        "regions": {"here": {"px": [-0.1, 0.1, 3], "py": [0.2, 0.3, 3]}},
        "constraints": {"speed": {"max": 9.0}},
        "objectives": {"speed": "min"},
        "search": {"kind": "grid", "counts": 2},
        "parameters": {"m4": 0.3},
        "mode": [1, -1],
        "name": "one",
    }
    return {
        "Study": (s.Study, {"robot": "five-bar", **asked, "folder": "."}),
        "Study.evaluate": (small_study().evaluate, {"designs": [[0.21]]}),
        "Study.run": (small_study().run, {"threads": 1, "cluster": None, "progress": print_nothing}),
        "Cluster": (cluster.Cluster, {"workers": 0, "scheduler": "nowhere"}),
        "StudyResult.row": (made.row, {"design": 0}),
        "StudyResult.values": (made.values, {"name": "speed"}),
        "StudyResult.robot": (made.robot, {"design": 0}),
        "StudyResult.robot_file": (made.robot_file, {"design": 0}),
        "read_study": (s.read_study, {"path": "no-such-file.yaml"}),
        "read_motors": (s.read_motors, {"path": "no-such-file.yaml", "actuators": m.actuated_names}),
        "size_motors": (s.size_motors, {"model": m, "motion": motion(), "motor": motor, "mode": None}),
        "MotorCurve.read": (s.MotorCurve.read, {"name": "motor", "given": motor}),
        "index": (s.index, {"unit": "m", "over": "poses", "take": "largest", "partial": False}),
        "slopes_of": (s.slopes_of, {"name": "peak_speed"}),
        "index_map": (
            s.index_map,
            {
                "model": m, "indices": ["dexterity"], "over": over, "at": None, "mode": None, "cluster": None,
                "progress": print_nothing,
            },
        ),
        "pick_and_place_cycle": (
            trajectory.pick_and_place_cycle,
            {"start": [0, 0], "end": [0.1, 0], "lift": [0, 1], "duration": 0.2, "lifting": 0.3, "waiting": 0.1, "law": "cubic"},
        ),
    }  # fmt: skip


def _lines() -> dict[str, Call]:
    g, m = line_geometry, five_bar()
    points = np.vstack([np.eye(4)] * 3)
    at = {"model": m, "x": X, "mode": None, "length": None}
    return {
        "grassmann_variety": (g.grassmann_variety, {"lines": LINES, "at": [0, 0, 0], "length": 1.0, "tolerance": 1e-7}),
        "dependent_subsets": (g.dependent_subsets, {"lines": LINES, "length": 1.0, "tolerance": 1e-7}),
        "legs_variety": (g.legs_variety, {**at, "constraints": True, "tolerance": 1e-7}),
        "legs_superbracket": (g.legs_superbracket, at),
        "monomials": (g.monomials, {"points": points}),
        "superbracket": (g.superbracket, {"points": points}),
        "superbracket_of_wrenches": (g.superbracket_of_wrenches, {"wrenches": np.eye(6), "length": 1.0}),
        "from_points": (from_points, {"a": [0, 0, 0, 1], "b": [1, 0, 0, 1]}),
        "scaled_rows": (scaled_rows, {"wrenches": LINES, "length": 1.0}),
    }


def _plan() -> dict[str, Call]:
    made = crossing()
    along: dict[str, Any] = {"model": five_bar(), "path": trajectory.line(X, [0.02, 0.27]), "intervals": 12, "mode": None}
    along |= {"wrench": None, "parameters": None}
    quick = plan.time_optimal(along["model"], along["path"], plan.ActuatorLimits(effort=9.0), intervals=12)
    asked = {"start": [0.0, 0.3], "end": [0.0, 0.29], "duration": 1.0, "through": None, "degree": None, "mode": None}
    return {
        "cross": (plan.cross, {"model": five_bar(), **asked, "demands": None, "minimise": "up", "end_mode": None}),
        "cross on the way": (plan.cross, {"model": five_bar(), **asked, "demands": plan.Demands(), "end_mode": None}),
        "Demands": (
            lambda **bounds: plan.cross(five_bar(), X, [0.0, 0.26], 1.0, demands=plan.Demands(**bounds)),
            {"speed": 1.0, "effort": 1.0, "joints": True},
        ),
        "time_optimal": (
            plan.time_optimal,
            {**along, "limits": plan.ActuatorLimits(9.0), "speeds": [0.0, 0.0], "progress": None},
        ),
        "least_energy": (
            plan.least_energy,
            {**along, "duration": 1.0, "limits": None, "losses": 1.0, "recover": 0.5, "periodic": False},
        ),
        "synchronised": (
            plan.synchronised,
            {
                "model": five_bar(),
                "start": X,
                "end": [0.0, 0.26],
                "limits": plan.ActuatorLimits(acceleration=5.0),
                "mode": None,
                "wrench": None,
                "progress": None,
                "parameters": None,
            },
        ),
        "ActuatorLimits": (
            lambda **limits: plan.time_optimal(along["model"], along["path"], plan.ActuatorLimits(**limits), intervals=12),
            {"effort": 9.0, "speed": 5.0, "acceleration": 200.0, "power": 30.0, "joints": True},
        ),
        "OptimalMotion": (quick, {"t": 0.01}),
        "OptimalMotion.efforts": (quick.efforts, {"t": 0.01}),
        "OptimalMotion.plot": (quick.plot, {"title": ""}),
        "OptimalMotion.save": (quick.save, {"path": "no-such-folder/motion.csv", "count": 3, "labels": None}),
        "Demands.bound": (plan.Demands(1.0, 2.0).bound, {"name": "speed", "count": 2}),
        "CrossingMotion": (made, {"t": 0.5}),
        "CrossingMotion.platform": (made.platform, {"t": 0.5}),
        "CrossingMotion.efforts": (made.efforts, {"t": 0.5}),
        "CrossingMotion.naive_efforts": (made.naive_efforts, {"t": 0.5}),
        "CrossingMotion.approach": (made.approach, {"passage": 0, "beside": [1e-3]}),
        "CrossingMotion.naive_approach": (made.naive_approach, {"passage": 0, "beside": [1e-3]}),
    }


def _simulate() -> dict[str, Call]:
    s = simulation()
    initial = s._initial_actuators
    run = {"duration": 0.1, "step": 0.05, "every": 1, "progress": print_nothing, "compare": False}
    options = {"friction": False, "friction_width": None, "damping": None, "spectral_radius": 1.0, "stages": 1, "sag": False}
    options["vibration_modes"] = None
    edge = trajectory.point_by_point([initial, initial], 1.0)
    law = PDLaw(edge, 1.0, 1.0)
    return {
        "ElasticSimulation": (
            ElasticSimulation, {"structure": s.structure, "start": s.start, "rates": None, **options, "backend": "vm"},
        ),
        "ElasticSimulation.at": (
            ElasticSimulation.at,
            {"model": flexible(), "x": flexible().survey.home, "mode": None, "rates": None, **options, "backend": "vm"},
        ),
        "prescribed": (s.prescribed, {"motion": _held, **run}),
        "driven": (s.driven, {"efforts": _no_efforts, **run}),
        "prescribed trajectory": (s.prescribed, {"motion": edge, **run}),
        "PDLaw": (PDLaw, {"motion": edge, "stiffness": 1.0, "damping": 1.0, "mass": 0.0}),
        "PDLaw at a state": (law, {"t": 0.1, "q": initial, "qd": np.zeros_like(initial)}),
        "RayleighDamping": (RayleighDamping, {"alpha": 0.1, "beta": 0.1}),
        "ModalDamping": (ModalDamping, {"ratio": 0.1}),
        "Collocation.of": (Collocation.of, {"stages": 2, "radius": 0.5}),
        "simulate": (simulate, {"model": five_bar(), "x": X, "xd": STILL, "duration": 0.01, **_rigid_run()}),
        "simulate a law": (simulate, {"model": five_bar(), "x": X, "xd": STILL, "duration": 0.01, "control": _no_control}),
        "simulate a flexible robot": (
            simulate,
            {"model": flexible(), "x": flexible().survey.home, "xd": STILL, "duration": 0.01, "largest_step": 0.005, "times": 3,
             "friction": False, "flexible": True},
        ),
    }  # fmt: skip


def _no_control(t: float, q: np.ndarray, qd: np.ndarray, x: np.ndarray, xd: np.ndarray) -> np.ndarray:
    return np.zeros_like(q)


def _rigid_run() -> dict[str, Any]:
    """Arguments of a simulation of a rigid robot."""
    run = {"efforts": STILL, "period": 0.005, "cut_off": 0.005, "wrench": np.zeros(6), "friction": True, "limits": "stop"}
    run |= {"restitution": 0.5, "mode": None, "joints": five_bar().joints(X), "parameters": None, "times": 3, "breaks": [0.002]}
    return run | {"method": "DOP853", "tolerance": 1e-6, "largest_step": 0.01, "flexible": None, "progress": print_nothing}


def _sensitivity() -> dict[str, Call]:
    s, m = sensitivity, with_live()
    asked = {"quantity": "inverse_dynamics", "x": X, "xd": STILL, "xdd": STILL, "tolerances": {"d12": 1e-4, "m4": 0.01}}
    asked |= {"mode": None, "times": [0.0], "wrench": np.zeros(6), "friction": True, "parameters": {"m4": 0.3}}

    def called(analysis: Callable[..., Any]) -> Callable[..., Any]:
        return lambda quantity, x, xd, xdd, **options: analysis(m, quantity, x, xd, xdd, **options)

    drawn = {"samples": 3, "seed": 1, "distribution": "normal", "progress": print_nothing}
    q, at = m.inverse_kinematics(X), {"guess": X, "mode": None}
    return {
        "sensitivity": (called(s.sensitivity), {**asked, "wrt": ["d12", "m4"]}),
        "worst_case": (called(s.worst_case), {**asked, "progress": print_nothing}),
        "monte_carlo": (called(s.monte_carlo), {**asked, **drawn}),
        "model of a sensitivity": (lambda model: s.sensitivity(model, "pose", X), {"model": m}),
        "sensitivity of a pose": (lambda q, **options: s.sensitivity(m, "forward_kinematics", q, **options), {"q": q, **at}),
        "worst case of a pose": (lambda x, **options: s.worst_case(m, "forward_kinematics", x=x, **options), {"x": X}),
        "Sensitivity.ranking": (s.sensitivity(m, "inverse_kinematics", X).ranking, {"output": "q11"}),
        "tolerance": (lambda given: s.worst_case(m, "mass_matrix", X, tolerances={"m4": given}), {"given": 0.01}),
    }


@cache
def base() -> identify.BaseParameters:
    return identify.base_parameters(with_live())


def _base_parameters() -> dict[str, Call]:
    chosen: dict[str, Any] = {"rotors": "all", "friction": "actuated", "springs": True, "bodies": ["q11", "p"], "seed": 1}
    chosen |= {"order": ["zz_q11"], "tied": [["fv_q11", "fv_q21"]], "offsets": None}
    state = {"x": X, "xd": STILL, "xdd": STILL, "mode": None, "motion": False}
    return {
        "base_parameters": (identify.base_parameters, {"model": five_bar(), **chosen}),
        "Robot.base_parameters": (parados.load("five-bar").base_parameters, chosen),
        "BaseParameters.regressor": (base().regressor, state),
        "BaseParameters.measured": (base().measured, {"tau": STILL, "x": X, "mode": None, "motion": False}),
        "BaseParameters.of_standard": (base().of_standard, {"values": five_bar().parameters}),
        "BaseParameters.standard_values": (base().standard_values, {"values": base().values}),
        "BaseParameters.beta_at": (base().beta_at, {"parameters": {"d12": 0.2}}),
        "BaseParameters.beta_slope": (base().beta_slope, {"parameter": "d12", "parameters": {"d12": 0.2}}),
        "ShareFormula.at": (identify.ShareFormula(((1.0, (("d12", "p^2"),)),)).at, {"parameters": {"d12": 0.2}}),
    }


def _spatial() -> dict[str, Call]:
    r, R = rotations, np.eye(3)
    return {
        "rotation": (r.rotation, {"orientation": "ZYX", "values": [0.1, 0.2, 0.3]}),
        "angles": (r.angles, {"orientation": "ZYX", "R": R}),
        "factors": (r.factors, {"orientation": "tilt-torsion"}),
        "axis_angle": (r.axis_angle, {"R": R}),
        "from_axis_angle": (r.from_axis_angle, {"axis": [0, 0, 1], "angle": 0.1}),
        "quaternion": (r.quaternion, {"R": R}),
        "from_quaternion": (r.from_quaternion, {"q": [1, 0, 0, 0]}),
        "rate_matrix": (r.rate_matrix, {"orientation": "ZYX", "values": [0.1, 0.2, 0.3]}),
        "twist_transform": (screw_transforms.twist_transform, {"T": np.eye(4)}),
        "wrench_transform": (screw_transforms.wrench_transform, {"T": np.eye(4)}),
        "acceleration_drift": (screw_transforms.acceleration_drift, {"T": np.eye(4), "omega": [0.1, 0.2, 0.3]}),
        "Section": (Section, {"A": 1.0, "Iy": 1.0, "Iz": 1.0, "I0": 1.0}),
        "Section.rectangle": (Section.rectangle, {"width": 0.1, "height": 0.2}),
        "Section.circle": (Section.circle, {"diameter": 0.1}),
        "Section.tube": (Section.tube, {"outer": 0.1, "inner": 0.05}),
    }


def _physical() -> dict[str, Call]:
    base = identify.base_parameters(five_bar(), friction=None)
    estimate = {"base": base, "estimate": base.values, "information": np.eye(base.count)}
    options = {"prior": {"m_q11": 0.3}, "bounds": {"m_q11": (0.1, 1.0)}, "distance": "euclidean", "weight": 1.0, "rows": 100}
    limits = {"workspace": {"px": (-0.05, 0.05)}, "joints": True, "speed": 9.0, "acceleration": 200.0, "effort": 99.0}
    search = {"period": 2.0, "harmonics": 2, "clearance": 0.0, "noise": 1.0, "rest": False, "criterion": "condition"}
    effort = {"periods": 1, "tries": 1, "iterations": 1, "seed": 0, "mode": None, "progress": print_nothing}
    return {
        "physical_parameters": (identify.physical_parameters, {**estimate, **options}),
        "excitation": (identify.excitation, {"model": five_bar(), "base": base, **limits, **search, **effort}),
        "FourierSeries": (trajectory.FourierSeries, {"coefficients": [[0.0], [1.0], [0.5]], "period": 1.0, "periods": 2}),
    }


@cache
def fitted() -> identify.Fit:
    log = log_of_states(five_bar(), fourier_states(five_bar(), period=1.0, periods=1, rate=100), noise=0.01)
    return identify.identify(five_bar(), log, base=identify.base_parameters(five_bar()), derivatives="filter", cut_off=20.0)


def _fmu() -> dict[str, Call]:
    options = {"kind": "plant", "version": 3, "mode": None, "measured": None, "step": 1e-3, "binary": False}
    path = str(Path(tempfile.mkdtemp()) / "robot.fmu")
    return {"export_fmu": (fmu.export_fmu, {"model": five_bar(), "path": path, **options})}


def _identify() -> dict[str, Call]:
    log = log_of_states(five_bar(), fourier_states(five_bar(), period=1.0, periods=1, rate=100), noise=0.01)
    own, fit = {"model": five_bar(), "mode": None, "start": X}, fitted()
    signals = {"derivatives": "filter", "cut_off": 20.0, "columns": None, "units": None}
    rows = np.linspace(-1, 1, 50)
    return {
        "identify": (
            identify.identify,
            {
                **own, **signals, "log": log, "validation": log, "method": "weighted", "base": fit.base, "gains": None,
                "period": None, "filter_cut_off": 20.0, "strict": True, "progress": print_nothing,
            },
        ),
        "identify_payload": (identify.identify_payload, {**own, **signals, "log": log, "gains": None}),
        "drive_gains": (
            identify.drive_gains,
            {
                "model": five_bar(), "unloaded": log, "loaded": log, "mass": 1.0, "com": [0, 0, 0.1], "inertia": [0.1, 0.1, 0.1],
                "base": fit.base, "cut_off": 20.0, "mode": None, "start": X,
            },
        ),
        "friction_law": (identify.friction_law, {"fit": fit, "law": "stribeck", "exponent": 2.0}),
        "encoder_offsets": (lambda fit: identify.encoder_offsets(fit), {"fit": None}),
        "joint_elasticity": (
            identify.joint_elasticity,
            {"motor": rows, "link": 0.9 * rows, "effort": rows, "log": None, "gear": 1.0},
        ),
        "Fit.predict": (fit.predict, {"x": X, "xd": STILL, "xdd": STILL, "mode": None}),
        "Fit.chi_square": (fit.chi_square, {"truth": fit.values}),
    }  # fmt: skip


@cache
def calibrated() -> calibration.Calibration:
    m = with_live()
    x = np.random.default_rng(0).uniform([-0.05, 0.23], [0.05, 0.29], (8, 2))
    columns = dict(zip(("q11", "q21", "px", "py"), np.hstack([m.inverse_kinematics(x), x + 1e-4]).T, strict=True))
    return calibration.calibrate(m, columns, noise=1e-4, parameters=["d12"])


def _calibration() -> dict[str, Call]:
    c, result, m = calibration, calibrated(), with_live()
    shared = {"noise": {"lengths": 1e-4}, "sensors": (), "parameters": ["d12"], "mode": None, "strict": True}
    chosen = {"measured": ["px", "py"], "candidates": result.poses, "seed": 1}
    columns = result.measurements.columns
    rest = {"validation": columns, "start": X, "progress": print_nothing}
    return {
        "calibrate": (c.calibrate, {"model": m, "measurements": columns, **shared, **rest}),
        "measurement_poses": (c.measurement_poses, {"model": m, "count": 4, **shared, **chosen}),
        "Distance": (c.Distance, {"name": "d", "station": [1.0, 0, 0], "target": [0.1, 0, 0]}),
        "ImagePoint": (c.ImagePoint, {"name": "c", "camera": np.eye(3, 4), "target": [0.1, 0, 0]}),
        "read_measurements": (
            c.read_measurements,
            {"path": "no-such-file.csv", "robot": m, "sensors": {}, "columns": {"q11": "a"}, "units": {"joints": "deg"}},
        ),
        "Calibration.value": (result.value, {"name": "d12"}),
    }


def _stepped() -> dict[str, Call]:
    law = control.ComputedTorque(five_bar(), X, 100.0, 20.0, friction=False)
    run = {"model": five_bar(), "x": X, "xd": STILL, "duration": 0.01, "control": law, "method": "rk4", "step": 1e-3, "times": 5}
    run |= {"sampling": control.Sampling(), "coordinates": "auto", "friction": False, "limits": "end", "mode": None}
    free = {"model": five_bar(), "x": X, "xd": STILL, "duration": 0.01, "efforts": STILL, "wrench": np.zeros(6), "method": "rk4"}
    free |= {"step": 1e-3, "breaks": ()}
    return {"simulate with a law": (simulate, run), "simulate with fixed steps": (simulate, free)}


def _control() -> dict[str, Call]:
    own = {"model": five_bar(), "reference": X, "mode": None}
    shared = {**own, "preload": None, "kp": 100.0, "kd": 20.0}
    law = control.ComputedTorque(five_bar(), X, 100.0, 20.0)
    pid = control.PIDGravity(five_bar(), X, 100.0, 20.0, 5.0)
    seen = {"t": 0.1, "measured": law.measure(X, STILL), "period": 1e-3}
    told = {"t": 0.1, "q": five_bar().inverse_kinematics(X), "qd": STILL, "x": X, "xd": STILL}
    settings = {"rate": 1e3, "delay": 1e-3, "measured": "joints", "resolution": 1e-5, "noise": [1e-5, 1e-5]}
    settings |= {"rates": "difference", "effort_limit": 5.0, "slew_limit": [10.0, 10.0], "time_constant": 1e-3, "seed": 1}
    masses = {"stiffness": 100.0, "damping": [5.0, 5.0], "inertia": np.eye(2), "friction": True}
    learning = {"lam": 5.0, "kd": 3.0, "gamma": 0.1, "adapted": ["m_p"], "initial": [0.3], "friction": False}
    text = "int law(double t) { return 0; }"
    through = {"motion": crossing(), "kp": 400.0, "kd": 40.0, "joint_kp": 60.0, "joint_kd": [3.0, 3.0]}
    return {
        "PDGravity": (control.PDGravity, shared),
        "PIDGravity": (control.PIDGravity, {**shared, "ki": 5.0, "limit": 1.0}),
        "ComputedTorque": (control.ComputedTorque, {**shared, "space": "joints", "friction": True}),
        "FeedForwardPD": (control.FeedForwardPD, {**shared, "friction": True}),
        "CrossingLaw": (control.CrossingLaw, {**through, "window": 0.1, "friction": "reference"}),
        "named_law": (control.named_law, {"name": "pd", **own, "bandwidth": 5.0}),
        "SlotineLi": (control.SlotineLi, {**own, **learning}),
        "Impedance": (control.Impedance, {**own, **masses}),
        "Admittance": (control.Admittance, {**shared, **masses}),
        "observer": (control.ObservedComputedTorque, {**shared, "observer": 30.0, "reject": True, "friction": True}),
        "CLaw": (control.CLaw, {**own, "source": text, "start": [0.0], "needs_wrench": False}),
        "Preload": (control.Preload, {"pattern": [1, -1], "least": 0.5}),
        "Sampling": (control.Sampling, settings),
        "RunningLaw": (control.RunningLaw, {"law": pid, "period": 1e-3}),
        "running law": (control.RunningLaw(pid, 1e-3), told),
        "distribute": (control.distribute, {"model": five_bar(), "x": X, "force": STILL, "near": STILL, "mode": None}),
        "Law.update": (pid.update, {**seen, "state": STILL}),
        "Law.measure": (law.measure, {"x": X, "xd": STILL, "wrench": np.zeros(6)}),
        "law": (law, told),
        "export_controller": (lambda law: control.export_controller(law, "\0"), {"law": law}),
    }


def _studio() -> dict[str, Call]:
    """The robot never moves here: a page of many pictures would take long, and `open_studio` would open a server."""
    shown = {"x": X, "mode": None, "title": "one pose", "dark": False}
    return {
        "scene_html": (lambda **given: studio.scene_html(five_bar(), **given), shown),
        "show": (lambda robot, fps: studio.show(None, robot, fps=fps), {"robot": five_bar(), "fps": 30.0}),
        "show a motion": (lambda motion: studio.show(motion, five_bar(), fps=2.0), {"motion": motion()}),
    }


GROUPS: dict[str, Callable[[], dict[str, Call]]] = {
    "calibration": _calibration,
    "api": _api,
    "model": _model,
    "tree": _tree,
    "flexible": _flexible,
    "charts": _charts,
    "trajectory": _trajectory,
    "singularity": _singularity,
    "logs": _logs,
    "maps": _maps,
    "lines": _lines,
    "plan": _plan,
    "simulate": _simulate,
    "control": _control,
    "stepped": _stepped,
    "fmu": _fmu,
    "sensitivity": _sensitivity,
    "study": _study,
    "base parameters": _base_parameters,
    "spatial": _spatial,
    "physical": _physical,
    "identify": _identify,
    "studio": _studio,
}
"""Functions that return the calls of a layer, by the name of the layer."""
