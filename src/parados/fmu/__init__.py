"""FMUs: a robot as a plant, as inverse dynamics or as a controller, for any tool that reads FMI 2.0 or 3.0."""

from parados.fmu.fmu_export import export_fmu

__all__ = ["export_fmu"]
