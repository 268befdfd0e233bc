"""Flexible bodies: beams, their constants of inertia and stiffness, and their generalised Newton-Euler equations."""
