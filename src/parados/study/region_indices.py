"""Indices of a region of poses: reached volume and its boundary, distance from singularities; errors from tolerances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import flag, instance, number, positive
from parados.errors import InputError
from parados.geometry.working_modes import Mode
from parados.model.model import Model
from parados.singularity.maps.grids import Grid
from parados.singularity.maps.isosurface import isosurface
from parados.singularity.maps.probe import Probe
from parados.singularity.measures import distances
from parados.study.design_states import DesignStates
from parados.study.index_table import index

__all__ = ["boundary_area", "reached_part", "singular_distance", "tolerance_error", "usable_volume", "workspace_volume"]

Array = NDArray[np.float64]


@index("-", over="poses", take="sum", partial=True)
def reached_part(at: DesignStates) -> Array:
    """Part of the poses that the robot reaches, each with its share of the region or of the time."""
    return at.reached * at.states.shares


@index("{content}", over="region", take="sum", partial=True)
def workspace_volume(at: DesignStates) -> Array:
    """Volume, or area, of the part of the region that the robot reaches; joint limits do not count."""
    return reached_part(at) * at.states.content


@index("{content}", over="region", take="sum", partial=True)
def usable_volume(at: DesignStates, clearance: Any = None, limits: Any = True, length: Any = None) -> Array:
    """Volume, or area, of the part of the region within joint limits and at least `clearance` away from singularities."""
    usable = at.reached.copy()
    if flag("limits", limits):
        beyond = at.of("beyond_limits", "x")
        usable &= (np.nan_to_num(beyond, nan=1.0) == 0).all(axis=-1)
    if clearance is not None:
        least = number("clearance", clearance, 0.0, expected="a distance of at least 0")
        with np.errstate(invalid="ignore"):
            usable &= singular_distance(at, length) >= least
    return usable * at.states.shares * at.states.content


@index("-", over="poses", take="smallest")
def singular_distance(at: DesignStates, length: Any = None) -> Array:
    """Smallest distance from a singularity of any kind: 0 is singular, an isotropic robot is near 1."""
    given = None if length is None else positive("length", length, "m")
    return at.each(lambda model: _distances(model, at.states.x, at.mode, given))


def _distances(model: Model, x: Array, mode: Mode, length: float | None) -> Array:
    """(N,) distances of one robot; NaN out of reach."""
    found = np.full(len(x), np.nan)
    reached = np.isfinite(model.quietly("joints", x, mode=mode)["joints"]).all(axis=1)
    if reached.any():
        found[reached] = distances(model, x[reached], mode=mode, length=length).nearest
    return found


@index("{border}", over="region", take="sum", partial=True)
def boundary_area(at: DesignStates) -> Array:
    """Area of the boundary of the reached volume inside the region, by marching tetrahedra."""
    grid = at.states.grid
    if grid is None or len(grid.axes) != 3 or any(axis.unit != "m" for axis in grid.axes):
        raise InputError("boundary_area: a region over px, py and pz is expected")
    return at.each(lambda model: _border(model, grid, at.mode))


def _border(model: Model, grid: Grid, mode: Mode) -> Array:
    """(1,) area of the surface on which a leg reaches just as far as it can [m^2]."""
    probe = Probe.of(model, mode, None)
    surface = isosurface(grid, probe.reach(grid.poses(grid.nodes)), lambda p: probe.reach(grid.poses(p)))
    corners = surface.vertices[surface.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return np.array([np.linalg.norm(normals, axis=-1).sum() / 2])


def _named(options: Mapping[str, Any]) -> list[str]:
    given = options.get("tolerances")
    return list(instance("tolerances", given, Mapping, "a mapping of names to tolerances, e.g. {'l1': 1e-4},"))


@index("m", over="poses", live=_named)
def tolerance_error(at: DesignStates, tolerances: Any) -> Array:
    """Bound of the error of P in x, y, z if each parameter is wrong by its tolerance, to first order; the motors hold still."""
    names = _named({"tolerances": tolerances})
    sizes = np.array(
        [number(f"tolerances[{name}]", tolerances[name], 0.0, expected="a tolerance of at least 0") for name in names]
    )
    shifts = at.at_reached(lambda model, x: _shifts(model, x, names, at.mode), ["x"])  # (D, N, 3, n)
    if shifts.shape[-1] != len(names):
        raise InputError("tolerances: give tolerances of parameters that are single numbers")
    return np.asarray(np.linalg.norm(np.abs(shifts) @ sizes, axis=-1))


def _shifts(model: Model, x: Array, names: list[str], mode: Mode) -> Array:
    """(N, 3, n) derivatives of the position of P by parameters p while the motors hold q.

    With x given, P moves by dP/dp; for q(x, p) to stay, x changes by -J dq/dp, which moves P with the twist J_p dx.
    """
    pose = model.derivatives("pose", names)(x, mode=mode)
    q_p = np.asarray(model.derivatives("inverse_kinematics", names)(x, mode=mode))
    assert isinstance(pose, dict)
    J_v = (model.platform_jacobian(x, mode=mode) @ model.jacobian(x, mode=mode))[:, :3]
    return np.asarray(pose["frame"][:, :3, 3] - J_v @ q_p)
