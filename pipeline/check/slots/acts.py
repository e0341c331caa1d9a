"""Who moved it and what came of it: movers, bodies, outcomes and votes of a claim against its entries.

Holds comparisons of decisions with the motions of the record, and what only its slots bind: counts of members, who
abstained; who said what is `speakers`. It refuses to speak where the record names nobody and gives no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.check.read.case import SourceText
from pipeline.check.read.evidence import Entry, Held, Said, matched, said_of, token_in
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.motions import (
    Act,
    MotionRead,
    claimed_fate,
    claimed_results,
    movers_in,
    result_of,
)
from pipeline.check.read.names import surnames_of
from pipeline.check.read.negation import negates
from pipeline.check.read.reading import Actor, Mention, ReadSentence, bodies_in, content, is_person
from pipeline.check.slots.rows import limits_told
from pipeline.check.slots.turns import SAME_MATTER, best_entry, shown
from pipeline.check.slots.values import Conflict
from pipeline.quoting.alike import base_of
from pipeline.quoting.turns import has_finite_verb
from vault.facts.names import surname
from vault.states.names import GOVERNING_PLURALS
from vault.text.patterns import lazy_regex

__all__ = [
    "CONSENT", "MOTION_WORDS", "body_conflicts", "deciding", "direction_conflicts", "kept_out", "may_be",
    "mover_conflicts", "order_conflicts", "out_of", "outcome_conflicts", "told_by_record",
]  # fmt: skip


def _same_name(claimed: str, held: str) -> bool:
    return claimed == held or claimed.rstrip("s") == held or held in claimed.split("-") or claimed in held.split("-")


def deciding(said: Said, held: Held) -> MotionRead | None:
    """The motion of the entries that speaks of the claim's matter; None when there is none."""
    motions = [motion for _, motion in held.motions]
    quoted = [
        motion
        for source, motion in held.motions
        for quote_source, words, start in held.quotes
        if quote_source == source and motion.start < start + len(words) and start < motion.end
    ]
    pool = quoted or motions
    if not pool:
        return None
    words = [word for word in said.words if word.key[0] not in MOTION_WORDS]
    scored = [(_speaks_of(words, motion, held), -number, motion) for number, motion in enumerate(pool)]
    score, _, best = max(scores for scores in scored)
    least = 1 if held.given else max(2.0, len(words) * 0.5)
    if score < least or any(
        other == score and (motion.fate, motion.result) != (best.fate, best.result) for other, _, motion in scored
    ):
        return best if held.given and len(pool) == 1 else None
    return best


MOTION_WORDS = frozenset(base_of(word) for word in ["motion", "move", "second", "pass", "carry", "vote", "board"])


def _speaks_of(words: Sequence[Token], motion: MotionRead, held: Held) -> float:
    """How many words of the claim the motion holds; those that stand only before it count half."""
    own = lex(f"{motion.text} {motion.matter}")
    before = [
        token
        for entry in (*held.entries, *held.near)
        if motion.start - 400 < entry.sentence.end <= motion.start + 1
        for token in entry.sentence.tokens
    ]
    return sum(1.0 if token_in(word, own) else 0.5 if token_in(word, before) else 0.0 for word in words)


def mover_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """Who moved, who seconded, and who abstained."""
    out, absent = (
        frozenset(word for name in _out_in(text) for word in name.split()) for text in (said.text, held.attached())
    )
    if out and absent and not out & absent:
        yield Conflict("speaker", " ".join(_out_in(said.text)), _short(held.attached()))
    for part in _motions_told(said):
        claimed = movers_in(part.text)
        motion = deciding(part, held) if claimed else None
        if motion is None:
            continue
        for act, name in claimed:
            right = motion.mover if act == "moved" else motion.seconder
            same = not right or _same_name(name, right) or _is_first_name(right, name, part, held)
            if not (same or _is_of_other(act, name, part, held)):
                yield Conflict("mover" if act == "moved" else "seconder", name.title(), _short(motion.text))


