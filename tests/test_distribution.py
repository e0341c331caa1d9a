"""What is handed out: registry entry, desktop bundle, image, wheel; their versions, names and contents agree."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
from published import PACKAGES, ROOT, known_variables
from pydantic import JsonValue, TypeAdapter

from mcp_server.cli.main import parser
from mcp_server.config import VERSION, Config
from mcp_server.tools.listed import Tools
from mcp_server.worker import Crew
from vault.store.index import VaultIndex

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
_Object = TypeAdapter(dict[str, JsonValue])
_Objects = TypeAdapter(list[dict[str, JsonValue]])
_Texts = TypeAdapter(dict[str, str])
_BUNDLE_ENTRY = ROOT / "mcpb" / "server.py"
BUILD_S = 60
"""A build takes a second, an ingest three; more than this is a hang."""
SERVER = _Object.validate_json((ROOT / "server.json").read_text("utf-8"))
MANIFEST = _Object.validate_json((ROOT / "mcpb" / "manifest.json").read_text("utf-8"))


def the_package() -> dict[str, JsonValue]:
    """The one package of the registry entry."""
    (package,) = _Objects.validate_python(SERVER["packages"])
    return package


def bundle_config() -> dict[str, JsonValue]:
    """How the desktop host starts the bundle."""
    return _Object.validate_python(_Object.validate_python(MANIFEST["server"])["mcp_config"])


def test_one_version_stands_everywhere() -> None:
    version = PROJECT["project"]["version"]
    assert [VERSION, SERVER["version"], the_package()["version"], MANIFEST["version"]] == [version] * 4


def test_the_registry_entry_names_the_server_as_the_readme_and_the_image_do() -> None:
    name = SERVER["name"]
    assert f"<!-- mcp-name: {name} -->" in (ROOT / "README.md").read_text("utf-8")
    assert f'io.modelcontextprotocol.server.name="{name}"' in (ROOT / "Dockerfile").read_text("utf-8")
    assert len(str(SERVER["description"])) <= 100, "the registry takes 100 characters"


def test_the_registry_entry_starts_the_server_over_stdio() -> None:
    package = the_package()
    assert package["registryType"] == "pypi"
    assert package["identifier"] == PROJECT["project"]["name"]
    assert package["identifier"] in PROJECT["project"]["scripts"], "uvx runs the script of the package's name"
    assert package["transport"] == {"type": "stdio"}
    given = [str(one["value"]) for one in _Objects.validate_python(package["packageArguments"])]
    assert parser().parse_args(given).command == "serve"


def test_the_registry_entry_names_variables_that_are_read_and_hides_the_key() -> None:
    variables = {str(one["name"]): one for one in _Objects.validate_python(the_package()["environmentVariables"])}
    assert variables.keys() <= known_variables()
    assert [name for name, one in variables.items() if one.get("isSecret")] == ["GEMINI_API_KEY"]
    assert not any(one.get("isRequired") for one in variables.values()), "it works with nothing set"
    assert float(str(variables["OPENCOUNCIL_CEILING_USD"]["default"])) == pytest.approx(0.5)


def test_the_extra_that_the_entries_ask_for_exists() -> None:
    asked = _Objects.validate_python(the_package()["runtimeArguments"])
    assert [str(one["value"]) for one in asked] == ["opencouncil[gemini]"]
    assert '"--extra", "gemini"' in _BUNDLE_ENTRY.read_text("utf-8")
    assert "gemini" in PROJECT["project"]["optional-dependencies"]


def test_the_bundle_lists_the_tools_as_they_are(tmp_path: Path) -> None:
    tools = Tools(Crew(Config(vault=tmp_path / "none.db"))).listed()
    assert MANIFEST["tools"] == [{"name": tool.name, "description": tool.title} for tool in tools]


def test_every_field_of_the_bundle_form_reaches_a_variable_that_is_read() -> None:
    form = _Object.validate_python(MANIFEST["user_config"])
    given = _Texts.validate_python(bundle_config()["env"])
    assert given.keys() <= known_variables() | {"OPENCOUNCIL_RECORDS"}
    assert sorted(given.values()) == sorted(f"${{user_config.{field}}}" for field in form)


def test_the_bundle_form_picks_a_folder_and_keeps_the_key_secret() -> None:
    fields = _Object.validate_python(MANIFEST["user_config"]).items()
    form = {name: _Object.validate_python(field) for name, field in fields}
    assert form["records"]["type"] == "directory"
    assert [name for name, field in form.items() if field.get("required")] == ["records"]
    assert [name for name, field in form.items() if field.get("sensitive")] == ["gemini_api_key"]
    # A required field is filled in by the person, every other one needs a default or the host hands on the placeholder.
    assert all("default" in field for field in form.values() if not field.get("required"))


def _bundle_entry() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bundle_entry", _BUNDLE_ENTRY)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_bundle_carries_its_icon_and_its_privacy_text() -> None:
    packed = (ROOT / "scripts" / "build_mcpb.sh").read_text("utf-8")
    assert (ROOT / "mcpb" / str(MANIFEST["icon"])).read_bytes().startswith(b"\x89PNG")
    assert "PRIVACY.md" in str(MANIFEST["privacy_policies"])
    assert {f"mcpb/{name}" for name in (MANIFEST["icon"], "PRIVACY.md")} <= set(packed.split())


def test_the_bundle_brings_the_gemini_client_only_for_a_key_and_once() -> None:
    entry = _bundle_entry()
    assert "gemini" not in str(bundle_config()["args"])
    assert entry.with_gemini({}, []) == []
    assert entry.with_gemini({"GEMINI_API_KEY": "k"}, ["server.py", "--with-gemini"]) == []


def test_a_field_left_empty_is_no_value() -> None:
    given = {"GEMINI_API_KEY": "${user_config.gemini_api_key}", "OPENCOUNCIL_VAULT": "", "HOME": "here"}
    assert _bundle_entry().filled_in(given) == {"OPENCOUNCIL_VAULT": "", "HOME": "here"}


@pytest.mark.parametrize(
    "more",
    [{}, {"OPENCOUNCIL_RECORDS": " "}, {"OPENCOUNCIL_RECORDS": "x", "OPENCOUNCIL_READ_ONLY": "true"}],
    ids=["no folder", "blank", "read-only"],
)
def test_the_bundle_ingests_nothing_without_a_folder_or_when_read_only(more: dict[str, str]) -> None:
    assert _bundle_entry().start_ingest({**os.environ, **more}) is None


def test_the_bundle_reads_the_chosen_folder_into_the_vault(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    records = tmp_path / "-records of Alder Falls"
    records.mkdir()
    (records / "minutes.md").write_text("# Select Board\n\nThe invented town of Alder Falls met and voted.\n", "utf-8")
    vault = tmp_path / "town.vault"
    given = {**os.environ, "OPENCOUNCIL_RECORDS": str(records), "OPENCOUNCIL_VAULT": str(vault)}
    done = _bundle_entry().start_ingest(given)
    assert done.wait(BUILD_S) == 0
    assert capfd.readouterr().out == "", "standard output is the protocol's"
    with VaultIndex.open(vault, read_only=True) as index:
        assert index.counts().documents == 1


def test_the_image_runs_as_an_ordinary_user_and_serves_over_stdio() -> None:
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    last = {word: rest for word, _, rest in (line.partition(" ") for line in lines)}
    assert last["USER"] == "opencouncil"
    command = [*json.loads(last["ENTRYPOINT"]), *json.loads(last["CMD"])]
    assert command[0] in PROJECT["project"]["scripts"]
    assert parser().parse_args(command[1:]).http is None
    copied = {line.split()[1] for line in lines if re.match(r"COPY \w+ \w+$", line)}
    assert copied == PACKAGES
    assert {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()} >= PACKAGES


def test_the_wheel_is_made_of_the_five_packages() -> None:
    assert set(PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) == PACKAGES


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.Path:
    if importlib.util.find_spec("hatchling") is None or importlib.util.find_spec("build") is None:
        pytest.skip("hatchling and build are not installed; scripts/check_install.sh builds in environments of its own")
    out = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)],
        capture_output=True,
        text=True,
        timeout=BUILD_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = out.glob("*.whl")
    return zipfile.Path(made)


def test_the_wheel_holds_every_module_and_every_data_file(wheel: zipfile.Path) -> None:
    held = {name for name in wheel.root.namelist() if ".dist-info/" not in name and not name.endswith("/")}
    kept = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert held == kept
    assert {Path(name).suffix for name in held} >= {".py", ".md", ".json", ".jsonl", ".tsv"}


def test_the_wheel_carries_the_licence_the_readme_and_the_command(wheel: zipfile.Path) -> None:
    info = wheel / f"opencouncil-{VERSION}.dist-info"
    assert (info / "licenses" / "LICENSE").is_file()
    assert "opencouncil = mcp_server.cli.main:main" in (info / "entry_points.txt").read_text("utf-8")
    assert "<!-- mcp-name:" in (info / "METADATA").read_text("utf-8")


@pytest.mark.parametrize("script", sorted((ROOT / "scripts").glob("*.sh")), ids=lambda path: str(path.name))
def test_a_script_can_be_run_and_stops_at_the_first_fault(script: Path) -> None:
    text = script.read_text("utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "set -euo pipefail" in text
    assert os.name == "nt" or os.access(script, os.X_OK)
