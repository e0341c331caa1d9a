"""Where the words of a claim stand in its entries: together or apart, in which order, nearer to which figure or name.

Holds the entries laid out on one line and the checks that need places. It refuses to speak of words that the entries
do not hold; those are the residue's.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, takewhile

from pipeline.check.bind.steps import bound_to_steps
from pipeline.check.read.case import SourceText
from pipeline.check.read.evidence import Entry, Held, Said, is_verbish, matched, span_text, token_in, written_on
from pipeline.check.read.lexing import FRAME, REFERENTS, Token, Worth, lex, worth_matches
from pipeline.check.read.reading import body_in, content, persons_in
from pipeline.check.slots.tables import told_in_list, told_in_rows
from pipeline.check.slots.ways import works_way
from pipeline.check.slots.workings import kind_at, times_it, works_out
from pipeline.quoting.alike import base_of
from vault.facts.dates import spoken_date
from vault.facts.names import BODY_HEADS, TITLES
from vault.text.patterns import lazy_regex

__all__ = [
    "apart", "exchanged", "hung_items", "is_rule", "misplaced", "one_item", "other_compounds", "reordered", "runs",
]  # fmt: skip

_IN_ORDER = 0.65
"""Share of a clause's words that must stand in the record in the order of the claim."""


_SAME_MATTER = 0.65
"""Share of the words of a place that a fuller one repeats, from which on both tell one matter."""


def apart(said: Said, held: Held) -> list[str]:
    """A clause whose words stand only in places that do not touch each other; whose record it is, and of which day, or
    which bill, its head may say alone."""
    chunks = [source.chunk for source in held.sources if source.chunk]
    heads = [f"{one.board} {one.doc_type} {spoken_date(one.date)}." for one in chunks if one.board]
    heads += [f"{one.title} as introduced." for one in chunks if one.doc_type == "bill"]
    kept = lex(re.sub(r"(?<=[A-Z])(?=\d)", " ", " ".join(heads)))  # "HB547"
    rows, told = told_in_rows(said, held) | told_in_list(said, held), list(kept)
    works = works_out(said, held) or times_it(said, held)
    for clause in said.clauses:
        words = [word for word in content(clause) if word.start not in rows and token_in(word, told) is None]
        told += content(clause)  # what an earlier clause has told a later one may name again
        placed = [(_held_in(words, run), run) for run in (*one_item(held), *hung_items(held))]
        whole, told_there = max(placed, key=lambda one: len(one[0]), default=(set[Token](), []))
        for place, run in placed:
            strays = place - whole
            if (
                strays
                and _SAME_MATTER * len(place) > len(place & whole)
                and not (works and _is_row(run, held))
                and not _is_heading(strays, run, told_there, clause)
            ):
                return ["(put together from separate places)"]
    return []


def _is_row(run: Sequence[Entry], held: Held) -> bool:
    """Whether what is shown of a place is a name and its figure, of which a sum or a difference takes one each."""
    shown = [token for one in run for token in content(lex(span_text(one, held)))]
    return 1 < len(shown) <= _ROW and shown[-1].worth is not None


_ROW = 7


def _is_heading(strays: set[Token], run: Sequence[Entry], whole: Sequence[Entry], clause: Sequence[Token]) -> bool:
    """Whether what stands apart tells only whose record it is, or is one name, of no person and no body, told shortly
    before in the same source: "the Elm Station" of a sentence on its request."""
    about = lex(run[0].source.about)
    if all((one.worth is None and one.key[-1] in FRAME) or token_in(one, about) for one in strays):
        return True
    first, last = run[-1], whole[0]
    if first.source.label != last.source.label or not 0 < last.number - first.number <= _HEADED:
        return False
    at = [n for n, one in enumerate(clause) if one in strays]
    phrase = clause[at[0] : at[-1] + 1]
    text = " ".join(one.text for one in phrase)
    persons = persons_in(first.source.text)
    named = any(one.capital for one in phrase) and not any(_is_sum(one) or one.kind == "break" for one in phrase)
    acts = any(one.text.lower().removesuffix("'s") in persons for one in phrase) or body_in(text)
    return (
        named
        and not acts
        and len(content(phrase)) == len(strays)
        and not any(is_verbish(one) for one in phrase if not one.capital)
    )


