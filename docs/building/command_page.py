"""Page with the help of all commands, from the commands themselves."""

from __future__ import annotations

from html import escape
from typing import Any

import typer

from parados.cli.command_examples import EXAMPLES_OF, FILES_OF
from parados.cli.main import app
from parados.text.markdown import markdown_text

__all__ = ["command_page"]


def command_page() -> str:
    """Return the page as Markdown."""
    group: Any = typer.main.get_command(app)
    parts = [HEAD]
    heading = None
    for name in group.list_commands(None):
        command = group.commands[name]
        if command.rich_help_panel != heading:
            heading = command.rich_help_panel
            parts.append(f"## {heading}")
        parts.append(_section(name, command))
    return "\n\n".join(parts) + "\n"


def _section(name: str, command: Any) -> str:
    context = typer.Context(command, info_name=f"parados {name}")
    usage = " ".join(_usage(piece) for piece in command.collect_usage_pieces(context))
    rows = []
    for parameter in command.get_params(context):
        word, meaning = parameter.get_help_record(context) or (parameter.make_metavar(context), parameter.help or "")
        if "--help" not in word:
            rows.append(f"| `{word.replace('|', '/')}` | {escape(meaning, quote=False).replace('|', '/')} |")
    table = "\n".join(["\n\n| | |", "|---|---|", *rows]) if rows else ""
    example = f"\n\nExample:\n\n```text\n{EXAMPLES_OF[name]}\n```"
    files = f"\n\n{_paragraphs(FILES_OF[name])}" if name in FILES_OF else ""
    return f"### parados {name}\n\n```text\nparados {name} {usage}\n```\n\n{_paragraphs(command.help)}{files}{table}{example}"


def _usage(piece: str) -> str:
    """Return a piece of the usage with names of arguments in capitals, such as ROBOT."""
    return piece.upper().strip("{}") if piece.startswith("{") else piece


def _paragraphs(text: str | None) -> str:
    return "\n\n".join(_marked(" ".join(part.split())) for part in (text or "").split("\n\n"))


def _marked(text: str) -> str:
    """Return text as Markdown; what is between backticks stays code."""
    return "`".join(part if k % 2 else markdown_text(part) for k, part in enumerate(text.split("`")))


HEAD = """# Commands

`parados --help` lists the commands, and `parados COMMAND --help` explains one. A robot is a name from the catalog or the path of
a robot file. `parados --install-completion` teaches the shell to complete commands and options with the tab key."""
