"""Descriptions of a robot by other coordinates: joints of the tree instead of coordinates of the platform."""
