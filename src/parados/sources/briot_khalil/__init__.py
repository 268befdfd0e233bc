"""Briot & Khalil, Dynamics of Parallel Robots (2015): their closed forms for three robots, and the book's tables and figures."""
