"""The public API: the example of its docstring runs, a run goes on from call to call, the types are exported."""

from pathlib import Path

import opencouncil
from opencouncil import audit, decide, ingest, open_vault, research, retrieve

MINUTES = (
    "Town of Alder Falls, Select Board minutes of May 12, 2031. Osgood moved to accept the bid of $18,400 from Varney"
    " Timber for the Mill Lane footbridge. Tibbetts seconded. All were in favor. Motion passed 3-0."
)
QUESTION = "What did the board decide about the Mill Lane footbridge?"


def test_records_become_a_cited_answer_in_two_calls(tmp_path: Path) -> None:
    (tmp_path / "minutes").mkdir()
    (tmp_path / "minutes" / "2031-05-12.txt").write_text(MINUTES, "utf-8")
    where = tmp_path / "town.vault"
    with open_vault(where, create=True) as vault:
        assert ingest(vault, [tmp_path / "minutes"]).documents == 1
    result = research(where, QUESTION, queries=["footbridge bid accepted"])
    assert "$18,400" in result.answer.answer_markdown
    assert result.audit.passed
    found = retrieve(where, QUESTION)
    assert [one.chunk for one in found.merged] == [one.chunk for one in result.retrieval.merged]
    assert decide(where, found.retrieval_id).decision in ("stop", "continue", "replan")
    assert audit(where, "The bid was $81,400 [L1].", retrieval_id=found.retrieval_id).passed is False
    assert audit(where, "The bid for the Mill Lane footbridge was $18,400.").passed


def test_the_package_is_typed_and_says_what_it_exports() -> None:
    assert (Path(opencouncil.__file__).parent / "py.typed").is_file()
    assert all(hasattr(opencouncil, name) for name in opencouncil.__all__)
