"""What of a claim its entries do not hold: words, persons, reasons, quantities and conditions that nothing binds.

Holds the binding of a claim's words to the entries, their surroundings and the metadata of the source. It refuses to
call a claim wrong for what is left; it only says what a reader must check himself.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from pipeline.check.bind.forms import told_in_another_form
from pipeline.check.bind.joined import joined_sources
from pipeline.check.bind.otherwise import bound_otherwise
from pipeline.check.bind.paraphrase import carried, light
from pipeline.check.bind.places import hung_items, one_item
from pipeline.check.bind.roles import keeping_bodies
from pipeline.check.deeds import DECISION_WORDS, not_done
from pipeline.check.read.case import SourceText
from pipeline.check.read.evidence import (
    Entry,
    Held,
    Said,
    is_unit_mark,
    is_verbish,
    is_wide,
    matched,
    speaks_of,
    token_in,
    written_on,
)
from pipeline.check.read.lexing import JOINTS, REFERENTS, Token, Worth, lex, worth_matches
from pipeline.check.read.motions import MotionRead, claimed_results, movers_in, result_of
from pipeline.check.read.names import surnames_of
from pipeline.check.read.negation import denied, negates
from pipeline.check.read.reading import Actor, body_in, content, persons_in, read_sentences
from pipeline.check.slots.acts import deciding, kept_out, out_of
from pipeline.check.slots.conditions import condition_left_out, headed
from pipeline.check.slots.measures import is_same_measure
from pipeline.check.slots.opposites import is_turned
from pipeline.check.slots.speakers import CAST, SPEECH, predicates_of, spoken_by
from pipeline.check.slots.tables import told_in_list, told_in_rows
from pipeline.check.slots.turns import (
    attached_other_way,
    best_entry,
    denied_in_view,
    denies_in_a_word,
    modes_shared,
    other_way_round,
    tells_alike,
)
from pipeline.check.slots.values import misadded
from pipeline.check.slots.ways import rounded_wrongly, ways_told
from pipeline.check.slots.workings import (
    adds_up,
    computed,
    identifier_before,
    is_counted,
    is_passed,
    is_times,
    is_working,
    is_year,
    times_it,
    working_words,
    works_out,
)
from pipeline.quoting.alike import base_of, groups_of
from vault.facts.dates import MONTH_NAMES
from vault.facts.figures import numbers_title
from vault.facts.names import BODY_HEADS, TITLES
from vault.text.patterns import lazy_regex
from vault.text.quality import is_word

__all__ = ["is_harmless", "is_pronoun", "left_over", "only_reports", "sums_up"]

_TEXT_HARMLESS = """
    minutes record records page document text show shows shown also too now still then thus would according total
    figure amount sum come came number year matter item entry source say said states noted line there here
    following meeting mr mrs ms dr or under over of same off well just already whole particular name named
    called case what how that which who whose this these those set out forth recorded listed section sec rsa law
    statute chapter paragraph provide provides get go come make take bring put per among rather instead statutes
    article warrant put bring quote likewise print indicate specify reflect table ledger
"""
_HARMLESS = frozenset(base_of(word) for word in _TEXT_HARMLESS.split()) | JOINTS
_TEXT_SHOWN = """
    if before after until only never unless except because not no nor none all every each any both most few more against
