"""Law made for one kind of body is told only where the question names it."""

from scripted_model import evidence

from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import spans_of, stem_set
from pipeline.write.extract.special_law import without_special_law

NOTICE = "Notice of the budget hearing shall be posted 7 days before it."


def passage(label: str, title: str, section: str) -> Passage:
    held = evidence(label, NOTICE, lane="state")
    chunk = held.chunk.changed(title=title, section=section)
    return Passage(spans_of(held.changed(chunk=chunk))[:1], best=0)


GENERAL = passage("S1", "RSA Chapter 932 MUNICIPAL BUDGETS", "RSA 932:5")
WATER = passage("S2", "RSA Chapter 953-G WATER DISTRICTS", "RSA 953-G:9")
BOTH = passage("S3", "RSA Chapter 935 RESERVE FUNDS OF TOWNS AND DISTRICTS", "RSA 935:1")


def test_a_chapter_on_districts_is_left_out_where_the_question_names_none() -> None:
    asked = stem_set("When must notice of the budget hearing be posted?")
    assert without_special_law((WATER, GENERAL, BOTH), asked) == (GENERAL, BOTH)


def test_it_stays_where_the_question_names_a_district_or_nothing_else_answers() -> None:
    asked = stem_set("When must a water district post notice of its budget hearing?")
    assert without_special_law((WATER, GENERAL), asked) == (WATER, GENERAL)
    assert without_special_law((WATER,), stem_set("When must notice be posted?")) == (WATER,)
