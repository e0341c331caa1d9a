"""On which days records say a word of the matter whose course is asked. Town and records are invented."""

from __future__ import annotations

import pytest
from audit_fakes import a_brief
from fakes import a_document, vault_with

from pipeline.answer.days import WordDays, day_lines, later_line, told_by_day
from pipeline.answer.dossier import dossier
from pipeline.types import AnswerSpan, Brief, PartAnswer
from vault.store.index import VaultIndex
from vault.types import Document, Filters, Query

COURSE = "What became of the mulch yard?"
HEADING = "RECORDS THAT SAY A WORD OF THE MATTER"
WALKS = "The walks were swept and the chairs were set out before the meeting began. " * 30
DAYS = ("2031-06-03", "2030-09-02", "2031-02-04", "2032-01-06")


def _records(*days: str, said: str = "Trucks left the mulch in the road.") -> list[Document]:
    return [a_document(f"af-{day}", said, date=day) for day in days]


def _asked(vault: VaultIndex, question: str = COURSE, *found: str) -> Brief:
    """A brief in which passages of these documents were found, whose first words are likely to answer."""
    chunks = vault.scan(Query(terms=("mulch",)), Filters(doc_ids=found or ("af-2031-06-03",)), 9).chunks
    brief = a_brief(tuple(chunks), question=question)
    spans = [AnswerSpan(chunk_id=one.id, start=0, end=9, text=one.text[:9], label="L1") for one in chunks[:1]]
    answer = PartAnswer(part=question, spans=tuple(spans))
    return brief.changed(retrieval=brief.retrieval.changed(answers=(answer,)))


def _told(documents: list[Document], question: str = COURSE, *found: str) -> tuple[WordDays, ...]:
    with vault_with(documents) as vault:
        return told_by_day(vault, _asked(vault, question, *found))


def test_the_records_that_say_a_word_of_the_matter_are_told_oldest_first() -> None:
    (told,) = _told(_records(*DAYS))
    assert told.word == "mulch"
    assert [day for day, _ in told.places] == sorted(DAYS)


def test_a_page_that_was_found_bears_its_label_and_any_other_its_document_and_page() -> None:
    (told,) = _told(_records(*DAYS))
    assert dict(told.places) == {
        "2030-09-02": "af-2030-09-02?page=1",
        "2031-02-04": "af-2031-02-04?page=1",
        "2031-06-03": "L1",
        "2032-01-06": "af-2032-01-06?page=1",
    }


@pytest.mark.parametrize(
    "question",
    ["Who asked for the mulch yard?", "What did the board decide about mulch?", "How much mulch was sold?"],
)
def test_a_question_that_asks_no_course_is_told_no_days(question: str) -> None:
    assert _told(_records(*DAYS), question) == ()


def test_where_all_that_say_the_word_were_found_nothing_is_told() -> None:
    assert _told(_records(*DAYS), COURSE, *(f"af-{day}" for day in DAYS)) == ()


def test_where_nothing_of_the_town_was_found_nothing_is_told() -> None:
    with vault_with(_records(*DAYS)) as vault:
        brief = _asked(vault)
        assert told_by_day(vault, brief)
        away = brief.changed(issue=brief.issue.changed(town="Plum Marsh"))
        assert told_by_day(vault, away) == ()
        assert told_by_day(vault, brief.changed(issue=brief.issue.changed(town=""))) == ()


def test_records_of_another_town_and_texts_that_tell_of_no_day_are_left_out() -> None:
    said = "Mulch may lie in no road."
    others = [
        a_document("pm-2031-03-04", said, date="2031-03-04", town="Plum Marsh"),
        a_document("af-ordinance", f"{said} So ordained.", date="2031-03-05", doc_type="ordinance"),
        a_document("af-undated", f"{said} It was said.", date=""),
    ]
    (told,) = _told([*_records(*DAYS), *others])
    assert [day for day, _ in told.places] == sorted(DAYS)


def test_a_word_that_the_likely_sentences_do_not_say_is_none_of_the_matter() -> None:
    kennels = [a_document(f"af-kennel-{n}", "The kennel was inspected.", date=f"2031-0{n}-09") for n in (1, 2)]
    told = _told([*_records(*DAYS), *kennels], "What became of the mulch by the kennel?")
    assert [one.word for one in told] == ["mulch"]


@pytest.mark.parametrize(("times", "words"), [(1, []), (2, ["mulch"]), (40, ["mulch"]), (41, [])])
def test_a_word_of_one_passage_and_of_very_many_is_not_told(times: int, words: list[str]) -> None:
    days = [f"20{year}-{month:02}-04" for year in (31, 32, 33, 34) for month in range(1, 13)][:times]
    assert [one.word for one in _told(_records(*days), COURSE, f"af-{days[0]}")] == words


