"""Write modelDescription.xml of FMI 2.0 and 3.0, and buildDescription.xml of FMI 3.0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from parados.fmu.fmu_units import BASE_UNITS
from parados.fmu.fmu_variables import Group, Interface, Role
from parados.text.printable import printable
from parados.version import __version__

__all__ = ["Description"]

CATEGORIES = {"logStatusDiscard": "a state without a result", "logStatusError": "a call that is not allowed"}

Element = ElementTree.Element


@dataclass(frozen=True)
class Description:
    """Writer of the descriptions of one FMU.

    version : 2 or 3;  identifier : name of the library;  token : identifies the variables;  sources : C files to compile
    """

    interface: Interface
    version: int
    identifier: str
    title: str
    token: str
    sources: Sequence[str]

    def model_description(self) -> str:
        """Return the text of modelDescription.xml."""
        own = {"fmiVersion": f"{self.version}.0", "guid" if self.version == 2 else "instantiationToken": self.token}
        more = {"numberOfEventIndicators": "0"} if self.version == 2 else {}
        root = Element("fmiModelDescription", {
            **own, "modelName": self.identifier, "description": printable(self.title), "generationTool": f"parados {__version__}",
            "variableNamingConvention": "structured", **more,
        })  # fmt: skip
        self._interfaces(root)
        self._units(root)
        categories = ElementTree.SubElement(root, "LogCategories")
        for name, about in CATEGORIES.items():
            ElementTree.SubElement(categories, "Category", {"name": name, "description": about})
        ElementTree.SubElement(root, "DefaultExperiment", {"startTime": "0", "stopTime": "1", "stepSize": "0.001"})
        variables = ElementTree.SubElement(root, "ModelVariables")
        for group in self.interface.groups:
            for k in range(len(group.names)):
                variables.append(self._variable(group, k))
        self._structure(ElementTree.SubElement(root, "ModelStructure"))
        return _text(root)

    def build_description(self) -> str:
        """Return the text of buildDescription.xml."""
        root = Element("fmiBuildDescription", {"fmiVersion": "3.0"})
        configuration = ElementTree.SubElement(root, "BuildConfiguration", {"modelIdentifier": self.identifier})
        files = ElementTree.SubElement(configuration, "SourceFileSet", {"language": "C99"})
        for name in self.sources:
            ElementTree.SubElement(files, "SourceFile", {"name": name})
        ElementTree.SubElement(configuration, "Library", {"name": "m", "external": "true"})
        return _text(root)

    def _interfaces(self, root: Element) -> None:
        """Add model exchange and co-simulation."""
        state = "FMUstate" if self.version == 2 else "FMUState"
        shared = {"modelIdentifier": self.identifier, f"canGetAndSet{state}": "true", f"canSerialize{state}": "true"}
        quiet = {"completedIntegratorStepNotNeeded": "true"} if self.version == 2 else {"needsCompletedIntegratorStep": "false"}
        for name, more in (("ModelExchange", quiet), ("CoSimulation", {"canHandleVariableCommunicationStepSize": "true"})):
            found = ElementTree.SubElement(root, name, {**shared, **more})
            if self.version == 2:
                files = ElementTree.SubElement(found, "SourceFiles")
                for source in self.sources:
                    ElementTree.SubElement(files, "File", {"name": source})

    def _units(self, root: Element) -> None:
        units = ElementTree.SubElement(root, "UnitDefinitions")
        used = {unit for group in self.interface.groups for unit in group.units if unit}
        for name in (unit for unit in BASE_UNITS if unit in used):
            exponents = {key: str(power) for key, power in BASE_UNITS[name].items()}
            ElementTree.SubElement(ElementTree.SubElement(units, "Unit", {"name": name}), "BaseUnit", exponents)

    def _variable(self, group: Group, k: int) -> Element:
        """Return the element of a variable."""
        role, reference = group.role, self.interface.place(group.key) + k
        about = printable(group.about)
        shared = {"name": group.names[k], "valueReference": str(reference), **({"description": about} if about else {})}
        shared |= {"causality": role.causality, "variability": role.variability}
        shared |= {"initial": role.initial} if role.initial else {}
        own = {"unit": group.units[k]} if group.units[k] else {}
        if group.slope_of:
            state = self.interface.place(group.slope_of) + k
            own["derivative"] = str(state + 1 if self.version == 2 else state)
        if group.start:
            own["start"] = str(group.start[k] != 0).lower() if group.is_boolean else repr(float(group.start[k]))
        if self.version == 3:
            return Element("Boolean" if group.is_boolean else "Float64", {**shared, **own})
        scalar = Element("ScalarVariable", shared)
        ElementTree.SubElement(scalar, "Boolean" if group.is_boolean else "Real", own)
        return scalar

    def _structure(self, root: Element) -> None:
        """Add outputs, derivatives and what is calculated at the start."""
        outputs, slopes = self.interface.of_role(Role.STATE, Role.OUTPUT), self._slopes()
        first = [*self.interface.of_role(Role.OUTPUT), *slopes]
        if self.version == 3:
            parts = [(root, "Output", outputs), (root, "ContinuousStateDerivative", slopes), (root, "InitialUnknown", first)]
        else:
            named = (("Outputs", outputs), ("Derivatives", slopes), ("InitialUnknowns", first))
            parts = [(ElementTree.SubElement(root, name), "Unknown", groups) for name, groups in named if groups]
        for parent, element, groups in parts:
            for group in groups:
                for k in range(len(group.names)):
                    ElementTree.SubElement(parent, element, self._unknown(group, k, groups is first))

    def _slopes(self) -> list[Group]:
        by_state = {group.slope_of: group for group in self.interface.of_role(Role.SLOPE)}
        return [by_state[group.key] for group in self.interface.of_role(Role.STATE)]

    def _unknown(self, group: Group, k: int, at_start: bool) -> dict[str, str]:
        """Return the attributes of an unknown: its place and the places that it depends on; at the start also parameters."""
        shift, key = (1, "index") if self.version == 2 else (0, "valueReference")
        reference = self.interface.place(group.key) + k
        used = [reference] if group.role == Role.STATE else self.interface.references(group.depends)
        if group.slope_of and group.depends == ("xd",):
            used = [self.interface.place("xd") + k]
        if at_start:
            used = sorted({*used, *self.interface.references([own.key for own in self.interface.of_role(Role.TUNABLE)])})
        return {key: str(reference + shift), "dependencies": " ".join(str(one + shift) for one in used)}


def _text(root: Element) -> str:
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
