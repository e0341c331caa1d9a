"""Chapters of law from a copy of the publisher's pages on the loopback interface: politely, whole, and never half.

The pages have the structure of the real ones; their text is placeholders, never law.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from fakes import a_document, memory_vault, vault_with
from papers import pdf_lines

from mcp_server.cli.main import main
from vault.errors import InputError
from vault.official.chapters import add_chapters, chapter_number, missing_chapters
from vault.official.client import AGENT, PoliteClient
from vault.store.index import VaultIndex

PAGE = "/VI/91-A/91-A-mrg.htm"


def section(number: str, heading: str, text: str, source: str = "1999, 1:1, eff. Jan. 1, 2000.") -> str:
    return (
        f"<center><h3>Section {number}</h3></center>&nbsp;&nbsp;&nbsp;<b> {number} {heading}. &#150;</b>"
        f"<codesect>{text}<br></codesect><sourcenote><p><b>Source.</b> {source}</p></sourcenote>"
    )


CHAPTER = (
    "<html><head><title>Chapter 91-A PLACEHOLDERS</title></head><body><center><h1>TITLE VI<br>PUBLIC OFFICERS</h1>"
    "</center><center><h1>Chapter 91-A<br>PLACEHOLDERS</h1></center>"
    + section("91-A:1", "Preamble", "Placeholder of the first section about lanterns.")
    + section("91-A:2", "Lanterns", "I. Placeholder for lanterns in a hall.<br>II. Placeholder for lanterns outside.")
    + "<center><h3>Section 91-A:3</h3></center><b>91-A:3 [Repealed by 2001, 2:2, eff. July 1, 2001.] &#150;</b>"
    + "</body></html>"
)


class Site:
    """What the publisher's copy answers, and what it was asked."""

    def __init__(self) -> None:
        self.pages: dict[str, str | bytes] = {PAGE: CHAPTER}
        self.robots = ""
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.held_up = threading.Event()
        self.slow = False
        self.base = ""


@contextmanager
def serving() -> Iterator[Site]:
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append((self.path, dict(self.headers)))
            if self.path == "/robots.txt":
                self._send(200 if site.robots else 404, site.robots)
            elif self.path not in site.pages:
                self._send(404, "no such page")
            elif self.headers.get("If-None-Match") == '"one"':
                self._send(304, "")
            else:
                self._send(200, site.pages[self.path])

        def _send(self, status: int, text: str | bytes) -> None:
            body = text if isinstance(text, bytes) else text.encode()
            self.send_response(status)
            self.send_header("ETag", '"one"')
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if site.slow and self.path != "/robots.txt":
                site.held_up.wait(10)
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.base = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield site
    finally:
        site.held_up.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as one:
        yield one


@pytest.fixture
def vault() -> Iterator[VaultIndex]:
    with memory_vault() as one:
        yield one


def client(folder: Path, timeout_s: float = 20.0) -> PoliteClient:
    return PoliteClient(folder / "law", pause_s=0.0, timeout_s=timeout_s)


def test_a_chapter_comes_in_as_sections_with_day_and_source(site: Site, vault: VaultIndex, tmp_path: Path) -> None:
    (done,) = add_chapters(vault, ["rsa 91-a"], client(tmp_path), base=site.base)
    assert (done.outcome, done.sections, done.repealed) == ("added", 3, 1)
    (document,) = [vault.document(one.doc_id) for one in vault.documents()]
    assert document is not None
    assert [one.cite for one in document.sections] == ["RSA 91-A:1", "RSA 91-A:2", "RSA 91-A:3"]
    assert [one.status for one in document.sections] == ["current", "current", "repealed"]
    first = document.sections[0]
    assert (first.heading, first.text) == ("Preamble", "Placeholder of the first section about lanterns.")
    assert first.source_note == "1999, 1:1, eff. Jan. 1, 2000."
    assert first.as_of == done.as_of != ""
    assert first.url.endswith("/91-A/91-A-1.htm")
    assert document.metadata.lane == "state"
    assert document.metadata.title == "RSA 91-A Placeholders"


