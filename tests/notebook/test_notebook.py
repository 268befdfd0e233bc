"""Test robots, models and results in a notebook: each has a text and a table, and some have a picture."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser

import numpy as np
import pytest
import yaml
from helpers.simulated_logs import fourier_states, log_of_states

import parados
from parados import calibration, control, identify, plan, sensitivity, singularity, study, trajectory
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.simulate.simulation import simulate
from parados.singularity import line_geometry
from parados.text.result_display import Shown

X = [0.02, 0.25]


class Elements(HTMLParser):
    """Tags of an HTML fragment with their attributes."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.found = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@cache
def five_bar():
    return parados.load("five-bar").compile("vm")


@cache
def with_live():
    return parados.load("five-bar").compile("vm", live=["d12", "m4"])


@cache
def crossing():
    return plan.cross(five_bar(), [0.0, 0.3], [0.0, 0.15], 1.0)


@cache
def flexible():
    return parados.load("dualemps").compile("vm")


@cache
def simulated():
    simulation = ElasticSimulation.at(flexible(), flexible().survey.home, backend="vm", stages=1)
    return simulation.driven(lambda t, q, qd: np.zeros_like(q), 0.02, 0.01)


def _at_rest(elastic):
    z = elastic.undeformed(flexible().survey.home)
    return elastic.equations(z, 0 * z)


def machine_log():
    t = np.arange(120) / 100
    q = five_bar().inverse_kinematics(np.column_stack([0.04 * np.sin(6 * t), 0.25 + 0.02 * np.cos(9 * t)]))
    return identify.Log("made", t, {"q11": q[:, 0], "q21": q[:, 1]}, {"q11": np.sin(t), "q21": np.cos(t)})


def _line_geometry():
    return line_geometry.legs_variety(five_bar(), crossing().passages[0].x, constraints=True, tolerance=1e-5)


def _physical():
    base = identify.base_parameters(five_bar(), friction=None)
    return identify.physical_parameters(base, base.values, np.eye(base.count), rows=100)


@cache
def fitted():
    model = five_bar()
    log = log_of_states(model, fourier_states(model, period=1.0, periods=1, rate=200), noise=0.01)
    return identify.identify(model, log, derivatives="filter", cut_off=30.0)


def _friction():
    law = {"coefficients": np.ones(2), "coefficient_deviations": np.ones(2), "rates": np.ones(2), "rate_deviations": np.ones(2)}
    found = {"probability": 0.001, "improvement": 0.5, "values": fitted().values, "exponent": 2.0, "fit": fitted()}
    return identify.FrictionFit("stribeck", ("q11", "q21"), **law, **found)


def _gains():
    return identify.DriveGains(("q11", "q21"), np.ones(2), np.ones(2), fitted().base, np.ones(2), 0.1)


@cache
def calibrated():
    model = parados.load("five-bar").compile(live=["d12"])
    x = np.random.default_rng(0).uniform([-0.05, 0.23], [0.05, 0.29], (8, 2))
    columns = dict(zip(("q11", "q21", "px", "py"), np.hstack([model.inverse_kinematics(x), x + 1e-4]).T, strict=True))
    return calibration.calibrate(model, columns, noise=1e-4)


def _short_motion():
    return trajectory.point_to_point([-0.02, 0.25], [0.02, 0.27], 1.0)


def small_study(objectives=None):
    chosen = {"speed": "min", "even": "max"} if objectives is None else objectives
    indices = {"speed": "peak_speed", "even": {"index": "dexterity", "over": "way"}}
    asked = {"motions": {"way": _short_motion()}, "indices": indices, "objectives": chosen}
    return study.Study("five-bar", variables={"d12": [0.2, 0.23]}, **asked, search={"kind": "sobol", "designs": 8})


