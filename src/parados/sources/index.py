"""List of all entries: id, title and function of each. The module of an entry is imported only when the entry runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module

from parados.errors import InputError
from parados.sources.entry import Reproduction

__all__ = ["DOCUMENTS", "ENTRIES", "Entry", "select"]

DOCUMENTS = {
    "000": "Fried, Djouani, Borojeni, Iqbal: An Inverse Dynamic Model of the Gough-Stewart Platform",
    "001": "Falezza et al.: A novel inverse dynamic model for 3-DoF delta robots",
    "002": "Lopes: Dynamic modeling of a Stewart platform using the generalized momentum approach",
    "003": "Briot, Khalil: Dynamics of Parallel Robots",
    "004": "Fried, Djouani, Fijany: Kinematic and Inverse Dynamic Analysis of a C5 Joint Parallel Robot",
}


@dataclass(frozen=True)
class Entry:
    """A table, a figure or a section of a document. `place` is "module:function" below `parados.sources`."""

    id: str
    title: str
    place: str

    def compute(self) -> Reproduction:
        module, function = self.place.split(":")
        compute: Callable[[], Reproduction] = getattr(import_module(f"parados.sources.{module}"), function)
        return compute()


ENTRIES = (
    Entry("000/table-1", "Dynamic parameters of the platform and its legs", "fried_gough_stewart.table_1:table_1"),
    Entry("000/fig-3", "Trajectory of the platform", "fried_gough_stewart.fried_platform_figures:trajectory"),
    Entry("000/fig-4", "Velocity of the platform", "fried_gough_stewart.fried_platform_figures:velocity"),
    Entry("000/fig-5", "Acceleration of the platform", "fried_gough_stewart.fried_platform_figures:acceleration"),
    Entry("000/fig-6", "Lengths of the legs", "fried_gough_stewart.fried_leg_figures:joint_positions"),
    Entry("000/fig-7", "Rates of the legs", "fried_gough_stewart.fried_leg_figures:joint_velocities"),
    Entry("000/fig-8", "Accelerations of the legs", "fried_gough_stewart.fried_leg_figures:joint_accelerations"),
    Entry("000/fig-9", "Forces of the actuators", "fried_gough_stewart.fried_force_figures:forces"),
    Entry("000/control", "The platform under computed torque", "platform_control:fried"),
    Entry("001/table-1", "Parameters of the D3-1200", "falezza_delta.printed_parameters:table_1"),
    Entry("001/table-6", "Operations of both models", "falezza_delta.delta_operation_counts:table_6"),
    Entry("001/table-7", "Rates of both models", "falezza_delta.rates:table_7"),
    Entry("001/pick-and-place-305", "Torques of both models, 25/305/25 mm in 0.2 s", "falezza_delta.torques:short_cycle"),
    Entry("001/pick-and-place-700", "Torques of both models, 25/700/25 mm in 0.3 s", "falezza_delta.torques:long_cycle"),
    Entry("001/fig-10", "Means of the errors of both models, Tables 3-5", "falezza_delta.gravity_signs:fig_10"),
    Entry("001/control", "Pick-and-place with the torques of M_s and of M_f", "falezza_delta.delta_control:feed_forward"),
    Entry("002/table-1", "Operations of the Coriolis matrices by three methods", "lopes_stewart.lopes_operation_counts:table_1"),
    Entry("002/table-2", "Parameters of the manipulator", "lopes_stewart.manipulator_parameters:table_2"),
    Entry("002/fig-4", "Lengths, rates and accelerations of the actuators", "lopes_stewart.lopes_figures:actuators"),
    Entry("002/fig-5", "Forces of the actuators", "lopes_stewart.lopes_figures:forces"),
    Entry("002/fig-6", "Contributions of platform, cylinders and pistons", "lopes_stewart.lopes_figures:contributions"),
    Entry("002/control", "The platform under computed torque", "platform_control:lopes_platform"),
    Entry("003/fig-7.4", "Working modes of the five-bar (7.1.2.1)", "briot_khalil.rigid.printed_working_modes:five_bar"),
    Entry("003/fig-7.9", "Working modes of the Orthoglide (7.1.2.4)", "briot_khalil.rigid.printed_working_modes:orthoglide"),
    Entry("003/fig-7.13", "Assembly modes of the five-bar mechanism (7.2.2.1)", "briot_khalil.rigid.assembly_modes:five_bar"),
    Entry("003/fig-7.16", "Assembly modes of the Orthoglide (7.2.2.4)", "briot_khalil.rigid.assembly_modes:orthoglide"),
    Entry("003/table-7.6", "Hexapods with common points: numbers of poses", "briot_khalil.rigid.solution_counts:table_7_6"),
    Entry("003/table-7.7", "Other robots: numbers of poses", "briot_khalil.rigid.solution_counts:table_7_7"),
    Entry("003/fig-7.18", "Five-bar mechanism in a Type 1 singularity", "briot_khalil.singular.singular_poses:fig_7_18"),
    Entry("003/fig-7.19", "Five-bar mechanism in a Type 2 singularity", "briot_khalil.singular.singular_poses:fig_7_19"),
    Entry("003/fig-7.20", "Serial singularity, actuators (LAJTS)", "briot_khalil.singular.singular_poses:fig_7_20"),
    Entry("003/fig-7.21", "Serial singularity, passive joints (LPJTS)", "briot_khalil.singular.singular_poses:fig_7_21"),
    Entry("003/fig-7.22", "Serial singularity of the third kind", "briot_khalil.singular.singular_poses:fig_7_22"),
    Entry("003/section-8.4.3.1", "Five-bar along a trajectory, Figs. 8.8-8.10", "briot_khalil.rigid.five_bar:trajectory"),
    Entry(
        "003/section-8.4.3.2",
        "Orthoglide along a trajectory, Table 8.1 and Figs. 8.11-8.13",
        "briot_khalil.rigid.orthoglide:trajectory",
    ),
    Entry("003/section-8.5.3", "DualV along a trajectory, Figs. 8.16-8.17", "briot_khalil.rigid.dualv:trajectory"),
    Entry("003/section-8.6.1", "Ground reaction of the five-bar mechanism", "briot_khalil.rigid.five_bar_ground:ground_reaction"),
    Entry("003/section-8.6.2", "Energy of the five-bar mechanism", "briot_khalil.rigid.five_bar_energy:energy"),
    Entry(
        "003/section-8.7.5",
        "Base parameters of the five-bar mechanism and of the Orthoglide, (8.275)-(8.279)",
        "briot_khalil.rigid.base_groups:section_8_7_5",
    ),
    Entry(
        "003/section-9.4",
        "Five-bar mechanism through a Type 2 singularity: polynomials and criterion, Fig. 9.5",
        "briot_khalil.singular.five_bar_polynomials:section_9_4",
    ),
    Entry("003/fig-9.6", "Torques of the five-bar, without the criterion", "briot_khalil.singular.five_bar_crossing:fig_9_6"),
    Entry("003/fig-9.7", "Torques of the five-bar, with the criterion", "briot_khalil.singular.five_bar_crossing:fig_9_7"),
    Entry("003/control-9.4", "Five-bar under control (9.4.2)", "briot_khalil.singular.controlled_crossing:five_bar"),
    Entry("003/control-9.5", "Leg of a Tripteron under control (9.5.5)", "briot_khalil.singular.controlled_crossing:tripteron"),
    Entry(
        "003/section-9.5",
        "Tripteron through an LPJTS singularity: polynomials and criterion, Fig. 9.14",
        "briot_khalil.singular.tripteron_polynomials:section_9_5",
    ),
    Entry("003/fig-9.15", "Forces of the Tripteron, without the criterion", "briot_khalil.singular.tripteron_crossing:fig_9_15"),
    Entry("003/fig-9.16", "Forces of the Tripteron, with the criterion", "briot_khalil.singular.tripteron_crossing:fig_9_16"),
    Entry("003/table-10.3", "First moments of the DualEMPS' beams", "briot_khalil.flexible.beam_tables:first_moments"),
    Entry("003/table-10.4", "Mixed moments of the DualEMPS' beams", "briot_khalil.flexible.beam_tables:mixed_moments"),
    Entry("003/table-10.5", "Elastic inertia of the DualEMPS' beams", "briot_khalil.flexible.beam_tables:elastic_inertia"),
    Entry("003/table-10.6", "Stiffness of the DualEMPS' beams", "briot_khalil.flexible.beam_tables:stiffness"),
    Entry("003/section-10.7-square", "DualEMPS along a square, Figs. 10.9-10.11", "briot_khalil.flexible.histories:square"),
    Entry("003/section-10.7-circle", "DualEMPS along a circle, Figs. 10.12-10.14", "briot_khalil.flexible.histories:circle"),
    Entry("003/control-10.7", "DualEMPS under control, one edge", "briot_khalil.flexible.controlled_square:one_edge"),
    Entry("003/table-11.1", "Natural frequencies of the DualEMPS", "briot_khalil.flexible.dualemps_frequencies:table_11_1"),
    Entry("003/table-11.4", "Natural frequencies of the NaVARo", "briot_khalil.flexible.navaro_frequencies:table_11_4"),
    Entry("003/table-11.5", "NaVARo with joint masses and clutches", "briot_khalil.flexible.navaro_refined:table_11_5"),
    Entry("003/map-dualemps", "Frequencies of the DualEMPS, a map", "briot_khalil.flexible.dualemps_map:frequency_map"),
    Entry("003/map-navaro", "Frequencies of the NaVARo, a map", "briot_khalil.flexible.navaro_map:frequency_map"),
    Entry("003/modes-navaro", "First four modes of the NaVARo", "briot_khalil.flexible.navaro_modes:first_modes"),
    Entry("003/appendix-a", "Mobility by Moroskine's and Gogu's methods", "briot_khalil.rigid.printed_mobility:appendix_a"),
    Entry("004/fig-7", "Trajectory of the platform", "fried_c5.c5_platform_figures:trajectory"),
    Entry("004/fig-8", "Velocity of the platform", "fried_c5.c5_platform_figures:velocity"),
    Entry("004/fig-9", "Acceleration of the platform", "fried_c5.c5_platform_figures:acceleration"),
    Entry("004/fig-10", "Forces of the actuators", "fried_c5.c5_force_figures:forces"),
    Entry("004/costs", "Operations of each step", "fried_c5.costs:costs"),
)


def select(ids: Sequence[str]) -> list[Entry]:
    """Return the entries with the given ids, in the order of the index. The number of a document selects all of its entries.

    Raises InputError for an unknown id.
    """
    known = {entry.id for entry in ENTRIES}
    for wanted in ids:
        if wanted not in known and wanted not in DOCUMENTS:
            near = get_close_matches(wanted, known, n=3, cutoff=0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else "`parados reproduce` lists them"
            raise InputError(f"there is no entry with the id {wanted!r}; {hint}")
    return [entry for entry in ENTRIES if entry.id in ids or entry.id.partition("/")[0] in ids]
