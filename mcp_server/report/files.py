"""A report written into the files that were asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from mcp_server.report.docx import docx_of
from mcp_server.report.html import html_of
from mcp_server.report.model import PageReport
from mcp_server.results.errors import TryInsteadError

__all__ = ["check_targets", "write_files"]

_WRITERS: Mapping[str, Callable[[PageReport], bytes]] = {
    "html": lambda report: html_of(report).encode("utf-8"),
    "docx": docx_of,
}


def check_targets(targets: Mapping[str, Path | None]) -> dict[str, Path]:
    """The files that were asked for by their kind, "html" or "docx".

    Raises `TryInsteadError` for one that cannot be written, so that nobody waits for an answer in vain.
    """
    asked = {kind: path for kind, path in targets.items() if path is not None}
    for kind, path in asked.items():
        if not path.absolute().parent.is_dir() or path.is_dir():
            step = f"Name a file in a folder that exists: --{kind} answer.{kind}"
            raise TryInsteadError(f"{path} cannot be written.", code="E_FILE", next_step=step)
    return asked


def write_files(report: PageReport, targets: Mapping[str, Path]) -> tuple[str, ...]:
    """Writes the report into every file; one line on each. Raises `TryInsteadError` when a disk refuses."""
    told: list[str] = []
    for kind, path in targets.items():
        data = _WRITERS[kind](report)
        try:
            path.write_bytes(data)
        except OSError as error:
            raise TryInsteadError(
                f"{path} cannot be written: {error.strerror}.", code="E_FILE", next_step="Name another file."
            ) from error
        told.append(f"Report: {path} ({max(1, len(data) // 1000)} kB)")
    return tuple(told)
