"""The result builder: text and structure say the same, and nothing breaks the wire."""

from __future__ import annotations

import json

import pytest
from mcp.types import TextContent
from pydantic import JsonValue

from mcp_server.results.build import MAX_CHARS, build, problem, render, scrubbed
from mcp_server.results.clean import clean_text
from mcp_server.results.shapes import HopView, PassageView, SearchView, SourceView


def _text(shape_text: object) -> str:
    assert isinstance(shape_text, TextContent)
    return shape_text.text


def _leaves(value: JsonValue) -> list[str]:
    if isinstance(value, dict):
        return [leaf for held in value.values() for leaf in _leaves(held)]
    if isinstance(value, list):
        return [leaf for held in value for leaf in _leaves(held)]
    if isinstance(value, bool) or value is None:
        return [json.dumps(value)]
    return [str(value)]


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("a\x00b\x07c", "abc"),
        ("zero\u200bwidth", "zerowidth"),
        ("\u202eevil", "evil"),
        ("line\u2028break", "line\nbreak"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("tab\tand\nnewline", "tab\tand\nnewline"),
        ("“RSA 91-A:3” – 😀", "“RSA 91-A:3” – 😀"),
    ],
)
def test_text_on_its_way_out_is_clean(dirty: str, clean: str) -> None:
    assert clean_text(dirty) == clean


def test_numbers_that_are_none_become_null() -> None:
    assert scrubbed({"a": float("nan"), "b": [float("inf"), 1.5]}) == {"a": None, "b": [None, 1.5]}


def test_a_value_that_is_too_deep_is_cut() -> None:
    deep: JsonValue = "end"
    for _ in range(50):
        deep = [deep]
    assert "end" not in json.dumps(scrubbed(deep))


def test_text_and_structure_say_the_same() -> None:
    passages = (
        PassageView(id="chunk:1", lane="local", authority="minutes", doc_type="minutes", text="It passed.\nAll voted."),
    )
    result = build(SearchView(mode="ranked", total=3, documents=2, shown=1, passages=passages, partial=True))
    assert result.structured_content is not None
    for leaf in _leaves(result.structured_content):
        assert leaf in _text(result.content[0])


def test_fields_with_their_default_are_left_out_of_both() -> None:
    result = build(SourceView(id="chunk:1", kind="passage", text="x"))
    assert result.structured_content == {"id": "chunk:1", "kind": "passage", "text": "x"}
    assert _text(result.content[0]) == "id: chunk:1\nkind: passage\ntext: x"


def _hop(decision: str, **fields: object) -> dict[str, JsonValue]:
    base = {"topic": "t", "current_hop": 1, "decision": decision, "confidence_score": 0.68, "contradiction_rate": 0.0}
    rest = {"stop_reason": None, "facet_coverage": None, "open_parts": (), "local_queries": (), "state_queries": ()}
    shape = HopView.model_validate({**base, **rest, "self_reflection": "s", **fields})
    return dict(build(shape).structured_content or {})


# covers: 484, 488
def test_next_hop_is_null_on_stop_and_gives_way_to_a_hint_on_replan() -> None:
    assert _hop("stop")["next_hop"] is None
    hint = {"issue": "thin", "suggested_pattern": "causal_chain", "suggested_query_focus": "bridge"}
    replan = _hop("replan", replan_hint=hint)
    assert "next_hop" not in replan
    assert replan["replan_hint"] == hint


def test_a_result_over_the_limit_is_shortened_and_says_so() -> None:
    result = build(SourceView(id="chunk:1", kind="page", text="word " * 40_000))
    text = _text(result.content[0])
    assert len(text) <= MAX_CHARS
    assert "characters more)" in text
    assert "characters more)" in str((result.structured_content or {})["text"])


def test_a_failure_carries_code_choices_and_the_next_call() -> None:
    result = problem("E_X", "It \ud800 failed.", valid=("a", "b"), next_call="try a")
    assert result.is_error is True
    assert result.structured_content == {
        "error": {"code": "E_X", "message": "It \ufffd failed.", "valid": ["a", "b"], "next_call": "try a"}
    }
    assert _text(result.content[0]).splitlines() == [
        "code: E_X",
        "message: It \ufffd failed.",
        "valid: a | b",
        "next_call: try a",
    ]
    result.model_dump_json()


def test_lists_of_objects_are_rendered_item_by_item() -> None:
    assert render({"rows": [{"a": 1, "b": ["x", "y"]}, {"a": 2}]}) == "rows:\n- a: 1\n  b: x | y\n- a: 2"


def test_a_passage_has_one_line_of_provenance_and_nothing_on_it_twice() -> None:
    passage = {"label": "L1", "id": "chunk:a@1#2", "lane": "local", "authority": "minutes", "doc_type": "minutes",
               "date": "2031-05-06", "page": 2, "title": "Alder Falls Planning Board minutes, 2031-05-06",
               "place": "Alder Falls, Planning Board", "text": "It passed."}  # fmt: skip
    assert render({"passages": [passage]}) == (
        "passages:\n- [L1] | chunk:a@1#2 | local | minutes | p. 2 | Alder Falls Planning Board minutes, 2031-05-06"
        "\n  text: It passed."
    )