"""
_SHOWN = frozenset((*_TEXT_SHOWN.split(), "only once"))


def left_over(said: Said, held: Held, *, quoted: bool = False) -> tuple[str, ...]:
    """The words of the claim, in its order, that no entry, metadata or computation binds; () when all are bound.

    With them stand whole slots that are not bound: who, a decision, a condition the record adds. `quoted` tells that
    the claim quotes some of the words it rests on, so that its own words need not stand beside them once more.
    """
    found = [*(token.text for token in _unbound(said, held)), *rounded_wrongly(said, held)]
    found += _who(said, held)
    found += [one for one in _places(said, held) if not (quoted and one == _SEPARATE and _is_one_place(held))]
    found += not_done(said, held)
    motion = deciding(said, held)
    if motion is not None and is_wide(held) and claimed_results(said.tokens) and not _is_of_motion(said, motion):
        found.append("(decided of another matter in these words)")
    elsewhere = carried(said, held).keys() | light(said, held)
    otherwise = {token.text for token in said.tokens if token.start in elsewhere}
    if not modes_shared(said, held, otherwise, granted=motion is not None and result_of(motion) == ("granted", True)):
        found.append("(may, must or must not)")
    condition = condition_left_out(said, held)
    if condition:
        found.append(f"(left out: {condition})")
    found += _turned(said, held)
    found += [f"(not in a cited source: {words})" for words in held.astray]
    return tuple(dict.fromkeys(found))


def _is_of_motion(said: Said, motion: MotionRead) -> bool:
    """Whether the clause of a claim that tells an outcome speaks of the matter of a motion of a wide quotation."""
    told = lex(f"{motion.text} {motion.matter}")
    at = [start for _, _, start in claimed_results(said.tokens)]
    clauses = [one for one in said.clauses if any(said.tokens[n] in one for n in at)]
    return any(speaks_of(content(clause), told) for clause in clauses or (said.tokens,))


@lru_cache(maxsize=4096)
def _about(source: SourceText) -> tuple[Token, ...]:
    return lex(source.about)


def _unbound(said: Said, held: Held) -> list[Token]:
    motion = deciding(said, held)
    passed = motion is not None and motion.fate == "passed"
    boards = {source.chunk.board for source in held.sources if source.chunk}
    keepers = keeping_bodies(said, boards)
    otherwise, free = carried(said, held), bound_otherwise(said, held) | headed(said, held)
    ways = ways_told(said, held)
    out = []
    for at, token in enumerate(said.tokens):
        if (token.start in otherwise and not negates(token)) or token.start in free:
            continue
        if ways.get(token.start) is not None:
            out += [] if ways[token.start] else [token]
        elif token not in content((token,)) or any(start <= token.start < end for start, end in keepers):
            continue
        elif not _bound(token, at, said, held, motion, passed=passed):
            out.append(token)
    return out


def _bound(token: Token, at: int, said: Said, held: Held, motion: MotionRead | None, *, passed: bool) -> bool:
    if token.kind == "ref":
        return _ref_bound(token, held)
    if token.worth is not None:
        return _figure_bound(token, at, said, held)
    if (is_working(token) or token.groups & groups_of(("total",))) and (works_out(said, held) or times_it(said, held)):
        return True
    low = token.text.lower().removesuffix("'s").removesuffix("’s")
    if low == "under" and not (at + 1 < len(said.tokens) and said.tokens[at + 1].worth):
        return True  # of a law, not below a figure
    if is_unit_mark(token, held) or (low == "years old" and at and is_passed(said.tokens, at - 1, held)):
        return True
    if low in ("nothing", "none", "zero") and any(t.worth and t.worth.number == 0 for t in held.tokens()):
        return True
    timed = at and said.tokens[at - 1].text.lower() == "that"
    if low in _DAYTIMES and (timed or any(one.worth is not None and one.worth.kind == "time" for one in said.tokens)):
        return True
    if low in _FOUND and said.text[token.end :].startswith(" that "):  # it stands in the record of who held it
        return True
    if low in _MONTH_WORDS and any(written_on(one)[1] == _MONTH_WORDS.index(low) + 1 for one in held.sources):
        return True
    if low == "all" and _yeses(held) and any(t.worth and t.worth.number == _yeses(held) for t in said.tokens):
        return True
    if low in ("is to", "are to") and _is_to_be_done(said.tokens, at, held):
        return True
    if low == "not" and at and said.tokens[at - 1].text.lower() == "or":  # "followed or not"
        return any(one.text.lower() == "whether" for one in held.tokens())
    if low in ("nor", "neither", "no one", "without") or negates(token):  # "may not" too
        return any(negates(other) for other in held.tokens()) or any(denies_in_a_word(one.flat) for one in held.entries)
    if token.capital and low in _surnames(held):
        return True
    if token.capital and (_is_stranger(token, said, held) or (at and _is_put_for_another(token, said, held))):
        return False
    if any(token_in(token, entry.sentence.tokens) for entry in held.entries):
        return not is_turned(token, said, held)
    if is_harmless(token):
        return True
    if low in ("all", "any", "both") and (_is_emphatic(token, at, said, held) or sums_up(at, said)):
        return True
    if low == "both" and any(one.text.lower() == "and" for one in said.tokens[at + 2 : at + _BOTH]):
        return True
    if low in _SHOWN:
        return low.startswith("only") and attached_other_way(said, held)
    if low == "voters" and any(one.chunk and one.chunk.doc_type in _OF_VOTERS for one in held.sources):
        return True
    if token.key[0] in REFERENTS and any(token.key[0] in one.key for read in _pages(held) for one in read):
        return True
    if motion is not None and _is_motion_word(token):
        return True
    if any(token_in(token, _about(source)) for source in held.sources):
        return True
    named = token.capital and _named_on_page(token, held, persons_only=_has_sum(said.tokens))
    if named:
        return True
    if _has_sum(said.tokens) and not works_out(said, held):
        return False
    return any(token_in(token, entry.sentence.tokens) for entry in held.near)


def _pages(held: Held) -> list[tuple[Token, ...]]:
    return [sentence.tokens for source in held.sources for sentence in read_sentences(source.text)]


def _is_to_be_done(tokens: Sequence[Token], at: int, held: Held) -> bool:
    """Whether what "is to" be done follows "to" in the entries or opens a demand: "to clear the road", "use code 9"."""
    verb = next(iter(content(tokens[at + 1 : at + 4])), None)
    reads = [entry.sentence.tokens for entry in held.entries if verb is not None]
    places = [(read, n) for read in reads for n, one in enumerate(read) if verb and token_in(verb, (one,))]
    return any(not n or read[n - 1].kind == "break" or read[n - 1].text.lower() == "to" for read, n in places)


_OF_VOTERS = ("warrant", "results")
"""Records of what is put to the voters, or what they did: they are asked all along."""
_BOTH = 9
"""Tokens behind "both" in which the "and" of the two stands."""


def sums_up(at: int, said: Said) -> bool:
    """Whether "all" or "both" follows the names that it sums up: "Roy, Ash and Lee all voted yes"."""
    before = said.tokens[max(0, at - 3) : at]
    return (
        said.tokens[at].text.lower() in ("all", "both")
        and len(before) > 1
        and before[-1].capital
        and any(one.text == "and" for one in before)
    )


def _is_emphatic(token: Token, at: int, said: Said, held: Held) -> bool:
    """Whether "at all", or "any" behind a negation, only makes a denial of the entries stronger."""
    led = said.tokens[at - 1].text.lower() == "at" if at else False
    denies = any(map(negates, said.tokens)) if led else denied(said.tokens, at)
    own = token.text.lower() == "any" or led
    return own and denies and any(negates(one) for one in held.tokens())


_FOUND = ("held", "ruled", "found", "concluded", "determined")
_DAYTIMES = ("morning", "afternoon", "evening", "night", "noon")
_MONTH_WORDS = tuple(name.lower() for name in MONTH_NAMES)


def _yeses(held: Held) -> int:
    """How many answer yes in a roll call of the entries."""
    return sum(token.text.lower() in ("yes", "aye", "yea") for token in held.tokens())


def _noes(held: Held) -> int:
    """How many answer no in a roll call of the entries."""
    return len(re.findall(r"[-–—:]\s*(?:no|nay)\b", _entry_text(held), re.IGNORECASE))


def is_harmless(token: Token) -> bool:
    """Words that only report: "the minutes say", "according to"."""
    if token.kind != "word" or token.text.lower() in _SHOWN:
        return False
    return token.key in (("accord", "to"), ("there", "be"), ("as", "well")) or (
        len(token.key) == 1 and token.key[0] in _HARMLESS
    )


def only_reports(said: Said) -> bool:
    """Whether the words assert nothing of their own: "The record says", never "The record does not say"."""
    return all(is_harmless(word) for word in said.words) and not any(negates(token) for token in said.tokens)


def _is_motion_word(token: Token) -> bool:
    return token.key[-1] in DECISION_WORDS or token.key[0] in DECISION_WORDS


def _has_sum(tokens: tuple[Token, ...]) -> bool:
    """Whether the claim says a figure of something; what it is of must then stand beside it."""
    return any(one.worth is not None and one.worth.kind in ("amount", "percent", "pair") for one in tokens)


@lru_cache(maxsize=64)
def _surnames(held: Held) -> frozenset[str]:
    """The surnames that the cited pages set behind the first names in the words that a writer attached."""
    firsts = {
        one.text for one in lex(held.attached()) if one.kind == "word" and one.capital and len(one.text) > _INITIAL
    }
    named = frozenset().union(*(persons_in(source.text) for source in held.sources))
    known = [first for first in firsts if first.lower() in named]
    return frozenset().union(*(surnames_of(first, [one.text for one in held.sources]) for first in known)) & named


_INITIAL = 2


def _is_stranger(token: Token, said: Said, held: Held) -> bool:
    """Whether the name is that of a person of the page whom the words the writer named do not name, under no part of
    his name; the sentences beside them name who "he" is where they name nobody themselves."""
    low = token.text.lower().removesuffix("'s").removesuffix("’s")
    persons = (
        frozenset().union(*(persons_in(source.text) for source in held.sources)) if held.given else frozenset[str]()
    )
    if low not in persons or any(token_in(token, _about(source)) for source in held.sources):
        return False  # the town or body whose record it is stands in every line of it
    whole = next((one.actor.words for one in said.named if low in one.actor.words), frozenset([low]))
    shown = [words for _, words, _ in held.quotes]
    shown += [entry.flat for entry in held.entries if any(_GOES_BACK.match(words) for words in shown)]
    given = {one.text.lower().removesuffix("'s") for words in shown for one in lex(words)}
    if given & persons:
        return not whole & given
    beside = (one for entry in (*held.entries, *held.near) for one in entry.sentence.tokens)
    return not whole & {one.text.lower().removesuffix("'s") for one in beside}


_GOES_BACK = lazy_regex(r"\W*(?:he|she) \w", re.IGNORECASE)
"""Words that begin with a pronoun: who it is stands before them in their sentence."""


def _is_put_for_another(token: Token, said: Said, held: Held) -> bool:
    """Whether a name stands nowhere in the words that the writer named, which name another that the claim does not
    say: "the Jackson agreement" of words on the Madison agreement."""
    given = [one for _, words, _ in held.quotes for one in lex(words)] if held.given else []
    about = [one for source in held.sources for one in _about(source)]
    if is_harmless(token) or token_in(token, given) or token_in(token, about):
        return False
    known = (*said.tokens, *about)
    others = [one for one in content(given) if one.capital and one.kind == "word" and not token_in(one, known)]
    heads = BODY_HEADS | TITLES
    if token.key[-1] in REFERENTS and any(token.key[-1] in one.key for one in about):  # whose record it is
        return any(one.text.lower() in heads for one in others)
    return any(one.text.lower() in heads or not is_word(one.text) for one in others)


def _named_on_page(token: Token, held: Held, *, persons_only: bool) -> bool:
    name = token.text.removesuffix("'s").removesuffix("’s").removesuffix("es" if token.text.endswith("ses") else "")
    if persons_only:
        return any(name.lower() in persons_in(source.text) for source in held.sources)
    return any(re.search(rf"\b{re.escape(name)}\b", source.text) for source in held.sources)


def _ref_bound(token: Token, held: Held) -> bool:
    if token_in(token, held.tokens()):
        return True
    cites = [source.chunk.section for source in held.sources if source.chunk and source.chunk.section]
    if token.text.startswith("§") and any(cite.endswith(f":{token.text.lstrip('§ ')}") for cite in cites):
        return True
    return any(
        token.key[0] == cite or token.key[0].startswith((f"{cite},", f"{cite}(")) or cite.startswith(f"{token.key[0]}:")
        for cite in cites
    )


def _figure_bound(token: Token, at: int, said: Said, held: Held) -> bool:
    worth = token.worth
    if worth is None or is_pronoun(said.tokens, at):
        return True
    leaves = at > 0 and _LEAVES.fullmatch(said.tokens[at - 1].text) and _CHANGED.search(_entry_text(held))
    if leaves and not token_in(token, lex(leaves["end"])):
        return False  # "leaving 117" of "from 117 to 57"
    for entry in held.entries:
        if token_in(token, entry.sentence.tokens, written_on(entry.source)):
            return True
    if (worth.kind == "number" and worth.number == 0) or said.tokens[at].text.lower() in ("nothing", "zero"):
        return any(t.worth and t.worth.number == 0 for t in held.tokens())
    if worth.kind == "number" and is_year(token) and any(is_year(one) for one in held.tokens()):
        return False  # the words name a year of their own: the date of the record does not stand for it
    for source in held.sources:
        written = written_on(source)
        if worth.kind == "date" and written[0] and worth_matches(worth, Worth("date", date=written)):
            return True
        if worth.kind == "number" and written[0] == worth.number:
            return True
        counts = worth.kind == "number" and not is_year(token) and not identifier_before(said.tokens, at)
        if (token_in(token, _about(source)) and not counts) or _numbers_source(said.tokens, at, source):
            return True
    if (
        worth.kind == "ordinal"
        and worth.number == 1
        and re.search(r"\b(?:prior|before|in advance)\b", _entry_text(held))
    ):
        return True
    if worth.kind == "number" and 1 < worth.number == _yeses(held):
        return True
    if is_times(said.tokens, at, held) or is_counted(said, at, held) or is_same_measure(said.tokens, at, held):
        return True
    bills = (one.chunk.title.lower() for one in held.sources if one.chunk and one.chunk.doc_type == "bill")
    if worth.kind == "code" and any(title.startswith(token.text.lower()) for title in bills):
        return True
    if worth.kind == "code" and worth.text.endswith("-member"):  # "a three-member board"
        return any(
            one.worth is not None and one.worth.number == int(worth.text.partition("-")[0]) and {*after.key} & _MEMBERS
            for entry in held.entries
            for one, *behind in zip(*(entry.sentence.tokens[n:] for n in range(3)), strict=False)
            for after in behind
        )
    motion = deciding(said, held)
    voted = (motion.vote.yes, motion.vote.no or 0) if motion is not None else (0, 0)
    if worth.kind == "pair" and (worth.number, worth.other) in (voted, (_yeses(held), _noes(held)), *_ranges(held)):
        return worth.number > 0
    is_end = _ends_change(said.tokens, at)  # an end of a change is told, not worked out
    named = identifier_before(said.tokens, at)
    if named or is_end:
        return False
    right = working_words(said, worth) and computed(worth, held) and not misadded(said, worth, held)
    return right or adds_up(said, at, held)


def _numbers_source(tokens: Sequence[Token], at: int, source: SourceText) -> bool:
    """Whether the figure is the number under which a cited bill or ordinance is filed, "HB 251" of "HB251-FN", or of
    the chapter that holds the cited section."""
    chunk, named = source.chunk, identifier_before(tokens, at)
    if chunk is None or not named:
        return False
    number = re.escape(tokens[at].text).replace(r"\-", r"[\s-]")
    if named in ("section", "sec"):
        return re.search(rf":{number}\Z", chunk.section) is not None
    if named == "chapter":
        return re.search(rf"\b{number}:", chunk.section) is not None
    own = chunk.doc_type in ("bill", "ordinance", "resolution")
    if own and numbers_title(tokens[at].text, chunk.title):
        return True
    return own and re.search(rf"(?<!\d){number}(?!\d)", chunk.title) is not None


_MEMBERS = frozenset(map(base_of, ("member", "person", "individual", "people", "trustee", "commissioner", "director")))
_LEAST, _MOST = (groups_of((base_of("at"), base_of(word))) for word in ("least", "most"))


def _ranges(held: Held) -> Iterator[tuple[float, float]]:
    """The ranges of the entries that are told by their ends: "not less than 3 nor more than 10"."""
    for entry in held.entries:
        low = 0.0
        for before, token in pairwise(entry.sentence.tokens):
            if token.worth is not None and before.groups & _LEAST:
                low = token.worth.number
            elif token.worth is not None and before.groups & _MOST and low:
                yield low, token.worth.number


def is_pronoun(tokens: Sequence[Token], at: int) -> bool:
    """Whether "one" stands for a thing named before and counts nothing: "asks for one", "one called on application"."""
    before = tokens[at - 1].text.lower() if at else ""
    if tokens[at].text.lower() == "one" and before == "no":  # "no one may": nobody
        return True
    if tokens[at].text.lower() != "one" or before in ("only", "least", "than", "just", "any", "every", "single"):
        return False
    after = next(iter(tokens[at + 1 : at + 2]), None)
    if after is None or after.kind != "word" or after.text.lower().endswith("ed") or after.text.lower() in _PREPOSED:
        return True
    return not content((after,)) and after.text.lower() not in ("of", "more", "or", "less")


_PREPOSED = ("within", "by", "before", "after", "until")
"""Words behind "one" with which a time begins: "to appoint one within six days"."""
_TOTALS = groups_of((base_of("total"),))


def _ends_change(tokens: Sequence[Token], at: int) -> bool:
    """Whether the figure is an end of a change: "from $5 to $7", never "adds up to $7"."""
    before = tokens[at - 1].text.lower() if at else ""
    return before == "from" or (before == "to" and not (at > 1 and tokens[at - 2].groups & _TOTALS))


_LEAVES, _CHANGED = (
    lazy_regex(r"leav\w+|left", re.IGNORECASE),
    lazy_regex(r"\bfrom \$?\d[\d.,]* to (?P<end>\$?\d[\d.,]*)", re.IGNORECASE),
)


def _entry_text(held: Held) -> str:
    return " ".join(entry.text for entry in held.entries)


_TEXT_VOTES = """
    vote oppose abstain recuse favor against yes no aye nay