def _is_of_other(act: str, name: str, said: Said, held: Held) -> bool:
    """Whether the clause that names who moved or seconded tells another motion than the whole claim, and that is his:
    "the budget passed, and on a motion by Roy they went home"."""
    for clause in said.clauses if len(said.clauses) > 1 else ():
        part = said_of(said.text[clause[0].start : clause[-1].end]) if clause else said
        motion = deciding(part, held) if (act, name) in movers_in(part.text) else None
        right = (motion.mover if act == "moved" else motion.seconder) if motion is not None else ""
        if right and _same_name(name, right):
            return True
    return False


def _is_first_name(first: str, last: str, said: Said, held: Held) -> bool:
    """Whether the record calls by the first name alone whom the claim calls by the surname: "Ada" is "Ada Roy" on its
    pages or, where these tell no surname of hers, in the claim."""
    return last in (surnames_of(first, (one.text for one in held.sources)) or surnames_of(first, (said.text,)))


def _motions_told(said: Said) -> Sequence[Said]:
    """The claim, or each of its clauses where it credits two with the same act: each then tells a motion of its own."""
    acts = [act for act, _ in movers_in(said.text)]
    if len(acts) == len(set(acts)):
        return (said,)
    return tuple(said_of(said.text[clause[0].start : clause[-1].end]) for clause in said.clauses if clause)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 280 else f"{flat[:279]}…"


_AGAINST: dict[Act, tuple[Act, ...]] = {
    "granted": ("denied", "tabled", "withdrawn"),
    "denied": ("granted", "tabled", "withdrawn", "done"),
    "tabled": ("granted", "denied", "done"),
    "withdrawn": ("granted", "denied", "done"),
    "done": (),
}


def outcome_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """What was granted, denied, tabled or withdrawn; whether it passed; whether the vote was unanimous."""
    if not re.sub(r"“[^”]*”", " ", said.text).strip():
        return
    motion = deciding(said, held)
    results = claimed_results(said.tokens)
    shown = result_of(motion) if motion is not None else None
    if motion is not None and shown is not None:
        yield from _against(_of_motion(results, motion, said, held), shown, motion, said)
    elif results and held.given and not any(one.is_state for one in held.sources):  # a law decides no matter
        yield from _worded_otherwise(said, results, held)
    fate = claimed_fate(said.text) or ("passed" if _voted_to(said) else "")
    became = "passed" if motion is not None and motion.fate == "tabled" else motion.fate if motion is not None else ""
    if motion is not None and fate and became in ("passed", "failed") and fate != became:
        yield Conflict("outcome", fate, _short(motion.text))
    if (
        motion is not None
        and motion.unanimous is False
        and _ONE_VOICE.search(said.text)
        and not _of_other_vote(said, held)
    ):
        yield Conflict("vote", "unanimous", _short(motion.text))
    if motion is not None and held.given and motion.vote.no == len(motion.vote.against) == 1:
        for name in _lone_opponents(said.text):
            if surname(name) != surname(motion.vote.against[0]):
                yield Conflict("vote", name, _short(motion.text))


def _lone_opponents(text: str) -> list[str]:
    """Those who, a text says, were the only ones against: "the one against was Roe", "Roe cast the lone no vote"."""
    return [name for match in _ALONE.finditer(text) for name in match.groupdict().values() if name]


