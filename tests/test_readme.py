"""What the README and the developer notes promise, kept true."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from published import ROOT, commands_page, known_variables

from mcp_server.cli.main import COMMANDS, parser
from mcp_server.config import Config
from mcp_server.tools.listed import Tools
from mcp_server.worker import Crew
from pipeline.settings import PREFIX, Settings

README = (ROOT / "README.md").read_text("utf-8")
NOTES = (ROOT / "docs" / "developing.md").read_text("utf-8")


# covers: 137
def test_the_readme_tells_the_two_lanes_and_their_caps_as_they_are() -> None:
    settings = Settings()
    for name in ("LOCAL_LANE_K", "STATE_LANE_K", "LOCAL_CONTEXT_CAP", "STATE_CONTEXT_CAP", "MERGED_CONTEXT_CAP"):
        value = getattr(settings, name.lower())
        assert re.search(rf"`{name}`\s=\s{value}\b", README), f"{name} is {value}"
    assert PREFIX + "LOCAL_LANE_K" in README


def test_the_readme_begins_with_the_two_commands() -> None:
    blocks = re.findall(r"^```\w*\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert blocks[:2] == ["pip install . && opencouncil demo\n", 'pip install ".[dev]" && pytest\n']


# covers: 357
def test_the_developer_notes_name_files_that_exist() -> None:
    named = set(re.findall(r"`((?:pipeline|vault|hop_controller|mcp_server|tests|benchmarks)/[\w/]+\.\w+)`", NOTES))
    assert named, "the notes name no file"
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
    for words in ("thresholds", "words", "state law"):
        assert words in NOTES


# "| `audit` | yes | Audit a text |"
_ROW = re.compile(r"^\| `(?P<tool>\w+)` \| (?P<mark>yes|no) \| (?P<told>.+) \|$", re.MULTILINE)
_JSON = re.compile(r"^```json\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def _section(title: str) -> str:
    """The text under a third-level heading of the README, up to the next heading."""
    found = re.search(rf"^### {re.escape(title)}\n(.*?)(?=^##|\Z)", README, re.MULTILINE | re.DOTALL)
    assert found is not None, f"the README has no section {title!r}"
    return found[1]


def test_the_readme_lists_every_tool_with_what_it_may_change(tmp_path: Path) -> None:
    tools = Tools(Crew(Config(vault=tmp_path / "none.db"))).listed()
    rows = {row["tool"]: row for row in _ROW.finditer(_section("Tools"))}
    assert list(rows) == [tool.name for tool in tools]
    for tool in tools:
        assert tool.annotations is not None
        assert (rows[tool.name]["mark"] == "yes") is tool.annotations.read_only_hint, tool.name
        assert rows[tool.name]["told"].startswith(str(tool.title)), f"{tool.name} is titled {tool.title!r}"


@pytest.mark.parametrize(
    ("host", "key", "typed"),
    [
        ("Claude Desktop", "mcpServers", False),
        ("Claude Code", "mcpServers", False),
        ("Cursor", "mcpServers", False),
        ("VS Code", "servers", True),
    ],
)
def test_the_entry_for_a_host_is_json_that_starts_the_server(host: str, key: str, *, typed: bool) -> None:
    (block,) = _JSON.finditer(_section(host))
    entry = json.loads(block["text"])[key]["opencouncil"]
    assert entry["command"] == "opencouncil"
    assert parser().parse_args(entry["args"]).command == "serve"
    assert entry.get("env", {}).keys() <= known_variables()
    assert (entry.get("type") == "stdio") is typed


def test_the_command_for_claude_code_starts_the_server() -> None:
    given = re.search(r"`claude mcp add opencouncil -- opencouncil ([\w -]+)`", _section("Claude Code"))
    assert given is not None
    assert parser().parse_args(given[1].split()).command == "serve"


def test_every_variable_and_command_the_readme_and_the_security_notes_name_exists() -> None:
    text = README + (ROOT / "SECURITY.md").read_text("utf-8")
    variables = set(re.findall(r"\bOPENCOUNCIL_[A-Z_]*[A-Z]\b|\bGEMINI_API_KEY\b", text))
    assert sorted(variables - known_variables()) == []
    named = set(re.findall(r"(?:`|&& |^)opencouncil\s+(\w+)", text, re.MULTILINE))
    assert sorted(named - COMMANDS.keys()) == []
    files = re.findall(r"`(scripts/[\w.]+|Dockerfile|SECURITY\.md)`", text)
    assert files
    assert [name for name in files if not (ROOT / name).exists()] == []


def test_every_command_stands_in_the_readme() -> None:
    said = set(re.findall(r"\bopencouncil (\w+)|`(\w+)(?: [A-Za-z|]+)?`", README))
    assert sorted(COMMANDS.keys() - {word for pair in said for word in pair}) == []


def test_the_page_of_commands_tells_every_option_and_the_readme_none_that_is_not_there() -> None:
    page = ROOT / "docs" / "commands.md"
    if os.environ.get("OPENCOUNCIL_WRITE_SNAPSHOTS"):
        page.write_text(commands_page(), "utf-8")
    assert page.read_text("utf-8") == commands_page()
    assert "`docs/commands.md`" in README
    known = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", commands_page())) | {"--version"}
    assert sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", README)) - known) == []
