"""The 493 clauses of the source documents and where each one stands.

A clause is *covered* when a test carries a comment line `# covers: 118, 119` directly above it (or above its
decorators), *superseded* when a later decision replaced it, *explained* when it asks for something that is not a
behaviour of this system, or *pending*. `test_requirements.py` keeps the table true in both directions.
"""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from pathlib import Path

__all__ = ["EXPLAINED", "PENDING", "SUPERSEDED", "Clause", "clauses", "covered"]

TESTS = Path(__file__).resolve().parent
_COVERS = re.compile(r"^\s*#\s*covers:\s*(?P<numbers>[\d,\s]+)$")  # "# covers: 118, 119"


@dataclass(frozen=True)
class Clause:
    """One row of the checklist: number, source document, area and text."""

    no: int
    source: str
    area: str
    text: str


def clauses() -> dict[int, Clause]:
    """All clauses by number."""
    lines = (TESTS / "requirements.jsonl").read_text("utf-8").splitlines()
    return {row["no"]: Clause(**row) for row in map(json.loads, lines)}


def covered() -> dict[int, tuple[str, ...]]:
    """Clause number -> ids of the tests that name it, e.g. "vault/test_index.py::test_x"."""
    found: dict[int, tuple[str, ...]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for numbers, test in _marked(path):
            for number in numbers:
                found[number] = (*found.get(number, ()), f"{path.relative_to(TESTS).as_posix()}::{test}")
    return found


def _marked(path: Path) -> list[tuple[list[int], str]]:
    lines = path.read_text("utf-8").splitlines()
    starts = {
        min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]): node.name
        for node in ast.walk(ast.parse("\n".join(lines)))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }
    marked: list[tuple[list[int], str]] = []
    pending: list[int] = []
    for number, line in enumerate(lines, start=1):
        match = _COVERS.match(line)
        if match:
            pending += [int(part) for part in match["numbers"].replace(",", " ").split()]
        elif number in starts and pending:
            marked.append((pending, starts[number]))
            pending = []
    if pending:
        raise AssertionError(f"{path.name}: '# covers: {pending}' stands above no test")
    return marked


SUPERSEDED: dict[int, str] = {
    57: "There is no reranker to reuse; the scoring of clauses 58-60 is the one reranker (decision 13).",
    65: "No statute is named without its own text (decision 23), so general knowledge may not answer; the missing "
    "text is named instead (decision 5).",
    114: "The audit takes the critic's place (decision 24): it runs on every answer and repairs at most once.",
    115: "The audit takes the critic's place (decision 24).",
    161: "Decision 30: an engine's score is comparable only inside one answer, so it cuts candidates and "
    "lanes are merged by our own score.",
    70: "The state lane always runs beside the local one; who runs the engine switches it off for all "
    "questions with `enable_parallel_state_lane`, so no plan carries a switch of its own (decisions 8 and 26).",
    432: "Decision 10: authority is the lane and the kind of document, never the words of a text, so a passage that "
    "prints a section number of the state's law is not state law for it.",
    310: "S3's five headings are replaced by S2's (decision 1).",
    311: "S3's five headings are replaced by S2's (decision 1).",
    312: "S3's five headings are replaced by S2's (decision 1); the missing-text sentence is decision 5.",
    313: "S3's five headings are replaced by S2's (decision 1).",
    314: "S2 forbids the section; decision 4 says when uploads may be suggested.",
}
"""Clause -> the decision that replaced it."""

EXPLAINED: dict[int, str] = {
    3: "Asks not to change a code base that does not exist here; this is a new system (decisions, opening).",
    69: "The planner is new, so there is nothing to restructure; its added fields are clauses 70 and 71.",
    134: "A delivery list; the code is `pipeline.find.retrieve` and `pipeline.turn`.",
    138: "A work step in another code base; the orchestrator here is `pipeline.turn`.",
    243: "A file name of another code base; here `pipeline/turn.py`.",
    244: "A file name of another code base; here `pipeline/ask/plan.py`.",
    245: "A file name of another code base; here `pipeline/types.py`.",
    246: "A file name of another code base; here `pipeline/ask/sessions.py`.",
    247: "A file name of another code base; here `pipeline/write/model.py`.",
    248: "A file name of another code base; here `pipeline/audit`.",
    249: "A work step in another code base; here `pipeline/find/retrieve.py` and `pipeline/settings.py`.",
    229: "A work step in another code base; the search seam `pipeline.ports.SearchEngine` is the primitive here.",
    273: "Optional in its source and not used: topics are matched in the text, not stored with it.",
    250: "A route of another code base; here `ask`, `research` and the golden set take the steps of `pipeline.turn`.",
    274: "Optional in its source; the alignment of a chunk is a part of its score, not stored with it.",
    350: "There is no old endpoint to keep: this is a new system.",
    351: "An order of work in another code base; nothing of it can be observed in the result.",
}
"""Clause -> why it is not a behaviour to test here."""

PENDING: dict[int, str] = {}
"""Clause -> the part of the work that will cover it."""
