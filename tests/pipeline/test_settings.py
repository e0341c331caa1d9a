"""Settings: the defaults of the source documents, and the environment that changes them."""

from __future__ import annotations

import pytest

from pipeline.settings import Settings, settings_from
from vault.errors import InputError


# covers: 118, 119, 120, 121, 122, 123, 149, 207, 208, 209, 210, 298
def test_the_defaults_are_those_of_the_source_documents() -> None:
    settings = Settings()
    assert settings.enable_parallel_state_lane
    assert (settings.local_lane_k, settings.state_lane_k) == (12, 8)
    assert (settings.local_context_cap, settings.state_context_cap, settings.merged_context_cap) == (10, 5, 15)
    assert (settings.retrieval_confidence_threshold, settings.topic_alignment_threshold) == (0.35, 0.30)
    assert settings.local_lane_k + settings.second_pass_extra_k == 16
    assert settings.state_lane_k + settings.second_pass_extra_k == 12
    assert settings.max_queries_per_lane == 6


# covers: 136
def test_the_environment_changes_a_setting_by_its_name() -> None:
    environ = {"OPENCOUNCIL_LOCAL_LANE_K": " 20 ", "OPENCOUNCIL_ENABLE_PARALLEL_STATE_LANE": "false", "HOME": "x"}
    settings = settings_from(environ)
    assert settings.local_lane_k == 20
    assert not settings.enable_parallel_state_lane
    assert settings.state_lane_k == Settings().state_lane_k


@pytest.mark.parametrize("value", ["many", "-1", "1000"])
def test_a_value_that_cannot_be_used_is_named_with_what_to_do(value: str) -> None:
    with pytest.raises(InputError) as caught:
        settings_from({"OPENCOUNCIL_LOCAL_LANE_K": value})
    assert "OPENCOUNCIL_LOCAL_LANE_K" in caught.value.message
    assert "12" in caught.value.next_step


def test_an_empty_variable_is_no_setting() -> None:
    assert settings_from({"OPENCOUNCIL_LOCAL_LANE_K": ""}) == Settings()
