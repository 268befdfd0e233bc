"""Statuses that C functions of a robot return."""

__all__ = ["STATUSES", "status_type"]

STATUSES = {
    "OK": "the results are filled in",
    "UNREACHABLE": "a leg cannot reach the pose in this working mode",
    "SINGULAR": "a matrix that must be inverted has lost rank",
    "BAD_MODE": "an entry of mode is neither 1 nor -1",
    "NOT_FINITE": "an argument is not finite, or so large that a result is not",
    "NOT_CLOSED": "the unknowns do not close the loops at x",
    "NOT_UNIT": "the quaternion in x does not have unit length",
    "OTHER_MODE": "near the given unknowns the loops close only in another working mode",
}
"""Name of each status -> its meaning, in the order of their numbers from 0."""


def status_type(name: str) -> str:
    """Write the enumeration of the statuses; `name` is the prefix of the robot's functions."""
    width = max(len(key) for key in STATUSES) + 1
    lines = [f"  {name}_{key:<{width}}= {k}, /* {meaning} */" for k, (key, meaning) in enumerate(STATUSES.items())]
    lines[-1] = lines[-1].replace(", /*", "  /*")
    return "\n".join([f"typedef enum {name}_status {{", *lines, f"}} {name}_status;"])
