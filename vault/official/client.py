"""A polite reader of official pages: it says who it is, asks one page a second and heeds robots.txt.

It fetches what it is told and follows nothing by itself. A page is kept beside the vault only once its reader was
content with it, so that an interrupted run or a changed layout never leaves half a page behind.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen
from urllib.robotparser import RobotFileParser

from vault.errors import OpenCouncilError
from vault.value import Value

__all__ = ["AGENT", "OfficialPage", "PoliteClient", "SourceError"]

AGENT: Final = "OpenCouncil/0.1 (research tool for town records; a person asked for this page)"
_NAME: Final = "OpenCouncil"
_MOST_BYTES: Final = 32 * 1024 * 1024
"""The longest chapter of a code has some two megabytes."""
_BLOCK: Final = 1 << 16


class SourceError(OpenCouncilError):
    """An official page could not be had or is not what it was: the source is told, nothing was stored."""

    code = "E_SOURCE"


class OfficialPage(Value):
    """One page as published: its bytes, where it came from, the day it was last seen to be so, and its kind."""

    data: bytes
    url: str
    day: str
    """ISO date of the fetch that found it so."""
    is_pdf: bool = False
    etag: str = ""
    last_modified: str = ""
    is_cached: bool = False
    """Whether the publisher said that the kept copy is still the page."""


class _Kept(Value):
    """What is noted beside a kept page."""

    url: str
    day: str
    etag: str = ""
    last_modified: str = ""


@dataclass
class PoliteClient:
    """Fetches pages of one publisher into `folder`.

    `pause_s` lies between two requests at least; a page that takes longer than `timeout_s` in all is given up.
    """

    folder: Path
    pause_s: float = 1.0
    timeout_s: float = 60.0
    wait: Callable[[float], None] = time.sleep
    _last: float = field(default=-1e9, init=False)
    _robots: dict[str, RobotFileParser] = field(default_factory=dict, init=False)

    def fetch(self, url: str, name: str) -> OfficialPage:
        """The page at `url`; the copy kept as `name` when the publisher says it has not changed.

        Raises:
            SourceError: the address is none of the web's, robots.txt forbids it, or it did not come.
        """
        _check_address(url)
        if not self._rules(url).can_fetch(_NAME, url):
            raise SourceError(
                f"{url} may not be fetched by programs (robots.txt).",
                next_step="Save the page from a browser and ingest the file.",
            )
        kept = self._kept(url, name)
        headers = {"If-None-Match": kept.etag, "If-Modified-Since": kept.last_modified} if kept else {}
        try:
            return self._get(url, {key: value for key, value in headers.items() if value})
        except HTTPError as error:
            with error:
                if error.code == 304 and kept:
                    data = self._place(name).read_bytes()
                    return OfficialPage(
                        data=data, is_pdf=_is_pdf(data), is_cached=True, **{**kept.model_dump(), "day": _today()}
                    )
                raise _refusal(url, error.code) from error
        except (URLError, HTTPException, OSError) as error:
            raise SourceError(
                f"{url} did not come: {getattr(error, 'reason', '') or error or type(error).__name__}.",
                next_step="Run the same command again later; chapters that came are kept and not asked again.",
            ) from error

    def keep(self, page: OfficialPage, name: str) -> Path:
        """Keeps a page as `name` and gives its file; a run that stops here leaves the old page or the new."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        place = self._place(name)
        if not page.is_cached:
            _replace(place, page.data)
        note = _Kept(url=page.url, day=page.day, etag=page.etag, last_modified=page.last_modified)
        _replace(self._note(name), note.model_dump_json().encode())
        return place

    def _place(self, name: str) -> Path:
        return self.folder / name

    def _note(self, name: str) -> Path:
        return self.folder / f".{name}.json"

    def _kept(self, url: str, name: str) -> _Kept | None:
        try:
            found = _Kept.model_validate(json.loads(self._note(name).read_text("utf-8")))
        except (OSError, ValueError):
            return None
        return found if found.url == url and self._place(name).is_file() else None

    def _rules(self, url: str) -> RobotFileParser:
        """The rules of the page's host; no robots.txt allows everything, one that cannot be had forbids everything."""
        parts = urlsplit(url)
        host = f"{parts.scheme}://{parts.netloc}"
        if host not in self._robots:
            rules = RobotFileParser()
            try:
                rules.parse(self._get(f"{host}/robots.txt", {}).data.decode("utf-8", "replace").splitlines())
            except HTTPError as error:
                with error:
                    rules.parse(["User-agent: *", "Disallow: /"] if error.code >= 500 else [])
            except (URLError, HTTPException, OSError) as error:
                raise SourceError(
                    f"{host} did not answer: {getattr(error, 'reason', '') or error or type(error).__name__}.",
                    next_step="Check the connection, or ingest saved chapters by hand.",
                ) from error
            self._robots[host] = rules
            self.pause_s = max(self.pause_s, float(rules.crawl_delay(_NAME) or 0.0))
        return self._robots[host]

    def _get(self, url: str, headers: dict[str, str]) -> OfficialPage:
        self._pace()
        request = Request(url, headers={"User-Agent": AGENT, "Accept": "text/html, application/pdf", **headers})  # noqa: S310 - checked
        begun = time.monotonic()
        with urlopen(request, timeout=self.timeout_s) as answer:  # noqa: S310 - the address was checked
            _check_address(answer.url)
            data = self._body(answer, url, begun)
            return OfficialPage(
                data=data,
                url=url,
                day=_today(),
                is_pdf=_is_pdf(data),
                etag=answer.headers.get("ETag", ""),
                last_modified=answer.headers.get("Last-Modified", ""),
            )

    def _body(self, answer: HTTPResponse, url: str, begun: float) -> bytes:
        blocks: list[bytes] = []
        size = 0
        while block := answer.read1(_BLOCK):
            blocks.append(block)
            size += len(block)
            if size > _MOST_BYTES:
                raise SourceError(f"{url} is larger than {_MOST_BYTES >> 20} MB: it is no chapter.")
            if time.monotonic() - begun > self.timeout_s:
                raise TimeoutError(f"it took longer than {self.timeout_s:.0f} s")
        return b"".join(blocks)

    def _pace(self) -> None:
        left = self._last + self.pause_s - time.monotonic()
        if left > 0:
            self.wait(left)
        self._last = time.monotonic()


def _check_address(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost", "::1")):
        return
    raise SourceError(f"{url} is not an https address.", next_step="Set OPENCOUNCIL_LAW_URL to one.")


def _refusal(url: str, status: int) -> SourceError:
    if status == 404:
        return SourceError(
            f"There is no page {url} (404).",
            next_step="Check the chapter's number; a chapter that was repealed whole has no page.",
        )
    return SourceError(f"{url} answered {status}.", next_step="Run the same command again later.")


def _is_pdf(data: bytes) -> bool:
    return data.startswith(b"%PDF")


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _replace(place: Path, data: bytes) -> None:
    part = place.with_name(place.name + ".part")
    part.write_bytes(data)
    part.chmod(0o600)
    os.replace(part, place)
