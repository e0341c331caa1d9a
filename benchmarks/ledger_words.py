"""Scores of the records that hold words more than figures: utterances, dated announcements and rules.

Compares what the grammars found on a page with what was labelled there. It prints nothing but through the report.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from benchmarks.agreement import Label, Report, Tally, aligned, f1, held, tokens
from vault.facts.dates import dates_in
from vault.facts.types import Notice, Rule, Utterance
from vault.text.words import stem

__all__ = ["score_notices", "score_rules", "score_utterances"]

_SAME_WORDS = 0.5
"""Share of a label's words that must stand in the record's."""


def _speaker_right(label: Label, found: Utterance) -> bool:
    """Whether the last name is the same; a pronoun is labelled by the name it stands for."""
    return tokens(str(label["speaker"]))[-1:] == tokens(found.speaker)[-1:]


def _verb_right(label: Label, found: Utterance) -> bool:
    return not label["verb"] or stem(tokens(str(label["verb"]))[0]) == stem((tokens(found.verb) or [""])[0])


def score_utterances(report: Report, origin: str, labels: Sequence[Label], found: Sequence[Utterance]) -> None:
    """Adds how many of the utterances have their speaker, verb and words right."""
    slots = [
        (
            i,
            j,
            {
                "speaker": _speaker_right(labels[i], found[j]),
                "verb": _verb_right(labels[i], found[j]),
                "words": held(str(labels[i]["words"]), found[j].said) >= _SAME_WORDS,
            },
        )
        for i, j in aligned(labels, [one.text for one in found])
    ]
    for i, j, right in slots:
        if not all(right.values()):
            wrong = [name for name, ok in right.items() if not ok]
            report.say("SAID", wrong, labels[i]["speaker"], labels[i]["verb"], "->", found[j].speaker, found[j].verb)
            report.say("      ", " ".join(found[j].text.split())[:100])
    _add(report, origin, "utterance", labels, [one.text for one in found], slots)


def _add(
    report: Report,
    origin: str,
    kind: str,
    labels: Sequence[Label],
    texts: Sequence[str],
    slots: Sequence[tuple[int, int, Mapping[str, bool]]],
) -> None:
    """The two lines of a kind, records found at all and records with all slots right; what is missed and extra."""
    for i in sorted(set(range(len(labels))) - {i for i, _, _ in slots}):
        report.say(f"MISSED {kind}", str(labels[i]["span"])[:140])
    for j in sorted(set(range(len(texts))) - {j for _, j, _ in slots}):
        report.say(f"EXTRA {kind}", " ".join(texts[j].split())[:140])
    if labels or texts:
        report.add(origin, f"{kind}, found", Tally(len(labels), len(texts), len(slots)))
        right = sum(all(ok.values()) for _, _, ok in slots)
        report.add(origin, f"{kind}, all slots", Tally(len(labels), len(texts), right))


def _days(text: str) -> set[str]:
    return {found.value for found in dates_in(text)}


def score_notices(report: Report, origin: str, labels: Sequence[Label], found: Sequence[Notice]) -> None:
    """Adds how many of the hearings, deadlines, petitions and notices have their kind and day right; next meetings were
    not labelled."""
    found = [one for one in found if one.what != "meeting"]
    days = [f"{one.text} {one.date}" for one in found]
    slots = [
        (
            i,
            j,
            {
                "what": labels[i]["what"] == found[j].what,
                "date": found[j].date in _days(str(labels[i]["date"])) or labels[i]["date"] == found[j].date,
            },
        )
        for i, j in aligned([{**one, "span": _dated(one)} for one in labels], days)
    ]
    for i, j, right in slots:
        if not all(right.values()):
            report.say("EVENT", labels[i]["what"], labels[i]["date"], "->", found[j].what, found[j].date)
    _add(report, origin, "event", labels, [one.text for one in found], slots)


def _dated(label: Label) -> str:
    """The words of a labelled event with its day, by which two events of one sentence are told apart."""
    return " ".join([str(label["span"]), *_days(str(label["date"]))])


def _rule_slots(label: Label, rule: Rule) -> dict[str, bool]:
    path = re.findall(r"[0-9a-zA-Z]+", str(label["paragraph"]))
    own = re.findall(r"[0-9a-z]+", " ".join(rule.paragraph).lower())
    mode = rule.mode.replace("must", "shall")
    return {
        "paragraph": not path or ":" in str(label["paragraph"]) or own[-1:] == [path[-1].lower()],
        "mode": mode == str(label["modality"]).replace("must", "shall"),
        "actor": not label["actor"]
        or held(str(label["actor"]), rule.actor) >= _SAME_WORDS
        or held(rule.actor, str(label["actor"])) == 1.0,
        "act": held(str(label["act"]), f"{rule.actor} {rule.act} {rule.condition} {rule.exception}") >= _SAME_WORDS,
        "number": not label["number"] or bool(set(tokens(str(label["number"]))) & set(tokens(rule.number))),
    }


def score_rules(report: Report, origin: str, labels: Sequence[Label], found: Sequence[Rule]) -> None:
    """Adds how many of the rules have paragraph, actor, mode, act and number right."""
    texts = [f"{one.actor} {one.mode} {one.act}" for one in found]
    slots = [(i, j, _rule_slots(labels[i], found[j])) for i, j in aligned(labels, texts)]
    for i, j, right in slots:
        if not all(right.values()):
            wrong = [name for name, ok in right.items() if not ok]
            rule = found[j]
            gold = {name: labels[i][{"mode": "modality"}.get(name, name)] for name in wrong}
            got = {name: getattr(rule, name) for name in wrong}
            report.say("RULE", gold, "->", got, "|", f1(str(labels[i]["span"]), texts[j]))
    _add(report, origin, "rule", labels, texts, slots)
