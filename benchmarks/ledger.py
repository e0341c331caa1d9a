"""Precision and recall of the ledger's records against pages labelled by hand.

Reads a JSON Lines file of labels and the pages of a vault; every page is read by itself, as it was labelled. Text pages
and scans are told apart. It writes nothing and never shows pages of the set that was not asked for.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.agreement import Label, Report, Tally, aligned, f1, held, tokens
from benchmarks.ledger_words import score_notices, score_rules, score_utterances
from vault.facts.articles import articles
from vault.facts.extract import records_in_text, records_of
from vault.facts.matters import matters_in
from vault.facts.motions import motions
from vault.facts.rows import Context, figures
from vault.facts.rules import rules
from vault.facts.types import Article, Motion, Notice, RowFigure, Utterance
from vault.store.index import VaultIndex

_KIND_OF_PAGE = {True: "scan", False: "text"}
_SETS = (
    "seen",
    "unseen",
    "fresh",
    "blind",
    "fresh2",
    "blind2",
    "blind3",
    "fresh3",
    "fresh4",
    "blind4",
    "fresh5",
    "fresh6",
    "fresh7",
    "blind7",
)
_SAME_WORDS = 0.5  # share of a label's words that must stand in a record's free text
_SAME_HEAD = 0.75  # token F1 of a row's label or a column's head


def _money(text: str) -> str:
    return re.sub(r"\.00$", "", re.sub(r"[^\d.,-]", "", text).replace(",", "").rstrip("."))


def _matter_right(label: Label, motion: Motion) -> bool:
    keys = {matter.key for matter in motion.matters}
    named = matters_in(str(label["matter"]))
    if any(m.key not in keys and not m.key.startswith(("minutes", "budget", "fund")) for _, _, m in named):
        return False
    shown = " ".join((motion.object, motion.text, *(m.name for m in motion.matters)))
    return held(str(label["matter"]), shown) >= _SAME_WORDS


def motion_slots(label: Label, motion: Motion) -> dict[str, bool]:
    """For each slot of a motion whether the record agrees with the label."""
    vote = motion.vote
    return {
        "mover": tokens(str(label["mover"]))[-1:] == tokens(motion.mover)[-1:],
        "seconder": tokens(str(label["seconder"]))[-1:] == tokens(motion.seconder)[-1:],
        "action": label["action"] == motion.action,
        "amount": _money(str(label["amount"])) == _money(motion.amount),
        "vote": (label["vote_for"], label["vote_against"], label["abstain"]) == (vote.yes, vote.no, vote.abstained),
        "unanimous": bool(label["unanimous"]) == vote.unanimous,
        "fate": label["fate"] == motion.fate,
        "outcome": label["outcome"] == motion.outcome or (_says_no_outcome(label) and motion.outcome == "done"),
        "matter": _matter_right(label, motion),
    }


def _says_no_outcome(label: Label) -> bool:
    """Whether the label is of the older sets, which had no word for what comes of any other motion that passes."""
    return (label["action"], label["fate"], label["outcome"]) == ("other", "passed", "")


def _difference(name: str, label: Label, motion: Motion) -> str:
    """What the label and the record say of one slot."""
    given = getattr(motion, name, None) if name in Motion.model_fields else [m.key for m in motion.matters]
    wanted = label.get(name) if name != "vote" else (label["vote_for"], label["vote_against"], label["abstain"])
    return f"{name}: gold {wanted!r} found {given!r};"


def _score_motions(report: Report, origin: str, labels: Sequence[Label], found: Sequence[Motion]) -> None:
    pairs = aligned(labels, [one.text for one in found])
    right = outcomes = 0
    for i, j in pairs:
        slots = motion_slots(labels[i], found[j])
        report.slots[origin].update({"of": 1, **{name: int(ok) for name, ok in slots.items()}})
        right += all(slots.values())
        outcomes += slots["outcome"]
        wrong = [name for name, ok in slots.items() if not ok]
        if wrong:
            report.say("MOTION", *(_difference(name, labels[i], found[j]) for name in wrong), found[j].text[:90])
    for i in set(range(len(labels))) - {i for i, _ in pairs}:
        report.say("MISSED", labels[i]["span"][:120])
    for j in set(range(len(found))) - {j for _, j in pairs}:
        report.say("EXTRA", found[j].text[:120].replace("\n", " "))
    report.add(origin, "motion, found", Tally(len(labels), len(found), len(pairs)))
    report.add(origin, "motion, all slots", Tally(len(labels), len(found), right))
    report.add(origin, "motion, outcome", Tally(len(pairs), len(pairs), outcomes))


_SENTENCE = re.compile(r"[a-z]{2,}\s+(?:is|was|were|of|for|to|by|from|in)\s+[a-z$]", re.I)


def _is_row(label: Label) -> bool:
    """Whether a labelled figure stands in a table: several figures, or a short label beside one."""
    return not (_SENTENCE.search(str(label["span"])) and len(str(label["span"]).split()) > 9)


def _same_year(label: Label, figure: RowFigure) -> bool:
    gold, got = re.findall(r"\d{2,4}", str(label["year"])), re.findall(r"\d{2,4}", figure.period)
    return {each[-2:] for each in gold} == {each[-2:] for each in got} or (not gold and not got)


def _bare(value: str) -> str:
    """A value without blanks and dollar signs: the sign is its unit, and a table prints it in some rows only."""
    return re.sub(r"[\s$]", "", value)


def _figure_right(label: Label, figure: RowFigure) -> dict[str, bool]:
    return {
        "value": _bare(str(label["value"])) == _bare(figure.value),
        "row": f1(str(label["label"]), figure.label) >= _SAME_HEAD,
        "column": _same_column(str(label["column"]), figure.column),
        "year": _same_year(label, figure),
    }


def _same_column(gold: str, got: str) -> bool:
    """Equal heads; a head with up to four more words that stand over the same column is the same head."""
    wanted, given = Counter(tokens(gold)), Counter(tokens(got))
    fuller = bool(wanted) and not wanted - given and sum((given - wanted).values()) <= 4
    return fuller or f1(gold, got) >= _SAME_HEAD


def _best_figure(label: Label, found: Sequence[RowFigure], used: set[int]) -> tuple[int, dict[str, bool]] | None:
    best: tuple[float, int, dict[str, bool]] | None = None
    for j, figure in enumerate(found):
        if j in used:
            continue
        right = _figure_right(label, figure)
        if not right["value"]:
            continue
        score = 2 * right["row"] + right["column"] + right["year"] + f1(str(label["label"]), figure.label)
        if best is None or score > best[0]:
            best = (score, j, right)
    return (best[1], best[2]) if best else None


def _one_name_in_other(label: Label, figure: RowFigure) -> bool:
    """Whether the name of a figure is part of the label's or holds it, heads included: "budget" of "police budget"."""
    wanted = set(tokens(f"{label['label']} {label['column']}"))
    given = set(tokens(f"{figure.label} {figure.column}"))
    return wanted <= given or given <= wanted


