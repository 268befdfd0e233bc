"""Draft robot files: from the name of a family, such as 6-UPS, to a commented file that loads."""

from parados.drafting.robot_draft import Draft, draft_robot

__all__ = ["Draft", "draft_robot"]