DRAWN = {
    "calibration": calibrated,
    "fit": fitted,
    "validation of a fit": lambda: fitted().validation,
    "robot": lambda: parados.load("gough-stewart-lopes"),
    "model": five_bar,
    "assembly modes": lambda: five_bar().assembly_modes(five_bar().inverse_kinematics(X)),
    "classification": lambda: singularity.classify(five_bar(), X),
    "singular pose": lambda: singularity.classify(five_bar(), crossing().passages[0].x),
    "nearest singularity": lambda: singularity.nearest_singularity(five_bar(), X),
    "crossings": lambda: singularity.crossings(five_bar(), ([0.0, 0.338], [0.1, 0.1])),
    "crossing": lambda: singularity.crossings(five_bar(), ([0.0, 0.338], [0.1, 0.1]))[0],
    "no crossings": lambda: singularity.crossings(five_bar(), ([-0.02, 0.25], [0.02, 0.28])),
    "map": lambda: singularity.singularity_map(five_bar(), {"px": (-0.1, 0.1, 8), "py": (0.15, 0.3, 8)}),
    "log": machine_log,
    "motion along a log": lambda: identify.log_motion(five_bar(), machine_log()),
    "models beside a log": lambda: identify.compare(five_bar(), machine_log()),
    "cut-off": lambda: identify.propose_cut_off(np.sin(np.linspace(0, 9, 200)) + np.linspace(0, 1, 200) ** 3, 0.01),
    "planned motion": crossing,
    "fastest motion": lambda: plan.time_optimal(
        five_bar(), trajectory.line(X, [0.02, 0.27]), plan.ActuatorLimits(effort=9.0, power=20.0), intervals=20
    ),
    "passage": lambda: crossing().passages[0],
    "criterion": lambda: crossing().passages[0].criterion,
    "trajectory": lambda: trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 1.0),
    "modes": lambda: flexible().vibration_modes(flexible().survey.home, count=3),
    "modes of a stack": lambda: flexible().vibration_modes(np.tile(flexible().survey.home, (2, 1)), count=3),
    "simulation": simulated,
    "simulated motion": lambda: simulate(five_bar(), X, [0.1, 0.2], 0.01, times=3),
    "sensitivity": lambda: sensitivity.sensitivity(with_live(), "inverse_kinematics", X),
    "sensitivity of many outputs": lambda: sensitivity.sensitivity(with_live(), "regressor", [X, X], [0.1, 0.2], [1.0, 2.0]),
    "worst case": lambda: sensitivity.worst_case(with_live(), "inverse_kinematics", X),
    "worst case of a stack": lambda: sensitivity.worst_case(with_live(), "mass_matrix", [X, X]),
    "random robots": lambda: sensitivity.monte_carlo(with_live(), "energy", X, [0.1, 0.2], samples=20),
    "study": lambda: small_study().run(),
    "study without objectives": lambda: small_study({}).run(),
    "sizing": lambda: study.size_motors(five_bar(), _short_motion(), {"speed": [0, 9], "effort": [90, 50]}),
    "map of indices": lambda: study.index_map(five_bar(), ["dexterity"], {"px": (-0.1, 0.1, 4), "py": (0.15, 0.3, 4)}),
    "exciting motion": lambda: identify.excitation(five_bar(), period=2.0, harmonics=3, tries=1, iterations=1, clearance=0),
    "random robots of a stack": lambda: sensitivity.monte_carlo(with_live(), "inverse_kinematics", [X, X], samples=20),
    "modes of the loaded robot": lambda: flexible().elastic_model().vibration_modes(flexible().survey.home, count=2),
}

