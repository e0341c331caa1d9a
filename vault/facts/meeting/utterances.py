"""What officials said at a meeting, as the minutes report it: speaker, verb, words, and whether it was a question.

Reads "Roy said that …", "Chairman Roy asked if …", "He added …" after such a sentence. It refuses the words of anybody
who is not known from the same record as an official: residents are not listed by what they say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from vault.facts.lead_in import sentence_end
from vault.facts.meeting.offices import OFFICE, OFFICE_HEAD
from vault.facts.names import NAME, bare_name, surname
from vault.facts.types import LedgerRecord, Motion, Officer, Slot, Utterance
from vault.text.patterns import lazy_regex
from vault.text.windows import windows

__all__ = ["officials_of", "utterances"]

_ASKED: Final = r"asks?|asked|inquires?|inquired|questions?|questioned|wondered"
_SAID: Final = (
    r"sa(?:id|ys)|states?|stated|notes?|noted|explain(?:s|ed)|advise[ds]|report(?:s|ed)|comment(?:s|ed)|clarif(?:ies|ied)|"
    r"agree[ds]?|reiterate[ds]|confirm(?:s|ed)|add(?:s|ed)|suggest(?:s|ed)|believe[ds]?|feels?|felt|claim(?:s|ed)|"
    r"mention(?:s|ed)|announce[ds]|respond(?:s|ed)|repl(?:ies|ied)|answer(?:s|ed)|recommend(?:s|ed)|request(?:s|ed)|"
    r"propose[ds]|review(?:s|ed)|express(?:es|ed)|disagree[ds]|point(?:s|ed)\s+out|summari[sz]e[ds]|describe[ds]|remind(?:s|ed)|"
    r"informed|told|indicate[ds]|discussed|emphasi[sz]ed|stressed|argued|insisted|warned|thinks?|thought|wants?|wanted|"
    r"wishes|appreciate[ds]|praise[ds]|argues|acknowledge[ds]|updated|shared|spoke|hopes|hoped|offered|read|"
    r"read\s+aloud|encouraged|urged|cautioned|remarked|observed|concurred|declared|estimated|admitted"
)
_VERB: Final = lazy_regex(rf"(?P<verb>\b(?:{_ASKED}|{_SAID})\b)(?!\s+by\b)")
_QUESTION: Final = lazy_regex(rf"(?:{_ASKED})\Z")
_ADVERB: Final = (
    r"(?:(?:then|also|again|further|next|briefly|has|had|only|would\s+like\s+to|did|just|later|and)\s+){0,2}"
)
_INITIALED: Final = r"(?:[A-Z]\.?){2,3}"
_SPOKEN: Final = rf"(?:{_INITIALED}|{NAME})"
# "Chief Cullen ", "TJ ", "TJ Eldridge, PWD ", "Ada Roy, the Treasurer, also ", "TJ and Smith "
_WHO: Final = lazy_regex(
    rf"(?<![\w.-])(?P<who>{_SPOKEN})(?:\s*[“\"][^”\"]{{1,16}}[”\"]\s*(?P<rest>[A-Z][\w’'-]+))?(?:,\s+(?:the\s+)?{OFFICE},?|\s*\([^()]{{1,40}}\))?"
    rf"(?:\s+and\s+(?P<second>{_SPOKEN}))?,?\s+{_ADVERB}\Z"
)
_PRONOUN: Final = lazy_regex(rf"(?:^\s*|[.!?;\n]\s*|\bthat\s+)(?:He|She|he|she)\s+{_ADVERB}\Z")
# "thanked Roy for his input and advised": a second verb of the one who began the sentence
_SECOND_VERB: Final = lazy_regex(rf"\b(?:and|but),?\s+{_ADVERB}\Z")
_OPENER: Final = lazy_regex(
    rf"\W*(?:[A-Z][\w ]{{2,30}}:\s+)?(?P<who>{NAME})\s+(?:again\s+|then\s+|also\s+)?[a-z]+(?:ed|s|d)\b"
)
_ACTS: Final = lazy_regex(rf"(?:^|[.!?\n]\s*)(?:Resident\s+)?(?P<who>{NAME})\s+[a-z]+(?:ed|s|d|ve)\b")
# "Chief Roy" before the name that was read
_TITLE_BEFORE: Final = lazy_regex(rf"(?:{OFFICE}),?\s+\Z")
_BACK: Final = 90
_SHORTEST: Final = 2
_SHORT_NAME: Final = 3
"""Letters of the shortest form of a first name: "Jon", "Sue"."""
_HEADING: Final = 45
"""A line shorter than this, with no full stop, before one that begins with a capital heads it."""
_FRONT: Final = lazy_regex(rf"{OFFICE},?\s+(?=[A-Z])")
_ASKED_OUT: Final = lazy_regex(r"\?(?=\s+[A-Z“\"])")
_NOT_SPOKEN: Final = lazy_regex(r"\s+(?:a\s+motion|the\s+motion|motion\b)", re.IGNORECASE)
_TITLED: Final = lazy_regex(
    rf"\b(?P<title>{OFFICE})\s+(?P<who>{NAME})|(?P<who2>{NAME}),\s+(?:the\s+)?(?P<title2>{OFFICE})"
)


Officials = Mapping[str, frozenset[str]]
"""Last names in small letters, each with the initials of the first names under which it is known as an official's."""


