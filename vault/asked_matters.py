"""What a question to the ledger names, whatever engine holds the records: keys of a matter, its other name, refusals.

Nobody is profiled (decision 42): a person is found only as an official in an act, and words that are only ever
written as names find nothing. It reads no record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vault.errors import InputError, VaultError
from vault.facts.matters import fund_key, is_short_form, matters_in, spelled_out
from vault.facts.names import PROGRAM_HEADS
from vault.facts.types import FATES
from vault.ledger import LedgerQuery
from vault.store.keys import plain_key
from vault.text.words import content_words, stem
from vault.types import Filters, Query, SearchAnswer, SearchRequest

__all__ = [
    "ANY_LINE", "article_key", "is_loose", "is_of_a_thing", "keys_of_matter", "naming_words", "nobody_acted",
    "only_a_name", "other_names", "told_as",
]  # fmt: skip

Search = Callable[[Sequence[SearchRequest]], tuple[SearchAnswer | VaultError, ...]]
"""`vault.ports.Library.search` of the vault whose ledger is asked."""
_THINGS = PROGRAM_HEADS - {"grant"}
ANY_LINE = frozenset(map(stem, ("department", "dept", "total", "budget", "town", "city", "office")))
"""Words that name no line of accounts apart."""
_EXPLAINED = 24
"""Passages with a short form in which its name is looked for: minutes explain it once."""


def article_key(article: str) -> str:
    """The key under which records keep an article: "Article 7", "#7" and "7" are one."""
    return f"article:{plain_key(article).removeprefix('article').strip(' #')}"


def keys_of_matter(matter: str) -> tuple[str, ...]:
    """The keys under which a matter may be kept: those of its printed number, else of a fund, a case or the like."""
    printed = tuple(found.key for _, _, found in matters_in(matter))
    if printed:
        return printed
    name, plain = fund_key(matter), plain_key(matter).replace(" ", "-")
    named = (f"{kind}:{name}" for kind in ("fund", "budget", "subject"))
    return (*named, *(f"{kind}:{plain}" for kind in ("case", "parcel", "article")))


def other_names(search: Search, matter: str, query: LedgerQuery) -> tuple[str, ...]:
    """The short form of a name or the name of a short form ("CIP", "Capital Improvement Plan"), as the records of the
    town explain it; () where they do not. Raises the `VaultError` of the search."""
    initials = "".join(word[0] for word in matter.split() if word[0].isupper())
    short = matter.strip() if is_short_form(matter) else initials
    if not is_short_form(short):
        return ()
    scope = Filters(towns=(query.town,) if query.town else (), states=(query.state,) if query.state else ())
    (answer,) = search((SearchRequest(query=Query(phrases=(short,)), filters=scope, limit=_EXPLAINED),))
    if isinstance(answer, VaultError):
        raise answer
    pairs = dict.fromkeys(pair for hit in answer.hits for pair in spelled_out(hit.chunk.text) if pair[0] == short)
    if is_short_form(matter):
        return tuple(name for _, name in pairs)
    return (short,) if any(name.casefold() == matter.casefold() for _, name in pairs) else ()


def is_loose(keys: Sequence[str]) -> bool:
    """Whether keys are only headings and lines of a budget: rows that say the same words are of the matter too."""
    return all(key.startswith(("subject:", "budget:")) for key in keys)


def naming_words(text: str) -> tuple[str, ...]:
    """The stems a matter's rows must hold: those of its name without what any line of accounts says ("police" of
    "Police Department"), or all where it says nothing else."""
    stems = tuple(stem(word) for word in content_words(text))
    return tuple(one for one in stems if one not in ANY_LINE) or stems


def is_of_a_thing(text: str) -> bool:
    """Whether a name ends in a word that makes it nobody's ("Capital Improvement Plan")."""
    return text.lower().split()[-1] in _THINGS


def told_as(field: str, value: str) -> tuple[str, ...]:
    """The fields of a record that may tell a value: what is "withdrawn" may be so by the fate of its motion."""
    return (field, "fate") if field == "outcome" and value in FATES else (field,)


def nobody_acted(person: str) -> InputError:
    """The refusal where no official of that name acts in the records."""
    return InputError(
        f"Nobody called {person} moved, voted, spoke or sat for a body in the records held.",
        next_step="The ledger lists officials in official acts only; ask by matter, body, article or date.",
    )


def only_a_name(text: str) -> InputError:
    """The refusal of words that the records write as a name only."""
    return InputError(
        f"{text!r} is only ever written as a name in these records; people are not looked up by name.",
        next_step="Ask for the matter (a case, parcel, article, fund), the body or the date instead.",
    )