"""
_VOTES = frozenset(base_of(word) for word in _TEXT_VOTES.split())


def _who(said: Said, held: Held) -> list[str]:
    """Persons of whom the claim tells how they voted and the entries do not: a vote shares its words with all others.
    What else is said of a person the conflicts of speakers and movers compare."""
    left = []
    movers, motion = {name for _, name in movers_in(said.text)}, deciding(said, held)
    for actor, words in predicates_of(said, held):
        out = kept_out(said.text)
        if out & actor.words and motion is not None and out <= out_of(motion):
            continue
        if movers & actor.words:
            if motion is None and not _says_so(actor, words, held):
                left.append(f"who: {actor.text}")
            continue
        told = [word for word in words if not (word.kind == "word" and word.key[0] in SPEECH)]
        told = [word for word in told if word.text.lower() not in ("all", "both")]
        if any(_VOTES & set(word.key) for word in told) and not _says_so(actor, told, held):
            left.append(f"who: {actor.text}")
    return left


def _says_so(actor: Actor, told: Sequence[Token], held: Held) -> bool:
    """Whether most of the words found at all are found where this person may be the one they are said of."""
    found = mine = 0
    for word in told:
        hits = []
        for entry in held.entries:
            token = token_in(word, entry.sentence.tokens, written_on(entry.source))
            cast = [one for one in entry.sentence.tokens if one.key == word.key] if word.text.lower() in CAST else ()
            if token is not None:
                own = any(one.is_same(actor) for vote in cast or (token,) for one in spoken_by(entry.sentence, vote))
                hits.append(own)
        found += bool(hits)
        mine += any(hits)
    return mine * 2 >= found if found else not told


def _places(said: Said, held: Held) -> list[str]:
    """Clauses put together from separate places or sources."""
    bound = told_in_rows(said, held) | told_in_list(said, held) | told_in_another_form(said, held)
    bound |= carried(said, held).keys()
    left = joined_sources(said, held)
    for clause in said.clauses:
        if all(is_harmless(token) for token in content(clause)):
            continue
        share = max((_share_of(clause, run, bound) for run in _places_of(held)), default=0.0)
        if share < 0.34 and not (works_out(said, held) or times_it(said, held)) and deciding(said, held) is None:
            left.append(_SEPARATE)
    return left


def _places_of(held: Held) -> list[list[Entry]]:
    """The places a clause may stand in: a motion with what led to it, else one entry, with the words it hangs on."""
    return [*(one_item(held) if held.motions else [[entry] for entry in held.entries]), *hung_items(held)]


def _share_of(clause: Sequence[Token], run: Sequence[Entry], otherwise: Container[int]) -> float:
    """The share of a clause's words that the entries of one place hold, in their own words or in others."""
    words = content(tuple(clause))
    tokens = [token for entry in run for token in entry.sentence.tokens]
    verbs = (one for one in tokens if one.kind == "word" and (not one.capital or one.text.endswith("ed")))
    if any(map(is_verbish, verbs)):  # a row tells nothing of its heads
        tokens += _about(run[0].source)
    held = [word for word in words if word.start in otherwise or token_in(word, tokens, written_on(run[0].source))]
    return len(held) / len(words) if words else 1.0