def test_the_two_rarest_words_are_told_the_rarest_first() -> None:
    rare = "Tarkington left the mulch in the yard."
    documents = [
        *_records(*DAYS),
        *_records("2033-01-04", "2033-02-01", said=rare),
        *_records("2033-03-01", "2033-04-05", "2033-05-03", said="The yard was swept."),
    ]
    told = _told(documents, "What became of Tarkington's mulch yard?", "af-2033-01-04")
    assert [(one.word, len(one.places)) for one in told] == [("tarkington", 2), ("yard", 5)]


def test_a_word_that_only_the_passage_found_says_takes_no_room_of_another() -> None:
    said = "Tarkington left the mulch in the yard."
    documents = [*_records(*DAYS), *_records("2033-01-04", said=said), *_records("2034-01-03", said="The yard burned.")]
    told = _told(documents, "What became of Tarkington's mulch yard?", "af-2033-01-04")
    assert [one.word for one in told] == ["yard", "mulch"]


def test_of_many_records_the_latest_and_those_that_say_it_most_are_told_each_by_its_fullest_page() -> None:
    pages = (WALKS, f"{WALKS} Mulch was sold. {WALKS}", f"{WALKS} Mulch on mulch: the mulch burned. {WALKS}")
    full = [a_document(f"af-2031-{month:02}-01", *pages, date=f"2031-{month:02}-01") for month in range(2, 10)]
    once = _records("2031-06-03", "2029-01-05", "2033-01-05")
    (told,) = _told([*once, *full])
    assert told.places[:-1] == tuple((one.metadata.date, f"{one.doc_id}?page=3") for one in full[1:])
    assert told.places[-1][0] == "2033-01-05"  # how it ended
    assert told.more == 3
    assert day_lines([told])[0].endswith("; and 3 more")


def test_a_line_names_the_word_and_each_day_with_its_place() -> None:
    told = [WordDays("mulch", (("2031-02-04", "af-1?page=3"), ("2031-06-03", "L1"))), WordDays("yard", ())]
    assert day_lines(told)[0] == "“mulch”: 2031-02-04 [af-1?page=3]; 2031-06-03 [L1]"
    assert len(day_lines(told)) == 2


@pytest.mark.parametrize(("question", "shown"), [(COURSE, True), ("Who asked for the mulch yard?", False)])
def test_a_dossier_tells_the_days_of_a_course_and_of_nothing_else(question: str, *, shown: bool) -> None:
    with vault_with(_records(*DAYS)) as vault:
        brief = _asked(vault, question)
        text = dossier(brief, days=told_by_day(vault, brief))
    assert (HEADING in text) is shown
    assert ("“mulch”: 2030-09-02 [af-2030-09-02?page=1]; 2031-02-04" in text) is shown


def _later(*documents: Document, question: str = "Who asked for the mulch yard?", phrasing: str = "mulch yard") -> str:
    with vault_with(documents) as vault:
        brief = _asked(vault, question, "af-2031-06-03")
        return later_line(vault, brief.changed(question=brief.question.changed(queries=(phrasing,))))


def test_later_records_that_say_the_word_of_the_matter_are_named() -> None:
    line = _later(*_records(*DAYS))
    assert line.startswith(
        "Records of Alder Falls later than [L1] (2031-06-03) that say “mulch”: 2032-01-06 [af-2032-01-06"
    )
    assert "2031-02-04" not in line


def test_that_no_later_record_says_it_is_told() -> None:
    assert _later(*_records("2030-09-02", "2031-06-03")).endswith(
        "that say “mulch”: none does; others may tell of it in other words."
    )


def test_a_word_that_no_phrasing_repeats_is_not_the_matter() -> None:
    assert not _later(*_records(*DAYS), phrasing="trucks road")


def test_where_a_course_is_asked_its_days_are_told_instead() -> None:
    assert not _later(*_records(*DAYS), question=COURSE)


@pytest.mark.parametrize(("held", "told"), [((), True), (("2031-07-01",), False)])
def test_a_meeting_to_which_the_matter_was_put_off_and_of_which_no_record_is_held_is_named(
    held: tuple[str, ...], *, told: bool
) -> None:
    said = "Mulch was discussed. The hearing was continued to Monday, July 1, 2031."
    line = _later(*_records("2031-06-03", said=said), *_records(*held, said="The roof was mended."))
    assert ("No record of 2031-07-01, which [L1] names, is held." in line) is told


def test_the_dossier_tells_what_is_later() -> None:
    with vault_with(_records(*DAYS)) as vault:
        assert "Records of Alder Falls later" in dossier(
            _asked(vault), later="Records of Alder Falls later than [L1]: x."
        )
