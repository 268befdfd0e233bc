"""Briot & Khalil, Dynamics of Parallel Robots (Springer 2015), chapters 10 and 11: beams, frequencies and modes of its robots."""
