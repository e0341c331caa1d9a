"""The extractive composer: an answer of verbatim, cited passages, with no model (decision 24, issue of trust).

The default writer without a key and the fallback when a model fails. The same brief gives the same bytes. It refuses
to state a fact in its own words: what is not quoted is metadata or fixed framing.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.types import Answer, Brief
from pipeline.write.extract.analysis import compose_analysis
from pipeline.write.extract.followups import applicability, assumptions, followups, limitations, statewide_reason
from pipeline.write.extract.material import Desk, lay_out
from pipeline.write.extract.overview import compose_overview
from pipeline.write.extract.simple import Composed, compose_simple
from vault.text.labels import labels_in

__all__ = ["extract"]


def _compose(desk: Desk) -> Composed:
    if desk.brief.format.name == "analysis":
        return compose_analysis(desk)
    return compose_overview(desk) if desk.brief.format.name == "overview" else compose_simple(desk)


def extract(brief: Brief, *, doubted: Sequence[str] = ()) -> Answer:
    """The answer in the brief's format from verbatim passages, each cited; what is missing is said (S0 envelope).

    A sentence among those `doubted` by an audit is written shorter, or not at all. Without fitting evidence the answer
    says so with the reason. Never raises for weak evidence.
    """
    composed = _compose(lay_out(brief)._replace(doubted=tuple(doubted)))
    used = any(label.startswith("S") for label in labels_in(composed.markdown))
    return Answer(
        answer_markdown=composed.markdown,
        used_statewide=used,
        statewide_reason=statewide_reason(composed.shown) if used else None,
        applicability_check=applicability(composed.shown) if used else None,
        assumptions=assumptions(brief, composed.shown),
        limitations=limitations(brief, composed.shown, composed.gaps),
        suggested_followups=followups(brief, composed.shown, composed.gaps),
        writer="extract",
    )