def _of_other_vote(said: Said, held: Held) -> bool:
    """Whether one sentence of the quoted words tells of a vote with one voice, and more of what the claim says than
    all the others do together: the trustees' vote, told in a motion of the committee."""
    words = [word for word in said.words if word.kind == "word"]
    told = list(dict.fromkeys(one for entry in held.entries for one in _SENTENCE_END.split(entry.flat)))
    for one in filter(_ONE_VOICE.search, told):
        others = lex(" ".join(other for other in told if other is not one))
        if matched(words, lex(one)) > max(matched(words, others), len(words) // 2):
            return True
    return False


_SENTENCE_END = lazy_regex(r"(?<=[a-z0-9)][.!?])\s+(?=[A-Z])")


def _voted_to(said: Said) -> bool:
    """Whether a body is said to have "voted to" do something; a person, or some members, may have been outvoted."""
    for match in _VOTED_TO.finditer(said.text):
        at = next((n for n, one in enumerate(said.tokens) if one.start >= match.start()), len(said.tokens))
        voters = [one for one in said.named if one.last == at - 1]
        some = any(one.worth is not None for one in said.tokens[max(0, at - 3) : at])
        if not some and all(one.actor.body for one in voters):
            return True
    return False


_VOTED_TO = lazy_regex(r"\bvoted(?:\s+(?:\w+ly|[\d–-]+))?\s+to\b", re.IGNORECASE)


# "unanimously", "every voting member supported", "all members were for"
_ONE_VOICE = lazy_regex(
    r"\bunanimous(?:ly)?\b|\b(?:everyone|everybody|every (?:\w+ )?member|all (?:\w+ ){0,3}members)\b"
    r"[^.;]{0,25}\b(?:voted|vot\w+ for|support\w*|favou?r\w*|approv\w+|back\w*|agreed)\b",
    re.IGNORECASE,
)


def _of_motion(
    results: Sequence[tuple[Act, bool, int]], motion: MotionRead, said: Said, held: Held
) -> list[tuple[Act, bool, int]]:
    """The results that the claim tells of this motion: never one that the record tells beside it ("tabled until
    February" before the vote of February), nor what a person withdrew."""
    home = next((source for source, one in held.motions if one is motion), None)
    elsewhere = {act for entry in held.entries for act in _acts_outside(entry, motion, home)}
    kept = []
    for act, positive, at in results:
        before = next((one for one in said.named if one.last == at - 1), None)
        is_person = before is not None and not before.actor.body and act == "withdrawn"
        if not is_person and (act not in elsewhere or not positive):
            kept.append((act, positive, at))
    return kept


def _acts_outside(entry: Entry, motion: MotionRead, home: SourceText | None) -> set[Act]:
    """What a sentence that is no part of the motion tells as done, in a verb or its noun."""
    inside = entry.source == home and motion.start < entry.sentence.end and entry.sentence.start < motion.end
    return set() if inside else _acts_named(entry.sentence)


def _against(
    results: Sequence[tuple[Act, bool, int]], shown: tuple[Act, bool], motion: MotionRead, said: Said
) -> Iterator[Conflict]:
    act, happened = shown
    for claimed, positive, at in results:
        if _is_of_other_clause(said, at, motion):
            continue
        if not positive:
            if claimed == act and happened and act != "done":
                yield Conflict("outcome", f"not {said.tokens[at].text}", _short(motion.text))
            continue
        if (happened and act in _AGAINST[claimed]) or (not happened and claimed == act and motion.fate == "failed"):
            yield Conflict("outcome", said.tokens[at].text, _short(motion.text))
            return


def _is_of_other_clause(said: Said, at: int, motion: MotionRead) -> bool:
    """Whether the clause of an outcome shares no word with the motion, and another clause half of its words."""
    own = lex(f"{motion.text} {motion.matter}")
    shares = [
        (said.tokens[at] in clause, matched(words, own) / len(words))
        for clause in said.clauses
        if (words := [word for word in content(clause) if word.key[0] not in MOTION_WORDS])
    ]
    inside = max((share for here, share in shares if here), default=1.0)
    return not inside and any(share >= SAME_MATTER for here, share in shares if not here)


def _worded_otherwise(said: Said, results: Sequence[tuple[Act, bool, int]], held: Held) -> Iterator[Conflict]:
    """No motion is told: the outcome words of the spans decide, where they all say another thing."""
    words = [(act, entry) for entry in held.entries for act in _acts_named(entry.sentence)]
    named = {act for act, _ in words}
    for claimed, positive, at in results:
        if _is_denied(said.tokens, at):
            continue
        if positive and named and claimed not in named and named & set(_AGAINST[claimed]) and len(results) == 1:
            entry = next(entry for act, entry in words if act in _AGAINST[claimed])
            yield Conflict("outcome", said.tokens[at].text, shown(entry))


def _is_denied(tokens: Sequence[Token], at: int) -> bool:
    """Whether a denial before an outcome turns it: "did not order that it be approved", not "a request on which no
    action is taken is deemed granted"."""
    for n in range(max(0, at - _DENIED_REACH), at):
        leads = any(one.text.lower() in ("that", "to") for one in tokens[n + 1 : at])
        if negates(tokens[n]) and tokens[n].text.lower() != "no" and (leads or at - n <= _DENIED_NEAR):
            return True
    return False


_DENIED_REACH, _DENIED_NEAR = 10, 3
"""Tokens before an outcome in which a denial turns it: with what it orders between them, and without."""


def _acts_named(sentence: ReadSentence) -> set[Act]:
    from_words = {act for act, positive, _ in claimed_results(sentence.tokens) if positive}
    suggested = re.search(
        r"\btabl(?:e|ed|ing)\b|\bpostpone|\bunder advisement\b", " ".join(t.text for t in sentence.tokens).lower()
    )
    return from_words | ({"tabled"} if suggested else set())


def direction_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """Who acts is not the one to whom it is done: "Ridge reimburses the town" against "reimbursed to Ridge"."""
    for mention in said.named:
        if mention.role != "subject":
            continue
        verb = next(
            (t for t in said.tokens[mention.last + 1 : mention.last + 4] if t.kind == "word" and not t.capital), None
        )
        before = said.tokens[mention.last + 1].text.lower() if mention.last + 1 < len(said.tokens) else ""
        if verb is None or before in ("was", "were", "is", "are", "be", "been", "got"):
            continue
        name = re.escape(mention.actor.text.split()[-1].removesuffix("'s"))
        for entry in held.entries:
            for token in entry.sentence.tokens:
                after = entry.source.text[token.end : token.end + 60]
                given = re.match(rf"\s+(?:back\s+)?to\s+(?:the\s+)?(?:[A-Z]\w+\s+)?{name}\b", after)
                if token.kind == "word" and token.text.lower().endswith("ed") and token.key == verb.key and given:
                    yield Conflict("role", mention.actor.text, shown(entry))
                    return


_OWNED = frozenset(
    map(base_of, ("case", "application", "request", "matter", "hearing", "petition", "proposal", "plan", "property",
                  "lot", "project", "permit", "variance", "subdivision", "estate", "trust", "appeal"))
)  # fmt: skip
"""What is called by the name of the one whose it is."""


def order_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """Who does it to whom: "Ash nominated Birch" against "Birch nominated Ash", "appoints" against "appointed by"."""
    text = "\n".join(source.text for source in held.sources)
    for number, mention in enumerate(said.named):
        named = mention.actor.body or len(mention.actor.words) > 1 or is_person(mention.actor, text)
        behind = next(iter(said.tokens[mention.last + 1 :]), None)
        owns = behind is not None and behind.key[0] in _OWNED  # "the Roe case was put off"
        if mention.role != "subject" or not named or owns or (mention.actor.body and held.motions):
            continue  # what a member moves its body does
        verb = _verb_after(said, mention)
        entry, share = best_entry(_clause_of(said, mention), held)
        if verb is None or entry is None or share < 0.4:
            continue
        other = next((one for one in said.named[number + 1 :] if not one.actor.is_same(mention.actor)), None)
        tokens = entry.sentence.tokens
        if sum(one.worth is not None for one in tokens) > 1 and not has_finite_verb(entry.flat):
            continue  # the heads of a table, or a row: nobody does anything there
        places = [n for n, token in enumerate(tokens) if token.kind == "word" and token.key == verb.key]
        agents = [agent.actor for place in places if (agent := _agent(tokens, place, entry)) is not None]
        of_another = agents and not any(_is_named(mention.actor, one.text, one) for one in agents)
        turned = other is not None and any(
            _agent(tokens, place, entry) is None and _turned_round(tokens, place, mention.actor, other.actor)
            for place in places
        )
        if (of_another or turned) and not _is_so_elsewhere(mention.actor, other, verb, held):
            yield Conflict("role", mention.actor.text, shown(entry))
            return


def _is_so_elsewhere(actor: Actor, other: Mention | None, verb: Token, held: Held) -> bool:
    """Whether another entry tells the verb of this actor: "Ash nominated Birch … Birch nominated Ash" has both."""
    for entry in held.entries:
        tokens = entry.sentence.tokens
        for place in (n for n, token in enumerate(tokens) if token.kind == "word" and token.key == verb.key):
            agent = _agent(tokens, place, entry)
            if agent is not None and _is_named(actor, agent.actor.text, agent.actor):
                return True
            if agent is None and other is not None and _turned_round(tokens, place, other.actor, actor):
                return True
    return False


def _verb_after(said: Said, mention: Mention) -> Token | None:
    following = said.tokens[mention.last + 1 : mention.last + 4]
    if following and following[0].text.lower() in ("was", "were", "is", "are", "be", "been", "got"):
        return None
    auxiliary = ("will", "would", "may", "must", "shall", "has", "have", "had", "also", "then", "can")
    return next((t for t in following if t.kind == "word" and not t.capital and t.text.lower() not in auxiliary), None)


def _clause_of(said: Said, mention: Mention) -> Sequence[Token]:
    start = said.tokens[mention.first].start
    return next((one for one in said.clauses if one and one[0].start <= start <= one[-1].end), said.tokens)


def _agent(tokens: Sequence[Token], place: int, entry: Entry) -> Mention | None:
    """The one after "by" behind a passive: "appointed by the Selectmen"; None for an active verb."""
    if place + 1 >= len(tokens) or tokens[place + 1].text.lower() != "by":
        return None
    return next(
        (one for one in entry.sentence.mentions if one.role in ("by", "oblique") and place < one.first <= place + 5),
        None,
    )


def _is_named(actor: Actor, text: str, other: Actor) -> bool:
    return actor.is_same(other) or bool(_words_of(actor) & set(text.lower().split()))


def _words_of(actor: Actor) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", actor.text.lower())) - _KINDS_OF_BODY


_KINDS_OF_BODY = frozenset(["the", "board", "committee", "commission", "trust", "town", "mr", "mrs", "and"])


def _turned_round(tokens: Sequence[Token], place: int, subject: Actor, other: Actor) -> bool:
    """Whether the other stands before the verb and the claimed subject only after it."""
    ours, theirs = _words_of(subject) - _words_of(other), _words_of(other) - _words_of(subject)
    before = {token.text.lower().removesuffix("'s") for token in tokens[max(0, place - 12) : place]}
    after = {token.text.lower().removesuffix("'s") for token in tokens[place + 1 : place + 14]}
    return bool(theirs & before) and not (ours & before) and bool(ours & after) and not (theirs & after)


_BODY_ACTS = lazy_regex(
    r"\b(?:approved|granted|denied|tabled|voted|reviewed|discussed|adopted|accepted|moved|decided|agreed|authorized|"
    r"rejected|appointed|heard|held|met|set|closed|opened|continued|recommended|considered|signed|received|asked|"
    r"requested|entered|went|put|gave|chose|wants?|plans?|expects?|turned|noted|said|awarded|elected|hired|named|backed|"
    r"opposed|supported|postponed|withdrew|sent|ordered|directed|passed|joined|instructed|required)\b",
    re.IGNORECASE,
)


def body_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """The body that acts is the body whose minutes these are, or one that the words name."""
    for mention in said.named:
        name = mention.actor.body
        if not name or mention.role != "subject" or name in ("Town Meeting", "School District"):
            continue
        after = " ".join(token.text for token in said.tokens[mention.last + 1 : mention.last + 4])
        if not _BODY_ACTS.search(after):
            continue
        about = _home(said, mention, held)
        if about is None or about.chunk is None or about.chunk.doc_type != "minutes":
            continue
        if any(source.chunk and source.chunk.board == name for source in held.sources):
            continue
        board = about.chunk.board
        if not board or may_be(name, board) or name.removeprefix(about.chunk.town).strip() in board:
            continue
        roles = {one.role for entry in held.entries for one in entry.sentence.mentions if one.actor.body == name}
        texts = [*(words for _, words, _ in held.quotes), *(shown(entry) for entry in held.entries)]
        if not roles and not any(_names_body(words, name) for words in texts):
            yield Conflict("body", mention.actor.text, f"these are minutes of the {board}")
        elif roles and roles <= {"oblique", "object"} and _turns_to(said, mention, board):
            yield Conflict("body", mention.actor.text, shown(held.entries[0]))


def _turns_to(said: Said, mention: Mention, board: str) -> bool:
    """Whether the claim makes the body whose record this is the one acted upon."""
    after = said.text[said.tokens[mention.last].end :].lower()
    return any(re.search(rf"\b{word}\b", after) for word in re.findall(r"\w{6,}", board.lower()))


def _home(said: Said, mention: Mention, held: Held) -> SourceText | None:
    """The source in which the clause of this body is told."""
    if len(held.sources) == 1:
        return held.sources[0]
    start = said.tokens[mention.first].start
    clause = next((one for one in said.clauses if one and one[0].start <= start <= one[-1].end), said.tokens)
    entry, share = best_entry(clause, held)
    return entry.source if entry is not None and share >= 0.4 else None


def may_be(name: str, board: str) -> bool:
    """Whether two names may be of one body: they share a word that tells which it is."""
    return name == board or bool(
        {word.lower() for word in re.findall(r"\w{4,}", board)}
        & {w.lower() for w in re.findall(r"\w{4,}", name)}
        - {"board", "committee", "commission", "council", "trustees", "trust", "town"}
    )


def _names_body(text: str, name: str) -> bool:
    return any(found == name for _, _, found in bodies_in(text)) or name.lower() in text.lower()


CONSENT = frozenset(base_of(word) for word in ("agree", "back", "support", "favor", "consent", "endorse", "vote"))
"""What those do who are for a motion, whatever it is about."""
_COUNT = lazy_regex(
    rf"\b(?P<all>all (?:of the )?)?(?:the )?(?P<count>\w+)(?: of the)?(?: (?!and\b|or\b)\w+){{0,2}} "
    rf"(?:members|commissioners|trustees|{'|'.join(GOVERNING_PLURALS)})\b(?: present)?",
    re.IGNORECASE,
)
_KEPT_OUT_COUNT = lazy_regex(r"\b(?P<count>\w+) (?:abstentions?|abstain(?:ed|ing))\b", re.IGNORECASE)
# "ten votes were for it", "five voted yes", "six members opposed it"
_SIDE = lazy_regex(
    r"\b(?P<count>\w+)(?: (?:votes?|members?|of (?:them|its members)|people))?(?:(?: voted| were| was| went)? "
    r"(?:(?P<yes>for(?: it)?|yes|aye|in favou?r(?: of it)?)"
    r"|(?P<no>no|nay|against(?: it)?|opposed(?: (?:it|to it))?)))\b",
    re.IGNORECASE,
)
_NONE = lazy_regex(
    r"\b(?:none|no one|nobody|without|no)\b(?: \w+)? (?:(?P<out>abstain\w*|abstention\w*)|no\b|nay\b|"
    r"against|oppos\w+|dissent\w*|(?:on the \w+ )?voted against)",
    re.IGNORECASE,
)
_NAME = r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)"
_OUT = r"(?:abstain\w*|sitting out|sat out|not voting|did not vote|recus\w+)"
# "Roy abstained", "with Roy sitting out", "Roy was the only member not voting", "everyone but Roy voted"
_KEPT_OUT = (
    lazy_regex(rf"\b{_NAME}(?:,? who)?(?: was (?:the )?(?:only )?(?:one|member))? {_OUT}\b"),
    lazy_regex(rf"\b(?i:everyone|everybody|all) (?i:but|except)(?: for)? {_NAME}\b"),
)
# "J. Roy, Ash and Lunt-Webb abstained"
_LISTED_OUT = lazy_regex(
    r"\b(?P<names>(?:(?:[A-Z]\. ?)*[A-Z][\w'’-]+(?:,\s+(?:and\s+)?|\s+and\s+))+(?:[A-Z]\. ?)*[A-Z][\w'’-]+)"
    r"\s+[Aa]bstain\w*"
)
# "only Roy opposed it", "Roy was the only one to vote no", "Roy cast the lone vote against"
_ALONE = lazy_regex(
    r"\b[Oo]nly (?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)(?: was| had)? (?:oppos\w+|vot\w+ (?:no|against)|dissent\w*)"
    r"|\b(?P<who>[A-Z][\w'’-]+) (?:(?:was|being|cast|casting) )?the (?:only|lone|sole|one) (?:\w+ ){0,2}?"
    r"(?:to vote |vote )?"
    r"(?:oppos\w+|no\b|nay\b|against|dissent\w*)"
    r"|\bthe (?:one|only one|only|lone|sole|single) (?:\w+ ){0,3}?(?:opposed|opponent|no|nay|against|dissent\w*)"
    r"(?: (?:it|that|this|vote|the motion))? (?:was|being|came from|is) (?:that of )?"
    r"(?P<whom>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)"
)
# "All in favor", "4-0", "Roy - yes": how a vote went, in the words attached
_COUNTED = lazy_regex(r"\bin favou?r\b|\bunanim|\b(?:ayes?|yes|yeas?)\b|\d\s?[-–]\s?0\b|\ball (?:voted|agreed)\b", re.I)
_ROLES = frozenset(["second", "motion"])


