"""`opencouncil demo`: the main job on a small invented town, with no key, no network and no files of the user."""

from __future__ import annotations

import argparse
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

from mcp_server.app import Workshop
from mcp_server.cli.ask import answer_question, print_answer, with_shop
from mcp_server.cli.ingest import summary
from mcp_server.cli.terminal import say, say_json
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask
from mcp_server.tools.told import told_of
from vault.intake.ingest import ingest
from vault.store.index import VaultIndex

__all__ = ["QUESTIONS", "fill_demo_vault", "run"]

QUESTIONS = (
    "What did the Alder Falls Planning Board decide about case #31-07-LM?",
    "How many signatures does a petitioned warrant article need?",
)
"""One for each lane: a decision in the minutes, a rule of the state."""
_PATTERN = "*.md"


def fill_demo_vault(vault: Path) -> str:
    """Ingests the sample into that vault and gives the report in one line."""
    with as_file(files("mcp_server") / "sample") as folder, VaultIndex.open(vault, create=True) as index:
        return summary(ingest(index, sorted(folder.glob(_PATTERN))))


def _answered(config: Config, *, as_json: bool) -> int:
    async def work(shop: Workshop) -> int:
        results = []
        for question in QUESTIONS:
            if not as_json:
                say(f"\nQuestion: {question}\n")
            results.append(await answer_question(shop, Ask(question=question, writer="extract")))
            if not as_json:
                print_answer(results[-1], told_of(shop, results[-1]))
        if as_json:
            told = [{"audit_passed": one.audit.passed, "answer": one.answer.model_dump(mode="json")} for one in results]
            say_json([{"question": asked, **one} for asked, one in zip(QUESTIONS, told, strict=True)])
        return sum(not one.audit.passed for one in results)

    return with_shop(config, work)


def run(given: argparse.Namespace, config: Config) -> int:
    """Ingests the sample, answers two questions, says what to do next; 1 when an answer did not pass its audit."""
    if not given.json:
        say("Alder Falls is an invented town; its records and the state guides are samples of our own writing.")
    with tempfile.TemporaryDirectory(prefix="opencouncil-demo-", ignore_cleanup_errors=True) as folder:
        vault = given.keep or Path(folder) / "demo.db"
        filled = fill_demo_vault(vault)
        if not given.json:
            say(filled)
        failed = _answered(config.changed(vault=vault, read_only=False, gemini_key=None), as_json=given.json)
    if not given.json:
        say('\nNow your own records:  opencouncil ingest FOLDER   then   opencouncil ask "..."')
    return 1 if failed else 0
