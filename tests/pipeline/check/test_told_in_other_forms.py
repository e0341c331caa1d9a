"""True sentences that tell a record in another form: a fiscal year, a budget overrun, who voted how, a first clause of
what is not shown; beside falsehoods of the same form. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.bind.joined import joined_sources
from pipeline.check.claims import judge
from pipeline.check.read.case import SourceText, marks_of, source_of
from pipeline.check.read.evidence import Support, held_of, said_of

from audit_fakes import a_chunk  # isort: skip

VOTE = (
    "A motion by Copley to recommend $7,000.00 for mooring buoys. Lunt seconded. All those voting in favor were "
    "Copley, Lunt and Fenwick. All those voting in opposition were Husk, and Quill. Motion passed 3-2-0."
)
ROW = "Func: FERRY/PIER PROJECT $150,000.00 $0.00 $150,000.00 $179,832.92 $179,832.92 ($29,832.92) -19.9%"
QUORUM = (
    "A quorum of four (4) members must be present and shall be required to conduct any business. "
    "Plans, ten (10) copies drawn to a scale of 1” = 20 ft."
)
TANKS = (
    "Fenwick informed the council that the harbor wants to replace the whole fuel system further down the road because "
    "the tanks are at the end of their life."
)
FEE = "329 Ferry Service 703,049 - 703,049"
ARTICLE = "ARTICLE 39: Repeal the 2029 vote on the ferry office. Sponsored by Ada Quill and others."
LIES = "If the wharf is not used for five years it goes back to the grantor."
MINUTES = source_of(
    "L1",
    a_chunk(1, f"{VOTE}\n\n{TANKS}", doc_type="minutes", board="Ferry Council", date="2031-08-19"),
)
RULES = source_of("L1", a_chunk(1, f"{QUORUM}\n\n{LIES}", doc_type="ordinance", board="", title="Harbor Rules"))
LEDGER = source_of("L1", a_chunk(1, f"{ROW}\n\n{FEE}", doc_type="budget", board="", title="Default Budget for FY 2032"))
WARRANT = source_of(
    "L1", a_chunk(1, ARTICLE, doc_type="warrant", board="", title="Alder Falls 2031 Annual Warrant", date="2031-03-01")
)


def _verdict(claim: str, quote: str, source: SourceText) -> str:
    return judge(claim, (source,), (Support(source="L1", quote=quote),)).verdict


@pytest.mark.parametrize(
    ("claim", "quote", "source"),
    [
        ("The rules require a quorum of four members before they can conduct any business.", QUORUM, RULES),
        ("Husk and Quill opposed recommending $7,000 for mooring buoys.", VOTE, MINUTES),
        ("The ferry project spent nearly $30,000 more than the $150,000 budgeted.", ROW, LEDGER),
        ("Ten copies of the plans are to be drawn to a scale of one inch to 20 feet.", QUORUM, RULES),
    ],
)
def test_what_is_told_in_another_form_is_not_contradicted(claim: str, quote: str, source: SourceText) -> None:
    assert _verdict(claim, quote, source) != "contradicted"


@pytest.mark.parametrize(
    ("claim", "quote", "source"),
    [
        ("The ferry pier project rose by $29,832.92.", ROW, LEDGER),
        ("The scale of the plans is 1 inch to 20 inches.", "drawn to a scale of 1” = 20 ft", RULES),
    ],
)
def test_what_the_form_tells_otherwise_is(claim: str, quote: str, source: SourceText) -> None:
    assert _verdict(claim, quote, source) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "quote", "source"),
    [
        (
            "The records held do not show a price: the minutes say only that the harbor wants to replace the whole "
            "fuel system further down the road because the tanks are at the end of their life.",
            TANKS,
            MINUTES,
        ),
        ("It is Article 39 of the 2031 warrant, sponsored by Ada Quill and others.", ARTICLE, WARRANT),
        ("If the wharf lies unused for five years it goes back to the grantor.", LIES, RULES),
        ("The Alder Falls Warrant (2031) reads: “Sponsored by Ada Quill and others”.", ARTICLE, WARRANT),
    ],
)
def test_such_sentences_are_verified(claim: str, quote: str, source: SourceText) -> None:
    assert _verdict(claim, quote, source) == "verified"


@pytest.mark.parametrize(
    ("claim", "quote", "source"),
    [
        (
            "The records held do not show why the tanks fail: the minutes say only that the harbor wants to replace "
            "the whole fuel system further down the road because the tanks are at the end of their life and leak.",
            TANKS,
            MINUTES,
        ),
        (
            "The records held do not show the bribes that the harbor took: the minutes say only that the harbor wants "
            "to replace the whole fuel system further down the road because the tanks are at the end of their life.",
            TANKS,
            MINUTES,
        ),
        ("It is Article 39 of the 2030 warrant, sponsored by Ada Quill and others.", ARTICLE, WARRANT),
        ("If the wharf burns unused for five years it goes back to the grantor.", LIES, RULES),
        (f"No vote was taken in the minutes held: {TANKS[:1].lower()}{TANKS[1:]}", TANKS, MINUTES),
        (
            "The records held do not show a motion by Copley on mooring buoys: Lunt seconded.",
            "A motion by Copley to recommend $7,000.00 for mooring buoys. Lunt seconded.",
            MINUTES,
        ),
        ("The moorer shall ask to conduct any business.", "shall be required to conduct any business", RULES),
    ],
)
def test_what_they_assert_beside_it_is_not(claim: str, quote: str, source: SourceText) -> None:
    assert _verdict(claim, quote, source) != "verified"


@pytest.mark.parametrize(("text", "value"), [("FY2032", "2032"), ("FY32", "2032"), ("fy2032", "2032")])
def test_a_fiscal_year_is_its_year(text: str, value: str) -> None:
    (mark,) = marks_of(f"the {text} default budget")
    assert (mark.kind, mark.value) == ("number", value)


def test_a_vote_told_in_opposition_is_a_vote() -> None:
    assert ("pair", "1-8") in {(one.kind, one.value) for one in marks_of("1 in favor and 8 in opposition")}


@pytest.mark.parametrize(("ord_", "joined"), [(2, False), (5, True)])
def test_passages_that_follow_each_other_are_one_place(ord_: int, joined: bool) -> None:
    first = a_chunk(1, "Fenwick will not let the harbor residents foot the", doc_type="minutes", doc_id="talk", ord=1)
    second = a_chunk(2, "whole bill of the Ferry Day in Lindale.", doc_type="minutes", doc_id="talk", ord=ord_)
    sources = (source_of("L1", first), source_of("L2", second))
    said = said_of("Fenwick will not let the harbor residents foot the whole bill of the Ferry Day in Lindale.")
    given = [Support(source=one.label, quote=one.text) for one in sources]
    assert bool(joined_sources(said, held_of(said, sources, given))) is joined


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (
            "Husk told the Ferry Council in August 2031 that he would not go to court.",
            "Husk said if he had a fence of 8 feet, he wouldn’t bring this to court.",
        ),
        (
            "You need not reapply to moor, but tell the harbor clerk.",
            "shall not be required to reapply to moor, but shall tell the harbor clerk, unless a mooring agency has "
            "been told",
        ),
    ],
)
def test_a_condition_that_is_left_out_is_told(claim: str, quote: str) -> None:
    source = source_of("L1", a_chunk(1, quote, doc_type="minutes", board="Ferry Council", date="2031-08-19"))
    judged = judge(claim, (source,), (Support(source="L1", quote=quote),))
    assert judged.verdict == "consistent"
    assert any(one.startswith("(left out: ") for one in judged.residue)


def test_the_board_of_a_town_is_the_board_of_its_minutes() -> None:
    quote = "Ultimately the Board voted unanimously to sell the pier."
    chunk = a_chunk(1, quote, town="Conway", board="Select Board", date="2031-08-19", title="Conway minutes")
    claim = "The Conway Board voted unanimously on August 19, 2031 to sell the pier."
    assert judge(claim, (source_of("L1", chunk),), (Support(source="L1", quote=quote),)).verdict == "verified"


@pytest.mark.parametrize(("text", "verdict"), [("as RSA 31:899 asks", "verified"), ("as the law asks", "consistent")])
def test_that_a_record_names_a_law_is_verified_where_it_does(text: str, verdict: str) -> None:
    record = source_of("L1", a_chunk(1, f"The pier was closed {text}.", doc_type="minutes"))
    assert judge("The record names a statute whose text is not in the vault.", (record,)).verdict == verdict


def test_another_body_of_the_town_is_not_the_board_of_its_minutes() -> None:
    quote = "Ultimately the Board voted unanimously to sell the pier."
    chunk = a_chunk(1, quote, town="Conway", board="Select Board", date="2031-08-19", title="Conway minutes")
    claim = "The Conway Council voted unanimously on August 19, 2031 to sell the pier."
    judged = judge(claim, (source_of("L1", chunk),), (Support(source="L1", quote=quote),))
    assert judged.verdict == "contradicted"
