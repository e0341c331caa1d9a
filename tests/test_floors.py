"""The architecture, checked: imports only go down, one lazy import, no hidden imports, every module documented."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FLOORS = {"opencouncil": 4, "mcp_server": 3, "pipeline": 2, "hop_controller": 1, "vault": 0, "prompts": 0}
MODULES = sorted(path for package in FLOORS for path in (ROOT / package).rglob("*.py"))
LAZY = {
    ("pipeline/hosted/gemini.py", "google"),
    ("pipeline/hosted/llm.py", "llm"),
    ("vault/store/schema.py", "sqlite_utils"),
}
"""The only imports allowed inside a function: optional heavy libraries, on first use."""


def _imports(tree: ast.AST) -> list[str]:
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.append(node.module)
    return names


def _relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=_relative)
def test_a_module_imports_only_from_its_own_floor_or_below(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    for name in _imports(ast.parse(path.read_text("utf-8"))):
        top = name.split(".")[0]
        if top in FLOORS and top != package:
            assert FLOORS[top] < FLOORS[package], f"{_relative(path)} imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=_relative)
def test_no_module_hides_an_import_in_a_function_body(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]:
        for name in _imports(function):
            assert (_relative(path), name.split(".")[0]) in LAZY, f"{_relative(path)} imports {name} in a function"


@pytest.mark.parametrize("path", MODULES, ids=_relative)
def test_a_module_is_documented_short_and_made_of_short_functions(path: Path) -> None:
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    assert ast.get_docstring(tree), f"{_relative(path)} has no docstring"
    assert source.count("\n") <= 600, f"{_relative(path)} has more than 600 lines"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= 60, f"{_relative(path)}: {node.name} has {length} lines"


@pytest.mark.parametrize("path", MODULES, ids=_relative)
def test_every_public_function_and_class_says_what_it_gives(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{_relative(path)}: {node.name} has no docstring"


def test_only_one_module_imports_the_gemini_client() -> None:
    importers = {
        _relative(path)
        for path in MODULES
        if any(name.startswith("google") for name in _imports(ast.parse(path.read_text("utf-8"))))
    }
    assert importers <= {"pipeline/hosted/gemini.py"}


def test_no_machine_path_or_package_index_stands_in_a_committed_text() -> None:
    needles = ["/wo" + "rk/", "/ro" + "ot/", "files.python" + "hosted", "pypi" + ".org/simple"]
    for path in ROOT.rglob("*"):
        if path.suffix in {".py", ".md", ".toml", ".json", ".yml", ".yaml"} and not _ignored(path):
            text = path.read_text("utf-8", errors="replace")
            for needle in needles:
                assert needle not in text, f"{_relative(path)} holds {needle}"


def _ignored(path: Path) -> bool:
    return any(
        part.startswith(".") or part in {"dist", "build", "node_modules"} for part in path.relative_to(ROOT).parts
    )


def test_every_decision_that_the_code_mentions_is_explained_in_the_docs() -> None:
    text = (ROOT / "docs" / "decisions.md").read_text("utf-8")
    told = {int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE)}
    assert len(told) >= 46
    for path in [*MODULES, *(ROOT / "tests").rglob("*.py")]:
        for mention in re.finditer(r"decisions? (\d+(?:(?:, | and |[-–])\d+)*)", path.read_text("utf-8")):
            for number in re.findall(r"\d+", mention[1]):
                assert int(number) in told, f"{_relative(path)} mentions decision {number}"
