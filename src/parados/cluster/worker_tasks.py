"""Run tasks on the workers of a cluster: a task travels once to each of them, as a description, and is kept there.

Unpickling a task takes the robot's description; its kernels are compiled, or taken from the cache on the disk, when the first
block needs them. The other blocks of the same worker find them ready.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Any

from parados.errors import InputError
from parados.version import __version__

__all__ = ["Packed", "evaluated", "packed"]

KEPT = 4
"""Number of tasks that a worker keeps; the one that was used longest ago is dropped first."""

_tasks: OrderedDict[str, Callable[[Any], Any]] = OrderedDict()
_lock = Lock()

Packed = tuple[str, str, bytes]
"""A task that travels: the version of parados, a hash of the task, and the pickled task."""


def packed(task: Callable[[Any], Any]) -> Packed:
    """Return a task as bytes; functions of the main script travel by value, others by their name."""
    import cloudpickle

    content = cloudpickle.dumps(task)
    return __version__, sha256(content).hexdigest(), content


def evaluated(task: Packed, block: Any) -> Any:
    """Evaluate a block on a worker."""
    return _unpacked(task)(block)


def _unpacked(task: Packed) -> Callable[[Any], Any]:
    """Return the task of this worker; it is unpickled at its first block."""
    import cloudpickle

    version, key, content = task
    if version != __version__:
        raise InputError(f"cluster: a worker has parados {__version__}, but this is {version}; install the same version there")
    with _lock:
        if key not in _tasks:
            _tasks[key] = cloudpickle.loads(content)
        _tasks.move_to_end(key)
        while len(_tasks) > KEPT:
            _tasks.popitem(last=False)
        return _tasks[key]
