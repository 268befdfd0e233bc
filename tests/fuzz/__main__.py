"""Run a campaign: `python -m tests.fuzz --files 20000 --calls 10000 --seed 1` in the folder of the project.

It prints how many cases worked and how many were rejected, and writes every failure with its seed to a file.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from .campaign import Case, campaign


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--files", type=int, default=200, help="number of mutated robot files")
    parser.add_argument("--calls", type=int, default=200, help="number of odd calls")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first case; it increases by 1 for each case")
    parser.add_argument("--workers", type=int, default=2, help="number of processes")
    parser.add_argument("--report", type=Path, default=Path("out/fuzz.md"), help="file for the failures")
    asked = parser.parse_args()
    base = asked.seed * 1_000_000
    cases = [Case("file", base + k) for k in range(asked.files)] + [Case("call", base + k) for k in range(asked.calls)]
    counts: Counter[tuple[str, str]] = Counter()
    slowest = {"file": 0.0, "call": 0.0}
    compared: list[int] = []
    asked.report.parent.mkdir(parents=True, exist_ok=True)
    with asked.report.open("w", encoding="utf-8", errors="backslashreplace") as report:
        for done, (case, outcome) in enumerate(campaign(cases, asked.workers), start=1):
            counts[case.kind, outcome.kind] += 1
            compared += [outcome.compared] * (outcome.compared >= 0)
            slowest[case.kind] = max(slowest[case.kind], outcome.seconds)
            if outcome.failed:
                report.write(f"## {outcome.kind}: {case.kind} {case.seed}\n{outcome.message}\n\n```\n{outcome.case}\n```\n\n")
                report.flush()
                print(f"{outcome.kind}: {case.kind} {case.seed}: {outcome.message.strip().splitlines()[-1][:160]}", flush=True)
            if done % 100 == 0:
                print(f"{done} of {len(cases)}", flush=True)
    for (kind, verdict), count in sorted(counts.items()):
        print(f"{kind:5s} {verdict:10s} {count}")
    print(f"{len(compared)} files were changed robots; {sum(compared)} identities were checked, 0 on {compared.count(0)} files")
    print(f"longest processor time: {slowest['file']:.1f} s for a file, {slowest['call']:.1f} s for a call")
    return int(any(verdict not in ("works", "rejected") for _, verdict in counts))


if __name__ == "__main__":
    sys.exit(main())
