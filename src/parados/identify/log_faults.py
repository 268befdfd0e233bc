"""Faults of a log: missing numbers, time that does not increase, repeated rows, gaps, jitter, saturation, constant columns.

Each fault is removed where this is possible and told in a sentence; a log without a usable rest is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.identify.log import LEAST
from parados.identify.time_base import even_clock, even_is_smoother, repeated_rows, stale_rows
from parados.text.numbers import counted

__all__ = ["Samples", "tidied"]

Array = NDArray[np.float64]
Rows = NDArray[np.bool_]

STILL = 1e-5
"""Largest travel [rad, m] of all actuated joints of a machine at rest."""

GAP = 1.5
"""Distance of two instants above which rows are missing, in median distances."""

JITTER = 0.02
"""Standard deviation of the distances of instants above which the clock jitters, in median distances."""

BACKWARDS = 0.05
"""Largest part of the rows that may have a time before an earlier row."""


SLOW = 0.5
"""Median distance of instants [s] from which the times are probably in another unit: a controller logs much faster."""


@dataclass
class Samples:
    """Rows of a log while it is tidied: time (N,), columns (N,) by group and name, and the sentences about faults."""

    file: str
    time: Array
    joints: dict[str, Array]
    efforts: dict[str, Array]
    platform: dict[str, Array]
    actuated: list[str]
    remarks: list[str] = field(default_factory=list)
    doubtful: Rows = field(default_factory=lambda: np.zeros(0, dtype=bool))

    def columns(self) -> list[Array]:
        return [*self.joints.values(), *self.efforts.values(), *self.platform.values()]

    def positions(self) -> Array:
        """(N, n_a) positions of the actuated joints."""
        return np.column_stack([self.joints[name] for name in self.actuated])

    def keep(self, rows: Rows) -> None:
        """Keep only some rows."""
        self.time = self.time[rows]
        for group in (self.joints, self.efforts, self.platform):
            group.update({name: values[rows] for name, values in group.items()})


def tidied(samples: Samples) -> Samples:
    """Remove the faults of a log, and tell them in `remarks`; InputError if nothing usable is left."""
    _missing_numbers(samples)
    _time_order(samples)
    _enough(samples)
    _repeats(samples)
    _enough(samples)
    _clock(samples)
    _rest(samples)
    _saturation(samples)
    return samples


def _where(samples: Samples, rows: Rows) -> str:
    """Return the first instants of some rows, for a sentence."""
    first = [f"{t:.6g}" for t in samples.time[np.flatnonzero(rows)[:3]]]
    return f"at t = {', '.join(first)} s{' and later' if rows.sum() > 3 else ''}"


def _missing_numbers(samples: Samples) -> None:
    every = {**samples.joints, **{f"tau_{k}": v for k, v in samples.efforts.items()}, **samples.platform, "t": samples.time}
    for name, values in every.items():
        if not np.isfinite(values).any():
            raise InputError(f"{samples.file}: {name} has no numbers at all; name another column for it, or leave it out")
    bad = ~np.all([np.isfinite(values) for values in every.values()], axis=0)
    if bad.any():
        names = [name for name, values in every.items() if not np.isfinite(values).all()]
        if bad.all():
            raise InputError(
                f"{samples.file}: no row has numbers in all of its columns; numbers are missing in {', '.join(names)}"
            )
        row = int(np.flatnonzero(bad)[0]) + 1
        samples.remarks.append(
            f"{counted(int(bad.sum()), 'row has', 'rows have')} missing numbers in {', '.join(names)} and "
            f"{'was' if bad.sum() == 1 else 'were'} left out, the first is row {row}."
        )
        samples.keep(~bad)


def _time_order(samples: Samples) -> None:
    time = samples.time
    late = np.concatenate([[False], time[1:] <= np.maximum.accumulate(time)[:-1]])
    if late.mean() > BACKWARDS and not _only_repeats(samples, late):
        k = int(np.flatnonzero(late)[0])
        raise InputError(
            f"{samples.file}: the time does not increase in {late.sum()} of {len(time)} rows, first from {time[k - 1]:g} s to "
            f"{time[k]:g} s; give the column of the time with columns={{'t': ...}}, or only the rate"
        )
    if late.any():
        samples.remarks.append(
            f"{counted(int(late.sum()), 'row has a time', 'rows have times')} not after the row before and "
            f"{'was' if late.sum() == 1 else 'were'} left out, {_where(samples, late)}."
        )
        samples.keep(~late)


def _only_repeats(samples: Samples, late: Rows) -> bool:
    """Tell whether the rows with a time that does not increase are plain copies of the rows before."""
    same = repeated_rows([*samples.columns(), samples.time])
    return bool((same | ~late).all())


def _enough(samples: Samples) -> None:
    if len(samples.time) < LEAST:
        rows = counted(len(samples.time), "usable row")
        raise InputError(f"{samples.file}: the log has {rows}; at least {LEAST} are needed; record a few periods of the motion")


def _repeats(samples: Samples) -> None:
    same = repeated_rows(samples.columns()) | stale_rows(samples.positions())
    if not same.any() or np.ptp(samples.positions(), axis=0).max() < STILL:
        return
    told = f"{counted(int(same.sum()), 'row repeats', 'rows repeat')} the row before"
    apart = np.diff(np.flatnonzero(same))
    if len(apart) > 2 and np.median(apart) == np.percentile(apart, 90):
        told += f" (every {int(np.median(apart))}th)"
    where = _where(samples, same)
    samples.keep(~same)
    samples.remarks.append(f"{told} and {'was' if same.sum() == 1 else 'were'} left out, {where}.")


def _clock(samples: Samples) -> None:
    """Tell long steps, gaps and jitter; take an even clock if the motion is smooth only along it."""
    steps = np.diff(samples.time)
    step = float(np.median(steps))
    if step >= SLOW:
        samples.remarks.append(
            f"There is one sample every {step:.4g} s, the log lasts {np.ptp(samples.time):.4g} s; if its times are in "
            "ms, give units={'time': 'ms'}, or write the unit in the heading: t [ms]."
        )
    gaps = steps > GAP * step
    spread = float(np.std(steps[~gaps])) / step
    if not gaps.any() and spread < JITTER:
        return
    long = steps > 10 * step
    if not long.any() and even_is_smoother(samples.time, samples.positions()):
        samples.time = even_clock(samples.time)
        rate = 1 / (samples.time[1] - samples.time[0])
        samples.remarks.append(
            f"The time stamps are uneven, but the motion is smooth along an even clock of {rate:.6g} Hz: it is used instead."
        )
        return
    if gaps.any():
        rows = np.concatenate([gaps, [False]])
        samples.remarks.append(
            f"Samples are missing in {counted(int(gaps.sum()), 'place')}, the longest gap is {steps.max():.4g} s "
            f"(the step is {step:.4g} s), first {_where(samples, rows)}."
        )
    if spread >= JITTER:
        samples.remarks.append(f"The clock jitters: the steps of {step:.4g} s have a standard deviation of {spread:.1%}.")


def _rest(samples: Samples) -> None:
    travel = np.ptp(samples.positions(), axis=0)
    if travel.max() < STILL:
        raise InputError(
            f"{samples.file}: the machine is at rest, no actuated joint moves by more than {travel.max():.3g} rad or m; "
            "log a motion, or check units and columns"
        )
    every = {**samples.joints, **{f"tau_{name}": values for name, values in samples.efforts.items()}, **samples.platform}
    constant = [name for name, values in every.items() if np.ptp(values) == 0]
    if constant:
        samples.remarks.append(f"{', '.join(constant)} {'is' if len(constant) == 1 else 'are'} constant over the whole log.")


def _saturation(samples: Samples) -> None:
    """Mark rows with clipped efforts: the extreme value occurs in runs, and much more often than values just inside it."""
    samples.doubtful = np.zeros(len(samples.time), dtype=bool)
    for name, values in samples.efforts.items():
        rows = _clipped(values) | _clipped(-values)
        if rows.any():
            samples.doubtful |= rows
            samples.remarks.append(
                f"tau_{name} is saturated at {np.abs(values[rows]).max():.6g} in {counted(int(rows.sum()), 'row')}, "
                f"{_where(samples, rows)}; these rows are not used."
            )


def _clipped(values: Array) -> Rows:
    top, width = values.max(), np.ptp(values)
    at = values >= top - 1e-9 * max(width, abs(top))
    below = (values > top - 0.01 * width) & ~at
    runs = np.diff(np.flatnonzero(np.diff(np.concatenate([[0], at.astype(int), [0]]))))[::2]
    if width == 0 or at.sum() < 5 or runs.max(initial=0) < 3 or at.sum() < 3 * below.sum():
        return np.zeros(len(values), dtype=bool)
    return at
