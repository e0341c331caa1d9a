"""What a finding tells the writer leads to the record's words. Town and people are invented."""

from __future__ import annotations

from pipeline.check.audit import audit
from pipeline.check.claims import GivenClaim
from pipeline.check.read.evidence import Support
from pipeline.types import Answer

from audit_fakes import a_brief, a_chunk  # isort: skip

FIRST = a_chunk(1, "Ash asked for a new pump. The board took no vote on the pump.")
OTHER = a_chunk(2, "The fire company bought the new pump for $4,100 in June.")


def repairs(text: str, quote: str) -> list[str]:
    claim = GivenClaim(text=text, support=(Support(source="L1", quote=quote),))
    answer = Answer(answer_markdown=f"{text.rstrip('.')} [L1].", writer="host")
    report = audit(answer, a_brief((FIRST, OTHER)), claims=(claim,))
    return [one.repair for one in report.findings if one.rule in ("claim_unbound", "claim_contradicted")]


def test_a_figure_that_stands_in_another_passage_of_the_run_is_shown_there() -> None:
    told = repairs("A new pump was bought for $4,100.", "Ash asked for a new pump.")
    assert any("[L2]" in one and "bought the new pump for $4,100" in one for one in told)


def test_a_hint_shows_the_words_of_the_record_first() -> None:
    told = repairs("The board voted to buy the pump.", "The board took no vote on the pump.")
    assert told
    assert all(one.startswith("Say: ") for one in told)
    assert all("“The board took no vote on the pump” [L1]" in one for one in told)
