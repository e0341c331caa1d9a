"""Every threshold and cap of a turn in one frozen value, and how settings are read from variables.

Numbers carry their clause. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pydantic import Field, ValidationError

from vault.errors import InputError
from vault.types import Unit
from vault.value import Value

__all__ = ["PREFIX", "Settings", "settings_from", "settings_of"]

PREFIX = "OPENCOUNCIL_"
"""Every setting is an environment variable of this prefix and its name in capitals: OPENCOUNCIL_LOCAL_LANE_K."""


class Settings(Value):
    """Settings of a turn. Defaults are those of the source documents."""

    enable_parallel_state_lane: bool = True
    """S0: run the state lane beside the local lane."""
    local_lane_k: int = Field(default=12, ge=1, le=100)
    """S0: hits fetched per local query."""
    state_lane_k: int = Field(default=8, ge=1, le=100)
    """S0: hits fetched per state query."""
    local_context_cap: int = Field(default=10, ge=0, le=40)
    """S0: local chunks given to a writer."""
    state_context_cap: int = Field(default=5, ge=0, le=40)
    """S0: state chunks given to a writer."""
    state_context_cap_salient: int = Field(default=8, ge=0, le=40)
    """Decision 8: the state cap may rise to this on legal salience."""
    merged_context_cap: int = Field(default=15, ge=1, le=40)
    """S0: chunks in all, never more than 40."""
    second_pass_extra_k: int = Field(default=4, ge=0, le=40)
    """S1: added to both k's on a second pass."""
    retrieval_confidence_threshold: Unit = 0.35
    topic_alignment_threshold: Unit = 0.30
    min_merged_chunks: int = 4
    """S1: fewer merged chunks than this force a second pass."""
    max_queries_per_lane: int = Field(default=6, ge=1, le=20)
    """S3: query budget of a lane in the first pass."""
    batch_size: int = 2
    """Decision 8."""
    high_salience: Unit = 0.6
    medium_salience: Unit = 0.5
    min_planner_confidence: Unit = 0.4
    """S3: strictly below this the plan is conservative."""
    min_local_facts: int = 2
    early_exit_topic_coverage: Unit = 0.5
    """S2 §6."""
    excerpt_chars: int = 2000
    """Characters of a chunk shown to a writer."""
    plan_temperature: float = 0.2
    synthesis_temperature: float = 0.2
    repair_temperature: float = 0.15
    model_deadline_s: float = 45.0
    search_deadline_s: float = 10.0


Kind = TypeVar("Kind", bound=Value)


def settings_of(kind: type[Kind], variables: Mapping[str, str], environ: Mapping[str, str]) -> Kind:
    """The settings of a kind whose fields are named by variables (field -> variable); blank ones keep the defaults.

    Raises `InputError` naming the variable and what it may hold; other variables are left alone.
    """
    given = {field: environ[name].strip() for field, name in variables.items() if environ.get(name, "").strip()}
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0])
        raise InputError(
            f"{variables[field]} is {given[field]!r}, which cannot be used: {first['msg'].lower()}.",
            next_step=f"Unset {variables[field]} or give it a value like {kind().model_dump()[field]}.",
        ) from error


def settings_from(environ: Mapping[str, str]) -> Settings:
    """The settings of a turn named in an environment, defaults for the rest. Raises `InputError`."""
    return settings_of(Settings, {name: PREFIX + name.upper() for name in Settings.model_fields}, environ)
