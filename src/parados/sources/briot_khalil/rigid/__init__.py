"""Briot & Khalil, Dynamics of Parallel Robots (Springer 2015): geometry, rigid dynamics and mobility of its examples."""
