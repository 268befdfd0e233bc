"""Nobody can change the numbers of a robot, its models and its mechanism by writing to an array that they hand out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

import numpy as np
import pytest

import parados
from parados import calibration, control, plan, trajectory
from parados.singularity import classify

DEPTH = 3
"""Attributes of attributes that are searched."""


def _public(path: str, thing: Any, seen: dict[int, Any], depth: int = 0) -> Iterator[tuple[str, Any, str]]:
    """Yield each array or dictionary that is a public attribute of an object or of the objects of parados that it hands out.

    Each is given as place, owner and name of the attribute.
    """
    if depth > DEPTH or id(thing) in seen:
        return
    seen[id(thing)] = thing
    if isinstance(thing, tuple):
        for k, part in enumerate(thing):
            yield from _public(f"{path}[{k}]", part, seen, depth)
    kind = type(thing).__module__
    if not kind.startswith("parados") or kind.startswith("parados.robot.") or isinstance(thing, type):
        return  # the description of a robot is a part of its file, not of its models
    for name in dir(thing):
        kind = getattr(type(thing), name, None)
        if name.startswith("_") or (callable(kind) and not is_dataclass(kind)):
            continue
        try:
            value = getattr(thing, name)
        except parados.ParadosError:
            continue
        if isinstance(value, np.ndarray | dict):
            yield f"{path}.{name}", thing, name
        else:
            yield from _public(f"{path}.{name}", value, seen, depth + 1)


def _is_kept(owner: Any, name: str) -> bool:
    """Tell whether writing to an attribute would change what its owner hands out the next time."""
    first = getattr(owner, name)
    if isinstance(first, dict):
        return len(first) > 0 and first is getattr(owner, name)
    return first.size > 0 and first.flags.writeable and np.shares_memory(first, getattr(owner, name))


MODELS = {
    "file": lambda robot: robot.compile("vm"),
    "live": lambda robot: robot.compile("vm", live=["l1", "payload"]),
    "bound": lambda robot: robot.compile("vm", live=["l1"]).with_parameters({"l1": 0.39}),
    "shared": lambda robot: robot.with_payload(1.0).compile("vm"),
}


@pytest.mark.parametrize("made", MODELS)
def test_a_model_hands_out_no_array_that_it_uses_later(made):
    model = MODELS[made](parados.load("delta-d3-1200"))
    parts = {
        "model": model, "robot": model.robot, "survey": model.survey, "mechanism": model.mechanism,
        "kernel": model.kernel("inverse_dynamics"),
    }  # fmt: skip
    found = [one for name, part in parts.items() for one in _public(name, part, {})]
    assert len(found) > 50
    kept = [place for place, owner, name in found if _is_kept(owner, name)]
    assert kept == []


@pytest.mark.parametrize("name", ["six-rods", "four-bar"])
def test_the_bodies_of_springs_closures_and_idle_rods_are_read_only(name):
    files = {"six-rods": "tests/robots/delta-six-rods.yaml", "four-bar": "tests/robots/four-bar.yaml"}
    mechanism = parados.load(files[name]).mechanism
    parts = (*mechanism.joints, *mechanism.closures, *mechanism.springs, *mechanism.idle, mechanism.platform)
    assert not any(array.flags.writeable for part in parts for array in vars(part).values() if isinstance(array, np.ndarray))


COMPUTED = {
    "base parameters": lambda robot, model: robot.base_parameters(),
    "assembly modes": lambda robot, model: model.assembly_modes([1.8, 1.4]),
    "classification": lambda robot, model: classify(model, [0.02, 0.25]),
    "bounds": lambda robot, model: plan.ActuatorLimits(effort=np.array([10.0, 10.0])),
    "point to point": lambda robot, model: trajectory.point_to_point([0.0, 0.2], [1.0, 1.0], 1.0),
    "line": lambda robot, model: trajectory.line([0.0, 0.25], [0.05, 0.28]),
    "reference": lambda robot, model: control.PDGravity(model, [0.0, 0.25], kp=1.0, kd=1.0).reference,
    "sampling": lambda robot, model: control.Sampling(measured="joints", noise=np.array([0.1, 0.1])),
    "distance": lambda robot, model: calibration.Distance("wire", np.zeros(3)),
}


@pytest.mark.parametrize("what", COMPUTED)
def test_objects_that_compute_later_results_have_read_only_arrays(what):
    robot = parados.load("five-bar")
    thing = COMPUTED[what](robot, robot.compile("vm"))
    arrays = [value for value in vars(thing).values() if isinstance(value, np.ndarray)]
    assert arrays and not any(array.flags.writeable for array in arrays)


def test_writing_to_the_breaks_of_a_spline_changes_nothing():
    spline = trajectory.through([[0, 0.25], [0.02, 0.26], [0.05, 0.28]], [0, 0.2, 0.5])
    before = spline([0.1, 0.3]).x.tolist()
    spline.breaks[:] = 0.0
    assert spline.breaks.tolist() == [0.0, 0.2, 0.5] and spline([0.1, 0.3]).x.tolist() == before


def test_writing_to_the_numbers_of_a_model_is_an_error():
    model = parados.load("five-bar").compile("vm", live=["d12"])
    before = model.inverse_dynamics([0.02, 0.25], [0.3, 0.1], [1.0, 2.0]), classify(model, [0.02, 0.25]).summary()
    joint = model.mechanism.joints[0]
    numbers = [model.live_vector, model.parameters, model.platform_centre, model.robot.closure_jacobian]
    numbers += [model.mechanism.gravity, joint.standard, joint.fixed]
    for array in numbers:
        with pytest.raises(ValueError, match="read-only"):
            array += 1.0
    model.kernel("inverse_dynamics").operations["total"] = 0
    model.live_places.clear()
    assert model.kernel("inverse_dynamics").operations["total"] > 0 and "d12" in model.live_places
    assert (model.regressor([0.02, 0.25], [0.3, 0.1], [1.0, 2.0]) @ model.parameters).tolist() == pytest.approx(before[0])
    again = model.inverse_dynamics([0.02, 0.25], [0.3, 0.1], [1.0, 2.0]), classify(model, [0.02, 0.25]).summary()
    assert again[0].tolist() == before[0].tolist() and again[1] == before[1]
