"""Settings of IPOPT for the programs along a path: accurate, without output."""

from __future__ import annotations

__all__ = ["INFEASIBLE", "QUIET", "SOLVED"]

QUIET: dict[str, object] = {
    "ipopt.print_level": 0,
    "print_time": False,
    "show_eval_warnings": False,
    "ipopt.sb": "yes",
    "ipopt.tol": 1e-9,
    "ipopt.acceptable_tol": 1e-7,
    "ipopt.max_iter": 1000,
}

SOLVED = ("Solve_Succeeded", "Solved_To_Acceptable_Level")
"""Answers of IPOPT that are solutions."""

INFEASIBLE = "Infeasible_Problem_Detected"
"""Answer of IPOPT that nothing meets the constraints. Any other answer says that the search did not end."""
