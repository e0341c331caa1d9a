"""Passages read for one part of a question alone: which come first, and which rival what is held."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval_fakes import a_chunk

from pipeline.ask.plan import plan
from pipeline.ask.reading import read
from pipeline.find.spans.alone import Bar, Weighed, best_odds, likeliest, parts_sought, rivals
from pipeline.find.spans.sought import Setting, Sought, setting_of
from pipeline.types import Question
from vault.types import Chunk

ASKED = "What fee did the board set for dock permits, and who was appointed harbor master?"
FEE = a_chunk(1, "The board voted to set the fee for dock permits at $40 a season. The vote was 3-0.")
MASTER = a_chunk(2, "Dana Winslow was appointed harbor master for a term of one year. The board thanked her.")
LAMPS = a_chunk(3, "The lamps on Gull Ledge were cleaned. The crew reported on the ditch and the culvert.")
ANYTHING = Bar(least=-30.0, behind=30.0, most=3)


def setting() -> Setting:
    reading = read(ASKED)
    return setting_of(reading, plan(Question(text=ASKED)).issue, "local", lambda _: 1.0, lambda _: True)


def parts() -> tuple[str, ...]:
    return tuple(part.text for part in read(ASKED).parts)


def held(sought: Sequence[Sought], *passages: Chunk) -> Weighed:
    return Weighed(passages, best_odds(sought, passages, setting()))


def test_every_part_has_its_own_order() -> None:
    sought = parts_sought(parts(), read(ASKED), setting())
    fee, master = likeliest(sought, [LAMPS, MASTER, FEE], setting())
    assert fee[0][0] == FEE.id
    assert master[0][0] == MASTER.id


def test_a_part_in_a_callers_own_words_is_read_as_a_question() -> None:
    sought = parts_sought(["name of the harbor master"], read(ASKED), setting())
    (order,) = likeliest(sought, [LAMPS, FEE, MASTER], setting())
    assert order[0][0] == MASTER.id


def test_what_reads_worse_than_what_is_held_by_more_than_the_bar_is_no_rival() -> None:
    sought = parts_sought(parts()[1:], read(ASKED), setting())
    assert rivals(sought, held(sought, FEE), [LAMPS, MASTER], setting(), ANYTHING)[0][0] == MASTER.id
    assert rivals(sought, held(sought, MASTER), [LAMPS], setting(), Bar(least=-30.0, behind=0.0, most=3)) == ((),)
    assert rivals(sought, held(sought, FEE), [MASTER], setting(), Bar(least=30.0, behind=30.0, most=3)) == ((),)


def test_a_rival_repeats_nothing_that_is_held() -> None:
    sought = parts_sought(parts()[1:], read(ASKED), setting())
    again = a_chunk(4, MASTER.text, doc_id=MASTER.doc_id)
    assert rivals(sought, held(sought, MASTER), [again, MASTER], setting(), ANYTHING) == ((),)
