"""Draft robot files: write a commented, valid file from the name of a family, such as 6-UPS."""

from parados.drafting.robot_draft import Draft, draft_robot

__all__ = ["Draft", "draft_robot"]
