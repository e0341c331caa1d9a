"""The benchmark runs on any folder of the right shape; the set here is invented."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "multihop.py"


def test_a_small_set_is_measured_with_every_method(tmp_path: Path) -> None:
    corpus = [
        {"id": "p1", "title": "Mill Pond Dam", "text": "The Mill Pond Dam is kept by the Tamarack Water District."},
        {"id": "p2", "title": "Tamarack Water District", "text": "Its chair is Ruth Amory."},
        {"id": "r1", "title": "ZR 4.3", "text": "See Rule 4.4.1.", "doc": 7, "loc": "4.3", "docname": "Zoning Rules"},
        {
            "id": "r2",
            "title": "ZR 4.4.1",
            "text": "Fences are low.",
            "doc": 7,
            "loc": "4.4.1",
            "docname": "Zoning Rules",
        },
    ]
    questions = [{"id": "q1", "question": "Who is the chair of the keeper of the Mill Pond Dam?", "gold": ["p1", "p2"]}]
    (tmp_path / "corpus.jsonl").write_text("\n".join(map(json.dumps, corpus)), encoding="utf-8")
    (tmp_path / "asked.jsonl").write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    (tmp_path / "docmap.json").write_text(json.dumps({"7": ["Zoning Rules", "ZR"]}), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, str(SCRIPT), "--set", str(tmp_path), "--questions", str(tmp_path / "asked.jsonl"), "--json"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    rows = {row["method"]: row for row in json.loads(run.stdout)}
    assert set(rows) == {"bm25", "bm25+feedback", "hops quick", "hops standard", "hops deep", "hops exhaustive"}
    assert rows["hops quick"]["all_10"] == 100.0
    assert rows["bm25"]["ratio"] == 1.0
