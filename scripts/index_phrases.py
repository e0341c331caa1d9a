"""Makes the index of stems beside each table of everyday phrases: run it whenever one of them changes.

python scripts/index_phrases.py
"""

from __future__ import annotations

import sys
from pathlib import Path

from vault.text.phrase_index import indexed

SECTIONS = tuple(f"vault/data/plain_words{state}.tsv" for state in ("", "_dc", "_vt"))
MATTERS = "pipeline/data/matters.tsv"


def main() -> int:
    """Writes every index; 0 when done."""
    root = Path(__file__).resolve().parent.parent
    for name in (*SECTIONS, MATTERS):
        table = root / name
        made = indexed(table.read_text("utf-8"), keys=name == MATTERS)
        table.with_suffix(".stems").write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
