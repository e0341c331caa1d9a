"""The rules that keep the house in order, checked on the source itself: rooms, names, reach, words of a state.

Where a rule is not yet kept everywhere, the places that still break it stand here by name or number. A number may only
fall: whoever mends a place lowers it in the same commit, and nothing new may be added to a list.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from pipeline.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("opencouncil", "mcp_server", "pipeline", "hop_controller", "prompts", "vault")

ROOMS = (
    ("opencouncil",),
    ("mcp_server/cli", "mcp_server/cli/clerk", "mcp_server/tools", "mcp_server"),
    ("mcp_server/report",),
    ("mcp_server/results",),
    ("pipeline/record", "pipeline", "pipeline/hosted"),
    ("pipeline/check",),
    ("pipeline/check/bind",),
    ("pipeline/check/rules", "pipeline/check/slots"),
    ("pipeline/check/read",),
    ("pipeline/write",),
    ("pipeline/write/extract",),
    ("pipeline/find", "pipeline/find/chains", "pipeline/find/spans"),
    ("pipeline/answer", "pipeline/quoting", "pipeline/ask"),
    ("hop_controller",),
    ("vault/official",),
    ("vault", "vault/store", "vault/opensearch", "vault/intake", "vault/readers"),
    ("vault/facts", "vault/facts/meeting", "vault/facts/prose", "vault/states", "vault/law"),
    ("vault/text",),
    ("prompts",),
)
"""The rooms from the top of the house to the ground; rooms of one row stand on one level and may know each other."""

SHARED = frozenset(
    (
        *("pipeline.types", "pipeline.errors", "pipeline.settings", "pipeline.ports", "pipeline.services"),
        *("vault.types", "vault.errors", "vault.value"),
    )
)
"""Types, errors, settings and ports: every room above the ground may import them."""

CLIMBS = {
    ("pipeline/answer", "pipeline/find"): 1,
    ("pipeline/answer", "pipeline/write/extract"): 3,
    ("pipeline/find/spans", "pipeline/write/extract"): 2,
    ("pipeline/write", "pipeline/check"): 1,
}
"""Imports that still climb, per pair of rooms: at most so many."""

MOST_MODULES = 15
LARGER_ROOMS = {
    "vault/store": 21,
    "pipeline/write/extract": 18,
    "pipeline/check/slots": 16,
    "vault/facts": 20,
    "vault/readers": 16,
    "pipeline/ask": 20,
}
"""Rooms above fifteen modules, with the number they may not pass."""

SHOWN_AS_PUT = {
    "mcp_server/report/collect.py": "the heading of the report",
    "mcp_server/cli/ask.py": "a saved note and the picture of the hops are headed by the question",
    "pipeline/answer/brief.py": "a writer sees the question",
    "pipeline/check/read/case.py": "an answer may repeat what the question says",
    "pipeline/find/hops.py": "S4's topic",
}
"""Who shows the question as it was put, or hands it on; everybody else takes what it says from its reading."""

STATE_WORDS = re.compile(r"\bNew Hampshire\b|\bN\.H\.|[\"']NH[\"']|\bRSA\b|\b[Ss]electm[ae]n\b|\bNHMA\b|\bVermont\b")
STATE_ROOMS = ("vault/states/", "vault/law/")
STATE_WORDS_LEFT = 5
"""Lines of code (docstrings and comments aside) outside the rooms of states and law that name a state, its code or one
state's offices: examples in what a tool says of its arguments."""


@cache
def _modules() -> tuple[Path, ...]:
    return tuple(sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py")))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _room(path: Path) -> str:
    return path.parent.relative_to(ROOT).as_posix()


@cache
def _known() -> dict[str, Path]:
    """Dotted module name -> file."""
    return {_name(path).removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in _modules()}


def _imported(path: Path) -> set[str]:
    """Dotted names of our own modules that a module imports, `from room import module` included."""
    found: set[str] = set()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in found if name in _known()}


def _level(room: str) -> int:
    return next((number for number, row in enumerate(ROOMS) if room in row), -1)


def test_every_room_has_its_place_in_the_order() -> None:
    assert {_room(path) for path in _modules() if not _room(path).startswith("vault/states/")} <= {
        room for row in ROOMS for room in row
    }


def test_rooms_import_downward_and_what_still_climbs_does_not_grow() -> None:
    climbing: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in _modules():
        for name in _imported(path) - SHARED:
            there = _room(_known()[name])
            if _known()[name].name == "__init__.py" and name.count(".") + 1 == len(Path(there).parts):
                there = there or name
            here = _level(_room(path))
            if here >= 0 and 0 <= _level(there) < here:
                climbing[_room(path), there].append(f"{_name(path)} imports {name}")
    grown = {pair: found for pair, found in climbing.items() if len(found) > CLIMBS.get(pair, 0)}
    assert not grown, grown


