"""Identify a robot: base parameters, and the dynamic parameters that explain a log of the machine."""

__all__: list[str] = []
