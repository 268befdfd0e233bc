"""Lopes (2009): operations of the Coriolis matrices, and the simulation of the Stewart platform from P1 to P2 and back.

References
----------
A. M. Lopes, Dynamic modeling of a Stewart platform using the generalized momentum approach, Commun. Nonlinear Sci. Numer.
Simulat. 14 (2009) 3389-3401.
"""