_SEPARATE = "(put together from separate places)"


def _is_one_place(held: Held) -> bool:
    """Whether all entries are neighbours in one source."""
    numbers = sorted({entry.number for entry in held.entries})
    one_source = len({entry.source.label for entry in held.entries}) == 1
    return one_source and numbers[-1] - numbers[0] == len(numbers) - 1


_TURNS = lazy_regex(
    r"\b(?:rather than|instead of|other than|(?:except|fail|refus|den|declin|forbid|prohibit|bar|ban|exempt|reject|"
    r"lack|absent|stop|end|limit|miss(?=ed|ing|es))\w*)\b",
    re.IGNORECASE,
)


def _turned(said: Said, held: Held) -> list[str]:
    """A negation or an "only" in the words that the claim does not have."""
    if any(map(negates, said.tokens)) or _TURNS.search(said.text):
        return []
    for clause in said.clauses:
        entry, share = best_entry(clause, held)
        if entry is None or share < 0.4 or other_way_round(said, entry):
            continue
        tokens = entry.sentence.tokens
        for at, token in enumerate(tokens):
            told = token.kind == "word" and bool(content((token,))) and denied(tokens, at)
            if told and token_in(token, said.words) and not body_in(token.text):
                others = [one for n, one in enumerate(tokens) if n != at and not denied(tokens, n)]
                mine = [word for word in said.words if token_in(token, (word,))]
                if not denied_in_view(tokens, at, entry, held):
                    continue
                if all(token_in(word, others) for word in mine) and matched(others, mine) >= len(mine):
                    continue  # the same word, or one like it, stands there undenied as often as the claim tells it
                if any(tells_alike(clause, token, one, ours=False) for one in held.entries if one is not entry):
                    continue
                place = next(n for n in range(at - 1, -1, -1) if negates(tokens[n]))
                if any(one.worth is not None for one in tokens[place:at]):
                    continue  # "not less than ten days" is a limit
                negation = tokens[place]
                return [f"(the record: “{negation.text} … {token.text}”)"]
    return []
