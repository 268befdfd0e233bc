"""Flexible robots: constants of beams, generalised Newton-Euler equations, and models of the whole robot."""
