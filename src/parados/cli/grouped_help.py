"""Show the commands in groups by task, and examples below them."""

from __future__ import annotations

from typing import Any

from parados.cli.plain_errors import PlainErrors

__all__ = ["DESIGN", "FILES", "MACHINE", "MODELS", "PLACES", "START", "GroupedHelp"]

START = "Robots and their files"
MODELS = "Motions, simulation, controllers"
PLACES = "Workspace and singularities"
DESIGN = "Design"
MACHINE = "A real machine"
FILES = "The sources, and the cache"
OTHERS = "Other commands"
TITLES = (START, MODELS, PLACES, DESIGN, MACHINE, FILES, OTHERS)
"""Titles of the groups, in the order of the help."""

EXAMPLES = (
    ("parados list", "the robots that ship"),
    ("parados show delta-d3-1200 --plot delta.png", "tables and a picture of one"),
    ("parados new 6-UPS", "a robot file to start from"),
    ("parados check my-6-ups.yaml", "one sentence for each problem of a file"),
    ("parados run five-bar motion.csv -o out", "joints and efforts along a motion"),
    ("parados map five-bar -o maps", "workspace and singular curves"),
)


class GroupedHelp(PlainErrors):
    """Group of commands whose help shows them by task. `rich_help_panel` of a command is the title of its group."""

    commands: dict[str, Any]

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands, in the order of their groups."""
        return [name for title in TITLES for name in self._names(title)]

    def _names(self, title: str) -> list[str]:
        return [name for name, command in self.commands.items() if (command.rich_help_panel or OTHERS) == title]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a section for each group."""
        for title in TITLES:
            rows = [(name, _first_sentence(self.commands[name])) for name in self._names(title)]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write examples, and where to read on."""
        with formatter.section("Examples"):
            formatter.write_dl(EXAMPLES, col_max=50)
        formatter.write_paragraph()
        formatter.write_text("A robot is a name from the catalog or the path of a robot file.")
        formatter.write_text("`parados COMMAND --help` explains a command.")


def _first_sentence(command: Any) -> str:
    """Return the first sentence of the help of a command, without its dot."""
    text = " ".join((command.help or "").split("\n\n")[0].split())
    return text.split(". ")[0].removesuffix(".")
