"""Evaluate a kernel for one state at a time, with as little work around the compiled function as possible.

The arguments are copied into buffers that are kept between calls; the compiled function checks arguments and results. Whatever
is unusual (another type or shape of an argument, a number that is too large, a state without a result) is left to the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.graph.compiled_library import Function
from parados.graph.kernel import Kernel
from parados.graph.rows_call import RowsCall

__all__ = ["Before", "OneState"]

Array = NDArray[np.float64]

FLOAT = np.dtype(np.float64)
NUMBERS = {float, int}


class Before(NamedTuple):
    """A compiled function that runs before the kernel; if it does not return 0, the state is left to the caller.

    function : the compiled function
    argument : name of the argument that it reads;  tail : (m,) numbers that follow those of the argument
    call : returns its call from an array (n + m,) of the argument and the tail, and the inputs of the kernel that it computes
    """

    function: Function
    argument: str
    tail: Array
    call: Callable[[Array], tuple[RowsCall, Mapping[str, Array]]]


class OneState:
    """A kernel with kept buffers.

    Parameters
    ----------
    kernel : a kernel whose last output holds its pivots
    states : name -> size of the inputs that change from call to call, in the order of the arguments
    fixed : values of all other inputs
    shape : shape of the first output of one state
    smallest : (n_pivots,) sizes below which a pivot is too small;  largest : largest size of an argument
    before : a function that runs first
    """

    def __init__(
        self,
        kernel: Kernel,
        states: Mapping[str, int],
        fixed: Mapping[str, Array],
        shape: tuple[int, ...],
        smallest: Array,
        largest: float,
        before: Before | None = None,
    ) -> None:
        assert kernel.compiled is not None
        self._function = kernel.compiled
        self._kernel, self._states, self._fixed = kernel, dict(states), dict(fixed)
        self._shape, self._smallest, self._largest, self._before = shape, smallest, largest, before
        self._idle: list[_Buffers] = []  # taken and given back as a whole, so that threads do not share one

    def __call__(self, *arguments: Any) -> Array | None:
        """Return a new array with the first output at one state; None if this state must be served by the caller.

        arguments : (n,) arrays of float, or lists of numbers
        """
        try:
            buffers = self._idle.pop()
        except IndexError:
            buffers = _Buffers(self)
        try:
            if len(arguments) != len(buffers.places):
                return None
            for (place, shape), argument in zip(buffers.places, arguments, strict=True):
                if type(argument) is np.ndarray:
                    if argument.dtype is not FLOAT or argument.shape != shape:
                        return None
                elif type(argument) is not list or len(argument) != shape[0] or not NUMBERS.issuperset(map(type, argument)):
                    return None
                place[:] = argument
            if self._before is not None and self._before.function(buffers.first) != 0:
                return None
            return buffers.result.copy() if self._function(buffers.address) == 0 else None
        except OverflowError:  # a whole number that is too large for a float
            return None
        finally:
            self._idle.append(buffers)


class _Buffers:
    def __init__(self, one: OneState) -> None:
        kernel, before = one._kernel, one._before
        arguments = {name: np.zeros(n) for name, n in one._states.items()}
        computed: Mapping[str, Array] = {}
        if before is not None:
            size = one._states[before.argument]
            whole = np.concatenate([np.zeros(size), before.tail])
            arguments[before.argument] = whole[:size]
            self._first, computed = before.call(whole)
            self.first = self._first.address
        known = {**arguments, **one._fixed, **computed}
        inputs = {name: known[name] for name in kernel.inputs}
        outputs: list[Array | None] = [np.empty((1, *shape)) for shape in kernel.shapes[:-1]]
        #: array and expected shape of each argument
        self.places = [(place, place.shape) for place in arguments.values()]
        first = outputs[0]
        assert first is not None
        self.result = first.reshape(one._shape)
        failed = np.zeros(1, dtype=np.uint8)
        self._call = RowsCall(1, list(inputs.values()), [*outputs, None], one._smallest, failed, one._largest)
        self.address = self._call.address
