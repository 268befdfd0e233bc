"""The tabs of one browser: they stay when another robot is opened, so that the open tab stays open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viser import GuiApi, GuiTabHandle, IconName

__all__ = ["SessionTabs"]


class SessionTabs:
    """Tabs by their titles. `clear` empties the page, `tab` fills a tab again, `remove_empty` removes those that were not."""

    def __init__(self, gui: GuiApi) -> None:
        self._gui = gui
        self._group: Any = None
        self._tabs: dict[str, GuiTabHandle] = {}

    def clear(self) -> None:
        """Remove all controls from the page, but not the tabs."""
        root = self._gui._container_handle_from_uuid["root"]
        for one in list(root._children.values()):
            if one is not self._group:
                one.remove()
        for tab in self._tabs.values():
            for inner in list(tab._children.values()):
                inner.remove()

    def tab(self, title: str, icon: IconName | None) -> GuiTabHandle:
        """Return the tab of this title, to be used as a context; it is added if there is none."""
        if self._group is None:
            self._group = self._gui.add_tab_group()
        if title not in self._tabs:
            self._tabs[title] = self._group.add_tab(title, icon)
        return self._tabs[title]

    def remove_empty(self) -> None:
        """Remove the tabs without controls."""
        for title, tab in list(self._tabs.items()):
            if not tab._children:
                tab.remove()
                del self._tabs[title]