def _within(labels: Sequence[Label], found: Sequence[RowFigure]) -> list[RowFigure]:
    """The figures found among the rows that were labelled, on a page of which only some rows were."""
    names = [tokens(str(label["label"])) for label in labels]
    return [figure for figure in found if any(f1(" ".join(name), figure.label) >= _SAME_HEAD for name in names)]


def _score_figures(report: Report, origin: str, labels: Sequence[Label], found: Sequence[RowFigure]) -> None:
    for kind, rows in (("figure in a row", True), ("figure in a sentence", False)):
        wanted = [label for label in labels if _is_row(label) is rows]
        used: set[int] = set()
        counts: Counter[str] = Counter()
        for label in wanted:
            hit = _best_figure(label, found, used)
            counts["named"] += hit is not None and (hit[1]["row"] or _one_name_in_other(label, found[hit[0]]))
            if hit is None or not hit[1]["row"]:
                other = "" if hit is None else found[hit[0]].label
                report.say("NO FIGURE", label["label"], "|", label["column"], "|", label["value"], other)
                if hit is not None and not any(
                    other["value"] == label["value"] for other in wanted if other is not label
                ):
                    used.add(hit[0])
                continue
            used.add(hit[0])
            counts.update(name for name, ok in hit[1].items() if ok)
            need = hit[1].values() if rows else (hit[1]["value"], hit[1]["row"])
            counts["right"] += all(need)
            if found[hit[0]].quality == "certain":
                counts.update({"certain": 1, "certain right": int(all(need))})
            if not all(hit[1].values()):
                got = found[hit[0]]
                wrong = [name for name, ok in hit[1].items() if not ok]
                report.say("FIGURE", wrong, label["label"], "|", label["column"], "|", label["year"], "->", got.label)
                report.say("      ", got.column, "|", got.period)
        if wanted:
            report.add(origin, kind, Tally(len(wanted), len(used), counts["right"]))
            if not rows:
                report.add(origin, f"{kind}, part of name", Tally(len(wanted), len(used), counts["named"]))
            report.add(origin, f"{kind}, certain", Tally(len(wanted), counts["certain"], counts["certain right"]))
    leftover = len(found) - len({id(f) for f in found} & {id(f) for f in found[: len(labels)]})
    if leftover > 0 and len(found) > len(labels):
        report.add(origin, "figure, unlabelled", Tally(0, len(found) - len(labels), 0))
        for figure in _extra(labels, found):
            report.say("EXTRA", figure.label[:60], "|", figure.column[:30], "|", figure.period, "|", figure.value)