def test_a_room_holds_about_fifteen_modules() -> None:
    counted: dict[str, int] = defaultdict(int)
    for path in _modules():
        counted[_room(path)] += path.name != "__init__.py"
    full = {room: number for room, number in counted.items() if number > LARGER_ROOMS.get(room, MOST_MODULES)}
    assert not full, full


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in _modules():
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(_name(path))
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert not twice, twice


def _public(path: Path) -> set[str]:
    """The names that a module lists in `__all__`."""
    listed = [node.value for node in _tree(path).body if isinstance(node, ast.Assign) and _targets(node) == ["__all__"]]
    return {str(name) for value in listed for name in ast.literal_eval(value)}


def _targets(node: ast.Assign) -> list[str]:
    return [target.id for target in node.targets if isinstance(target, ast.Name)]


def test_what_others_import_of_a_module_is_listed_in_its_public_names() -> None:
    known, missing = _known(), set()
    for path in _modules():
        for node in ast.walk(_tree(path)):
            if not isinstance(node, ast.ImportFrom) or node.module not in known:
                continue
            names = {one.name for one in node.names if f"{node.module}.{one.name}" not in known}
            missing |= {f"{node.module}.{name}" for name in names - _public(known[node.module])}
    assert sorted(missing) == []


def test_the_question_is_read_in_the_asking_room_and_nowhere_else() -> None:
    readers = {
        _name(path)
        for path in _modules()
        if _room(path) != "pipeline/ask"
        if re.search(r"\b(?:question|reading)\.text\b", path.read_text("utf-8"))
    }
    assert readers == SHOWN_AS_PUT.keys()


def test_in_the_asking_room_the_text_of_a_question_is_its_reading_but_where_a_pasted_text_is_split_off() -> None:
    room = [path for path in _modules() if _room(path) == "pipeline/ask"]
    raw = [_name(path) for path in room if re.search(r"\bquestion\.text\b", path.read_text("utf-8"))]
    assert raw == ["pipeline/ask/conversation.py"]


def test_values_are_changed_through_typed_ways() -> None:
    """`model_copy(update={…})` checks nothing; `Value.changed` holds every field to its type."""
    untyped = [_name(path) for path in _modules() if re.search(r"model_copy\(\s*update=", path.read_text("utf-8"))]
    assert untyped == []


def _code_lines(path: Path) -> list[tuple[int, str]]:
    """Lines of a module without its docstrings and comments."""
    hidden: set[int] = set()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            hidden |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = enumerate(path.read_text("utf-8").splitlines(), 1)
    return [
        (number, line.split("  # ")[0]) for number, line in lines if number not in hidden and line.strip()[:1] != "#"
    ]


def test_only_the_rooms_of_states_and_law_name_a_state() -> None:
    naming = [
        f"{_name(path)}:{number}"
        for path in _modules()
        if not _name(path).startswith(STATE_ROOMS)
        for number, line in _code_lines(path)
        if STATE_WORDS.search(line)
    ]
    assert len(naming) <= STATE_WORDS_LEFT, naming


WORDS_OF_NO_NAME = {"pipeline/ask/lexicon.py", "pipeline/check/read/names.py", "pipeline/find/spans/sought.py"}
"""Lists of words that name nothing hold the months too; they read no date."""


def test_no_table_of_months_stands_outside_the_grammar_of_dates() -> None:
    month = re.compile(r"\bjan(?:uary)?\b.{0,40}\bfeb(?:ruary)?\b", re.IGNORECASE | re.DOTALL)
    tables = [
        _name(path)
        for path in _modules()
        if _name(path) != "vault/facts/dates.py"
        and month.search("\n".join(line for _, line in _code_lines(path)).replace("(?:uary)", ""))
    ]
    assert set(tables) <= WORDS_OF_NO_NAME, tables


def _reached(start: set[str]) -> set[str]:
    seen: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name in _known() and name not in seen:
            seen.add(name)
            waiting += list(_imported(_known()[name]))
            waiting += _named_in_strings(_known()[name])
            waiting += [name.rpartition(".")[0]] if "." in name else []
    return seen


def _named_in_strings(path: Path) -> list[str]:
    """Modules that a table names by their dotted path, to be loaded when they are needed."""
    texts = (node.value for node in ast.walk(_tree(path)) if isinstance(node, ast.Constant))
    parts = (text.partition(":")[0] for text in texts if isinstance(text, str) and "." in text and " " not in text)
    return [part for part in parts if part in _known()]


ONLY_TESTS_REACH: frozenset[str] = frozenset()
"""Modules that neither the console script nor the Python API reaches: to be reached or deleted."""


