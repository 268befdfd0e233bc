"""Planning: motions that cross singularities with finite efforts."""

from parados.plan.cross import cross
from parados.plan.crossing_motion import CrossingMotion, Passage
from parados.plan.demands import Demands

__all__ = ["CrossingMotion", "Demands", "Passage", "cross"]
