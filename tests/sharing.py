"""Share costly objects between the tests of a session: loaded robots, and one worker for the models of each robot.

This file also lists the robots and tests that only `make test-all` runs, because `make test` runs a similar one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

from helpers.crossing_ways import ALIKE

import parados
from parados.model.model import Model
from parados.sources.index import ENTRIES

__all__ = ["VARIANTS", "is_long", "is_variant", "models", "scope", "share_loaded_robots"]

HERE = Path(__file__).parent

VARIANTS = {**ALIKE, "five-bar-feasible": "five-bar", "gough-stewart-fried": "gough-stewart-lopes", "c5": "c5-plates-on-rods"}
"""Robots, each with another one of the same topology, whose graphs differ only in numbers."""

RELATIVES = {
    "hexa": "gough-stewart-lopes",
    "orthoglide": "delta-d3-1200",
    "navaro": "3-rrr-parallelogram",
    "dualemps": "five-bar",
    "3-rrr": "3-rpr",
    "h4": "quattro",
}
"""Robots, each with another one of the same degrees of freedom and kinds of closures; the reference cases test both."""

FEWER = {
    "identities": ("gough-stewart-lopes", "3-rpr", "tripteron", "3-rrr-parallelogram"),
    "derivatives": ("gough-stewart-lopes", "3-rpr", "dualv", "tripteron"),
}
"""Robots that only `make test-all` tests, by folder. The others represent every kind: planar, spatial, six degrees of freedom,
redundantly actuated, overconstrained (Delta), with inner loops, with numeric geometry."""

SHOWN = ("3-prs", "3-rps", "3-upu", "agile-eye", "andrews-squeezer", "exechon", "hexaglide", "linear-delta", "quadrupteron")
SHOWN += ("schoenflies-4-ruu", "tricept", "par2", "3-rps-wrist", "3-prrr-redundant")
"""Robots of the catalog that `make test` loads and whose mobility it checks; in the folder `robots` it tests some of them as it
tests robots that do not ship. `make test-all` runs every test of the catalog on them."""

QUICK_ENTRIES = {"000/fig-7", "001/fig-10", "001/table-1", "001/table-6", "001/pick-and-place-305", "002/fig-5"}
QUICK_ENTRIES |= {"002/table-2", "004/fig-8", "004/costs"}
QUICK_ENTRIES |= {"003/fig-7.9", "003/fig-7.19", "003/section-8.4.3.1", "003/section-8.6.1", "003/fig-9.6", "003/table-10.4"}
QUICK_ENTRIES |= {"003/table-11.1", "003/appendix-a"}
"""Entries of the sources that the quick tests compute: one of each kind of table and figure in each document."""

LONG = (
    "test_drafts.py::test_draft_has_the_motions_of_its_family[3-PRS-free0-parasitic0-0]",
    "test_examples.py::test_example_holds[22_studio]",
    "test_generality.py::test_forward_kinematics_undoes_the_inverse[delta-shaft]",
    "test_maps.py::test_five_bar_curves_pass_through_the_same_cells_as_the_analytic_ones[mode0]",
    "test_settled_forms.py::test_the_geometry_is_a_closed_form_and_closes_the_loops_in_every_mode[delta-shaft]",
    "test_equation_of_motion.py::test_efforts_are_linear_in_the_parameters[quattro]",
    "test_cross.py::test_naive_efforts_grow_like_one_over_the_time_to_the_singularity[3-prrr-redundant]",
    "test_motion_indices.py::test_slopes_of_terms_equal_differences[lowest_frequency]",
    "test_notebook.py::test_notebook_shows_text_table_and_picture[calibration]",
    "test_reactions.py::test_determined_part_does_not_depend_on_the_set_of_closure_forces[leg-from-platform]",
    "test_maps.py::test_figures_have_a_panel_for_each_mode[aspects]",
    "test_settled_forms.py::test_the_geometry_is_a_closed_form_and_closes_the_loops_in_every_mode[navaro-cut-at-d]",
    "test_idle_spin_frames.py::test_the_tree_has_the_frames_of_the_file[6-SPS]",
    "test_payload.py::test_payload_at_rest_acts_as_its_weight[quattro]",
    "test_crossing_law.py::test_law_follows_the_plan_with_a_mass_that_is_three_percent_wrong[0.272]",
    "test_elastic_model.py::test_inverse_and_direct_problem_equal_the_model_with_multipliers[five-bar-flexible]",
    "test_scatter.py::test_standard_deviation_equals_first_order_propagation[uniform-0.5773502691896258]",
    "test_live_elastic.py::test_one_set_of_values_for_each_row_gives_the_rows_of_single_sets[live-sections]",
    "test_engine_is_shorter.py::test_engine_needs_fewer_operations[gough-stewart-fried]",
    "test_motion_indices.py::test_loads_equal_those_of_the_robot_alone[0]",
    "test_serial_against_pinocchio.py::test_dynamics_agree_with_pinocchio[arm-6r-tool]",
    "test_cross.py::test_efforts_have_the_same_limit_on_both_sides[3-prs]",
    "test_nonlinear_parts.py::test_robot_with_the_law_explains_the_log_up_to_its_noise[stribeck]",
    "test_law_identities.py::test_computed_torque_gives_the_linear_error_equation[dualv]",
    "test_nonlinear_parts.py::test_robot_with_the_law_explains_the_log_up_to_its_noise[smooth]",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[regressor]",
    "test_charts.py::test_dynamics_do_not_depend_on_the_coordinates[delta-d3-1200-theta1 elbow1 psi1-closed]",
    "test_closure_equations.py::test_robots_with_forms_have_the_same_poses_by_closure_equations[3-prs]",
    "test_joint_motion.py::test_rates_equal_differences_of_positions[quattro]",
    "test_settled_forms.py::test_the_geometry_is_a_closed_form_and_closes_the_loops_in_every_mode[3-rrcu]",
    "test_fmu_simulation.py::test_controlled_plant_loses_its_error_as_the_gains_say[2]",
    "test_generality.py::test_a_wrench_adds_its_virtual_power_to_the_efforts[delta-sprung]",
    "test_settled_forms.py::test_the_geometry_is_a_closed_form_and_closes_the_loops_in_every_mode[leg-from-platform]",
    "test_notebook.py::test_notebook_shows_text_table_and_picture[exciting motion]",
    "test_ground_and_gravity.py::test_efforts_at_rest_are_linear_in_gravity[delta-d3-1200]",
    "test_assembly_modes.py::test_every_pose_of_a_robot_is_found_once[3-prs]",
    "test_dry_friction.py::test_robots_with_dry_friction_stay_exactly_where_they_are[five-bar]",
    "test_reactions.py::test_every_body_is_in_balance[3-rrr-parallelogram]",
    "test_fmu_sources.py::test_sources_compile_without_warnings[five-bar-plant-2]",
    "test_charts.py::test_conversion_to_a_chart_and_back_returns_the_same_motion[five-bar-q11 q21-numeric]",
    "test_closure_equations.py::test_robots_with_forms_have_the_same_poses_by_closure_equations[3-rpr]",
    "test_reactions.py::test_every_body_is_in_balance[3-prs]",
    "test_charts.py::test_mass_matrices_are_congruent[delta-d3-1200-theta1 theta2 theta3-numeric]",
    "test_centre_of_mass.py::test_potential_energy_is_the_mass_times_gravity_times_height[3-prs]",
    "test_ground_and_gravity.py::test_potential_energy_is_that_of_the_centre_of_mass_and_of_springs[quattro]",
    "test_generality.py::test_efforts_and_ground_reaction_agree_with_link_poses[delta-shaft]",
    "test_base_parameters.py::test_base_parameters_give_the_efforts[3-prs]",
    "test_refused_measurements.py::test_one_sentence_says_what_is_wrong[millimetres of the platform]",
    "test_corrections.py::test_a_robot_with_corrections_of_zero_is_the_robot_of_the_file[3-prs]",
    "test_springs_anywhere.py::test_springs_agree_with_link_poses[motor behind a gear]",
    "test_generality.py::test_efforts_and_ground_reaction_agree_with_link_poses[6-ups-quaternion]",
    "test_quick_calls.py::test_quick_calls_equal_rows_of_a_stack[3-prs-inverse_dynamics]",
    "test_odd_calls.py::test_some_odd_arguments_give_a_result_or_a_message[simulate]",
    "test_pose_indices.py::test_hexapod_stiffness_and_dexterity",
    "test_generality.py::test_every_working_mode_closes_the_loops[delta-shaft",
    "test_reactions.py::test_every_body_is_in_balance[leg-from-platform",
    "test_reactions.py::test_axes_may_be_those_of_a_composite_joint",
    "test_examples.py::test_example_holds[18_simulation]",
    "test_examples.py::test_example_holds[19_control]",
    "test_examples.py::test_example_holds[20_design_study]",
    "test_examples.py::test_example_holds[14_balancing]",
    "test_examples.py::test_example_holds[16_identification]",
    "test_platform_error.py::test_five_bar_error_equals_that_of_a_changed_robot",
    "test_export_live.py::test_close_fails_and_keeps_the_unknowns_if_a_length_is_too_short_or_not_finite",
    "test_other_machines.py::test_a_constant_effort_that_is_missing_is_told",
    "test_idle_spins.py::test_a_delta_with_ball_ended_rods_equals_one_with_slender_rods",
    "test_excitation.py::test_the_file_has_platform_and_actuators_and_can_be_read_again",
    "test_export_forward.py::test_a_quaternion_without_unit_length_is_rejected",
    "test_export_forward.py::test_live_parameters_change_the_pose_as_in_python[delta",
    "test_optimal.py::test_optimal_motion_is_better_and_still_crosses[five-bar-peak",
    "test_searches.py::test_gradients_find_the_optimum_of_a_grid_with_fewer_designs",
    "test_live_equals_frozen.py::test_values_for_each_row_equal_single_robots",
    "test_dry_friction.py::test_joints_that_the_closures_tie_break_away_together",
    "test_idle_spin_frames.py::test_live_inertias_have_the_axes_of_the_file",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[inverse_dynamics",
    "test_charts.py::test_dynamics_do_not_depend_on_the_coordinates[five-bar-q11 q21-numeric",
    "test_generality.py::test_derivative_by_x_agrees_with_finite_differences[delta-sprung",
    "test_generality.py::test_forward_dynamics_undoes_the_inverse[3-rps-tilt-torsion",
    "test_closure_equations.py::test_robots_without_forms_have_all_their_poses[quattro",
    "test_closure_equations.py::test_a_wrist_on_a_plate_leaves_the_poses_of_the_plate",
    "test_reviewed.py::test_limits_are_kept_modulo_whole_turns",
    "test_live_derivatives.py::test_second_derivatives_are_symmetric_and_equal_differences_of_the_first[False",
    "test_study_run.py::test_best_designs_are_robot_files_with_the_same_indices",
    "test_excitation.py::test_the_motion_starts_and_ends_at_rest_if_asked",
    "test_excitation.py::test_a_wrong_argument_is_refused_in_one_sentence[options4",
    "test_articulated_flexible.py::test_efforts_at_a_moving_state_are_those_of_the_robot_in_other_words",
    "test_optimal.py::test_other_velocities_at_the_singular_pose_are_not_better",
    "test_family_structure.py::test_offset_that_is_zero_in_the_file_may_be_live[rod beside the platform joint",
    "test_live_derivatives.py::test_columns_follow_the_order_of_the_names_and_states",
    "test_cross.py::test_efforts_converge_linearly_to_the_reported_limit[3-prrr-redundant",
    "test_equivalents.py::test_planar_joint_of_the_tree_equals_a_planar_closure",
    "test_export_live.py::test_values_that_are_not_finite_are_rejected_by_every_function[gough",
    "test_elastic_distribution.py::test_every_body_is_in_balance_and_determined_parts_do_not_change[spring",
    "test_hybrids.py::test_dynamics_agree_with_the_poses_of_the_bodies[3-rps-then-wrist",
    "test_equation_of_motion.py::test_the_equation_of_motion_holds_in_platform_space[quattro",
    "test_ground_and_gravity.py::test_efforts_at_rest_are_linear_in_gravity[quattro",
    "test_examples.py::test_example_holds[06_redundancy]",
    "test_examples.py::test_example_holds[15_serial_and_hybrid]",
    "test_odd_calls.py::test_some_odd_arguments_give_a_result_or_a_message[physical]",
    "test_excitation.py::test_all_limits_hold_between_the_samples_too",
    "test_excitation.py::test_log_det_of_the_information_grows",
    "test_excitation.py::test_the_same_seed_gives_the_same_motion",
    "test_export_forward.py::test_live_parameters_change_the_pose_as_in_python[3-prs",
    "test_regrouped_parameters.py::test_quantities_equal_those_with_the_parameters_of_the_file[3-rrr-parallelogram",
    "test_export_live.py::test_every_function_takes_the_struct[gough-stewart-lopes",
    "test_export_live.py::test_every_set_of_values_gives_the_numbers_of_python[3-prs",
    "test_live_elastic.py::test_vibration_modes_equal_those_of_the_robot_alone[live-sections",
    "test_live_elastic.py::test_rigid_models_equal_those_of_the_robot_alone[live-sections",
    "test_generality.py::test_derivative_by_x_agrees_with_finite_differences[delta-shaft",
    "test_sensitivity.py::test_outputs_have_names[delta-d3-1200",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[forward_dynamics",
    "test_cross.py::test_efforts_have_the_same_limit_on_both_sides[3-prrr-redundant",
    "test_hybrids.py::test_identities[3-rps-then-wrist",
    "test_idle_spin_frames.py::test_a_wrench_on_a_rod_has_the_power_of_its_twist[6-SPS",
    "test_idle_spin_frames.py::test_motions_of_links_are_differences_of_their_frames[6-SPS",
    "test_screw_pitches.py::test_screws_whose_rods_turn_freely_equal_prismatic_joints[0.0008",
    "test_screw_pitches.py::test_passive_screws_after_motors_equal_prismatic_joints[0.0008-False",
    "test_live_derivatives.py::test_first_derivatives_equal_differences[delta-d3-1200-False",
    "test_live_equals_frozen.py::test_quantities_of_a_robot_with_all_parameters_live[3-rrr-parallelogram",
    "test_log_motion.py::test_states_along_a_log_are_those_of_the_motion[3-rps",
    "test_merge_check.py::test_a_working_mode_that_the_samples_miss_has_right_numbers[dualv",
    "test_elastic_distribution.py::test_loads_of_a_portal_are_the_limit_of_the_flexible_model[weight and spring",
    "test_optimal.py::test_effort_bounds_are_kept[five-bar",
    "test_reproduce_briot_khalil_singular.py::test_no_line_is_missed[003/fig-9.16]",
    "test_reproduce_flexible.py::test_map_of_the_navaro_is_symmetric",
    "test_modes.py::test_frequencies_equal_table_11_4_to_the_printed_digit[2]",
    "test_reproduce_flexible.py::test_no_line_is_missed[003/map-navaro]",
    "test_reproduce_flexible.py::test_no_line_is_missed[003/table-11.5]",
    "test_reproduce_lopes_stewart.py::test_entry_has_the_expected_verdicts[002/fig-6]",
    "test_export_status.py::test_efforts_near_a_type_2_singularity_are_accurate_or_rejected[gough",
    "test_cross_catalog.py::test_every_robot_gets_a_motion_or_a_reason[c5]",
    "test_nearest.py::test_3_rpr_agrees_with_a_grid_search[x0]",
    "test_reproduce_flexible.py::test_table_11_4_needs_rotary_inertia_and_a_thin_platform[no rotary inertia",
    "test_modes.py::test_frequencies_equal_table_11_4_to_the_printed_digit[1]",
    "test_examples.py::test_example_holds[08_moving_flexible_robot]",
    "test_optimal.py::test_optimal_motion_is_better_and_still_crosses[3-rpr-peak]",
    "test_optimal.py::test_optimal_motion_is_better_and_still_crosses[delta",
    "test_nearest.py::test_five_bar_agrees_with_its_analytic_curves[mode1]",
    "test_nearest.py::test_five_bar_agrees_with_its_analytic_curves[mode3]",
    "test_path.py::test_every_crossing_of_random_lines_is_found[mode1]",
    "test_path.py::test_every_crossing_of_random_lines_is_found[mode2]",
    "test_charts.py::test_rates_of_the_pose_are_its_derivatives[3-prs",
    "test_forward_convergence.py::test_delta_has_two_assembly_modes",
    "test_numeric_assembly.py::test_numeric_geometry_equals_the_closed_form[gough",
    "test_matrices.py::test_rows_keep_their_signs_along_a_dense_path[gough",
    "test_singular_efforts.py::test_violated_criterion_is_reported_with_its_value[6-ups-quaternion",
    "test_cross.py::test_efforts_have_the_same_limit_on_both_sides[tripteron",
    "test_nonlinear_model.py::test_linearisation_equals_the_linear_model[navaro",
    "test_reproduce_flexible.py::test_table_11_4_needs_rotary_inertia_and_a_thin_platform[printed",
    "test_pickling.py::test_robots_in_other_coordinates_can_be_pickled[tripteron",
    "test_modes.py::test_frequencies_converge_from_above_with_order_four",
    "test_examples.py::test_example_holds[04_dynamics]",
    "test_examples.py::test_example_holds[07_flexible_robot]",
    "test_examples.py::test_example_holds[11_crossing]",
    "test_examples.py::test_example_holds[12_tolerances]",
    "test_examples.py::test_example_holds[13_bearing_loads]",
    "test_reactions_page.py::test_example_of_the_pages_runs[block2",
    "test_reactions_page.py::test_example_of_the_pages_runs[block0",
    "test_fried_gough_stewart.py::test_model_equals_the_engine[gough-stewart-fried-constant]",
    "test_fried_gough_stewart.py::test_model_equals_the_engine_with_fat_links_and_an_eccentric_platform",
    "test_maps.py::test_five_bar_curves_agree_with_the_analytic_ones_on_other_grids",
    "test_optimal.py::test_optimal_motion_is_better_and_still_crosses[3-rpr-rms]",
    "test_pickling.py::test_every_robot_and_its_model_can_be_pickled[gough-stewart",
    "test_equivalents.py::test_models_do_not_depend_on_the_orientation_parameters",
    "test_export_status.py::test_quaternion_without_unit_length_is_rejected_as_in_python",
    "test_generality.py::test_derivative_by_x_agrees_with_finite_differences[6-ups-quaternion",
    "test_generality.py::test_derivative_by_x_agrees_with_finite_differences[planar-and-cylindrical",
    "test_generality.py::test_derivative_by_x_agrees_with_finite_differences[delta-parallelograms",
    "test_derivatives.py::test_derivative_equals_differences[gough-stewart",
    "test_hostile_names.py::test_axis_names_stay_text_in_page_figures_and_tables",
    "test_map_limits.py::test_map_command_prints_the_share_within_limits",
    "test_map.py::test_map_with_fixed_coordinates_and_chosen_modes",
    "test_optimal.py::test_effort_bounds_are_kept",
    "test_cross_requests.py::test_joint_limits_of_the_robot_file_are_kept",
    "test_reviewed.py::test_optimal_motion_keeps_speed_bounds",
    "test_mode_change.py::test_other_legs_can_change_their_mode",
    "test_which_model_table.py::test_counts_equal_those_of_the_code[fried_gough_stewart",
    "test_lopes_stewart.py::test_model_equals_the_engine",
    "test_pickling.py::test_robots_in_other_coordinates_can_be_pickled[gough-stewart",
    "test_pickling.py::test_robots_in_other_coordinates_can_be_pickled[dualv",
    "test_singular_efforts.py::test_efforts_are_the_limit_from_both_sides[6-ups-quaternion",
    "test_pinocchio.py::test_accelerations_agree_with_pinocchio[hexaglide",
    "test_flexible_catalog.py::test_first_frequency_is_below_that_of_the_platform_on_a_massless_robot[orthoglide",
    "test_cross_refusals.py::test_message_gives_the_value_that_exceeds_a_demand",
    "test_cross.py::test_motion_goes_from_rest_to_rest_between_the_given_poses[gough",
    "test_cross.py::test_energy_balance_holds_through_the_singularity[gough",
    "test_cross.py::test_efforts_have_the_same_limit_on_both_sides[gough",
    "test_cross.py::test_efforts_converge_linearly_to_the_reported_limit[gough",
    "test_cross.py::test_naive_efforts_grow_like_one_over_the_time_to_the_singularity[gough",
    "test_cross.py::test_criterion_holds_at_the_singular_pose[gough",
    "test_cross.py::test_motion_stays_within_reach_and_meets_no_other_singularity[gough",
    "test_cross_catalog.py::test_every_robot_gets_a_motion_or_a_reason[gough",
    "test_examples.py::test_example_holds[10_singularities]",
    "test_examples.py::test_example_holds[05_controller]",
    "test_generality.py::test_a_wrench_adds_its_virtual_power_to_the_efforts[3-rhr",
    "test_generality.py::test_a_wrench_adds_its_virtual_power_to_the_efforts[6-ups-quaternion",
    "test_generality.py::test_a_wrench_adds_its_virtual_power_to_the_efforts[3-rps",
    "test_generality.py::test_a_wrench_adds_its_virtual_power_to_the_efforts[navaro-cut-at-d",
    "test_generality.py::test_a_wrench_adds_its_virtual_power_to_the_efforts[spherical",
    "test_generality.py::test_derivative_by_x_agrees_with_finite_differences[3-rhr",
    "test_generality.py::test_derivative_by_x_agrees_with_finite_differences[3-rps",
    "test_generality.py::test_derivative_by_x_agrees_with_finite_differences[spherical",
    "test_generality.py::test_derivative_by_x_agrees_with_finite_differences[navaro-cut-at-d",
    "test_generality.py::test_derivative_by_x_agrees_with_finite_differences[planar-3-rrr-on-rail",
    "test_generality.py::test_mass_matrix_is_symmetric_positive_definite[6-ups-quaternion",
    "test_generality.py::test_mass_matrix_is_symmetric_positive_definite[3-rps",
    "test_generality.py::test_mass_matrix_is_symmetric_positive_definite[navaro-cut-at-d",
    "test_generality.py::test_forward_dynamics_undoes_the_inverse[6-ups-quaternion",
    "test_generality.py::test_forward_dynamics_undoes_the_inverse[navaro-cut-at-d",
    "test_reproduce_flexible.py::test_modes_are_drawn_and_animated",
    "test_charts.py::test_home_is_the_same_configuration_in_every_chart[joints named",
    "test_matrices.py::test_rows_keep_their_signs_along_a_dense_path[/",
    "test_slider_crank.py::test_final_state_equals_the_published_state",
    "test_maps.py::test_saved_files_contain_the_map",
    "test_charts.py::test_home_is_the_same_configuration_in_every_chart[branch out of reach",
    "test_charts.py::test_mobility_does_not_depend_on_the_coordinates[planar-3-rrr-on-rail",
    "test_classification.py::test_five_bar_is_in_type_1_if_a_leg_is_stretched_or_folded[mode1",
    "test_classification.py::test_five_bar_is_in_type_1_if_a_leg_is_stretched_or_folded[mode2",
    "test_classification.py::test_tripteron_is_in_lpjts_if_a_leg_is_stretched_or_folded[folded-1",
    "test_classification.py::test_tripteron_is_in_lpjts_if_a_leg_is_stretched_or_folded[folded-2",
    "test_classification.py::test_tripteron_is_in_lpjts_if_a_leg_is_stretched_or_folded[stretched-0",
    "test_cross_catalog.py::test_every_robot_gets_a_motion_or_a_reason[five-bar-feasible",
    "test_cross_catalog.py::test_every_robot_gets_a_motion_or_a_reason[tripteron",
    "test_cross_report.py::test_figure_shows_every_actuator_and_naive_efforts_leave_its_range[tripteron",
    "test_cross_refusals.py::test_efforts_of_a_planned_motion_are_finite_at_singular_instants[start1",
    "test_cross_requests.py::test_motion_crosses_two_singularities[3-rpr",
    "test_derivatives.py::test_derivative_equals_differences[delta-d3-1200-bias",
    "test_derivatives.py::test_derivative_equals_differences[delta-d3-1200-forward_dynamics-tau",
    "test_derivatives.py::test_derivative_equals_differences[delta-d3-1200-forward_dynamics-xd",
    "test_derivatives.py::test_derivative_equals_differences[delta-d3-1200-ground_reaction-xd",
    "test_derivatives.py::test_derivative_takes_the_options_of_the_quantity[forward_dynamics-wrench]",
    "test_derivatives.py::test_derivative_takes_the_options_of_the_quantity[forward_dynamics-no friction",
    "test_derivatives.py::test_derivative_takes_the_options_of_the_quantity[inverse_dynamics-wrench without",
    "test_distances_of_descriptions.py::test_3_rrr_has_the_same_distances_in_other_descriptions[P elsewhere",
    "test_distances_of_descriptions.py::test_3_rrr_has_the_same_distances_in_other_descriptions[order of legs",
    "test_engine_is_shorter.py::test_engine_needs_fewer_operations[gough-stewart-lopes",
    "test_equivalents.py::test_planar_joint_equals_two_translations_and_a_rotation",
    "test_examples.py::test_example_holds[03_kinematics]",
    "test_examples.py::test_example_holds[09_trajectories]",
    "test_briot_oracle.py::test_formulation_equals_the_engine[five-bar-split",
    "test_fried_gough_stewart_errata.py::test_printed_segment_has_the_stated_error[Printed75",
    "test_fried_gough_stewart_errata.py::test_printed_segment_has_the_stated_error[Printed81",
    "test_joints_of_an_arm.py::test_every_configuration_has_a_result[XYZ",
    "test_joints_of_an_arm.py::test_every_configuration_has_a_result[ZYZ",
    "test_matrices.py::test_the_determinant_changes_sign_only_where_it_is_zero[/",
    "test_listing_and_show.py::test_show_works_with_loops_composite_joints_and_varying_inertia[dualv",
    "test_listing_and_show.py::test_show_writes_a_drawing[c5",
    "test_nearest.py::test_3_rpr_agrees_with_a_grid_search[x1]",
    "test_nearest.py::test_five_bar_agrees_with_its_analytic_curves[mode2]",
    "test_notebook.py::test_robots_are_drawn_at_a_pose_and_in_a_mode[c5",
    "test_numeric_assembly.py::test_numeric_geometry_equals_the_closed_form[3-r",
    "test_optimal.py::test_optimal_motion_is_better_and_still_crosses[five-bar-rms]",
    "test_pages.py::test_example_runs[fried_gough_stewart",
    "test_path.py::test_every_crossing_of_random_lines_is_found[mode3]",
    "test_reproduce_briot_khalil_singular.py::test_no_line_is_missed[003/fig-7.18]",
    "test_reproduce_briot_khalil_singular.py::test_no_line_is_missed[003/fig-7.22]",
    "test_reproduce_briot_khalil_singular.py::test_no_line_is_missed[003/fig-9.15]",
    "test_reproduce_briot_khalil_singular.py::test_no_line_is_missed[003/section-9.5]",
    "test_reproduce_falezza_delta.py::test_entry_has_the_expected_verdicts[001/table-7]",
    "test_singular_efforts.py::test_efforts_are_the_limit_from_both_sides[gough",
    "test_family_structure.py::test_family_is_numeric_if_only_the_robot_of_the_file_has_a_closed_form",
    "test_family_structure.py::test_quaternion_platform",
    "test_family_structure.py::test_numeric_geometry_serves_a_family_without_closed_form",
    "test_family_structure.py::test_parameters_written_as_expressions_follow_the_live_ones",
    "test_family_structure.py::test_angles_and_repeated_legs_are_live",
    "test_family_structure.py::test_offset_that_is_zero_in_the_file_may_be_live[shoulder",
    "test_family_structure.py::test_offset_that_is_zero_in_the_file_may_be_live[centre",
    "test_family_structure.py::test_offset_that_is_zero_in_the_file_may_be_live[elbow",
    "test_live_dynamics.py::test_payload_of_a_welded_platform_and_of_beams_stays_on_the_platform",
    "test_live_dynamics.py::test_gravity",
    "test_live_derivatives.py::test_second_derivatives_are_symmetric_and_equal_differences_of_the_first[True",
    "test_live_derivatives.py::test_first_derivatives_equal_differences[five-bar-False",
    "test_live_derivatives.py::test_first_derivatives_equal_differences[delta-d3-1200-True",
    "test_live_derivatives.py::test_first_derivatives_equal_differences[3-rpr",
    "test_shared_models.py::test_crossing_of_a_live_robot_is_that_of_the_frozen_one",
    "test_shared_models.py::test_singularity_measures_of_a_live_model_equal_those_of_a_frozen_one[gough",
    "test_export_live.py::test_a_program_changes_the_payload_by_the_names_of_the_members",
    "test_export_live.py::test_close_gives_the_unknowns_of_python_for_every_set_of_values",
    "test_export_live.py::test_names_from_the_file_become_different_valid_members",
    "test_export_live.py::test_the_default_values_are_those_of_the_bound_model[3-prs",
    "test_export_live.py::test_driver_compiles_without_warnings_and_passes[3-prs",
    "test_export_live.py::test_driver_compiles_without_warnings_and_passes[delta-d3-1200-c++17",
    "test_sensitivity.py::test_outputs_have_names[five-bar",
    "test_sensitivity.py::test_outputs_have_names[navaro",
    "test_platform_error.py::test_numeric_geometry",
    "test_export_live.py::test_every_set_of_values_gives_the_numbers_of_python[gough",
    "test_live_elastic.py::test_platform_stiffness_equals_that_of_the_robot_alone[live-sections",
    "test_live_elastic.py::test_natural_frequencies_equal_those_of_the_robot_alone[five-bar-flexible",
    "test_live_elastic.py::test_platform_stiffness_equals_that_of_the_robot_alone[five-bar-flexible",
    "test_live_elastic.py::test_rigid_models_equal_those_of_the_robot_alone[five-bar-flexible",
    "test_live_elastic.py::test_values_of_the_file_give_the_frequencies_of_the_file[five-bar-flexible",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[all_joint_rates",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[bias",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[centre_of_mass",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[ground_reaction",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[inverse_jacobian",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[jacobian",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[joint_accelerations",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[joint_rates",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[mass_matrix",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[platform_force",
    "test_joints_of_an_arm.py::test_every_configuration_has_a_result[xyz",
    "test_helical_joint.py::test_screw_angles_times_pitch_equal_strut_lengths[0.03",
    "test_helical_joint.py::test_torques_equal_forces_times_pitch[0.03",
    "test_derivatives.py::test_derivative_takes_the_options_of_the_quantity[forward_dynamics-link wrench",
    "test_derivatives.py::test_derivative_takes_the_options_of_the_quantity[forward_dynamics-wrench without",
    "test_charts.py::test_dynamics_do_not_depend_on_the_coordinates[delta-d3-1200-theta1 theta2 theta3-numeric",
    "test_pinocchio.py::test_accelerations_agree_with_pinocchio[3-rhr",
    "test_examples.py::test_example_holds[02_your_own_robot]",
    "test_live_elastic.py::test_natural_frequencies_equal_those_of_the_robot_alone[live-sections",
    "test_live_elastic.py::test_vibration_modes_equal_those_of_the_robot_alone[five-bar-flexible",
    "test_live_elastic_rules.py::test_superelements_are_live",
    "test_live_elastic_rules.py::test_compiled_c_gives_the_frequencies_of_the_virtual_machine",
    "test_idle_spin_frames.py::test_reactions_are_told_in_the_frame_of_the_file_and_hold_the_rod[6-SPS",
    "test_idle_spin_frames.py::test_dynamic_parameters_are_those_of_the_file[6-SPS",
    "test_idle_spin_frames.py::test_the_derivative_of_link_frames_equals_differences[6-SPS",
    "test_serial_against_pinocchio.py::test_dynamics_agree_with_pinocchio[two-arms",
    "test_serial_against_pinocchio.py::test_dynamics_agree_with_pinocchio[arm-7r",
    "test_serial_against_pinocchio.py::test_a_wrench_on_the_tool_is_balanced_through_its_jacobian[two-arms",
    "test_serial_against_pinocchio.py::test_a_wrench_on_the_tool_is_balanced_through_its_jacobian[arm-7r",
    "test_quick_calls.py::test_quick_calls_equal_rows_of_a_stack[gough-stewart-lopes",
    "test_quick_calls.py::test_quick_calls_equal_rows_of_a_stack[tripteron",
    "test_page.py::test_examples_on_the_page_run[block2",
    "test_study_page.py::test_example_of_the_page_runs[block2",
    "test_which_model_table.py::test_counts_equal_those_of_the_code[README0",
    "test_fried_gough_stewart.py::test_example_of_the_page_runs",
    "test_docs.py::test_robots_of_the_page_load[wrist-then-3-rps",
    "test_derivatives.py::test_derivative_takes_the_options_of_the_quantity[forward_dynamics-mode",
    "test_share_formulas.py::test_formulas_hold_for_other_robots_of_the_family[five-bar-feasible",
    "test_other_measurements.py::test_six_ups_from_distances_or_one_camera[distances",
    "test_examples.py::test_example_holds[17_fast_motion]",
    "test_examples.py::test_example_holds[21_calibration]",
    "test_docs.py::test_robots_of_the_page_load[my-h4",
    "test_fmu_simulation.py::test_plant_moves_as_the_model_does[delta-d3-1200",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[ground_regressor",
    "test_sensitivity.py::test_derivatives_equal_differences_of_frozen_robots[energy",
    "test_reactions.py::test_component_along_a_joint_is_the_effort_less_rotor_and_friction[leg-from-platform",
    "test_operation_counts.py::test_operations_of_the_forward_dynamics_are_bounded_by_the_inverse_dynamics[3-rrr-parallelogram",
    "test_operation_counts.py::test_operations_of_the_forward_dynamics_are_bounded_by_the_inverse_dynamics[gough",
    "test_regrouped_parameters.py::test_regrouped_parameters_need_fewer_operations[3-rrr-parallelogram",
    "test_charts.py::test_mass_matrices_are_congruent[five-bar-q11 q21-numeric",
    "test_pickling.py::test_every_robot_and_its_model_can_be_pickled[quattro",
    "test_equation_of_motion.py::test_the_equation_of_motion_holds_in_actuator_space[quattro",
    "test_forward_and_inverse.py::test_forward_dynamics_inverts_inverse_dynamics[quattro",
    "test_payload.py::test_payload_adds_the_efforts_of_the_platform_columns_of_the_regressor[quattro",
    "test_ground_and_gravity.py::test_ground_reaction_at_rest_carries_the_weight[quattro",
    "test_own_numbers.py::test_every_formulation_evaluates_its_robot_at_home[fried_gough_stewart",
    "test_live_elastic.py::test_one_set_of_values_for_each_row_gives_the_rows_of_single_sets[five-bar-flexible",
    "test_momentum_of_robot.py::test_efforts_equal_those_of_newton_euler[dualv",
)
"""First letters of the names of long tests that only `make test-all` runs; `make test` runs shorter ones of the same kind."""

SHORT = ("test_effort_bounds_are_kept[five-bar]",)
"""Ends of the names of tests that `make test` runs although they begin as in `LONG`."""

EXPORTED = ("five-bar", "dualv", "delta-d3-1200")
SHAPES = ("five-bar", "3-prs", "6-ups-quaternion")

CHOSEN = {
    "test_compiled_newton.py::test_numeric_geometry_in_c_gives_the_configurations_and_refusals_of_python": (
        "planar-and-cylindrical",
        "6-uhs",
    ),
    "test_export_forward.py::test_forward_kinematics_finds_the_poses_from_home": EXPORTED,
    "test_export.py::test_driver_compiles_without_warnings_and_passes": ("five-bar", "four-bar"),
    "test_export.py::test_exported_files_compile_as_cpp_without_warnings": ("five-bar",),
    "test_export.py::test_sanitizers_find_nothing": ("five-bar", "four-bar"),
    "test_export_status.py::test_c_and_python_agree_in_numbers_and_failures": EXPORTED,
    "test_export_status.py::test_singular_poses_have_their_own_status": EXPORTED,
    "test_export_status.py::test_unreachable_poses_have_their_own_status": (*EXPORTED, "3-prs"),
    "test_export_status.py::test_unlimited_robots_reach_random_poses_far_outside_their_workspace": ("agile-eye", "3-rpr"),
    "test_export_status.py::test_arguments_that_are_not_finite_are_rejected": EXPORTED,
    "test_kernel.py::test_backends_agree_on_a_robot": ("five-bar", "gough-stewart-lopes", "delta-d3-1200", "dualemps"),
    "test_listing_and_show.py::test_show_does_not_cut_cells_on_a_narrow_terminal": (
        "five-bar",
        "gough-stewart-fried-constant",
        "orthoglide-flexible",
    ),
    "test_wrenches.py::test_matrices_relate_the_rates_as_in_the_book": ("five-bar", "delta-d3-1200", "dualv", "tripteron"),
    "test_charts.py::test_dynamics_do_not_depend_on_the_coordinates": ("five-bar", "delta-d3-1200"),
    "test_charts.py::test_mass_matrices_are_congruent": ("five-bar", "delta-d3-1200"),
    "test_charts.py::test_conversion_to_a_chart_and_back_returns_the_same_motion": ("five-bar", "delta-d3-1200"),
    "test_generality.py::test_mass_matrix_is_symmetric_positive_definite": ("3-prs", "planar-2-rrr-redundant", "four-bar"),
    "test_generality.py::test_forward_dynamics_undoes_the_inverse": ("3-prs", "3-rps-tilt-torsion", "planar-3-rrr-on-rail"),
    "test_generality.py::test_efforts_are_linear_in_the_parameters": ("3-prs", "four-bar", "navaro-cut-at-d", "delta-sprung"),
    "test_generality.py::test_friction_dissipates_energy": (
        *("3-prs", "four-bar", "navaro-cut-at-d", "planar-2-rrr-redundant", "delta-sprung"),
    ),
    "test_centre_of_mass.py::test_potential_energy_is_the_mass_times_gravity_times_height": SHAPES,
    "test_centre_of_mass.py::test_centre_of_mass_follows_from_the_frames_of_the_bodies": SHAPES,
    "test_centre_of_mass.py::test_jacobian_equals_differences": SHAPES,
    "test_centre_of_mass.py::test_ground_force_is_the_mass_times_acceleration_minus_weight": SHAPES,
    "test_centre_of_mass.py::test_derivative_by_x_along_unit_rates_is_the_jacobian": ("five-bar", "3-prs", "3-rps-tilt-torsion"),
}
"""Tests of many robots -> the robots for which `make test` runs them; these stand for planar and spatial robots, redundant and
overconstrained ones, closed forms and numeric geometry, rigid and flexible links, as far as the test can tell them apart."""

GENERAL = ("charts", "derivatives", "geometry", "identities", "kinematics", "model", "oracle", "robots", "singularity")
"""Folders whose tests check the same statements for every robot; in other folders a variant is tested for itself."""

PARAMETERS = ("every_robot", "robot", "name", "file")
"""Names of parameters whose value is the name of a robot."""

NAMES = sorted([*parados.catalog(), *[path.stem for path in (HERE / "robots").glob("*.yaml")]], key=len, reverse=True)

DOCUMENTS = {entry.id: entry.place.partition(":")[0].rpartition(".")[0] for entry in ENTRIES}


def is_variant(item: Any) -> bool:
    """Tell whether a test repeats, for a variant or relative, a test of the robot that represents it."""
    folder = next(iter(item.path.parent.relative_to(HERE).parts), "")
    given = getattr(item, "callspec", None)
    if given is None:
        return False
    named = {value for key in PARAMETERS if isinstance(value := given.params.get(key), str)}
    chosen = CHOSEN.get(f"{item.path.name}::{item.originalname}")
    if named & set(FEWER.get(folder, ())) or (chosen is not None and not {Path(name).stem for name in named} & set(chosen)):
        return True
    if named & set(SHOWN) and folder in GENERAL and folder != "robots" and item.path.name != "test_mobility.py":
        return True
    alike = {*VARIANTS, *RELATIVES} if folder != "oracle" else set(VARIANTS)
    return bool(named & alike) and folder in (*GENERAL, *(["plan"] if named & set(RELATIVES) else []))


def is_long(item: Any) -> bool:
    """Tell whether a test is one of the long tests."""
    if item.path.name == "test_every_entry.py":
        return item.callspec.params["id"] not in QUICK_ENTRIES
    return any(beginning in item.nodeid for beginning in LONG) and not item.nodeid.endswith(SHORT)


def scope(nodeid: str) -> str:
    """Return the group of a test, which one worker runs: the tests of a robot, of a document, an example, a page, or a file."""
    file, _, test = nodeid.partition("::")
    inside = test.partition("[")[2].rstrip("]")
    if file.endswith("test_every_entry.py"):
        return DOCUMENTS.get(inside, file)
    if "/reproduce/test_reproduce_" in f"/{file}":
        own = Path(file).stem.removeprefix("test_reproduce_")
        books = {"flexible": "flexible", "briot_khalil_singular": "singular", "briot_khalil": "rigid"}
        return f"briot_khalil.{books[own]}" if own in books else own
    if file.endswith(("test_examples.py", "test_code_blocks.py", "test_notebooks.py")):
        return nodeid
    return next((name for name in NAMES if name in inside), file)


def models(usual: str) -> Callable[..., Model]:
    """Return a function models(name, backend) that compiles a robot once, on the usual back end unless another is given."""
    return cache(lambda name, backend=usual: parados.load(name).compile(backend))


def share_loaded_robots() -> None:
    """Load each robot of the catalog or of the tests once in a session; invalid or other files are loaded each time."""
    load: Callable[[str | Path], parados.Robot] = parados.load
    once = cache(load)

    @wraps(load)
    def shared(robot: str | Path) -> parados.Robot:
        known = isinstance(robot, str) and robot in parados.catalog()
        return once(robot) if known or (isinstance(robot, Path) and robot.is_relative_to(HERE)) else load(robot)

    parados.load = parados.api.load = shared