TABLES = {
    "study before its run": small_study,
    "continued assembly": lambda: five_bar().continue_assembly(X, five_bar().inverse_kinematics([0.01, 0.26])),
    "no assembly modes": lambda: five_bar().assembly_modes([np.pi, 0.0]),
    "aspects of two poses": lambda: singularity.same_aspect(five_bar(), X, X),
    "base parameters": lambda: identify.base_parameters(five_bar()),
    "tied base parameters": lambda: identify.base_parameters(five_bar(), tied="legs"),
    "parameters": lambda: parados.load("five-bar").parameters,
    "mobility": lambda: parados.load("five-bar").mobility(),
    "matrices": lambda: five_bar().matrices(X),
    "wrenches": lambda: five_bar().leg_wrenches(X)[0],
    "reactions": lambda: five_bar().reactions(X, [0.1, 0.2], [1.0, 2.0]),
    "reactions of a stack": lambda: five_bar().reactions([X, X], [0.1, 0.2], [1.0, 2.0]),
    "reactions of no state": lambda: five_bar().reactions(np.zeros((0, 2)), [0.1, 0.2], [1.0, 2.0]),
    "leg twists": lambda: five_bar().tree.leg_twists([0.1, 0.2, 0.3, 0.4, 0.5], "leg1", np.eye(4)),
    "leg twists of a stack": lambda: five_bar().tree.leg_twists(np.ones((2, 5)), "leg1", np.eye(4)),
    "multipliers": lambda: five_bar().multipliers(X, [0.1, 0.2], [1.0, 2.0]),
    "multipliers of a stack": lambda: five_bar().multipliers([X, X], [0.1, 0.2], [1.0, 2.0]),
    "multipliers of no state": lambda: five_bar().multipliers(np.zeros((0, 2)), [0.1, 0.2], [1.0, 2.0]),
    "energy": lambda: five_bar().energy(X, [0.1, 0.2]),
    "energy of bodies": lambda: five_bar().body_energies(X, [0.1, 0.2]),
    "energy of bodies in a stack": lambda: five_bar().body_energies([X, X], [0.1, 0.2]),
    "energy of bodies in no state": lambda: five_bar().body_energies(np.zeros((0, 2)), [0.1, 0.2]),
    "matrices of second order": lambda: five_bar().matrices(X, [0.1, 0.2]),
    "energy of a stack": lambda: five_bar().energy([X, X], [0.1, 0.2]),
    "energy of no state": lambda: five_bar().energy(np.zeros((0, 2)), [0.1, 0.2]),
    "distances": lambda: singularity.distances(five_bar(), [X, [5.0, 5.0]]),
    "finding": lambda: singularity.classify(five_bar(), crossing().passages[0].x).findings[0],
    "lines": _line_geometry,
    "variety": lambda: _line_geometry().variety,
    "dependent lines": lambda: _line_geometry().dependent[0],
    "superbracket": lambda: line_geometry.legs_superbracket(five_bar(), X),
    "limits": lambda: trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 1.0).limits(),
    "energies of a run": lambda: simulated().energy,
    "flexible model": lambda: flexible().elastic_model(friction=False),
    "flexible model at a state": lambda: _at_rest(flexible().elastic_model(friction=False)),
    "flexible body": lambda: flexible().elastic_model(friction=False).body("b13.e1"),
    "physical parameters": _physical,
    "predicted efforts": lambda: fitted().predict(X, [0.1, 0.2], [1.0, 2.0]),
    "friction law": _friction,
    "drive gains": _gains,
    "payload": lambda: identify.PayloadFit(("m_p",), np.ones(1), np.ones(1), ("m_p",), np.ones(2)),
    "encoder offsets": lambda: identify.EncoderOffsets(("q11", "q21"), np.ones(2), np.eye(2), np.ones(3)),
    "elastic drive train": lambda: identify.JointElasticity(1000.0, 1.0, 0.001, 0.0001, 0.0, 0.0001),
    "measurements": lambda: calibrated().measurements,
    "poses to measure": lambda: calibration.measurement_poses(calibrated().model, 4, noise=1e-4),
    "computed torque": lambda: control.ComputedTorque(five_bar(), X, 100.0, 20.0),
    "crossing law": lambda: control.CrossingLaw(crossing(), 400.0, 40.0, 60.0, 3.0),
    "PD law": lambda: control.PDGravity(five_bar(), X, 100.0, 20.0),
    "PID law": lambda: control.PIDGravity(five_bar(), X, 100.0, 20.0, 5.0),
    "feed-forward": lambda: control.FeedForwardPD(five_bar(), X, 100.0, 20.0),
    "adaptive law": lambda: control.SlotineLi(five_bar(), X, 5.0, 3.0, 0.1, adapted=["m_p"]),
    "impedance": lambda: control.Impedance(five_bar(), X, 100.0, 20.0),
    "admittance": lambda: control.Admittance(five_bar(), X, 1.0, 5.0, 30.0, 100.0, 20.0),
    "force observer": lambda: control.ObservedComputedTorque(five_bar(), X, 100.0, 20.0, 30.0),
    "law in C": lambda: control.CLaw(five_bar(), X, "int law(double t) { return 0; }"),
    "mass and stiffness": lambda: flexible().elastic_matrices(flexible().survey.home),
}


@pytest.mark.parametrize("name", [*DRAWN, *TABLES])
def test_notebook_shows_text_table_and_picture(name):
    result = {**DRAWN, **TABLES}[name]()
    assert isinstance(result, Shown)
    seen = Elements(result._repr_html_()).found
    pictures = [attributes for tag, attributes in seen if tag == "img"]
    assert len(pictures) == (name in DRAWN)
    assert all(p["src"].startswith("data:image/png;base64,iVBOR") and int(p["width"]) > 200 for p in pictures)
    assert "table" in dict(seen) or name == "no crossings"
    assert len(result.summary()) > 10
    repr(result)


