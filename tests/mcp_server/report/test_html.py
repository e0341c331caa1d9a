"""The report as one file: escaped, self-contained, in order; looked at in a browser where there is one."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from papers import pdf_lines

from mcp_server.cli.main import main
from mcp_server.report.html import html_of
from mcp_server.report.model import Footnote, PageReport, StatementRow, blocks_of
from mcp_server.report.pages import Leaf

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"' onload='x' <b>bold</b> &lt; \x1b[31m\u202e"
MINUTES = (
    "Town of Alder Falls Planning Board minutes, May 6, 2031\n\nCase 31-07: The Board granted the sign variance to\n"
    "Dana Whitlow by a vote of 3-0.\n\n" + "Signs of up to 40 square feet may stand on Mill Street.\n" + HOSTILE[:25]
)
QUESTION = "Did the Alder Falls Planning Board grant the sign variance to Dana Whitlow?"


class _Outline(HTMLParser):
    """Tags, ids, targets and addresses of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def _outline(page: str) -> _Outline:
    outline = _Outline()
    outline.feed(page)
    return outline


def _report(text: str) -> PageReport:
    return PageReport(
        heading=text, about=text, summary=text, strength=(text,), missing=(text,), searched=(text,),
        blocks=blocks_of(f"### {text}\n- {text} [L1]\n\n| {text} | b |\n|--|--|\n| c | **{text}** [S9] |"),
        footnotes=(Footnote(label="L1", title=text, where=text, link="https://town.example/a", anchor="page-1"),),
        leaves=(Leaf(anchor="page-1", title=text, text=f"a {text} b", marks=((2, 9),), told=text, missed=(text,)),),
        rows=(StatementRow(sentence=text, verdict="verified", words=text, where=text, residue=(text,)),),
    )  # fmt: skip


def test_markup_of_a_document_changes_nothing() -> None:
    clean, hostile = _outline(html_of(_report("words"))), _outline(html_of(_report(HOSTILE)))
    assert (hostile.tags, hostile.ids) == (clean.tags, clean.ids)
    assert hostile.handlers == []
    assert "script" not in hostile.tags
    assert "\u202e" not in html_of(_report(HOSTILE))


def test_headings_go_down_one_step_at_a_time_and_every_link_leads_somewhere() -> None:
    outline = _outline(html_of(_report("words")))
    levels = [int(tag[1]) for tag in outline.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    inner = {address[1:] for address in outline.addresses if address.startswith("#")}
    assert inner <= set(outline.ids)
    assert inner == {"source-L1", "page-1"}


def _asked(folder: Path) -> Path:
    (folder / "minutes.pdf").write_bytes(pdf_lines(MINUTES))
    vault, target = folder / "vault.db", folder / "answer.html"
    facts = ("--town", "Alder Falls", "--board", "Planning Board", "--type", "minutes", "--lane", "local")
    assert main(["--vault", str(vault), "ingest", str(folder / "minutes.pdf"), *facts, "--quiet"]) == 0
    main(["--vault", str(vault), "ask", QUESTION, "--html", str(target)])
    return target


def test_an_answer_is_written_with_a_picture_of_the_page_and_the_words_beside_it(tmp_path: Path) -> None:
    page = _asked(tmp_path).read_text("utf-8")
    outline = _outline(page)
    assert [address for address in outline.addresses if address.startswith("data:image/png")]
    assert not [a for a in outline.addresses if not a.startswith(("#", "data:image/png", "https://"))]
    assert "Framed on the page:" in page
    assert str(tmp_path) not in page
    assert "alert" not in "".join(re.findall(r"<[^>]+>", page))
    assert len(page) < 1_000_000


def test_an_audit_is_written_with_its_verdicts_before_its_pages(tmp_path: Path) -> None:
    _asked(tmp_path)
    (tmp_path / "letter.txt").write_text("The Board granted the sign variance to Dana Whitlow by a vote of 3-0.")
    target = tmp_path / "audit.html"
    main(["--vault", str(tmp_path / "vault.db"), "audit", str(tmp_path / "letter.txt"), "--html", str(target)])
    page = target.read_text("utf-8")
    assert "Audit of letter.txt" in page
    assert page.index("Evidence, sentence by sentence") < page.index("The pages") < page.index("Framed on the page:")


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "no" / "answer.html"
    assert main(["--vault", str(tmp_path / "none.db"), "ask", QUESTION, "--html", str(missing)]) == 1
    shown = capsys.readouterr().err
    assert "E_FILE" in shown
    assert "folder that exists" in shown


_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_PROBE = (
    "<script>addEventListener('load',()=>setTimeout(()=>{const d=document.querySelector('iframe').contentDocument;"
    "const e=d.documentElement;document.body.dataset.told=[e.scrollWidth<=e.clientWidth,d.images[0].naturalWidth>500,"
    "d.title].join('|')},50))</script>"
)


@pytest.mark.skipif(_CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.parametrize("width", [390, 1280])
def test_a_browser_shows_it_without_scrolling_sideways_on_a_phone_and_at_a_desk(tmp_path: Path, width: int) -> None:
    answer = _asked(tmp_path)
    frame = f'<iframe src="{answer.as_uri()}" width="{width}" height="900"></iframe>'
    (tmp_path / "probe.html").write_text(f"<!DOCTYPE html><body>{frame}{_PROBE}</body>")
    shown = subprocess.run(
        [
            *(str(_CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"),
            *("--virtual-time-budget=5000", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"),
            (tmp_path / "probe.html").as_uri(),
        ],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert f'data-told="true|true|{QUESTION}"' in shown.stdout
