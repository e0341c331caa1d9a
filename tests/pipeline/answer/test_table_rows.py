"""Rows of tables that an asker's pair of words names, and the heads over them. Town and figures are invented."""

from __future__ import annotations

from audit_fakes import a_brief, a_chunk

from pipeline.answer.dossier import dossier
from pipeline.find.places import places_to_show
from pipeline.types import Brief, PartAnswer

ROWS = "\n".join(
    f"{code}\n{name}\n{n}1,500\n{n}2,250\n{n}3,000"
    for n, (code, name) in enumerate(
        [("410", "Water Mains"), ("411", "Sewer Lines"), ("422", "Snow Removal"), ("424", "Grounds Care")], 1
    )
)
TABLE = f"Budget\nActual\nProposed\n2031\n2031\n2032\n{ROWS}"
ASKED = "How far over its plan did plowing run in 2031?"


def _brief() -> Brief:
    chunk = a_chunk(1, TABLE, doc_type="budget", title="Budget 2032", board="")
    brief = a_brief((chunk,), question=ASKED)
    brief = brief.changed(question=brief.question.changed(queries=("snow removal over budget",)))
    return brief.changed(retrieval=brief.retrieval.changed(answers=(PartAnswer(part=ASKED, probability=0.5),)))


def test_the_row_that_a_pair_of_words_names_is_among_the_places_shown() -> None:
    brief = _brief()
    spans, _, _ = places_to_show(
        brief.reading, brief.issue, brief.retrieval, [], scope="local", said=brief.question.queries
    )
    assert any(span.text.startswith("Snow Removal 31,500 32,250 33,000") for span in spans)
    assert not any(span.text.startswith("Grounds Care") for span in spans)


def test_a_pair_of_words_that_heads_no_row_adds_nothing() -> None:
    brief = _brief()
    spans, _, _ = places_to_show(
        brief.reading, brief.issue, brief.retrieval, [], scope="local", said=("ice removal over budget",)
    )
    assert not any(span.text.startswith("Snow Removal 31,500") and span.probability == 0 for span in spans)


def test_the_dossier_shows_the_row() -> None:
    assert "Snow Removal 31,500 32,250 33,000" in " ".join(dossier(_brief()).split())


def test_the_heads_of_a_table_that_is_shown_from_its_midst_are_told() -> None:
    long = a_chunk(1, f"{TABLE}\n" + "\n".join(f"{n}\nLine {n}\n{n},100\n{n},200\n{n},300" for n in range(500, 700)),
                   doc_type="budget", title="Budget 2032", board="")  # fmt: skip
    brief = _brief()
    text = dossier(brief.changed(retrieval=brief.retrieval.changed(
        local=(brief.retrieval.local[0].changed(chunk=long),)
    )))  # fmt: skip
    heads = "(columns: Budget | Actual | Proposed | 2031 | 2031 | 2032)"
    assert ("Budget Actual Proposed 2031" in text) != (heads in text)
