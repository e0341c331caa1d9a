"""Does the audit tell true paraphrases of real pages from false ones?

Takes hand-made statements about pages of a vault (JSON Lines: id, kind, truth, text with a placeholder where the
citation stands, passages and spans per placeholder), finds each passage by document, page and a few words, puts its
label in place and audits the statement as the `audit` tool does: with the words it rests on, as claims, and without
them, as labelled text. Counts verdicts per kind and in all. Holds no text of its own.

A case counts by its worst sentence: `contradicted` when one is contradicted or uncited (either stops the text; the
uncited are also counted apart), `verified` when all are, else `consistent`.

Usage: python benchmarks/paraphrases.py --cases FILE --vault VAULT [--json] [--show [KIND]] [--ids even|odd]
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from pipeline.answer.formats import format_for
from pipeline.ask.reading import read
from pipeline.check.absence import OutsideRun
from pipeline.check.audit import audit
from pipeline.check.claims import GivenClaim
from pipeline.check.read.evidence import Support
from pipeline.quoting.locate import locate
from pipeline.types import (
    Answer,
    AuditReport,
    Brief,
    Evidence,
    IssueMap,
    Question,
    RecordStrength,
    Retrieval,
    Route,
    Signals,
)
from vault.statewide import page_cells
from vault.store.index import VaultIndex
from vault.store.whole import whole_place
from vault.types import Chunk, Filters, Query

__all__ = [
    "PLACEHOLDER",
    "Outcome",
    "audited",
    "brief_of",
    "brief_with",
    "claims_of",
    "counted",
    "labelled",
    "passage_of",
    "reported",
    "run",
]

_VERDICTS = ("verified", "consistent", "contradicted")
_NEIGHBOURS = 6
"""Chunks read on either side, as the engine reads the page or section a passage stands on."""
_GAP = re.compile(r"\s*(?:…|\.\.\.)\s*")
_PHRASED = 12
"""Words of a span by which its place is looked for."""
_FOUND = 40
"""Chunks of one document looked at for the words of a passage."""


class Outcome(NamedTuple):
    """What the audit made of one case: its verdict ("not_run" when a passage is missing) and the report behind it."""

    case: dict[str, Any]
    verdict: str
    report: AuditReport | None = None
    uncited: bool = False
    took_ms: float = 0.0


def passage_of(vault: VaultIndex, passage: dict[str, Any], span: str = "") -> Chunk | None:
    """The page or section of the vault that holds the passage's anchor and the span, as a writer cites the place whose
    words he attaches; without one the place of the anchor, then that of the span; None when neither is held."""
    pieces = [piece for piece in _GAP.split(span) if piece.strip()]
    anchored = [one for one in _places(vault, passage, passage["anchor"]) if _holds(one, passage)]
    for whole in anchored:
        if all(locate(piece, whole.text, ocr=whole.ocr).pieces for piece in pieces):
            return whole
    if not pieces or not anchored:
        return next(iter(anchored), None)
    spanned = (one for one in _places(vault, passage, pieces[0]) if locate(pieces[0], one.text, ocr=one.ocr).pieces)
    return next(spanned, anchored[0])


def _places(vault: VaultIndex, passage: dict[str, Any], wanted: str) -> Iterator[Chunk]:
    """The pages or sections of the passage's document that hold the words, as a phrase first, then anywhere."""
    filters, words = Filters(doc_ids=(passage["doc"],)), tuple(re.findall(r"\w+", wanted))[:_PHRASED]
    for query in (Query(phrases=(" ".join(words),)), Query(terms=words)):
        for chunk in vault.scan(query, filters, _FOUND).chunks:
            yield whole_place(chunk, vault.around((chunk.id,), _NEIGHBOURS, _NEIGHBOURS)[chunk.id])


def _holds(chunk: Chunk, passage: dict[str, Any]) -> bool:
    page = passage.get("page")
    first, last = chunk.page_start, chunk.page_end or chunk.page_start
    on_page = page is None or first is None or last is None or first <= page <= last or bool(chunk.section)
    return on_page and _flat(passage["anchor"]) in _flat(chunk.text)