def _extra(labels: Sequence[Label], found: Sequence[RowFigure]) -> list[RowFigure]:
    values = Counter("".join(str(label["value"]).split()) for label in labels)
    extra: list[RowFigure] = []
    for figure in found:
        value = "".join(figure.value.split())
        if values[value]:
            values[value] -= 1
        else:
            extra.append(figure)
    return extra


def _score_articles(report: Report, origin: str, labels: Sequence[Label], found: Sequence[Article]) -> None:
    by_number = {one.number: one for one in found}
    right = 0
    for label in labels:
        got = by_number.get(str(label["number"]))
        votes = re.findall(r"\d+-\d+", str(label["recommendations"]))
        ok = (
            got is not None
            and _money(got.amount) == _money(str(label["amount"]))
            and votes == [v for text in got.recommendations for v in re.findall(r"\d+-\d+", text)]
        )
        right += ok
        if not ok:
            report.say(
                "ARTICLE",
                label["number"],
                label["amount"],
                label["recommendations"],
                "->",
                got and (got.amount, got.recommendations),
            )
    if labels or found:
        report.add(origin, "article", Tally(len(labels), len(found), right))


def _page(report: Report, vault: VaultIndex, key: tuple[str, int], labels: Sequence[Label], *, words: bool) -> None:
    """Scores one page; `words` where what was said and announced is labelled in the set."""
    page = vault.page(*key)
    summary = vault.document(key[0])
    if page is None or summary is None:
        print("not in the vault:", *key)
        return
    origin = _KIND_OF_PAGE[any(label["ocr"] for label in labels)]
    report.say("==", *key, origin)
    by_kind: dict[str, list[Label]] = defaultdict(list)
    for label in labels:
        by_kind[str(label["kind"])].append(label)
    whole = not any(label["kind"] == "page" and not label["complete"] for label in labels)
    context = Context(
        doc_type=summary.metadata.doc_type or "other", date=summary.metadata.date, title=summary.metadata.title
    )
    if by_kind["motion"] or whole:
        _score_motions(report, origin, by_kind["motion"], motions(page.text))
    found = figures(page.text, context)
    found = found if whole else tuple(_within(by_kind["figure"], found))
    _score_figures(report, origin, by_kind["figure"], found)
    _score_articles(report, origin, by_kind["article"], articles(page.text))
    if whole and words:
        acts = records_in_text(page.text, context)
        document = vault.document(key[0])  # who is an official is told on its first page
        told = records_of(document) if document else ()
        spoken = [one for one in told if isinstance(one, Utterance) and one.page == key[1]]
        score_utterances(report, origin, by_kind["utterance"], spoken)
        score_notices(report, origin, by_kind["event"], [r for r in acts if isinstance(r, Notice)])
    if by_kind["rule"]:
        outline = context.doc_type not in ("statute", "constitution")
        score_rules(report, origin, by_kind["rule"], rules(page.text, outline=outline))


def _rows(path: Path) -> Iterable[Label]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def main(argv: Sequence[str] | None = None, out: Callable[[str], object] = print) -> int:
    """Scores the pages of one set; the pages of `blind` give counts and never show a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--labels", type=Path, default=Path(__file__).parent / "labels" / "ledger.jsonl")
    parser.add_argument("--set", dest="which", choices=_SETS, default="seen")
    parser.add_argument("--faults", action="store_true", help="print what differs; refused for blind pages")
    given = parser.parse_args(argv)
    report = Report(verbose=given.faults and not given.which.startswith("blind"))
    pages: dict[tuple[str, int], list[Label]] = defaultdict(list)
    for row in _rows(given.labels):
        if row["set"] == given.which:
            pages[(str(row["doc_id"]), int(row["page"]))].append(row)
    words = any(row["kind"] == "utterance" for labels in pages.values() for row in labels)
    with VaultIndex.open(given.vault, read_only=True) as vault:
        for key, labels in sorted(pages.items()):
            _page(report, vault, key, labels, words=words)
    out(f"{given.which}: {len(pages)} pages")
    report.print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
