"""Sums and shares of sentences against places labelled by hand: is the figure read, and is it of what the label says?

Each label names a place on a page and a pattern of the words that may say what the figure is of. It prints counts; with
`--faults` what differs, of the sets that may be read.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

from vault.facts.rows import Context, figures
from vault.facts.types import RowFigure
from vault.store.index import VaultIndex

_NEAR = 2
"""Characters by which a labelled place may differ from the figure's."""


def main() -> None:
    """Prints precision and recall of each set, dollars and percent told apart."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--labels", type=Path, default=Path(__file__).parent / "labels" / "sums.jsonl")
    parser.add_argument("--faults", action="store_true", help="print what was missed or bound wrongly")
    given = parser.parse_args()
    counts: Counter[tuple[str, str, str]] = Counter()
    with VaultIndex.open(given.vault, read_only=True) as vault:

        @cache
        def read(doc_id: str, number: int) -> tuple[RowFigure, ...]:
            page, summary = vault.page(doc_id, number), vault.document(doc_id)
            assert page is not None
            assert summary is not None
            facts = summary.metadata
            return figures(page.text, Context(doc_type=facts.doc_type or "other", date=facts.date, title=facts.title))

        for line in given.labels.read_text(encoding="utf-8").splitlines():
            label = json.loads(line)
            here = [
                one
                for one in read(label["doc_id"], label["page"])
                if any(slot.name == "value" and abs(slot.start - label["start"]) <= _NEAR for slot in one.slots)
            ]
            right = bool(here) and bool(re.search(label["of"], f"{here[0].label} {here[0].column}", re.I))
            key = (label["set"], "%" if "%" in label["value"] else "$", "scan" if label["ocr"] else "text")
            counts.update({(*key[:2], f"{key[2]} gold"): 1, (*key[:2], f"{key[2]} found"): int(bool(here))})
            counts[(*key[:2], f"{key[2]} right")] += right
            if given.faults and not right:
                got = [(one.label, one.column) for one in here]
                print(label["doc_id"], label["page"], label["value"], "wanted", label["of"], "got", got)
    for group in sorted({(name, unit) for name, unit, _ in counts}):
        print(*group, {what: count for (name, unit, what), count in counts.items() if (name, unit) == group})


if __name__ == "__main__":
    main()
