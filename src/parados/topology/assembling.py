"""Assemble the mechanism of the rigid models from the links of a file."""

from __future__ import annotations

from collections.abc import Sequence

from parados.robot.changed_bodies import elementary_names
from parados.robot.description import RobotSpec
from parados.topology.idle_spins import without_idle_spins
from parados.topology.mechanism import Mechanism
from parados.topology.screw_axes import with_counted_turns
from parados.topology.welding import weld

__all__ = ["assembled"]


def assembled(spec: RobotSpec, links: Mechanism, first_axes: Sequence[int] = ()) -> Mechanism:
    """Join links that are fixed to each other, leave out spins of free rods, and mark the joints whose whole turns matter.

    links : mechanism with each link of the file as its own body
    first_axes : first axis of the universal joint of each rod that spins freely, see `topology.idle_spins`
    """
    names = {elementary_names(joint)[-1]: joint.name for leg in spec.legs for joint in leg.joints}
    return with_counted_turns(without_idle_spins(weld(links), first_axes, names))
