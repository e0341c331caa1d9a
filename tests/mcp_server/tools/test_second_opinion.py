"""The audit as a tool with a second reader: its doubt is told, the reader is named, and what is missing is told."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from mcp_fakes import serving
from onnx_fakes import a_model

from mcp_server.cli.main import main

pytestmark = pytest.mark.anyio
needs_extra = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("onnxruntime", "tokenizers")),
    reason="the extra opencouncil[opinion] is not installed",
)
QUESTION = "What was decided about the Mill Lane footbridge in Alder Falls?"


async def _audited(vault: Path, model: Path | None) -> dict[str, object]:
    """The audit of the first words of the first passage, as a claim that rests on them."""
    with serving(vault, second_opinion=model) as (server, _):

        async def call(tool: str, **arguments: object) -> dict[str, object]:
            return dict((await server.call_tool(tool, arguments)).structured_content or {})

        found = await call("two_lane_retrieve", question=QUESTION)
        passages: list[dict[str, str]] = found["passages"]  # type: ignore[assignment]
        one = next(one for one in passages if "$18,400" in one["text"])
        quote = next(line for line in one["text"].split(". ") if "$18,400" in line).strip()
        claim = {"text": f"“{quote}” [{one['label']}].", "support": [{"source": one["label"], "quote": quote}]}
        return await call("audit", retrieval_id=found["retrieval_id"], claims=[claim])


async def test_without_a_second_reader_none_is_named(vault: Path) -> None:
    report = await _audited(vault, None)
    assert report["verdicts"]["verified"] == 1  # type: ignore[index]
    assert not report.get("second_reader")


async def test_a_missing_model_file_is_told_with_a_code_and_the_next_step(vault: Path, tmp_path: Path) -> None:
    report = await _audited(vault, tmp_path / "none.onnx")
    failed: dict[str, str] = report["error"]  # type: ignore[assignment]
    assert failed["code"] == "E_INPUT"
    assert "none.onnx" in failed["message"]
    assert "unset the variable" in failed["next_call"]


@needs_extra
async def test_a_doubt_of_the_model_is_told_and_fails_nothing(vault: Path, tmp_path: Path) -> None:
    report = await _audited(vault, a_model(tmp_path, doubted="400"))
    assert report["second_reader"] == "reader.onnx"
    assert "verified" not in report["verdicts"]  # type: ignore[operator]
    assert report["rows"][0]["residue"] == ["(a second reader doubts it)"]  # type: ignore[index]
    assert report["passed"]


@needs_extra
async def test_a_model_without_doubts_leaves_the_verdict(vault: Path, tmp_path: Path) -> None:
    report = await _audited(vault, a_model(tmp_path, doubted="zeppelin"))
    assert report["second_reader"] == "reader.onnx"
    assert report["verdicts"]["verified"] == 1  # type: ignore[index]


@needs_extra
def test_the_command_tells_a_doubt_as_a_doubt_and_not_as_words_that_stand_nowhere(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENCOUNCIL_SECOND_OPINION", str(a_model(tmp_path, doubted="january")))
    text = tmp_path / "letter.txt"
    text.write_text("He closed the bridge on January 23.", "utf-8")
    main(["--vault", str(vault), "audit", str(text)])
    shown = capsys.readouterr().out
    assert "a second reader doubts it" in shown
    assert "not found" not in shown
