"""The table of hosted models: names, prices, dates, and the settings that choose among them."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.hosted.models import (
    AS_OF,
    CARDS,
    GeminiSettings,
    card_of,
    cost_usd,
    hosted_settings,
    index_cost_usd,
    model_warnings,
)
from vault.errors import InputError


# covers: 16, 17
def test_the_defaults_are_models_that_live_and_search() -> None:
    settings = GeminiSettings()
    for name in (settings.control_model, settings.synthesis_model, settings.search_model):
        assert card_of(name).state == "current"
        assert model_warnings(name, on=AS_OF, searches=name == settings.search_model) == ()
    assert settings.model_for("plan") == settings.control_model
    assert settings.model_for("synthesis") == settings.model_for("repair") == settings.synthesis_model


# covers: 16, 17
@pytest.mark.parametrize(
    ("name", "on", "words"),
    [
        ("gemini-2.5-flash", AS_OF, "is shut down on 2026-12-01. Use gemini-3.5-flash-lite"),
        ("gemini-2.5-flash", date(2026, 12, 1), "was shut down on 2026-12-01"),
        ("gemini-3-flash-preview", AS_OF, "is deprecated. Use gemini-3.6-flash"),
        ("gemini-3.7-flash", AS_OF, "is answered by gemini-3.8-flash"),
        ("gemini-flash-latest", AS_OF, "is a preview"),
        ("gemini-9-ultra", AS_OF, "is not in the table of models"),
    ],
)
def test_the_names_of_the_source_documents_are_accepted_with_a_warning(name: str, on: date, words: str) -> None:
    assert GeminiSettings(control_model=name).control_model == name
    assert words in model_warnings(name, on=on)[0]


def test_every_replacement_is_a_model_that_lives() -> None:
    for card in CARDS:
        assert not card.replaced_by or card_of(card.replaced_by).state == "current"


def test_a_price_changes_on_its_day_and_an_unknown_one_stays_unknown() -> None:
    before = cost_usd("gemini-3.8-flash", 1_000_000, 1_000_000, on=date(2026, 12, 31))
    after = cost_usd("models/gemini-3.8-flash", 1_000_000, 1_000_000, on=date(2027, 1, 1))
    assert (before, after) == (4.50, 9.00)
    assert cost_usd("gemini-9-ultra", 5, 5, on=AS_OF) is None
    assert index_cost_usd(1_000_000) == 0.15


def test_an_unknown_model_gets_only_what_every_model_takes() -> None:
    assert (card_of("gemini-9-ultra").thinking, card_of("gemini-9-ultra").api_version) == ("none", "v1")
    assert card_of("gemini-9-ultra-preview").api_version == "v1beta"


def test_a_model_that_cannot_search_a_store_says_so() -> None:
    assert "does not search File Search stores" in model_warnings("gemini-2.5-flash", on=AS_OF, searches=True)[1]


def test_settings_are_read_from_variables_and_blank_ones_keep_the_default() -> None:
    found = hosted_settings(
        {
            "OPENCOUNCIL_CONTROL_MODEL": " models/gemini-2.5-flash ",
            "OPENCOUNCIL_STORE": "fileSearchStores/x",
            "OPENCOUNCIL_SYNTHESIS_MODEL": " ",
            "OPENCOUNCIL_CEILING_USD": "0.1",
        }
    )
    expected = {"control_model": "gemini-2.5-flash", "store": "fileSearchStores/x", "ceiling_usd": 0.1}
    assert found == GeminiSettings.model_validate(expected)
    assert hosted_settings({}) == GeminiSettings()


@pytest.mark.parametrize("value", ["much", "-1", "0"])
def test_a_ceiling_that_is_no_amount_is_refused_by_the_name_of_its_variable(value: str) -> None:
    with pytest.raises(InputError, match="OPENCOUNCIL_CEILING_USD is"):
        hosted_settings({"OPENCOUNCIL_CEILING_USD": value})
