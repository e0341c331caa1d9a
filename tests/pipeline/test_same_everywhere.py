"""One question over one vault ranks and answers the same in every process, whatever order its sets are kept in."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from mcp_fakes import demo_vault, environment

_ASKED = """
import sys
from pathlib import Path

from mcp_server.cli.ask import answer_question, with_shop
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask


async def work(shop):
    found = (await answer_question(shop, Ask(question=sys.argv[2], writer="extract"))).brief.retrieval
    told = [[item.label, item.chunk.id, repr(item.score)] for item in found.merged]
    return told + [[part.part, repr(part.probability), *(repr(one.probability) for one in part.spans)]
                   for part in found.answers]

import json
print(json.dumps(with_shop(Config(vault=Path(sys.argv[1])), work)))
"""


@pytest.mark.parametrize(
    "question",
    ["What did the Planning Board decide about case #25-03-LM?", "May the select board raise the dump permit fee?"],
)
def test_the_order_of_hashes_changes_no_score(tmp_path: Path, question: str) -> None:
    vault = demo_vault(tmp_path)
    told = [
        subprocess.run(
            [sys.executable, "-c", _ASKED, str(vault), question],
            env={**environment(), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            timeout=120,
        ).stdout
        for seed in ("1", "2", "3")
    ]
    assert json.loads(told[0])
    assert told[0] == told[1] == told[2]