def kept_out(text: str) -> frozenset[str]:
    """Lower-case surnames of those who, a text says, did not vote."""
    return frozenset(map(surname, _out_in(text)))


def _out_in(text: str) -> list[str]:
    lists = [match["names"] for match in _LISTED_OUT.finditer(text)]
    listed = [name for names in lists for name in re.split(r",\s*(?:and\s+)?|\s+and\s+", names)]
    return [*(match["name"] for pattern in _KEPT_OUT for match in pattern.finditer(text)), *listed]


def told_by_record(said: Said, held: Held) -> frozenset[int]:
    """Where the tokens of the claim start that tell only what the slots of the record hold: a limit that it sets alike,
    a motion's vote, its mover and its seconder."""
    motion, limits = deciding(said, held), limits_told(said, held)
    if motion is None:
        return limits
    spans = list(_spans(said, motion, held))
    movers = set(movers_in(said.text))
    roles = {("moved", motion.mover), ("seconded", motion.seconder)} & movers == movers and bool(movers)
    return limits | frozenset(
        token.start
        for token in said.tokens
        if (motion.fate == "passed" and token.key[0] in CONSENT)
        or (roles and token.text.lower() in _ROLES)
        or any(start <= token.start < end for start, end in spans)
    )


def _spans(said: Said, motion: MotionRead, held: Held) -> Iterator[tuple[int, int]]:
    """The parts of the claim that the record's counts and names bear out."""
    vote = motion.vote
    for match in _NONE.finditer(said.text):
        if vote.abstained == 0 if match["out"] else motion.unanimous or vote.no == 0:
            yield match.span()
    for match in _COUNT.finditer(said.text):
        if _counted(said, match) == vote.yes is not None and (not match["all"] or motion.unanimous):
            yield match.span()
    for match in _SIDE.finditer(said.text):
        if _counted(said, match) in ((vote.yes,) if match["yes"] else (vote.no,)) and _counted(said, match) is not None:
            yield match.span()
    for match in _KEPT_OUT_COUNT.finditer(said.text):
        if vote.abstained and _counted(said, match) == vote.abstained:
            yield match.span()
    if kept_out(said.text) and kept_out(said.text) == out_of(motion):
        yield from (match.span() for pattern in _KEPT_OUT for match in pattern.finditer(said.text))
    if motion.unanimous and _COUNTED.search(held.attached() or motion.text):
        yield from (match.span() for match in _ONE_VOICE.finditer(said.text))
    against = [surname(name) for name in vote.against]
    for match in _ALONE.finditer(said.text):
        name = match["name"] or match["who"] or match["whom"]
        if against == [surname(name)] and vote.no in (None, 1):
            yield match.span()


def _counted(said: Said, match: re.Match[str]) -> float | None:
    worth = next((one.worth for one in said.tokens if one.start == match.start("count")), None)
    return worth.number if worth is not None and worth.kind == "number" else None


def out_of(motion: MotionRead) -> frozenset[str]:
    """Lower-case surnames of those who, the record says, did not vote."""
    return frozenset(surname(name) for name in (*motion.vote.abstaining, *motion.vote.recused))