_HEADED = 8
"""Sentences after the one that names a matter in which it is still spoken of."""


def _held_in(words: Sequence[Token], entries: Sequence[Entry]) -> set[Token]:
    tokens, written = [token for entry in entries for token in entry.sentence.tokens], written_on(entries[0].source)
    return {word for word in words if token_in(word, tokens, written)}


_SENTENCE_GAP, _PLACE_GAP = 12, 60
"""Tokens that the end of a sentence, and a jump to another place, set between two words."""
_FIGURED = ("amount", "percent", "number", "year", "time", "date", "pair", "fraction", "ordinal")


def _laid_out(held: Held) -> list[tuple[int, Token]]:
    """The tokens of the entries, each with its place on one line, sentences and places set apart."""
    line: list[tuple[int, Token]] = []
    at, last = 0, None
    for entry in sorted(held.entries, key=lambda one: (one.source.label, one.number)):
        follows = last is not None and last.source.label == entry.source.label and entry.number == last.number + 1
        at += _SENTENCE_GAP if follows else _PLACE_GAP
        for token in entry.sentence.tokens:
            if token.kind != "break":
                line.append((at, token))
                at += 1
            elif token.text == ";":  # "building permit $50; sign permit $25"
                at += _ITEM_GAP
        last = entry
    return line


_ITEM_GAP = 4
"""Places that a semicolon sets the items of a sentence apart by."""


_PARTICLES = frozenset(["over", "up", "down", "out", "off"])
"""Words that carry the meaning of a verb: "was over by 4:28"."""


def misplaced(said: Said, held: Held) -> list[str]:
    """Figures and names whose words of the claim stand nearer to another figure of the kind, or to another name of the
    claim, in the record."""
    line, rows = _laid_out(held), told_in_rows(said, held)
    worked = works_out(said, held)  # the sum of last year worked out from this year's
    stepped = bound_to_steps(said, held)
    tokens = [one for _, one in line]
    shown = [(at, one, kind_at(tokens, n)) for n, (at, one) in enumerate(line)]
    left: list[str] = []
    for clause in said.clauses:
        kinds = [(n, kind) for n in range(len(clause)) if (kind := kind_at(clause, n))]
        for at, kind in kinds:
            token, told = clause[at], [clause[n] for n, _ in kinds if n != at]
            if token.start in rows or (kind == "year" and worked) or (kind in ("amount", "ordinal") and stepped):
                continue
            if _goes_on_list(said.tokens, said.tokens.index(token)):
                continue
            if token.text.isdigit() and _numbers_another(clause[at : at + 2], kind, tokens):
                left.append(f"(other words beside {token.text})")
            if kind not in _FIGURED or (kind == "date" and _dates_record(token, held)):
                continue
            words = _next_to(clause, at, [n for n, other in kinds if other == kind], tokens)
            rivals = [(place, one) for place, one, other in shown if other == kind]
            nearer = _is_nearer_another(token, words, line, rivals, told)
            nearer |= kind == "date" and _is_labelled_another(token, clause, held.attached(), rivals)
            if nearer or _is_of_another_verb(token, words, clause, line) or _is_in_another(clause, at, said, held):
                left.append(f"(other words beside {token.text})")
    return left


