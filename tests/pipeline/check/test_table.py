"""The evidence table: one row per sentence, verdicts that never say false, links a reader can open."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from audit_fakes import a_brief, a_chunk, an_answer

from pipeline.check.absence import OutsideRun
from pipeline.check.audit import audit
from pipeline.elsewhere import holds_place
from pipeline.quoting.pages import deep_link
from vault.types import Chunk, Filters, Query

MINUTES = a_chunk(1, "The board voted 3-0 to close Mill Road. A pipe | was mended.", source="records/minutes.pdf")
EMPTY = a_chunk(2, " ", source="records/scan.pdf")


# covers: 335
def test_each_sentence_has_a_row_with_its_passage_page_link_and_verdict() -> None:
    answer = (
        "The record says “voted 3-0” [L1]. The board closed Mill Road by 3-0 [L1]. The civic mood was sunny [L1]. "
        "It snowed on the hill all night. The scan shows the plan [L2]."
    )
    rows = audit(an_answer(answer), a_brief((MINUTES, EMPTY))).rows
    assert [row.verdict for row in rows] == ["verified", "consistent", "consistent", "uncited", "not_held"]
    assert rows[1].support == "The board voted 3-0 to close Mill Road"
    assert (rows[1].page, rows[1].link, rows[1].citations) == (2, "records/minutes.pdf#page=2", ("L1",))


@pytest.mark.parametrize(
    ("facts", "link"),
    [
        ({"source": "a/minutes.pdf", "page_start": 7}, "a/minutes.pdf#page=7"),
        ({"source": "a/talk.vtt", "page_start": 2}, "a/talk.vtt#t=00:10:00"),
        ({"source": "a/minutes.pdf", "page_start": None}, "a/minutes.pdf"),
        ({"source": "a/minutes.docx"}, "a/minutes.docx"),
        ({"url": "https://town.example/m.pdf", "page_start": 3}, "https://town.example/m.pdf#page=3"),
        ({"section": "RSA 31:899", "url": "https://law.example/31-899.htm"}, "https://law.example/31-899.htm"),
    ],
)
def test_the_link_leads_to_the_page_or_the_official_section(facts: dict[str, object], link: str) -> None:
    assert deep_link(a_chunk(1, "text", **facts)) == link


def test_what_no_record_shows_is_looked_for_in_the_whole_vault_and_shown_to_be_read() -> None:
    asked: list[str] = []
    minutes = "Roy Fenn made a motion to buy the plow for $9,000. Webb seconded. All were in favor. Motion passed."

    def elsewhere(words: Sequence[str]) -> tuple[Chunk, ...]:
        asked.extend(words)
        return (a_chunk(9, minutes, title="Minutes of May"),)

    brief = a_brief((a_chunk(1, "The board met at noon."),))
    nothing = "The records do not show who seconded the motion to buy the plow."
    report = audit(an_answer(nothing).changed(writer="host"), brief, outside=OutsideRun(elsewhere))
    assert "plow" in asked
    assert report.rows[0].verdict == "consistent"
    assert "Minutes of May" in report.rows[0].residue[0]
    assert "Webb seconded" in report.rows[0].support
    asked.clear()
    these = "The minutes do not say who seconded the motion to buy the plow."
    audit(an_answer(these).changed(writer="host"), brief, outside=OutsideRun(elsewhere))
    assert not asked


@pytest.mark.parametrize("label", ["[L1 p. 5]", "[L1, p. 5]", "[L1 page 5]", "[L1 pp. 5-6]", "[L1]"])
def test_a_label_may_tell_the_page_as_a_dossier_does(label: str) -> None:
    brief = a_brief((a_chunk(1, "The pump was mended in May. Roe seconded. It rained."),))
    report = audit(an_answer(f"The minutes record: “The pump was mended in May.” {label}"), brief)
    assert [(row.verdict, row.citations) for row in report.rows] == [("verified", ("L1",))]
    assert report.passed


def test_a_law_of_another_state_may_be_named_to_say_that_it_is_not_held() -> None:
    brief = a_brief((a_chunk(1, "The pump was mended in May."),))
    said = "The archive does not hold M.G.L. c. 131, § 40, so it cannot show how many feet that law regulates."
    assert audit(an_answer(said), brief).passed


@pytest.mark.parametrize(
    ("follows", "passed"),
    [
        ("so whether the exemption applies is not shown", True),
        ("so its text cannot be quoted", True),
        ("so the board cannot build on the lot", False),
    ],
)
def test_what_cannot_be_told_without_the_law_may_follow_and_nothing_else(follows: str, passed: bool) -> None:
    brief = a_brief((a_chunk(1, "The board named RSA 674:39 and met again in June."),))
    assert audit(an_answer(f"RSA 674:39 is not held here, {follows} [L1]."), brief).passed is passed


@pytest.mark.parametrize(
    ("voted", "verdict"),
    [("to hold two public hearings on the noise rule", "consistent"), ("to adopt the noise rule", "contradicted")],
)
def test_a_vote_for_hearings_tells_nothing_of_adoption(voted: str, verdict: str) -> None:
    page = a_chunk(1, f"Roy moved {voted}. Ash seconded. The motion passed 5-0.")
    said = an_answer("The minutes do not show whether the noise rule was adopted [L1].").changed(writer="host")
    assert audit(said, a_brief((page,))).rows[0].verdict == verdict


@pytest.mark.parametrize("before", ["Any conflict: No ", "Waivers - No\n"])
def test_an_answer_before_a_quotation_is_no_negation_of_it(before: str) -> None:
    page = a_chunk(1, f"{before}Mr. Roy said the culvert on Mill Road will be replaced in June.")
    said = "The minutes record: “the culvert on Mill Road will be replaced in June” [L1]."
    report = audit(an_answer(said), a_brief((page,)))
    assert report.passed
    assert not any(one.rule == "quotation_drops_negation" for one in report.findings)


def test_a_quotation_that_says_something_is_missing_is_a_quotation() -> None:
    brief = a_brief((a_chunk(1, "The plan was shown. The soil does not have rocks in the surface layer. It rained."),))
    report = audit(an_answer("The soil does not have rocks in the surface layer [L1]."), brief)
    assert report.rows[0].verdict == "verified"


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("The minutes [L1] name RSA 507-B; its own text is not in the vault.", "verified"),
        ("The text of RSA 507-B is not held.", "verified"),
        ("The minutes [L1] name RSA 508-C; its own text is not in the vault.", "consistent"),
        ("The text of RSA 42:1 is not held.", "consistent"),
    ],
)
def test_that_a_law_is_not_held_is_known_from_the_search_for_it(said: str, verdict: str) -> None:
    page = a_chunk(1, "The board acted under RSA 507-B and met again in June.")
    brief = a_brief((page,))
    held = brief.changed(retrieval=brief.retrieval.changed(absent=("RSA 507-B",)))
    assert audit(an_answer(said), held).rows[0].verdict == verdict


def test_an_ellipsis_that_the_record_itself_has_leaves_nothing_out() -> None:
    page = a_chunk(1, "Roakes asked, do you give it back… say it came from paving. The rest was tabled.")
    said = "The minutes record: “Roakes asked, do you give it back… say it came from paving” [L1]."
    cut = "The minutes record: “Roakes asked, … say it came from paving” [L1]."
    assert [audit(an_answer(one), a_brief((page,))).rows[0].verdict for one in (said, cut)] == [
        "verified",
        "consistent",
    ]


@pytest.mark.parametrize(
    ("said", "verdict", "passed"),
    [
        ("Nothing of New York is held.", "verified", True),
        ("The vault holds no records of Otter Gap.", "verified", True),
        ("No law of Vermont is held.", "verified", True),
        ("The vault holds nothing of Alder Falls.", "contradicted", False),
        ("No records of Vermont are held.", "contradicted", False),
        ("No record of Ann Marsh is held.", "consistent", False),
        ("Nothing of Otter Gap is held, and its board took bribes.", "uncited", False),
    ],
)
def test_that_nothing_of_a_place_is_held_is_looked_up_in_the_vault(said: str, verdict: str, passed: bool) -> None:
    towns = {"Alder Falls": "NH", "Pine Notch": "VT"}

    def search(query: Query, filters: Filters, _most: int) -> tuple[Chunk, ...]:
        if "Marsh" in query.terms:
            return (a_chunk(9, "Ann Marsh spoke."),)
        found = [
            town
            for town, state in towns.items()
            if filters.lane != "state" and town in (filters.towns or (town,)) and state in (filters.states or (state,))
        ]
        return tuple(a_chunk(number, "The board met.", town=town) for number, town in enumerate(found))

    answer = an_answer(said).changed(writer="host")
    report = audit(answer, a_brief((MINUTES,)), outside=OutsideRun(holds=holds_place(search)))
    assert (report.rows[0].verdict, report.passed) == (verdict, passed)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("No record mentions a casino.", "verified"),
        ("The vault holds nothing about a skating rink.", "verified"),
        ("The records do not mention a ferry landing.", "contradicted"),
        ("No record shows the roof of the town barn.", "consistent"),
        ("No record shows that the landing was closed.", "consistent"),
        ("This page does not mention a ferry [L1].", "verified"),
        ("Nothing on this page speaks of the library [L1].", "contradicted"),
        ("No vote is recorded on this page [L1].", "contradicted"),
        ("No vote is recorded on this page [L2].", "verified"),
    ],
)
def test_an_absence_is_looked_for_on_the_cited_page_or_in_the_vault(said: str, verdict: str) -> None:
    page = "Osgood read the library report. Marsh moved to close the road. Webb seconded. Motion passed."
    landing = a_chunk(9, "The ferry landing needs paint. The roof of the barn leaks.")

    def look(words: Sequence[str]) -> tuple[Chunk, ...]:
        return (landing,) if {"ferry", "barn"} & set(words) else ()

    brief = a_brief((a_chunk(1, page), a_chunk(2, "The clerk swept the hall.")))
    report = audit(an_answer(said).changed(writer="host"), brief, outside=OutsideRun(look))
    assert report.rows[0].verdict == verdict


def test_an_absence_stays_consistent_where_there_is_nowhere_to_look() -> None:
    report = audit(an_answer("No record mentions a casino.").changed(writer="host"), a_brief((MINUTES,)))
    assert report.rows[0].verdict == "consistent"


@pytest.mark.parametrize(
    ("said", "verdict", "passed"),
    [
        ("No passage and no law held says “meter”.", "contradicted", False),
        ("The word “meter” appears nowhere in the records.", "contradicted", False),
        ("Searches for “parking meter” and “toll booth” found nothing.", "contradicted", False),
        ("The records do not mention “toll booth”.", "contradicted", False),
        ("No passage says “gallows” or “pillory”.", "verified", True),
        ("The word “gallows” appears nowhere in the records.", "verified", True),
        ("No record of the plow mentions “meter”.", "consistent", True),
        ("This page does not use the word “library” [L1].", "contradicted", False),
        ("This page does not use the word “meter” [L1].", "verified", True),
        ("No record says “gallows”, so the hill was bare.", "consistent", True),
    ],
)
def test_quoted_words_said_to_stand_nowhere_are_looked_up_to_the_letter(said: str, verdict: str, passed: bool) -> None:
    meters = a_chunk(9, "Each parking meter was read in May.", title="Minutes of May", page_start=4, page_end=4)
    booth = a_chunk(10, "The toll booth was closed.", lane="state", section="RSA 31:898")

    def look(words: Sequence[str]) -> tuple[Chunk, ...]:
        return (meters,) if {"meter", "parking meter"} & set(words) else ()

    def law(words: Sequence[str]) -> tuple[Chunk, ...]:
        return (booth,) if "toll booth" in words else ()

    brief = a_brief((a_chunk(1, "Osgood read the library report. He spoke of the toll booth."),))
    report = audit(an_answer(said).changed(writer="host"), brief, outside=OutsideRun(look, law=law))
    assert (report.rows[0].verdict, report.passed) == (verdict, passed)
    if "meter”" in said and verdict == "contradicted":
        assert "Minutes of May, p. 4: … Each parking meter was read" in report.rows[0].against[0]
