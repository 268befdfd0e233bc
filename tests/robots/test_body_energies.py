"""Test the energies of single bodies, and the types of motion and the simple count of `mobility`."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.sources.briot_khalil.rigid.mobility_counts import count
from parados.topology.mechanism import PLATFORM

from .body_balance import motions
from .independent import bodies
from .test_generality import HERE
from .test_reactions import OWN, robot_states

EXACT = 1e-12


@pytest.mark.parametrize("of", ["3-prs", OWN.stem])
def test_energies_of_bodies_are_those_of_their_motions_and_sum_up(of: str) -> None:
    model, some = robot_states(of)
    for x, xd, xdd in some:
        found, moving = model.body_energies(x, xd), motions(model, x, xd, xdd)
        frames = [*model.link_frames(x), model.platform_frame(x)]
        for k, body in enumerate(bodies(model)):
            last = k == len(frames) - 1
            v, w = moving[PLATFORM if last else k][:2]
            R, o = frames[k][:3, :3], frames[k][:3, 3]
            kinetic = (body.mass * v @ v + w @ (R @ body.inertia @ R.T) @ w) / 2 + (R @ body.first) @ np.cross(v, w)
            if not last:
                kinetic += model.mechanism.joints[k].rotor * model.joint_rates(x, xd, joints="all")[k] ** 2 / 2
            assert found.kinetic[k] == pytest.approx(kinetic, abs=EXACT)
            weight = -model.mechanism.gravity @ (body.mass * o + R @ body.first)
            assert found.potential[k] == pytest.approx(weight, abs=EXACT * 100)
        total = model.energy(x, xd)
        assert found.total.sum() == pytest.approx(total.total, rel=EXACT)


MOTIONS = {
    "five-bar": ("2T", "2 of Tx, Ty, Rz", 2),
    "3-rpr": ("2T1R", "Tx, Ty, Rz", 3),
    "orthoglide": ("3T", "Tx, Ty, Tz", 3),
    "tripteron": ("3T", "Tx, Ty, Tz", 2),
    "delta-d3-1200": ("3T", "Tx, Ty, Tz", 3),
    "dualemps": ("2T", "Ty, 1 of Tx, Rz", 2),
}
"""Kind, motions (appendix A.4 of the book for the first four) and the simple count, which is wrong for the Tripteron."""


@pytest.mark.parametrize("name", MOTIONS)
def test_types_of_motion_are_those_of_the_book(name: str) -> None:
    found = parados.load(name).mobility()
    assert (found.kind, found.motions, found.simple) == MOTIONS[name]
    assert found.simple == count(parados.load(name)).simple()
    assert f"({found.kind}: {found.motions})" in found.summary()


@pytest.mark.slow
def test_simple_formula_fails_for_parallelograms() -> None:
    """Appendix A.4: (A.2) does not give the right result for the Orthoglide."""
    found = parados.load(HERE / "orthoglide-parallelograms.yaml").mobility()
    assert found.dof == 3 and found.simple == 0


def test_a_leg_on_the_platform_is_counted() -> None:
    found = robot_states(OWN.stem)[0].robot.mobility()
    assert (found.kind, found.motions, found.simple) == ("2T1R", "Tx, Ty, Rz", 3)
