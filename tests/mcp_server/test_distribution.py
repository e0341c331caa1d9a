"""What is shipped beside the code says what the code says: README, server.json, bundle, container, package data."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from mcp.types import Tool
from mcp_fakes import serving

from mcp_server.cli import COMMANDS
from mcp_server.wiring import VERSION

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def tools_table(tools: list[Tool]) -> str:
    """The table of tools as the README shows it."""
    lines = ["| Tool | Reads only | What it does | Arguments |", "|---|---|---|---|"]
    for tool in tools:
        required = set(tool.input_schema.get("required", ()))
        names = ", ".join(f"**{name}**" if name in required else name for name in tool.input_schema["properties"])
        reads = "yes" if tool.annotations and tool.annotations.read_only_hint else "no"
        lines.append(f"| `{tool.name}` | {reads} | {tool.description} | {names} |")
    return "\n".join(lines)


async def test_the_readme_lists_the_tools_as_they_are(sample_vault: Path) -> None:
    with serving(sample_vault) as (server, _):
        table = tools_table(await server.list_tools())
    shown = README.partition("held to it by a test -->\n")[2].partition("\n<!-- /tools -->")[0]
    assert shown == table, f"replace the table in README.md by:\n{table}"


def test_the_readme_snippets_are_json_for_their_hosts() -> None:
    snippets = [json.loads(text) for text in re.findall(r"```json\n(.+?)\n```", README, re.DOTALL)]
    entries = [one.get("mcpServers", one.get("servers"))["opencouncil"] for one in snippets]
    assert len(entries) == 3
    assert all(entry["command"] == "opencouncil" and entry["args"] == ["serve"] for entry in entries)
    assert any(entry.get("type") == "stdio" for entry in entries)


def test_every_command_the_readme_shows_exists() -> None:
    shown = set(
        re.findall(r"opencouncil (?:--\w+ \S+ )?([a-z]+)", "\n".join(re.findall(r"```sh\n(.+?)```", README, re.DOTALL)))
    )
    assert shown - {"serve"} <= set(COMMANDS)


def test_registry_entry_bundle_and_package_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    registry = json.loads((ROOT / "server.json").read_text("utf-8"))
    bundle = json.loads((ROOT / "mcpb" / "manifest.json").read_text("utf-8"))
    assert {project["version"], registry["version"], registry["packages"][0]["version"], bundle["version"]} == {VERSION}
    assert f"<!-- mcp-name: {registry['name']} -->" in README
    assert len(registry["description"]) <= 100
    assert registry["packages"][0]["identifier"] == project["name"] == bundle["name"]
    assert bundle["user_config"]["gemini_api_key"]["sensitive"] is True
    assert bundle["user_config"]["vault_folder"]["type"] == "directory"


def test_the_container_copies_every_package_and_runs_as_nobody_special() -> None:
    container = (ROOT / "Dockerfile").read_text("utf-8")
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]["packages"]
    for package in packages:
        assert f"COPY {package} {package}" in container
    assert container.index("USER council") < container.index("ENTRYPOINT")


def test_the_dependency_on_the_protocol_library_is_bounded() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "mcp>=2.3,<3" in project["dependencies"]


@pytest.mark.parametrize("revision", ["2026-07-28", "2025-11-25"])
def test_every_scenario_left_out_of_conformance_has_a_reason(revision: str) -> None:
    lines = (ROOT / "scripts" / f"conformance-{revision}.yml").read_text("utf-8").splitlines()
    entries = [line for line in lines if line.startswith("  - ")]
    assert entries
    assert all(" # " in line.replace("  #", " #") for line in entries)
