"""Falezza et al. (2022): the parameters, costs and torque profiles of the Delta robot D3-1200, both models.

References
----------
F. Falezza, F. Vesentini, A. Di Flumeri, L. Leopardi, G. Fiori, G. Mistrorigo, R. Muradore, A novel inverse dynamic model
for 3-DoF delta robots, Mechatronics 83 (2022) 102752.
"""