def officials_of(text: str, records: Collection[LedgerRecord]) -> Officials:
    """Those who act for the public in a text: its officers, who moved and seconded, and whoever it names with the title
    of an office. An officer is known by the first name too, where minutes say "Gary reported"."""
    listed = [one.person for one in records if isinstance(one, Officer)]
    names = [*listed, *(who for one in records if isinstance(one, Motion) for who in (one.mover, one.seconder))]
    near = windows(text, OFFICE_HEAD, _BACK, _BACK)
    titled = (hit for low, high in near for hit in _TITLED.finditer(text, low, high))
    names += [bare_name(match["who"] or match["who2"]) for match in titled]
    found: dict[str, set[str]] = {}
    for name in filter(None, names):
        initials = found.setdefault(surname(name), set())
        if len(name.split()) > 1:
            initials.add(name[0].lower())
    for name in listed:
        for first in _called(name.split()[0]):
            found.setdefault(first, set())
    return {last: frozenset(initials) for last, initials in found.items() if last}


def _called(first: str) -> Iterator[str]:
    """How somebody with a first name may be called by it alone: "TJ" for "T.J.", "Matt" for "Matthew"."""
    word = first.replace(".", "").lower()
    if first.replace(".", "").isupper():
        yield word
    else:
        yield from (word[:length] for length in range(_SHORT_NAME, len(word) + 1))


def _key(name: str) -> str:
    """The last name in small letters; of initials alone the letters."""
    return name.replace(".", "").lower() if re.fullmatch(r"(?:[A-Z]\.?){2,3}", name) else surname(name)


def _is_known(name: str, officials: Officials) -> bool:
    """Whether a name is an official's: of a resident with the same last name the first name differs."""
    initials = officials.get(_key(name))
    return initials is not None and (len(name.split()) == 1 or not initials or name[0].lower() in initials)


class _Speaker(NamedTuple):
    """Who speaks, with the place of the name and where the sentence begins."""

    name: str
    start: int
    end: int
    begin: int


def _bare(name: str) -> str:
    """The name without the office before it: "Public Works Director Andrew Roe"."""
    front = _FRONT.search(name)
    return bare_name(name[front.end() :] if front else name)


