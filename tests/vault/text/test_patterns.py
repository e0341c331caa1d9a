import ast
import importlib
import re
from pathlib import Path

import pytest

from vault.text.patterns import lazy_regex

_ROOT = Path(__file__).parents[3]
_PACKAGES = ("hop_controller", "mcp_server", "pipeline", "vault")


def _lazy_in(value: object) -> list[re.Pattern[str]]:
    if type(value) is type(lazy_regex("")):
        return [value]  # type: ignore[list-item]
    if isinstance(value, dict):
        return [found for pair in value.items() for each in pair for found in _lazy_in(each)]
    if isinstance(value, tuple | list | set | frozenset):
        return [found for each in value for found in _lazy_in(each)]
    return []


def _modules() -> list[str]:
    files = [path for package in _PACKAGES for path in (_ROOT / package).rglob("*.py")]
    using = [path for path in files if "lazy_regex(" in path.read_text(encoding="utf-8")]
    return [".".join(path.relative_to(_ROOT).with_suffix("").parts) for path in sorted(using)]


def test_a_pattern_behaves_as_if_compiled_at_once() -> None:
    lazy, eager = lazy_regex(r"(?P<word>[a-z]+)\d", re.I), re.compile(r"(?P<word>[a-z]+)\d", re.I)
    text = "Ab1 c2"
    assert lazy.pattern == eager.pattern
    assert lazy.findall(text) == eager.findall(text) == ["Ab", "c"]
    assert [found["word"] for found in lazy.finditer(text)] == ["Ab", "c"]
    assert lazy.sub("-", text) == "- -"
    assert (lazy.flags, lazy.groups, dict(lazy.groupindex)) == (eager.flags, eager.groups, dict(eager.groupindex))


def test_a_source_that_is_no_pattern_is_told_at_its_first_use() -> None:
    broken = lazy_regex("(")
    with pytest.raises(re.error):
        broken.search("x")


def _does_not_compile(pattern: re.Pattern[str]) -> bool:
    try:
        pattern.search("")
    except re.error:
        return True
    return False


def test_every_pattern_of_a_module_compiles() -> None:
    modules = [importlib.import_module(name) for name in _modules()]
    found = [pattern for module in modules for value in vars(module).values() for pattern in _lazy_in(value)]
    assert len(found) > 1000
    assert [pattern.pattern for pattern in found if _does_not_compile(pattern)] == []


def test_no_pattern_is_compiled_while_a_module_is_imported() -> None:
    at_import = []
    for package in _PACKAGES:
        for path in (_ROOT / package).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            at_import += [f"{path.name}:{line}" for line in _compiled_outside_functions(tree)]
    assert at_import == []


def _compiled_outside_functions(node: ast.AST) -> list[int]:
    lines = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.Call) and ast.unparse(child.func) == "re.compile":
            first = child.args[0]
            if not (isinstance(first, ast.Constant) and isinstance(first.value, bytes)):
                lines.append(child.lineno)
        lines += _compiled_outside_functions(child)
    return lines
