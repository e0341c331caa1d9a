"""The weights of the composer are fitted on an invented vault, and the written module is read back."""

import json
from pathlib import Path

import pytest
from fakes import a_document, vault_with

from pipeline.write.extract import weights

pytest.importorskip("numpy", reason="fitting needs numpy, which the project does not")

from benchmarks import fit_extracts

THINGS = ("footbridge", "wharf", "culvert", "ferry", "hayfield", "mill dam", "bandstand", "lamp post")
CHATTER = (
    "The clerk read a letter about the {0}. Osgood asked about the {0}. Nobody else spoke of the {0} that evening."
)
ANSWER = "Tibbetts moved to repair the {0} for ${1},400 before winter, and the motion passed 3-0."


def rows() -> list[dict[str, object]]:
    return [
        {
            "id": f"q{at}",
            "question": f"How much did Alder Falls vote to spend on the {thing}?",
            "type": "simple",
            "gold": [{"doc_id": f"af-{at}", "page": 1, "lane": "local", "quote": ANSWER.format(thing, at + 10)}],
        }
        for at, thing in enumerate(THINGS)
    ]


@pytest.fixture
def given(tmp_path: Path) -> list[str]:
    questions = tmp_path / "q.jsonl"
    questions.write_text("\n".join(map(json.dumps, rows())) + "\n", "utf-8")
    documents = [
        a_document(f"af-{at}", f"{CHATTER.format(thing)}\n\n{ANSWER.format(thing, at + 10)}", board="Select Board")
        for at, thing in enumerate(THINGS)
    ]
    with vault_with(documents, tmp_path):
        pass
    return ["--vault", str(tmp_path / "v.db"), "--questions", str(questions)]


def test_fitted_weights_find_more_answers_than_none(given: list[str]) -> None:
    found = fit_extracts.collect(Path(given[1]), fit_extracts.read_rows(Path(given[3])))
    fitted = fit_extracts.fit(found, steps=200)
    none = fit_extracts.measure(found, [example.figures @ (fitted * 0) for example in found])
    with_fit = fit_extracts.measure(found, [example.figures @ fitted for example in found])
    unseen = fit_extracts.measure(found, fit_extracts.cross_validated(found, folds=2))
    assert len(found) == len(THINGS)
    assert none.hit_1 < 0.5
    assert with_fit.hit_1 == 1.0
    assert with_fit.mrr > none.mrr
    assert unseen.hit_1 > none.hit_1


def test_the_module_that_is_written_is_read_back(
    given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "weights.py"
    assert fit_extracts.main([*given, "--out", str(out)]) == 0
    space: dict[str, object] = {}
    exec(compile(out.read_text("utf-8"), "weights.py", "exec"), space)  # the module was just written here
    fitted = space["WEIGHTS"]
    assert isinstance(fitted, dict)
    assert list(fitted) == list(weights.WEIGHTS)
    assert any(fitted.values())
    printed = capsys.readouterr().out
    assert f"{len(THINGS)} questions, {len(THINGS)} quotes" in printed
    assert all(name in printed for name in (*fit_extracts.BASELINES, "cross-validated", "hit@1", "recall@5"))


def test_the_shipped_module_is_what_would_be_written() -> None:
    held = list(weights.WEIGHTS.values())
    text = fit_extracts.module_of(list(weights.WEIGHTS), fit_extracts.np.array(held))
    assert text == Path(str(weights.__file__)).read_text("utf-8")


def test_too_few_questions_are_refused(given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text(json.dumps(rows()[0]) + "\n", "utf-8")
    assert fit_extracts.main([*given[:3], str(few), "--out", str(tmp_path / "w.py")]) == 2
    assert "1 questions" in capsys.readouterr().err
    assert not (tmp_path / "w.py").exists()
