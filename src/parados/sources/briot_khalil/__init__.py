"""Briot & Khalil, Dynamics of Parallel Robots (2015): closed forms of three robots, and the tables and figures of the book."""
