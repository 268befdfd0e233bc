"""Indices of the bodies: moving mass, footprint and bearing loads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import name_list
from parados.errors import InputError
from parados.geometry.working_modes import Mode
from parados.model.model import Model
from parados.study.design_states import DesignStates
from parados.study.index_table import index, slopes_of

__all__ = ["bearing_load", "footprint", "moving_mass"]

Array = NDArray[np.float64]


@index("kg", over="robot")
def moving_mass(at: DesignStates) -> Array:
    """Mass of all links and of the platform."""
    return np.reshape(at.model.moving_mass, (len(at), -1))[:, :1]


def _across(at: DesignStates) -> Array:
    """(3, 3) projector on the plane across gravity; across z if there is no gravity."""
    g = np.asarray(at.family.spec.gravity, dtype=float)
    up = g / np.linalg.norm(g) if g.any() else np.array([0.0, 0.0, 1.0])
    return np.eye(3) - np.outer(up, up)


def _places(at: DesignStates) -> Array:
    """(D, N, n_t, 3) horizontal places of the origins of all links [m]."""
    return at.of("link_frames", "x")[..., :3, 3] @ _across(at)


@index("m", over="poses")
def footprint(at: DesignStates) -> Array:
    """Largest horizontal distance of a joint from the axis through the base origin: the radius that the robot needs."""
    return np.linalg.norm(_places(at), axis=-1).reshape(len(at), -1)


@slopes_of("footprint")
def _(at: DesignStates) -> Array:
    r = _places(at)
    frames = at.slopes("link_frames", "x")
    dr = np.einsum("ij,dnkjp->dnkip", _across(at), frames.reshape(*r.shape[:3], 4, 4, -1)[..., :3, 3, :])
    size = np.maximum(np.linalg.norm(r, axis=-1), 1e-300)
    return np.asarray((np.einsum("dnki,dnkip->dnkp", r, dr) / size[..., None]).reshape(len(at), -1, dr.shape[-1]))


@index("N", over="motion")
def bearing_load(at: DesignStates, joints: Any = None) -> Array:
    """Largest force through a joint or closure along the motion; by default of all whose force statics determines."""
    names = None if joints is None else [joints] if isinstance(joints, str) else name_list("joints", joints)
    forces = at.at_reached(lambda model, *rows: _forces(model, rows, at.mode, names), ("x", "xd", "xdd"))
    unknown = np.isnan(forces[at.reached]).any(axis=0)
    if names is not None and unknown.any():
        raise InputError(
            f"joints: statics does not determine the force through {names[int(unknown.argmax())]}; leave it out, or give the "
            "robot elastic links and use Model.reactions with distribution='elastic'"
        )
    if unknown.all() and at.reached.any():
        raise InputError(f"bearing_load: statics determines none of the forces through the joints of {at.family.spec.name}")
    return np.asarray(forces[..., ~unknown].reshape(len(at), -1))


def _forces(model: Model, rows: tuple[Array, ...], mode: Mode, names: list[str] | None) -> Array:
    """(R, k) sizes of the forces through joints and closures, by default through all [N]."""
    found = model.reactions(*rows, mode=mode)
    return np.stack([np.linalg.norm(found[name][..., :3], axis=-1) for name in names or found.names], axis=-1)
