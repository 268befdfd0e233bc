"""Fried, Djouani and Fijany, Kinematic and Inverse Dynamic Analysis of a C5 Joint Parallel Robot: Figs. 7-10, costs."""
