"""The router: scope, complexity, format and depth, with the caller's word last."""

from __future__ import annotations

import pytest

from pipeline.ask.issue import PlanContext
from pipeline.ask.plan import plan
from pipeline.types import Question, Route

CONTEXT = PlanContext(known_towns=("Alder Falls", "Pine Hollow"), today="2026-11-21")


def _route(text: str, **named: str) -> Route:
    return plan(Question.model_validate({"text": text, **named}), CONTEXT).route


# covers: 131, 132, 133
@pytest.mark.parametrize(
    ("text", "scope", "complexity", "form", "depth"),
    [
        ("What did the Alder Falls Planning Board decide about case #25-07-SP?", "local", "simple", "simple", "quick"),
        ("What RSA governs nonpublic sessions for a select board?", "statewide", "simple", "simple", "quick"),
        (
            "How is the NH default municipal budget adopted if the warrant fails?",
            "statewide",
            "simple",
            "simple",
            "quick",
        ),
        ("Why did Alder Falls property taxes go up in 2025?", "local", "complex", "overview", "standard"),
        (
            "What actions taken by the select board led to potential liability?",
            "statewide",
            "complex",
            "analysis",
            "standard",
        ),
        ("Was it legal for Alder Falls to close Heron Park?", "mixed", "complex", "analysis", "standard"),
        ("Do Alder Falls and Pine Hollow both ban dogs?", "local", "complex", "overview", "standard"),
        ("How much is a dump sticker?", "mixed", "simple", "simple", "quick"),
    ],
)
def test_the_router_reads_scope_complexity_format_and_depth(
    text: str, scope: str, complexity: str, form: str, depth: str
) -> None:
    route = _route(text)
    assert (route.scope, route.complexity, route.format, route.depth) == (scope, complexity, form, depth)
    assert route.complexity in route.reason


# covers: 40
def test_a_caller_may_name_scope_format_and_depth() -> None:
    route = _route("How much is a dump sticker?", scope_hint="statewide", format="analysis", depth="deep")
    assert (route.scope, route.format, route.depth) == ("statewide", "analysis", "deep")
    assert "named by the caller" in route.reason
