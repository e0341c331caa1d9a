"""What becomes of a statement whose writer puts the audit's ready sentence in its place, once?

Takes the cases of `benchmarks/paraphrases.py`, audits each, puts `say` in the place of every sentence that is not
verified, and audits the result. Counts the verdicts after it, how many sentences got a `say`, how many of the facts of
a true statement (its figures, dates, names, outcome) its `say` still tells, and the characters of the audit's result.
A false statement that is verified after the rewrite is shown with `--show`: it must say what the record says. Holds no
text of its own. With `--rewrites` statements that a writer himself put into the record's words, once (JSON Lines: id,
text with the placeholders and, where he attached others, `spans`), take the place of `say`; of the false ones those
keep what is false in them.

Usage: python benchmarks/rewrites.py --cases FILE --vault VAULT [--ids even|odd] [--show [false|true]] [--spans no]
       python benchmarks/rewrites.py --cases FILE --vault VAULT --rewrites benchmarks/labels/rewrites.jsonl
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

from benchmarks.paraphrases import PLACEHOLDER, Outcome, audited, claims_of, labelled, reported
from mcp_server.results.audits import audit_view
from pipeline.check.read.evidence import said_of, token_in
from pipeline.check.read.lexing import Token
from pipeline.types import AuditReport
from vault.store.index import VaultIndex

__all__ = ["Rewritten", "facts_kept", "rewritten"]


class Rewritten(NamedTuple):
    """One case audited, rewritten by its `say` and audited again: both verdicts, what was said instead, the facts of
    the statement and how many of them stand in the new text, the characters of the first result."""

    case: dict[str, Any]
    before: str
    after: str
    said: str
    facts: int
    kept: int
    chars: int


def _text_after(outcome: Outcome) -> str:
    rows = outcome.report.rows if outcome.report else ()
    return "\n\n".join(
        row.say or f"{row.sentence.rstrip('.')} {''.join(f'[{x}]' for x in row.citations)}." for row in rows
    )


def _facts(text: str) -> tuple[Token, ...]:
    """The figures, dates, references and names of a statement; a word that only begins it is no name."""
    tokens = said_of(text).words
    return tuple(
        token for n, token in enumerate(tokens)
        if token.worth is not None or token.kind == "ref" or (token.kind == "word" and token.capital and n)
    )  # fmt: skip


def facts_kept(text: str, said: str) -> tuple[int, int]:
    """(facts of the text, those of them that stand in what is said instead)."""
    facts, tokens = _facts(text), said_of(said).tokens
    return len(facts), sum(token_in(fact, tokens) is not None for fact in facts)


def _chars(report: AuditReport) -> int:
    view = audit_view(report, detail="concise", offset=0, limit=0, next_step="")
    return len(json.dumps(view.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False))


def rewritten(
    vault: VaultIndex, case: dict[str, Any], *, with_spans: bool, told: str = "", spans: dict[str, str] | None = None
) -> Rewritten | None:
    """The case before and after one rewrite, by its `say` or as `told`, with the `spans` attached to it then in the
    place of its own; None when the vault does not hold its passages."""
    first = audited(vault, case, with_spans=with_spans)
    case = {**case, "spans": {**case["spans"], **(spans or {})}}
    brief, labels = labelled(vault, case)
    if first.report is None or brief is None or labels is None:
        return None
    text = PLACEHOLDER.sub(lambda match: f"[{labels[match[1]]}]", told) if told else _text_after(first)
    claims = claims_of({**case, "text": told or case["text"]}, labels) if with_spans else ()
    report = reported(vault, text, brief, claims)
    verdicts = {row.verdict for row in report.rows}
    stopped = verdicts & {"contradicted", "uncited", "not_held"} or not report.passed
    after = "contradicted" if stopped else "consistent" if "consistent" in verdicts else "verified"
    own = " ".join(row.sentence for row in first.report.rows if row.say)
    said = told or " ".join(row.say for row in first.report.rows)
    facts, kept = facts_kept(own, said)
    return Rewritten(case, first.verdict, after, said, facts, kept, _chars(first.report))


def _printed(name: str, done: Sequence[Rewritten]) -> None:
    moved = Counter((one.before, one.after if one.said or one.before == "verified" else "no say") for one in done)
    print(f"## {name}: {len(done)}")
    for (before, after), count in sorted(moved.items()):
        print(f"  {before:13} -> {after:13} {count}")
    said = [one for one in done if one.said]
    if said:
        facts, kept = sum(one.facts for one in said), sum(one.kept for one in said)
        whole = sum(one.facts == one.kept for one in said)
        print(f"  say: {len(said)}; all facts kept in {whole}; facts kept {kept} of {facts}")
        print(f"  characters of a say: median {median(len(one.said) for one in said):.0f}")
    print(f"  characters of a result: mean {mean(one.chars for one in done):.0f}")


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--cases", type=Path, nargs="+", required=True)
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--ids", choices=("all", "even", "odd"), default="all")
    parser.add_argument("--spans", choices=("yes", "no"), default="yes")
    parser.add_argument("--show", choices=("false", "true"), default="")
    parser.add_argument("--every", type=int, default=1, help="take one case of so many")
    parser.add_argument("--rewrites", type=Path, help="statements said over by a writer; only these are counted")
    given = parser.parse_args()
    told: dict[int, dict[str, Any]] = {}
    if given.rewrites:
        rows = (json.loads(line) for line in given.rewrites.read_text("utf-8").splitlines())
        told = {row["id"]: row for row in rows}
    cases = [json.loads(line) for file in given.cases for line in file.read_text("utf-8").splitlines() if line.strip()]
    if given.ids != "all":
        cases = [case for case in cases if case["id"] % 2 == (given.ids == "odd")]
    cases = [case for case in cases if not told or case["id"] in told]
    with VaultIndex.open(given.vault, read_only=True) as vault:
        found = [
            rewritten(
                vault,
                case,
                with_spans=given.spans == "yes",
                told=told.get(case["id"], {}).get("text", ""),
                spans=told.get(case["id"], {}).get("spans"),
            )
            for case in cases[:: given.every]
        ]
    done = [one for one in found if one is not None]
    for one in done:
        if given.show and str(one.case["truth"]).lower() == given.show and one.before != "verified":
            print(f"\n{one.case['id']} {one.before} -> {one.after} ({one.kept} of {one.facts})\n  {one.case['text']}")
            print(f"  SAY {one.said}")
    for truth in (True, False):
        _printed(str(truth).lower(), [one for one in done if one.case["truth"] == truth])


if __name__ == "__main__":
    _main()
