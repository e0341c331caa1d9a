"""The rare words that stand beside the question's own in what is held: how records and laws put the matter.

A question in everyday words finds a passage that says part of it; that passage names the rest in its own words (a fund,
an office, a term of law), and these find what the question's words do not. It refuses to add a word that nobody wrote.
"""

from __future__ import annotations

from collections.abc import Sequence

from hop_controller.reading import meaning
from pipeline.find.select import CorpusFacts
from pipeline.types import Evidence, PartAnswer, Retrieval
from vault.text.sentences import sentences
from vault.text.words import content_words, stem
from vault.types import Chunk

__all__ = ["bridges"]

_PASSAGES, _LOCAL, _STATE = 4, 3, 2
"""Passages read for them: what answers the parts, then the best of each lane, four in all."""
_SENTENCES = 2
"""Sentences of a passage that say most of the question; read with those right before and after."""
_WORDS = 6
"""Words of a passage searched for together."""
_LEAST_LETTERS = 3


def bridges(topic: str, held: Retrieval, facts: CorpusFacts) -> tuple[str, ...]:
    """For each of the best passages held its rarest words beside those of the question, most telling first; a word that
    stands in one passage alone leads nowhere."""
    sources = _sources(held)
    facts.learn([stem(word) for text in (topic, *(chunk.text for chunk in sources)) for word in content_words(text)])
    found = (_beside(topic, chunk, facts) for chunk in sources)
    return tuple(dict.fromkeys(words for words in found if words))


def _sources(held: Retrieval) -> list[Chunk]:
    by_label = {item.label: item for item in held.merged}
    best = [by_label[label] for label in dict.fromkeys(map(_label, held.answers)) if label in by_label]
    rest = (*_others(held.local, best)[:_LOCAL], *_others(held.state, best)[:_STATE])
    return [item.chunk for item in (*best, *rest)][:_PASSAGES]


def _label(answer: PartAnswer) -> str:
    return answer.spans[0].label if answer.spans else ""


def _others(lane: Sequence[Evidence], best: Sequence[Evidence]) -> list[Evidence]:
    return [item for item in lane if item not in best]


def _beside(topic: str, chunk: Chunk, facts: CorpusFacts) -> str:
    asked, told = meaning(topic), [one.text for one in sentences(chunk.text)]
    worth = [sum(facts.rarity(part) for part in meaning(one) & asked) for one in told]
    best = sorted(range(len(told)), key=lambda at: -worth[at])[:_SENTENCES]
    near = " ".join(told[at] for one in best for at in range(max(0, one - 1), min(len(told), one + 2)))
    words = [
        word
        for word in dict.fromkeys(content_words(near))
        if stem(word) not in asked and not word.isdigit() and len(word) >= _LEAST_LETTERS and facts.df(stem(word)) > 1
    ]
    return " ".join(sorted(words, key=lambda word: -facts.rarity(stem(word)))[:_WORDS])
