"""What the composer says is missing. The records are of the invented town Alder Falls."""

from __future__ import annotations

from scripted_model import evidence, make_brief, make_retrieval

from pipeline.types import Evidence
from pipeline.write.extract.compose import extract
from pipeline.write.extract.gaps import gaps_of, missing_statutes

NONPUBLIC = (
    "Tibbetts moved to enter nonpublic session under RSA 91-A:3, II(c). A roll call vote was taken. Motion passed."
)
NAMED = [("RSA 507-B", "RSA 31:125")]
LIABILITY = "The provisions of RSA 507-B relative to bodily injury actions shall apply to a sidewalk district."


def section(label: str, text: str, cite: str) -> Evidence:
    return evidence(
        label, text, doc_id="rsa-31", lane="state", doc_type="statute", section=cite, board="", title="RSA 31"
    )


def test_a_statute_that_is_held_is_never_called_missing() -> None:
    brief = make_brief("What vote does a closed session need?", retrieval=make_retrieval([evidence("L1", NONPUBLIC)]))
    assert missing_statutes(brief, ()) == ()


def test_a_record_that_names_the_law_on_the_matter_is_cited_although_it_is_not_quoted() -> None:
    held = make_retrieval([evidence("L1", NONPUBLIC)], absent=["RSA 91-A:3"])
    (gap,) = missing_statutes(make_brief("What vote does a closed session need?", retrieval=held), ())
    assert gap.name == "RSA 91-A:3"
    assert "[L1] name RSA 91-A:3; its own text is not in the vault." in gap.sentence


def test_a_law_that_a_record_names_on_the_matter_in_words_of_records_is_told() -> None:
    text = "Keyes moved to enter nonpublic session under RSA 91-A:3, II for personnel; the roll call vote was 3-0."
    held = make_retrieval([evidence("L1", text)], absent=["RSA 91-A:3"])
    asked = "Can the board go into a closed meeting to talk about an employee?"
    assert [gap.name for gap in missing_statutes(make_brief(asked, retrieval=held), ())] == ["RSA 91-A:3"]


def test_a_law_named_in_passing_is_not_told() -> None:
    held = make_retrieval([evidence("L1", NONPUBLIC)], absent=["RSA 91-A:3"])
    assert missing_statutes(make_brief("How high may a fence on a corner lot be?", retrieval=held), ()) == ()


def test_a_law_that_a_section_names_as_governing_is_told_with_the_label_of_that_section() -> None:
    held = make_retrieval(state=[section("S1", LIABILITY, "RSA 31:125")], absent=["RSA 507-B"], named_by=NAMED)
    (gap,) = missing_statutes(make_brief("Is the town liable for a fall?", retrieval=held), ())
    assert gap.sentence == "RSA 31:125 [S1] names RSA 507-B; its own text is not in the vault."


def test_no_statute_is_called_missing_twice() -> None:
    held = make_retrieval(
        [evidence("L1", NONPUBLIC), evidence("L2", NONPUBLIC, doc_id="af-2")],
        [section("S1", "Minutes sealed under RSA 91-A:3 stay so.", "RSA 42:1-a")],
        absent=["RSA 91-A:3"],
        named_by=[("RSA 91-A:3", "RSA 42:1-a")],
    )
    answer = extract(make_brief("What law governs a closed session?", retrieval=held)).answer_markdown
    assert answer.count("not in the vault") == 1


def test_a_day_without_a_record_is_told_in_spoken_words_when_the_question_is_what_happened() -> None:
    held = make_retrieval([evidence("L1", NONPUBLIC)], gaps=["No local record dated 2031-01-31 was found."])
    asked = make_brief("Did the voters change the budget on January 31, 2031?", retrieval=held)
    assert "No local record dated January 31, 2031 was found." in [gap.sentence for gap in gaps_of(asked, ())]