def test_every_class_with_a_summary_can_be_shown_in_a_notebook():
    classes = set()
    for module in pkgutil.walk_packages(parados.__path__, "parados."):
        if not module.name.startswith(("parados.cli", "parados.sources", "parados.__main__")):
            classes |= {c for _, c in inspect.getmembers(importlib.import_module(module.name), inspect.isclass)}
    with_summary = {c for c in classes if c.__module__.startswith("parados.") and hasattr(c, "summary")}
    assert len(with_summary) > 20
    assert all(issubclass(c, Shown) for c in with_summary)
    assert all("_display" in dir(c) and (c is Shown or c._display is not Shown._display) for c in with_summary)


def test_hostile_names_do_not_run_scripts(tmp_path):
    attack = '<img src=x onerror="alert(1)"><script>alert(2)</script> $\\frac$'
    file = parados.load("five-bar").spec.model_dump(mode="json", exclude_defaults=True)
    file |= {"title": attack, "source": attack}
    path = tmp_path / "hostile.yaml"
    path.write_text(yaml.safe_dump(file))
    robot = parados.load(path)
    model = robot.compile("vm")
    for result in (robot, model, singularity.classify(model, X), singularity.singularity_map(model, {"px": 3, "py": 3})):
        seen = Elements(result._repr_html_()).found
        assert "script" not in dict(seen)
        assert not any(name.startswith("on") for _, attributes in seen for name in attributes)
        assert sum(tag == "img" for tag, _ in seen) == 1


@pytest.mark.parametrize("name", ["five-bar", "delta-d3-1200", "c5"])
def test_robots_are_drawn_at_a_pose_and_in_a_mode(name):
    robot = parados.load(name)
    model = robot.compile("vm")
    for figure in (robot.draw(), robot.draw(robot.survey.home, mode=model.working_modes()[0]), model.draw(model.survey.home)):
        png, size = figure._repr_png_()
        assert png.startswith(b"\x89PNG") and size["width"] > 200
    with pytest.raises(parados.InputError, match="one state"):
        robot.draw([robot.survey.home] * 2)


def test_figures_do_not_import_pyplot():
    code = "import parados, sys; parados.load('five-bar')._repr_html_(); assert 'matplotlib.pyplot' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_matrices_print_their_names_shapes_and_numbers():
    printed = repr(five_bar().matrices(X))
    for text in ("A (2 x 6)", "J_inv (2 x 2): qd_a = J_inv t_r", "q11", "q21", "vx"):
        assert text in printed
    assert "e-1" not in printed and max(map(len, printed.splitlines())) <= 100
    rows = [line for line in printed.splitlines() if line.startswith("q11 ")]
    assert [float(v) for v in rows[0].split()[1:]] == pytest.approx(five_bar().matrices(X).J_inv[0], rel=1e-4)


def test_matrices_of_a_singular_pose_name_the_undefined_ones():
    printed = five_bar().matrices(crossing().passages[0].x).summary()
    assert "J: A_r has lost rank (Type 2)" in printed and "J_td (3 x 3)" in printed


def test_vibration_modes_are_drawn():
    figure = flexible().draw_vibration_modes(count=3)
    assert len(figure.axes) == 3 and figure._repr_png_()[0].startswith(b"\x89PNG")
    with pytest.raises(parados.ParadosError):
        five_bar().draw_vibration_modes()


def test_working_modes_are_drawn_one_by_one_or_leg_by_leg():
    """The five-bar has four modes, the Hexa 64: two pictures for each of its six legs. Legs that cannot reach leave a note."""
    every = five_bar().draw_working_modes()
    assert [axes.get_title() for axes in every.axes] == ["mode +1 +1", "mode +1 -1", "mode -1 +1", "mode -1 -1"]
    by_leg = parados.load("hexa").compile("vm").draw_working_modes()
    assert [axes.get_title() for axes in by_leg.axes][:3] == ["leg1: +1", "leg1: -1", "leg2: +1"]
    assert len(by_leg.axes) == 12
    far = five_bar().draw_working_modes([9.0, 9.0])
    assert all(axes.texts[0].get_text() == "out of reach" for axes in far.axes)
    with pytest.raises(parados.InputError, match="it has one working mode"):
        parados.load("orthoglide").in_coordinates(["q11", "q21", "q31"]).compile("vm").draw_working_modes()