def _goes_on_list(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number only goes on with others: "sessions 1, 2 and 3"."""
    before = [one for one in tokens[:at] if one.kind != "break" and one.text.lower() not in ("and", "or")]
    return tokens[at].text.isdigit() and bool(before) and before[-1].text.isdigit()


def _dates_record(day: Token, held: Held) -> bool:
    """Whether a day is that of a cited record, which stands above all its words."""
    days = (Worth("date", date=written_on(one)) for one in held.sources if all(written_on(one)))
    return day.worth is not None and day.worth.date[2] > 0 and any(worth_matches(day.worth, one) for one in days)


def _numbers_another(figure: Sequence[Token], kind: str, line: Sequence[Token]) -> bool:
    """Whether the record has a count, or the number of a house, only as the number of something else: "20 lots" of
    "Lot 20"; `figure` holds the word behind it too."""
    places = [n for n, one in enumerate(line) if kind in ("number", "address") and token_in(figure[0], (one,))]
    kinds = {kind if matched(figure[1:], line[n + 1 : n + 2]) else kind_at(line, n) for n in places}
    return bool(kinds) and kinds.isdisjoint({kind, *_FIGURED})


def _is_in_another(clause: Sequence[Token], at: int, said: Said, held: Held) -> bool:
    """Whether a word of the clause, up to what follows its figure, stands only in sentences with another figure of the
    kind, which the claim does not tell, and none with this one."""
    kind = kind_at(clause, at)
    own: list[Sequence[Token]] = []
    rival: list[Sequence[Token]] = []
    free: list[Sequence[Token]] = []
    for entry in held.entries:
        tokens = lex(span_text(entry, held)) if held.given else entry.sentence.tokens
        others = [one for n, one in enumerate(tokens) if kind_at(tokens, n) == kind and one.text.lower() != "one"]
        if token_in(clause[at], tokens, written_on(entry.source)) is not None:
            own.append(tokens)
        else:
            (rival if any(token_in(one, said.tokens) is None for one in others) else free).append(tokens)
    persons = frozenset[str]().union(*(persons_in(source.text) for source in held.sources))  # who said both
    about = [token for source in held.sources for token in lex(source.about)]
    behind = tuple(takewhile(lambda one: one.text.lower() not in _JOINTS, clause[at + 1 :]))
    words = [one for one in content((*clause[:at], *behind)) if one.kind == "word" and one.text.lower() not in persons]
    return bool(own) and any(
        any(token_in(word, tokens) for tokens in rival) and not any(token_in(word, tokens) for tokens in (*own, *free))
        for word in words
        if (word.capital or word.key[0] not in FRAME | REFERENTS | _BOUNDS) and not token_in(word, about)
    )


_JOINTS = (",", ";", "and")
_BOUNDS = frozenset(map(base_of, ("limit", "maximum", "minimum", "max", "most", "least", "cap", "allow", "permit")))
"""Words that call any figure a limit."""
_WIDE = 60
"""Tokens of a passage in which some word stands beside some figure by chance."""
_NEXT = 5
"""Tokens between a figure and the word that says what it is of."""


def _next_to(clause: Sequence[Token], at: int, same: Sequence[int], record: Sequence[Token]) -> list[Token]:
    """The nearest word with a meaning on either side of a figure, with no other figure of the kind between; in a long
    passage the nearest that the record has."""
    low = max((n for n in same if n < at), default=-1)
    high = min((n for n in same if n > at), default=len(clause))
    sides = [clause[max(low + 1, at - _NEXT) : at][::-1], clause[at + 1 : min(high, at + 1 + _NEXT)]]
    if any(one.worth is not None for one in clause[at + 1 :]):  # "to $20,000, an increase of 43 %"
        sides[1] = tuple(takewhile(lambda one: one.text != ",", sides[1]))
    for n, met in enumerate((low >= 0, high < len(clause))):
        if met:  # before "and" stands what is of the figure before, behind it what is of the next
            sides[n] = tuple(takewhile(lambda one: one.text.lower() not in _JOINTS, sides[n]))
    wide = len(record) > _WIDE
    found = [
        next((word for word in side if _has_meaning(word) and not (wide and token_in(word, record) is None)), None)
        for side in sides
    ]
    if low >= 0 and found[0] is not None and 2 * clause.index(found[0]) <= low + at:
        found[0] = None  # "four boards some three days before": it is of the figure before
    return [word for word in found if word is not None]


def _has_meaning(word: Token) -> bool:
    return word.kind == "word" and (bool(content((word,))) or word.text.lower() in _PARTICLES)


def _is_nearer_another(
    figure: Token, words: Sequence[Token], line: Sequence[tuple[int, Token]], alike: Sequence[tuple[int, Token]],
    told: Sequence[Token],
) -> bool:  # fmt: skip
    """Whether the words beside a figure stand nearer to another of those like it in the record."""
    own = [at for at, one in alike if figure.worth and one.worth and worth_matches(figure.worth, one.worth)]
    rivals = [at for at, one in alike if at not in own and not (token_in(one, told) and _touches(at, own))]
    rivals = [at for at in rivals if not _is_other_end(at, own, line)]
    if not own or not rivals:
        return False
    nearer = farther = 0
    for word in words:
        places = [at for at, one in line if token_in(word, (one,)) is not None]
        if places:
            mine = min(abs(at - place) for at in own for place in places)
            theirs = min(abs(at - place) for at in rivals for place in places)
            if len(places) > 1 and max(mine, theirs) < _SENTENCE_GAP:
                continue  # it stands beside both
            nearer, farther = nearer + (mine < theirs), farther + (theirs < mine)
    return farther > nearer


def _is_labelled_another(figure: Token, clause: Sequence[Token], text: str, alike: Sequence[tuple[int, Token]]) -> bool:
    """Whether a word of the clause stands as the label before another date of the record, and not before this one:
    "approved it on May 28" of "Revised - 5/28/2031, Approved - 6/4/2031"."""
    own = [one for _, one in alike if figure.worth and one.worth and worth_matches(figure.worth, one.worth)]
    rivals = [one for _, one in alike if one not in own]
    heads = {one: _LABEL.search(text[: text.find(one.text)]) for one in (*own, *rivals)}
    named = [
        [
            word
            for word in content(tuple(clause))
            if any((head := heads[one]) and token_in(word, lex(head[1])) for one in dates)
        ]
        for dates in (own, rivals)
    ]
    return bool(own) and bool(named[1]) and not named[0]


_LABEL = lazy_regex(r"([^\W\d]{4,})\s*[:–—-]\s*\Z")
"""A word with a colon or a dash behind it: "Approved - "."""


def _is_other_end(rival: int, own: Sequence[int], line: Sequence[tuple[int, Token]]) -> bool:
    """Whether a figure of the record is the other end of the change whose end is the claimed one: "from 117 to 57"."""
    words = {at: one.text.lower() for at, one in line}
    return any(1 < at - rival <= _TO_END and words.get(rival - 1) == "from" and words.get(at - 1) == "to" for at in own)


_TO_END = 10
"""Tokens from one end of a change to the other: "from $2 for a 14-day permit to $10"."""


def _is_of_another_verb(
    figure: Token, words: Sequence[Token], clause: Sequence[Token], line: Sequence[tuple[int, Token]]
) -> bool:
    """Whether a second verb, which the claim does not say, parts the word beside a date from it in the record: "begins
    in May" of what "will begin soon and is to be completed by May"."""
    if figure.worth is None or figure.worth.kind != "date":
        return False
    tokens = [one for _, one in line]
    own = next((n for n, one in enumerate(tokens) if token_in(figure, (one,)) is not None), 0)
    place = next((n for n in range(own - 1, -1, -1) if token_in(words[0], (tokens[n],))), own) if words else own
    joined = next((n for n in range(place, own) if tokens[n].text.lower() in ("and", "but", "or")), own)
    verbs = [one for one in tokens[joined + 1 : own] if is_verbish(one) and content((one,))]
    return bool(verbs) and token_in(verbs[-1], clause) is None


_TOUCHING = 4
"""Tokens within which two figures are one: "from midnight to 6:00 am", "$5 of $20"."""


def _touches(at: int, own: Sequence[int]) -> bool:
    return any(abs(at - place) <= _TOUCHING for place in own)


_ITEM, _NEAR = 6, 3
"""Sentences between two places of one source that still belong to one item of its business: with a motion, without."""


def one_item(held: Held) -> list[list[Entry]]:
    """The entries in runs that speak of one item: what was said before a motion belongs to it."""
    return runs(held.entries, _ITEM if held.motions else _NEAR)


# "The following is prohibited:", "It is declared: (a)"
_ANNOUNCED = lazy_regex(r":\s*(?:\(?\w{1,3}[.)])?\W*\Z")


def hung_items(held: Held) -> list[list[Entry]]:
    """Each entry that announces what follows, with each entry of its source behind it."""
    return [
        [lead, entry]
        for lead in held.entries
        if _ANNOUNCED.search(lead.flat)
        for entry in held.entries
        if entry.source.label == lead.source.label and entry.number > lead.number
    ]


def runs(entries: Sequence[Entry], gap: int) -> list[list[Entry]]:
    """The entries in runs of one source, at most `gap` sentences from each other."""
    found: list[list[Entry]] = []
    for entry in sorted(entries, key=lambda one: (one.source.label, one.number)):
        last = found[-1][-1] if found else None
        same = last is not None and last.source.label == entry.source.label
        reach = max(gap, _HE) if _PRONOUN.match(entry.flat) else gap
        if last is not None and same and entry.number - last.number <= reach:
            found[-1].append(entry)
        else:
            found.append([entry])
    return found


_HE = 3
"""Sentences that may stand between a person and "he"."""
_PRONOUN = lazy_regex(r"\W*(?:he|she|they)\b", re.IGNORECASE)


def reordered(said: Said, held: Held) -> list[str]:
    """A clause that names who may act, or a sum, whose words stand in the record in quite another order: who does what
    to whom, or which sum is whose, may be turned round."""
    rows = told_in_rows(said, held)
    for clause in () if works_way(said, held) else said.clauses:
        ends = [one for one in clause if one.start not in rows and (_may_act(one) or one.worth is not None)]
        if len(ends) < 2 or not any(_may_act(token) or _is_sum(token) for token in ends):
            continue
        for run in runs(held.entries, 1):
            tokens = [token for entry in run for token in entry.sentence.tokens]
            written = written_on(run[0].source)
            free = _tells_most(said, held)
            parts = [
                [word for word in content(part) if token_in(word, tokens, written)]
                for part in (_parts(clause) if free else [clause])
            ]
            found = sum(map(len, parts))
            kept = max(sum(_in_order(part, order, written, free) for part in parts) for order in _orders(tokens))
            if found >= 4 and kept < _IN_ORDER * found:
                return ["(in another order than the record)"]
    return []


_MOST, _HALF = 0.7, 0.5
"""Share of the attached words that a claim tells which says their circumstances in another order; where they hold no
list and one sum at most, which no order can give to another, half is enough."""


def _tells_most(said: Said, held: Held) -> bool:
    tokens = [token for _, words, _ in held.quotes for token in content(lex(words))]
    shown = {(token.key, token.text if token.worth else ""): token for token in tokens}
    plain = not re.search(r"[;:](?=\s)", held.attached()) and sum(_is_sum(token) for token in shown.values()) < 2
    least = _HALF if plain else _MOST
    return matched(tuple(shown.values()), said.tokens) >= least * len(shown)


def _parts(clause: Sequence[Token]) -> list[tuple[Token, ...]]:
    """The clause cut where a circumstance begins or a comma stands: what is told first and what last says nothing."""
    cuts = [n for n, one in enumerate(clause) if n and (one.text == "," or one.text.lower() in _LEADS_IN)]
    return [tuple(clause[a:b]) for a, b in pairwise([0, *cuts, len(clause)])]


def _in_order(words: Sequence[Token], line: Sequence[Token], written: tuple[int, int, int], free: bool) -> int:
    """How many of the words stand on a line in their order: each where it stands first or, `free`, where it fits."""
    if not free:
        return _rising([line.index(one) for word in words if (one := token_in(word, line, written))])
    places = ([n for n, one in enumerate(line) if token_in(word, (one,), written)] for word in words)
    return _rising([place for held in places for place in held[::-1]])


_LED = lazy_regex(r"\b(?:the|an?|its|their|his|her|any|each|every|no|this|that)\s+\Z", re.IGNORECASE)
_OTHER_SIDE, _FARTHEST, _GAIN = 4, 40, 4
"""Tokens that a neighbour on the other side counts farther, the most that are counted, and those by which two nouns
must stand nearer to each other's neighbours."""


def exchanged(said: Said, held: Held) -> list[str]:
    """Two nouns of the claim, each of which the record sets where the other is told, in its clause too: "costs
    that the owner incurs are a lien against the agency" of costs that the agency incurs."""
    line = _laid_out(held)
    places = {word.start: [at for at, one in line if token_in(word, (one,))] for word in content(said.tokens)}
    told = [word for word in content(said.tokens) if places[word.start]]
    clause_of = {word: n for n, clause in enumerate(said.clauses) for word in clause}
    first = {word.key: n for n, word in reversed(list(enumerate(told)))}  # told again it is led back to
    nouns = [(n, word) for n, word in enumerate(told) if _is_noun(word, said) and first[word.key] == n]
    left = []
    for (n, one), (m, other) in combinations(nouns, 2):
        here, there = places[one.start], places[other.start]
        between = said.text[one.end : other.start].strip()
        joined = m == n + 1 and (between == "and" or (not between and one.capital and other.capital))  # one name
        if joined or one.key == other.key or set(here) & set(there):
            continue
        beside = [
            [(side, told[k + side]) for side in (-1, 1) if 0 <= k + side < len(told) and k + side != rival]
            for k, rival in ((n, m), (m, n))
        ]
        within = [
            [(side, word) for side, word in words if clause_of.get(word) == clause_of.get(noun)]
            for words, noun in zip(beside, (one, other), strict=True)
        ]
        if all(_fits_better(here, there, sides, places) for sides in (beside, within)):
            left.append(f"({one.text} or {other.text}: in each other's place)")
    return left


def _fits_better(
    here: Sequence[int], there: Sequence[int], beside: Sequence[Sequence[tuple[int, Token]]],
    places: Mapping[int, Sequence[int]],
) -> bool:  # fmt: skip
    """Whether each of two nouns stands nearer to what the other has beside it in the claim than that one does."""
    own, its = ([(side, places[word.start]) for side, word in words] for words in beside)
    if not own or not its:
        return False
    gains = _distance(here, own) - _distance(there, own), _distance(there, its) - _distance(here, its)
    return min(gains) > 0 and sum(gains) >= _GAIN


def _is_noun(word: Token, said: Said) -> bool:
    """Whether a word is a noun by what leads it, or a name; a "motion" or a "vote" is what tells the rest."""
    if word.kind != "word" or is_verbish(word) or word.text.lower().endswith(("ly", "ing", "ed", "motion", "vote")):
        return False
    return (word.capital and word.start > 0) or _LED.search(said.text[: word.start]) is not None


def _distance(places: Sequence[int], neighbours: Sequence[tuple[int, Sequence[int]]]) -> int:
    """The tokens from a word's nearest place to each neighbour, added up; farther on the other side (-1 left, 1)."""
    return sum(
        min(_FARTHEST, *(abs(a - b) + _OTHER_SIDE * ((b - a) * side < 0) for a in places for b in theirs))
        for side, theirs in neighbours
    )


_TEXT_ACTING = """
    person owner applicant voter resident taxpayer tenant landlord employee petitioner elector citizen officer official
    subdivider developer abutter parent public government court governor state
"""
_ACTING = frozenset(base_of(word) for word in (*_TEXT_ACTING.split(), *TITLES, *BODY_HEADS, "town", "city", "county"))


def _may_act(token: Token) -> bool:
    """Whether a word names somebody or a body that may act."""
    return token.kind == "word" and any(one in _ACTING for one in token.key)


def _is_sum(token: Token) -> bool:
    return token.worth is not None and token.worth.kind in ("amount", "percent")


def _orders(tokens: list[Token]) -> Iterator[list[Token]]:
    """The orders in which the same may be said: as it stands, with who acts first instead of after "by" ("is reported
    by the town"), with its circumstance first or last ("If …, the board decides", "the board decides, if …")."""
    yield tokens
    agents = [at for at, token in enumerate(tokens) if token.text.lower() == "by" and at + 1 < len(tokens)]
    if agents:
        acting = [token for at in agents for token in tokens[at : at + _AGENT]]
        yield [*acting, *(token for token in tokens if token not in acting)]
        # the verb comes along: "the mayor appoints" of "members to be appointed by the mayor"
        whole = [at for at in agents if not any(one.kind == "break" for one in tokens[max(0, at - _AGENT) : at])]
        acting = [token for at in whole for token in (*tokens[at : at + _AGENT], *tokens[max(0, at - 1) : at])]
        yield [*acting, *(token for token in tokens if token not in acting)]
    commas = [at for at, token in enumerate(tokens) if token.text == ","]
    for at, led in zip((commas[:1] or [0]) + commas[-1:], (0, commas[-1] + 1 if commas else 0), strict=False):
        if at and led < len(tokens) and tokens[led].text.lower() in _LEADS_IN:
            yield [*tokens[at:], *tokens[:at]]


_TEXT_LEADS_IN = """
    if when where whenever wherever for in upon on under after before unless until during at once except with without
"""
_LEADS_IN = frozenset(_TEXT_LEADS_IN.split())
"""Words with which a circumstance begins."""
_AGENT = 5
"""Tokens after "by" that name who acts: "by the select board"."""


def _rising(places: Sequence[int]) -> int:
    """The length of the longest run of places that rises, gaps allowed."""
    tails: list[int] = []
    for place in places:
        at = bisect_left(tails, place)
        tails[at : at + 1] = [place]
    return len(tails)


_RULES = ("statute", "ordinance", "policy", "rule", "constitution", "regulation")


def is_rule(source: SourceText) -> bool:
    """Whether the source says what must be done: there the order of the words says by whom and to whom."""
    return source.is_state or (source.chunk is not None and source.chunk.doc_type in _RULES)


def other_compounds(said: Said, held: Held) -> list[str]:
    """Two words that the claim sets side by side, the second of which has always another word before it in the record:
    "owner court" of "superior court"."""
    line = [token for _, token in _laid_out(held)]
    left = []
    for first, second in pairwise(said.tokens):
        if not (_qualifies(first) and _qualifies(second)) or second.start - first.end > 1:
            continue
        if second.capital and not first.capital:  # "pay Ash": a verb and its object
            continue
        heads = [at for at, token in enumerate(line) if token.key == second.key]
        before = [line[max(0, at - _REACH) : at] for at in heads]
        apart = before and not any(token_in(first, part) for part in before)
        if apart and all(part and _qualifies(part[-1]) for part in before) and _is_told(first, held):
            left.append(f"({first.text} {second.text}; the record: {before[0][-1].text} {line[heads[0]].text})")
    return left


_REACH = 4
"""Words before a noun among which those stand that tell which one it is."""


def _qualifies(token: Token) -> bool:
    """Whether a token is a word that may tell which thing it is: no verb by its form, quantifier, owner or modal."""
    low = token.text.lower()
    plain = token.kind == "word" and len(token.key) == 1 and bool(content((token,)))
    return plain and low not in _TELLS_NOTHING and not low.endswith(("ed", "ing", "ly", "'s", "’s", "n't", "n’t"))


_TEXT_TELLS_NOTHING = """
    any all each every if no not most few both only before after until never against more because up down shall must
    will may can cannot would should could without such other said same within outside inside either neither
"""
_TELLS_NOTHING = frozenset(_TEXT_TELLS_NOTHING.split())


def _is_told(token: Token, held: Held) -> bool:
    """Whether the cited pages hold the word in this very form; a name or a form in -s may be a subject or a verb."""
    if token.capital or token.text.endswith("s"):
        return False
    return any(token.text in _forms(source.text) for source in held.sources)


@lru_cache(maxsize=256)
def _forms(text: str) -> frozenset[str]:
    """The words of a page as they are written, in lower case."""
    return frozenset(token.text.lower() for token in lex(text))