# The font of these pages has its dash where the code page has ±.
PRINTED = pdf_lines(
    "TITLE VI\nPUBLIC OFFICERS\nCHAPTER 91-A\nPLACEHOLDERS\nSection 91-A:1\n91-A:1 Preamble. ±\n"
    "Placeholder of the first section about lanterns.\nSource. 1999, 1:1, eff. Jan. 1, 2000.\n"
    "Section 91-A:2\n91-A:2 Lanterns. ±\nI. Placeholder for lanterns in a hall.\nSource. 1999, 1:1, eff. Jan. 1, 2000.",
    "Section 91-A:3\n91-A:3 [Repealed by 2001, 2:2, eff. July 1, 2001.] ±",
)


def test_a_chapter_published_as_a_printed_pdf_comes_in_alike(site: Site, vault: VaultIndex, tmp_path: Path) -> None:
    site.pages[PAGE] = PRINTED
    (done,) = add_chapters(vault, ["91-A"], client(tmp_path), base=site.base)
    assert (done.outcome, done.sections, done.repealed, done.reason) == ("added", 3, 1, "")
    document = vault.document("nh-rsa-91-a")
    assert document is not None
    assert [one.cite for one in document.sections] == ["RSA 91-A:1", "RSA 91-A:2", "RSA 91-A:3"]
    assert document.metadata.as_of == done.as_of != ""
    assert document.metadata.title == "RSA 91-A Placeholders"


def test_the_client_says_who_it_is_and_reads_robots_first(site: Site, vault: VaultIndex, tmp_path: Path) -> None:
    add_chapters(vault, ["91-A"], client(tmp_path), base=site.base)
    assert [path for path, _ in site.asked] == ["/robots.txt", PAGE]
    assert {headers["User-Agent"] for _, headers in site.asked} == {AGENT}


def test_between_two_requests_it_waits_as_long_as_it_should(site: Site, vault: VaultIndex, tmp_path: Path) -> None:
    waits: list[float] = []
    site.robots = "User-agent: *\nCrawl-delay: 7\n"
    polite = PoliteClient(tmp_path / "law", pause_s=1.0, wait=waits.append)
    add_chapters(vault, ["91-A", "91-B"], polite, base=site.base)
    assert 5.0 < waits[0] <= 7.0


def test_what_robots_forbids_is_not_asked(site: Site, vault: VaultIndex, tmp_path: Path) -> None:
    site.robots = "User-agent: *\nDisallow: /VI/\n"
    (done,) = add_chapters(vault, ["91-A"], client(tmp_path), base=site.base)
    assert done.outcome == "failed"
    assert "robots.txt" in done.reason
    assert [path for path, _ in site.asked] == ["/robots.txt"]


def test_a_page_that_has_not_changed_is_not_sent_again(site: Site, vault: VaultIndex, tmp_path: Path) -> None:
    add_chapters(vault, ["91-A"], client(tmp_path), base=site.base)
    (again,) = add_chapters(vault, ["91-A"], client(tmp_path), base=site.base)
    assert again.outcome == "unchanged"
    assert site.asked[-1][1]["If-None-Match"] == '"one"'
    assert vault.counts().sections == 3


def test_a_missing_page_is_told_and_the_other_chapters_still_come(
    site: Site, vault: VaultIndex, tmp_path: Path
) -> None:
    missing, found = add_chapters(vault, ["91-B", "91-A"], client(tmp_path), base=site.base)
    assert (missing.outcome, found.outcome) == ("failed", "added")
    assert "404" in missing.reason


