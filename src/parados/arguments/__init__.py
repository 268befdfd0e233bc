"""Validate arguments, one function for each kind; every message names the argument and says what is accepted."""

from parados.arguments.arrays import LARGEST, SMALLEST, all_within, copied, real_array, table, truths, vector
from parados.arguments.callables import Progress, call, check_progress, function, report_progress
from parados.arguments.display import shown
from parados.arguments.single_values import (
    file_path,
    flag,
    instance,
    items,
    name_list,
    number,
    positive,
    text,
    whole,
    word,
    writing,
)

__all__ = [
    "LARGEST",
    "SMALLEST",
    "Progress",
    "all_within",
    "call",
    "check_progress",
    "copied",
    "file_path",
    "flag",
    "function",
    "instance",
    "items",
    "name_list",
    "number",
    "positive",
    "real_array",
    "report_progress",
    "shown",
    "table",
    "text",
    "truths",
    "vector",
    "whole",
    "word",
    "writing",
]