def _begin(text: str, at: int, floor: int) -> int:
    """Where the sentence around a place begins, not before `floor`."""
    begin = floor
    while begin < at:
        stop = sentence_end(text, begin, semicolons=False)
        if stop > at:
            break
        begin = max(stop, begin + 1)
    line = text.rfind("\n", begin, at) + 1
    if line > begin and len(text[begin:line].rsplit("\n", 2)[-2]) < _HEADING and text[line:at].lstrip()[:1].isupper():
        begin = line  # the line before is a heading
    return begin + len(text[begin:at]) - len(text[begin:at].lstrip(" \n\t\f•▪*o-"))


def _subject(text: str, last: _Speaker, floor: int, at: int) -> _Speaker:
    """Who "he" or "she" is: the one who began a sentence since the last one spoke, else that one."""
    for match in _ACTS.finditer(text, floor, at):
        who = _bare(match["who"])
        if who and not _PRONOUN.match(f"{match['who']} "):
            last = _Speaker(who, match.start("who"), match.end("who"), last.begin)
    return last


def _speaker(text: str, verb: int, floor: int, last: _Speaker | None) -> _Speaker | None:
    """Who the verb at a place belongs to; None where nobody is named."""
    before = text[max(floor, verb - _BACK) : verb]
    base = verb - len(before)
    if last and _PRONOUN.search(before):
        subject = _subject(text, last, max(floor, verb - 600), verb)
        return subject._replace(begin=_begin(text, verb - 1, max(floor, verb - 300)))
    named = _WHO.search(before)
    who = _bare(named["who"]) if named else ""
    if named and who:
        if named["rest"]:
            who = f"{who} {named['rest']}"
        if named["second"] and bare_name(named["second"]):
            who = f"{who} and {bare_name(named['second'])}"
        begin = _begin(text, base + named.start("who"), max(floor, base - 300))
        return _Speaker(who, base + named.start("who"), base + named.end("who"), begin)
    if _SECOND_VERB.search(before):
        begin = _begin(text, verb - 1, max(floor, verb - 400))
        opener = _OPENER.match(text, begin, verb)
        who = _bare(opener["who"]) if opener else ""
        return _Speaker(who, opener.start("who"), opener.end("who"), begin) if opener and who else None
    return None


def _official(text: str, speaker: _Speaker, officials: Officials) -> str:
    """Those of the speakers who are officials, joined by "and"; empty when none is."""
    if _TITLE_BEFORE.search(text[max(0, speaker.start - 40) : speaker.start]):
        return speaker.name
    return " and ".join(part for part in speaker.name.split(" and ") if _is_known(part, officials))


def _words(text: str, start: int, end: int) -> str:
    return re.sub(r"^(?:that|if|about|of|whether)\s+", "", " ".join(text[start:end].split())).strip(" ,:;.")


def utterances(text: str, officials: Officials) -> tuple[Utterance, ...]:
    """The reported words of officials in order, one for each sentence; () when none is told. Never raises.

    `officials` come from `officials_of`.
    """
    return tuple(_told(text, officials))


def _told(text: str, officials: Officials) -> Iterator[Utterance]:
    floor = 0
    last: _Speaker | None = None
    for verb in _VERB.finditer(text):
        if verb.start() < floor or _NOT_SPOKEN.match(text, verb.end()):
            continue
        speaker = _speaker(text, verb.start(), floor, last)
        if speaker is None:
            continue
        end = sentence_end(text, verb.end(), semicolons=False)
        asked = _ASKED_OUT.search(text, verb.end(), end)
        end = asked.end() if asked else end
        said = _words(text, verb.end(), end)
        floor, last = end, speaker
        who = _official(text, speaker, officials)
        if len(said) < _SHORTEST or not who:
            continue
        yield Utterance(
            text=text[speaker.begin : end],
            start=speaker.begin,
            end=end,
            slots=(
                *(
                    (Slot(name="speaker", start=speaker.start, end=speaker.end),)
                    if speaker.start >= speaker.begin
                    else ()
                ),
                Slot(name="verb", start=verb.start(), end=verb.end()),
            ),
            speaker=who,
            verb=verb["verb"],
            said=said,
            question=bool(_QUESTION.fullmatch(verb["verb"])),
        )
