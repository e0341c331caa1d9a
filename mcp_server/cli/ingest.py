"""`opencouncil ingest`: files into the vault, each with its outcome.

Checks the ingest roots and shows the report; all reading and storing is the vault's.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from mcp_server.cli.terminal import ProgressBar, Tone, say, say_json, say_marked
from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from mcp_server.vaults import check_writable, cluster_at
from vault.copying import bring_documents
from vault.intake.ingest import ingest
from vault.opensearch.shelf import ClusterShelf
from vault.store.index import VaultIndex
from vault.types import DOC_TYPES, FileResult, IngestReport, Metadata

__all__ = ["check_roots", "forced_metadata", "run", "summary"]

_CAME_IN = ("added", "updated", "partly_read")
_SHOWN = 5
"""Documents of one file whose facts are shown; a container may hold thousands."""
_TROUBLED = ("refused", "partly_read", "duplicate")


def check_roots(paths: Sequence[Path], roots: Sequence[Path]) -> None:
    """Raises `TryInsteadError` when a path lies outside the ingest roots; links are resolved before comparing."""
    allowed = [Path(os.path.realpath(root)) for root in roots]
    for path in paths:
        real = Path(os.path.realpath(path))
        if allowed and not any(real == root or root in real.parents for root in allowed):
            raise TryInsteadError(
                f"{path} is outside the folders that may be ingested.",
                code="E_OUTSIDE_ROOTS",
                valid=tuple(map(str, allowed)),
                next_step="Move the files there, or change OPENCOUNCIL_ROOTS.",
            )


def forced_metadata(given: argparse.Namespace) -> Metadata:
    """What the flags say of every file. Raises `TryInsteadError` for an unknown document type."""
    if given.doc_type and given.doc_type not in DOC_TYPES:
        raise TryInsteadError(
            f"There is no document type {given.doc_type!r}.",
            code="E_CHOICE",
            valid=DOC_TYPES,
            next_step=f"Use one of: {', '.join(DOC_TYPES)}.",
        )
    return Metadata.model_validate(
        {"town": given.town, "board": given.board, "lane": given.lane, "doc_type": given.doc_type or None}
    )


def _line(result: FileResult) -> str:
    pages = f" (pages {', '.join(map(str, result.unread_pages))})" if result.unread_pages else ""
    reason = f": {result.reason}" if result.reason else ""
    return f"{result.source}{reason}{pages}"


def _tone(result: FileResult) -> Tone:
    return "bad" if result.outcome == "refused" else "doubtful" if result.outcome in _TROUBLED else "good"


def _fact_lines(index: VaultIndex, report: IngestReport) -> dict[str, Metadata]:
    """What was detected of each document that came in, by its id."""
    fresh = {doc_id for result in report.files if result.outcome in _CAME_IN for doc_id in result.doc_ids}
    return {one.doc_id: one.metadata for one in index.documents() if one.doc_id in fresh} if fresh else {}


def _facts(facts: Metadata) -> str:
    where = facts.town or ("no town" if facts.lane == "local" else facts.state)
    parts = (where, facts.board, facts.doc_type or "", facts.date or "no date")
    return f"             {facts.title}\n             {' · '.join(part for part in parts if part)}"


def doubts(facts: Iterable[Metadata]) -> str:
    """One sentence on what was not detected and what settles it; empty when nothing is doubtful."""
    local = [one for one in facts if one.lane == "local"]
    told = [
        f"{count} without {what}"
        for what, count in (
            ("a town", sum(not one.town for one in local)),
            ("a date", sum(not one.date for one in local)),
            ("a known kind", sum(one.doc_type == "other" for one in local)),
        )
        if count
    ]
    if not told:
        return ""
    return f"Doubtful: {', '.join(told)}. Say --town, --board or --type, or `opencouncil fix ID` for one document."


def summary(report: IngestReport) -> str:
    """Counts by outcome and what was stored, in one line."""
    counts = Counter(result.outcome for result in report.files)
    told = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in sorted(counts.items())) or "no files"
    rate = f", {report.pages / report.took_s:.0f} pages/s" if report.pages and report.took_s else ""
    return (
        f"{len(report.files)} results: {told}. Stored {report.documents} documents, {report.pages} pages,"
        f" {report.chunks} passages in {report.took_s:.1f} s{rate}."
        + (f" {report.links} link(s) were not followed: name what they lead to." if report.links else "")
    )


def exit_code(report: IngestReport) -> int:
    """0 when nothing was refused, 1 when everything was, else 3."""
    refused = [result.outcome == "refused" for result in report.files]
    return 0 if not any(refused) else 1 if all(refused) else 3


def run(given: argparse.Namespace, config: Config) -> int:
    """Ingests and reports; 0 when every file came in, 3 when some were refused, 1 when all of them were."""
    check_writable(config)
    check_roots(given.paths, config.roots)
    forced = forced_metadata(given)
    bar = ProgressBar(quiet=given.quiet)
    with _opened(config, bar) as index:
        report = ingest(index, given.paths, forced=forced, manifest=given.manifest, again=given.again, progress=bar)
        found = _fact_lines(index, report)
    bar.close()
    _report(given, config, report, found)
    return exit_code(report)


@contextmanager
def _opened(config: Config, bar: ProgressBar) -> Iterator[VaultIndex]:
    """The vault that files come into: the file, or one that is gone afterwards, whose documents are then put into the
    cluster, each whole. The same files brought in twice, or by two processes at once, are held once."""
    if not config.cluster:
        with VaultIndex.open(config.vault, create=True) as index:
            yield index
        return
    with (
        cluster_at(config.cluster, create=True) as library,
        tempfile.TemporaryDirectory(prefix="opencouncil-") as scratch,
        VaultIndex.open(Path(scratch) / "staged.db", create=True) as index,
    ):
        yield index
        bring_documents(index, ClusterShelf(library), lambda now, of: bar(now, of, "into the cluster"))


def _report(given: argparse.Namespace, config: Config, report: IngestReport, found: Mapping[str, Metadata]) -> None:
    if given.json:
        say_json(report)
        return
    many = len(report.files) > 40  # a long list hides what matters; troubled files are always listed
    for result in report.files:
        if not given.quiet and (not many or result.outcome in _TROUBLED):
            say_marked(result.outcome.replace("_", " "), _tone(result), _line(result), width=12)
            for doc_id in result.doc_ids[:_SHOWN]:
                if doc_id in found:
                    say(_facts(found[doc_id]))
    say(summary(report))
    doubtful = doubts(found.values())
    if doubtful:
        say(doubtful)
    say(f"Vault: {config.cluster or config.vault.absolute()}")
