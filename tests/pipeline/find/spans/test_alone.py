"""Passages read for one part of a question alone: which come first, and how much each counts for itself."""

from __future__ import annotations

from retrieval_fakes import a_chunk

from pipeline.ask.plan import plan
from pipeline.ask.reading import read
from pipeline.find.spans.alone import PartReader
from pipeline.find.spans.sought import setting_of
from pipeline.types import Question

ASKED = "What fee did the board set for dock permits, and who was appointed harbor master?"
FEE = a_chunk(1, "The board voted to set the fee for dock permits at $40 a season. The vote was 3-0.")
MASTER = a_chunk(2, "Dana Winslow was appointed harbor master for a term of one year. The board thanked her.")
LAMPS = a_chunk(3, "The lamps on Gull Ledge were cleaned. The crew reported on the ditch and the culvert.")


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


def test_a_passage_counts_by_the_part_it_answers_best_whatever_is_read_beside_it() -> None:
    one = reader()
    odds = {chunk.id: one.each([FIRST, SECOND], chunk) for chunk in (FEE, LAMPS, MASTER)}
    assert min(odds[FEE.id], odds[MASTER.id]) > odds[LAMPS.id]
    assert one.each([SECOND], MASTER) <= odds[MASTER.id]
    assert one.each([FIRST, SECOND], MASTER) == odds[MASTER.id]
