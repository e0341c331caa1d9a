"""Passages read for one part of a question alone: which come first, and which rival what is held."""

from __future__ import annotations

from retrieval_fakes import a_chunk

from pipeline.ask.plan import plan
from pipeline.ask.reading import read
from pipeline.find.spans.alone import Bar, PartReader
from pipeline.find.spans.sought import setting_of
from pipeline.types import Question

ASKED = "What fee did the board set for dock permits, and who was appointed harbor master?"
FEE = a_chunk(1, "The board voted to set the fee for dock permits at $40 a season. The vote was 3-0.")
MASTER = a_chunk(2, "Dana Winslow was appointed harbor master for a term of one year. The board thanked her.")
LAMPS = a_chunk(3, "The lamps on Gull Ledge were cleaned. The crew reported on the ditch and the culvert.")
ANYTHING = Bar(least=-30.0, behind=30.0, most=3)


def reader() -> PartReader:
    reading = read(ASKED)
    issue = plan(Question(text=ASKED)).issue
    return PartReader(reading, setting_of(reading, issue, "local", lambda _: 1.0, lambda _: True))


FIRST, SECOND = (part.text for part in read(ASKED).parts)


def test_every_part_has_its_own_order() -> None:
    fee, master = reader().odds([FIRST, SECOND], [LAMPS, MASTER, FEE])
    assert max(fee, key=lambda name: fee[name]) == FEE.id
    assert max(master, key=lambda name: master[name]) == MASTER.id


def test_a_part_in_a_callers_own_words_is_read_as_a_question() -> None:
    (odds,) = reader().odds(["name of the harbor master"], [LAMPS, FEE, MASTER])
    assert max(odds, key=lambda name: odds[name]) == MASTER.id


def test_a_passage_is_read_once_for_a_part() -> None:
    one = reader()
    before = one.odds([SECOND], [MASTER])
    assert one.odds([SECOND], [MASTER.model_copy(update={"text": LAMPS.text})]) == before


def test_what_reads_worse_than_what_is_held_by_more_than_the_bar_is_no_rival() -> None:
    one = reader()
    assert one.rivals([SECOND], [FEE], [LAMPS, MASTER], ANYTHING)[0][0] == MASTER.id
    assert one.rivals([SECOND], [MASTER], [FEE, LAMPS], Bar(least=-30.0, behind=0.0, most=3)) == ((),)
    assert one.rivals([SECOND], [FEE], [MASTER], Bar(least=30.0, behind=30.0, most=3)) == ((),)


def test_a_rival_repeats_nothing_that_is_held() -> None:
    again = a_chunk(4, MASTER.text, doc_id=MASTER.doc_id)
    assert reader().rivals([SECOND], [MASTER], [again, MASTER], ANYTHING) == ((),)
