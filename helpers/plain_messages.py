"""What no message to a user may be: too long, empty, or in the words of a library or of the interpreter."""

from __future__ import annotations

import re

__all__ = ["LONGEST", "PYTHON", "fault_of_message"]

LONGEST = 1500
"""Largest number of characters of a message."""

JARGON = ("Traceback", "pydantic", "casadi", "CasADi", "numpy", "NumPy array", "NoneType", "has no attribute", "input_value")
JARGON += ("ValidationError", "<class", "errors.pydantic.dev", "function-after", "unhashable", "inhomogeneous", "broadcast")
JARGON += ("object is not", "positional argument", "SXFunction", "MemoryError", "RecursionError", "could not convert", "ufunc")
JARGON += ("list index", "KeyError", "not supported between", "subscriptable", "LinAlgError", "Array must")
"""Words of a library or of the interpreter that must not appear in a message to the user."""

PYTHON = re.compile(
    r"Input should|validation error|type=|Field required|Extra inputs|Value error|object at 0x|"
    r"Errno|\bFrameSpec|\bLinkSpec|\bJointSpec|\bLegSpec|\bRobotSpec|dict\b|tuple\b|\bNone\b|literal|\bstr\b|\bint\b|\bfloat\b"
)
"""Words that must not appear in a message about a robot file either. A message about a call may repeat such a value."""


def fault_of_message(message: str) -> str:
    """Describe what is wrong with a message to the user; empty if it is short and plain."""
    if not message.strip():
        return "an empty message"
    if len(message) > LONGEST:
        return f"a message of {len(message)} characters"
    found = [word for word in JARGON if word in message]
    return f"{', '.join(found)} in the message {message:.600}" if found else ""
