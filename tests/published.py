"""What the published papers are checked against: the packages and every environment variable the program reads."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from mcp_server.cli.main import COMMANDS, parser
from pipeline.settings import PREFIX, Settings

__all__ = ["PACKAGES", "ROOT", "commands_page", "known_variables"]

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = frozenset({"opencouncil", "mcp_server", "pipeline", "hop_controller", "prompts", "vault"})
_QUOTED = re.compile(r'"(OPENCOUNCIL_[A-Z_]+|GEMINI_API_KEY|GOOGLE_API_KEY)"')  # '"OPENCOUNCIL_VAULT"'
_READERS = ("mcp_server/config.py", "mcp_server/app.py", "pipeline/hosted/models.py")


def known_variables() -> set[str]:
    """Every environment variable the program reads: those of the settings and those named in the modules that read."""
    settings = {PREFIX + name.upper() for name in Settings.model_fields}
    return settings.union(*(_QUOTED.findall((ROOT / module).read_text("utf-8")) for module in _READERS))


def commands_page() -> str:
    """`docs/commands.md` as the parser tells it: every command with its arguments and options."""
    told = [_HEAD]
    for name, command in _commands(parser()).items():
        told.append(f"## {name}\n\n{COMMANDS[name][1][0].upper()}{COMMANDS[name][1][1:]}.\n")
        told.append("\n".join(["| argument | what it does |", "|---|---|", *_rows(command)]) + "\n")
    return "\n".join(told)


_HEAD = """# Commands and options

Written from the parser by a test (`OPENCOUNCIL_WRITE_SNAPSHOTS=1 pytest tests/test_readme.py`), which also holds it to
the parser. `--vault FILE` stands before or behind every command; `--json` prints the result as JSON.
"""


def _commands(given: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return next(one.choices for one in given._actions if isinstance(one, argparse._SubParsersAction))


def _rows(command: argparse.ArgumentParser) -> list[str]:
    return [
        f"| `{_spelled(one)}` | {(one.help or '').replace('|', '/').replace('%%', '%')} |"
        for one in command._actions
        if one.dest not in ("help", "vault", "json")
    ]


def _spelled(one: argparse.Action) -> str:
    """ "--lane local\\|state", "PATH ..."."""
    value = "\\|".join(map(str, one.choices)) if one.choices else str(one.metavar or one.dest.upper())
    if not one.option_strings:
        return value + (" ..." if one.nargs in ("+", "*") else "")
    return one.option_strings[-1] + (f" {value}" if one.nargs != 0 else "")
