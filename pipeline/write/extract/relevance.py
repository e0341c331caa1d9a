"""Which passages belong together in one answer: what each shows of the question, and what the next one adds.

Pure arithmetic on passages. It refuses to know any document.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.write.extract.asking import CUES, Asked
from pipeline.write.extract.outcomes import tells_decision
from pipeline.write.extract.passages import Passage

__all__ = ["adds", "decided_first"]


def _cues(passages: Iterable[Passage], asked: Asked) -> set[str]:
    return {cue for cue in asked.cues for passage in passages if CUES[cue].search(passage.text)}


def adds(passage: Passage, shown: Sequence[Passage], asked: Asked) -> bool:
    """Whether a passage shows a word of the question, or a kind of answer, that none of the shown ones has."""
    if not shown:
        return True
    seen = frozenset().union(*(p.shared for p in shown))
    return bool(passage.shared - seen or _cues((passage,), asked) - _cues(shown, asked))


def decided_first(passages: Sequence[Passage], asked: Asked) -> tuple[Passage, ...]:
    """The passages with those that tell a decision in front when a decision is asked for."""
    if "outcome" not in asked.cues:
        return tuple(passages)
    return tuple(sorted(passages, key=lambda p: not tells_decision(p.text)))
