"""First-order kinematics of the 3-RPR, the Orthoglide and the Gough-Stewart platform in the notation of Briot & Khalil's book."""

from parados.sources.briot_khalil.first_order_models.gough_stewart_rates import GoughStewart, GoughStewartParameters
from parados.sources.briot_khalil.first_order_models.orthoglide_rates import Orthoglide, OrthoglideParameters
from parados.sources.briot_khalil.first_order_models.three_rpr_rates import ThreeRPR, ThreeRPRParameters

__all__ = ["GoughStewart", "GoughStewartParameters", "Orthoglide", "OrthoglideParameters", "ThreeRPR", "ThreeRPRParameters"]