def test_every_module_is_reached_from_the_console_script_or_the_python_api() -> None:
    entries = {"mcp_server.cli.main", "opencouncil"}
    unreached = _known().keys() - _reached(entries) - set(PACKAGES)
    assert unreached <= ONLY_TESTS_REACH, sorted(unreached)


@cache
def _held_names(path: Path) -> set[str]:
    """What may be imported from a module: all it binds at its top, and the modules of a package."""
    bound: set[str] = {other.stem for other in path.parent.iterdir()} if path.name == "__init__.py" else set()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            bound |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
    return bound


def test_what_tests_and_benchmarks_import_of_the_product_is_there() -> None:
    """A name that is renamed or deleted must go with its tests; the type check does not read them."""
    lacking = [
        f"{_name(path)}: {node.module}.{alias.name}"
        for path in (*(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py"))
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.ImportFrom) and node.module in _known() and node.level == 0
        for alias in node.names
        if alias.name not in _held_names(_known()[node.module])
    ]
    assert lacking == []


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_every_setting_is_read(name: str) -> None:
    texts = (path.read_text("utf-8") for path in _modules() if _name(path) != "pipeline/settings.py")
    assert any(re.search(rf"\.{name}\b", text) for text in texts), f"nothing reads the setting {name}"


def test_every_path_that_the_notes_for_developers_name_exists() -> None:
    notes = (ROOT / "docs" / "developing.md").read_text("utf-8")
    named = set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.(?:py|md|tsv|json|sh))?)`", notes))
    places = [ROOT, *(ROOT / room for room in ("pipeline", "pipeline/check", "vault", "mcp_server"))]
    assert len(named) >= 30
    assert sorted(name for name in named if not any((place / name).exists() for place in places)) == []


def _rows_of(notes: str, head: str) -> list[tuple[str, ...]]:
    """The rows of the table of the notes that has this head, cell by cell."""
    table = notes.partition(head)[2].strip().splitlines()[1:]
    rows = (line for line in table[: next((n for n, line in enumerate(table) if not line.startswith("|")), len(table))])
    return [tuple(cell.strip() for cell in row.strip("| ").split(" | ")) for row in rows]


def _names_in(cell: str) -> list[str]:
    return re.findall(r"`([A-Za-z_.]+)`", cell)


def _modules_of(cell: str) -> list[Path]:
    """The modules of the rooms and files that a cell names; those below a room it tells apart ("`read/`") included."""
    named = [ROOT / place for place in re.findall(r"`((?:\w+/)+\w*(?:\.py)?)`", cell) if (ROOT / place).exists()]
    return [module for place in named for module in ([place] if place.suffix else sorted(place.rglob("*.py")))]


def _is_found(name: str, modules: list[Path]) -> bool:
    """Whether one of the modules is, or binds, what the notes say to begin with ("run.begin", "audit", "Library")."""
    module, _, symbol = name.removesuffix(".py").rpartition(".")
    held = [path for path in modules if not module or path.stem == module]
    return any(symbol in _held_names(path) or (not module and path.stem == symbol) for path in held)


@pytest.mark.parametrize("head", ["| stage | room | begin with |", "| what | module | gives |"])
def test_what_the_notes_for_developers_say_to_begin_with_stands_where_they_say(head: str) -> None:
    rows = _rows_of((ROOT / "docs" / "developing.md").read_text("utf-8"), head)
    names = [(row[0], name, _modules_of(row[1])) for row in rows for name in _names_in(row[2])]
    assert len(names) >= 8
    assert [(stage, name) for stage, name, modules in names if modules and not _is_found(name, modules)] == []
    assert all(modules for _, _, modules in names), [stage for stage, _, modules in names if not modules]


def test_every_benchmark_is_named_by_a_document_or_used_by_one_that_is() -> None:
    files = {path.stem: path for path in (ROOT / "benchmarks").glob("*.py")}
    notes = "\n".join(path.read_text("utf-8") for path in (*(ROOT / "docs").glob("*.md"), ROOT / "README.md"))
    waiting = [
        name for name in files if re.search(rf"\bbenchmarks/{name}\.py|\bbenchmarks\.{name}\b|`{name}\.py`", notes)
    ]
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            waiting += re.findall(r"\bbenchmarks\.(\w+)", files[name].read_text("utf-8"))
            waiting = [one for one in waiting if one in files]
    assert sorted(files.keys() - used) == []


def _over_a_set(node: ast.For) -> bool:
    made = node.iter.func if isinstance(node.iter, ast.Call) else None
    named = isinstance(made, ast.Name) and made.id in ("set", "frozenset")
    return named or isinstance(node.iter, ast.Set | ast.SetComp)


def test_no_loop_takes_the_order_of_a_set() -> None:
    """What the last or the first of a set decides differs from run to run: a verdict did."""
    loops = [
        f"{_name(path)}:{node.lineno}"
        for path in _modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.For) and _over_a_set(node)
    ]
    assert loops == []