def _flat(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def brief_with(kept: Sequence[Evidence], question: str = "What does the record say?", town: str = "") -> Brief:
    """A brief that holds this evidence and nothing else, on a record taken as strong."""
    local, state = (tuple(one for one in kept if one.chunk.lane == lane) for lane in ("local", "state"))
    signals = Signals(
        retrieval_confidence=1, topic_alignment=None, drift_detected=False, legal_topic_coverage=1, facet_coverage=1,
        authoritative_state_present=bool(state), distinct_local_docs=len(local), distinct_state_docs=len(state),
        local_retrieved=len(local), state_retrieved=len(state),
    )  # fmt: skip
    strength = RecordStrength(
        tier="A", local_count=len(local), state_count=len(state), situation_alignment=None, legal_topic_coverage=1,
        authoritative_state_present=bool(state), distinct_local_docs=len(local), distinct_state_docs=len(state),
        rubric="local", because="",
    )  # fmt: skip
    return Brief(
        question=Question(text=question, town=town),
        reading=read(question),
        issue=IssueMap(),
        route=Route(scope="mixed", complexity="simple", format="simple", depth="quick", reason=""),
        retrieval=Retrieval(local=local, state=state, signals=signals),
        strength=strength,
        format=format_for("simple"),
    )


def brief_of(chunks: Sequence[Chunk], passages: Iterable[dict[str, Any]]) -> tuple[Brief, tuple[str, ...]]:
    """A brief that holds these passages, and the label of each."""
    labels: list[str] = []
    kept: list[Evidence] = []
    for chunk in chunks:
        mark = "S" if chunk.lane == "state" else "L"
        label = f"{mark}{1 + sum(one.label.startswith(mark) for one in kept)}"
        labels.append(label)
        kept.append(Evidence(label=label, chunk=chunk, score=1.0))
    asked = next(iter(passages), {})
    question = asked.get("question") or "What does the record say?"
    return brief_with(kept, question, asked.get("town") or ""), tuple(labels)


PLACEHOLDER = re.compile(r"\{(\w+)\}")


def claims_of(case: dict[str, Any], label_of: dict[str, str]) -> tuple[GivenClaim, ...]:
    """The sentences of a case as claims, each with the spans of the passages it cites."""
    spans, parts = case["spans"], _sentences(case["text"])
    return tuple(
        GivenClaim(
            text=PLACEHOLDER.sub(lambda match: f"[{label_of[match[1]]}]", part),
            support=tuple(
                Support(source=label_of[key], quote=spans[key])
                for key in dict.fromkeys(PLACEHOLDER.findall(part))
                if spans.get(key)
            ),
        )
        for part in parts
    )


def labelled(vault: VaultIndex, case: dict[str, Any]) -> tuple[Brief, dict[str, str]] | tuple[None, None]:
    """A brief that holds the passages of a case, and the label of each placeholder; None when one is not held."""
    keys = list(dict.fromkeys(PLACEHOLDER.findall(case["text"])))
    found = {key: passage_of(vault, case["passages"][key], case["spans"].get(key, "")) for key in keys}
    chunks = [chunk for chunk in found.values() if chunk is not None]
    if len(chunks) < len(keys) or not keys:
        return None, None
    distinct = list({chunk.id: chunk for chunk in chunks}.values())
    brief, labels = brief_of(distinct, case["passages"].values())
    by_chunk = {chunk.id: label for chunk, label in zip(distinct, labels, strict=True)}
    return brief, {key: by_chunk[chunk.id] for key, chunk in found.items() if chunk is not None}


def reported(vault: VaultIndex, text: str, brief: Brief, claims: Sequence[GivenClaim]) -> AuditReport:
    """The audit of a text that an assistant wrote, with the tables of the vault beside it."""
    answer = Answer(answer_markdown=text, used_statewide="[S" in text, writer="host")
    return audit(answer, brief, claims=claims, outside=OutsideRun(cells=partial(page_cells, vault.ledger)))


def audited(vault: VaultIndex, case: dict[str, Any], *, with_spans: bool) -> Outcome:
    """The verdict on one case."""
    brief, label_of = labelled(vault, case)
    if brief is None or label_of is None:
        return Outcome(case, "not_run")
    text = PLACEHOLDER.sub(lambda match: f"[{label_of[match[1]]}]", case["text"])
    claims = claims_of(case, label_of) if with_spans else ()
    started = time.perf_counter()
    report = reported(vault, text, brief, claims)
    took = (time.perf_counter() - started) * 1000
    verdicts = {row.verdict for row in report.rows}
    stopped = verdicts & {"contradicted", "uncited", "not_held"}
    verdict = "contradicted" if stopped else "consistent" if "consistent" in verdicts else "verified"
    return Outcome(case, verdict, report, bool(stopped) and "contradicted" not in verdicts, took)


def _sentences(text: str) -> list[str]:
    """The sentences of a case; an abbreviation or an initial never ends one, for none has a placeholder before it."""
    cut = [match.start() for match in re.finditer(r"(?<=\}[.!?])\s", text)]
    return [text[a:b].strip() for a, b in zip([0, *cut], [*cut, len(text)], strict=True)]


def counted(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """The counts of item 10: false and true by verdict, and what could not be run."""
    found: Counter[str] = Counter()
    for one in outcomes:
        if one.verdict == "not_run":
            found["not_run"] += 1
        else:
            found[f"{'true' if one.case['truth'] else 'false'}_{one.verdict}"] += 1
            found["uncited_among_contradicted"] += one.uncited
    names = [f"{truth}_{verdict}" for truth in ("false", "true") for verdict in _VERDICTS]
    return {name: found[name] for name in (*names, "not_run", "uncited_among_contradicted")}


def run(vault: VaultIndex, cases: Sequence[dict[str, Any]], *, with_spans: bool) -> list[Outcome]:
    """Every case audited."""
    return [audited(vault, case, with_spans=with_spans) for case in cases]


def _report(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for one in outcomes:
        kinds[f"{one.case['kind']}, {'true' if one.case['truth'] else 'false'}"].append(one)
    times = sorted(one.took_ms for one in outcomes if one.report)
    p95 = times[int(len(times) * 0.95)] if times else 0.0
    return {
        **counted(outcomes),
        "p95_ms": round(p95, 1),
        "kinds": {kind: counted(held) for kind, held in sorted(kinds.items())},
    }


def _printed(name: str, report: dict[str, Any]) -> None:
    print(f"## {name}")
    for kind, counts in (*report["kinds"].items(), ("all", report)):
        cells = "  ".join(f"{key} {value}" for key, value in counts.items() if key != "kinds" and value)
        print(f"{kind:38} {cells}")


def _shown(outcomes: Sequence[Outcome], wanted: str) -> None:
    for one in outcomes:
        key = f"{one.case['truth']}_{one.verdict}".lower()
        if wanted not in (one.case["kind"], key, "all", str(one.case["id"])) or one.report is None:
            continue
        print(f"\n{one.case['id']} {one.case['kind']} {key}\n  text  {one.case['text']}")
        for spans in one.case["spans"].items():
            print(f"  span  {spans[0]}: {spans[1]}")
        for row in one.report.rows:
            print(f"  {row.verdict}: {' | '.join((*row.against, *(f'left: {word}' for word in row.residue)))}")
        for found in one.report.findings:
            print(f"    {found.severity} {found.rule}: {found.message}")


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--cases", type=Path, required=True)
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    parser.add_argument("--show", default="", help="print the cases of a kind, an id, or e.g. true_contradicted")
    parser.add_argument("--ids", choices=("all", "even", "odd"), default="all")
    given = parser.parse_args()
    cases = [json.loads(line) for line in given.cases.read_text("utf-8").splitlines() if line.strip()]
    if given.ids != "all":
        cases = [case for case in cases if case["id"] % 2 == (given.ids == "odd")]
    with VaultIndex.open(given.vault, read_only=True) as vault:
        both = {
            name: run(vault, cases, with_spans=flag) for name, flag in (("with_spans", True), ("without_spans", False))
        }
    if given.show:
        _shown(both["with_spans"], given.show)
        return
    reports = {name: _report(outcomes) for name, outcomes in both.items()}
    if given.json:
        print(json.dumps(reports, indent=1))
        return
    for name, report in reports.items():
        _printed(name, report)


if __name__ == "__main__":
    _main()
