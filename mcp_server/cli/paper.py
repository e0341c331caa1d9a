"""Answers and audits written into a file for people: `--html FILE`, `--docx FILE`."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from mcp_server.app import Workshop
from mcp_server.cli.terminal import note
from mcp_server.report.collect import answer_report, audit_report
from mcp_server.report.html import html_of
from mcp_server.report.model import PageReport
from mcp_server.results.errors import TryInsteadError
from pipeline.types import AuditReport, TurnResult

__all__ = ["check_targets", "write_answer", "write_audit"]


def _targets(given: argparse.Namespace) -> list[tuple[str, Path]]:
    named = (("html", getattr(given, "html", None)), ("docx", getattr(given, "docx", None)))
    return [(kind, path) for kind, path in named if path is not None]


def check_targets(given: argparse.Namespace) -> None:
    """Refuses a file that cannot be written before anything is asked. Raises `TryInsteadError`."""
    for kind, path in _targets(given):
        if not path.absolute().parent.is_dir() or path.is_dir():
            step = f"Name a file in a folder that exists: --{kind} answer.{kind}"
            raise TryInsteadError(f"{path} cannot be written.", code="E_FILE", next_step=step)


def _write(report: PageReport, given: argparse.Namespace) -> None:
    for _, path in _targets(given):
        data = html_of(report).encode("utf-8")
        try:
            path.write_bytes(data)
        except OSError as error:
            raise TryInsteadError(
                f"{path} cannot be written: {error.strerror}.", code="E_FILE", next_step="Name another file."
            ) from error
        note(f"Report: {path} ({max(1, len(data) // 1000)} kB)")


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def write_answer(result: TurnResult, shop: Workshop, given: argparse.Namespace) -> None:
    """Writes the files that were asked for; none asks for nothing."""
    if _targets(given):
        note("Drawing the cited pages …")
        _write(answer_report(result, shop.index, day=_today()), given)


def write_audit(report: AuditReport, shop: Workshop, given: argparse.Namespace) -> None:
    """Writes the audit of the text as the file that was asked for."""
    if _targets(given):
        note("Drawing the pages …")
        _write(audit_report(report, shop.index, name=Path(given.file).name or "text", day=_today()), given)