@pytest.mark.parametrize(
    "page",
    [
        "<html><body><h1>Welcome to our new site</h1><p>Search the statutes here.</p></body></html>",
        CHAPTER.replace("91-A:", "91-B:"),
        CHAPTER.replace("Source.", "History:"),
        "",
    ],
    ids=["another page", "another chapter", "no source notes", "empty"],
)
def test_a_page_of_another_layout_is_an_error_and_the_old_text_stays(
    site: Site, vault: VaultIndex, tmp_path: Path, page: str
) -> None:
    add_chapters(vault, ["91-A"], client(tmp_path), base=site.base)
    before = (tmp_path / "law" / "chapter-91-a.html").read_bytes()
    site.pages[PAGE] = page
    (tmp_path / "law" / ".chapter-91-a.html.json").unlink()
    (done,) = add_chapters(vault, ["91-A"], client(tmp_path), base=site.base)
    assert done.outcome == "failed"
    assert "layout" in done.reason
    assert vault.counts().sections == 3
    assert (tmp_path / "law" / "chapter-91-a.html").read_bytes() == before


def test_a_server_that_does_not_finish_is_given_up(site: Site, vault: VaultIndex, tmp_path: Path) -> None:
    site.slow = True
    (done,) = add_chapters(vault, ["91-A"], client(tmp_path, timeout_s=0.2), base=site.base)
    assert done.outcome == "failed"
    assert "did not come" in done.reason
    assert not vault.counts().documents


def test_a_run_that_was_stopped_is_taken_up_where_it_stood(site: Site, vault: VaultIndex, tmp_path: Path) -> None:
    site.pages["/VI/91-B/91-B-mrg.htm"] = CHAPTER.replace("91-A", "91-B")

    def stop(number: str) -> None:
        if number == "91-B":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        add_chapters(vault, ["91-A", "91-B"], client(tmp_path), base=site.base, tell=stop)
    assert vault.counts().sections == 3
    first, second = add_chapters(vault, ["91-A", "91-B"], client(tmp_path), base=site.base)
    assert (first.outcome, second.outcome) == ("unchanged", "added")
    assert not list((tmp_path / "law").glob("*.part"))


@pytest.mark.parametrize("written", ["", "9999", "91-A:3", "abc", "../etc"])
def test_what_is_no_chapter_is_refused_before_anything_is_fetched(written: str) -> None:
    with pytest.raises(InputError, match="no chapter"):
        chapter_number(written)


def test_an_address_that_is_not_safe_is_refused(vault: VaultIndex, tmp_path: Path) -> None:
    for base in ("file:///etc", "http://example.org"):
        (done,) = add_chapters(vault, ["91-A"], client(tmp_path), base=base)
        assert "https" in done.reason


def test_chapters_that_records_cite_and_the_vault_lacks_are_listed_most_cited_first(site: Site, tmp_path: Path) -> None:
    records = [
        a_document("a", "The board entered a non-public session under RSA 91-A:3, II(c)."),
        a_document("b", "The board read RSA 91-A:3 and RSA 31:95-b aloud."),
        a_document("c", "Nothing is cited here."),
    ]
    with vault_with(records) as vault:
        assert [(one.chapter, one.documents) for one in missing_chapters(vault)] == [("91-A", 2), ("31", 1)]
        add_chapters(vault, ["91-A"], client(tmp_path), base=site.base)
        assert [one.chapter for one in missing_chapters(vault)] == ["31"]


def test_the_command_adds_and_the_status_names_what_is_missing(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = str(tmp_path / "v.db")
    paper = tmp_path / "minutes.txt"
    paper.write_text("Town of Alder Falls. The board went into non-public session under RSA 91-A:3, II(a).")
    main(["--vault", vault, "ingest", str(paper), "--town", "Alder Falls", "--lane", "local"])
    capsys.readouterr()
    assert main(["--vault", vault, "status"]) == 0
    assert "opencouncil law add 91-A" in capsys.readouterr().out
    monkeypatch.setenv("OPENCOUNCIL_LAW_URL", site.base)
    assert main(["--vault", vault, "law", "missing"]) == 0
    assert "91-A" in capsys.readouterr().out
    assert main(["--vault", vault, "law", "add", "91-A"]) == 0
    assert "added: 3 sections, 1 repealed" in capsys.readouterr().out
    assert main(["--vault", vault, "status"]) == 0
    assert "law add" not in capsys.readouterr().out
